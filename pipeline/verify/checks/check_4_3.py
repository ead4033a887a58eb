"""4.3 Separable: development and evaluation data come apart, and test inputs come apart from their answers."""

from collections.abc import Sequence

from pipeline.metrics.oracles import oracles
from pipeline.verify.case import Case, Check
from pipeline.verify.problems import problems_of
from pipeline.verify.propose import Proposed
from pipeline.verify.splitting import COLUMN, FILES, INDICES, RANDOM
from schemas.data import CheckStatus, DataCheck, Measure, Recipe, SplitPart
from schemas.task import Protocol, ReferenceType
from schemas.transforms import StepKind

_SHOWN, _MANY = 12, 3
_HOW = {
    FILES: "the files come split",
    COLUMN: "rows come apart by the column {rule.column!r}",
    INDICES: "rows come apart by lists of their numbers",
    RANDOM: "rows are drawn from the seed {rule.seed}",
}
_DROPPED = "rows without a target are left out"


def run(case: Case, before: Sequence[DataCheck]) -> tuple[DataCheck, ...]:
    """The difficulty of the separation with the reason; a warning where the recipe is not sure of a column."""
    return tuple(
        check
        for each in [case.proposed]
        if each
        for check in (_separation(case, each), *_protocol(case, each), *_oracle(case, each.recipe))
    )


def _separation(case: Case, proposed: Proposed) -> DataCheck:
    recipe, candidate = proposed.recipe, proposed.match.candidate
    is_sure = recipe.confidence >= case.thresholds.sure
    level = difficulty(recipe) if is_sure else "ambiguous"
    reasons = [f"files by {proposed.match.how}", *candidate.reasons, *([_DROPPED] if recipe.steps else [])]
    shown = ", ".join(recipe.inputs[:_SHOWN]) + (
        f" and {len(recipe.inputs) - _SHOWN} more" if len(recipe.inputs) > _SHOWN else ""
    )
    how = _HOW[recipe.split].format(rule=recipe.split_rule)
    reason = f"{level}: {how}; {shown} -> {_hidden(recipe)}; {'; '.join(reasons)}"
    return case.check(
        "4.3",
        "separation",
        CheckStatus.PASS if is_sure else CheckStatus.WARN,
        reason,
        category=level,
        measures=(Measure(name="confidence", value=recipe.confidence),),
    )


def difficulty(recipe: Recipe) -> str:
    """How much it takes to bring inputs, answers and parts apart.

    `trivial`: split tables with a target column. `simple`: labels in file names, or a split column. `moderate`: arrays
    or tables laid side by side, lists of row numbers. `complex`: tables joined, or a split that is drawn.
    """
    steps = {transform.step for transform in recipe.transforms}
    if recipe.split == RANDOM or steps & {StepKind.JOIN, StepKind.CONCATENATE} or len(recipe.transforms) > _MANY:
        return "complex"
    if recipe.split == INDICES or steps & {StepKind.ALIGN, StepKind.ONE_HOT}:
        return "moderate"
    is_simple = recipe.split == COLUMN or recipe.transforms or any(source.label for source in recipe.sources)
    return "simple" if is_simple else "trivial"


def _hidden(recipe: Recipe) -> str:
    """What the evaluator keeps, in words."""
    if recipe.kind is ReferenceType.DISTRIBUTION:
        return "all of it, as the reference of a distribution"
    targets = ", ".join(recipe.target_columns[:_SHOWN])
    more = len(recipe.target_columns) - _SHOWN
    targets += f" and {more} more" if more > 0 else ""
    return f"{targets}, valued by the oracle {recipe.oracle}" if recipe.oracle else targets


def _oracle(case: Case, recipe: Recipe) -> tuple[DataCheck, ...]:
    """Whether the scorer runs here, gives its known values, and understands each problem of the files."""
    if recipe.oracle not in oracles():
        return ()
    spec, side = oracles()[recipe.oracle], case.sides.get(SplitPart.TEST)
    strange = [] if side is None else problems_of(spec, [str(value) for value in side.frame[recipe.inputs[0]]])
    if not strange:
        return (case.check("4.3", "oracle", CheckStatus.PASS, f"{spec.title} understands every problem"),)
    reason = f"{spec.title} cannot value answers: {strange[0]}"
    return (case.check("4.3", "oracle", CheckStatus.FAIL, reason, category="oracle", examples=strange),)


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
        *("ambiguous_files", "ambiguous_columns", "recipe_does_not_fit", "other_reference"),
        *("no_reference", "kfold_only", "script_recipe"),
    ),
)
