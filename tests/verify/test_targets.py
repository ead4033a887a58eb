"""Targets that are neither one class nor one number: several columns with gaps, labels, and texts."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from pydantic import ValidationError

from pipeline.adapters.store import FileStore
from pipeline.ports import Produced
from pipeline.verify import RecipeError, materialise
from pipeline.verify.inventory import Root, take
from pipeline.verify.propose import Proposal, propose
from schemas.curation import CuratedRecipe
from schemas.data import CheckStatus, DataCheck
from tests.verify.records import setting, task
from tests.verify.test_recipes import curation, only

Folder = Callable[[Mapping[str, str | bytes]], Path]
Recipes = Callable[..., Proposal]


def rows(numbers: range, columns: str, row: Callable[[int], str]) -> str:
    return "\n".join([columns, *map(row, numbers)]) + "\n"


def split(columns: str, row: Callable[[int], str]) -> dict[str, str]:
    return {"train.csv": rows(range(60), columns, row), "test.csv": rows(range(60, 90), columns, row)}


MEASURED = split(
    "dose,density,viscosity",
    lambda n: f"{n}.5,{n / 7:.3f},{'' if n % 3 else n * 1.5}" if n % 10 else f"{n}.5,,",
)
TOXIC = split("mass,target_a,target_b", lambda n: f"{n}.25,{n % 2},{'' if n % 3 == 0 else n % 5 % 2}")
TRANSLATED = split("source,translation", lambda n: f"ein Satz {n},a sentence of {n} and {n * n}")


@pytest.fixture
def recipes(folder: Folder, store: FileStore) -> Recipes:
    def run(files: Mapping[str, str | bytes], metric: str, about: str = "", **entry: object) -> Proposal:
        found = take("p", Root("u", folder(files)), store).files
        said = curation(**entry) if entry else None
        return propose(found, task(setting("s", task=about), metric_id=metric), said)

    return run


def test_targets_that_the_task_names_are_proposed(recipes: Recipes, store: FileStore) -> None:
    recipe = only(recipes(MEASURED, "rmse_per_target", "prediction of density and viscosity of a mixture"))
    assert (recipe.targets, recipe.target, recipe.inputs) == (("density", "viscosity"), "density", ("dose",))
    assert (recipe.target_kind, recipe.classes) == ("multi_target", ())
    assert "named by the task" in recipe.reasons[-1] and recipe.confidence == 0.8
    instance = materialise(recipe, store)
    assert (len(instance.train), len(instance.truth)) == (54, 27), "rows without any target are left out"
    assert list(instance.truth.columns) == ["id", "density", "viscosity"]
    assert int(instance.truth["viscosity"].isna().sum()) == 18
    assert list(instance.test_inputs.columns) == ["id", "dose"]


def test_columns_called_targets_are_proposed_as_labels(recipes: Recipes, store: FileStore) -> None:
    recipe = only(recipes(TOXIC, "auroc_per_target"))
    assert (recipe.targets, recipe.target_kind) == (("target_a", "target_b"), "multi_label")
    truth = materialise(recipe, store).truth
    assert set(truth["target_a"]) == {"0", "1"} and truth["target_b"].isna().sum() == 10


def test_a_task_that_names_one_column_leaves_a_choice(recipes: Recipes) -> None:
    (unmatched,) = recipes(MEASURED, "rmse", "prediction of density").unmatched
    assert unmatched.category == "ambiguous_columns"


def test_a_text_is_a_target_only_where_the_metrics_compare_texts(recipes: Recipes, store: FileStore) -> None:
    files = {name: text.replace("translation", "target", 1) for name, text in TRANSLATED.items()}
    recipe = only(recipes(files, "bleu"))
    assert (recipe.target, recipe.target_kind, recipe.classes) == ("target", "text", ())
    assert materialise(recipe, store).train["target"].iloc[2] == "a sentence of 2 and 4"
    (unmatched,) = recipes(files, "accuracy").unmatched
    assert "too many values to be classes" in unmatched.reason


def test_a_human_names_targets_and_their_kind(recipes: Recipes) -> None:
    named = {"inputs": ["dose"], "targets": ["viscosity", "density"]}
    recipe = only(recipes(MEASURED, "rmse_per_target", **named))
    assert (recipe.targets, recipe.target_kind) == (("viscosity", "density"), "multi_target")
    assert recipe.decider.person == "A. Curator"
    toxic = {"inputs": ["mass"], "targets": ["target_b", "target_a"]}
    assert only(recipes(TOXIC, "auroc_per_target", **toxic)).target_kind == "multi_label"
    assert only(recipes(TOXIC, "rmse", **toxic, target_kind="multi_target")).target_kind == "multi_target"


def test_a_human_writes_a_whole_recipe_of_several_targets(recipes: Recipes, store: FileStore) -> None:
    sources = [{"path": "train.csv", "part": "train"}, {"path": "test.csv", "part": "test"}]
    recipe = only(recipes(TOXIC, "auroc", inputs=["mass"], targets=["target_a", "target_b"], sources=sources))
    assert (recipe.proposer, recipe.target_kind) == ("human", "multi_label")
    assert len(materialise(recipe, store).truth) == 30


def test_a_human_calls_a_column_text(recipes: Recipes) -> None:
    named = {"inputs": ["source"], "target": "translation", "target_kind": "text"}
    assert only(recipes(TRANSLATED, "bleu", **named)).target_kind == "text"


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({"targets": ["a", "a"]}, "two or more different columns"),
        ({"targets": ["a"]}, "two or more different columns"),
        ({"targets": ["a", "x"]}, "none of the `inputs`"),
        ({"targets": ["a", "b"], "target": "a"}, "not both"),
    ],
)
def test_targets_of_an_entry_are_several_and_no_inputs(entry: dict[str, object], reason: str) -> None:
    with pytest.raises(ValidationError, match=reason):
        CuratedRecipe.model_validate({"setting_id": "s", "inputs": ["x"], **entry})


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({"targets": ["density", "colour"]}, "do not have: colour"),
        ({"targets": ["density", "viscosity"], "target_kind": "binary"}, "go with the kinds multi_target, multi_label"),
    ],
)
def test_what_does_not_fit_is_said(entry: dict[str, object], reason: str, recipes: Recipes) -> None:
    (unmatched,) = recipes(MEASURED, "rmse", inputs=["dose"], **entry).unmatched
    assert reason in unmatched.reason


@pytest.mark.parametrize(
    ("kind", "cell", "reason"),
    [
        ("multi_label", "2", "the value 2, which is neither 0 nor 1"),
        ("multi_label", "yes", "values that are no numbers"),
        ("multi_target", "high", "values that are no numbers"),
    ],
)
def test_a_cell_of_another_kind_is_refused(
    kind: str, cell: str, reason: str, recipes: Recipes, store: FileStore
) -> None:
    files = {name: text.replace(",1,", f",{cell},", 1) for name, text in TOXIC.items()}
    named = {"inputs": ["mass"], "targets": ["target_a", "target_b"], "target_kind": kind}
    with pytest.raises(RecipeError, match=reason):
        materialise(only(recipes(files, "auroc", **named)), store)


def checked(verified: Callable[..., Produced], root: Path, metric: str, about: str = "") -> dict[str, DataCheck]:
    """The checks of the stage by id and subject."""
    produced = verified(root, task(setting("s", task=about), metric_id=metric), None)
    return {f"{c.check_id} {c.subject}": c for c in produced.records if isinstance(c, DataCheck)}


def test_the_stage_verifies_several_targets(folder: Folder, verified: Callable[..., Produced]) -> None:
    found = checked(verified, folder(MEASURED), "rmse_per_target", "prediction of density and viscosity")
    assert "dose -> density, viscosity" in found["4.3 separation"].reason
    known = found["4.8 target in train"]
    assert known.status is CheckStatus.PASS and "0 of 2 targets" in known.reason
    assert {m.name: m.value for m in known.measures} == {"known": round((54 + 18) / 108, 6), "targets": 2}
    assert found["4.5 setting"].reason.startswith("passes")


def test_a_target_of_which_nothing_is_known_is_told(folder: Folder, verified: Callable[..., Produced]) -> None:
    some = split("mass,target_a,target_b", lambda n: f"{n}.25,{n % 2},{n % 2 if n < 60 else ''}")
    assert checked(verified, folder(some), "auroc")["4.8 target in test"].status is CheckStatus.WARN
    flat = split("mass,target_a,target_b", lambda n: f"{n}.25,{n % 2 if n < 60 else 1},{n % 3 % 2 if n < 60 else 0}")
    assert checked(verified, folder(flat), "auroc")["4.8 target in test"].status is CheckStatus.FAIL


def test_rows_with_equal_inputs_and_other_targets_conflict(folder: Folder, verified: Callable[..., Produced]) -> None:
    torn = split("mass,target_a,target_b", lambda n: f"{n // 2}.25,{n % 2},{n // 2 % 2}")
    found = checked(verified, folder(torn), "auroc")["4.6 conflicting targets"]
    assert (found.status, found.measures[0].value) == (CheckStatus.WARN, 90)


def test_the_stage_verifies_texts(folder: Folder, verified: Callable[..., Produced]) -> None:
    files = {name: text.replace("translation", "target", 1) for name, text in TRANSLATED.items()}
    found = checked(verified, folder(files), "bleu")
    assert found["4.5 setting"].reason.startswith("passes")
    assert not [check for check in found.values() if check.status is CheckStatus.FAIL]
