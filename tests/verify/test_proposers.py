"""From files of many kinds to instances: what each proposer sees, and the rows that come out of its recipe."""

import io
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

import h5py
import numpy as np
import pytest
from PIL import Image
from scipy.io import savemat

from pipeline.adapters.store import FileStore
from pipeline.verify.candidate import find_candidates
from pipeline.verify.instance import Instance
from pipeline.verify.inventory import Root, take
from pipeline.verify.materialise import materialise
from pipeline.verify.propose import Proposal, propose
from schemas.curation import Curation
from schemas.data import Recipe
from schemas.task import Protocol
from tests.verify.records import setting, task

Propose = Callable[..., Proposal]
RNG = np.random.default_rng(0)
X = {"train": RNG.normal(size=(8, 3)), "test": RNG.normal(size=(4, 3))}
LABELS = {"train": np.array([0, 1, 1, 0, 1, 0, 0, 1]), "test": np.array([1, 0, 1, 0])}
VALUES = {part: found.sum(axis=1) for part, found in X.items()}


@pytest.fixture
def made(folder: Callable[[Mapping[str, str | bytes]], Path], store: FileStore) -> Propose:
    """The proposal for one setting from the files of a folder."""

    def run(
        files: Mapping[str, str | bytes], metric: str = "accuracy", curation: Curation | None = None, **fields: object
    ) -> Proposal:
        found = take("p", Root("u", folder(files)), store).files
        return propose(found, task(setting("s", **fields), metric_id=metric), curation)

    return run


def only(proposal: Proposal) -> Recipe:
    assert [each.reason for each in proposal.unmatched] == []
    return proposal.recipes[0]


def saved(write: Callable[[io.BytesIO], object]) -> bytes:
    target = io.BytesIO()
    write(target)
    return target.getvalue()


def npz(**arrays: np.ndarray) -> bytes:
    return saved(lambda target: np.savez(target, **arrays))


def npy(array: np.ndarray) -> bytes:
    return saved(lambda target: np.save(target, array))


def hdf5(arrays: Mapping[str, np.ndarray]) -> bytes:
    def write(target: io.BytesIO) -> None:
        with h5py.File(target, "w") as file:
            for name, array in arrays.items():
                file[name] = array

    return saved(write)


def arrays(y: Mapping[str, np.ndarray], x_name: str = "x_{}", y_name: str = "y_{}") -> dict[str, np.ndarray]:
    return {n.format(part): a[part] for part in ("train", "test") for n, a in ((x_name, X), (y_name, y))}


def mat(found: Mapping[str, np.ndarray]) -> bytes:
    return saved(lambda target: savemat(target, dict(found)))


def rows(instance: Instance) -> dict[tuple[float, ...], object]:
    """The targets of the test rows by their inputs."""
    inputs = zip(*(instance.test_inputs[name] for name in instance.inputs), strict=True)
    return dict(zip(inputs, instance.truth[instance.target], strict=True))


CONTAINERS = {
    "npz": lambda y: {"data.npz": npz(**arrays(y))},
    "mat": lambda y: {"data.mat": mat(arrays(y))},
    "npz, capital and fused": lambda y: {"data.npz": npz(**arrays(y, "X{}", "y{}"))},
    "npy files": lambda y: {f"{name}.npy": npy(array) for name, array in arrays(y, "X_{}", "Y_{}").items()},
    "groups in HDF5": lambda y: {"data.h5": hdf5(arrays(y, "{}/x", "{}/y"))},
    "HDF5, words": lambda y: {"data.h5": hdf5(arrays(y, "{}_features", "{}_labels"))},
    "an npz per part": lambda y: {f"{part}.npz": npz(features=X[part], targets=y[part]) for part in ("train", "test")},
}


@pytest.mark.parametrize("kind", CONTAINERS)
def test_keyed_arrays_come_out_row_by_row(made: Propose, store: FileStore, kind: str) -> None:
    recipe = only(made(CONTAINERS[kind](LABELS)))
    assert (recipe.proposer, recipe.target_kind, recipe.classes) == ("keyed_arrays", "binary", ("0", "1"))
    assert len(recipe.inputs) == 3 and recipe.confidence >= 0.8 and "pair up row by row" in " ".join(recipe.reasons)
    instance = materialise(recipe, store)
    assert rows(instance) == {tuple(x): y for x, y in zip(X["test"], LABELS["test"], strict=True)}
    regression = only(made(CONTAINERS[kind](VALUES), "mae"))
    assert regression.target_kind == "regression"
    found = rows(materialise(regression, store))
    assert found == {tuple(x): y for x, y in zip(X["test"], VALUES["test"], strict=True)}


