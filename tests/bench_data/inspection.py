"""`python -m tests.bench_data.inspection [--quick]`: throughput and memory of inspection, by format and size.

Every file is made here and described in a process of its own. Writes `var/bench-data/inspection.json`.
"""

import argparse
import gzip
import json
import shutil
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import openpyxl
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
from PIL import Image

from pipeline.verify.format import described, format_of
from tests.bench_data.apart import apart, keep, show

MB = 2**20
_CELLS = 1_000_000


def table(rows: int) -> pa.Table:
    """Six columns: an id, a name, two measures, a class and a label."""
    draw = np.random.default_rng(1)
    return pa.table(
        {
            "id": np.arange(rows),
            "name": pa.array([f"n{number}" for number in range(rows)]),
            "x1": draw.normal(size=rows),
            "x2": draw.normal(size=rows).round(3),
            "kind": pa.array(np.array(["red", "green", "blue"])[draw.integers(0, 3, rows)]),
            "label": draw.integers(0, 2, rows),
        }
    )


def csv(path: Path, megabytes: int) -> None:
    """Some 19,000 rows to the MB."""
    pyarrow.csv.write_csv(table(19_000 * megabytes), path)


def csv_gz(path: Path, megabytes: int) -> None:
    """A table compressed to about 45 %; the size is that before compression."""
    csv(path.with_suffix(".plain"), megabytes)
    with path.with_suffix(".plain").open("rb") as plain, gzip.open(path, "wb", compresslevel=1) as packed:
        shutil.copyfileobj(plain, packed)
    path.with_suffix(".plain").unlink()


def wide_csv(path: Path, megabytes: int) -> None:
    """20,000 columns, as of gene expression."""
    row = ",".join(f"{value:.3f}" for value in np.random.default_rng(2).normal(size=20_000))
    with path.open("w") as file:
        file.write(",".join(f"gene_{number}" for number in range(20_000)) + "\n")
        file.writelines(row + "\n" for _ in range(megabytes * MB // len(row)))


def parquet(path: Path, megabytes: int) -> None:
    """Some 38,000 rows to the MB."""
    pyarrow.parquet.write_table(table(38_000 * megabytes), path)


def jsonl(path: Path, megabytes: int) -> None:
    """An object of six keys per line."""
    table(8_000 * megabytes).to_pandas().to_json(path, orient="records", lines=True)


def fasta(path: Path, megabytes: int) -> None:
    """Proteins of 300 residues."""
    letters = np.random.default_rng(3).choice(list("ACDEFGHIKLMNPQRSTVWY"), (1000, 300))
    block = ["".join(row) for row in letters]
    with path.open("w") as file:
        for number in range(megabytes * MB // 315):
            file.write(f">seq_{number}\n{block[number % 1000]}\n")


def hdf5(path: Path, megabytes: int) -> None:
    """One matrix of the whole size, and its labels."""
    rows = megabytes * MB // (256 * 8)
    with h5py.File(path, "w") as file:
        matrix = file.create_dataset("train/x", (rows, 256), "f8")
        block = np.random.default_rng(4).normal(size=(4096, 256))
        for start in range(0, rows, 4096):
            matrix[start : start + 4096] = block[: min(4096, rows - start)]
        file["train/y"] = np.random.default_rng(5).integers(0, 10, rows)


def npy(path: Path, megabytes: int) -> None:
    """A matrix of 256 columns."""
    array = np.lib.format.open_memmap(path, "w+", "f8", (megabytes * MB // 2048, 256))
    array[:] = 1.5


def npz(path: Path, megabytes: int) -> None:
    """A matrix and its labels, not compressed."""
    rows = megabytes * MB // 2048
    np.savez(path, x_train=np.ones((rows, 256)), y_train=np.arange(rows) % 3)
    path.with_suffix(".npz.npz").rename(path) if path.with_suffix(".npz.npz").exists() else None


def xlsx(path: Path, megabytes: int) -> None:
    """Some 30,000 rows of six cells to the MB."""
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet()
    sheet.append(["id", "name", "x1", "x2", "kind", "label"])
    for number in range(30_000 * megabytes):
        sheet.append([number, f"n{number}", number * 0.5, 1.25, "red", number % 2])
    book.save(path)


def archive(path: Path, megabytes: int) -> None:
    """A thousand members."""
    with zipfile.ZipFile(path, "w") as made:
        for number in range(1000):
            made.writestr(f"data/{number}.csv", b"x" * (megabytes * MB // 1000))


def tiff(path: Path, megabytes: int) -> None:
    """Frames of a megapixel."""
    frames = [Image.fromarray(np.full((1024, 1024), number % 256, dtype="uint8")) for number in range(megabytes)]
    frames[0].save(path, "TIFF", save_all=True, append_images=frames[1:])


MAKERS: dict[str, tuple[Callable[[Path, int], None], tuple[int, ...]]] = {
    "t.csv": (csv, (1, 10, 100, 500)),
    "t.csv.gz": (csv_gz, (10, 100)),
    "wide.csv": (wide_csv, (10, 100)),
    "t.parquet": (parquet, (1, 10, 100)),
    "t.jsonl": (jsonl, (1, 10, 100)),
    "s.fasta": (fasta, (1, 10, 100)),
    "a.h5": (hdf5, (10, 100, 2048)),
    "a.npy": (npy, (10, 1024)),
    "a.npz": (npz, (10, 512)),
    "t.xlsx": (xlsx, (1, 4)),
    "a.zip": (archive, (10, 500)),
    "i.tif": (tiff, (10, 100)),
}


def inspect(path: str, name: str) -> dict[str, Any]:
    """What is said of a file; the library of its format is loaded here too."""
    form, _ = format_of(Path(path), name)
    found = described(form, Path(path))
    return {"format": form.name, "rows": found.rows, "columns": len(found.columns), "sampled": found.sampled}


def measure(quick: bool) -> list[dict[str, Any]]:
    """A row per format and size."""
    rows = []
    for name, (make, sizes) in MAKERS.items():
        for megabytes in sizes[:1] if quick else sizes:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / name
                apart(make, path, megabytes)  # the peak of a process counts from that of its parent
                size = path.stat().st_size / MB
                cost = apart(inspect, str(path), name)
            rows.append(
                {
                    "file": name,
                    "MB": size,
                    "rows": cost.result["rows"],
                    "columns": cost.result["columns"],
                    "seconds": cost.seconds,
                    "cpu s": cost.cpu,
                    "MB/cpu s": size / cost.cpu,
                    "peak MB": cost.peak,
                }
            )
            print(json.dumps(rows[-1]), flush=True)
    return rows


def main() -> None:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="the smallest file of each format only")
    rows = measure(parser.parse_args().quick)
    show("inspection: seconds and memory, with the load of the libraries", rows)
    print(f"kept in {keep('inspection', rows)}")


if __name__ == "__main__":
    main()
