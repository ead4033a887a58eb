"""A text per row."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from pipeline.metrics.spec import InputKind
from pipeline.pack.kinds.kind import Cells, Kind, Output

_TRIED = 5


class _Sequences(Kind):
    noun = "text"
    empty_rule = "A cell holds the text as it is, letter for letter; an empty cell is the empty text, `NaN` a text too."
    solvers = ("dummy", "nearest_neighbours")

    def given(self, output: Output, rows: Sequence[Cells]) -> Any:
        """Shape (n,), objects."""
        import numpy as np

        return np.array([cells[0] for cells in rows], dtype=object)

    def compared(self, output: Output, wants: InputKind, given: Any) -> Any:
        return given.tolist()

    def constants(self, output: Output, train: Sequence[Cells]) -> dict[str, Cells]:
        """Nothing; the most frequent texts; the shortest, the longest and the one in the middle by length."""
        by_length = sorted({cells[0] for cells in train}, key=lambda text: (len(text), text))
        frequent = [text for text, _ in Counter(cells[0] for cells in train).most_common(_TRIED)]
        named = {f"frequent text {number}": text for number, text in enumerate(frequent, start=1)}
        ends = {"shortest text": by_length[0], "text of middle length": by_length[len(by_length) // 2]}
        found = {"empty text": "", **named, **ends, "longest text": by_length[-1]}
        return {name: (text,) for name, text in found.items()}

    def sample(self, output: Output, train: Sequence[Cells]) -> Cells:
        return self.constants(output, train)["frequent text 1"]

    def malformed(self, cells: Cells) -> dict[str, Cells]:
        """None: every text is an answer."""
        return {}

    def allowed(self, output: Output) -> list[tuple[str, str]]:
        return [("text", "any text")]

    def objective(self, output: Output) -> str:
        return "a text"

    def starter(self, outputs: Sequence[Output]) -> list[str]:
        return ["predictions[TARGET_COLUMN[instance]] = target.astype(str).value_counts().index[0]"]


KIND = _Sequences()
