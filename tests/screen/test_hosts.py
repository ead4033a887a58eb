"""Links: two spellings of a record are one record."""

import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pipeline.hosts
from pipeline.hosts import all_hosts, identify, tidy
from pipeline.hosts.github import NO_OWNER

SPELLINGS = {
    ("github", "someone/tool"): (
        "https://github.com/someone/tool",
        "http://www.github.com/Someone/Tool/",
        "github.com/someone/tool.git",
        "git@github.com:someone/tool.git",
        "ssh://git@github.com/someone/tool",
        "git+https://github.com/someone/tool.git",
        "https://github.com/someone/tool/tree/main/data",
        "https://github.com/someone/tool/blob/main/README.md#data",
        "https://raw.githubusercontent.com/someone/tool/main/data.csv",
        "https://api.github.com/repos/someone/tool",
        "(https://github.com/someone/tool).",
        "https://​github.​com/someone/ tool",
    ),
    ("gitlab", "group/sub/tool"): (
        "https://gitlab.com/group/sub/tool",
        "https://gitlab.com/Group/sub/tool/-/tree/main",
    ),
    ("bitbucket", "someone/tool"): ("https://bitbucket.org/someone/tool", "bitbucket.org/someone/tool/src/master/"),
    ("zenodo", "4633866"): (
        "https://zenodo.org/record/4633866",
        "https://zenodo.org/records/4633866/files/a.zip?download=1",
        "https://doi.org/10.5281/zenodo.4633866",
        "doi:10.5281/ZENODO.4633866.",
        "10.5281/zenodo.4633866",
        "https://zenodo.org/doi/10.5281/zenodo.4633866",
    ),
    ("figshare", "12129534"): (
        "https://figshare.com/articles/dataset/Some_title/12129534/2",
        "https://doi.org/10.6084/m9.figshare.12129534",
        "10.6084/m9.ﬁgshare.12129534.v1",
    ),
    ("dryad", "v9s4mw6qx"): (
        "https://doi.org/10.5061/dryad.v9s4mw6qx",
        "https://datadryad.org/stash/dataset/doi:10.5061/dryad.v9s4mw6qx",
    ),
    ("osf", "ab3cd"): ("https://osf.io/ab3cd/", "https://osf.io/AB3CD/files/", "10.17605/OSF.IO/AB3CD"),
    ("dataverse", "10.7910/dvn/ab12cd"): (
        "https://doi.org/10.7910/DVN/AB12CD",
        "https://dataverse.harvard.edu/dataset.xhtml?persistentId=doi:10.7910/DVN/AB12CD",
    ),
    ("mendeley", "ab12cd34ef"): (
        "https://data.mendeley.com/datasets/ab12cd34ef/1",
        "https://doi.org/10.17632/ab12cd34ef.2",
    ),
    ("huggingface", "datasets/owner/Name"): (
        "https://huggingface.co/datasets/owner/Name",
        "https://hf.co/datasets/owner/Name/tree/main",
    ),
    ("kaggle", "datasets/owner/name"): ("https://www.kaggle.com/datasets/owner/name/data",),
    ("geo", "GSE12345"): (
        "GSE12345",
        "https://www.ncbi.nlm.nih.gov/geo/query/acc.cgi?acc=GSE12345",
        "http://www.ncbi.nlm.nih.gov/geo/query/acc.cgi?acc=gse12345&x=1",
    ),
    ("ena", "PRJNA123456"): (
        "PRJNA123456",
        "https://www.ncbi.nlm.nih.gov/bioproject/PRJNA123456",
        "https://www.ebi.ac.uk/ena/browser/view/prjna123456",
        "https://www.ncbi.nlm.nih.gov/sra/?term=PRJNA123456",
    ),
    ("pdb", "4HHB"): (
        "https://www.rcsb.org/structure/4hhb",
        "https://files.rcsb.org/download/4HHB.cif",
        "https://www.rcsb.org/pdb/explore.do?structureId=4HHB",
        "https://doi.org/10.2210/pdb4HHB/pdb",
    ),
    ("uci", "53"): (
        "https://archive.ics.uci.edu/dataset/53/iris",
        "https://archive.ics.uci.edu/static/public/53/iris.zip",
    ),
    ("uci", "datasets/Iris"): (
        "https://archive.ics.uci.edu/ml/datasets/Iris",
        "http://archive.ics.uci.edu/ml/datasets/Iris/",
    ),
    ("openml", "61"): ("https://www.openml.org/d/61", "https://www.openml.org/search?type=data&sort=runs&id=61"),
    ("openml", "task/59"): ("https://www.openml.org/t/59",),
    ("dropbox", "s/abc123/data.zip"): (
        "https://www.dropbox.com/s/abc123/data.zip?dl=0",
        "https://dropbox.com/s/abc123/data.zip",
    ),
    ("dropbox", "scl/fo/abc/xyz?rlkey=k9"): ("https://www.dropbox.com/scl/fo/abc/xyz?rlkey=k9&st=1&dl=0",),
    ("onedrive", "1drv.ms/u/s!Abc"): ("https://1drv.ms/u/s!Abc?e=x1",),
    ("baidu", "abcDEF123"): ("https://pan.baidu.com/s/1abcDEF123", "https://pan.baidu.com/share/init?surl=abcDEF123"),
    ("google_drive", "1AbCdEfGhIjKlMnOpQ"): (
        "https://drive.google.com/file/d/1AbCdEfGhIjKlMnOpQ/view?usp=sharing",
        "https://drive.google.com/open?id=1AbCdEfGhIjKlMnOpQ",
        "https://drive.google.com/drive/folders/1AbCdEfGhIjKlMnOpQ",
    ),
    ("doi", "10.1038/s41598-022-21366-2"): (
        "https://dx.doi.org/10.1038/S41598-022-21366-2",
        "doi:10.1038/s41598-022-21366-2,",
        "http://doi.org/10.1038/s41598-022-21366-2",
    ),
    ("plain", "lab.example.edu/data/set.zip"): (
        "http://lab.example.edu/data/set.zip",
        "https://www.lab.example.edu/data//set.zip.",
    ),
}


