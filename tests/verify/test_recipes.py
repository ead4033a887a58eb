"""A recipe is declared: sources, transforms, split, roles. A human may write, edit or choose one; code carries it out."""

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.adapters.store import FileStore
from pipeline.ports import Produced
from pipeline.verify import Instance, RecipeError, materialise
from pipeline.verify.inventory import Root, take
from pipeline.verify.propose import Proposal, propose
from pipeline.verify.splitting import at_random
from pipeline.verify.transforming import transformed
from schemas.curation import Curation
from schemas.data import Recipe, SplitPart
from schemas.evidence import DecidedBy
from schemas.outcome import Call
from schemas.task import Protocol
from schemas.transforms import SplitRule, Transform
from tests.verify.records import setting, task

Folder = Callable[[Mapping[str, str | bytes]], Path]
Recipes = Callable[..., Proposal]


@pytest.fixture
def recipes(folder: Folder, store: FileStore) -> Recipes:
    """The proposal for one setting from files, and from what a human wrote for it."""

    def run(files: Mapping[str, str | bytes], metric: str = "mae", **entry: object) -> Proposal:
        said = curation(**entry) if entry else None
        return propose(take("p", Root("u", folder(files)), store).files, task(setting("s"), metric_id=metric), said)

    return run


def curation(**entry: object) -> Curation:
    return Curation.model_validate(
        {"by": "A. Curator", "date": date(2026, 1, 2), "recipes": [{"setting_id": "s", **entry}]}
    )


def only(proposal: Proposal) -> Recipe:
    assert [each.reason for each in proposal.unmatched] == []
    return proposal.recipes[0]


def table(rows: range, columns: str = "x,y", row: str = "name{n},{n}.5") -> str:
    return columns + "\n" + "".join(row.format(n=n, third=n % 3) + "\n" for n in rows)


SPLIT = {
    "train.csv": table(range(8), "x,note,y", "name{n},n{third},{n}.5"),
    "test.csv": table(range(8, 12), "x,note,y", "name{n},n{third},{n}.5"),
}


def test_a_recipe_before_and_after_a_human_edit(recipes: Recipes, store: FileStore) -> None:
    """The human leaves out a column and the rows of one note, and keeps the rest of the proposal."""
    before = only(recipes(SPLIT))
    assert (before.inputs, before.transforms, before.decider.by) == (("x", "note"), (), DecidedBy.RULES)
    step = {"step": "filter", "columns": ["note"], "compare": "not_in", "values": ["n0"]}
    after = only(recipes(SPLIT, inputs=["x"], target="y", transforms=[step]))
    assert (after.sources, after.split, after.target_kind) == (before.sources, before.split, before.target_kind)
    assert (after.inputs, after.transforms) == (("x",), (Transform.model_validate(step),))
    assert (after.decider.by, after.decider.person, after.confidence) == (DecidedBy.HUMAN, "A. Curator", 1.0)
    assert len(materialise(before, store).truth) == 4
    instance = materialise(after, store)
    assert list(instance.test_inputs.columns) == ["id", "x"]
    assert set(instance.test_inputs["x"]) == {"name8", "name10", "name11"}
    assert Recipe.model_validate_json(after.model_dump_json()) == after


def test_a_whole_recipe_of_a_human(recipes: Recipes, store: FileStore) -> None:
    """Features and labels in two files, joined by their id and split by a column of the second."""
    files = {
        "features.tsv": "id\ta\tb\n" + "".join(f"s{n}\t{n}\t{n * n}\n" for n in range(6)),
        "labels.csv": "sample,part,score\n"
        + "".join(f"s{n},{'dev' if n % 3 else 'held out'},{n}.25\n" for n in range(6)),
    }
    proposal = recipes(
        files,
        sources=[{"path": "labels.csv"}, {"path": "features.tsv", "table": "features"}],
        transforms=[
            {"step": "rename", "columns": ["sample"], "names": ["id"]},
            {"step": "join", "table": "features", "columns": ["id"]},
        ],
        split="column",
        split_rule={"column": "part", "train": ["dev"], "test": ["held out"]},
        inputs=["a", "b"],
        target="score",
    )
    recipe = only(proposal)
    assert (recipe.proposer, recipe.target_kind) == ("human", "regression")
    instance = materialise(recipe, store)
    assert sorted(zip(instance.test_inputs["a"], instance.test_inputs["b"], instance.truth["score"], strict=True)) == [
        (0, 0, 0.25),
        (3, 9, 3.25),
    ]


