"""Recipes whose hidden side is no labels: problems that an oracle values, and samples that are a reference."""

import json
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from pipeline.adapters.store import FileStore
from pipeline.ports import Produced
from pipeline.verify import materialise
from schemas.curation import Curation
from schemas.data import CheckStatus, DataCheck, Recipe
from schemas.outcome import Call
from schemas.task import ReferenceType, Setting, Task
from tests.verify.records import setting, task

Folder = Callable[[Mapping[str, str | bytes]], Path]
Verify = Callable[..., Produced]


def graph(nodes: int) -> str:
    edges = [[node, (node + 1) % nodes, 1] for node in range(nodes)]
    return json.dumps({"nodes": nodes, "edges": edges})


def quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


PROBLEMS = {"graphs.csv": "graph,best\n" + "".join(f"{quoted(graph(n))},{n - n % 2}\n" for n in range(3, 23))}
SAMPLES = {
    f"{part}.csv": "x,y\n" + "".join(f"{n * step % 97}.5,{n * n * step % 89}.25\n" for n in range(1, 41))
    for part, step in (("train", 7), ("reference", 11))
}
ORACLE = {
    **{"setting_id": "s", "kind": "oracle", "oracle": "cut_weight", "inputs": ["graph"], "target": "best"},
    "sources": [{"path": "graphs.csv", "part": "test"}],
}
DISTRIBUTION = {
    **{"setting_id": "s", "kind": "distribution", "inputs": ["x", "y"]},
    "sources": [{"path": "train.csv", "part": "train"}, {"path": "reference.csv", "part": "test"}],
}


def curation(*entries: Mapping[str, Any]) -> Curation:
    return Curation.model_validate({"by": "A. Curator", "date": date(2026, 1, 2), "recipes": entries})


def values(*settings: Setting) -> Task:
    return task(*settings or (setting("s"),), metric_id="mae")


def recipes_of(produced: Produced) -> list[Recipe]:
    return [record for record in produced.records if isinstance(record, Recipe)]


def failed(produced: Produced) -> list[str]:
    records = (record for record in produced.records if isinstance(record, DataCheck))
    return [f"{r.check_id} {r.subject}: {r.reason}" for r in records if r.status is CheckStatus.FAIL]


def test_an_oracle_s_problems_are_shown_and_their_best_values_hidden(
    verified: Verify, folder: Folder, store: FileStore
) -> None:
    produced = verified(folder(PROBLEMS), values(), curation(ORACLE))
    assert failed(produced) == []
    (recipe,) = recipes_of(produced)
    assert (recipe.kind, recipe.oracle) == (ReferenceType.ORACLE, "cut_weight")
    instance = materialise(recipe, store)
    assert (len(instance.train), len(instance.test_inputs), list(instance.truth)) == (0, 20, ["id", "best"])
    problem = json.loads(instance.test_inputs["graph"].iloc[0])
    assert instance.truth["best"].iloc[0] == problem["nodes"] - problem["nodes"] % 2
    assert materialise(recipe, store).truth.equals(instance.truth)


def test_of_a_distribution_all_of_the_reference_is_hidden(verified: Verify, folder: Folder, store: FileStore) -> None:
    produced = verified(folder(SAMPLES), values(), curation(DISTRIBUTION))
    assert failed(produced) == []
    (recipe,) = recipes_of(produced)
    instance = materialise(recipe, store)
    assert (list(instance.test_inputs), list(instance.truth)) == (["id"], ["id", "x", "y"])
    assert (len(instance.train), len(instance.truth), list(instance.train)) == (40, 40, ["id", "x", "y"])
    assert materialise(recipe, store).truth.equals(instance.truth)


@pytest.mark.parametrize(
    ("files", "entry", "needs"),
    [(PROBLEMS, ORACLE, "the oracle's source"), (SAMPLES, DISTRIBUTION, "the reference as one hidden array")],
)
def test_a_paper_of_no_other_kind_waits_and_says_what_a_pack_needs(
    verified: Verify, folder: Folder, files: Mapping[str, str | bytes], entry: Mapping[str, Any], needs: str
) -> None:
    decision = verified(folder(files), values(), curation(entry)).decision
    assert (decision.call, decision.category) == (Call.REVIEW, "kind_not_packed")
    assert needs in decision.questions[0].question


