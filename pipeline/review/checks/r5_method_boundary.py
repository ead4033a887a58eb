"""R5: is anything among the sources of a setting that only A makes?"""

from collections.abc import Iterable

from pipeline.review.check import Case, Check, finding
from pipeline.review.parts import DATA
from schemas.data import DataComponent, FileRole
from schemas.review import Finding, Severity
from schemas.task import Setting

_MADE_BY_A = {FileRole.ALGORITHM_OUTPUT, FileRole.ALGORITHM_PREPROCESSING_OUTPUT}


def _attack(case: Case) -> Iterable[Finding]:
    """By code first: a source that the paper itself calls a product of A. What only a reader sees is the reviewer's."""
    for setting in case.task.settings:
        for component in case.components:
            if component.role in _MADE_BY_A and _feeds(component, setting):
                yield _crossing(case, component, setting)
    yield from case.asked("R5", DATA)


def _feeds(component: DataComponent, setting: Setting) -> bool:
    """True where a setting draws on a component, by its link or by its name."""
    names = {name.casefold().strip() for name in (component.name, component.url or "") if name.strip()}
    return bool(names & {source.casefold().strip() for source in setting.sources})


def _crossing(case: Case, component: DataComponent, setting: Setting) -> Finding:
    return finding(
        case.paper,
        "R5",
        f"settings.{setting.setting_id}.sources",
        Severity.CRITICAL,
        f"{component.name} is {component.role.replace('_', ' ')}, which no solver may be given: {component.reason}",
        current=", ".join(setting.sources),
        evidence=component.evidence,
    )


CHECK = Check(
    check_id="R5",
    title="the method boundary of the development data",
    attack=_attack,
    paths=r"settings\..+\.(sources|depends_on)",
    by_code=True,
)
