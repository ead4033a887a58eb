"""Archives of NumPy arrays (.npz). Only the headers inside are read."""

import zipfile
import zlib
from pathlib import Path

from pipeline.verify.format import Description, Format, ReadError
from pipeline.verify.formats.npy import column_of, read_header
from pipeline.verify.ziphead import first_member
from schemas.data import Column

_MEMBERS = 1000


def _describe(path: Path) -> Description:
    columns: list[Column] = []
    rows: set[int] = set()
    warnings = []
    try:
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist()[:_MEMBERS]:
                with archive.open(name) as member:
                    shape, dtype = read_header(member)
                columns.append(column_of(name.removesuffix(".npy"), shape, dtype))
                rows.add(shape[0] if shape else 1)
                if dtype.hasobject:
                    warnings.append(f"{name}: an array of objects: a pickle, not loaded")
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as error:
        raise ReadError(f"not an archive of arrays: {error}") from error
    return Description(rows.pop() if len(rows) == 1 else None, tuple(columns), warnings=tuple(warnings))


FORMAT = Format(
    name="npz", order=11, matches=lambda head, name: first_member(head).endswith(".npy"), describe=_describe
)
