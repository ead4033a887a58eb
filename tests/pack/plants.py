"""Ways to plant a fault into a pack."""

import json
import os
import re
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from pipeline.leakage.associations import Truth
from pipeline.pack.files import listing
from pipeline.pack.firewall.answers import truths

Plant = Callable[[Path], object]


def instance_of(pack: Path) -> str:
    return next(path.name for path in sorted((pack / "problem/data").iterdir()))


def truth_of(pack: Path) -> Truth:
    return truths(pack)[instance_of(pack)][0]


def data(pack: Path) -> Path:
    return pack / "problem/data" / instance_of(pack)


def bits(pack: Path) -> np.ndarray[Any, Any]:
    return truth_of(pack).codes.astype(np.uint8)


def relock(pack: Path) -> None:
    """Write the lock of the files as they now are: a fault made before the lock, not after it."""
    path = pack / "pack.lock.json"
    document = json.loads(path.read_text())
    document["files"] = [f.model_dump() for f in listing(pack) if f.path != "pack.lock.json"]
    path.write_text(json.dumps(document))


def edit(path: str, pattern: str, replacement: str, count: int = 1) -> Plant:
    """Replace in a file; the pattern must be there."""

    def change(pack: Path) -> None:
        text, found = re.subn(pattern, replacement, (pack / path).read_text(), count=count)
        assert found, f"{pattern} is not in {path}"
        (pack / path).write_text(text)

    return change


def say(text: str, path: str = "problem/README.md") -> Plant:
    """A line more at the end of a text."""

    def change(pack: Path) -> None:
        with (pack / path).open("a", encoding="utf-8") as stream:
            stream.write(f"\n{text}\n")

    return change


def put(path: str, content: str | bytes | Callable[[Path], str | bytes]) -> Plant:
    """A file more; `{i}` in the path is the instance."""

    def change(pack: Path) -> None:
        target = pack / path.replace("{i}", instance_of(pack))
        target.parent.mkdir(parents=True, exist_ok=True)
        made = content(pack) if callable(content) else content
        target.write_bytes(made.encode() if isinstance(made, str) else made)

    return change


def told(path: str, text: Callable[[Path], str]) -> Plant:
    """A line more in a text, made from the pack."""
    return lambda pack: say(text(pack), path)(pack)


def drop(path: str) -> Plant:
    return lambda pack: (pack / path.replace("{i}", instance_of(pack))).unlink()


def rewrite(path: str, change: Callable[[dict[str, Any]], object]) -> Plant:
    def apply(pack: Path) -> None:
        document = json.loads((pack / path).read_text())
        change(document)
        (pack / path).write_text(json.dumps(document))

    return apply


def column(name: str, values: Callable[[Path], list[str]]) -> Plant:
    """A column more in test.csv."""

    def change(pack: Path) -> None:
        path = data(pack) / "test.csv"
        header, *rows = path.read_text().splitlines()
        lines = [f"{header},{name}", *(f"{row},{value}" for row, value in zip(rows, values(pack), strict=True))]
        path.write_text("\n".join(lines) + "\n")

    return change


def ordered(key: Callable[[Path], "np.ndarray[Any, Any]"]) -> Plant:
    """Another order of the rows of test.csv."""

    def change(pack: Path) -> None:
        path = data(pack) / "test.csv"
        header, *rows = path.read_text().splitlines()
        path.write_text("\n".join([header, *(rows[at] for at in key(pack))]) + "\n")

    return change


def one_file_per_row(name: Callable[[str, str], str], as_times: bool = False) -> Plant:
    def change(pack: Path) -> None:
        truth = truth_of(pack)
        for row_id, value, code in zip(truth.ids, truth.values, truth.codes, strict=True):
            path = data(pack) / "rows" / name(str(row_id), str(value))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b"0")
            os.utime(path, (1_000_000 + code * 60, 1_000_000 + code * 60)) if as_times else None

    return change


def png(kind: bytes, text: bytes) -> bytes:
    """An image of one pixel with a text chunk."""
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)),
        (kind, b"Comment\0" + (b"\0" + zlib.compress(text) if kind == b"zTXt" else text)),
        (b"IDAT", zlib.compress(b"\0\0")),
        (b"IEND", b""),
    ]
    made = [struct.pack(">I", len(c)) + n + c + struct.pack(">I", zlib.crc32(n + c)) for n, c in chunks]
    return b"\x89PNG\r\n\x1a\n" + b"".join(made)


def npz(pack: Path) -> None:
    np.savez_compressed(data(pack) / "arrays.npz", noise=np.zeros(3), inner=bits(pack))


def parquet(pack: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.table({"y": truth_of(pack).values.tolist()}), data(pack) / "more.parquet")


def evaluator(code: str) -> Plant:
    """Code put before the entry point of the evaluator, where it wins over what stands above."""
    return lambda pack: edit(
        "evaluation/evaluator.py", r'\nif __name__ == "__main__":', f'\n{code}\n\nif __name__ == "__main__":'
    )(pack)


def metric(expression: str) -> Plant:
    """Every metric replaced by an expression of f (the metric), t (truth) and p (prediction)."""
    return evaluator(f"METRICS = {{n: (lambda t, p, f=f: {expression}, k) for n, (f, k) in METRICS.items()}}")


def words_of(pack: Path) -> str:
    return " ".join(truth_of(pack).values)


METADATA = "metadata.json"
SCORING = "evaluation/scoring.json"
README = "problem/README.md"


def first_metric(document: dict[str, Any]) -> Any:
    return document["performance_entries"][0]["metrics"][0]


def first_marks(document: dict[str, Any]) -> Any:
    metrics = document["instances"][0]["metrics"]
    return next(m for m in metrics if m["metric"] == document["primary_metric"])


def without_input(pack: Path) -> None:
    path = data(pack) / "test.csv"
    path.write_text("".join(line.rsplit(",", 1)[0] + "\n" for line in path.read_text().splitlines()))


def shortened(path: Path) -> None:
    path.write_text("\n".join(path.read_text().splitlines()[:-1]) + "\n")


def truth_as_sample(pack: Path) -> None:
    truth = (pack / "evaluation/ground_truth" / instance_of(pack) / "truth.csv").read_text().splitlines()
    next((pack / "problem/sample_submission").rglob("*.csv")).write_text("\n".join([truth[0], *truth[:0:-1]]) + "\n")


def of_one_class(pack: Path) -> None:
    path = pack / "evaluation/ground_truth" / instance_of(pack) / "truth.csv"
    header, *rows = path.read_text().splitlines()
    last = truth_of(pack).values[0]
    path.write_text("\n".join([header, *(f"{row.split(',')[0]},{last}" for row in rows)]) + "\n")
