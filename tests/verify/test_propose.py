"""From files and settings to recipes: by name, by the paper's counts, by what a human said; else a question."""

from collections.abc import Callable
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from pipeline.adapters.store import FileStore
from pipeline.verify.candidate import find_candidates
from pipeline.verify.inventory import Root, take
from pipeline.verify.propose import Proposal, propose
from schemas.curation import CuratedRecipe, CuratedSetting, Curation
from schemas.data import DataFile, Recipe, SplitPart
from schemas.evidence import DecidedBy
from schemas.task import Protocol, Setting, Task
from tests.verify.records import EXAMPLES, LMSUCCSITE, count, crabnet, setting, task

Folder = Callable[..., Path]
TABLE = "id,formula,target\n1,NaCl,1.5\n2,KCl,2.25\n3,LiF,3.5\n"


@pytest.fixture
def files(folder: Folder, store: FileStore) -> Callable[[dict[str, str]], tuple[DataFile, ...]]:
    return lambda content: take("p", Root("u", folder(content)), store).files


@cache
def example(name: str, store: FileStore) -> tuple[DataFile, ...]:
    return take("p", Root("u", EXAMPLES / name / "data"), store).files


def curation(**entries: object) -> Curation:
    return Curation.model_validate({"by": "A. Curator", "date": date(2026, 1, 2), **entries})


def values(*settings: Setting) -> Task:
    return task(*settings, metric_id="mae")


def only(proposal: Proposal) -> Recipe:
    assert proposal.questions == ()
    return proposal.recipes[0]


def reasons(proposal: Proposal) -> dict[str, str]:
    return {each.setting.setting_id: each.category for each in proposal.unmatched}


def split(prefix: str = "", table: str = TABLE, parts: tuple[str, ...] = ("train", "val", "test")) -> dict[str, str]:
    return {f"{prefix}{part}.csv": table for part in parts}


def test_fasta_pairs_make_a_binary_recipe(store: FileStore) -> None:
    recipe = only(propose(example("lmsuccsite", store), task(LMSUCCSITE), None))
    assert (recipe.proposer, recipe.inputs, recipe.target) == ("labelled_fasta", ("sequence",), "label")
    assert (recipe.target_kind, recipe.classes) == ("binary", ("negative", "positive"))
    assert [(source.part, source.label, source.path) for source in recipe.sources] == [
        (SplitPart.TRAIN, "negative", "train/fasta/negative_sites.fasta"),
        (SplitPart.TRAIN, "positive", "train/fasta/positive_sites.fasta"),
        (SplitPart.TEST, "negative", "test/fasta/test_negative_sites.fasta"),
        (SplitPart.TEST, "positive", "test/fasta/test_positive_sites.fasta"),
    ]


def test_six_properties_get_their_six_groups_of_files(store: FileStore) -> None:
    proposal = propose(example("crabnet", store), crabnet(), None)
    assert {recipe.setting_id: recipe.sources[-1].path for recipe in proposal.recipes} == {
        "mp_bulk_modulus": "benchmark_data/mp_bulk_modulus/test.csv",
        "mp_shear_modulus": "benchmark_data/mp_shear_modulus/test.csv",
        "aflow_bulk_modulus": "benchmark_data/aflow__ael_bulk_modulus_vrh/test.csv",
        "aflow_thermal_conductivity": "benchmark_data/aflow__agl_thermal_conductivity_300K/test.csv",
        "steels_yield": "matbench_cv/steels_yield/test0.csv",
        "expt_gap": "matbench_cv/expt_gap/test0.csv",
    }
    assert all((r.inputs, r.target, r.target_kind) == (("formula",), "target", "regression") for r in proposal.recipes)


def test_a_published_fold_is_one_candidate_of_its_own(store: FileStore) -> None:
    folds = [c for c in find_candidates(example("crabnet", store)) if c.group == "matbench/expt_gap"]
    assert [fold.fold for fold in folds] == [0, 1, 2, 3, 4]
    for fold in folds:
        assert {source.path[-5] for source in fold.sources} == {str(fold.fold)}


