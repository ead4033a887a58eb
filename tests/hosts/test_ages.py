"""What a host said ages, is asked again, and never rejects from a single look."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pipeline.adapters.downloads import Caps
from pipeline.adapters.facts import FactsFile, Seen, settle
from pipeline.adapters.network import NetworkSource
from pipeline.hosts import identify
from pipeline.hosts.exchange import Facts, RemoteFile
from schemas.data import LinkStatus
from tests.hosts.cases import Recorded, api, content, page
from tests.hosts.conftest import SetClock
from tests.hosts.server import FakeHosts

LINK = "https://lab.example.edu/data.zip"
GONE = page(LINK, status=404)
ZIP = content(LINK, b"PK\x03\x04" + bytes(1000), "application/zip", ETag='"v1"')
Sources = Callable[..., NetworkSource]


def test_a_missing_page_is_dead_only_after_a_second_day(hosts: FakeHosts, source_of: Sources, clock: SetClock) -> None:
    hosts.add(GONE)
    assert source_of().answer(LINK).status is LinkStatus.UNKNOWN
    clock.later(hours=3)
    assert source_of().answer(LINK).status is LinkStatus.UNKNOWN
    assert len(hosts.asked) == 1, "the same day teaches nothing new"
    clock.later(days=1)
    assert source_of().answer(LINK).status is LinkStatus.DEAD


def test_a_page_that_comes_back_has_no_past(hosts: FakeHosts, source_of: Sources, clock: SetClock) -> None:
    hosts.add(GONE, ZIP)
    source_of().answer(LINK)
    clock.later(days=1)
    assert source_of().answer(LINK).status is LinkStatus.OPEN
    clock.later(days=60)
    hosts.forget()
    hosts.add(GONE)
    assert source_of().answer(LINK).status is LinkStatus.UNKNOWN


REPOSITORY, ASKED = "https://github.com/a/b", "https://api.github.com/repos/a/b"


def test_an_interface_that_knows_no_such_record_is_asked_again_on_another_day(
    hosts: FakeHosts, source_of: Sources, clock: SetClock
) -> None:
    """The link may be cut in the paper, or the host may have an hour of its own: one look rejects nothing."""
    hosts.add(api(ASKED, {"message": "Not Found"}, 404))
    first = source_of().answer(REPOSITORY)
    assert first.status is LinkStatus.UNKNOWN and "looked at again on another day" in first.detail
    assert any("404" in told for told in first.told)
    clock.later(days=1)
    assert source_of().answer(REPOSITORY).status is LinkStatus.DEAD


@pytest.mark.parametrize("status", [410, 451])
def test_a_tombstone_of_the_host_s_own_interface_is_believed_at_once(
    hosts: FakeHosts, source_of: Sources, status: int
) -> None:
    hosts.add(api(ASKED, {"message": "Repository access blocked"}, status))
    assert source_of().answer(REPOSITORY).status is LinkStatus.DEAD


def test_a_dead_record_of_a_single_look_in_an_older_file_is_asked_for_again(
    hosts: FakeHosts, source_of: Sources, clock: SetClock, tmp_path: Path
) -> None:
    hosts.add(api(ASKED, {"message": "Not Found"}, 404))
    source_of().answer(REPOSITORY)
    (kept,) = tmp_path.rglob("github/*.json")
    old = {"facts": {"status": "dead", "detail": "not found", "by_api": True}, "asked_at": "2026-03-01T00:00:00Z"}
    kept.write_text(json.dumps(old))
    assert source_of().answer(REPOSITORY).status is LinkStatus.UNKNOWN


def test_an_answer_is_asked_for_once_and_kept_until_it_is_old(
    hosts: FakeHosts, source_of: Sources, clock: SetClock
) -> None:
    hosts.add(ZIP)
    first = source_of()
    assert first.answer(LINK) == first.answer(f"<{LINK}>.")
    clock.later(days=29)
    assert source_of().answer(LINK).status is LinkStatus.OPEN
    assert len(hosts.asked) == 1
    clock.later(days=2)
    assert source_of().answer(LINK).status is LinkStatus.OPEN
    assert len(hosts.asked) == 2


def test_the_signature_outlives_processes_and_new_looks_and_changes_with_the_content(
    hosts: FakeHosts, source_of: Sources, clock: SetClock
) -> None:
    hosts.add(ZIP)
    before = source_of().signature(LINK)
    clock.later(days=40)
    assert source_of().signature(LINK) == before
    hosts.forget()
    hosts.add(content(LINK, b"PK\x03\x04" + bytes(1000), "application/zip", ETag='"v2"'))
    clock.later(days=40)
    assert source_of().signature(LINK) != before


def test_a_fruitless_look_never_takes_the_place_of_an_answer(
    hosts: FakeHosts, source_of: Sources, clock: SetClock
) -> None:
    hosts.add(ZIP)
    before = source_of().signature(LINK)
    for fruitless in (page(LINK, status=503), page(LINK, status=429, Retry_After="999"), Recorded(LINK, 202)):
        hosts.forget()
        hosts.add(fruitless)
        clock.later(days=40)
        later = source_of()
        answer = later.answer(LINK)
        assert answer.status is LinkStatus.OPEN
        assert "last asked on 2026-03-01, no answer since" in answer.detail
        assert later.signature(LINK) == before


@pytest.mark.parametrize("fruitless", [page(LINK, status=503), Recorded(LINK, 202), page(LINK, status=403)])
def test_an_open_question_is_asked_again_by_the_next_run(
    hosts: FakeHosts, source_of: Sources, fruitless: Recorded
) -> None:
    hosts.add(fruitless)
    assert source_of().answer(LINK).status not in {LinkStatus.OPEN, LinkStatus.DEAD, LinkStatus.GATED}
    hosts.forget()
    hosts.add(ZIP)
    assert source_of().answer(LINK).status is LinkStatus.OPEN


def test_a_host_that_asks_for_an_hour_gets_it_also_from_the_next_run(
    hosts: FakeHosts, source_of: Sources, clock: SetClock
) -> None:
    hosts.add(page(LINK, status=429, Retry_After="3600"), ZIP)
    assert source_of().answer(LINK).status is LinkStatus.RATE_LIMITED
    clock.later(minutes=59)
    assert source_of().answer(LINK).status is LinkStatus.RATE_LIMITED
    assert len(hosts.asked) == 1
    clock.later(minutes=2)
    assert source_of().answer(LINK).status is LinkStatus.OPEN


def test_a_name_that_does_not_resolve_says_nothing_while_we_are_offline(
    hosts: FakeHosts, source_of: Sources, clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = "https://nowhere.invalid/data.zip"
    for _ in range(3):
        assert source_of().answer(nowhere).status is LinkStatus.UNKNOWN
        clock.later(days=1)


def test_a_name_that_does_not_resolve_while_others_do_is_dead_on_the_second_day(
    hosts: FakeHosts, source_of: Sources, clock: SetClock
) -> None:
    import socket
    from unittest.mock import patch

    real = socket.getaddrinfo

    def lookup(host: str, *args: object, **kwargs: object) -> object:
        if host == "nowhere.invalid":
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return real(host, *args, **kwargs)  # type: ignore[arg-type]

    hosts.add(ZIP)
    found = []
    with patch("socket.getaddrinfo", lookup):
        for _ in range(2):
            source = source_of()
            source.answer(LINK)
            clock.later(days=31)
            source.answer("https://nowhere.invalid/data.zip")
            found.append(source.answer("https://nowhere.invalid/data.zip").status)
    assert found == [LinkStatus.UNKNOWN, LinkStatus.DEAD]


def test_links_are_asked_for_together_and_each_once(hosts: FakeHosts, source_of: Sources) -> None:
    links = [f"https://h{n}.example.org/d.zip" for n in range(12)]
    hosts.add(*(content(link, b"PK\x03\x04") for link in links))
    source = source_of()
    source.prepare([*links, *links])
    assert sorted(hosts.asked) == sorted(links)
    assert {source.answer(link).status for link in links} == {LinkStatus.OPEN}
    assert len(hosts.asked) == 12


def test_a_mirror_may_lead_to_another_url(hosts: FakeHosts, source_of: Sources) -> None:
    hosts.add(ZIP)
    answer = source_of(elsewhere={"doi:10.5281/zenodo.77": LINK}).answer("https://zenodo.org/records/77")
    assert (answer.status, answer.via) == (LinkStatus.OPEN, f"mirror at {LINK}")


def test_facts_are_read_as_they_were_written_and_garbage_is_nothing(tmp_path: Path) -> None:
    file, record = FactsFile(tmp_path), identify("https://zenodo.org/records/77")
    files = (RemoteFile("a.csv", "https://x/a", 3, "md5:00", '"e"', True),)
    seen = Seen(Facts(LinkStatus.OPEN, "d", files=files, evidence=("e",)), datetime(2026, 1, 1, tzinfo=UTC))
    file.save(record, seen)
    assert file.load(record) == seen
    (path,) = tmp_path.rglob("*.json")
    for garbage in (b"", b"{}", b"\xff", path.read_bytes()[:-9]):
        path.write_bytes(garbage)
        assert file.load(record) is None


def test_rejections_need_two_days_or_the_host_whatever_else_happened() -> None:
    """No order of looks makes a page dead that was missed on one day only."""
    day = datetime(2026, 3, 1, tzinfo=UTC)
    looks = [Facts(status, "x") for status in LinkStatus if status is not LinkStatus.DEAD]
    for look in looks:
        seen = settle(settle(None, Facts(LinkStatus.DEAD, "404"), day), look, day)
        seen = settle(seen, Facts(LinkStatus.DEAD, "404"), day)
        assert seen.facts.status is not LinkStatus.DEAD or look.status is LinkStatus.DEAD


def test_raising_a_cap_makes_a_record_that_was_over_it_new(hosts: FakeHosts, source_of: Sources) -> None:
    hosts.add(ZIP)
    small, large, larger = (source_of(Caps(setting=size)).signature(LINK) for size in (10, 10**6, 10**7))
    assert small != large == larger
