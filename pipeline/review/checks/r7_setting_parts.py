"""R7: are task, sources and sizes of each setting what the paper says?"""

from collections.abc import Iterable

from pipeline.review.check import Case, Check
from pipeline.review.parts import DATA
from schemas.review import Finding


def _attack(case: Case) -> Iterable[Finding]:
    return case.asked("R7", DATA)


CHECK = Check(
    check_id="R7",
    title="setting parts, sources and sizes",
    attack=_attack,
    paths=r"settings\..+\.(name|task|sources|counts)",
)