def test_a_human_chooses_among_the_proposals_by_title(recipes: Recipes) -> None:
    files = {f"{name}/{part}": content for name in ("one", "two") for part, content in SPLIT.items()}
    asked = recipes(files)
    assert "one, two" in asked.questions[0].question
    assert only(recipes(files, choice="two")).sources[0].path == "two/train.csv"
    wrong = recipes(files, choice="three")
    assert "'three' is none of the proposals (one, two)" in wrong.questions[0].question


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"sources": [{"path": "no.csv"}]}, "'no.csv', which is not among the files"),
        ({"sources": [{"path": "train.csv", "reader": "pickle"}]}, "no reader reads as a table"),
        ({"sources": [{"path": "train.csv"}], "target": "z"}, "nothing says what 'z' holds"),
    ],
)
def test_a_human_recipe_that_does_not_fit_is_said(recipes: Recipes, entry: dict[str, object], said: str) -> None:
    proposal = recipes(SPLIT, **{"inputs": ["x"], "target": "y", **entry})
    assert said in proposal.questions[0].question and proposal.questions[0].field == "recipes"


def test_a_program_is_recorded_for_a_human_and_never_run(
    folder: Folder, verified: Callable[..., Produced], tmp_path: Path
) -> None:
    mark = tmp_path / "executed"
    root = folder({**SPLIT, "make.py": f"open({str(mark)!r}, 'w')\n"})
    produced = verified(root, task(setting("s"), metric_id="mae"), curation(script="make.py"))
    recipe = next(record for record in produced.records if isinstance(record, Recipe))
    assert (recipe.script, recipe.paper_id, recipe.decider.by) == ("make.py", "p", DecidedBy.HUMAN)
    assert produced.decision.call is Call.REVIEW and "never run here" in produced.decision.reason
    assert not mark.exists()


def frame(**columns: list[object]) -> pd.DataFrame:
    return pd.DataFrame({name: pd.Series(values, dtype="str") for name, values in columns.items()})


def after(
    step: dict[str, object], *, other: pd.DataFrame | None = None, **columns: list[object]
) -> dict[str, list[object]]:
    tables = {} if other is None else {"other": other}
    return transformed(frame(**columns), tables, [Transform.model_validate(step)]).to_dict("list")


OTHER = frame(k=["a", "b"], v=["1", "2"])


@pytest.mark.parametrize(
    ("step", "columns", "wanted"),
    [
        ({"step": "select", "columns": ["b"]}, {"a": ["1"], "b": ["2"]}, {"b": ["2"]}),
        ({"step": "rename", "columns": ["a"], "names": ["c"]}, {"a": ["1"]}, {"c": ["1"]}),
        ({"step": "filter", "columns": ["a"], "compare": "in", "values": ["x"]}, {"a": ["x", "y"]}, {"a": ["x"]}),
        ({"step": "filter", "columns": ["a"], "compare": "present"}, {"a": ["x", "NA", ""]}, {"a": ["x"]}),
        (
            {"step": "filter", "columns": ["a"], "compare": "at_least", "values": ["9"]},
            {"a": ["10", "8"]},
            {"a": ["10"]},
        ),
        ({"step": "filter", "columns": ["a"], "compare": "at_most", "values": ["9"]}, {"a": ["10", "8"]}, {"a": ["8"]}),
        ({"step": "join", "table": "other", "columns": ["k"]}, {"k": ["b", "c"]}, {"k": ["b"], "v": ["2"]}),
        (
            {"step": "join", "table": "other", "columns": ["k"], "is_inner": False},
            {"k": ["b", "c"]},
            {"k": ["b", "c"], "v": ["2", ""]},
        ),
        ({"step": "align", "table": "other"}, {"z": ["p", "q"]}, {"z": ["p", "q"], "k": ["a", "b"], "v": ["1", "2"]}),
        (
            {"step": "concatenate", "table": "other"},
            {"k": ["c"], "v": ["3"]},
            {"k": ["c", "a", "b"], "v": ["3", "1", "2"]},
        ),
        ({"step": "drop_duplicates", "columns": ["a"]}, {"a": ["1", "1"], "b": ["2", "3"]}, {"a": ["1"], "b": ["2"]}),
        ({"step": "cast", "columns": ["a"], "to": "integer"}, {"a": ["1.0", "2"]}, {"a": [1, 2]}),
        (
            {"step": "one_hot", "columns": ["p", "q"], "names": ["y"]},
            {"p": ["1", "0"], "q": ["0", "1"]},
            {"y": ["p", "q"]},
        ),
    ],
)
def test_each_step_does_one_thing(step: dict[str, object], columns: dict[str, list[object]], wanted: object) -> None:
    assert after(step, other=OTHER, **columns) == wanted


