"""Archives of biology, and the DOI system."""

from schemas.data import LinkStatus
from tests.hosts.cases import Case, Recorded, api, moved, page

_SOFT = b"""^SERIES = GSE12345
!Series_title = Cells under stress
!Series_last_update_date = Feb 21 2019
!Series_supplementary_file = ftp://ftp.ncbi.nlm.nih.gov/geo/series/GSE12nnn/GSE12345/suppl/GSE12345_counts.txt.gz
"""
_GEO = "https://www.ncbi.nlm.nih.gov/geo/query/acc.cgi"
_ENA = "https://www.ebi.ac.uk/ena/portal/api/filereport"
_FIELDS = "run_accession,study_title,fastq_ftp,fastq_bytes,fastq_md5,submitted_ftp,submitted_bytes,submitted_md5"
_RUN = {  # the answer that public clients of the Portal API show for SRR16298157
    "run_accession": "SRR16298157",
    "study_title": "Reads",
    "fastq_ftp": "ftp.sra.ebi.ac.uk/vol1/fastq/SRR162/057/SRR16298157/SRR16298157_1.fastq.gz;ftp.sra.ebi.ac.uk/vol1/fastq/SRR162/057/SRR16298157/SRR16298157_2.fastq.gz",
    "fastq_bytes": "43409;42752",
    "fastq_md5": "aaf5b365c1b45083c014baa35657b463;e80f09063bf017fa08b0dd881e840ed9",
    "submitted_ftp": "",
    "submitted_bytes": "",
    "submitted_md5": "",
}


def _handle(doi: str, place: str) -> Recorded:
    return api(
        f"https://doi.org/api/handles/{doi}?type=URL",
        {"responseCode": 1, "handle": doi, "values": [{"type": "URL", "data": {"format": "string", "value": place}}]},
    )