def test_beside_labels_another_kind_is_left_out_of_the_pack_with_a_question(verified: Verify, folder: Folder) -> None:
    labelled = {"train.csv": "a,target\n1,1.5\n2,2.5\n", "test.csv": "a,target\n3,3.5\n4,4.5\n"}
    files = {**{f"prices/{name}": content for name, content in labelled.items()}, **PROBLEMS}
    settings = (setting("s", "cuts"), setting("t", "prices"))
    produced = verified(folder(files), values(*settings), curation(ORACLE))
    assert produced.decision.call is Call.ADVANCE
    assert [recipe.setting_id for recipe in recipes_of(produced)] == ["t"]
    assert any("kind `oracle`" in question.question for question in produced.decision.questions)


@pytest.mark.parametrize(
    ("content", "entry", "said"),
    [
        ("graph,best\nno json,1\n", ORACLE, "no JSON"),
        (f"graph,best\n{quoted(json.dumps({'points': []}))},1\n", ORACLE, "not of the form"),
        (f"graph,best\n{quoted('[1, 2]')},1\n", ORACLE, "not of the form"),
        (f"graph,best\n{quoted(graph(4))},many\n", ORACLE, "no numbers"),
        (PROBLEMS["graphs.csv"], {**ORACLE, "oracle": "delphi"}, "'delphi' is not known"),
        (PROBLEMS["graphs.csv"], {**ORACLE, "inputs": ["tree"]}, "no column 'tree'"),
    ],
)
def test_problems_that_the_oracle_cannot_value_stop_the_setting(
    verified: Verify, folder: Folder, content: str, entry: Mapping[str, Any], said: str
) -> None:
    produced = verified(folder({"graphs.csv": content}), values(), curation(entry))
    assert any(said in each for each in failed(produced)), failed(produced)
    assert produced.decision.call is Call.REVIEW and recipes_of(produced) == []


def test_training_samples_in_the_reference_are_found(verified: Verify, folder: Folder) -> None:
    files = {**SAMPLES, "reference.csv": SAMPLES["train.csv"]}
    produced = verified(folder(files), values(), curation(DISTRIBUTION))
    assert any(each.startswith("4.6 test inputs in train: 40 of 40") for each in failed(produced))


@pytest.mark.parametrize("reference", ["oracle", "distribution"])
def test_code_makes_no_labels_of_what_the_paper_compares_otherwise(
    verified: Verify, folder: Folder, reference: str
) -> None:
    """Split tables with a target, which would be a recipe of labels by themselves."""
    files = {"train.csv": "a,target\n1,1.5\n2,2.5\n", "test.csv": "a,target\n3,3.5\n4,4.5\n"}
    the_task = values(setting("s", reference_type=reference))
    decision = verified(folder(files), the_task).decision
    assert decision.call is Call.REVIEW and f"of type `{reference}`" in decision.questions[0].question
    named = {"setting_id": "s", "inputs": ["a"], "target": "target"}
    assert verified(folder(files), the_task, curation(named)).decision.call is Call.ADVANCE


@pytest.mark.parametrize(
    "entry",
    [
        {**ORACLE, "oracle": None},
        {**ORACLE, "inputs": ["graph", "size"]},
        {**ORACLE, "target": ""},
        {**ORACLE, "sources": []},
        {**DISTRIBUTION, "target": "y"},
        {**DISTRIBUTION, "inputs": []},
        {**DISTRIBUTION, "oracle": "cut_weight"},
        {"setting_id": "s", "inputs": ["x"], "target": "y", "oracle": "cut_weight"},
    ],
)
def test_an_entry_that_is_half_of_one_kind_is_refused(entry: Mapping[str, Any]) -> None:
    with pytest.raises(ValidationError):
        curation(entry)
