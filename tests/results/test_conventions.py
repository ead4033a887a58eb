"""How classes are averaged and where a row turns positive: from the paper's words, else assumed and said to be."""

import pytest

from pipeline.metrics import averaged
from pipeline.results.conventions import with_conventions
from schemas.paper import Block, Paper, Section, SectionRole, SourceFile, SourceFormat
from schemas.task import Direction, Metric


def paper(text: str) -> Paper:
    section = Section(path="Methods", title="Methods", role=SectionRole.METHODS, blocks=(Block(text=text, page=3),))
    source = SourceFile(name="a.pdf", format=SourceFormat.PDF, sha256="0" * 64, bytes=1)
    return Paper(paper_id="p", source=source, title="T", sections=(section,))


def settled(text: str, metric_id: str = "f1", printed: str = "F1-score", averaging: str | None = None) -> Metric:
    metric = Metric(paper_id="p", metric_id=metric_id, printed=printed, direction=Direction.HIGHER, averaging=averaging)
    (found,) = with_conventions(paper(text), [metric])
    return found


@pytest.mark.parametrize(
    ("text", "averaging"),
    [
        ("We report the macro-averaged F1-score of all classes.", "macro"),
        ("F1-score was computed with weighted averaging over the labels.", "weighted"),
        ("The micro averaged F1-score is given.", "micro"),
    ],
)
def test_averaging_is_taken_from_the_sentence_that_names_the_metric(text: str, averaging: str) -> None:
    metric = settled(f"Data were split. {text} Training took long.")
    assert metric.averaging == averaging
    assert [evidence.quote for evidence in metric.evidence] == [text]
    assert metric.evidence[0].place.page == 3
    assert metric.assumptions == ()


@pytest.mark.parametrize(
    "text", ["We report F1-score.", "Macro-averaged recall is given. We report F1-score.", "Macroscopic F1-score."]
)
def test_what_is_not_said_is_assumed_and_said_to_be(text: str) -> None:
    metric = settled(text)
    assert (metric.averaging, metric.assumptions, metric.evidence) == ("binary", ("averaging: binary",), ())


def test_what_the_name_says_needs_no_sentence() -> None:
    metric = settled("Nothing.", "f1_macro", "Macro-F1")
    assert (metric.averaging, metric.assumptions) == ("macro", ())
    assert settled("Micro-averaged F1-score.", averaging="macro").averaging == "macro"


@pytest.mark.parametrize(
    ("text", "threshold"),
    [
        ("A decision threshold of 0.4 was used to classify a site.", 0.4),
        ("Sites with a predicted probability above the cut-off of .35 are positive.", 0.35),
        ("The threshold was set to 0.7 on the predicted scores.", 0.7),
        ("Sequences were clustered with a threshold of 0.3 in identity.", None),
        ("A p-value threshold of 0.05 was used.", None),
    ],
)
def test_a_threshold_of_classes_is_taken_and_no_other(text: str, threshold: float | None) -> None:
    metric = settled(text)
    assert metric.threshold == threshold
    assert [evidence.quote for evidence in metric.evidence] == ([text] if threshold else [])


def test_values_have_neither() -> None:
    metric = settled("The threshold was set to 0.7 for predicted classes.", "mae", "MAE")
    assert (metric.averaging, metric.threshold, metric.assumptions) == (None, None, ())


@pytest.mark.parametrize(
    ("metric_id", "averaging", "expected"),
    [
        ("f1", "macro", "f1_macro"),
        ("sensitivity", "weighted", "recall_weighted"),
        ("precision", "macro", "precision_macro"),
        ("f1", "binary", "f1"),
        ("f1", None, "f1"),
        ("g_mean", "macro", "g_mean"),
    ],
)
def test_the_metric_that_averages_as_it_is_said(metric_id: str, averaging: str | None, expected: str) -> None:
    assert averaged(metric_id, averaging) == expected
