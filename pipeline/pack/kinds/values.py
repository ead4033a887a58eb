"""A number per row."""

from collections.abc import Callable, Sequence
from typing import Any

from pipeline.pack.kinds.kind import Cells, Kind, Output


class _Values(Kind):
    noun = "value"

    def given(self, output: Output, rows: Sequence[Cells]) -> Any:
        import numpy as np

        return np.array([float(cells[0]) for cells in rows])

    def constants(self, output: Output, train: Sequence[Cells]) -> dict[str, Cells]:
        import numpy as np

        known = self.given(output, train)
        statistics: dict[str, Callable[[Any], Any]] = {
            "train mean": np.mean,
            "train median": np.median,
            "constant, lowest": np.min,
            "constant, highest": np.max,
        }
        return {name: (repr(float(of(known))),) for name, of in statistics.items()}

    def sample(self, output: Output, train: Sequence[Cells]) -> Cells:
        return self.constants(output, train)["train mean"]

    def allowed(self, output: Output) -> list[tuple[str, str]]:
        return [("number", "any finite decimal number")]

    def objective(self, output: Output) -> str:
        return "a number"

    def starter(self, outputs: Sequence[Output]) -> list[str]:
        return ["predictions[TARGET_COLUMN[instance]] = float(target.mean())"]


KIND = _Values()
