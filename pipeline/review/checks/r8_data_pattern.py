"""R8: do development and evaluation data come apart as recorded, and is a submission compared with what is recorded?"""

from collections.abc import Iterable

from pipeline.review.check import Case, Check
from pipeline.review.parts import DATA
from schemas.review import Finding


def _attack(case: Case) -> Iterable[Finding]:
    return case.asked("R8", DATA)


CHECK = Check(check_id="R8", title="the data pattern", attack=_attack, paths=r"settings\..+\.(protocol|reference_type)")
