"""NCBI GEO: a record is a series, sample, platform or data-set accession such as GSE12345."""

import re

from pipeline.hosts.host import Address, Host

_ACCESSION = re.compile(r"(?:GSE|GSM|GPL|GDS)\d+", re.IGNORECASE)


def record_of(address: Address) -> str | None:
    """The accession in the query or the path of a GEO page."""
    if "geo" not in "/".join(address.pieces).lower():
        return None
    found = _ACCESSION.search(f"{address.parameter('acc')} {'/'.join(address.pieces)}")
    return found.group(0).upper() if found else None


HOST = Host(
    name="geo",
    domains=("ncbi.nlm.nih.gov", "ftp.ncbi.nlm.nih.gov"),
    record_of=record_of,
    address_of=lambda record: f"https://www.ncbi.nlm.nih.gov/geo/query/acc.cgi?acc={record}",
    accession=r"((?:GSE|GSM|GPL|GDS)\d{2,})",
)
