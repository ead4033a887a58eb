"""Links over the network in the whole loop: from the settings to the rows of the warehouse, and again unplugged."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from flows.advance import Run
from flows.execute import open_work
from flows.plain import PlainRunner
from flows.settings import Settings, load_settings
from flows.stages import Tools
from flows.wiring import open_source, open_store
from pipeline.adapters.mirror import MirrorSource
from pipeline.adapters.network import NetworkSource
from schemas.data import LinkCheck, LinkStatus
from schemas.errors import StalledError, UsageError
from schemas.outcome import Stage
from schemas.screening import Verdict
from tests.flows.command import Shell
from tests.flows.test_advance import BrokenReader
from tests.hosts.cases import api, page
from tests.hosts.server import FakeHosts, serving
from warehouse.store import Warehouse

PAPER = """# Predicting sites with a neural network

## Abstract

We propose SiteNet, a novel convolutional neural network for predicting modification sites from sequence windows.
SiteNet outperforms the existing predictors on the independent test set.

## Introduction

Sites are hard to find. Earlier predictors use features made by hand [1]. We propose a neural network that learns them.
{filling}

## Methods

The model is trained on 4,750 sequences with a cross-entropy loss function. Training data were balanced by random
undersampling. The classifier is evaluated on an independent test set of 254 sequences.

## Results

Table 1. Comparison on the independent test set.

| Method | MCC | Accuracy |
|---|---|---|
| GPSuc | 0.30 | 0.71 |
| SiteNet | 0.36 | 0.79 |

SiteNet has the highest MCC of all methods on the independent test set.

## Data availability

The data sets are available at https://doi.org/10.5281/zenodo.4242 and https://lab.example.edu/sites.zip.

## References

1. Someone. A predictor. 2019.
""".replace(
    "{filling}", "A sequence window is cut around each site, and its residues are embedded and convolved. " * 40
)
RECORD = {
    "id": 4242,
    "metadata": {"title": "Sites", "version": "2", "access_right": "open", "license": {"id": "cc-by-4.0"}},
    "files": [{"key": "sites.zip", "size": 2 * 10**9, "checksum": "md5:00"}],
}
ZENODO = "https://doi.org/10.5281/zenodo.4242"


@pytest.fixture(scope="module")
def hosts() -> Iterator[FakeHosts]:
    with serving(
        [api("https://zenodo.org/api/records/4242", RECORD), page("https://lab.example.edu/sites.zip", status=404)]
    ) as made:
        yield made


@pytest.fixture
def settings(hosts: FakeHosts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings as a curator writes them, with the fake hosts as private proxies."""
    routes = "\n".join(f'"{host}" = "{place}"' for host, place in hosts.routes.items())
    text = (
        'var = "var"\nnetwork = true\ncontact = "a@b.org"\nprivate_hosts = ["localhost"]\nhost_interval_seconds = 0\n'
    )
    (tmp_path / "papergym.toml").write_text(f"{text}[routes]\n{routes}\n")
    monkeypatch.setenv("PAPERGYM_CONFIG", str(tmp_path / "papergym.toml"))
    return load_settings()


def screen(paper: Path, settings: Settings) -> tuple[Any, ...]:
    """One run up to screening, as a new process would do it."""
    works = [open_work(paper)]
    store = open_store(settings)
    with Warehouse.open(settings.warehouse_root) as warehouse, open_source(settings, store) as source:
        tools = Tools(BrokenReader(StalledError("no PDF here")), source, store, settings.packs_root)
        run = Run(warehouse.begin_run(None, {}), warehouse, tools, lambda *seen: None)
        if not run.reuse(works, Stage.SCREEN):
            run.advance(works, PlainRunner(1), Stage.SCREEN)
        units = warehouse.connect().execute("select count(*) from units").fetchone()
        return works[0], warehouse.load(works[0].keys[Stage.SCREEN]), units


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    (tmp_path / "paper.md").write_text(PAPER)
    return tmp_path / "paper.md"


def test_what_hosts_say_stands_in_the_warehouse_and_in_the_rules(
    paper: Path, settings: Settings, hosts: FakeHosts
) -> None:
    _, records, _ = screen(paper, settings)
    checks = {check.host: check for check in records if isinstance(check, LinkCheck)}
    zenodo = checks["zenodo"]
    assert (zenodo.status, zenodo.bytes, zenodo.licence) == (LinkStatus.OPEN, 2 * 10**9, "CC-BY-4.0")
    assert (zenodo.title, zenodo.release) == ("Sites", "2")
    assert zenodo.told[0] == "https://zenodo.org/api/records/4242: 200 OK"
    assert zenodo.seen is not None
    assert checks["plain"].status is LinkStatus.UNKNOWN
    verdicts = {verdict.rule: verdict for verdict in records if isinstance(verdict, Verdict)}
    assert "under CC-BY-4.0" in verdicts["3.1"].reason
    assert (verdicts["3.6"].category, verdicts["3.6"].reason) == ("M", f"2 GB by {ZENODO}: class M.")


def test_the_next_run_asks_nothing_and_adds_nothing_even_unplugged(
    paper: Path, settings: Settings, hosts: FakeHosts
) -> None:
    first, _, units = screen(paper, settings)
    hosts.asked.clear()
    unplugged = settings.model_copy(update={"routes": dict.fromkeys(settings.routes, "http://localhost:9")})
    second, _, after = screen(paper, unplugged)
    assert (second.keys, after) == (first.keys, units)
    assert second.seconds == {}
    assert hosts.asked == []


def test_the_network_is_off_unless_it_is_switched_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PAPERGYM_CONFIG", str(tmp_path / "none.toml"))
    settings = load_settings()
    with open_source(settings, open_store(settings)) as source:
        assert isinstance(source, MirrorSource)
    monkeypatch.setenv("PAPERGYM_NETWORK", "1")
    settings = load_settings()
    with open_source(settings, open_store(settings)) as source:
        assert isinstance(source, NetworkSource)


def test_a_mirror_is_a_path_or_a_url(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text('[mirrors]\n"10.1/a" = "data/a"\n"10.1/b" = "https://copy.example.org/b.zip"\n')
    monkeypatch.setenv("PAPERGYM_CONFIG", str(tmp_path / "p.toml"))
    found = load_settings()
    assert found.mirrored_paths == {"10.1/a": tmp_path / "data" / "a"}
    assert found.mirrored_urls == {"10.1/b": "https://copy.example.org/b.zip"}


@pytest.mark.parametrize("line", ["max_file_gb = 0", "link_max_age_days = -1", 'network = "perhaps"', "speed = 3"])
def test_a_bad_setting_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: str) -> None:
    (tmp_path / "p.toml").write_text(line)
    monkeypatch.setenv("PAPERGYM_CONFIG", str(tmp_path / "p.toml"))
    with pytest.raises(UsageError, match=line.split(" =")[0]):
        load_settings()


def test_the_doctor_and_the_store_answer(tmp_path: Path) -> None:
    off = {finding["what"]: finding for finding in Shell(tmp_path).json("doctor")}
    assert "set network = true" in off["network"]["detail"]
    on = {f["what"]: f for f in Shell(tmp_path, (("PAPERGYM_NETWORK", "1"),)).json("doctor")}
    assert (on["network"]["status"], "contact" in on["network"]["detail"]) == ("warn", True)
    assert Shell(tmp_path).json("store", "gc") == {
        "files": 0,
        "bytes": 0,
        "unfinished downloads": 0,
        "their bytes": 0,
        "files removed": 0,
        "bytes removed": 0,
    }
