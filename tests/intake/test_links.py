"""Links: whole again however they are printed, behind words, in captions, as accessions; and none made up."""

from collections.abc import Callable
from pathlib import Path

import pymupdf
import pytest

from pipeline.adapters.pdf import PdfDocuments
from pipeline.intake import read
from pipeline.intake.assemble import assemble, source_of
from pipeline.intake.draft import Draft, DraftSection, Front, Passage
from pipeline.intake.links import urls_in
from schemas.paper import Paper, SectionRole, SourceFormat, Table
from tests.intake.link_truth import bare, score, truth_of_gold, truth_of_jats

ReadPaper = Callable[[Path | str], Paper]
ROOT = Path(__file__).parent.parent
PAPERS = ROOT / "data" / "papers"
JATS = (
    "plos-pone.0058242.xml", "plos-pone.0117688.xml", "bioinf-PMC2768302.xml", "elife-52882.xml", "PMC8885717.xml",
    "hindawi-PMC4736379.xml", "hindawi-PMC4686705.xml", "pone.0198050.xml", "plos-pone.0082448.xml",
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see https://github.com/lab/tool.", "https://github.com/lab/tool"),
        ("(at https://lab.org/a_(b)) and", "https://lab.org/a_(b)"),
        ("code at github.com/lab/tool, and", "https://github.com/lab/tool"),
        ("see bioinf.uni-x.de/tool/index.html for", "https://bioinf.uni-x.de/tool/index.html"),
        ("in YAML (https:// yaml.org), ensuring", "https://yaml.org"),
        ("www.lab.org/data", "https://www.lab.org/data"),
        ("doi:10.5281/zenodo.4633866.", "https://doi.org/10.5281/zenodo.4633866"),
        ("on Zenodo (zenodo.4633866)", "https://doi.org/10.5281/zenodo.4633866"),
        ("under GSE12345 there", "https://www.ncbi.nlm.nih.gov/geo/query/acc.cgi?acc=GSE12345"),
        ("BioProject PRJNA607948", "https://www.ebi.ac.uk/ena/browser/view/PRJNA607948"),
        ("identifier PXD012345)", "https://proteomecentral.proteomexchange.org/cgi/GetDataset?ID=PXD012345"),
        ("in the PDB (PDB ID: 6lu7)", "https://www.rcsb.org/structure/6LU7"),
        ("from MetaboLights MTBLS123", "https://www.ebi.ac.uk/metabolights/MTBLS123"),
        (
            "dbGaP (phs000123.v1.p1)",
            "https://www.ncbi.nlm.nih.gov/projects/gap/cgi-bin/study.cgi?study_id=phs000123.v1.p1",
        ),
    ],
)
def test_how_links_are_printed(text: str, expected: str) -> None:
    assert [url for _, url in urls_in(text)] == [expected]


def test_several_codes_of_one_list() -> None:
    found = [url.rsplit("/", 1)[1] for _, url in urls_in("(PDB codes 1ABC, 2DEF and 7k3n)")]
    assert found == ["1ABC", "2DEF", "7K3N"]


@pytest.mark.parametrize(
    "text",
    [
        "a ratio of 3.5/2.1 and e.g./i.e. in Fig. 2.a/b",
        "mail to jane.doe@lab.org please",
        "the PDB was searched in 2019 for 1000 chains",
        "10.5 mg/10.2 ml and v1.2.3/4",
        "pp. 10.1234",
        "GSEA and SRPK1 and E-value",
    ],
)
def test_what_is_no_link(text: str) -> None:
    assert list(urls_in(text)) == []


def test_captions_and_notes_have_links_too() -> None:
    section = DraftSection(("Results",), SectionRole.RESULTS, passages=[Passage("Text.")])
    table = Table(label="Table 1", caption="Data at https://osf.io/abc12.", section="Results", role=SectionRole.RESULTS)
    draft = Draft(Front(), (section,), tables=(table,))
    paper = assemble(source_of("a.xml", b"x", SourceFormat.JATS), draft)
    assert [(link.url, link.role, link.section) for link in paper.links] == [
        ("https://osf.io/abc12", SectionRole.RESULTS, "Results")
    ]


def test_links_behind_words_of_a_pdf(tmp_path: Path, documents: PdfDocuments) -> None:
    path = tmp_path / "paper.pdf"
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_textbox((72, 100, 520, 400), "The network learns from labelled images of cells. " * 40, fontsize=10)
        page.insert_text(
            (72, 500), "The code of the network is available here and the data at osf.io/abc12 too.", fontsize=10
        )
        for words, uri in (("here", "https://github.com/lab/net"), ("osf.io/abc12", "https://osf.io/abc12")):
            page.insert_link({"kind": pymupdf.LINK_URI, "from": page.search_for(words)[0], "uri": uri})
        document.save(path)
    paper = read(path, documents).records[0]
    assert isinstance(paper, Paper)
    assert [link.url for link in paper.links] == ["https://github.com/lab/net", "https://osf.io/abc12"]
    assert paper.links[0].sentence.startswith("The code of the network is available here")


@pytest.mark.parametrize("name", JATS)
def test_printed_links_of_jats_are_all_found_and_none_is_made_up(read_paper: ReadPaper, name: str) -> None:
    found = score([link.url for link in read_paper(name).links], truth_of_jats(PAPERS / name))
    assert (found.missed, found.extra) == (frozenset(), frozenset())


@pytest.mark.parametrize("name", ["hindawi-PMC4736379", "hindawi-PMC4686705", "pone.0198050"])
def test_links_of_a_pdf_against_its_xml(read_paper: ReadPaper, name: str) -> None:
    found = score([link.url for link in read_paper(f"{name}.pdf").links], truth_of_jats(PAPERS / f"{name}.xml"))
    assert found.recall >= 0.95 and found.precision >= 0.95, (found.missed, found.extra)


def test_links_that_careful_readers_named(read_paper: ReadPaper, lmsuccsite: Paper, crabnet: Paper) -> None:
    truth = truth_of_gold(ROOT / "data" / "gold_links.jsonl")
    papers = {paper.doi.split("/")[1]: paper for paper in (lmsuccsite, crabnet) if paper.doi}
    for name, file in (
        ("s41586-021-03819-2", "s41586-021-03819-2.html"),
        ("bioinf-PMC2768302", "bioinf-PMC2768302.xml"),
    ):
        papers[name] = read_paper(file)
    assert set(papers) <= set(truth)
    for name, paper in papers.items():
        assert score([link.url for link in paper.links], truth[name]).missed == frozenset(), name


def test_addresses_are_compared_without_what_changes_nothing() -> None:
    assert bare("HTTP://www.Lab.org/A/") == bare("https://lab.org/a")
    assert bare("http://dx.doi.org/10.1/X") == bare("doi:10.1/x")
