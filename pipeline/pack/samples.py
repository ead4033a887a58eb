"""The sample submission: the same prediction for every row, taken from the training rows alone."""

from typing import TYPE_CHECKING

from pipeline.pack.describe import cell
from pipeline.pack.evaluator import InstanceContract
from pipeline.pack.kinds import Cells, kind_named
from pipeline.verify.instance import Instance

if TYPE_CHECKING:
    import pandas as pd


def sample_submission(instance: Instance, output: InstanceContract) -> "pd.DataFrame":
    """A valid submission, with the columns of the contract, that knows nothing of the inputs."""
    kind = kind_named(output.kind)
    frame = instance.test_inputs[[instance.id_column]].copy()
    answer = kind.sample(output, cells_of(instance.train, kind.truth_columns(output)))
    for column, value in zip(kind.answer_columns(output), answer, strict=True):
        frame[column] = value
    return frame


def cells_of(frame: "pd.DataFrame", columns: tuple[str, ...]) -> list[Cells]:
    """Some columns of a table as the cells of its CSV file, row by row."""
    return list(zip(*([cell(value) for value in frame[column]] for column in columns), strict=True))
