"""R1: is the contribution a learned method that somebody else could beat, or should rule 1.1 have said no?"""

from collections.abc import Iterable

from pipeline.review.check import Case, Check
from pipeline.review.parts import CONTRIBUTION
from schemas.review import Finding


def _attack(case: Case) -> Iterable[Finding]:
    return case.asked("R1", CONTRIBUTION)


CHECK = Check(check_id="R1", title="the level-1 verdict", attack=_attack, paths=r"verdicts\.1\.1")
