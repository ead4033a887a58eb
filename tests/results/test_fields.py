"""Field paths lead back to the record they were made from, whatever its names hold, and set only what may be set."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.results.fields import SETTABLE, differences, key_of, locate, path_of, replaced, text_at, with_value
from schemas.base import Record
from schemas.evidence import RULES
from schemas.task import Algorithm, Direction, MethodRole, Metric, Score, Setting

ALGORITHM = Algorithm(paper_id="p", name="ProtNet", variants=("PN",))
SETTING = Setting(paper_id="p", setting_id="test", name="test set")
MCC = Metric(paper_id="p", metric_id="matthews_correlation", printed="MCC", direction=Direction.HIGHER, is_primary=True)
ACC = Metric(paper_id="p", metric_id="accuracy", printed="ACC", direction=Direction.HIGHER, is_assumed=True)
NAMES = st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1, max_size=12)


def score(method: str) -> Score:
    return Score(
        paper_id="p",
        setting_id="test",
        metric_id="accuracy",
        method=method,
        role=MethodRole.BASELINE,
        printed="0.5",
        value=0.5,
    )


@given(st.lists(NAMES, min_size=1, max_size=6, unique=True), st.data())
def test_a_path_leads_back_to_its_record(methods: list[str], data: st.DataObject) -> None:
    """Methods are called `SuccineSite2.0`, or even `a` and `a.role`: the longest record that fits wins."""
    records: list[Record] = [ALGORITHM, SETTING, MCC, *map(score, methods)]
    record = data.draw(st.sampled_from(records))
    field = data.draw(st.sampled_from(SETTABLE[type(record)]))
    longer = any(path_of(other) == f"{path_of(record)}.{field}" for other in records)
    assert locate(records, path_of(record)) == (record, "")
    if not longer:
        assert locate(records, f"{path_of(record)}.{field}") == (record, field)


@given(st.text(max_size=40))
def test_any_text_is_a_path_or_none(text: str) -> None:
    found = locate((ALGORITHM, SETTING, MCC), text)
    assert found is None or text.startswith(path_of(found[0]))


@pytest.mark.parametrize(
    ("record", "field", "value", "now"),
    [
        (ALGORITHM, "variants", ("A", "B"), "A; B"),
        (SETTING, "protocol", "kfold", "kfold"),
        (MCC, "unit", None, ""),
        (ACC, "is_primary", "true", "True"),
        (score("x"), "role", "bound", "bound"),
    ],
)
def test_a_value_is_set_as_its_schema_has_it(record: Record, field: str, value: object, now: str) -> None:
    made = with_value(record, field, value, RULES)  # type: ignore[arg-type]
    assert isinstance(made, Record) and text_at(made, field) == now


@pytest.mark.parametrize(
    ("record", "field", "value"),
    [
        (SETTING, "protocol", "sometimes"),
        (MCC, "is_primary", "perhaps"),
        (score("x"), "value", 0.9),
        (score("x"), "printed", "0.9"),
        (SETTING, "paper_id", "q"),
        (MCC, "", "x"),
    ],
)
def test_what_does_not_fit_or_may_not_be_set_is_said(record: Record, field: str, value: object) -> None:
    assert isinstance(with_value(record, field, value, RULES), str)  # type: ignore[arg-type]


def test_a_new_primary_metric_takes_the_mark_and_is_no_longer_assumed() -> None:
    made = with_value(ACC, "is_primary", True, RULES)
    assert isinstance(made, Metric) and not made.is_assumed
    first, second = replaced((MCC, ACC), ACC, made)
    assert isinstance(first, Metric) and isinstance(second, Metric)
    assert (first.is_primary, second.is_primary) == (False, True)


def test_differences_follow_a_record_to_its_new_name_and_see_what_is_gone() -> None:
    old, new = score("GPSuc18"), score("GPSuc")
    assert list(differences((MCC, old), (MCC, new))) == [(old, new, "method")]
    assert list(differences((MCC, old), (MCC,))) == [(old, None, "")]
    assert key_of(old) == ("test", "accuracy", "GPSuc18")
