"""Where nothing shows that data may be passed on, a pack carries how to fetch it, and gets back the same bytes."""

import json
import shutil
from pathlib import Path

import pytest

from pipeline.adapters.mirror import MirrorSource
from pipeline.adapters.store import FileStore
from pipeline.pack import build, verify_pack
from pipeline.pack.layout import LOCK
from pipeline.pack.lock import read_lock
from pipeline.pack.withheld import fetch, require_data
from pipeline.ports import Produced
from schemas.data import CheckStatus, DataCheck
from schemas.errors import StalledError, UsageError
from schemas.outcome import Call
from tests.pack.cases import Case

URL = "https://zenodo.org/records/1234567"
DATA = ("problem/data/enzyme_screen/test.csv", "problem/data/enzyme_screen/train.csv")
TRUTH = "evaluation/ground_truth/enzyme_screen/truth.csv"


@pytest.fixture(scope="session")
def withheld(case: Case, store: FileStore, home: Path) -> tuple[Produced, Path]:
    told = DataCheck(
        paper_id="p",
        setting_id="enzyme_screen",
        check_id="4.7",
        subject="redistribution",
        status=CheckStatus.WARN,
        reason="no licence",
        category="fetch",
    )
    packs = home / "withheld"
    produced = build(case.paper, case.task, case.recipes, case.files, store, packs, None, [told])
    (pack,) = packs.glob("prediction_*")
    return produced, pack


@pytest.fixture
def bare(withheld: tuple[Produced, Path], tmp_path: Path) -> Path:
    return Path(shutil.copytree(withheld[1], tmp_path / withheld[1].name))


def test_a_verified_pack_is_placed_without_its_data(withheld: tuple[Produced, Path], clean: Path) -> None:
    produced, pack = withheld
    assert produced.decision.call is Call.ADVANCE
    assert read_lock(pack).withheld == (TRUTH, *DATA)
    assert not any((pack / path).exists() for path in (*DATA, TRUTH))
    rows = (clean / DATA[1]).read_text().splitlines()[1:]
    texts = [path.read_text() for path in pack.rglob("*") if path.is_file()]
    assert not any(row.split(",", 1)[1] in text for row in rows for text in texts)


def test_the_manifest_says_where_the_data_comes_from(withheld: tuple[Produced, Path], clean: Path) -> None:
    told = json.loads((withheld[1] / "fetch_data.json").read_text())
    assert {source["source"] for source in told["sources"]} == {URL}
    assert {source["path"] for source in told["sources"]} == {"train.csv", "test.csv"}
    locked = {file.path: file.sha256 for file in read_lock(clean).files}
    assert all(locked[file["path"]] == file["sha256"] for file in told["files"])


def test_nothing_is_scored_or_checked_before_the_data_is_there(bare: Path, clean: Path) -> None:
    with pytest.raises(UsageError, match="fetch-data"):
        require_data(bare)
    require_data(clean)


def test_fetched_data_is_what_was_verified(bare: Path, clean: Path, home: Path, tmp_path: Path) -> None:
    """On another machine: an empty store, and a mirror of the source."""
    fresh = FileStore(tmp_path / "store")
    assert fetch(bare, fresh, MirrorSource({URL: home / "source"})) == 3
    assert all((bare / path).read_bytes() == (clean / path).read_bytes() for path in (*DATA, TRUTH))
    assert fetch(bare, fresh, MirrorSource({})) == 0
    assert [check.reason for check in verify_pack(bare) if check.status is CheckStatus.FAIL] == []


def test_a_source_that_is_silent_or_has_changed_is_a_fault_of_the_world(bare: Path, home: Path, tmp_path: Path) -> None:
    with pytest.raises(StalledError, match="does not give"):
        fetch(bare, FileStore(tmp_path / "store"), MirrorSource({}))
    changed = Path(shutil.copytree(home / "source", tmp_path / "source"))
    (changed / "train.csv").write_text("load,site,active\n1,a,1\n")
    with pytest.raises(StalledError, match=r"the train\.csv that the pack was made from"):
        fetch(bare, FileStore(tmp_path / "store"), MirrorSource({URL: changed}))
    assert not any((bare / path).exists() for path in (*DATA, TRUTH))


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("withheld", ["../../outside.csv"]),
        ("withheld", ["/etc/cron.d/evil"]),
        ("withheld", ["problem/data/../../../outside.csv"]),
        ("withheld", ["evaluation/evaluator.py"]),
        ("setting_id", "../../outside"),
    ],
)
def test_a_lock_that_leads_out_of_its_pack_is_refused(
    bare: Path, home: Path, tmp_path: Path, part: str, value: object
) -> None:
    lock = json.loads((bare / LOCK).read_text())
    (lock["recipes"][0] if part == "setting_id" else lock)[part] = value
    (bare / LOCK).write_text(json.dumps(lock))
    with pytest.raises(UsageError, match=r"is no data of a pack|is no name of an instance"):
        fetch(bare, FileStore(tmp_path / "store"), MirrorSource({URL: home / "source"}))


def test_a_folder_that_is_a_link_is_not_written_through(bare: Path, home: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    shutil.rmtree(bare / "problem" / "data", ignore_errors=True)
    (bare / "problem" / "data").symlink_to(outside)
    with pytest.raises(UsageError, match="leads out of the pack"):
        fetch(bare, FileStore(tmp_path / "store"), MirrorSource({URL: home / "source"}))
    assert not list(outside.iterdir())
