"""What a FASTA header says of where its sequence comes from.

Forms: UniProt `db|accession|name` and its kin (NCBI FASTA identifiers), bare UniProt accessions (the pattern that
UniProt publishes), RefSeq accessions. A running number is no source: `seq_1` in two files is not one protein.
"""

import re

_DATABASES = frozenset({"sp", "tr", "gb", "emb", "dbj", "ref", "pdb", "pir", "prf", "gi", "lcl"})
_ACCESSION = re.compile(
    r"([OPQ][0-9][A-Z0-9]{3}[0-9]|[A-NR-Z][0-9]([A-Z][A-Z0-9]{2}[0-9]){1,2}|[NXYW]P_[0-9]+(\.[0-9]+)?)(?![A-Za-z0-9])"
)


def source_of(header: str) -> str | None:
    """The accession of the protein or gene a sequence was cut from, or None where the header names none."""
    fields = re.split(r"[|\s]+", header.strip())
    if fields[0].lower() in _DATABASES and len(fields) > 1 and fields[1]:
        return fields[1]
    found = _ACCESSION.match(header.strip())
    return found.group(1) if found else None


def short_name(header: str) -> str:
    """A header for people: accession and position where both are there, else its first 40 letters."""
    source = source_of(header)
    last = re.split(r"[|\s_:]+", header.strip())[-1]
    return f"{source}|{last}" if source and last.isdigit() else header.strip()[:40]
