"""The probability of the last of two classes."""

from collections.abc import Sequence
from typing import Any

from pipeline.metrics.spec import InputKind
from pipeline.pack.kinds.kind import Cells, Kind, Output, codes, shares


class _Probabilities(Kind):
    def truth(self, output: Output, rows: Sequence[Cells]) -> Any:
        return codes(output, rows)

    def given(self, output: Output, rows: Sequence[Cells]) -> Any:
        import numpy as np

        return np.array([float(cells[0]) for cells in rows])

    def compared(self, output: Output, wants: InputKind, given: Any) -> Any:
        return (given >= output.threshold).astype(int) if wants is InputKind.LABELS else given

    def answer(self, output: Output, truth: Cells) -> Cells:
        """Certainty."""
        return ("1",) if truth[0] == output.classes[-1] else ("0",)

    def constants(self, output: Output, train: Sequence[Cells]) -> dict[str, Cells]:
        share = repr(shares(output, train)[-1])
        return {"train mean": (share,), "constant, lowest": ("0.0",), "constant, highest": ("1.0",)}

    def sample(self, output: Output, train: Sequence[Cells]) -> Cells:
        return self.constants(output, train)["train mean"]

    def allowed(self, output: Output) -> list[tuple[str, str]]:
        return [("number", f"0 to 1: the probability of the class `{output.classes[-1]}`")]

    def objective(self, output: Output) -> str:
        return f"the probability that it belongs to class `{output.classes[-1]}` and not to `{output.classes[0]}`"

    def starter(self, outputs: Sequence[Output]) -> list[str]:
        positive = {output.name: output.classes[-1] for output in outputs}
        shown = f"{positive[outputs[0].name]!r}" if len(set(positive.values())) == 1 else f"{positive}[instance]"
        return [f"predictions[TARGET_COLUMN[instance]] = float((target.astype(str) == {shown}).mean())"]


KIND = _Probabilities()
