"""Structures in PDB files (wwPDB format 3.3): atoms, residues, chains and models, counted line by line."""

from pathlib import Path

from pipeline.verify.columns import describe_column
from pipeline.verify.format import Description, Format
from pipeline.verify.text import first_lines, looks_like_text, opened

_RECORDS = ("HEADER", "TITLE ", "COMPND", "REMARK", "CRYST1", "ATOM  ", "HETATM", "MODEL ", "SEQRES", "EXPDTA")
_ATOMS = ("ATOM  ", "HETATM")


def _matches(head: bytes, name: str) -> bool:
    lines = first_lines(head, 400) if looks_like_text(head) else []
    is_named = name.lower().endswith((".pdb", ".ent"))
    begins = bool(lines) and lines[0].ljust(6).startswith(_RECORDS)
    return begins and (is_named or any(line.startswith(_ATOMS) and len(line) >= 54 for line in lines))


def _describe(path: Path) -> Description:
    atoms = models = 0
    chains: dict[str, None] = {}
    residues: dict[tuple[str, str], str] = {}
    title = ""
    with opened(path, newline=None) as (text, encoding):
        for line in text:
            if line.startswith(_ATOMS):
                atoms += 1
                chains[line[21:22].strip() or "-"] = None
                residues.setdefault((line[21:22], line[22:27]), line[17:20].strip())
            elif line.startswith("MODEL "):
                models += 1
            elif line.startswith(("HEADER", "TITLE ")) and not title:
                title = line[10:].strip()
    columns = (
        describe_column("chain", list(chains)),
        describe_column("residue", list(residues.values())),
    )
    warnings = () if atoms else ("holds no atoms",)
    preview = (f"{title}: {max(1, models)} models, {len(chains)} chains, {len(residues)} residues, {atoms} atoms",)
    return Description(atoms, columns, warnings=(*encoding.warnings, *warnings), preview=preview)


FORMAT = Format(name="pdb", order=27, matches=_matches, describe=_describe)
