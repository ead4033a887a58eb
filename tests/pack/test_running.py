"""The checks that run things: evaluators, starters and baselines that must not be let through."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.pack.checks.check import Finding
from pipeline.pack.checks.k4_ladder import judge
from pipeline.ports import Produced
from schemas.data import CheckStatus
from schemas.pack import BaselineResult, Pack

Run = Callable[[Path, str], Finding]
Break = Callable[[Path], object]


def naive(pack: Path) -> None:
    """An evaluator as one writes it in a hurry: follows links, trusts the order of rows, opens pickles."""
    with (pack / "evaluation/evaluator.py").open("a") as stream:
        stream.write(
            """

def main() -> int:
    import pickle

    scores = {}
    for instance in INSTANCES:
        try:
            path = Path(os.environ["OUTPUT_DIR"]) / instance.name / instance.file
            raw = path.read_bytes() if path.is_file() else b""
            if raw[:1] == bytes([128]):
                pickle.loads(raw)
            rows = raw.decode().splitlines()[1:]
            truth = (GROUND_TRUTH / instance.name / instance.truth_file).read_text().splitlines()[1:]
            share = sum(a.split(",")[1] == b.split(",")[1] for a, b in zip(rows, truth)) / len(rows)
            scores[instance.name] = dict.fromkeys(METRICS, share)
        except Exception as error:
            scores[instance.name] = {**dict.fromkeys(METRICS), "error": str(error)}
    print(json.dumps(scores))
    return 0
"""
        )


def dented(pack: Path) -> None:
    """An evaluator that never gives the full score."""
    with (pack / "evaluation/evaluator.py").open("a") as stream:
        stream.write(
            """

METRICS = {name: (lambda t, p, f=compute: 0.9 * f(t, p), kind) for name, (compute, kind) in METRICS.items()}
"""
        )


def generous(pack: Path) -> None:
    """An evaluator that pays for a constant."""
    with (pack / "evaluation/evaluator.py").open("a") as stream:
        stream.write(
            """

METRICS = {
    name: (lambda t, p, f=compute: 0.8 if len(set(p.tolist())) == 1 else f(t, p), kind)
    for name, (compute, kind) in METRICS.items()
}
"""
        )


def touchy(pack: Path) -> None:
    """An evaluator that takes a wrong submission for a fault of its own."""
    with (pack / "evaluation/evaluator.py").open("a") as stream:
        stream.write(
            """

def evaluate(instance: Instance, output: Path) -> dict[str, Any]:
    try:
        truth = read_truth(instance)
        return score(instance, np.array(list(truth.values())), read_submission(instance, output, list(truth)))
    except InvalidSubmission as reason:
        raise EvaluatorError(str(reason)) from reason
"""
        )


BREAKS = [
    (dented, "K4.8", "has accuracy 0.9, the optimum is 1"),
    (naive, "K4.8", "rows in another order"),
    (naive, "K4.9", "too few rows on enzyme_screen: scored"),
    (naive, "K4.9", "symlink to the truth on enzyme_screen: scored"),
    (naive, "K4.9", "a payload inside a submission was executed"),
    (generous, "K4.10", "constant.* the floor is 0"),
    (naive, "K4.12", "a broken ground truth is not reported"),
    (touchy, "K4.12", "an invalid submission is taken for a fault"),
]


@pytest.mark.parametrize(("change", "check_id", "said"), BREAKS)
def test_a_broken_evaluator_fails_its_check(pack: Path, check: Run, change: Break, check_id: str, said: str) -> None:
    change(pack)
    finding = check(pack, check_id)
    assert finding.status is CheckStatus.FAIL
    assert re.search(said, " ".join((finding.reason, *finding.hits))), finding


def test_a_starter_that_writes_elsewhere_fails(pack: Path, check: Run) -> None:
    starter = pack / "problem/run.py"
    starter.write_text(starter.read_text().replace("OUTPUT_DIR / instance", 'HERE / "elsewhere" / instance'))
    assert check(pack, "K4.7").status is CheckStatus.FAIL


def test_scores_of_the_ladder_stand_beside_the_sota(produced: Produced) -> None:
    (pack,) = (record for record in produced.records if isinstance(record, Pack))
    decisive = [result for result in pack.baselines if result.metric == "matthews_correlation"]
    assert [result.solver for result in decisive] == ["dummy", "linear", "nearest_neighbours", "gradient_boosting"]
    assert {result.sota for result in decisive} == {0.9}


def result(solver: str, metric: str, value: float, sota: float | None) -> BaselineResult:
    return BaselineResult(instance="i", metric=metric, solver=solver, value=value, sota=sota)


@pytest.mark.parametrize(
    ("results", "status", "said"),
    [
        ([result("dummy", "mae", 3.0, 2.0), result("linear", "mae", 2.5, 2.0)], "pass", "no baseline reaches"),
        ([result("dummy", "mae", 2.0, 2.0)], "fail", "dummy reaches the SOTA: 2 against 2"),
        ([result("dummy", "mae", 3.0, 2.0), result("linear", "mae", 1.9, 2.0)], "warn", "linear reaches the SOTA"),
        ([result("dummy", "mae", 3.0, 2.0), result("linear", "mae", 0.0, None)], "fail", "linear is perfect"),
        ([result("dummy", "mae", 3.0, None)], "pass", "no baseline"),
        ([result("dummy", "mae", 3.0, 2.0), result("dummy", "rmse", 1.0, 2.0)], "pass", "a constant .* for rmse"),
    ],
)
def test_the_ladder_is_judged_against_sota_and_optimum(results: list[BaselineResult], status: str, said: str) -> None:
    finding = judge(results, "mae")
    assert finding.status == status
    assert re.search(said, finding.reason)
