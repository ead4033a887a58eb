"""Validity: the share of generated SMILES that RDKit can read and sanitise."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def validity(truth: Any, prediction: Any) -> float:
    """Share of strings that are a molecule; an empty string is none."""
    from rdkit import Chem, RDLogger

    if len(prediction) == 0:
        raise ValueError("no rows")
    RDLogger.DisableLog("rdApp.*")
    parsed = [Chem.MolFromSmiles(text) if text.strip() else None for text in prediction]
    return float(sum(molecule is not None for molecule in parsed) / len(parsed))


METRIC = MetricSpec(
    metric_id="validity",
    title="Validity",
    aliases=("% valid", "valid SMILES", "chemical validity", "validity rate"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.MOLECULES,
    reference="formula",
    compute=validity,
    known=(
        KnownValue(
            ("C",),
            ("CCO", "c1ccccc1", "C1CC", "CN(C)(C)(C)C", ""),
            2 / 5,
            "an open ring, a carbon too many at nitrogen, nothing",
        ),
        KnownValue(("C",), ("CCO", "OCC"), 1.0, "ethanol twice"),
        KnownValue((), ("xyz", "C", "CC", "cc"), 2 / 4, "no SMILES; aromatic atoms without a ring"),
        KnownValue((), ("C", "CC", "xyz"), 2 / 3, "two of three"),
        KnownValue(("C",), (), None, "no rows"),
    ),
    ambiguous=(
        "Valid",
        "Valid.",
    ),
    companions=(
        "uniqueness",
        "novelty",
    ),
    averaging=("per molecule",),
    is_fraction=True,
)