CASES = (
    Case(
        "geo, open",
        "ncbi.nlm.nih.gov/geo/info/geo_paccess.html: form=text gives SOFT",
        "GSE12345",
        LinkStatus.OPEN,
        (
            Recorded(f"{_GEO}?acc=GSE12345&targ=self&form=text&view=brief", 200, _SOFT, {"Content-Type": "geo/text"}),
            page(f"{_GEO}?acc=GSE12345"),
        ),
        files=1,
    ),
    Case(
        "geo, private",
        "GEO's own wording: 'Accession ... is currently private and is scheduled to be released on ...'",
        f"{_GEO}?acc=GSE99999",
        LinkStatus.GATED,
        (
            page(
                f"{_GEO}?acc=GSE99999&targ=self&form=text&view=brief",
                '<html><body>Accession "GSE99999" is currently private and is scheduled to be released on Dec 31, 2027.</body></html>',
            ),
            page(f"{_GEO}?acc=GSE99999"),
        ),
    ),
    Case(
        "geo, no such accession",
        "GEO's own wording: 'Could not find a public or private accession'",
        f"{_GEO}?acc=GSE9999999",
        LinkStatus.UNKNOWN,
        (
            page(
                f"{_GEO}?acc=GSE9999999&targ=self&form=text&view=brief",
                "<html><body>Could not find a public or private accession &quot;GSE9999999&quot;.</body></html>",
            ),
            page(f"{_GEO}?acc=GSE9999999"),
        ),
        detail="another day",
    ),
    Case(
        "ena, open",
        "ENA Portal API filereport; the answer as public clients print it",
        "https://www.ebi.ac.uk/ena/browser/view/SRR16298157",
        LinkStatus.OPEN,
        (
            api(f"{_ENA}?accession=SRR16298157&result=read_run&fields={_FIELDS}&format=json&limit=0", [_RUN]),
            page("https://www.ebi.ac.uk/ena/browser/view/SRR16298157"),
        ),
        bytes=43409 + 42752,
        files=2,
    ),
    Case(
        "ena, an accession without public runs",
        "ENA Portal API: 204 No Content",
        "https://www.ncbi.nlm.nih.gov/bioproject/PRJNA999999",
        LinkStatus.UNKNOWN,
        (
            Recorded(f"{_ENA}?accession=PRJNA999999&result=read_run&fields={_FIELDS}&format=json&limit=0", 204),
            page("https://www.ncbi.nlm.nih.gov/bioproject/PRJNA999999"),
        ),
    ),
    Case(
        "pdb, open",
        "data.rcsb.org REST: core/entry (struct.title, rcsb_accession_info)",
        "https://www.rcsb.org/structure/4HHB",
        LinkStatus.OPEN,
        (
            api(
                "https://data.rcsb.org/rest/v1/core/entry/4HHB",
                {"struct": {"title": "Haemoglobin"}, "rcsb_accession_info": {"major_revision": 4, "minor_revision": 0}},
            ),
            page("https://www.rcsb.org/structure/4HHB"),
        ),
        licence="CC0-1.0",
    ),
    Case(
        "pdb, no such entry",
        "data.rcsb.org REST: 404 'No data found for entryId'",
        "https://www.rcsb.org/structure/9ZZZ",
        LinkStatus.UNKNOWN,
        (
            api(
                "https://data.rcsb.org/rest/v1/core/entry/9ZZZ",
                {"status": 404, "message": "No data found for entryId: 9ZZZ"},
                404,
            ),
            page("https://www.rcsb.org/structure/9ZZZ", status=404),
        ),
        detail="another day",
    ),
    Case(
        "doi, registered, leads to a file",
        "doi.org, proxy REST API (responseCode 1); citation.doi.org, content negotiation",
        "https://doi.org/10.1234/data.1",
        LinkStatus.OPEN,
        (
            _handle("10.1234/data.1", "https://lab.example.edu/set.csv"),
            api(
                "https://doi.org/10.1234/data.1",
                {
                    "titles": [{"title": "A set"}],
                    "rightsList": [{"rightsUri": "https://creativecommons.org/licenses/by/4.0/"}],
                },
            ),
            Recorded("https://lab.example.edu/set.csv", 200, b"a,b\n1,2\n", {"Content-Type": "text/csv"}),
        ),
        bytes=8,
        licence="CC-BY-4.0",
    ),
    Case(
        "doi, not registered",
        "doi.org, proxy REST API: 404 with responseCode 100 (handle not found)",
        "https://doi.org/10.1234/nothing",
        LinkStatus.UNKNOWN,
        (
            api(
                "https://doi.org/api/handles/10.1234/nothing?type=URL",
                {"responseCode": 100, "handle": "10.1234/nothing"},
                404,
            ),
            page("https://doi.org/10.1234/nothing", "<html><title>DOI Not Found</title></html>", 404),
        ),
        detail="another day",
    ),
    Case(
        "doi, to a tombstone page with status 200",
        "zenodo/zenodo#160 and #2 on GitHub: what a tombstone page says",
        "https://doi.org/10.1234/withdrawn",
        LinkStatus.UNKNOWN,
        (
            _handle("10.1234/withdrawn", "https://repository.example.edu/r/9"),
            page("https://doi.org/10.1234/withdrawn", status=406),
            page(
                "https://repository.example.edu/r/9",
                "<html><title>Gone</title><h1>Tombstone</h1><p>This record has been withdrawn at the request of its owner.</p></html>",
            ),
        ),
        detail="another day",
    ),
    Case(
        "doi, redirected by the host to its newest version",
        "developers.zenodo.org: a concept's record redirects to the newest",
        "https://zenodo.org/records/4633865",
        LinkStatus.OPEN,
        (
            moved("https://zenodo.org/api/records/4633865", "/api/records/4633999"),
            api(
                "https://zenodo.org/api/records/4633999",
                {
                    "id": 4633999,
                    "metadata": {"title": "Sites"},
                    "files": [{"key": "a.csv", "size": 1, "checksum": "md5:00"}],
                },
            ),
            page("https://zenodo.org/records/4633865"),
        ),
        bytes=1,
    ),
)
