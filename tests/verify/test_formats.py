"""Every format of the specification is described from its bytes; what could execute, point elsewhere or burst does not."""

import bz2
import gzip
import io
import json
import lzma
import pickle
import tarfile
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import h5py
import numpy as np
import openpyxl
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image
from scipy.io import savemat

from pipeline.adapters.store import FileStore
from pipeline.verify.format import Description, ReadError, all_formats, described, format_of, read_frame
from pipeline.verify.inventory import Root, take
from schemas.data import DataFile
from schemas.transforms import ReaderOptions

MOLFILE = (
    "methane\n  test\n\n  1  0  0  0  0  0  0  0  0  0999 V2000\n    0.0000    0.0000    0.0000 C   0  0\nM  END\n"
)
ATOM = "ATOM      1  CA  ALA A   1      11.104   6.134  -6.504  1.00  0.00           C\n"
Look = Callable[[str, bytes], DataFile]


@pytest.fixture
def look(tmp_path: Path, store: FileStore) -> Look:
    """The record of one file with a name and content."""

    def run(name: str, content: bytes) -> DataFile:
        path = tmp_path / name
        path.write_bytes(content)
        return take("p", Root("u", path), store).files[0]

    return run


def saved(write: Callable[[io.BytesIO], object]) -> bytes:
    target = io.BytesIO()
    write(target)
    return target.getvalue()


def workbook(rows: list[list[object]], *more: str) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for title in more:
        book.create_sheet(title)
    return saved(book.save)


def hdf5(fill: Callable[[h5py.File], object]) -> bytes:
    def write(target: io.BytesIO) -> None:
        with h5py.File(target, "w") as file:
            fill(file)

    return saved(write)


def picture(kind: str, shape: tuple[int, ...], frames: int = 1) -> bytes:
    images = [Image.fromarray(np.full(shape, n, dtype="uint8")) for n in range(frames)]
    more = {"save_all": True, "append_images": images[1:]} if frames > 1 else {}
    return saved(lambda target: images[0].save(target, kind, **more))


def tar(*members: tuple[str, bytes]) -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as archive:
        for name, content in members:
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return target.getvalue()


def test_parquet_by_its_footer_and_its_values(look: Look) -> None:
    frame = pd.DataFrame({"x": ["a", "b", None], "y": [0, 1, 1], "z": [[1, 2], [], None]})
    file = look("t.parquet", saved(frame.to_parquet))
    assert (file.format, file.rows) == ("parquet", 3)
    assert [(c.name, c.dtype, c.missing, c.distinct) for c in file.columns[:2]] == [
        ("x", "text", 1, 2),
        ("y", "integer", 0, 2),
    ]
    assert file.preview[0].startswith("a, 0, [1")


def test_json_lines_and_the_three_shapes_of_a_json_table(look: Look) -> None:
    lines = look("t.jsonl", b'{"x": "a", "y": 1}\n\n{"x": null, "y": 2}\n')
    assert (lines.format, lines.rows, lines.columns[0].missing) == ("jsonl", 2, 1)
    for value in ([{"x": 1}, {"x": 2}], {"x": [1, 2]}):
        file = look("t.json", json.dumps(value).encode())
        assert (file.rows, file.columns[0].name, file.columns[0].sample) == (2, "x", ("1", "2"))
    assert look("t.json", b"[3, 4, 5]").columns[0].name == "value"
    tree = look("s.json", json.dumps({"train": [1, 2, 3], "f": {"test": [4]}}).encode())
    assert [(c.name, c.dtype) for c in tree.columns] == [("train", "list[3]"), ("f", "dict"), ("f/test", "list[1]")]


def test_a_long_json_value_is_sampled(look: Look) -> None:
    row = json.dumps({"x": "a" * 1000, "y": 1})
    file = look("t.json", ("[" + ",\n".join([row] * 34_000) + "]").encode())
    assert file.rows is None and 900 < (file.sampled or 0) < 1100
    assert [c.name for c in file.columns] == ["x", "y"]


def test_a_workbook_shows_formulas_and_computes_none(look: Look) -> None:
    file = look("t.xlsx", workbook([["x", "y"], [1, 2.5], [2, "=A2*2"], ["", '=HYPERLINK("x")']], "notes"))
    assert (file.format, file.rows) == ("xlsx", 3)
    assert [(c.name, c.dtype) for c in file.columns] == [("x", "integer"), ("y", "text")]
    assert file.warnings == (
        "2 formulas: never computed; the values kept beside them count",
        "more sheets, not described: notes",
    )