def test_a_human_chooses_another_fold(store: FileStore) -> None:
    prefixes = tuple(f"matbench_cv/expt_gap/{part}3" for part in ("train", "val", "test"))
    chosen = CuratedSetting(setting_id="expt_gap", name="gap", task="", protocol=Protocol.KFOLD, files=prefixes)
    the_task = values(setting("expt_gap", protocol=Protocol.KFOLD))
    recipe = only(propose(example("crabnet", store), the_task, curation(settings=(chosen,))))
    assert [source.path[-5] for source in recipe.sources] == ["3", "3", "3"]


def test_a_setting_that_no_files_belong_to_is_a_question(store: FileStore) -> None:
    the_task = values(setting("mp_bulk_modulus"), setting("aflow_ael_shear_modulus_vrh", "AFLOW shear modulus"))
    proposal = propose(example("crabnet", store), the_task, None)
    assert [recipe.setting_id for recipe in proposal.recipes] == ["mp_bulk_modulus"]
    assert reasons(proposal) == {"aflow_ael_shear_modulus_vrh": "ambiguous_files"}
    assert "mp_shear_modulus" in proposal.questions[0].question
    assert proposal.questions[0].field == "settings"


def test_the_papers_counts_choose_where_names_do_not(files: Callable[..., tuple[DataFile, ...]]) -> None:
    small, large = "x,target\n" + "a,1.5\n" * 10, "x,target\n" + "a,1.5\n" * 50
    found = files({**split("one/", small), **split("two/", large)})
    counted = setting("s", "Proteins", counts=(count("train", 50), count("test", 50)))
    assert only(propose(found, values(counted), None)).sources[0].path == "two/train.csv"
    vague = setting("s", "Proteins", counts=(count("train", 30), count("test", 30)))
    assert reasons(propose(found, values(vague), None)) == {"s": "ambiguous_files"}


def test_one_setting_and_one_group_of_files_belong_together(files: Callable[..., tuple[DataFile, ...]]) -> None:
    assert only(propose(files(split("data/")), values(setting("anything")), None)).confidence == 0.95


def test_two_settings_and_one_group_of_files_are_questions(files: Callable[..., tuple[DataFile, ...]]) -> None:
    proposal = propose(files(split("data/")), values(setting("proteins"), setting("genes")), None)
    assert reasons(proposal) == {"proteins": "ambiguous_files", "genes": "ambiguous_files"}
    assert len(proposal.questions) == 2


def test_two_settings_on_the_same_files_are_one(files: Callable[..., tuple[DataFile, ...]]) -> None:
    the_task = values(setting("proteins"), setting("table_5", "Proteins"))
    proposal = propose(files(split("proteins/")), the_task, None)
    assert [recipe.setting_id for recipe in proposal.recipes] == ["proteins"]
    assert reasons(proposal) == {"table_5": "duplicate_setting"}
    assert proposal.questions == ()


def test_cross_validation_without_published_folds_has_no_files(store: FileStore) -> None:
    crossed = setting("cv", "10-fold cross-validation", protocol=Protocol.KFOLD)
    proposal = propose(example("lmsuccsite", store), task(crossed, LMSUCCSITE), None)
    assert [recipe.setting_id for recipe in proposal.recipes] == ["independent_test"]
    assert reasons(proposal) == {"cv": "kfold_only"}


