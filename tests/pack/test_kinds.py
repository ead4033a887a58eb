"""Every kind of answer as a whole: built from real data, verified, scored by us and by the contract of NatureBench."""

import importlib.util
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipeline.adapters.store import FileStore
from pipeline.metrics import registry
from pipeline.metrics.spec import InputKind
from pipeline.pack import build
from pipeline.pack.brief import facts_of
from pipeline.pack.checks.check import Finding
from pipeline.pack.describe import notes
from pipeline.pack.evaluator import OutputKind
from pipeline.pack.exporters import all_exporters, write_export
from pipeline.pack.kinds import kind_named, kind_names
from pipeline.pack.lock import read_lock
from pipeline.pack.output import output_kind, scorable
from pipeline.pack.plan import make_plan
from pipeline.ports import Produced
from pipeline.scoring import score
from pipeline.verify.materialise import materialise
from schemas.data import CheckStatus
from schemas.outcome import Call
from schemas.pack import Pack, PackCheck
from tests.pack.cases import Case, metric
from tests.pack.kind_cases import SETS, case_of, read

NAME = "enzyme_screen"
TRUTH, SAMPLE = f"evaluation/ground_truth/{NAME}/truth.csv", f"problem/sample_submission/{NAME}/predictions.csv"
Run = Callable[[Path, str], Finding]
Built = dict[str, tuple[Produced, Path]]


@pytest.fixture(scope="module")
def built(case: Case, store: FileStore, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Any]:
    """The pack of each set, built when it is first asked for."""
    home, done = tmp_path_factory.mktemp("kinds"), {}

    def of(name: str) -> tuple[Produced, Path]:
        if name not in done:
            made = case_of(SETS[name](), case, store, home / name)
            produced = build(made.paper, made.task, made.recipes, made.files, store, home / "packs")
            record = next(record for record in produced.records if isinstance(record, Pack))
            done[name] = produced, home / "packs" / record.pack_id
        return done[name]

    return of


def submit(folder: Path, table: Any) -> Path:
    """A submission of one table."""
    (folder / NAME).mkdir(parents=True)
    table.to_csv(folder / NAME / "predictions.csv", index=False)
    return folder


def perfect(pack: Path, name: str) -> Any:
    """The truth in the form of the sample: certainty of a class, anything for what is not known."""
    truth, sample = read(pack / TRUTH), read(pack / SAMPLE)
    if name == "class_probabilities":
        for column in sample.columns[1:]:
            sample[column] = (truth["digit"] == column.removeprefix("digit_")).astype(int)
        return sample
    return truth if name in ("sequences", "words") else truth.replace("", "0.5")


@pytest.mark.parametrize("name", SETS)
def test_a_pack_passes_its_checks(name: str, built: Callable[[str], Any]) -> None:
    produced, pack = built(name)
    assert produced.decision.call is Call.ADVANCE, produced.decision
    checks = {check.check_id: check.status for check in produced.records if isinstance(check, PackCheck)}
    assert [checks[f"K4.{at}"] for at in range(1, 14)] == [CheckStatus.PASS] * 13
    assert [checks[f"F{at}"] for at in range(1, 8)] == [CheckStatus.PASS] * 7
    assert read_lock(pack).unscored_metrics == {}


@pytest.mark.parametrize("name", SETS)
def test_the_truth_is_perfect_and_the_sample_is_at_the_floor(
    name: str, built: Callable[[str], Any], tmp_path: Path
) -> None:
    _, pack = built(name)
    (best,) = score(pack, submit(tmp_path / "best", perfect(pack, name))).instances
    assert {m.metric: m.value for m in best.metrics} == {
        m.metric: pytest.approx(registry()[m.metric].optimum) for m in best.metrics
    }
    (plain,) = score(pack, pack / "problem/sample_submission").instances
    marks = json.loads((pack / "evaluation/scoring.json").read_text())["instances"][0]["metrics"]
    (floor,) = [one["floor"] for one in marks if one["metric"] == plain.primary.metric]
    sign = registry()[plain.primary.metric].direction.sign
    assert plain.primary.value is not None and sign * (plain.primary.value - floor) <= 1e-9


