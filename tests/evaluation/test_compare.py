"""Two runs side by side."""

from pipeline.evaluation import compare
from schemas.evidence import DecidedBy, Decider
from schemas.snapshot import End
from tests.evaluation.build import gold, judged, run, score, verdict


def test_moves_name_the_papers_that_ended_differently() -> None:
    before = run(judged("a", End.NEEDS_REVIEW), judged("b", End.PACKED), judged("gone"), name="x")
    after = run(judged("a", End.PACKED), judged("b", End.FAILED, reason="no disk"), judged("new"), name="y")
    found = compare(before, after)
    assert [(m.paper, m.before, m.after) for m in found.moves] == [
        ("a", End.NEEDS_REVIEW, End.PACKED),
        ("b", End.PACKED, End.FAILED),
    ]
    assert found.moves[1].reason_after == "no disk"
    assert (found.only_before, found.only_after) == (("gone",), ("new",))


def test_fixed_and_forgotten_without_gold_are_about_settling() -> None:
    ends = [
        (End.NEEDS_REVIEW, End.PACKED),
        (End.FAILED, End.FAILED),
        (End.PACKED, End.NEEDS_REVIEW),
        (End.REJECTED, End.REJECTED),
    ]
    before = run(*(judged(str(i), one) for i, (one, _) in enumerate(ends)))
    after = run(*(judged(str(i), other) for i, (_, other) in enumerate(ends)))
    found = compare(before, after)
    assert (found.fixed.hits, found.fixed.total) == (1, 2)
    assert (found.forgotten.hits, found.forgotten.total) == (1, 2)


def test_fixed_and_forgotten_with_gold_are_about_what_readers_say() -> None:
    before = run(judged("a", End.REJECTED), judged("b", End.REJECTED), judged("c", End.PASSED))
    after = run(judged("a", End.PASSED), judged("b", End.PASSED), judged("c", End.PASSED))
    found = compare(before, after, [gold("a", "accept"), gold("b", "reject")])
    assert (found.fixed.hits, found.fixed.total) == (1, 1)
    assert (found.forgotten.hits, found.forgotten.total) == (1, 1)


def test_a_changed_field_shows_both_values_with_evidence_and_decider() -> None:
    model = Decider(by=DecidedBy.LLM, model="m", prompt="p", prompt_version="1")
    before = run(judged("a", scores=(score("Net", "0.9"),)))
    after = run(judged("a", scores=(score("Net", "0.8", decider=model),)))
    changes = {change.field: change for change in compare(before, after).changes}
    changed = changes["scores.test.accuracy.Net.printed"]
    assert (changed.before, changed.after) == ("0.9", "0.8")
    assert changed.evidence_after == ("\"0.8\" (Table 2, row 'Net', column 'accuracy')",)
    assert changed.decider_after == "llm (m, prompt p 1)"


def test_a_record_that_came_or_went_is_one_change() -> None:
    before = run(judged("a", verdicts=(verdict("1.1", "pass", "x"),)))
    after = run(judged("a"))
    (change,) = compare(before, after).changes
    assert (change.field, change.after) == ("verdicts.1.1", "")
    assert "call pass" in change.before


def test_the_same_run_has_no_changes() -> None:
    one = run(judged("a", verdicts=(verdict("1.1", "pass"),), scores=(score("Net", "0.9"),)), code__screen="1")
    found = compare(one, one)
    assert (found.moves, found.changes, found.differences) == ((), (), ())


def test_more_than_one_kind_of_difference_is_told() -> None:
    before = run(code__screen="1", code__pack="1", model__screener="m1", until="pack")
    after = run(code__screen="2", code__pack="2", model__screener="m2", until="pack")
    found = compare(before, after)
    assert [(d.kind, d.name) for d in found.differences] == [
        ("code", "pack"),
        ("code", "screen"),
        ("model", "screener"),
    ]
    assert found.kinds == ("code", "model")
