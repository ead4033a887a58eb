"""R4: is A the method that the paper proposes, and are all names it goes by there?"""

from collections.abc import Iterable

from pipeline.review.check import Case, Check
from pipeline.review.parts import CONTRIBUTION
from schemas.review import Finding


def _attack(case: Case) -> Iterable[Finding]:
    return case.asked("R4", CONTRIBUTION)


CHECK = Check(
    check_id="R4", title="the algorithm and all its variants", attack=_attack, paths=r"algorithm\.(name|variants)"
)