@pytest.mark.parametrize("name", SETS)
def test_naturebench_gives_the_same_numbers(name: str, built: Callable[[str], Any], tmp_path: Path) -> None:
    _, pack = built(name)
    write_export(all_exporters()["naturebench"], pack, tmp_path / "package")
    call = "import json, sys; sys.path.insert(0, sys.argv[1]); import evaluator as e; print(json.dumps(e.run_evaluation()))"
    output = pack / "problem/sample_submission"
    told = subprocess.run(
        [sys.executable, "-c", call, str(tmp_path / "package/evaluation")],
        env={"OUTPUT_DIR": str(output)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    found = json.loads(told.stdout.strip().splitlines()[-1])
    ours = {i.instance: {m.metric: m.value for m in i.metrics} for i in score(pack, output).instances}
    assert {one: {m: values[m] for m in ours[one]} for one, values in found.items()} == ours


@pytest.mark.parametrize("name", SETS)
def test_harbors_solution_computes_a_valid_answer(name: str, built: Callable[[str], Any], tmp_path: Path) -> None:
    _, pack = built(name)
    write_export(all_exporters()["harbor"], pack, tmp_path / "task")
    script = (tmp_path / "task/solution/solve.sh").read_text()
    for there, here in (("/workspace/problem", pack / "problem"), ("/workspace/output", tmp_path / "output")):
        script = script.replace(there, str(here))
    (tmp_path / "task/solution/solve.sh").write_text(script.replace("python -m", f"{sys.executable} -m"))
    subprocess.run(["sh", str(tmp_path / "task/solution/solve.sh")], check=True, timeout=120)
    assert all(m.value is not None for m in score(pack, tmp_path / "output").instances[0].metrics)


@pytest.mark.parametrize("name", SETS)
def test_croissant_reads_every_row(name: str, built: Callable[[str], Any], tmp_path: Path) -> None:
    mlcroissant = pytest.importorskip("mlcroissant")
    _, pack = built(name)
    write_export(all_exporters()["croissant"], pack, tmp_path / "export")
    dataset = mlcroissant.Dataset(tmp_path / "export" / "croissant.json")
    found = {one.id: sum(1 for _ in dataset.records(one.id)) for one in dataset.metadata.record_sets}
    assert found == {
        f"{NAME}/{part}": len(read(pack / f"problem/data/{NAME}/{part}.csv")) for part in ("train", "test")
    }


@pytest.mark.parametrize(
    ("name", "column", "value", "reason"),
    [
        ("class_probabilities", "digit_3", "0.9", "sum to 1"),
        ("class_probabilities", "digit_3", "-0.1", "not a probability"),
        ("class_probabilities", "digit_3", "", "not a finite number"),
        ("multi_target", "s5", "", "not a finite number"),
        ("multi_target", "s5", "inf", "not a finite number"),
        ("multi_label", "loop", "1.01", "not a probability"),
        ("multi_label", "loop", "yes", "not a finite number"),
    ],
)
def test_a_wrong_cell_gets_no_score(
    name: str, column: str, value: str, reason: str, built: Callable[[str], Any], tmp_path: Path
) -> None:
    _, pack = built(name)
    table = read(pack / SAMPLE)
    table.loc[0, column] = value
    (found,) = score(pack, submit(tmp_path / "out", table)).instances
    assert {m.value for m in found.metrics} == {None} and reason in (found.error or "")


def test_a_missing_target_column_gets_no_score(built: Callable[[str], Any], tmp_path: Path) -> None:
    _, pack = built("multi_label")
    (found,) = score(pack, submit(tmp_path / "out", read(pack / SAMPLE).drop(columns="loop"))).instances
    assert {m.value for m in found.metrics} == {None} and "columns" in (found.error or "")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("class_probabilities", "| `digit_9` | number | 0 to 1: the probability of the class `9`"),
        ("class_probabilities", "`auroc_macro`: one-vs-rest, macro, as assumed where nothing was stated"),
        ("multi_target", "targets `s3`, `s5`, `target` of a row"),
        ("multi_target", "| `s5` | target | number: 3.2581 to 6.107"),
        ("multi_target", "`rmse_per_target`: per target, as assumed where nothing was stated; `mae_pooled`: pooled"),
        ("multi_label", "| `loop` | number | 0 to 1: the probability that `loop` is 1 |"),
        ("multi_label", "not known, and empty, in "),
        ("sequences", "| `right` | text | any text |"),
    ],
)
def test_the_readme_says_what_is_asked_for(name: str, said: str, built: Callable[[str], Any]) -> None:
    assert said in (built(name)[1] / "problem/README.md").read_text()


def _see_target(pack: Path, column: str) -> None:
    path = pack / f"problem/data/{NAME}/test.csv"
    read(path).assign(hint=read(pack / TRUTH)[column]).to_csv(path, index=False)


