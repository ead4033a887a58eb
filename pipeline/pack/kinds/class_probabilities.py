"""The probability of each class: a column per class, which sum to 1 in every row."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pipeline.metrics.spec import InputKind
from pipeline.pack.kinds.kind import Cells, Kind, Output, by_frequency, codes, shares

if TYPE_CHECKING:
    from pipeline.verify.instance import Instance


class _ClassProbabilities(Kind):
    def columns(self, instance: "Instance") -> tuple[str, ...]:
        """`<target>_<class>` in the order of the classes. The solvers read the class out of the name."""
        return tuple(f"{instance.target}_{label}" for label in instance.classes)

    def truth(self, output: Output, rows: Sequence[Cells]) -> Any:
        return codes(output, rows)

    def given(self, output: Output, rows: Sequence[Cells]) -> Any:
        """Shape (n, k); what rounding leaves of 1 is divided out, as the evaluator does."""
        import numpy as np

        found = np.array([[float(cell) for cell in cells] for cells in rows])
        return found / found.sum(axis=1, keepdims=True)

    def compared(self, output: Output, wants: InputKind, given: Any) -> Any:
        return given.argmax(axis=1) if wants is InputKind.LABELS else given

    def answer(self, output: Output, truth: Cells) -> Cells:
        """Certainty."""
        return _certain(output, output.classes.index(truth[0]))

    def constants(self, output: Output, train: Sequence[Cells]) -> dict[str, Cells]:
        """The shares of the classes, the same for all, and certainty of each."""
        count = len(output.classes)
        certain = {f"constant, class {number}": _certain(output, number) for number in by_frequency(output, train)}
        return {
            "train shares": tuple(map(repr, shares(output, train))),
            "equal shares": (repr(1 / count),) * count,
        } | certain

    def sample(self, output: Output, train: Sequence[Cells]) -> Cells:
        return self.constants(output, train)["train shares"]

    def malformed(self, cells: Cells) -> dict[str, Cells]:
        return super().malformed(cells) | {
            "more than 1": ("1.5", "-0.5", *["0"] * (len(cells) - 2)),
            "sum above 1": ("1", "1", *cells[2:]),
            "sum of 0": ("0",) * len(cells),
        }

    def allowed(self, output: Output) -> list[tuple[str, str]]:
        rule = "; the probabilities of a row sum to 1, but for rounding (0.001)"
        return [("number", f"0 to 1: the probability of the class `{label}`{rule}") for label in output.classes]

    def objective(self, output: Output) -> str:
        return "the probability of each of the classes " + ", ".join(f"`{label}`" for label in output.classes)

    def starter(self, outputs: Sequence[Output]) -> list[str]:
        columns = {output.name: dict(zip(output.columns, output.classes, strict=True)) for output in outputs}
        return [
            f"class_of = {columns}[instance]",
            "for column, label in class_of.items():",
            "    predictions[column] = float((target.astype(str) == label).mean())",
        ]


def _certain(output: Output, number: int) -> Cells:
    return tuple("1" if at == number else "0" for at in range(len(output.classes)))


KIND = _ClassProbabilities()
