"""Novelty: the share of different valid molecules that are not in the training set."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def novelty(truth: Any, prediction: Any) -> float:
    """Different canonical SMILES that the truth lacks, over all different ones; undefined where none is valid."""
    from rdkit import Chem, RDLogger

    if len(prediction) == 0:
        raise ValueError("no rows")
    RDLogger.DisableLog("rdApp.*")
    parsed = [Chem.MolFromSmiles(text) if text.strip() else None for text in prediction]
    valid = [Chem.MolToSmiles(molecule) for molecule in parsed if molecule is not None]
    if not valid:
        raise ValueError("no generated molecule is valid")
    known = {Chem.MolToSmiles(found) for text in truth if (found := Chem.MolFromSmiles(text)) is not None}
    return float(len(set(valid) - known) / len(set(valid)))


METRIC = MetricSpec(
    metric_id="novelty",
    title="Novelty",
    aliases=("% novel", "novelty rate", "novel molecules"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.MOLECULES,
    reference="formula",
    compute=novelty,
    known=(
        KnownValue(
            ("OCC", "CCC"), ("CCO", "OCC", "CC", "C1CC", "CN", "CCCC"), 3 / 4, "ethanol is known under another SMILES"
        ),
        KnownValue(("C",), ("C", "CC", "CC"), 1 / 2, "methane is known"),
        KnownValue((), ("C", "CC"), 1.0, "nothing is known"),
        KnownValue(("C",), ("xyz",), None, "none is valid"),
        KnownValue(("CC",), ("C", "CC", "CCC"), 2 / 3, "ethane is known"),
        KnownValue(("C1CCCCC1",), ("c1ccccc1",), 1.0, "cyclohexane is no benzene"),
        KnownValue(("C",), (), None, "no rows"),
    ),
    ambiguous=(
        "Novel",
        "Nov.",
    ),
    companions=(
        "validity",
        "uniqueness",
    ),
    averaging=("of unique and valid",),
    is_fraction=True,
)
