"""What a kind of answer declares. `pipeline/pack/kinds/<output kind>.py` holds one `KIND`; its name is the file's."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from pipeline.metrics.spec import InputKind

if TYPE_CHECKING:
    from pipeline.verify.instance import Instance

Cells = tuple[str, ...]
"""The answer of one row as it stands in a CSV file: a cell per column."""

TABLE_SOLVERS = ("dummy", "linear", "nearest_neighbours", "gradient_boosting")


class Output(Protocol):
    """One instance as the output contract and the evaluator declare it."""

    @property
    def name(self) -> str: ...
    @property
    def target_column(self) -> str: ...
    @property
    def classes(self) -> tuple[str, ...]: ...
    @property
    def threshold(self) -> float: ...
    @property
    def columns(self) -> tuple[str, ...]: ...


class Kind:
    """What is particular to one kind of answer, from the contract to the submissions that are tried out on it.

    `noun` is what a row is given, in the texts. `needs_known` is false where cells of the truth may be empty. `solvers`
    are the rungs of the ladder that can give such answers, the one that knows nothing first. `refused` are values that
    make the first row of a sound submission an invalid one.
    """

    noun = "class"
    empty_rule = "Empty cells, `NaN` and infinite values are not accepted."
    needs_known = True
    solvers: tuple[str, ...] = TABLE_SOLVERS
    refused: Mapping[str, str] = {"NaN": "nan", "infinity": "-inf", "empty cell": "", "text for an answer": "=1+1;rm"}

    def columns(self, instance: "Instance") -> tuple[str, ...]:
        """The columns of a submission where a row holds several values; none where it holds one."""
        return ()

    def answer_columns(self, output: Output) -> tuple[str, ...]:
        """The columns of a submission beside the id."""
        return output.columns or (output.target_column,)

    def truth_columns(self, output: Output) -> tuple[str, ...]:
        """The columns of training rows and of the truth that hold what is asked for."""
        return (output.target_column,)

    def truth(self, output: Output, rows: Sequence[Cells]) -> Any:
        """The truth as metrics take it, from its cells. Raises ValueError where a cell is not of this kind."""
        return self.given(output, rows)

    def given(self, output: Output, rows: Sequence[Cells]) -> Any:
        """The answers as an array, from their cells. Raises ValueError where a cell is not of this kind."""
        raise NotImplementedError

    def compared(self, output: Output, wants: InputKind, given: Any) -> Any:
        """The answers as a metric of an input kind takes them."""
        return given

    def answer(self, output: Output, truth: Cells) -> Cells:
        """The right answer to a row, as a submission says it."""
        return truth

    def constants(self, output: Output, train: Sequence[Cells]) -> dict[str, Cells]:
        """Answers that may be given to every row without looking at it, by name, from the training targets."""
        raise NotImplementedError

    def sample(self, output: Output, train: Sequence[Cells]) -> Cells:
        """The one that the sample submission gives."""
        raise NotImplementedError

    def malformed(self, cells: Cells) -> dict[str, Cells]:
        """The cells of a row, broken in every way that must be refused."""
        return {name: (value, *cells[1:]) for name, value in self.refused.items()}

    def allowed(self, output: Output) -> list[tuple[str, str]]:
        """Type and allowed values of each column of a submission."""
        raise NotImplementedError

    def objective(self, output: Output) -> str:
        """What the answer for a row is, as the end of a sentence."""
        raise NotImplementedError

    def starter(self, outputs: Sequence[Output]) -> list[str]:
        """Lines of run.py that put the same answer for every row into `predictions`, from the training `target`."""
        raise NotImplementedError


def codes(output: Output, rows: Sequence[Cells]) -> Any:
    """Class numbers (n,) of cells that hold a class. Raises ValueError where one holds none."""
    import numpy as np

    return np.array([output.classes.index(cells[0]) for cells in rows], dtype=int)


def by_frequency(output: Output, train: Sequence[Cells]) -> list[int]:
    """The class numbers, the most frequent of the training rows first."""
    found = shares(output, train)
    return sorted(range(len(found)), key=lambda number: -found[number])


def shares(output: Output, train: Sequence[Cells]) -> list[float]:
    """The share of each class in the training rows."""
    import numpy as np

    found: list[float] = (np.bincount(codes(output, train), minlength=len(output.classes)) / len(train)).tolist()
    return found
