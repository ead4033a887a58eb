"""R2: does quality carry the claim, by a metric that is a function, or should rule 2.1 or 2.2 have said no?"""

from collections.abc import Iterable

from pipeline.review.check import Case, Check
from pipeline.review.parts import EVALUATION
from schemas.review import Finding


def _attack(case: Case) -> Iterable[Finding]:
    return case.asked("R2", EVALUATION)


CHECK = Check(check_id="R2", title="the level-2 verdict", attack=_attack, paths=r"verdicts\.2\.[12]")