def test_one_hot_targets_become_classes(made: Propose, store: FileStore) -> None:
    flags = {part: np.eye(2, dtype="uint8")[found] for part, found in LABELS.items()}
    recipe = only(made({"data.npz": npz(**arrays(flags))}))
    found = rows(materialise(recipe, store))
    assert found == {tuple(x): y for x, y in zip(X["test"], LABELS["test"], strict=True)}


def test_images_in_an_array_are_laid_out_with_their_place_in_the_name(made: Propose, store: FileStore) -> None:
    images = {part: RNG.integers(0, 255, (len(found), 2, 2), dtype="uint8") for part, found in LABELS.items()}
    content = npz(**{f"{role}_{part}": of[part] for part in LABELS for role, of in (("x", images), ("y", LABELS))})
    recipe = only(made({"data.npz": content}))
    assert recipe.inputs == ("x_0_0", "x_0_1", "x_1_0", "x_1_1")
    assert len(materialise(recipe, store).truth) == 4


@pytest.mark.parametrize(
    ("y", "said"),
    [
        (X, "holds 3 targets a row"),
        ({part: np.array([f"w{n}" for n in range(30)] * 2)[: len(f)] for part, f in LABELS.items()}, ""),
    ],
)
def test_targets_that_are_no_single_answer_are_asked(made: Propose, y: Mapping[str, np.ndarray], said: str) -> None:
    proposal = made({"data.npz": npz(**arrays(y))})
    if said:
        assert said in proposal.questions[0].question
    else:
        assert len(proposal.recipes) == 1


@pytest.mark.parametrize(
    "names",
    [("x_train", "y_train"), ("x_train", "y_train", "x_test"), ("x_train", "y_train", "x_test", "y_test", "x_train_2")],
)
def test_incomplete_or_double_arrays_are_no_recipe(made: Propose, names: tuple[str, ...]) -> None:
    found = {name: X["train"] if name.startswith("x") else LABELS["train"] for name in names}
    proposal = made({"data.npz": npz(**found)})
    complete = set(names) >= {"x_train", "y_train", "x_test", "y_test"}
    assert bool(proposal.recipes) == complete


def table(split: Callable[[int], object], column: str = "split", n: int = 12) -> str:
    return f"x,{column},label\n" + "".join(f"name{i},{split(i)},{'no' if i % 2 else 'yes'}\n" for i in range(n))


def test_a_column_says_the_part(made: Propose, store: FileStore) -> None:
    recipe = only(made({"data.csv": table(lambda i: ("train", "valid", "test")[i % 3])}))
    assert (recipe.proposer, recipe.split, recipe.inputs) == ("split_column", "column", ("x",))
    instance = materialise(recipe, store)
    assert instance.validation is not None
    assert set(instance.test_inputs["x"]) == {"name2", "name5", "name8", "name11"}
    assert len(instance.train) == len(instance.validation) == 4


def test_a_column_of_fold_numbers_is_k_folds(made: Propose, store: FileStore) -> None:
    proposal = made({"data.csv": table(lambda i: i % 3, "fold")}, protocol=Protocol.KFOLD)
    assert [fold.fold for fold in proposal.proposed[0].match.folds] == [0, 1, 2]
    assert set(materialise(only(proposal), store).test_inputs["x"]) == {"name0", "name3", "name6", "name9"}