@pytest.mark.parametrize(
    ("step", "columns", "said"),
    [
        ({"step": "select", "columns": ["z"]}, {"a": ["1"]}, "no column 'z'"),
        ({"step": "rename", "columns": ["a"], "names": ["b"]}, {"a": ["1"], "b": ["2"]}, "the same name"),
        ({"step": "join", "table": "no", "columns": ["k"]}, {"k": ["a"]}, "no table 'no'"),
        ({"step": "join", "table": "other", "columns": ["k"]}, {"k": ["z"]}, "no row has a partner"),
        (
            {"step": "join", "table": "other", "columns": ["k"]},
            {"k": ["a"], "v": ["1"]},
            "both tables have a column 'v'",
        ),
        ({"step": "align", "table": "other"}, {"z": ["p"]}, "1 rows stand beside 2"),
        ({"step": "cast", "columns": ["a"], "to": "integer"}, {"a": ["1.5"]}, "no whole numbers"),
        ({"step": "cast", "columns": ["a"], "to": "number"}, {"a": ["x"]}, "no numbers"),
        ({"step": "cast", "columns": ["a"], "to": "date"}, {"a": ["x"]}, "no type"),
        ({"step": "one_hot", "columns": ["p", "q"], "names": ["y"]}, {"p": ["1"], "q": ["1"]}, "exactly one"),
        ({"step": "filter", "columns": ["a"], "compare": "at_least", "values": ["x"]}, {"a": ["1"]}, "one number"),
    ],
)
def test_a_step_that_cannot_be_done_says_which_and_why(
    step: dict[str, object], columns: dict[str, list[object]], said: str
) -> None:
    with pytest.raises(RecipeError, match=said) as caught:
        after(step, other=OTHER, **columns)
    assert caught.value.message.startswith(f"Step 1 ({step['step']})") and caught.value.hint


def test_a_join_that_would_multiply_rows_is_refused() -> None:
    with pytest.raises(RecipeError, match="two rows for one k"):
        after({"step": "join", "table": "other", "columns": ["k"]}, other=frame(k=["a", "a"], v=["1", "2"]), k=["a"])


def test_a_cast_to_text_keeps_codes_from_becoming_numbers(recipes: Recipes, store: FileStore) -> None:
    files = {part: "code,y\n" + "".join(f"{n},{n}.5\n" for n in range(9)) for part in ("train.csv", "test.csv")}
    cast = {"step": "cast", "columns": ["code"], "to": "text"}
    plain = materialise(only(recipes(files)), store)
    kept = materialise(only(recipes(files, inputs=["code"], target="y", transforms=[cast])), store)
    assert (str(plain.train["code"].dtype), list(kept.train["code"])[:2]) == ("int64", ["0", "1"])


