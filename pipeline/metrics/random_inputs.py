"""Random inputs of every kind, the same for the same seed: for mutation testing and for comparing with libraries."""

import random
from collections.abc import Callable
from typing import Any

from pipeline.metrics.spec import InputKind

ROWS = 12
CLASSES = 4
LETTERS = "abcdefghij"
SMILES = ("C", "CC", "CCO", "OCC", "c1ccccc1", "CN", "C1CC", "CC(=O)Oc1ccccc1C(=O)O", "xyz", "CCN(C)C", "O=C=O", "")

Pair = tuple[list[Any], list[Any]]


def random_input(kind: InputKind, seed: int) -> Pair:
    """Truth and prediction of a kind. Odd seeds of `labels` have two classes, even ones four."""
    draw = random.Random(seed)
    if kind is InputKind.LABELS:
        classes = 2 if seed % 2 else CLASSES
        return [draw.randrange(classes) for _ in range(ROWS)], [draw.randrange(classes) for _ in range(ROWS)]
    return _MAKERS[kind](draw)


def perfect_answer(kind: InputKind, truth: list[Any]) -> list[Any] | None:
    """The prediction that is as good as the truth; None for kinds whose truth is no answer."""
    if kind in (InputKind.CUTS, InputKind.MOLECULES, InputKind.EMBEDDINGS, InputKind.CLUSTERINGS):
        return None
    if kind is InputKind.CLASS_PROBABILITIES:
        return [[float(label == place) for place in range(CLASSES)] for label in truth]
    if kind is InputKind.RANKINGS:
        return [sorted(gains, key=lambda item: (-gains[item], item)) for gains in truth]
    if kind is InputKind.DETECTIONS:
        return [[(box[0], 1.0, *box[1:]) for box in boxes] for boxes in truth]
    if kind in (InputKind.MULTI_LABEL, InputKind.MULTI_TARGET):
        return [[0.0 if value != value else value for value in row] for row in truth]
    if kind is InputKind.STRUCTURES:
        return [[[0.0 if value != value else value for value in row] for row in atoms] for atoms in truth]
    return truth


def _values(draw: random.Random) -> Pair:
    return [draw.gauss(3, 2) for _ in range(ROWS)], [draw.gauss(3, 2) for _ in range(ROWS)]


def _scores(draw: random.Random) -> Pair:
    return [draw.randrange(2) for _ in range(ROWS)], [draw.random() for _ in range(ROWS)]


def _class_probabilities(draw: random.Random) -> Pair:
    truth = [*range(CLASSES), *(draw.randrange(CLASSES) for _ in range(ROWS - CLASSES))]
    draw.shuffle(truth)
    return truth, [_shares(draw, CLASSES) for _ in truth]


def _shares(draw: random.Random, size: int) -> list[float]:
    weights = [draw.expovariate(1) for _ in range(size)]
    return [weight / sum(weights) for weight in weights]


def _multi_label(draw: random.Random) -> Pair:
    truth = [[float("nan") if draw.random() < 0.1 else draw.randrange(2) for _ in range(3)] for _ in range(ROWS)]
    return truth, [[draw.random() for _ in range(3)] for _ in range(ROWS)]


def _multi_target(draw: random.Random) -> Pair:
    truth = [[float("nan") if draw.random() < 0.1 else draw.gauss(3, 2) for _ in range(3)] for _ in range(ROWS)]
    return truth, [[draw.gauss(3, 2) for _ in range(3)] for _ in range(ROWS)]


def _distributions(draw: random.Random) -> Pair:
    return [_shares(draw, 3) for _ in range(ROWS)], [_shares(draw, 3) for _ in range(ROWS)]


def _rankings(draw: random.Random) -> Pair:
    items = [f"{letter}{number}" for letter in LETTERS for number in range(12)]
    truth = [{item: draw.randrange(4) for item in draw.sample(items, 6)} for _ in range(ROWS)]
    return truth, [draw.sample(items, 110) for _ in range(ROWS)]


def _sets(draw: random.Random) -> Pair:
    return [_some(draw) for _ in range(ROWS)], [_some(draw) for _ in range(ROWS)]


def _some(draw: random.Random) -> set[str]:
    return set(draw.sample(LETTERS[:5], draw.randrange(5)))


def _sequences(draw: random.Random) -> Pair:
    """Texts of 11 letters and blanks; the prediction differs in some of them."""
    truth = ["".join(draw.choice("ab c") for _ in range(11)) for _ in range(ROWS)]
    return truth, ["".join(letter if draw.random() < 0.8 else draw.choice("ab c") for letter in row) for row in truth]


def _graphs(draw: random.Random) -> Pair:
    pairs = [(one, other) for one in "abcd" for other in "abcd" if one != other]
    return [draw.sample(pairs, 4) for _ in range(3)], [draw.sample(pairs, draw.randrange(1, 6)) for _ in range(3)]


def _cuts(draw: random.Random) -> Pair:
    nodes = LETTERS[:6]
    graphs = [
        [(nodes[at], nodes[(at + step) % 6], float(draw.randrange(1, 9))) for step in (1, 2) for at in range(6)]
        for _ in range(3)
    ]
    return graphs, [{node: at if at < 2 else draw.randrange(2) for at, node in enumerate(nodes)} for _ in graphs]


