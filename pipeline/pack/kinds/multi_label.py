"""Several labels per row, each 0 or 1 or not known in the truth: a submission gives the probability of each."""

from collections.abc import Sequence

from pipeline.pack.kinds.kind import Cells, Output
from pipeline.pack.kinds.multi_target import MultiTarget


class _MultiLabel(MultiTarget):
    noun = "probabilities"

    def constants(self, output: Output, train: Sequence[Cells]) -> dict[str, Cells]:
        """The share of 1 in each label, its more frequent value, and the same certainty for all."""
        means = super().constants(output, train)["train mean"]
        return {
            "train mean": means,
            "more frequent": tuple("1.0" if float(mean) >= 1 / 2 else "0.0" for mean in means),
            "constant, lowest": ("0.0",) * len(means),
            "constant, highest": ("1.0",) * len(means),
        }

    def malformed(self, cells: Cells) -> dict[str, Cells]:
        return super().malformed(cells) | {"more than 1": ("1.5", *cells[1:]), "less than 0": ("-0.5", *cells[1:])}

    def allowed(self, output: Output) -> list[tuple[str, str]]:
        return [("number", f"0 to 1: the probability that `{column}` is 1") for column in output.columns]

    def objective(self, output: Output) -> str:
        return (
            f"the probability of 1 for each of the {len(output.columns)} targets, "
            "also where a training row leaves one empty"
        )


KIND = _MultiLabel()