def drawn(files: Mapping[str, str | bytes], recipes: Recipes, store: FileStore, rule: dict[str, object]) -> Instance:
    proposal = recipes(
        files, sources=[{"path": "data.csv"}], split="random", split_rule=rule, inputs=["x", "patient"], target="y"
    )
    return materialise(only(proposal), store)


def test_a_random_split_is_drawn_from_its_seed_and_keeps_groups(recipes: Recipes, store: FileStore) -> None:
    files = {"data.csv": "x,patient,y\n" + "".join(f"name{n},P{n // 5},{n}.5\n" for n in range(100))}
    one, two = (drawn(files, recipes, store, {"ratio": [0.7, 0.1, 0.2], "seed": seed}) for seed in (1, 2))
    assert one.validation is not None
    assert (len(one.train), len(one.validation), len(one.truth)) == (70, 10, 20)
    assert set(one.test_inputs["x"]) != set(two.test_inputs["x"])
    assert sorted(one.test_inputs["x"])[:3] == PINNED
    grouped = drawn(files, recipes, store, {"ratio": [0.8, 0.0, 0.2], "seed": 1, "group": "patient"})
    assert not set(grouped.train["patient"]) & set(grouped.test_inputs["patient"])
    assert len(grouped.truth) == 20


PINNED = ["name27", "name29", "name30"]  # the draw must not change between versions or machines


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=60), st.integers(0, 99), st.sampled_from([None, "g"]))
def test_every_row_goes_to_exactly_one_part(values: list[str], seed: int, group: str | None) -> None:
    whole = frame(g=list(values), n=[str(n) for n in range(len(values))])
    rule = SplitRule(ratio=(0.6, 0.2, 0.2), seed=seed, stratify=None if group else "g", group=group)
    parts = at_random(whole, rule)
    assert sorted(n for part in parts.values() for n in part["n"]) == sorted(whole["n"])
    assert all(part in SplitPart for part in parts)
    again = at_random(whole, rule)
    assert all(parts[part].equals(again[part]) for part in parts)


@pytest.mark.parametrize(
    ("split", "rule", "said"),
    [
        ("random", {"ratio": [0.5, 0.2]}, "three shares"),
        ("column", {"column": "z", "train": ["a"], "test": ["b"]}, "column 'z'"),
        ("column", {"column": "x", "train": ["a"], "test": ["a"]}, "one value to two parts"),
        ("column", {"column": "x", "train": ["name1"], "test": ["nobody"]}, "test part of 's' has no rows"),
    ],
)
def test_a_split_that_cannot_be_made_is_said(
    recipes: Recipes, store: FileStore, split: str, rule: dict[str, object], said: str
) -> None:
    files = {"data.csv": table(range(9))}
    proposal = recipes(files, sources=[{"path": "data.csv"}], split=split, split_rule=rule, inputs=["x"], target="y")
    with pytest.raises(RecipeError, match=said):
        materialise(only(proposal), store)


@pytest.mark.parametrize(("numbers", "base"), [("0\n9\n", 0), ("0\n1\n", 1), ("1.5\n", 0), ("x\n", 0)])
def test_row_numbers_outside_the_table_are_said(recipes: Recipes, store: FileStore, numbers: str, base: int) -> None:
    proposal = recipes(
        {"data.csv": table(range(9)), "train.txt": "1\n2\n", "test.txt": numbers},
        sources=[{"path": "data.csv"}, {"path": "train.txt", "part": "train"}, {"path": "test.txt", "part": "test"}],
        split="indices",
        split_rule={"base": base},
        inputs=["x"],
        target="y",
    )
    with pytest.raises(RecipeError):
        materialise(only(proposal), store)


def test_no_random_split_is_made_where_nobody_asked_for_one(folder: Folder, store: FileStore) -> None:
    """A split of our own would not be the paper's: a human has to say so."""
    files = take("p", Root("u", folder({"data.csv": table(range(30))})), store).files
    proposal = propose(files, task(setting("s", protocol=Protocol.RANDOM), metric_id="mae"), None)
    assert proposal.recipes == () and len(proposal.questions) == 1
