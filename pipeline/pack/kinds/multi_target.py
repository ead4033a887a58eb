"""Several numbers per row; those of the truth may be missing, and are then left out by the metrics."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from pipeline.pack.kinds.kind import Cells, Kind, Output

if TYPE_CHECKING:
    from pipeline.verify.instance import Instance


class MultiTarget(Kind):
    """A column per target; `multi_label` differs in what the cells hold."""

    noun = "values"
    empty_rule = (
        "Empty cells, `NaN` and infinite values are not accepted, also where the truth is not known: "
        "there the metrics take no account of the answer."
    )
    needs_known = False

    def columns(self, instance: "Instance") -> tuple[str, ...]:
        return instance.target_columns

    def truth_columns(self, output: Output) -> tuple[str, ...]:
        return output.columns

    def given(self, output: Output, rows: Sequence[Cells]) -> Any:
        """Shape (n, k), NaN for an empty cell of the truth."""
        import numpy as np

        return np.array([[float(cell or "nan") for cell in cells] for cells in rows])

    def answer(self, output: Output, truth: Cells) -> Cells:
        """Anything where the truth is not known: a submission has to say something."""
        return tuple(cell or "0" for cell in truth)

    def constants(self, output: Output, train: Sequence[Cells]) -> dict[str, Cells]:
        """Statistics of the known values of each target."""
        import numpy as np

        known = [column[~np.isnan(column)] for column in self.given(output, train).T]
        statistics: dict[str, Callable[[Any], Any]] = {
            "train mean": np.mean,
            "train median": np.median,
            "constant, lowest": np.min,
            "constant, highest": np.max,
        }
        return {
            name: tuple(repr(float(of(column))) if len(column) else "0.0" for column in known)
            for name, of in statistics.items()
        }

    def sample(self, output: Output, train: Sequence[Cells]) -> Cells:
        return self.constants(output, train)["train mean"]

    def allowed(self, output: Output) -> list[tuple[str, str]]:
        return [("number", "any finite decimal number")] * len(output.columns)

    def objective(self, output: Output) -> str:
        return f"a number for each of the {len(output.columns)} targets, also where a training row leaves one empty"

    def starter(self, outputs: Sequence[Output]) -> list[str]:
        return ["for column in TARGET_COLUMN[instance]:", "    predictions[column] = float(target[column].mean())"]


KIND = MultiTarget()
