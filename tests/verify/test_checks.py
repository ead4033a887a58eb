"""Each check on small folders: what it passes, what it warns of, what stops a setting, and what it cannot say."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from pipeline.adapters.store import FileStore
from pipeline.ports import Produced
from pipeline.verify.case import all_checks
from pipeline.verify.counts import compare
from schemas.curation import CuratedSetting, CuratedVerdict, Curation
from schemas.data import CheckStatus, DataCheck, SplitPart
from schemas.outcome import Call
from schemas.screening import VerdictCall
from schemas.task import Count, Protocol
from tests.verify.records import EXAMPLES, LMSUCCSITE, count, setting, task

PASS, WARN, FAIL, SKIPPED = CheckStatus.PASS, CheckStatus.WARN, CheckStatus.FAIL, CheckStatus.SKIPPED
Folder = Callable[..., Path]
Verify = Callable[..., Produced]

LETTERS = "ACDEFGHIKLMNPQRSTVWY"


def table(rows: range, target: str = "{n}.5", extra: str = "") -> str:
    return "x,target\n" + "".join(f"name{n},{target.format(n=n)}\n" for n in rows) + extra


def windows(rows: range, middle: str = "K", length: int = 7) -> str:
    """FASTA windows, all different, with one residue in the middle."""
    lines = []
    for n in rows:
        half = "".join(LETTERS[n // 20**k % 20] for k in range(length // 2))
        lines.append(f">seq_{n}\n{half}{middle}{half}\n")
    return "".join(lines)


def checks(produced: Produced, setting_id: str = "s") -> dict[tuple[str, str], DataCheck]:
    return {
        (record.check_id, record.subject): record
        for record in produced.records
        if isinstance(record, DataCheck) and record.setting_id == setting_id
    }


def accept(check_id: str) -> Curation:
    verdict = CuratedVerdict(rule=check_id, call=VerdictCall.PASS, category="", reason="the protocol is the paper's")
    return Curation(by="A. Curator", date=date(2026, 1, 2), verdicts=(verdict,))


def run(
    verified: Verify, root: Path, metric: str = "mae", curation: Curation | None = None, **fields: object
) -> Produced:
    return verified(root, task(setting("s", **fields), metric_id=metric), curation)


def test_every_check_of_the_spec_has_a_file() -> None:
    assert [check.check_id for check in all_checks()] == ["4.1", "4.2", "4.3", "4.4", "4.6", "4.7", "4.8", "4.5"]


def test_clean_data_passes_every_check_that_applies(folder: Folder, verified: Verify) -> None:
    licence = (EXAMPLES / "crabnet" / "data" / "LICENSE_CrabNet_MIT.txt").read_text()
    root = folder({"train.csv": table(range(20)), "test.csv": table(range(20, 30)), "LICENSE": licence})
    produced = run(verified, root)
    statuses = {check.status for check in checks(produced).values()}
    assert statuses == {PASS, SKIPPED}
    assert checks(produced)["4.5", "setting"].reason == "passes"


def test_refused_paths_are_shown_with_the_setting(folder: Folder, verified: Verify) -> None:
    root = folder({"train.csv": table(range(20)), "test.csv": table(range(20, 30))})
    (root / "validation.csv").symlink_to("/etc/hostname")
    check = checks(run(verified, root))["4.1", "refused paths"]
    assert check.status is WARN and "symbolic link" in check.reason


def test_a_file_that_cannot_be_read_stops_the_setting(folder: Folder, verified: Verify) -> None:
    root = folder({"train.csv": table(range(20), extra="too,many,fields\n"), "test.csv": table(range(20, 30))})
    produced = run(verified, root)
    found = checks(produced)
    assert found["4.1", "train.csv"].status is WARN and "ragged" in found["4.1", "train.csv"].reason
    assert found["4.1", "reading"].status is FAIL and "row 22" in found["4.1", "reading"].reason
    assert found["4.6", "recipe"].status is SKIPPED
    assert (found["4.5", "setting"].status, found["4.5", "setting"].category) == (FAIL, "unreadable")
    assert produced.decision.call is Call.REVIEW and "row 22" in produced.decision.reason


def test_predictions_are_no_initial_state(folder: Folder, verified: Verify) -> None:
    rows = "x,y_pred,target\n" + "".join(f"name{n},{n}.4,{n}.5\n" for n in range(20))
    found = checks(run(verified, folder({"train.csv": rows, "test.csv": rows})))
    assert (found["4.2", "roles"].status, found["4.2", "roles"].category) == (FAIL, "algorithm_output")


def test_a_recipe_that_is_not_sure_is_ambiguous(folder: Folder, verified: Verify) -> None:
    rows = "x,label\n" + "".join(f"name{n},{'red' if n % 2 else 'blue'}\n" for n in range(20))
    root = folder({"train.csv": rows, "test.csv": rows.replace("name", "other")})
    check = checks(run(verified, root, "accuracy"))["4.3", "separation"]
    assert (check.status, check.category) == (WARN, "ambiguous")
    assert "which class is positive" in check.reason


def test_published_files_of_a_random_split_are_one_split(folder: Folder, verified: Verify) -> None:
    root = folder({"train.csv": table(range(20)), "test.csv": table(range(20, 30))})
    assert checks(run(verified, root, protocol=Protocol.RANDOM))["4.3", "protocol"].status is WARN


@pytest.mark.parametrize(
    ("actual", "printed", "status"),
    [(1000, 1000, PASS), (995, 1000, WARN), (1000, 1010, WARN), (990, 1000, FAIL), (49, 50, WARN), (48, 50, FAIL)],
)
def test_counts_within_one_percent_or_one_row_are_warnings(
    folder: Folder, verified: Verify, actual: int, printed: int, status: CheckStatus
) -> None:
    root = folder({"train.csv": table(range(actual)), "test.csv": table(range(5000, 5020))})
    check = checks(run(verified, root, counts=(count("train", printed),)))["4.4", "train"]
    assert check.status is status
    assert (check.measures[0].value, check.measures[0].expected) == (actual, printed)


def test_counts_of_a_total_and_of_parts_that_do_not_exist(folder: Folder, verified: Verify) -> None:
    root = folder({"train.csv": table(range(20)), "test.csv": table(range(20, 30))})
    counts = (count("Total", 30), count("external cohort", 99), count("train", 7, "resistant"))
    found = checks(run(verified, root, counts=counts))
    assert found["4.4", "train+test"].status is PASS
    assert found["4.4", "printed: external cohort"].status is SKIPPED
    assert found["4.4", "printed: train/resistant"].status is SKIPPED


def test_counts_of_classes_in_a_table(folder: Folder, verified: Verify) -> None:
    rows = "x,label\n" + "".join(f"name{n},{int(n < 5)}\n" for n in range(20))
    root = folder({"train.csv": rows, "test.csv": rows.replace("name", "other")})
    counts = (count("training", 5, "Positive"), count("training", 15, "Negative"))
    found = checks(run(verified, root, "accuracy", counts=counts))
    assert found["4.4", "train/1"].status is found["4.4", "train/0"].status is PASS


def test_the_nearest_of_two_printed_counts_is_meant() -> None:
    rows = {(SplitPart.TRAIN, None): 100}
    printed = (count("train", 900, printed="900"), count("train (after balancing)", 101), count("train", 900))
    compared, unmatched = compare(printed, rows)
    assert [(each.actual, each.printed.value, [o.value for o in each.others]) for each in compared] == [
        (100, 101, [900, 900])
    ]
    assert unmatched == ()


@pytest.mark.parametrize(("shared", "status"), [(0, PASS), (5, WARN), (6, FAIL)])
def test_overlap_above_five_percent_stops_a_setting(
    folder: Folder, verified: Verify, shared: int, status: CheckStatus
) -> None:
    root = folder({"train.csv": table(range(200)), "test.csv": table(range(200 - shared, 300 - shared))})
    produced = run(verified, root)
    check = checks(produced)["4.6", "test inputs in train"]
    assert (check.status, check.measures[0].value) == (status, shared)
    assert produced.decision.call is (Call.REVIEW if status is FAIL else Call.ADVANCE)


def test_a_human_may_accept_a_failed_check_and_is_named(folder: Folder, verified: Verify) -> None:
    root = folder({"train.csv": table(range(200)), "test.csv": table(range(150, 250))})
    asked = run(verified, root).decision
    assert [question.field for question in asked.questions] == ["verdicts.4.6"]
    produced = run(verified, root, curation=accept("4.6"))
    check = checks(produced)["4.6", "test inputs in train"]
    assert check.status is WARN and "accepted by A. Curator on 2026-01-02" in check.reason
    assert produced.decision.call is Call.ADVANCE
    assert run(verified, root, curation=accept("4.4")).decision.call is Call.REVIEW


def test_what_cannot_be_read_cannot_be_accepted(folder: Folder, verified: Verify) -> None:
    root = folder({"train.csv": table(range(20), extra="too,many,fields\n"), "test.csv": table(range(20, 30))})
    produced = run(verified, root, curation=accept("4.1"))
    assert checks(produced)["4.1", "reading"].status is FAIL
    assert produced.decision.call is Call.REVIEW


def test_repeated_test_rows_stop_a_setting_and_repeated_train_rows_do_not(folder: Folder, verified: Verify) -> None:
    twice = table(range(10), extra=table(range(10)).split("\n", 1)[1])
    found = checks(run(verified, folder({"train.csv": twice, "test.csv": table(range(50, 60))})))
    assert found["4.6", "duplicates in train"].status is WARN
    found = checks(run(verified, folder({"train.csv": table(range(50, 60)), "test.csv": twice})))
    assert (found["4.6", "duplicates in test"].status, found["4.5", "setting"].status) == (FAIL, FAIL)


def test_equal_inputs_with_different_targets(folder: Folder, verified: Verify) -> None:
    rows = "x,label\n" + "".join(f"name{n // 2},{n % 2}\n" for n in range(20))
    root = folder({"train.csv": rows, "test.csv": rows.replace("name", "other")})
    assert checks(run(verified, root, "accuracy"))["4.6", "conflicting targets"].status is FAIL
    measured = rows.replace("label", "target").replace(",1", ",1.5")
    root = folder({"train.csv": measured, "test.csv": measured.replace("name", "other")})
    assert checks(run(verified, root))["4.6", "conflicting targets"].status is WARN


def test_groups_named_by_a_column(folder: Folder, verified: Verify) -> None:
    train = "patient,x,target\n" + "".join(f"P{n},a{n},{n}.5\n" for n in range(40))
    test = "patient,x,target\n" + "".join(f"P{n},b{n},{n}.5\n" for n in range(30, 70))
    check = checks(run(verified, folder({"train.csv": train, "test.csv": test})))["4.6", "test groups in train"]
    assert (check.status, check.measures[0].value, check.measures[1].value) == (FAIL, 10, 40)


def fasta(train: str, test: str) -> dict[str, str]:
    negative = {"train/neg.fa": windows(range(4000, 4200)), "test/neg.fa": windows(range(5000, 5100))}
    return {"train/pos.fa": train, "test/pos.fa": test, **negative}


def test_windows_of_another_residue_or_length_are_named(folder: Folder, verified: Verify) -> None:
    odd = windows(range(300, 301), "R") + ">short_1\nAAKA\n"
    root = folder(fasta(windows(range(200)), windows(range(200, 300)) + odd))
    check = checks(run(verified, root, "accuracy"))["4.6", "windows in test"]
    assert check.status is WARN
    assert check.examples == (
        "seq_300 (positive): R instead of K in the middle",
        "short_1 (positive): 4 long instead of 7",
    )


def test_sequences_that_are_no_windows_are_left_alone(folder: Folder, verified: Verify) -> None:
    mixed = windows(range(100), "K") + windows(range(100, 200), "A")
    found = checks(run(verified, folder(fasta(mixed, windows(range(200, 300)))), "accuracy"))
    assert not any("windows" in subject for _, subject in found)


def test_running_numbers_are_no_proteins(folder: Folder, verified: Verify) -> None:
    root = folder(fasta(windows(range(200)), windows(range(200, 300)).replace("seq_2", "seq_1")))
    assert checks(run(verified, root, "accuracy"))["4.6", "test groups in train"].status is SKIPPED


def curated(*pairs: tuple[str, str]) -> Curation:
    entries = tuple(
        CuratedSetting(setting_id=setting_id, name=setting_id, task="", protocol=Protocol.FIXED, files=(prefix,))
        for setting_id, prefix in pairs
    )
    return Curation(by="A. Curator", date=date(2026, 1, 2), settings=entries)


def test_two_folds_in_one_pack_show_each_others_answers(folder: Folder, verified: Verify) -> None:
    """In a fold's train file lie the other folds' test answers."""
    files = {}
    for fold in range(2):
        rest = [n for n in range(20) if n % 2 != fold]
        files[f"f{fold}/test.csv"] = table(range(fold, 20, 2))
        files[f"f{fold}/train.csv"] = "x,target\n" + "".join(f"name{n},{n}.5\n" for n in rest)
    the_task = task(setting("one"), setting("two"), metric_id="mae")
    produced = verified(folder(files), the_task, curated(("one", "f0/"), ("two", "f1/")))
    assert checks(produced, "one")["4.5", "setting"].status is PASS
    leaks = checks(produced, "two")
    assert leaks["4.6", "answers of one in two"].status is leaks["4.6", "answers of two in one"].status is FAIL
    assert produced.decision.call is Call.ADVANCE and "two" in produced.decision.reason


def test_two_targets_on_the_same_rows_are_no_leak(folder: Folder, verified: Verify) -> None:
    """Binary labels of two tasks agree by chance on half of the rows."""
    files = {}
    for name, period in (("bitter", 2), ("sweet", 3)):
        label = lambda n, period=period: int(n % period == 0)  # noqa: E731
        part = lambda rows, label=label: "x,label\n" + "".join(f"name{n},{label(n)}\n" for n in rows)  # noqa: E731
        step = 0 if name == "bitter" else 15
        files[f"{name}/train.csv"] = part([n for n in range(60) if not step <= n < step + 15])
        files[f"{name}/test.csv"] = part(range(step, step + 15))
    produced = verified(folder(files), task(setting("bitter"), setting("sweet")))
    assert not any("answers" in subject for _, subject in checks(produced, "sweet"))
    assert produced.decision.reason == "2 of 2 settings pass: bitter, sweet"


def test_stored_bytes_that_changed_are_noticed(folder: Folder, verified: Verify, store: FileStore) -> None:
    root = folder({"train.csv": table(range(20)), "test.csv": table(range(20, 31))})
    kept = store.path(store.add(root / "test.csv"))
    kept.chmod(0o644)
    kept.write_bytes(kept.read_bytes() + b"name99,1.5\n")
    check = checks(run(verified, root))["4.1", "test.csv"]
    kept.unlink()
    assert (check.status, check.category) == (FAIL, "checksum")


def test_a_count_record_keeps_its_cell() -> None:
    cell = next(c for c in LMSUCCSITE.counts if c.value == 2977)
    assert isinstance(cell, Count) and cell.evidence[0].place.table == "Table 1"
