"""4.3 Separable: development and evaluation data come apart, and test inputs come apart from their answers."""

from collections.abc import Sequence

from pipeline.verify.case import Case, Check
from pipeline.verify.propose import Proposed
from schemas.data import CheckStatus, DataCheck, Measure
from schemas.task import Protocol

_DROPPED = "rows without a target are left out"


def run(case: Case, before: Sequence[DataCheck]) -> tuple[DataCheck, ...]:
    """The difficulty of the separation with the reason; a warning where the recipe is not sure of a column."""
    return tuple(
        check for each in [case.proposed] if each for check in (_separation(case, each), *_protocol(case, each))
    )


def _separation(case: Case, proposed: Proposed) -> DataCheck:
    recipe, candidate = proposed.recipe, proposed.match.candidate
    is_sure = recipe.confidence >= case.thresholds.sure
    difficulty = ("simple" if any(s.label for s in recipe.sources) else "trivial") if is_sure else "ambiguous"
    reasons = [f"files by {proposed.match.how}", *candidate.reasons, *([_DROPPED] if recipe.steps else [])]
    inputs = ", ".join(recipe.inputs)
    reason = f"{difficulty}: the files come split; {inputs} -> {recipe.target}; {'; '.join(reasons)}"
    return case.check(
        "4.3",
        "separation",
        CheckStatus.PASS if is_sure else CheckStatus.WARN,
        reason,
        category=difficulty,
        measures=(Measure(name="confidence", value=recipe.confidence),),
    )


def _protocol(case: Case, proposed: Proposed) -> tuple[DataCheck, ...]:
    folds = proposed.match.folds
    if folds:
        reason = (
            f"{len(folds)} folds are published; the instance is {proposed.match.candidate.title}, "
            "while the paper's score is a mean over folds"
        )
        return (
            case.check("4.3", "folds", CheckStatus.WARN, reason, measures=(Measure(name="folds", value=len(folds)),)),
        )
    if case.setting.protocol in (Protocol.RANDOM, Protocol.BOOTSTRAP):
        reason = f"the paper splits by {case.setting.protocol}; the published files are one such split"
        return (case.check("4.3", "protocol", CheckStatus.WARN, reason),)
    return ()


CHECK = Check(
    check_id="4.3",
    title="Separable",
    run=run,
    needs_rows=False,
    categories=(
        *("ambiguous_files", "ambiguous_columns", "recipe_does_not_fit"),
        *("no_reference", "kfold_only", "script_recipe"),
    ),
)
