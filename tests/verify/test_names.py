"""What file names say of part, label, fold and group."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.verify.headers import short_name, source_of
from pipeline.verify.names import Name, read_name
from schemas.data import SplitPart

TRAIN, VALIDATION, TEST = SplitPart.TRAIN, SplitPart.VALIDATION, SplitPart.TEST


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("train/fasta/positive_sites.fasta", Name("fasta/sites", TRAIN, "positive")),
        ("test/fasta/test_negative_sites.fasta", Name("fasta/sites", TEST, "negative")),
        ("benchmark_data/mp_bulk_modulus/val.csv", Name("benchmark_data/mp_bulk_modulus", VALIDATION)),
        ("matbench_cv/expt_gap/train3.csv", Name("matbench/expt_gap", TRAIN, fold=3)),
        ("fold_2/test.csv", Name("", TEST, fold=2)),
        ("cv1/valid.csv", Name("", VALIDATION, fold=1)),
        ("x_train_4.csv", Name("x", TRAIN, fold=4)),
        ("trainPos.fa", Name("", TRAIN, "positive")),
        ("Training/neg.fa", Name("", TRAIN, "negative")),
        ("train/test.csv", Name("", TEST)),
        ("train_test.csv", Name("", None)),
        ("contest/latest.csv", Name("contest/latest")),
        ("independent-dev.csv", Name("", None)),
    ],
)
def test_a_path_says(path: str, name: Name) -> None:
    assert read_name(path) == name


def test_a_digit_is_a_label_only_where_labels_are_asked_for() -> None:
    assert read_name("train_1.fasta", digits_are_labels=True) == Name("", TRAIN, "positive")
    assert read_name("train_1.csv") == Name("", TRAIN, fold=1)


@settings(deadline=None)
@given(st.text(alphabet="abtrainesvlpo_-./019 ", min_size=1, max_size=40))
def test_any_path_has_a_name(path: str) -> None:
    name = read_name(path)
    assert name == read_name(path)
    assert not name.group.startswith("/")


@pytest.mark.parametrize(
    ("header", "source", "short"),
    [
        ("sp|P0CE49|-|27", "P0CE49", "P0CE49|27"),
        ("sp|P0A901|\t#37\t", "P0A901", "P0A901"),
        ("Q9Y6K9_112", "Q9Y6K9", "Q9Y6K9|112"),
        ("NP_001012.1 some protein", "NP_001012.1", "NP_001012.1 some protein"),
        ("seq_17", None, "seq_17"),
        ("P0A901XYZ", None, "P0A901XYZ"),
        ("positive_3", None, "positive_3"),
        ("", None, ""),
    ],
)
def test_a_header_names_its_protein_where_it_has_an_accession(header: str, source: str | None, short: str) -> None:
    assert source_of(header) == source
    if short != "P0A901":
        assert short_name(header) == short
