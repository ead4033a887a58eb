"""Protein Data Bank: a record is the four-character identifier of an entry."""

import re
from itertools import pairwise

from pipeline.hosts.api import dig, json_from, opened
from pipeline.hosts.exchange import Conversation, RemoteFile
from pipeline.hosts.host import Address, Host

_ENTRY = re.compile(r"[1-9][a-z0-9]{3}", re.IGNORECASE)
_PLACES = {"structure", "entry", "download", "view", "pdb", "explore", "emdb"}
_DOI = r"10\.2210/pdb([1-9][a-z0-9]{3})/pdb"


def record_of(address: Address) -> str | None:
    """The identifier after `structure`, `entry` or `download`, or in the query of an old page."""
    named = address.parameter("structureId") or address.parameter("pdbId")
    after = (piece for before, piece in pairwise(address.pieces) if before.lower() in _PLACES)
    for text in (named, *after):
        stem = text.partition(".")[0]
        if _ENTRY.fullmatch(stem):
            return stem.upper()
    return None


def ask(record: str, url: str) -> Conversation:
    """The entry of the RCSB Data API; the file is its mmCIF. The archive is under CC0 (wwPDB, usage policies)."""
    entry = yield from json_from(f"https://data.rcsb.org/rest/v1/core/entry/{record}")
    major, minor = (dig(entry, "rcsb_accession_info", f"{part}_revision") for part in ("major", "minor"))
    return opened(
        f"PDB {record}",
        [RemoteFile(f"{record}.cif", f"https://files.rcsb.org/download/{record}.cif")],
        title=dig(entry, "struct", "title"),
        version=f"{major}.{minor}" if major is not None else "",
        licence="CC0-1.0",
    )


HOST = Host(
    name="pdb",
    domains=("rcsb.org", "pdb.org", "pdbe.org", "wwpdb.org"),
    record_of=record_of,
    address_of=lambda record: f"https://www.rcsb.org/structure/{record}",
    ask=ask,
    doi=_DOI,
)
