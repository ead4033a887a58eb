"""What a careful reader finds in the two example papers (their NOTICE.md) is what the checks find."""

from pipeline.ports import Produced
from schemas.data import CheckStatus, DataCheck, DataFile, FileRole, Measure, Recipe
from schemas.outcome import Call, Stage

WARN, PASS, SKIPPED = CheckStatus.WARN, CheckStatus.PASS, CheckStatus.SKIPPED


def checks(produced: Produced, setting_id: str = "independent_test") -> dict[tuple[str, str], DataCheck]:
    found = [r for r in produced.records if isinstance(r, DataCheck) and r.setting_id == setting_id]
    assert len({(check.check_id, check.subject) for check in found}) == len(found)
    return {(check.check_id, check.subject): check for check in found}


def roles(produced: Produced) -> dict[str, FileRole]:
    return {record.path: record.role for record in produced.records if isinstance(record, DataFile)}


def first(check: DataCheck) -> Measure:
    return check.measures[0]


def test_the_first_example_goes_on(lmsuccsite: Produced) -> None:
    assert (lmsuccsite.decision.call, lmsuccsite.decision.stage) == (Call.ADVANCE, Stage.VERIFY)
    assert lmsuccsite.decision.questions == ()
    assert [check for check in checks(lmsuccsite).values() if check.status is CheckStatus.FAIL] == []


def test_counts_that_differ_by_one_and_by_four(lmsuccsite: Produced) -> None:
    found = checks(lmsuccsite)
    for subject, rows, printed, status in (
        ("train/positive", 4749, 4750, WARN),
        ("train/negative", 4750, 4750, PASS),
        ("test/positive", 253, 254, WARN),
        ("test/negative", 2973, 2977, WARN),
    ):
        check = found["4.4", subject]
        assert (first(check).value, first(check).expected, check.status) == (rows, printed, status)
        assert check.evidence[0].place.table == "Table 1"
    assert "4 fewer than the paper's 2977" in found["4.4", "test/negative"].reason
    assert "50,565" in found["4.4", "train/negative"].reason


def test_nine_windows_in_both_splits(lmsuccsite: Produced) -> None:
    check = checks(lmsuccsite)["4.6", "test inputs in train"]
    assert (check.status, first(check).value) == (WARN, 9)
    assert "Q9D379|159" in check.examples


def test_two_of_123_test_proteins_are_shared(lmsuccsite: Produced) -> None:
    check = checks(lmsuccsite)["4.6", "test groups in train"]
    assert (check.status, check.measures[0].value, check.measures[1].value) == (WARN, 2, 123)
    assert check.examples == ("Q9D379", "Q91W43")


def test_223_duplicates_among_the_train_negatives(lmsuccsite: Produced) -> None:
    found = checks(lmsuccsite)
    check = found["4.6", "duplicates in train/negative"]
    assert (check.status, first(check).value) == (WARN, 223)
    for part in ("train/positive", "test/positive", "test/negative"):
        assert found["4.6", f"duplicates in {part}"].status is PASS


def test_one_window_is_centred_on_r(lmsuccsite: Produced) -> None:
    found = checks(lmsuccsite)
    assert found["4.6", "windows in test"].examples == ("P0CE49|27 (negative): R instead of K in the middle",)
    assert found["4.6", "windows in train"].status is PASS


def test_only_the_four_files_are_the_initial_state(lmsuccsite: Produced) -> None:
    """full_sequences/ carries the positive sites in its headers: the answers of the test set."""
    kept = [path for path, role in roles(lmsuccsite).items() if role is FileRole.INITIAL_STATE]
    assert sorted(kept) == [
        "test/fasta/test_negative_sites.fasta",
        "test/fasta/test_positive_sites.fasta",
        "train/fasta/negative_sites.fasta",
        "train/fasta/positive_sites.fasta",
    ]
    assert roles(lmsuccsite)["LICENSE_repo_Apache-2.0.txt"] is FileRole.IRRELEVANT


def test_the_second_example_goes_on_with_six_settings(crabnet_produced: Produced) -> None:
    assert crabnet_produced.decision.call is Call.ADVANCE
    assert len([record for record in crabnet_produced.records if isinstance(record, Recipe)]) == 6


def test_no_test_formula_is_in_train_or_validation(crabnet_produced: Produced) -> None:
    for setting_id in ("mp_bulk_modulus", "mp_shear_modulus"):
        found = checks(crabnet_produced, setting_id)
        assert found["4.6", "test inputs in train"].status is PASS
        assert found["4.6", "test inputs in validation"].status is PASS
        assert found["4.4", "counts"].status is SKIPPED


def test_folds_are_kept_apart(crabnet_produced: Produced) -> None:
    assert checks(crabnet_produced, "expt_gap")["4.3", "folds"].status is WARN
    files = roles(crabnet_produced)
    assert files["matbench_cv/expt_gap/train0.csv"] is FileRole.INITIAL_STATE
    assert files["matbench_cv/expt_gap/train1.csv"] is FileRole.IRRELEVANT


def test_a_table_of_the_papers_methods_is_an_output(crabnet_produced: Produced) -> None:
    assert roles(crabnet_produced)["reference/all_metrics.csv"] is FileRole.ALGORITHM_OUTPUT
    assert roles(crabnet_produced)["reference/magpie_element_properties.csv"] is FileRole.UNKNOWN
