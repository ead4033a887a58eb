"""Quantitative estimate of drug-likeness, mean weights (Bickerton et al., 2012)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def qed(truth: Any, prediction: Any) -> float:
    """Mean QED of the valid molecules; undefined where none is valid."""
    from rdkit import Chem, RDLogger

    if len(prediction) == 0:
        raise ValueError("no rows")
    RDLogger.DisableLog("rdApp.*")
    parsed = [Chem.MolFromSmiles(text) if text.strip() else None for text in prediction]
    from rdkit.Chem import QED

    values = [QED.qed(molecule) for molecule in parsed if molecule is not None]
    if not values:
        raise ValueError("no generated molecule is valid")
    return float(sum(values) / len(values))


METRIC = MetricSpec(
    metric_id="qed",
    title="QED",
    aliases=("drug-likeness", "mean QED", "quantitative estimate of drug-likeness", "average QED"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=None,
    input_kind=InputKind.MOLECULES,
    reference="formula",
    compute=qed,
    known=(
        KnownValue((), ("CC(=O)Oc1ccccc1C(=O)O",), 0.5501217966938848, "aspirin, as published with RDKit"),
        KnownValue((), ("CCO", "xyz"), 0.40680796565539457, "ethanol, as RDKit gives it; an invalid one is left out"),
        KnownValue(
            (),
            ("CC(=O)Oc1ccccc1C(=O)O", "CCO", "CCO"),
            (0.5501217966938848 + 2 * 0.40680796565539457) / 3,
            "the two above",
        ),
        KnownValue((), ("xyz",), None, "none is valid"),
        KnownValue(("C",), (), None, "no rows"),
    ),
    averaging=("of valid",),
)
