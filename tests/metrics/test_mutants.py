"""The known values of every metric kill at least 90 % of its wrong variants."""

import warnings
from dataclasses import replace

import pytest

from pipeline.metrics import registry
from pipeline.metrics.mutants import Fate, kill_rate
from pipeline.metrics.spec import MetricSpec


@pytest.mark.parametrize("spec", [pytest.param(spec, id=spec.metric_id) for spec in registry().values()])
def test_wrong_variants_are_killed(spec: MetricSpec) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        report = kill_rate(spec)
    assert report.rate >= 0.9, report.named(Fate.SURVIVED)
    assert len(report.named(Fate.KILLED)) >= 10


@pytest.mark.parametrize(
    ("metric_id", "mutants"),
    [
        ("f1_macro", ["as f1_micro", "as f1_weighted", "as f1", "percent"]),
        ("f1_micro", ["as f1_macro", "as f1_weighted"]),
        ("rmse", ["as mae", "as mse", "shifted rows", "flipped sign"]),
        ("mae", ["as rmse", "as median_absolute_error"]),
        ("sensitivity", ["as specificity", "as precision", "swapped classes", "swapped arguments"]),
        ("specificity", ["as sensitivity", "swapped classes"]),
        ("r2", ["as pearson_squared", "as explained_variance", "swapped arguments"]),
        ("pearson", ["as spearman", "prediction negated", "magnitude"]),
        ("auroc", ["as auprc", "swapped classes of the truth", "complement"]),
    ],
)
def test_the_mistakes_people_make_are_killed(metric_id: str, mutants: list[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        killed = kill_rate(registry()[metric_id]).named(Fate.KILLED)
    assert set(mutants) <= set(killed)


def test_a_variant_that_is_the_metric_itself_is_no_survivor() -> None:
    report = kill_rate(registry()["accuracy"])
    assert {"swapped arguments", "swapped classes", "as f1_micro"} <= set(report.named(Fate.EQUIVALENT))


def test_values_that_tell_nothing_kill_little() -> None:
    """All-right predictions cannot tell a macro from a micro average; the report shows it."""
    spec = registry()["f1_macro"]
    blunt = replace(spec, known=tuple(known for known in spec.known if known.value is None))
    report = kill_rate(blunt)
    assert report.rate < 0.5
    assert "as f1_weighted" in report.named(Fate.SURVIVED)