def test_a_human_names_files_and_columns(files: Callable[..., tuple[DataFile, ...]]) -> None:
    table = "a,b,c\n1.5,2.5,3.5\n4.5,5.5,6.5\n"
    found = files({**split("one/", table), **split("two/", table)})
    assert reasons(propose(found, values(setting("s")), None)) == {"s": "ambiguous_files"}
    chosen = CuratedSetting(setting_id="s", name="s", task="", protocol=Protocol.FIXED, files=("two/",))
    by_files = propose(found, values(setting("s")), curation(settings=(chosen,)))
    assert reasons(by_files) == {"s": "ambiguous_columns"}
    assert by_files.questions[0].field == "recipes" and "a, b, c" in by_files.questions[0].question
    columns = CuratedRecipe(setting_id="s", inputs=("c", "a"), target="b")
    recipe = only(propose(found, values(setting("s")), curation(settings=(chosen,), recipes=(columns,))))
    assert (recipe.inputs, recipe.target, recipe.sources[0].path) == (("c", "a"), "b", "two/train.csv")
    assert (recipe.decider.by, recipe.decider.person) == (DecidedBy.HUMAN, "A. Curator")


@pytest.mark.parametrize(
    ("inputs", "target", "said"),
    [(("nothing",), "target", "do not have: nothing"), (("target",), "target", "as input and as target")],
)
def test_a_curated_recipe_that_does_not_fit_is_said(
    files: Callable[..., tuple[DataFile, ...]], inputs: tuple[str, ...], target: str, said: str
) -> None:
    columns = CuratedRecipe(setting_id="s", inputs=inputs, target=target)
    proposal = propose(files(split()), values(setting("s")), curation(recipes=(columns,)))
    assert reasons(proposal) == {"s": "recipe_does_not_fit"}
    assert said in proposal.questions[0].question


def test_a_curated_prefix_without_files_is_said(files: Callable[..., tuple[DataFile, ...]]) -> None:
    chosen = CuratedSetting(setting_id="s", name="s", task="", protocol=Protocol.FIXED, files=("elsewhere/",))
    proposal = propose(files(split()), values(setting("s")), curation(settings=(chosen,)))
    assert reasons(proposal) == {"s": "files_missing"}


@pytest.mark.parametrize(
    ("table", "inputs", "target", "kind", "classes"),
    [
        ("id,x,target\n7,a,1.5\n8,b,2.5\n", ("x",), "target", "regression", ()),
        ("Unnamed: 0,x,label\n0,a,no\n1,b,yes\n", ("x",), "label", "binary", ("no", "yes")),
        ("x,y\na,1\nb,0\n", ("x",), "y", "binary", ("0", "1")),
        ("x,y\na,1.0\nb,0.0\n", ("x",), "y", "binary", ("0", "1")),
        ("x,y\na,-1\nb,1\n", ("x",), "y", "binary", ("-1", "1")),
        ("x,class\na,red\nb,green\nc,blue\n", ("x",), "class", "multiclass", ("blue", "green", "red")),
        ("x,class\na,2\nb,10\nc,7\n", ("x",), "class", "multiclass", ("2", "7", "10")),
        ("x,split,label\na,t,0\nb,t,1\nc,t,2\n", ("x",), "label", "multiclass", ("0", "1", "2")),
        ("patient_id,x,label\nP1,a,0\nP2,b,1\n", ("x",), "label", "binary", ("0", "1")),
        ("formula,bandgap\nNaCl,1.5\nKCl,2.5\n", ("formula",), "bandgap", "regression", ()),
        ("a,b,kind\n1.5,0.1,x\n2.5,0.2,y\n", ("a", "b"), "kind", "binary", ("x", "y")),
        ("subject_id,a,b,kind\nS1,1.5,0.1,x\nS1,2.5,0.2,y\n", ("a", "b"), "kind", "binary", ("x", "y")),
    ],
)
def test_columns_find_their_place(
    files: Callable[..., tuple[DataFile, ...]],
    table: str,
    inputs: tuple[str, ...],
    target: str,
    kind: str,
    classes: tuple[str, ...],
) -> None:
    the_task = values(setting("s")) if kind == "regression" else task(setting("s"))
    recipe = only(propose(files(split("", table)), the_task, None))
    assert (recipe.inputs, recipe.target, recipe.target_kind, recipe.classes) == (inputs, target, kind, classes)