def test_arrays_of_matlab_and_its_cells(look: Look) -> None:
    cells = np.array([["a", "b"]], dtype=object)
    file = look(
        "t.mat", saved(lambda f: savemat(f, {"x": np.zeros((4, 3)), "y": np.array([[0], [1], [1], [0]]), "c": cells}))
    )
    assert [(c.name, c.dtype, c.distinct) for c in file.columns] == [
        ("x", "float64[3]", None),
        ("y", "int64[1]", 2),
        ("c", "cell", None),
    ]
    assert file.warnings == ("c: a cell: listed, not read",)


def test_hdf5_as_a_list_of_data_sets(look: Look) -> None:
    def fill(file: h5py.File) -> None:
        file["train/x"] = np.zeros((5, 2))
        file["train/y"] = np.array([0, 1, 1, 0, 2])
        file["names"] = np.array(["a", "b"], dtype=h5py.string_dtype())

    file = look("t.h5", hdf5(fill))
    assert [(c.name, c.dtype) for c in file.columns] == [
        ("names", "object"),
        ("train/x", "float64[2]"),
        ("train/y", "int64"),
    ]
    assert file.columns[2].sample == ("0", "1", "2")


def test_hdf5_points_nowhere_else(look: Look, tmp_path: Path, store: FileStore) -> None:
    secret = tmp_path / "secret.h5"
    secret.write_bytes(hdf5(lambda f: f.create_dataset("x", data=[1, 2, 3])))
    (tmp_path / "raw.bin").write_bytes(b"\1" * 24)

    def fill(file: h5py.File) -> None:
        file["x"] = np.arange(3)
        file["elsewhere"] = h5py.ExternalLink(str(secret), "/x")
        file["soft"] = h5py.SoftLink("/x")
        file["ref"] = np.array([file["x"].ref], dtype=h5py.ref_dtype)
        file.create_dataset("raw", (3,), "f8", external=[(str(tmp_path / "raw.bin"), 0, 24)])
        layout = h5py.VirtualLayout((3,), "i8")
        layout[:] = h5py.VirtualSource(str(secret), "x", (3,))
        file.create_virtual_dataset("virtual", layout)
        file.create_group("ring")["back"] = file["/"]

    path = tmp_path / "t.h5"
    with h5py.File(path, "w") as made:
        fill(made)
    file = take("p", Root("u", path), store).files[0]
    said = " ".join(file.warnings)
    assert all(
        word in said for word in ("elsewhere: a link to another file", "soft: a soft link", "ref: object references")
    )
    assert "raw: its values lie in another file" in said and "virtual: a virtual data set" in said
    for key in ("elsewhere", "soft", "ref", "raw", "virtual"):
        with pytest.raises(ReadError):
            read_frame("hdf5", store.path(file.sha256), ReaderOptions(key=key))
    assert len(read_frame("hdf5", store.path(file.sha256), ReaderOptions(key="x"))) == 3


def test_anndata_by_its_layout(look: Look) -> None:
    def fill(file: h5py.File) -> None:
        matrix = file.create_group("X")
        matrix.attrs["shape"] = (4, 100)
        matrix["data"] = np.ones(3)
        obs = file.create_group("obs")
        obs["batch"] = np.array([0, 0, 1, 1])
        kind = obs.create_group("cell_type")
        kind["categories"] = np.array(["B", "T"], dtype=h5py.string_dtype())
        kind["codes"] = np.array([0, 1, 1, 0], dtype="i1")

    file = look("cells.h5ad", hdf5(fill))
    assert (file.format, file.rows) == ("h5ad", 4)
    assert [(c.name, c.dtype, c.sample) for c in file.columns] == [
        ("X", "matrix[100]", ()),
        ("obs/batch", "int64", ("0", "1")),
        ("obs/cell_type", "category", ("B", "T")),
    ]


def test_molecules_and_structures(look: Look) -> None:
    sdf = look("m.sdf", f"{MOLFILE}> <logP>\n1.5\n\n$$$$\n{MOLFILE}> <logP>\n2.5\n\n$$$$\n".encode())
    assert (sdf.format, sdf.rows, [c.name for c in sdf.columns]) == ("sdf", 2, ["title", "molfile", "logP"])
    smiles = look("m.smi", b"CCO ethanol\nc1ccccc1\tbenzene\n")
    assert (smiles.format, smiles.rows, smiles.columns[1].sample) == ("smiles", 2, ("benzene", "ethanol"))
    pdb = look("1abc.pdb", b"HEADER    HYDROLASE\n" + (ATOM + ATOM.replace(" A   1", " B   2")).encode() + b"END\n")
    assert (pdb.format, pdb.rows, pdb.columns[0].sample) == ("pdb", 2, ("A", "B"))
    rows = "".join(f"ATOM {n} C\n" for n in range(3))
    cif = look(
        "x.cif",
        f"data_1ABC\n_cell.length_a 5.4\nloop_\n_atom_site.group\n_atom_site.id\n_atom_site.el\n{rows}#\n".encode(),
    )
    assert (cif.format, cif.rows) == ("cif", 1) and "3 atom rows" in cif.preview[0]


