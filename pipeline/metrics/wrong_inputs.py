"""Ways to hand a metric the wrong thing, by input kind: rows shifted, classes swapped, a unit missed."""

from collections.abc import Callable
from typing import Any

from pipeline.metrics.spec import InputKind

Change = Callable[[list[Any], list[Any]], tuple[list[Any], list[Any]]]


def input_changes(kind: InputKind) -> dict[str, Change]:
    """Every wrong input of a kind, by name."""
    changes: dict[str, Change] = {
        "shifted rows": lambda truth, prediction: (truth, prediction[1:] + prediction[:1]),
        "reversed rows": lambda truth, prediction: (truth, prediction[::-1]),
        "last row dropped": lambda truth, prediction: (truth[:-1], prediction[:-1]),
        "rows doubled at the front": lambda truth, prediction: (truth[:1] + truth, prediction[:1] + prediction),
        "swapped arguments": lambda truth, prediction: (prediction, truth),
    }
    return changes | _OF_KIND.get(kind, {})


def _on_prediction(change: Callable[[Any], Any]) -> Change:
    return lambda truth, prediction: (truth, [change(row) for row in prediction])


def _on_both(change: Callable[[Any], Any]) -> Change:
    return lambda truth, prediction: ([change(row) for row in truth], [change(row) for row in prediction])


def _swapped(label: Any) -> Any:
    return 1 - label if label in (0, 1) else label


def _complement(value: Any) -> Any:
    """The prediction of the other class; numbers beyond 0 to 1 and names stay as they are."""
    return 1 - value if not isinstance(value, str) and 0 <= value <= 1 else value


def _pooled(truth: list[Any], prediction: list[Any]) -> tuple[list[Any], list[Any]]:
    """All columns one below the other."""
    return [[value] for row in truth for value in row], [[value] for row in prediction for value in row]


def _without_missing(truth: list[Any], prediction: list[Any]) -> tuple[list[Any], list[Any]]:
    return [[0.0 if value != value else value for value in row] for row in truth], prediction


def _hardened(row: Any) -> Any:
    return [float(place == max(range(len(row)), key=row.__getitem__)) for place in range(len(row))]


def _folded(row: Any) -> Any:
    return row.lower().replace(" ", "")


def _array(row: Any) -> Any:
    import numpy as np

    return np.asarray(row)


_COLUMNS: dict[str, Change] = {
    "columns pooled": _pooled,
    "missing taken for 0": _without_missing,
    "columns of the prediction reversed": _on_prediction(lambda row: list(row)[::-1]),
    "first column only": _on_both(lambda row: list(row)[:1]),
}
_CLASSES: dict[str, Change] = {
    "swapped classes": lambda truth, prediction: ([_swapped(x) for x in truth], [_complement(x) for x in prediction]),
    "swapped classes of the truth": lambda truth, prediction: ([_swapped(x) for x in truth], prediction),
}
_IMAGES: dict[str, Change] = {
    "moved by a pixel": _on_prediction(lambda row: __import__("numpy").roll(_array(row), 1, axis=-1)),
    "turned upside down": _on_prediction(lambda row: _array(row)[..., ::-1, :]),
}

_OF_KIND: dict[InputKind, dict[str, Change]] = {
    InputKind.VALUES: {"prediction negated": _on_prediction(lambda value: -value)},
    InputKind.OUTCOMES: {"prediction negated": _on_prediction(lambda value: -value)},
    InputKind.LABELS: _CLASSES,
    InputKind.PROBABILITIES: _CLASSES,
    InputKind.SCORES: _CLASSES,
    InputKind.CLASS_PROBABILITIES: {
        "certain predictions": _on_prediction(_hardened),
        "classes reversed": _on_prediction(lambda row: list(row)[::-1]),
    },
    InputKind.MULTI_LABEL: {
        **_COLUMNS,
        "complement": _on_prediction(lambda row: [1 - value for value in row]),
        "half the threshold": _on_prediction(lambda row: [min(1.0, 2 * value) for value in row]),
    },
    InputKind.MULTI_TARGET: {**_COLUMNS, "prediction negated": _on_prediction(lambda row: [-value for value in row])},
    InputKind.DISTRIBUTIONS: {"columns reversed": _on_prediction(lambda row: list(row)[::-1])},
    InputKind.RANKINGS: {
        "worst first": _on_prediction(lambda row: list(row)[::-1]),
        "first item skipped": _on_prediction(lambda row: list(row)[1:]),
        "gains of 1": lambda t, p: ([{item: float(gain > 0) for item, gain in gains.items()} for gains in t], p),
    },
    InputKind.SETS: {"one more given": _on_prediction(lambda row: {*row, "one more"})},
    InputKind.SEQUENCES: {
        "case and blanks folded": _on_both(_folded),
        "texts reversed": _on_prediction(lambda row: row[::-1]),
        "last letter dropped": _on_both(lambda row: row[:-1]),
    },
    InputKind.GRAPHS: {
        "undirected": _on_both(lambda row: [tuple(sorted(edge)) for edge in row]),
        "edges turned round": _on_prediction(lambda row: [(other, one) for one, other in row]),
    },
    InputKind.CUTS: {
        "weights of 1": lambda t, p: ([[(a, b, 1.0) for a, b, _ in edges] for edges in t], p),
        "edges doubled": lambda t, p: ([[*edges, *((b, a, w) for a, b, w in edges)] for edges in t], p),
    },
    InputKind.IMAGES: {**_IMAGES, "span of 2": _on_both(lambda row: _array(row) / 2)},
    InputKind.MASKS: {**_IMAGES, "background counted": _on_both(lambda row: _array(row) + 1)},
    InputKind.SEGMENTS: {**_IMAGES, "classes for objects": _on_both(lambda row: _array(row)[[0, 0]])},
    InputKind.DETECTIONS: {
        "scores turned round": _on_prediction(lambda row: [(box[0], 1 - box[1], *box[2:]) for box in row]),
        "classes ignored": lambda t, p: (
            [[("x", *b[1:]) for b in r] for r in t],
            [[("x", *b[1:]) for b in r] for r in p],
        ),
        "width for right side": _on_prediction(lambda row: [(*b[:4], b[4] - b[2], b[5] - b[3]) for b in row]),
    },
    InputKind.STRUCTURES: {
        "mirrored": _on_prediction(lambda row: _array(row) * (1, 1, -1)),
        "nanometres": _on_both(lambda row: _array(row) / 10),
        "residues reversed": _on_prediction(lambda row: _array(row)[::-1]),
    },
    InputKind.SAMPLES: {
        "first half only": lambda truth, prediction: (truth, prediction[: max(1, len(prediction) // 2)]),
        "scale halved": _on_both(lambda row: _array(row) / 2),
    },
    InputKind.MOLECULES: {"upper case": _on_prediction(str.upper), "doubled": lambda t, p: (t, p + p)},
    InputKind.EMBEDDINGS: {
        "label and batch swapped": lambda truth, prediction: ([(row[1], row[0]) for row in truth], prediction),
        "points halved": _on_prediction(lambda row: _array(row) / 2),
    },
}
