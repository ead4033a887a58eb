"""What a metric file declares. `pipeline/metrics/<metric_id>.py` holds one `METRIC` and one pure function.

Where one function serves several well-known settings of a parameter (hits at 1, 3, 10), the file `<name>.py` holds a
tuple `METRICS`, one for each setting.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from schemas.task import Direction


class InputKind(StrEnum):
    """What a metric compares: (truth, prediction), n rows each, in the same order.

    labels               classes (n,) and classes (n,)
    probabilities        0 or 1 (n,) and the probability of 1 (n,)
    scores               0 or 1 (n,) and any score (n,), higher for 1
    values               numbers (n,) and numbers (n,)
    class_probabilities  class numbers (n,) and probabilities (n, k), each row summing to 1
    multi_label          0, 1 or NaN for not known (n, k), and probabilities (n, k)
    multi_target         numbers or NaN for not known (n, k), and numbers (n, k)
    distributions        shares (n, k) and shares (n, k), each row summing to 1
    rankings             per query {item: gain}, and the items, best first
    sets                 per row a set of names, and a set of names
    sequences            per row a text, and a text
    graphs               per graph a set of edges (node, node), and a set of edges
    cuts                 per graph its edges (node, node, weight), and {node: part}
    images               per image an array (h, w) or (h, w, c), and an array of that shape
    masks                per image class numbers, 0 for background (h, w) or (d, h, w), and the same
    segments             per image class and object numbers (2, h, w), and the same
    detections           per image boxes (class, x0, y0, x1, y1), and boxes (class, score, x0, y0, x1, y1)
    structures           per structure coordinates in angstrom (n, 3), NaN where not resolved, and coordinates (n, 3)
    samples              points of the reference (m, d), and generated points (n, d)
    molecules            SMILES of the training set, and generated SMILES
    embeddings           per row (label, batch), and points (n, d)
    clusterings          points (n, d), and a cluster of each (n,)
    outcomes             best known value (n,), and the value that an oracle gives the answer (n,); higher is better
    """

    LABELS = "labels"
    PROBABILITIES = "probabilities"
    SCORES = "scores"
    VALUES = "values"
    CLASS_PROBABILITIES = "class_probabilities"
    MULTI_LABEL = "multi_label"
    MULTI_TARGET = "multi_target"
    DISTRIBUTIONS = "distributions"
    RANKINGS = "rankings"
    SETS = "sets"
    SEQUENCES = "sequences"
    GRAPHS = "graphs"
    CUTS = "cuts"
    IMAGES = "images"
    MASKS = "masks"
    SEGMENTS = "segments"
    DETECTIONS = "detections"
    STRUCTURES = "structures"
    SAMPLES = "samples"
    MOLECULES = "molecules"
    EMBEDDINGS = "embeddings"
    CLUSTERINGS = "clusterings"
    OUTCOMES = "outcomes"


@dataclass(frozen=True)
class KnownValue:
    """A hand-checked value: the metric of `truth` and `prediction` is `value`; None where it is undefined.

    `note` is its source: the sum behind it, or where it is published.
    """

    truth: tuple[Any, ...]
    prediction: tuple[Any, ...]
    value: float | None
    note: str = ""


@dataclass(frozen=True)
class MetricSpec:
    """A metric: its names, its range, and the function that computes it.

    `compute(truth, prediction)` takes what its input kind says and returns a float; it raises ValueError where the
    metric is undefined. Its source stands alone (it may import what it needs inside its body), because it is copied
    into the evaluator of a pack; a `functools.partial` of such a function fixes a parameter. For binary labels 1 is the
    positive class. `reference` names the library function it is checked against.

    An alias in `ambiguous` is read in its exact case, and only beside another column that names one of `companions`
    (metric ids): `SP` is the specificity next to `SE`, and nothing we know on its own. `is_fraction` says that a
    printed percent stands for a fraction. `no_skill` is what a constant or chance predictor scores, where that does
    not depend on the data. `averaging` types the choices that change the result. `family` is the metric whose printed
    name this one shares: `auroc_macro` is what `AUC` means for more than two classes.
    """

    metric_id: str
    title: str
    aliases: tuple[str, ...]
    direction: Direction
    low: float | None
    high: float | None
    optimum: float | None
    input_kind: InputKind
    reference: str
    compute: Callable[[Any, Any], float]
    known: tuple[KnownValue, ...]
    is_fraction: bool = False
    averaging: tuple[str, ...] = ()
    no_skill: float | None = None
    ambiguous: tuple[str, ...] = ()
    companions: tuple[str, ...] = ()
    family: str = ""

    @property
    def function(self) -> Callable[..., float]:
        """The function whose source is copied into evaluators."""
        found: Callable[..., float] = getattr(self.compute, "func", self.compute)
        return found

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters that are fixed for this metric."""
        return dict(getattr(self.compute, "keywords", {}))