@pytest.mark.parametrize(("url", "host", "record"), [(url, *key) for key, urls in SPELLINGS.items() for url in urls])
def test_every_spelling_gives_the_record(url: str, host: str, record: str) -> None:
    found = identify(url)
    assert (found.host, found.record) == (host, record)


def _modules() -> Iterator[pkgutil.ModuleInfo]:
    return pkgutil.iter_modules(pipeline.hosts.__path__)


def test_every_host_of_the_folder_is_spelled_here() -> None:
    modules = {module.name: import_module(f"pipeline.hosts.{module.name}") for module in _modules()}
    files = {name for name, module in modules.items() if hasattr(module, "HOST")}
    assert {host.name for host in all_hosts()} == files == {host for host, _ in SPELLINGS}


@pytest.mark.parametrize(
    "url",
    ["https://github.com", "https://github.com/about/team", "https://gist.github.com/someone/123", "https://osf.io"],
)
def test_a_page_that_is_no_record_is_plain(url: str) -> None:
    assert identify(url).host == "plain"


def test_a_look_alike_domain_is_another_host() -> None:
    assert identify("https://notgithub.com/someone/tool").host == "plain"
    assert identify("https://github.com.evil.example/someone/tool").host == "plain"


NAME = st.from_regex(r"[a-z][a-z0-9-]{0,12}[a-z0-9]", fullmatch=True).filter(
    lambda name: name not in NO_OWNER | {"repos", "api"}
)
AROUND = st.sampled_from(["{}", "({})", "<{}>", "“{}”", "{}.", "{},", "[{}];", " {} ", "{}​"])
FORM = st.sampled_from(
    [
        "https://github.com/{}/{}",
        "http://www.github.com/{}/{}/",
        "github.com/{}/{}",
        "git@github.com:{}/{}.git",
        "https://github.com/{}/{}/tree/main/x",
        "https://github.com/{}/{}?tab=readme",
        "https://github.com/{}/{}#readme",
    ]
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(NAME, NAME, FORM, AROUND, st.booleans())
def test_form_case_and_punctuation_do_not_matter(owner: str, name: str, form: str, around: str, upper: bool) -> None:
    owner_as_printed = owner.upper() if upper else owner
    assert identify(around.format(form.format(owner_as_printed, name))) == identify(
        f"https://github.com/{owner}/{name}"
    )


@given(st.one_of(st.text(max_size=60), st.from_regex(re.compile(r"https?://[a-z./?=&%#:@()\[\]-]{0,40}", re.ASCII))))
def test_anything_has_a_record_and_the_canonical_url_names_the_same(text: str) -> None:
    found = identify(text)
    assert identify(found.canonical_url) == found


@given(st.text(max_size=40))
def test_tidying_twice_changes_nothing(text: str) -> None:
    assert tidy(tidy(text)) == tidy(text)
