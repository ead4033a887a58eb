"""Crystals and structures in CIF and mmCIF (IUCr CIF 1.1): blocks, items by their names, atoms counted by lines."""

import re
from pathlib import Path

from pipeline.verify.format import Description, Format
from pipeline.verify.text import first_lines, looks_like_text, opened
from schemas.data import Column

_ITEMS = 1000
_NAME = re.compile(r"_[A-Za-z0-9_.\-\[\]/%()]+")


def _matches(head: bytes, name: str) -> bool:
    lines = [line for line in (first_lines(head, 200) if looks_like_text(head) else []) if not line.startswith("#")]
    return bool(lines) and lines[0].lower().startswith("data_") and any(line.strip().startswith("_") for line in lines)


def _describe(path: Path) -> Description:
    blocks: list[str] = []
    items: dict[str, str] = {}
    atoms, heads = 0, 0
    with opened(path, newline=None) as (text, encoding):
        in_atoms = False
        for line in text:
            stripped = line.strip()
            name = _NAME.match(stripped)
            if stripped.lower().startswith("data_"):
                blocks.append(stripped[5:])
            if name:
                is_atom = name.group().startswith("_atom_site") and name.group() == stripped
                heads = heads + 1 if is_atom else heads
                in_atoms = is_atom
                if len(items) < _ITEMS:
                    items.setdefault(name.group(), stripped[name.end() :].strip())
            elif in_atoms and (not stripped or stripped.startswith(("#", "loop_", "data_", ";"))):
                in_atoms = False
            elif in_atoms:
                atoms += 1
    columns = tuple(
        Column(name=name, dtype="item", sample=(value[:80],) if value else ()) for name, value in items.items()
    )
    preview = (f"{len(blocks)} blocks ({', '.join(blocks[:5])[:80]}), {len(items)} items, {atoms} atom rows",)
    return Description(len(blocks), columns, warnings=encoding.warnings, preview=preview)


FORMAT = Format(name="cif", order=28, matches=_matches, describe=_describe)