@pytest.mark.parametrize(
    "lists",
    [
        {"train_idx.npy": npy(np.arange(8)), "test_idx.npy": npy(np.arange(8, 12))},
        {"splits/train_index.txt": "\n".join(map(str, range(8))), "splits/test_index.txt": "8\n9\n10\n11\n"},
        {"split.json": '{"train": [0,1,2,3,4,5,6,7], "test": [8,9,10,11]}'},
    ],
)
def test_lists_of_row_numbers(made: Propose, store: FileStore, lists: Mapping[str, str | bytes]) -> None:
    data = "x,label\n" + "".join(f"name{i},{'no' if i % 2 else 'yes'}\n" for i in range(12))
    recipe = only(made({"data.csv": data, **lists}))
    assert (recipe.proposer, recipe.split) == ("index_files", "indices")
    instance = materialise(recipe, store)
    assert set(instance.test_inputs["x"]) == {"name8", "name9", "name10", "name11"} and len(instance.train) == 8


def test_published_folds_in_one_file_of_lists(made: Propose, store: FileStore) -> None:
    data = "x,label\n" + "".join(f"name{i},{'no' if i % 2 else 'yes'}\n" for i in range(4))
    folds = '{"fold_0": {"train": [0, 1], "test": [2, 3]}, "fold_1": {"train": [2, 3], "test": [0, 1]}}'
    proposal = made({"data.csv": data, "splits.json": folds}, protocol=Protocol.KFOLD)
    assert [fold.fold for fold in proposal.proposed[0].match.folds] == [0, 1]
    assert set(materialise(only(proposal), store).test_inputs["x"]) == {"name2", "name3"}


def test_pictures_in_folders_of_their_class(made: Propose, store: FileStore) -> None:
    def picture(value: int, size: int = 4) -> bytes:
        return saved(lambda t: Image.fromarray(np.full((size, size), value, dtype="uint8")).save(t, "PNG"))

    names = [(part, label, n) for part in ("train", "test") for label in ("cat", "dog") for n in range(3)]
    files = {f"{p}/{label}/{n}.png": picture(10 * n + len(p) + (label == "dog") * 100) for p, label, n in names}
    recipe = only(made(files))
    assert (recipe.proposer, recipe.classes, len(recipe.inputs)) == ("image_folders", ("cat", "dog"), 16)
    instance = materialise(recipe, store)
    assert Counter(instance.truth["label"]) == {0: 3, 1: 3}
    assert all(
        (row >= 100) == bool(y)
        for row, y in zip(instance.test_inputs["pixels_0_0"], instance.truth["label"], strict=True)
    )
    large = made({name: picture(1, 100) for name in files})
    assert "pictures of 10000 values are no table of pixels" in large.questions[0].question


def test_parquet_and_json_lines_come_split_as_csv_does(made: Propose, store: FileStore, tmp_path: Path) -> None:
    import pandas as pd

    frame = pd.DataFrame({"x": [f"n{i}" for i in range(6)], "target": [i + 0.5 for i in range(6)]})
    for write, suffix in (("to_parquet", "parquet"), ("to_json", "jsonl")):
        more = {"orient": "records", "lines": True} if suffix == "jsonl" else {}
        files = {}
        for part, found in (("train", frame[:4]), ("test", frame[4:])):
            getattr(found, write)(tmp_path / "t", **more)
            files[f"{suffix}/{part}.{suffix}"] = (tmp_path / "t").read_bytes()
        prefix = {"settings": [{"setting_id": "s", "name": "s", "task": "", "protocol": "fixed", "files": [suffix]}]}
        curation = Curation.model_validate({"by": "A", "date": date(2026, 1, 2), **prefix})
        assert sorted(materialise(only(made(files, "mae", curation)), store).truth["target"]) == [4.5, 5.5]


def test_every_candidate_says_why_and_how_sure_it_is(
    made: Propose, store: FileStore, folder: Callable[..., Path]
) -> None:
    root = folder({"a/data.npz": npz(**arrays(LABELS)), "b/data.csv": table(lambda i: ("train", "test")[i % 2])})
    found = find_candidates(take("p", Root("u", root), store).files)
    assert {each.proposer for each in found} == {"keyed_arrays", "split_column"}
    assert all(each.reasons and 0 < each.confidence <= 1 for each in found)


def test_a_recipe_of_arrays_is_the_same_bytes_twice(made: Propose, store: FileStore) -> None:
    recipe = only(made(CONTAINERS["npz"](VALUES), "mae"))
    one, two = materialise(recipe, store), materialise(recipe, store)
    assert one.test_inputs.to_csv() == two.test_inputs.to_csv() and one.truth.to_csv() == two.truth.to_csv()
