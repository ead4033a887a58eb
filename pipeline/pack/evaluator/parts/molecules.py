"""Molecules: a table of ids 1 to n and generated SMILES; the truth holds the training set."""

from typing import Any

from pipeline.pack.evaluator.parts.base import Instance
from pipeline.pack.evaluator.parts.table import read_table, rows_of


def parse_truth(raw: bytes, instance: Instance) -> list[str]:
    """The SMILES of the training set; there may be any number of them."""
    columns = (instance.target_column,)
    return [cells[0] for _, cells in rows_of(raw, instance.id_column, columns)]


def parse_submission(raw: bytes, instance: Instance, truth: list[str]) -> Any:
    """The generated SMILES, n of them; an empty one is an invalid molecule."""
    places = {str(number + 1): number for number in range(instance.n_rows)}
    return read_table(raw, instance, (instance.target_column,), lambda cells: cells[0], places, object)


def compared(instance: Instance, wants: str, truth: list[str], prediction: Any) -> tuple[Any, Any]:
    """Known and generated SMILES."""
    return truth, prediction.tolist()
