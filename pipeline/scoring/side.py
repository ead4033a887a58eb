"""What a submission is held against: the hidden truth of a pack, or its validation rows, whose answers are in sight."""

import ast
import csv
import hashlib
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.scoring.model import ScoringFile, Split
from pipeline.scoring.reading import evaluator_of, read_scoring
from schemas.errors import UsageError

_TRUTH = "ground_truth"
_DATA = Path("problem/data")
_TABLE = "validation.csv"


@dataclass(frozen=True)
class Side:
    """The evaluator with its truth beside it, the marks of the instances it knows, and the instances it leaves out."""

    evaluator: Path
    marks: ScoringFile
    left_out: tuple[str, ...] = ()

    @property
    def evaluator_sha256(self) -> str:
        """The sha256 of the evaluator."""
        return hashlib.sha256(self.evaluator.read_bytes()).hexdigest()

    @property
    def truth_sha256(self) -> str:
        """One sha256 over the names and contents of the answers."""
        root = self.evaluator.parent / _TRUTH
        return digest(root, sorted(p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file()))


def side_of(pack: Path, split: Split, scratch: Path) -> Side:
    """The side of a split. For `dev` it is made in `scratch`, which must be empty.

    Raises UsageError where `pack` is no pack, or where no instance has a validation split.
    """
    marks, evaluator = read_scoring(pack), evaluator_of(pack)
    return Side(evaluator, marks) if split is Split.TEST else _dev_side(pack, marks, evaluator, scratch)


def _dev_side(pack: Path, marks: ScoringFile, evaluator: Path, scratch: Path) -> Side:
    known = tuple(entry for entry in marks.instances if (pack / _DATA / entry.instance / _TABLE).is_file())
    if not known:
        raise UsageError(
            f"{pack} has no validation split: its paper gives none, so there is nothing to score `--split dev` by",
            "Hold back rows of train.csv yourself, or score the test split.",
        )
    source = evaluator.read_text(encoding="utf-8")
    rows = {call["name"]: _write_truth(pack, call, scratch) for call in _declared(source, {k.instance for k in known})}
    made = scratch / evaluator.name
    made.write_text(_rewritten(source, rows), encoding="utf-8")
    left_out = tuple(entry.instance for entry in marks.instances if entry not in known)
    return Side(made, marks.model_copy(update={"instances": known}), left_out)


def _write_truth(pack: Path, declared: dict[str, Any], scratch: Path) -> int:
    """Write the answers of the validation rows as the evaluator reads them; gives their number."""
    table = pack / _DATA / declared["name"] / _TABLE
    wanted = (declared["id_column"], *(declared.get("columns") or (declared["target_column"],)))
    target = scratch / _TRUTH / declared["name"] / declared["truth_file"]
    target.parent.mkdir(parents=True)
    try:
        with table.open(encoding="utf-8", newline="") as file, target.open("x", encoding="utf-8", newline="") as out:
            rows = [[row[name] for name in wanted] for row in csv.DictReader(file, strict=True)]
            csv.writer(out, lineterminator="\n").writerows([wanted, *rows])
    except (KeyError, TypeError, csv.Error, UnicodeDecodeError) as fault:
        hint = "The split `dev` needs the id and the target of each row. Build the pack again."
        raise UsageError(f"{table} cannot be scored by: {type(fault).__name__} {fault}", hint) from fault
    if not rows:
        raise UsageError(f"{table} holds no rows", "Build the pack again.")
    return len(rows)


def _declared(source: str, names: set[str]) -> Iterator[dict[str, Any]]:
    for call in _calls(_instances(ast.parse(source))):
        found = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
        if found["name"] in names:
            yield found


def _rewritten(source: str, rows: dict[str, int]) -> str:
    """The evaluator with the instances that have validation rows, and their number of rows in place of the test's."""
    table = _instances(ast.parse(source))
    calls = [call for call in _calls(table) if _value(call, "name") in rows]
    for call in calls:
        n_test, n_dev = _value(call, "n_rows"), rows[_value(call, "name")]
        most = max(1, math.ceil(n_dev / n_test)) * _value(call, "max_bytes")
        for keyword in call.keywords:
            if keyword.arg in ("n_rows", "max_bytes"):
                keyword.value = ast.Constant({"n_rows": n_dev, "max_bytes": most}[keyword.arg])
    lines = source.splitlines(keepends=True)
    made = f"INSTANCES = ({', '.join(ast.unparse(call) for call in calls)},)\n"
    whole = [*lines[: table.lineno - 1], made, *lines[table.end_lineno :]]
    return "".join(whole).replace("are not in the test set", "are not in the validation split")


def _instances(tree: ast.Module) -> ast.Assign:
    for node in tree.body:
        if isinstance(node, ast.Assign) and [getattr(t, "id", "") for t in node.targets] == ["INSTANCES"]:
            return node
    raise UsageError("the evaluator declares no INSTANCES", "Build the pack again.")


def _calls(table: ast.Assign) -> list[ast.Call]:
    return [entry for entry in getattr(table.value, "elts", ()) if isinstance(entry, ast.Call)]


def _value(call: ast.Call, name: str) -> Any:
    return next(ast.literal_eval(keyword.value) for keyword in call.keywords if keyword.arg == name)


def digest(folder: Path, names: list[str]) -> str:
    """One sha256 over the names and contents of files."""
    total = hashlib.sha256()
    for name in names:
        with (folder / name).open("rb") as file:
            content = hashlib.file_digest(file, "sha256").hexdigest()
        total.update(f"{content}  ".encode() + name.encode("utf-8", "surrogateescape") + b"\n")
    return total.hexdigest()