def _images(draw: random.Random) -> Pair:
    import numpy as np

    from_seed = np.random.default_rng(draw.randrange(2**32))
    truth = [np.clip(np.add.outer(np.arange(180), np.arange(176)) / 400 + from_seed.normal(0, 0.05, (180, 176)), 0, 1)]
    return truth, [np.clip(image + from_seed.normal(0, 0.1, image.shape), 0, 1) for image in truth]


def _masks(draw: random.Random) -> Pair:
    import numpy as np

    from_seed = np.random.default_rng(draw.randrange(2**32))
    truth = [np.zeros((14, 12), dtype=int) for _ in range(3)]
    for mask in truth:
        for label in (1, 2):
            top, left = from_seed.integers(0, 8, 2)
            mask[top : top + from_seed.integers(2, 6), left : left + from_seed.integers(2, 5)] = label
    return truth, [np.roll(mask, from_seed.integers(-2, 3, 2), axis=(0, 1)) for mask in truth]


def _segments(draw: random.Random) -> Pair:
    import numpy as np

    def of(mask: Any) -> Any:
        return np.stack([(mask > 0) * (1 + (mask == 3)), mask])

    truth, prediction = _masks(draw)
    return [of(mask) for mask in truth], [of(mask) for mask in prediction]


def _detections(draw: random.Random) -> Pair:
    def box() -> tuple[str, float, float, float, float]:
        left, top = draw.uniform(0, 60), draw.uniform(0, 60)
        return draw.choice("ab"), left, top, left + draw.uniform(10, 40), top + draw.uniform(10, 40)

    def near(found: Any) -> tuple[Any, ...]:
        return found[0], draw.random(), *(side + draw.gauss(0, 2) for side in found[1:])

    truth = [[box() for _ in range(3)] for _ in range(4)]
    return truth, [[*(near(found) for found in boxes), near(box())] for boxes in truth]


def _structures(draw: random.Random) -> Pair:
    """Chains of 10 residues 3.8 angstrom apart, turned and shaken; one residue is not resolved."""
    import numpy as np

    from_seed = np.random.default_rng(draw.randrange(2**32))
    truth, prediction = [], []
    for _ in range(2):
        steps = from_seed.normal((1.0, 0.5, 0.0), 1.0, (10, 3))
        chain = np.cumsum(3.8 * steps / np.linalg.norm(steps, axis=1, keepdims=True), axis=0)
        turn = np.linalg.qr(from_seed.normal(size=(3, 3)))[0]
        shaken = chain + from_seed.normal(0, 1.5, chain.shape)
        prediction.append(shaken @ (turn * np.sign(np.linalg.det(turn))) + 7)
        chain[from_seed.integers(10)] = np.nan
        truth.append(chain)
    return truth, prediction


def _samples(draw: random.Random) -> Pair:
    truth = [[draw.gauss(0, 1), draw.gauss(2, 3)] for _ in range(ROWS)]
    return truth, [[draw.gauss(1, 1), draw.gauss(2, 2)] for _ in range(ROWS + 3)]


def _molecules(draw: random.Random) -> Pair:
    return draw.sample(SMILES, 4), [draw.choice(SMILES) for _ in range(ROWS)]


def _embeddings(draw: random.Random) -> Pair:
    truth = [(draw.choice("ab"), draw.choice("12")) for _ in range(40)]
    return truth, [[draw.gauss(0, 1) + 2 * (label == "a"), draw.gauss(0, 1)] for label, _ in truth]


def _clusterings(draw: random.Random) -> Pair:
    return [[draw.gauss(0, 1), draw.gauss(0, 2)] for _ in range(ROWS)], [draw.choice("abc") for _ in range(ROWS)]


def _outcomes(draw: random.Random) -> Pair:
    truth = [draw.gauss(3, 2) for _ in range(ROWS)]
    return truth, [best - draw.choice((0.0, draw.random())) for best in truth]


_MAKERS: dict[InputKind, Callable[[random.Random], Pair]] = {
    InputKind.PROBABILITIES: _scores,
    InputKind.SCORES: _scores,
    InputKind.VALUES: _values,
    InputKind.CLASS_PROBABILITIES: _class_probabilities,
    InputKind.MULTI_LABEL: _multi_label,
    InputKind.MULTI_TARGET: _multi_target,
    InputKind.DISTRIBUTIONS: _distributions,
    InputKind.RANKINGS: _rankings,
    InputKind.SETS: _sets,
    InputKind.SEQUENCES: _sequences,
    InputKind.GRAPHS: _graphs,
    InputKind.CUTS: _cuts,
    InputKind.IMAGES: _images,
    InputKind.MASKS: _masks,
    InputKind.SEGMENTS: _segments,
    InputKind.DETECTIONS: _detections,
    InputKind.STRUCTURES: _structures,
    InputKind.SAMPLES: _samples,
    InputKind.MOLECULES: _molecules,
    InputKind.EMBEDDINGS: _embeddings,
    InputKind.CLUSTERINGS: _clusterings,
    InputKind.OUTCOMES: _outcomes,
}
