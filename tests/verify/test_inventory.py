"""Every file of a source is typed by its content, described within limits, and never executed."""

import io
import json
import os
import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.adapters.store import FileStore
from pipeline.verify.format import all_formats, format_of
from pipeline.verify.inventory import Inventory, Root, take
from pipeline.verify.licences import spdx_of
from pipeline.verify.thresholds import DEFAULT_LIMITS, Limits
from pipeline.verify.walk import is_safe_name, walk
from schemas.data import DataFile
from tests.verify.records import EXAMPLES

Folder = Callable[..., Path]


def inventory(root: Path, store: FileStore, limits: Limits = DEFAULT_LIMITS) -> Inventory:
    return take("p", Root("u", root), store, limits)


def by_path(found: Inventory) -> dict[str, DataFile]:
    return {file.path: file for file in found.files}


def npy(array: np.ndarray) -> bytes:
    target = io.BytesIO()
    np.save(target, array, allow_pickle=True)
    return target.getvalue()


def npz(**arrays: np.ndarray) -> bytes:
    target = io.BytesIO()
    np.savez_compressed(target, **arrays)
    return target.getvalue()


class Bomb:
    """Writes a file when it is unpickled."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, (f"touch {self.mark}",)


def test_the_first_example_is_described(store: FileStore) -> None:
    found = by_path(inventory(EXAMPLES / "lmsuccsite" / "data", store))
    fasta = found["train/fasta/negative_sites.fasta"]
    assert (fasta.format, fasta.rows, fasta.licence) == ("fasta", 4750, "Apache-2.0")
    assert [(column.name, column.distinct) for column in fasta.columns] == [("header", 4529), ("sequence", 4527)]
    sites = found["info/test_positive_sites.csv"]
    assert [(column.name, column.dtype, column.missing) for column in sites.columns] == [
        ("accession", "text", 0),
        ("site", "integer", 0),
    ]
    assert found["LICENSE_repo_Apache-2.0.txt"].format == "licence"


def test_the_second_example_has_736_rows_where_its_authors_say_732(store: FileStore) -> None:
    found = by_path(inventory(EXAMPLES / "crabnet" / "data", store))
    assert found["benchmark_data/aflow__ael_bulk_modulus_vrh/test.csv"].rows == 736
    assert [found[f"benchmark_data/mp_bulk_modulus/{p}.csv"].rows for p in ("train", "val", "test")] == [4414, 946, 947]
    assert all(file.licence == "MIT" and not file.warnings for file in found.values())


def test_formats_go_by_content_and_not_by_name(folder: Folder, store: FileStore) -> None:
    root = folder(
        {
            "really_fasta.csv": ">a\nMKV\n>b\nMK\nVV\n",
            "really_csv.txt": "a,b\n1,2\n3,4\n",
            "really_tsv.csv": "a\tb\n1\t2\n3\t4\n",
            "really_json.txt": '{"a": 1}',
            "lines.jsonl": '{"a": 1}\n{"a": null, "b": "x"}\n',
            "list.json": "[1, 2, 3]",
            "array.dat": npy(np.zeros((3, 4, 5))),
            "arrays.dat": npz(x=np.zeros((7, 2)), y=np.arange(7)),
            "really_pickle.npy": pickle.dumps({"a": 1}),
            "notes.md": "Words, and more words.\nAnd then some.\n",
            "empty.csv": "",
            "noise.csv": bytes(range(256)) * 8,
            "one_column.csv": "target\n1\n2\n",
            "model.pt": zip_with("archive/data.pkl"),
            "table.xlsx": zip_with("[Content_Types].xml"),
            "stuff.h5": b"\x89HDF\r\n\x1a\n" + bytes(100),
            "stuff.7z": b"7z\xbc\xaf\x27\x1c" + bytes(100),
        }
    )
    found = by_path(inventory(root, store))
    assert {path: file.format for path, file in found.items()} == {
        "really_fasta.csv": "fasta",
        "really_csv.txt": "csv",
        "really_tsv.csv": "tsv",
        "really_json.txt": "json",
        "lines.jsonl": "jsonl",
        "list.json": "json",
        "array.dat": "npy",
        "arrays.dat": "npz",
        "really_pickle.npy": "serialised",
        "notes.md": "txt",
        "empty.csv": "unknown",
        "noise.csv": "unknown",
        "one_column.csv": "csv",
        "model.pt": "serialised",
        "table.xlsx": "xlsx",
        "stuff.h5": "hdf5",
        "stuff.7z": "unknown",
    }
    assert [(c.name, c.dtype) for c in found["array.dat"].columns] == [("array", "float64[4x5]")]
    assert found["arrays.dat"].rows == 7
    assert found["lines.jsonl"].rows == 2
    assert "not HDF5" in found["stuff.h5"].warnings[0] and "not a workbook" in found["table.xlsx"].warnings[0]
    assert "7-Zip" in found["stuff.7z"].warnings[0]


def zip_with(member: str) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr(member, "x")
    return target.getvalue()


def test_nothing_that_executes_on_load_is_loaded(folder: Folder, store: FileStore, tmp_path: Path) -> None:
    mark = tmp_path / "executed"
    objects = np.array([Bomb(mark), Bomb(mark)], dtype=object)
    root = folder({"a.pkl": pickle.dumps(Bomb(mark)), "b.npy": npy(objects), "c.npz": npz(x=objects)})
    found = by_path(inventory(root, store))
    assert not mark.exists()
    assert "not opened" in found["a.pkl"].warnings[0]
    assert "not loaded" in found["b.npy"].warnings[0] and "not loaded" in found["c.npz"].warnings[0]


@pytest.mark.parametrize(
    ("content", "warning"),
    [
        (b"a,b\n1,2\n3\n4,5,6\n", "2 ragged rows (the first: row 3)"),
        (b"a,b\n" + b"1,2\n" * 20 + b"3,\x004\n", "1 NUL characters"),
        ("a,b\nM\u00fcller,2\n".encode("latin-1") + b"x,3\n", "not utf-8 (byte 5); read as Latin-1"),
        (b"1,2\n3,4\n", "no header row"),
        (b"a,a\n3,4\n", "two columns have the same name"),
    ],
)
def test_what_is_odd_about_a_table_is_said(folder: Folder, store: FileStore, content: bytes, warning: str) -> None:
    assert by_path(inventory(folder({"t.csv": content}), store))["t.csv"].warnings == (warning,)


def test_encodings_with_a_mark_are_read_without_it(folder: Folder, store: FileStore) -> None:
    files = {"a.csv": "name,y\n\u00e9,1\n".encode("utf-16"), "b.csv": "name,y\n\u00e9,1\n".encode("utf-8-sig")}
    for file in inventory(folder(files), store).files:
        assert (file.columns[0].name, file.columns[0].sample, file.warnings) == ("name", ("\u00e9",), ())


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_of_every_system_are_read(folder: Folder, store: FileStore, end: str) -> None:
    root = folder({"s.fa": end.join((">a", "MK", "VV", ">b", "MKV")), "t.csv": end.join(("x,y", "a,1", "b,2", ""))})
    files = by_path(inventory(root, store))
    assert (files["s.fa"].rows, files["s.fa"].columns[1].sample) == (2, ("MKV", "MKVV"))
    assert (files["t.csv"].rows, files["t.csv"].columns[1].sample) == (2, ("1", "2"))


def test_numbers_as_column_names_are_a_header(folder: Folder, store: FileStore) -> None:
    file = inventory(folder({"t.csv": ",0,1\n0,1.5,2\n1,2.5,3\n"}), store).files[0]
    assert ([column.name for column in file.columns], file.rows) == (["", "0", "1"], 2)


def test_marks_of_absence_count_only_among_numbers(folder: Folder, store: FileStore) -> None:
    file = inventory(folder({"t.csv": "formula,y\nNaN,1.5\nNaCl,NaN\nNa,\n"}), store).files[0]
    assert [(c.name, c.dtype, c.missing) for c in file.columns] == [("formula", "text", 0), ("y", "number", 2)]


def test_codes_with_leading_zeros_are_text(folder: Folder, store: FileStore) -> None:
    file = inventory(folder({"t.csv": "code,y\n007,1\n010,2\n"}), store).files[0]
    assert file.columns[0].dtype == "text"


@pytest.mark.parametrize("content", ["[" * 200_000, '{"a":' * 50_000, '{"a": ' + "9" * 5000 + "}", '{"a": "\\ud800"}'])
def test_hostile_json_is_listed_and_can_be_stored(folder: Folder, store: FileStore, content: str) -> None:
    file = inventory(folder({"t.json": content}), store).files[0]
    assert file.bytes == len(content)
    json.dumps(file.model_dump(mode="json"), ensure_ascii=False).encode()


def test_links_pipes_and_names_that_cannot_be_kept_are_refused(
    folder: Folder, store: FileStore, tmp_path: Path
) -> None:
    (tmp_path / "secret").write_text("secret")
    root = folder({"good.csv": "a,b\n1,2\n", "..\\..\\evil.csv": "a,b\n1,2\n", "line\nbreak.csv": "a,b\n1,2\n"})
    (root / "leak.csv").symlink_to(tmp_path / "secret")
    (root / "loop").symlink_to(root)
    os.mkfifo(root / "pipe.csv")
    (Path(os.fsdecode(os.fsencode(root) + b"/\xff.csv"))).write_text("a,b\n1,2\n")
    found = inventory(root, store)
    assert [file.path for file in found.files] == ["good.csv"]
    assert len(found.refused) == 6
    assert any("leak.csv: is a symbolic link" in text for text in found.refused)
    "".join(found.refused).encode()


def test_limits_hold(folder: Folder, store: FileStore) -> None:
    root = folder({"a.csv": "a,b\n" + "1,2\n" * 100, "b.csv": "a,b\n1,2\n", "c/d/e.csv": "a,b\n1,2\n"})
    found = inventory(root, store, Limits(file_bytes=1000, files=2, depth=1))
    assert found.refused == ("c/d/e.csv: lies more than 1 folders deep",)
    assert inventory(root, store, Limits(file_bytes=20)).refused[0] == "a.csv: larger than 20 bytes"
    assert inventory(root, store, Limits(files=1)).refused == (
        "b.csv: more than 1 files",
        "c/d/e.csv: more than 1 files",
    )


def test_the_nearest_licence_counts(folder: Folder, store: FileStore) -> None:
    mit = (EXAMPLES / "crabnet" / "data" / "LICENSE_CrabNet_MIT.txt").read_text()
    root = folder({"x.csv": "a,b\n1,2\n", "in/LICENSE": mit, "in/deep/y.csv": "a,b\n1,2\n"})
    files = {file.path: file for file in take("p", Root("u", root, "CC0-1.0"), store).files}
    assert (files["x.csv"].licence, files["in/deep/y.csv"].licence) == ("CC0-1.0", "MIT")


def test_a_licence_is_known_by_its_phrases() -> None:
    assert (
        spdx_of("GNU LESSER GENERAL PUBLIC LICENSE\n  Version 3, 29 June 2007 ... GNU General Public License")
        == "LGPL-3.0"
    )
    assert spdx_of("Creative Commons\nAttribution-NonCommercial 4.0 International") == "CC-BY-NC-4.0"
    assert spdx_of("Creative Commons Attribution 4.0 International Public License") == "CC-BY-4.0"
    assert spdx_of("All rights reserved.") is None


def test_every_format_has_a_name_of_its_own() -> None:
    names = [form.name for form in all_formats()]
    assert len(set(names)) == len(names) and all_formats()[-1].name == "unknown"


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.one_of(
        st.binary(max_size=300),
        st.sampled_from([b"\x93NUMPY", b"PK\x03\x04", b"\x80\x04", b">a\n", b"{", b"[", b"\xff\xfe", b"a,b\n"]).flatmap(
            lambda start: st.binary(max_size=200).map(lambda rest: start + rest)
        ),
    ),
    st.sampled_from(["a.csv", "a.json", "a.fasta", "a.tsv", "LICENSE", "a"]),
)
def test_any_bytes_under_any_name_are_described(tmp_path: Path, store: FileStore, content: bytes, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    file = inventory(path, store).files[0]
    assert (file.bytes, file.format) == (len(content), format_of(path, name)[0].name)
    file.model_dump_json().encode()


@settings(deadline=None)
@given(st.text(max_size=12))
def test_safe_names_are_single_parts_of_paths(name: str) -> None:
    if is_safe_name(name):
        assert Path(name).name == name and "\\" not in name
        name.encode()
        assert not any(ord(mark) < 32 for mark in name)


def test_a_walk_is_in_the_order_of_names(folder: Folder) -> None:
    root = folder(dict.fromkeys(("b.txt", "a/z.txt", "a.txt", "c/x.txt"), "x"))
    assert [entry.name for entry in walk(root).files] == ["a/z.txt", "a.txt", "b.txt", "c/x.txt"]
