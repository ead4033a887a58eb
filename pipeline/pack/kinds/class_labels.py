"""One of a list of classes per row."""

from collections.abc import Sequence
from typing import Any

from pipeline.pack.kinds.kind import Cells, Kind, Output, by_frequency, codes, shares


class _ClassLabels(Kind):
    def given(self, output: Output, rows: Sequence[Cells]) -> Any:
        return codes(output, rows)

    def constants(self, output: Output, train: Sequence[Cells]) -> dict[str, Cells]:
        """Each class, the most frequent first."""
        return {f"constant, class {number}": (output.classes[number],) for number in by_frequency(output, train)}

    def sample(self, output: Output, train: Sequence[Cells]) -> Cells:
        """The most frequent class; of equally frequent ones the last."""
        found = shares(output, train)
        return (output.classes[max(range(len(found)), key=lambda number: (found[number], number))],)

    def allowed(self, output: Output) -> list[tuple[str, str]]:
        return [("text", "one of " + ", ".join(f"`{label}`" for label in output.classes))]

    def objective(self, output: Output) -> str:
        return "one of the classes " + ", ".join(f"`{label}`" for label in output.classes)

    def starter(self, outputs: Sequence[Output]) -> list[str]:
        return ["predictions[TARGET_COLUMN[instance]] = target.value_counts().index[0]"]


KIND = _ClassLabels()
