"""Tasks on real data for the kinds of answers: scikit-learn's bundled sets, and the sequences of an example."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pandas as pd
from sklearn import datasets

from pipeline.adapters.store import FileStore
from pipeline.metrics import registry
from schemas.data import FileRole, Recipe, RecipeSource, SplitPart
from schemas.task import Direction, Metric
from tests.pack.cases import EXAMPLES, Case, data_file, metric, scores

DROP = "drop_rows_without_target"


@dataclass(frozen=True)
class Tables:
    """A table to be split in two, its roles, and what two methods of a paper would have scored."""

    frame: pd.DataFrame
    inputs: tuple[str, ...]
    targets: tuple[str, ...]
    kind: str
    scored: Mapping[str, tuple[float, float]]
    classes: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()


def digits() -> Tables:
    """Hand-written digits (1797 x 64): ten classes. The scores are those of a network and of nearest means."""
    found = datasets.load_digits()
    frame = pd.DataFrame(found.data, columns=list(found.feature_names)).assign(digit=found.target).iloc[:900]
    scored = {
        "log_loss_multiclass": (0.05, 0.6),
        "auroc": (0.999, 0.98),
        "brier_multiclass": (0.02, 0.3),
        "expected_calibration_error_multiclass": (0.01, 0.2),
        "top_3_accuracy": (0.999, 0.95),
        "accuracy": (0.99, 0.9),
    }
    return Tables(frame, tuple(found.feature_names), ("digit",), "multiclass", scored, tuple("0123456789"))


def physique() -> Tables:
    """Diabetes (442 patients): two blood values and the progression from the other columns, a fifth not measured."""
    found = datasets.load_diabetes(as_frame=True, scaled=False).frame
    targets = ("s3", "s5", "target")
    for at, name in enumerate(targets):
        drawn = [hashlib.sha256(f"{name}{row}".encode()).digest()[0] < 51 for row in range(len(found))]
        found[name] = found[name].astype(float).mask(pd.Series(drawn) & (found.index % 7 != at))
    inputs = tuple(name for name in found.columns if name not in targets)
    scored = {"rmse": (10.0, 24.0), "mae_pooled": (8.0, 20.0), "pearson_per_target": (0.9, 0.5)}
    return Tables(found, inputs, targets, "multi_target", scored, steps=(DROP,))


def properties() -> Tables:
    """Three properties of a hand-written digit, known for some: whether it is even, has a loop, is above 4."""
    found = digits().frame
    digit = found.pop("digit")
    labels = {"even": digit % 2 == 0, "loop": digit.isin([0, 6, 8, 9]), "large": digit > 4}
    for name, values in labels.items():
        drawn = [hashlib.sha256(f"{name}{row}".encode()).digest()[0] < 77 for row in range(len(found))]
        found[name] = values.astype(float).mask(pd.Series(drawn))
    scored = {"auroc": (0.9995, 0.9), "multilabel_f1_macro": (0.99, 0.8)}
    return Tables(found, tuple(found.columns[:64]), tuple(labels), "multi_label", scored, steps=(DROP,))


def halves() -> Tables:
    """The second half of a protein window from the first (the windows of the first example)."""
    text = (EXAMPLES / "lmsuccsite/data/test/fasta/test_positive_sites.fasta").read_text()
    windows = [line for line in text.splitlines() if line and not line.startswith(">")]
    frame = pd.DataFrame({"left": [w[:16] for w in windows], "right": [w[16:] for w in windows]})
    scored = {
        "sequence_recovery": (0.6, 0.1),
        "edit_distance": (7.0, 14.0),
        "exact_match": (0.3, 0.0),
    }
    return Tables(frame.drop_duplicates("left"), ("left",), ("right",), "text", scored)


def words() -> Tables:
    """The same with residues as words, for the metrics that count words."""
    made = halves()
    made.frame["right"] = made.frame["right"].map(" ".join)
    return replace(made, scored={"rouge_l": (0.6, 0.1), "bleu": (50.0, 2.0), "word_error_rate": (0.5, 1.0)})


SETS = {
    "class_probabilities": digits,
    "multi_target": physique,
    "multi_label": properties,
    "sequences": halves,
    "words": words,
}


def case_of(tables: Tables, base: Case, store: FileStore, folder: Path) -> Case:
    """A paper's task on two thirds of the rows for training and one for testing."""
    folder.mkdir(parents=True, exist_ok=True)
    is_test = [hashlib.sha256(str(row).encode()).digest()[0] % 3 == 0 for row in range(len(tables.frame))]
    parts = {SplitPart.TRAIN: [not one for one in is_test], SplitPart.TEST: is_test}
    for part, mask in parts.items():
        tables.frame[mask].to_csv(folder / f"{part.value}.csv", index=False)
    files = {
        part: data_file(store, "https://zenodo.org/records/7", folder, f"{part}.csv", FileRole.INITIAL_STATE, "MIT")
        for part in parts
    }
    recipe = Recipe(
        paper_id="p",
        setting_id="enzyme_screen",
        proposer="test",
        sources=tuple(
            RecipeSource(path=file.path, sha256=file.sha256, part=part, reader="csv") for part, file in files.items()
        ),
        inputs=tables.inputs,
        target=tables.targets[0],
        targets=tables.targets if len(tables.targets) > 1 else (),
        target_kind=tables.kind,
        classes=tables.classes,
        steps=tables.steps,
    )
    setting = base.task.settings[0].model_copy(update={"task": "prediction of what a measurement shows"})
    task = base.task.model_copy(
        update={
            "settings": (setting,),
            "metrics": tuple(_metrics(list(tables.scored))),
            "scores": tuple(
                score
                for name, (own, other) in tables.scored.items()
                for score in scores("enzyme_screen", name, {"ZymoFormer": own, "Lookup": other}, "ZymoFormer")
            ),
        }
    )
    return replace(base, task=task, recipes=(recipe,), files=(*files.values(), base.files[-1]))


def _metrics(names: Sequence[str]) -> list[Metric]:
    return [metric(n, n == names[0], registry()[n].direction is Direction.LOWER) for n in names]


def read(path: Path) -> Any:
    """A table with every cell as text."""
    return pd.read_csv(path, dtype=str, keep_default_na=False)
