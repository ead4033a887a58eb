"""SMILES files (.smi): a molecule per line, and a name behind it."""

import re
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.verify.format import Description, Format
from pipeline.verify.profile import Profile
from pipeline.verify.text import first_lines, looks_like_text, opened
from schemas.transforms import ReaderOptions

if TYPE_CHECKING:
    import pandas as pd

_SMILES = re.compile(r"[A-Za-z0-9@+\-\[\]()=#$:/\\.%*~]+")
_BATCH = 50_000
NAMES = ("smiles", "name")


def _matches(head: bytes, name: str) -> bool:
    if not name.lower().endswith((".smi", ".smiles")) or not looks_like_text(head):
        return False
    return all(_SMILES.fullmatch(line.split()[0]) for line in first_lines(head, 20))


def _cut(line: str) -> tuple[str, str]:
    smiles, _, name = line.strip().replace("\t", " ").partition(" ")
    return smiles, name.strip()


def _describe(path: Path) -> Description:
    import pyarrow as pa

    profile = Profile(NAMES)
    with opened(path, newline=None) as (text, encoding):
        lines = (line for line in text if line.strip())
        while batch := [_cut(line) for line in islice(lines, _BATCH)]:
            profile.add([pa.array(column, pa.string()) for column in zip(*batch, strict=True)])
    return Description(
        profile.rows,
        profile.columns(),
        warnings=encoding.warnings,
        preview=profile.preview,
        sampled=profile.looked_at,
    )


def _read(path: Path, options: ReaderOptions) -> "pd.DataFrame":
    import pandas as pd

    with opened(path, newline=None) as (text, _):
        return pd.DataFrame([_cut(line) for line in text if line.strip()], columns=list(NAMES), dtype="str")


FORMAT = Format(name="smiles", order=26, matches=_matches, describe=_describe, read=_read, is_table=True)