@pytest.mark.parametrize(
    ("name", "column"),
    [("class_probabilities", "digit"), ("multi_target", "s5"), ("multi_label", "large"), ("sequences", "right")],
)
def test_any_of_several_answers_in_sight_is_found(
    name: str, column: str, built: Callable[[str], Any], tmp_path: Path, check: Run
) -> None:
    pack = Path(shutil.copytree(built(name)[1], tmp_path / "pack"))
    _see_target(pack, column)
    assert check(pack, "F6").status is CheckStatus.FAIL


def test_a_target_left_in_the_test_table_is_found(built: Callable[[str], Any], tmp_path: Path, check: Run) -> None:
    pack = Path(shutil.copytree(built("multi_target")[1], tmp_path / "pack"))
    path = pack / f"problem/data/{NAME}/test.csv"
    read(path).assign(s5="0").to_csv(path, index=False)
    assert "holds the target" in check(pack, "K1.7").reason


@pytest.mark.parametrize("name", ["class_probabilities", "multi_target", "multi_label", "sequences"])
def test_an_evaluator_of_another_formula_is_told_apart(
    name: str, built: Callable[[str], Any], tmp_path: Path, check: Run
) -> None:
    """Recomputation by the registry tells an evaluator that adds a little to every score."""
    pack = Path(shutil.copytree(built(name)[1], tmp_path / "pack"))
    path = pack / "evaluation/evaluator.py"
    source = path.read_text()
    marked = source.replace("(prediction)", "(prediction)", 1)
    broken = marked.replace(
        "\n# Each metric, and",
        "\n_float = float\n\n\ndef float(x):\n    return _float(x) * 0.999\n\n\n# Each metric, and",
    )
    assert broken != source
    path.write_text(broken)
    assert check(pack, "K4.13").status is CheckStatus.FAIL


def test_every_kind_is_a_file_with_an_evaluator_part() -> None:
    assert set(kind_names()) <= {kind.value for kind in OutputKind}
    assert all(importlib.util.find_spec(f"pipeline.pack.evaluator.parts.{name}") for name in kind_names())
    with pytest.raises(LookupError, match="no kind of answer is called 'masks'"):
        kind_named("masks")


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        (("accuracy",), OutputKind.CLASS_LABELS),
        (("accuracy", "auroc"), OutputKind.CLASS_PROBABILITIES),
        (("f1_macro", "top_3_accuracy"), OutputKind.CLASS_PROBABILITIES),
        (("log_loss",), OutputKind.CLASS_PROBABILITIES),
    ],
)
def test_the_metrics_say_how_classes_are_given(
    names: tuple[str, ...], kind: OutputKind, case: Case, store: FileStore, tmp_path: Path
) -> None:
    (recipe,) = case_of(SETS["class_probabilities"](), case, store, tmp_path).recipes
    assert output_kind(materialise(recipe, store), [metric(name) for name in names]) is kind


def test_two_classes_and_an_auroc_stay_one_column(case: Case, store: FileStore) -> None:
    instance = materialise(case.recipes[0], store)
    assert output_kind(instance, [metric("auroc")]) is OutputKind.PROBABILITIES
    assert output_kind(instance, [metric("accuracy")]) is OutputKind.CLASS_LABELS
    assert registry()["auroc"].input_kind is InputKind.SCORES


def test_rows_with_missing_inputs_are_described(case: Case, store: FileStore, tmp_path: Path) -> None:
    """A number that is missing among the inputs is no text, and ended the build of `data_description.md`."""
    tables = SETS["multi_target"]()
    tables.frame.loc[tables.frame.index % 5 == 0, "bmi"] = None
    made = case_of(tables, case, store, tmp_path)
    instance = materialise(made.recipes[0], store)
    assert any("input values are missing" in note for note in notes(instance))


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("class_probabilities", ("The target is `digit`.", "The target is one of the classes 0, 1, 2")),
        ("multi_target", ("There are 3 targets: `s3`, `s5`, `target`.", "a number for each of the 3 targets")),
        ("multi_label", ("There are 3 targets: `even`, `loop`, `large`.", "the probability of 1 for each of the 3")),
        ("sequences", ("The target is `right`.", "The answer for a row is a text.")),
    ],
)
def test_a_writer_is_told_what_is_asked_for(
    name: str, facts: tuple[str, ...], case: Case, store: FileStore, tmp_path: Path
) -> None:
    made = case_of(SETS[name](), case, store, tmp_path)
    plan, _ = scorable(make_plan(made.paper, made.task, made.recipes, made.files, store, None))
    told = " ".join(facts_of(plan))
    assert [fact for fact in facts if fact not in told] == []