def test_sequences_with_qualities(look: Look) -> None:
    file = look("r.fastq.gz", gzip.compress(b"@r1\nACGT\n+\nIIII\n@r2\nAC\n+\nII\n"))
    assert (file.format, file.compression, file.rows) == ("fastq", "gzip", 2)


@pytest.mark.parametrize(
    ("name", "content", "dtype", "rows"),
    [
        ("a.png", picture("PNG", (4, 6)), "uint8[4x6]", 1),
        ("a.tif", picture("TIFF", (4, 6, 3), frames=3), "uint8[4x6x3]", 3),
        ("a.jpg", picture("JPEG", (4, 6, 3)), "uint8[4x6x3]", 1),
    ],
)
def test_pictures_by_their_header(look: Look, name: str, content: bytes, dtype: str, rows: int) -> None:
    file = look(name, content)
    assert (file.columns[0].dtype, file.rows) == (dtype, rows)


def test_archives_are_listed_and_their_traps_named(tmp_path: Path) -> None:
    """What the format says of an archive as it lies; an inventory lists its members in its place."""

    def look(name: str, content: bytes) -> tuple[str, str | None, Description]:
        (tmp_path / name).write_bytes(content)
        form, compression = format_of(tmp_path / name, name)
        return form.name, compression, described(form, tmp_path / name)

    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("data/a.csv", "a,b\n1,2\n")
        archive.writestr("../../evil.csv", "x")
        archive.writestr("inner.zip", b"PK")
        archive.writestr("bomb.bin", bytes(20 * 2**20))
        link = zipfile.ZipInfo("link")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    name, _, file = look("a.zip", target.getvalue())
    said = " ".join(file.warnings)
    assert (name, file.rows, file.preview[0]) == ("zip", 5, "data/a.csv (8 bytes)")
    assert all(word in said for word in ("leaves the folder", "archives themselves", "grow more than", "are links"))
    name, compression, packed = look("a.tar.gz", gzip.compress(tar(("a.csv", b"a,b\n"), ("/abs.csv", b"x"))))
    assert (name, compression, packed.rows) == ("tar", "gzip", 2)
    assert "leaves the folder" in packed.warnings[0]


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_compressed_tables_are_tables(look: Look, store: FileStore, pack: Callable[[bytes], bytes]) -> None:
    file = look("t.csv.gz", pack(b"x,y\na,1\nb,2\n"))
    assert (file.format, file.rows, [c.name for c in file.columns]) == ("csv", 2, ["x", "y"])
    assert list(read_frame("csv", store.path(file.sha256), ReaderOptions())["y"]) == ["1", "2"]


def test_a_compressed_bomb_is_not_unpacked(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipeline.verify.wrapped.UNPACKED_BYTES", 2**20)
    file = look("t.csv.gz", gzip.compress(b"a,b\n" + b"1,2\n" * 2**20))
    assert "larger than 1048576 bytes when unpacked" in file.warnings[0]
    assert "damaged compression" in look("t.csv.gz", gzip.compress(b"a,b\n1,2\n" * 9000)[:-9]).warnings[0]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.bin", pickle.dumps({"a": 1}, protocol=0)),
        ("a.bin", b"cos\nsystem\n(S'x'\ntR."),
        ("a.pkl.gz", gzip.compress(pickle.dumps([1]))),
        ("a.joblib", b"\x78\x9c" + bytes(20)),
        ("a.rds", gzip.compress(b"X\n\0\0\0")),
        ("a.bin", b"RDX3\nX\n"),
        ("model.pth", b"PK\x03\x04" + bytes(40)),
    ],
)
def test_what_may_run_code_is_typed_and_never_opened(look: Look, name: str, content: bytes) -> None:
    file = look(name, content)
    assert file.format == "serialised" and "not opened" in file.warnings[0]


@pytest.mark.parametrize(
    ("content", "warning", "cell"),
    [
        ("x,y\nMüller,1\n".encode() + b"Caf\xe9,2\n", "mixed encodings", "Café"),
        (b"x,y\nM\xfcller,1\na,2\n", "read as Latin-1", "Müller"),
        ("\ufeffx,y\nb,1\n".encode(), "", "b"),
        (b"x;y\nb;1\nc;2\n", "", "b"),
        (b"x,y\n\"=cmd|' /C calc'!A0\",1\n=SUM(A1:A2),2\n", "2 cells look like spreadsheet formulas", "=SUM(A1:A2)"),
        (b'x,y\n"two\nlines",1\n', "", "two\nlines"),
    ],
)
def test_what_is_odd_in_a_table_of_text(look: Look, store: FileStore, content: bytes, warning: str, cell: str) -> None:
    file = look("t.csv", content)
    assert [c.name for c in file.columns] == ["x", "y"]
    assert warning in " ".join(file.warnings) and bool(file.warnings) == bool(warning)
    assert cell in list(read_frame("csv", store.path(file.sha256), ReaderOptions())["x"])


