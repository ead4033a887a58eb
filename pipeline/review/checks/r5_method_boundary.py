"""R5: is anything among the sources of a setting that only A makes?"""

from collections.abc import Iterable

from pipeline.review.check import Case, Check
from pipeline.review.parts import DATA
from schemas.review import Finding


def _attack(case: Case) -> Iterable[Finding]:
    return case.asked("R5", DATA)


CHECK = Check(
    check_id="R5",
    title="the method boundary of the development data",
    attack=_attack,
    paths=r"settings\..+\.(sources|depends_on)",
)
