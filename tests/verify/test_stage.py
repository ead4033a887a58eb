"""The stage decides: on with the settings that pass, no with what was shown, else a question; never silence."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.adapters.mirror import MirrorSource
from pipeline.adapters.store import FileStore
from pipeline.ports import Produced
from pipeline.verify import verify
from schemas.curation import CuratedVerdict, Curation
from schemas.data import CheckStatus, DataCheck, DataFile, LinkStatus, Recipe
from schemas.errors import StalledError
from schemas.outcome import Call
from schemas.screening import VerdictCall
from tests.verify.records import EXAMPLES, LMSUCCSITE, URL, link, paper, setting, task

Folder = Callable[..., Path]
Verify = Callable[..., Produced]
PAIR = {"train.csv": "x,target\na,1.5\nb,2.5\n", "test.csv": "x,target\nc,3.5\nd,4.5\n"}
VALUES = task(setting("s"), metric_id="mae")


def test_no_mirror_is_a_question_that_names_the_link(store: FileStore) -> None:
    produced = verify(paper(), VALUES, [link()], MirrorSource({}), store)
    assert (produced.decision.call, produced.decision.category) == (Call.REVIEW, "data_not_acquired")
    assert URL in produced.decision.reason and "not asked" in produced.decision.reason
    assert produced.decision.questions[0].field == "mirrors"


def test_a_paper_without_links_says_so(store: FileStore) -> None:
    produced = verify(paper(), VALUES, [], MirrorSource({}), store)
    assert "names no link" in produced.decision.reason


def test_closed_links_are_not_asked_for(store: FileStore, folder: Folder) -> None:
    closed = link(status=LinkStatus.GATED)
    produced = verify(paper(), VALUES, [closed], MirrorSource({URL: folder(PAIR)}), store)
    assert produced.decision.category == "data_not_acquired" and "gated" in produced.decision.reason


def test_a_link_that_only_a_setting_names_is_asked_for(store: FileStore, folder: Folder) -> None:
    the_task = task(setting("s", sources=(URL, "UniProt")), metric_id="mae")
    assert verify(paper(), the_task, [], MirrorSource({URL: folder(PAIR)}), store).decision.call is Call.ADVANCE


def test_the_link_that_a_setting_names_decides_between_two_sources(store: FileStore, folder: Folder) -> None:
    root = folder({f"{name}/{part}": content for name in ("one", "two") for part, content in PAIR.items()})
    other = "https://gitlab.com/example/other"
    source = MirrorSource({URL: root / "one", other: root / "two"})
    the_task = task(setting("s", sources=(other + ".git",)), metric_id="mae")
    produced = verify(paper(), the_task, [link(URL), link(other)], source, store)
    assert produced.decision.call is Call.ADVANCE
    used = [r.source for r in produced.records if isinstance(r, DataFile) and "recipe of" in r.role_reason]
    assert used == [other, other]


def test_two_spellings_and_a_folder_inside_another_are_taken_once(store: FileStore, folder: Folder) -> None:
    root = folder({"data/" + name: content for name, content in PAIR.items()})
    links = [link(URL), link(URL + ".git"), link("https://zenodo.org/records/1234567")]
    source = MirrorSource({URL: root, "10.5281/zenodo.1234567": root / "data"})
    files = [r for r in verify(paper(), VALUES, links, source, store).records if isinstance(r, DataFile)]
    assert sorted(file.path for file in files) == ["data/test.csv", "data/train.csv"]


def test_a_complete_download_without_any_data_is_rejected(verified: Verify, folder: Folder) -> None:
    root = folder({"README.md": "# Code\n", "LICENSE": "MIT", "model.py": "x = 1\n", "predictions.csv": "a,b\n1,2\n"})
    decision = verified(root, VALUES).decision
    assert (decision.call, decision.rule, decision.category) == (Call.REJECT, "4.2", "no_training_data")
    assert "README.md" in decision.reason and URL in decision.reason


def test_data_that_nobody_here_can_read_is_a_question_and_no_rejection(verified: Verify, folder: Folder) -> None:
    root = folder({"README.md": "# Data\n", "data.h5": b"\x89HDF\r\n\x1a\n" + bytes(50)})
    decision = verified(root, VALUES).decision
    assert (decision.call, decision.category) == (Call.REVIEW, "data_not_matched")
    assert decision.questions[0].field == "settings"


@pytest.mark.parametrize("missing", ["a silent link", "a refused path", "a human who says otherwise"])
def test_an_incomplete_or_contested_download_is_never_rejected(store: FileStore, folder: Folder, missing: str) -> None:
    root = folder({"README.md": "# Code\n"})
    links = [link()] + ([link("https://example.org/data.zip")] if missing == "a silent link" else [])
    if missing == "a refused path":
        (root / "data.csv").symlink_to("/etc/hostname")
    verdict = CuratedVerdict(rule="4.2", call=VerdictCall.UNKNOWN, category="", reason="the archive is elsewhere")
    said = Curation(by="A. Curator", date=date(2026, 1, 2), verdicts=(verdict,) if "human" in missing else ())
    assert verify(paper(), VALUES, links, MirrorSource({URL: root}), store, said).decision.call is Call.REVIEW


def test_settings_that_stay_behind_are_named(verified: Verify, folder: Folder) -> None:
    root = folder({"proteins/" + name: content for name, content in PAIR.items()})
    the_task = task(setting("proteins"), setting("table_3", "Proteins"), setting("genes"), metric_id="mae")
    produced = verified(root, the_task)
    assert produced.decision.call is Call.ADVANCE
    assert "1 of 3 settings pass: proteins" in produced.decision.reason
    assert "table_3 (the same files as setting 'proteins'" in produced.decision.reason
    assert "genes (" in produced.decision.reason
    assert [question.field for question in produced.decision.questions] == ["settings"]
    closed = [r for r in produced.records if isinstance(r, DataCheck) and r.check_id == "4.5"]
    assert [(c.setting_id, c.status) for c in closed] == [
        ("proteins", CheckStatus.PASS),
        ("table_3", CheckStatus.FAIL),
        ("genes", CheckStatus.FAIL),
    ]


def test_every_setting_has_a_record_of_every_check(lmsuccsite: Produced, crabnet_produced: Produced) -> None:
    for produced in (lmsuccsite, crabnet_produced):
        found = [record for record in produced.records if isinstance(record, DataCheck)]
        for setting_id in {record.setting_id for record in found}:
            ids = {record.check_id for record in found if record.setting_id == setting_id}
            assert ids == {f"4.{number}" for number in range(1, 9)}


def test_only_settings_that_pass_have_a_recipe(verified: Verify, folder: Folder) -> None:
    leaky = {"train.csv": PAIR["train.csv"], "test.csv": PAIR["train.csv"]}
    assert not [r for r in verified(folder(leaky), VALUES).records if isinstance(r, Recipe)]


def test_keys_are_unique(lmsuccsite: Produced, crabnet_produced: Produced) -> None:
    for produced in (lmsuccsite, crabnet_produced):
        keys = [(r.table, *(getattr(r, name) for name in r.key)) for r in produced.records]
        assert len(set(keys)) == len(keys)


def test_the_stage_is_a_function(verified: Verify, lmsuccsite: Produced) -> None:
    again = verified(EXAMPLES / "lmsuccsite" / "data", task(LMSUCCSITE, algorithm="LMSuccSite"))
    assert again == lmsuccsite


def test_a_store_that_cannot_be_written_stalls_the_paper(folder: Folder, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StalledError):
        verify(paper(), VALUES, [link()], MirrorSource({URL: folder(PAIR)}), FileStore(tmp_path / "file" / "store"))


NAMES = st.sampled_from(
    [
        "train.csv",
        "test.csv",
        "val.csv",
        "train/pos.fa",
        "train/neg.fa",
        "test/pos.fa",
        "test/neg.fa",
        "LICENSE",
        "a.json",
    ]
)
CONTENTS = st.one_of(
    st.binary(max_size=80),
    st.text(alphabet="ab,1\n>.\"'\t\x00", max_size=80).map(str.encode),
    st.sampled_from([b"x,target\na,1.5\n", b"x,y\na,0\nb,1\n", b">s\nMKV\n", b"target\n1\n", b"x,y\n"]),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(NAMES, CONTENTS, max_size=7), st.sampled_from(["mae", "accuracy", "auroc"]))
def test_no_folder_makes_the_stage_raise(
    tmp_path_factory: pytest.TempPathFactory, store: FileStore, files: dict[str, bytes], metric: str
) -> None:
    root = tmp_path_factory.mktemp("data")
    for name, content in files.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_bytes(content)
    produced = verify(paper(), task(setting("s"), metric_id=metric), [link()], MirrorSource({URL: root}), store)
    for record in produced.all():
        record.model_dump_json().encode()
    if produced.decision.call is Call.ADVANCE:
        assert any(isinstance(record, Recipe) for record in produced.records)
    else:
        assert produced.decision.reason
