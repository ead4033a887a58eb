"""Uniqueness: the share of different molecules among the valid ones."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def uniqueness(truth: Any, prediction: Any) -> float:
    """Different canonical SMILES over valid molecules; undefined where none is valid."""
    from rdkit import Chem, RDLogger

    if len(prediction) == 0:
        raise ValueError("no rows")
    RDLogger.DisableLog("rdApp.*")
    parsed = [Chem.MolFromSmiles(text) if text.strip() else None for text in prediction]
    valid = [Chem.MolToSmiles(molecule) for molecule in parsed if molecule is not None]
    if not valid:
        raise ValueError("no generated molecule is valid")
    return float(len(set(valid)) / len(valid))


METRIC = MetricSpec(
    metric_id="uniqueness",
    title="Uniqueness",
    aliases=("% unique", "uniqueness rate", "unique molecules"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.MOLECULES,
    reference="formula",
    compute=uniqueness,
    known=(
        KnownValue(("C",), ("CCO", "OCC", "CC", "C1CC"), 2 / 3, "ethanol twice, ethane; an open ring"),
        KnownValue(("C",), ("C", "CC", "CCC"), 1.0, "all differ"),
        KnownValue((), ("c1ccccc1", "C1=CC=CC=C1", "C(C)O", "CCO"), 2 / 4, "benzene twice, ethanol twice"),
        KnownValue(("C",), ("xyz",), None, "none is valid"),
        KnownValue(("C",), (), None, "no rows"),
    ),
    ambiguous=(
        "Unique",
        "Uniq.",
    ),
    companions=(
        "validity",
        "novelty",
    ),
    averaging=("of valid",),
    is_fraction=True,
)