@pytest.mark.parametrize(
    ("table", "category"),
    [
        ("a,b\n1.5,2.5\n3.5,4.5\n", "ambiguous_columns"),
        ("a,b,sex,sick\n1.5,0.1,m,0\n2.5,0.2,f,1\n", "ambiguous_columns"),
        ("a,b,sex,drug\n1.5,0.1,m,x\n2.5,0.2,f,y\n", "ambiguous_columns"),
        ("a,b,code,c\n1.5,0.1,m,2.5\n2.5,0.2,f,3.5\n", "ambiguous_columns"),
        ("a,b,sex\n1.5,0.1,m\n2.5,0.2,f\n", "ambiguous_columns"),
        ("x,label,target\na,1,2.5\nb,0,3.5\n", "ambiguous_columns"),
        ("id,target\n1,2.5\n2,3.5\n", "ambiguous_columns"),
        ("x,target\n" + "".join(f"a,word{n}\n" for n in range(30)), "ambiguous_columns"),
        ("1,2\n3,4\n5,6\n", "files_missing"),
    ],
)
def test_what_leaves_a_choice_is_asked(files: Callable[..., tuple[DataFile, ...]], table: str, category: str) -> None:
    proposal = propose(files(split("", table)), values(setting("s")), None)
    assert proposal.recipes == () and reasons(proposal) == {"s": category}
    assert len(proposal.questions) == 1


def test_few_whole_numbers_are_what_the_metrics_compare(files: Callable[..., tuple[DataFile, ...]]) -> None:
    found = files(split("", "x,y\na,0\nb,1\nc,2\n"))
    assert only(propose(found, task(setting("s")), None)).target_kind == "multiclass"
    as_values = only(propose(found, values(setting("s")), None))
    assert (as_values.target_kind, as_values.classes) == ("regression", ())


def test_classes_where_the_metrics_compare_numbers_are_asked(files: Callable[..., tuple[DataFile, ...]]) -> None:
    proposal = propose(files(split("", "x,y\na,red\nb,blue\n")), values(setting("s")), None)
    assert "'y' holds classes, and the paper's metrics compare numbers" in proposal.questions[0].question


def test_a_test_file_without_answers_closes_no_loop(files: Callable[..., tuple[DataFile, ...]]) -> None:
    found = files({"train.csv": "x,n,target\na,1,2.5\nb,2,3.5\n", "test.csv": "x,n\nc,3\nd,4\n"})
    assert reasons(propose(found, values(setting("s")), None)) == {"s": "no_reference"}


@pytest.mark.parametrize(
    "names",
    [
        ("train/pos.fa", "train/neg.fa", "test/pos.fa"),
        ("train/pos.fa", "test/pos.fa"),
        ("train/pos.fa", "train/neg.fa"),
        ("train/pos.fa", "train/neg.fa", "test/pos.fa", "test/neg.fa", "train/positive.fa"),
    ],
)
def test_incomplete_or_double_fasta_files_are_no_recipe(
    files: Callable[..., tuple[DataFile, ...]], names: tuple[str, ...]
) -> None:
    assert find_candidates(files({name: f">{name}\nMKV\n" for name in names})) == ()


def test_digits_label_fasta_files(files: Callable[..., tuple[DataFile, ...]]) -> None:
    names = ("train_0.fa", "train_1.fa", "test_0.fa", "test_1.fa")
    recipe = only(propose(files({name: f">{name}\nMKV\n" for name in names}), task(setting("s")), None))
    assert [(s.path, s.label) for s in recipe.sources][:2] == [("train_0.fa", "negative"), ("train_1.fa", "positive")]


def test_an_input_called_id_leaves_its_name_alone(files: Callable[..., tuple[DataFile, ...]]) -> None:
    columns = CuratedRecipe(setting_id="s", inputs=("id", "formula"), target="target")
    recipe = only(propose(files(split()), values(setting("s")), curation(recipes=(columns,))))
    assert recipe.id_column == "row_id"


def test_the_same_files_give_the_same_recipe(store: FileStore) -> None:
    files = example("crabnet", store)
    assert propose(files, crabnet(), None) == propose(tuple(reversed(files)), crabnet(), None)
