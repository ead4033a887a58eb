"""ENA and SRA: a record is a study, project, sample, experiment or run accession such as PRJNA123456 or SRR123456."""

import re
from typing import Any

from pipeline.hosts.api import checksum, json_of, opened
from pipeline.hosts.exchange import Conversation, Facts, RemoteFile, Request
from pipeline.hosts.host import Address, Host
from pipeline.hosts.judge import evidence_of
from schemas.data import LinkStatus

_ACCESSION = re.compile(r"(?<![A-Za-z0-9])(?:PRJ(?:NA|EB|DB)|[SED]R[APRSX])\d{5,}(?!\w)", re.IGNORECASE)
_REPORT = "https://www.ebi.ac.uk/ena/portal/api/filereport"
_FIELDS = "run_accession,study_title,fastq_ftp,fastq_bytes,fastq_md5,submitted_ftp,submitted_bytes,submitted_md5"


def record_of(address: Address) -> str | None:
    """The accession in the path or the query of an ENA, SRA or BioProject page."""
    found = _ACCESSION.search(f"{'/'.join(address.pieces)} {address.query}")
    return found.group(0).upper() if found else None


def ask(record: str, url: str) -> Conversation:
    """The file report of the ENA Portal API. It covers SRA; an accession without runs gives 204 or an empty list."""
    response = yield Request(f"{_REPORT}?accession={record}&result=read_run&fields={_FIELDS}&format=json&limit=0")
    if response.status == 204 or (response.status == 200 and not response.body.strip()):
        return Facts(LinkStatus.UNKNOWN, f"ENA has no runs for {record}", evidence=evidence_of(response))
    runs = json_of(response)
    files = [file for run in runs for file in _files(run)]
    title = runs[0].get("study_title", "") if runs else ""
    return opened(f"ENA {record}", files, title=title)


def _files(run: Any) -> list[RemoteFile]:
    """The FASTQ files that ENA made, else what was submitted."""
    kind = "fastq" if run.get("fastq_ftp") else "submitted"
    places, sizes, sums = (str(run.get(f"{kind}_{what}") or "").split(";") for what in ("ftp", "bytes", "md5"))
    return [
        RemoteFile(
            f"{run['run_accession']}/{place.rpartition('/')[2]}",
            f"https://{place}",
            int(size) if size.isdecimal() else None,
            checksum("md5", digest),
        )
        for place, size, digest in zip(places, sizes, sums, strict=False)
        if place
    ]


HOST = Host(
    name="ena",
    domains=("ebi.ac.uk", "trace.ncbi.nlm.nih.gov", "ncbi.nlm.nih.gov"),
    record_of=record_of,
    address_of=lambda record: f"https://www.ebi.ac.uk/ena/browser/view/{record}",
    ask=ask,
    accession=r"((?:PRJ(?:NA|EB|DB)|[SED]R[APRSX])\d{5,})",
)