def test_a_wide_table_is_described_from_its_first_rows(look: Look) -> None:
    names = [f"g{n}" for n in range(600)]
    text = ",".join(names) + "\n" + (",".join(["1.5"] * 600) + "\n") * 1200
    file = look("t.csv", text.encode())
    assert (file.rows, file.sampled, len(file.columns)) == (1200, 100, 600)


def test_arrays_of_a_table(store: FileStore, tmp_path: Path) -> None:
    def frame(array: np.ndarray, key: str | None) -> pd.DataFrame:
        path = tmp_path / "a.npy"
        np.save(path, array, allow_pickle=True)
        return read_frame("npy", path, ReaderOptions(key=key))

    assert list(frame(np.arange(3), "y_test")) == ["y"]
    assert list(frame(np.zeros((2, 3)), "X_train")) == ["x_0", "x_1", "x_2"]
    assert list(frame(np.zeros((2, 2, 2)), "images")) == ["images_0_0", "images_0_1", "images_1_0", "images_1_1"]
    assert list(frame(np.array([b"a", b"b"]), "y")["y"]) == ["a", "b"]
    for bad in (np.array([{}], dtype=object), np.array(5), np.zeros((1, 100, 100)), np.zeros(2, dtype="c16")):
        with pytest.raises(ReadError):
            frame(bad, "x")


SIGNATURES = (
    *(
        b"\x89HDF\r\n\x1a\n",
        b"PAR1",
        b"MATLAB 5.0 MAT-file",
        b"MATLAB 7.3 MAT-file",
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff",
    ),
    *(
        b"II*\x00\x08\x00\x00\x00",
        b"PK\x03\x04" + bytes(30) + b"xl/workbook.xml",
        b"\x1f\x8b\x08",
        b"BZh9",
        b"\xfd7zXZ\x00",
    ),
    *(
        b"data_x\n_a 1\n",
        b"HEADER    X\n",
        b"@r\nA\n+\nI\n",
        b"C\n\n\n  1  0  0  0  0  0  0  0  0  0999 V2000\n",
        b'{"a": 1}\n',
    ),
    bytes(257) + b"ustar",
)
NAMES = (
    "a.h5",
    "a.mat",
    "a.xlsx",
    "a.png",
    "a.tif",
    "a.smi",
    "a.cif",
    "a.pdb",
    "a.sdf",
    "a.jsonl",
    "a.csv.gz",
    "a.pkl",
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(SIGNATURES), st.binary(max_size=400), st.sampled_from(NAMES))
def test_no_damaged_file_makes_inspection_raise(look: Look, head: bytes, rest: bytes, name: str) -> None:
    look(name, head + rest).model_dump_json().encode()


@cache
def whole(kind: str) -> bytes:
    """A sound file of a binary format, to be damaged."""
    arrays = {"x": np.zeros((4, 3)), "y": np.arange(4)}
    return {
        "npz": lambda: saved(lambda f: np.savez(f, **arrays)),
        "mat": lambda: saved(lambda f: savemat(f, arrays)),
        "parquet": lambda: saved(pd.DataFrame({"a": [1, 2], "b": ["x", "y"]}).to_parquet),
        "xlsx": lambda: workbook([["x"], [1]]),
        "hdf5": lambda: hdf5(lambda f: [f.create_dataset(name, data=value) for name, value in arrays.items()]),
        "tiff": lambda: picture("TIFF", (4, 6), frames=2),
    }[kind]()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(["npz", "mat", "parquet", "xlsx", "hdf5", "tiff"]), st.data())
def test_no_flipped_or_missing_bytes_make_inspection_raise(look: Look, kind: str, data: st.DataObject) -> None:
    content = bytearray(whole(kind))
    for _ in range(data.draw(st.integers(0, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(content)))
    look(f"a.{kind}", bytes(content[:cut] if data.draw(st.booleans()) else content)).model_dump_json()


def test_every_format_of_the_specification_has_a_file() -> None:
    names = {form.name for form in all_formats()}
    wanted = "csv tsv parquet json jsonl xlsx npy npz hdf5 h5ad mat fasta fastq sdf smiles pdb cif zip tar png tiff txt"
    assert set(wanted.split()) <= names
