"""R6: are the metrics those that the main results are judged by, all of them, and with the right direction?"""

from collections.abc import Iterable

from pipeline.review.check import Case, Check
from pipeline.review.parts import EVALUATION
from schemas.review import Finding


def _attack(case: Case) -> Iterable[Finding]:
    return case.asked("R6", EVALUATION)


CHECK = Check(check_id="R6", title="metrics complete and none too many", attack=_attack, paths=r"metrics(\..+)?")
