"""R3: are the settings those of the main results, each once, with their scope, dependency and protocol?"""

from collections.abc import Iterable

from pipeline.review.check import Case, Check
from pipeline.review.parts import EVALUATION
from schemas.review import Finding


def _attack(case: Case) -> Iterable[Finding]:
    return case.asked("R3", EVALUATION)


CHECK = Check(
    check_id="R3",
    title="settings: merge, split, remove, missing, scope, dependencies, protocol",
    attack=_attack,
    paths=r"settings(\..+)?",
)
