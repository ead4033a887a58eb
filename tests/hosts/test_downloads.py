"""Downloads are resumed, checked, capped and kept once, whatever kills them and whoever else wants the same."""

import hashlib
import io
import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from werkzeug import Request, Response

from pipeline.adapters.downloads import Caps, Downloads
from pipeline.adapters.network import NetworkSource
from pipeline.adapters.store import FileStore
from pipeline.hosts.exchange import Facts, RemoteFile
from schemas.data import LinkStatus
from schemas.errors import StalledError
from tests.hosts.cases import Recorded, api, content, page
from tests.hosts.server import FakeHosts

PLACE = "https://files.example.org/big.bin"
BYTES = hashlib.sha256(b"seed").digest() * 40_000
SHA = hashlib.sha256(BYTES).hexdigest()
MD5 = hashlib.md5(BYTES, usedforsecurity=False).hexdigest()
FILE = RemoteFile("big.bin", PLACE, len(BYTES), f"md5:{MD5}")
Make = Callable[..., Downloads]


def facts(*files: RemoteFile, pointers: str = "") -> Facts:
    return Facts(LinkStatus.OPEN, "", files=files, pointers=pointers)


@pytest.fixture
def downloads(hosts: FakeHosts, store: FileStore) -> Make:
    """Downloads into the store, from hosts that are known when they are made."""
    return lambda caps=None: Downloads(hosts.web(), store, caps or Caps(), sleep=lambda seconds: None)


def breaking(after: int, **headers: str) -> Recorded:
    """A server that announces everything and closes after some bytes of what was asked for."""

    def act(request: Request) -> Response:
        start = request.range.ranges[0][0] if request.range else 0
        rest = BYTES[start:]
        told = {"Content-Length": str(len(rest)), "Content-Range": f"bytes {start}-{len(BYTES) - 1}/{len(BYTES)}"}
        return Response(iter([rest[:after]]), 206, told | {"ETag": '"v1"'} | headers)

    return Recorded(PLACE, act=act)


def left_over(store: FileStore) -> list[str]:
    """What is in the folder of unfinished downloads besides locks and notes of finished ones."""
    return [path.name for path in (store.root / ".downloads").iterdir() if path.suffix not in {".lock", ".done"}]


def test_a_file_is_kept_by_its_hash_and_not_downloaded_twice(
    hosts: FakeHosts, store: FileStore, downloads: Make
) -> None:
    hosts.add(content(PLACE, BYTES))
    for _ in range(2):
        kept = downloads().get(FILE)
        assert (kept.name, kept.sha256, kept.bytes) == ("big.bin", SHA, len(BYTES))
    assert store.path(SHA).read_bytes() == BYTES
    assert hosts.asked == [PLACE]
    assert left_over(store) == []


@pytest.mark.parametrize("algorithm", ["md5", "sha1", "sha256", "sha512", "MD5", "SHA-256"])
def test_every_checksum_that_hosts_use_is_checked(hosts: FakeHosts, downloads: Make, algorithm: str) -> None:
    from pipeline.hosts.api import checksum

    name = algorithm.lower().replace("-", "")
    hosts.add(content(PLACE, BYTES))
    good = checksum(algorithm, hashlib.new(name, BYTES).hexdigest().upper())
    assert downloads().get(RemoteFile("a", PLACE, None, good)).sha256 == SHA
    bad = checksum(algorithm, hashlib.new(name, b"other").hexdigest())
    assert "wrong content" in downloads().gather(facts(RemoteFile("a", PLACE, None, bad))).refused[0]


def test_a_broken_connection_goes_on_where_it_broke(hosts: FakeHosts, store: FileStore, downloads: Make) -> None:
    hosts.add(breaking(500_000))
    assert downloads().get(FILE).sha256 == SHA
    assert len(hosts.asked) == 3
    assert store.path(SHA).read_bytes() == BYTES


def test_a_body_that_is_shorter_than_its_length_stalls_and_the_next_run_goes_on(
    hosts: FakeHosts, store: FileStore, downloads: Make
) -> None:
    hosts.add(*[breaking(100_000)] * 6, breaking(0))
    with pytest.raises(StalledError, match="broke off") as caught:
        downloads().get(FILE)
    assert "goes on after 600000 bytes" in caught.value.hint
    assert store.usage().unfinished_bytes == 600_000
    hosts.forget()
    hosts.add(breaking(100_000))
    assert downloads().get(FILE).sha256 == SHA


def test_content_that_changed_meanwhile_is_not_glued_together(
    hosts: FakeHosts, store: FileStore, downloads: Make
) -> None:
    """If-Range with the old mark: the server sends the whole of the new content."""
    new = b"n" * len(BYTES)

    def changed(request: Request) -> Response:
        assert request.headers["If-Range"] == '"v1"'
        return Response(new, 200, {"ETag": '"v2"'})

    hosts.add(breaking(500_000), Recorded(PLACE, act=changed))
    kept = downloads().get(RemoteFile("big.bin", PLACE, len(new)))
    assert kept.sha256 == hashlib.sha256(new).hexdigest()


def test_without_mark_and_checksum_a_part_is_thrown_away(hosts: FakeHosts, downloads: Make) -> None:
    hosts.add(breaking(500_000, ETag="", Last_Modified=""), content(PLACE, BYTES))
    assert downloads().get(RemoteFile("big.bin", PLACE)).sha256 == SHA


def test_a_server_that_knows_no_ranges_is_asked_for_all(hosts: FakeHosts, downloads: Make) -> None:
    hosts.add(breaking(500_000), Recorded(PLACE, 200, BYTES, {"ETag": '"v1"'}))
    assert downloads().get(FILE).sha256 == SHA


def test_a_wrong_checksum_is_tried_once_more_and_then_wrong_content(
    hosts: FakeHosts, store: FileStore, downloads: Make
) -> None:
    hosts.add(content(PLACE, b"x" * len(BYTES)))
    gathered = downloads().gather(facts(FILE))
    assert gathered.kept == ()
    assert f"the host says {MD5}" in gathered.refused[0]
    assert len(hosts.asked) == 2
    assert left_over(store) == []
    assert store.usage().files == 0


def test_bytes_that_were_hurt_on_the_way_only_once_are_fine(hosts: FakeHosts, downloads: Make) -> None:
    hosts.add(content(PLACE, b"x" * len(BYTES)), content(PLACE, BYTES))
    assert downloads().get(FILE).sha256 == SHA


def test_an_empty_file_is_a_file(hosts: FakeHosts, downloads: Make) -> None:
    hosts.add(content(PLACE, b""))
    assert downloads().get(RemoteFile("empty", PLACE, 0)).bytes == 0


def test_a_login_page_in_place_of_a_file_is_not_kept(hosts: FakeHosts, store: FileStore, downloads: Make) -> None:
    hosts.add(page(PLACE, '<html><title>Log in</title><input type="password"></html>'))
    gathered = downloads().gather(facts(RemoteFile("big.bin", PLACE)))
    assert gathered.refused == ("big.bin: gated: a login page: 'Log in'",)
    assert store.usage().files == 0


@pytest.mark.parametrize(("answer", "status"), [(page(PLACE, status=401), "gated"), (page(PLACE, status=404), "dead")])
def test_one_closed_file_does_not_cost_the_others(
    hosts: FakeHosts, downloads: Make, answer: Recorded, status: str
) -> None:
    other = "https://files.example.org/other.csv"
    hosts.add(answer, content(other, b"a,b\n"))
    gathered = downloads().gather(facts(RemoteFile("big.bin", PLACE), RemoteFile("other.csv", other)))
    assert [kept.name for kept in gathered.kept] == ["other.csv"]
    assert status in gathered.refused[0]


@pytest.mark.parametrize("answer", [page(PLACE, status=503), page(PLACE, status=403), Recorded(PLACE, 202)])
def test_what_may_pass_stalls_the_paper(hosts: FakeHosts, downloads: Make, answer: Recorded) -> None:
    hosts.add(answer)
    with pytest.raises(StalledError) as caught:
        downloads().gather(facts(FILE))
    assert caught.value.hint


def test_a_record_of_300_gb_is_refused_before_the_first_byte(hosts: FakeHosts, downloads: Make) -> None:
    files = [RemoteFile(f"{n}.zip", f"https://files.example.org/{n}", 3 * 10**9) for n in range(100)]
    gathered = downloads().gather(facts(*files))
    assert gathered.kept == ()
    assert "300 GB" in gathered.refused[0] and "max_setting_gb" in gathered.refused[0]
    assert hosts.asked == []


def test_a_file_over_the_cap_is_refused_before_the_first_byte(hosts: FakeHosts, downloads: Make) -> None:
    gathered = downloads(Caps(file=1000)).gather(facts(FILE))
    assert "max_file_gb" in gathered.refused[0]
    assert hosts.asked == []


def test_a_file_whose_size_only_its_answer_tells_is_refused_by_it(
    hosts: FakeHosts, store: FileStore, downloads: Make
) -> None:
    hosts.add(content(PLACE, BYTES))
    assert "over the cap" in downloads(Caps(file=1000)).gather(facts(RemoteFile("b", PLACE))).refused[0]
    assert store.usage().unfinished_bytes == 0


def test_a_file_without_any_size_is_stopped_at_the_cap(hosts: FakeHosts, store: FileStore, downloads: Make) -> None:
    def endless(request: Request) -> Response:
        return Response((b"x" * 65_536 for _ in range(10**6)), 200)

    hosts.add(Recorded(PLACE, act=endless))
    assert "over the cap" in downloads(Caps(file=10**6)).gather(facts(RemoteFile("b", PLACE))).refused[0]
    assert store.usage().unfinished_bytes == 0


def test_files_of_one_link_share_its_cap(hosts: FakeHosts, downloads: Make) -> None:
    places = [f"https://files.example.org/{n}.bin" for n in range(3)]
    hosts.add(*(content(place, BYTES) for place in places))
    files = (RemoteFile(place[-5:], place) for place in places)
    gathered = downloads(Caps(setting=3_000_000)).gather(facts(*files))
    assert (len(gathered.kept), len(gathered.refused)) == (2, 1)


def test_the_cap_of_a_run_stalls_and_says_so(hosts: FakeHosts, downloads: Make) -> None:
    hosts.add(content(PLACE, BYTES))
    some = downloads(Caps(run=2_000_000))
    some.get(FILE)
    with pytest.raises(StalledError, match="max_run_gb"):
        some.get(RemoteFile("other", "https://files.example.org/other", len(BYTES)))


def test_a_full_store_stalls_and_names_the_cure(hosts: FakeHosts, tmp_path: Path) -> None:
    hosts.add(content(PLACE, BYTES))
    with pytest.raises(StalledError, match="max_store_gb") as caught:
        Downloads(hosts.web(), FileStore(tmp_path / "small", quota=1000)).get(FILE)
    assert "papergym store gc" in caught.value.hint


def test_a_full_disk_stalls(hosts: FakeHosts, downloads: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    import shutil

    hosts.add(content(PLACE, BYTES))
    monkeypatch.setattr(shutil, "disk_usage", lambda path: os.statvfs_result and type("U", (), {"free": 1000})())
    with pytest.raises(StalledError, match="are free"):
        downloads().get(FILE)


CLIENT = """
import json, sys
from pathlib import Path
from pipeline.adapters.downloads import Downloads
from pipeline.adapters.politeness import Politeness
from pipeline.adapters.store import FileStore
from pipeline.adapters.web import HttpWeb
from pipeline.hosts.exchange import RemoteFile
routes, root, size, checksum = json.loads(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
web = HttpWeb(allowed=("localhost",), routes=routes, politeness=Politeness(0))
print(Downloads(web, FileStore(root)).get(RemoteFile("big.bin", "https://files.example.org/big.bin", size, checksum)).sha256)
"""


def start(hosts: FakeHosts, root: Path) -> "subprocess.Popen[str]":
    """Another process that downloads the file into the store."""
    given = (json.dumps(hosts.routes), str(root), str(len(BYTES)), f"md5:{MD5}")
    return subprocess.Popen([sys.executable, "-c", CLIENT, *given], stdout=subprocess.PIPE, text=True)


def slowly(pieces: int, seconds: float) -> Recorded:
    """A server that takes its time."""

    def chunks(rest: bytes) -> Iterator[bytes]:
        step = len(BYTES) // pieces + 1
        for at in range(0, len(rest), step):
            time.sleep(seconds / pieces)
            yield rest[at : at + step]

    def act(request: Request) -> Response:
        begin = request.range.ranges[0][0] if request.range else 0
        told = {"Content-Range": f"bytes {begin}-{len(BYTES) - 1}/{len(BYTES)}", "ETag": '"v1"'}
        return Response(chunks(BYTES[begin:]), 206, told | {"Content-Length": str(len(BYTES) - begin)})

    return Recorded(PLACE, act=act)


def test_two_processes_at_once_download_once(hosts: FakeHosts, store: FileStore) -> None:
    hosts.add(slowly(10, 0.5))
    both = [start(hosts, store.root) for _ in range(2)]
    assert [process.communicate()[0].strip() for process in both] == [SHA, SHA]
    assert len(hosts.asked) == 1
    assert store.path(SHA).read_bytes() == BYTES


def test_a_kill_leaves_nothing_torn_and_the_next_process_goes_on(hosts: FakeHosts, store: FileStore) -> None:
    hosts.add(slowly(20, 4.0), content(PLACE, BYTES, ETag='"v1"'))
    process = start(hosts, store.root)
    while not (held := store.usage().unfinished_bytes if store.root.exists() else 0):
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert 0 < (held := store.usage().unfinished_bytes) < len(BYTES)
    assert store.usage().files == 0
    assert start(hosts, store.root).communicate()[0].strip() == SHA
    assert hosts.ranges[-1] == f"bytes={held}-"
    assert store.path(SHA).read_bytes() == BYTES
    assert left_over(store) == []


def zipped(**files: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()


COMMIT = "5f1a9e6f0b0c4d7d8a1b2c3d4e5f60718293a4b5"
BIG = b"x,y\n" + b"1,2\n" * 1000


def pointer(data: bytes) -> bytes:
    digest = hashlib.sha256(data).hexdigest()
    return f"version https://git-lfs.github.com/spec/v1\noid sha256:{digest}\nsize {len(data)}\n".encode()


@pytest.fixture
def repository(hosts: FakeHosts) -> FakeHosts:
    """A repository with a licence, a table, and a table in Git LFS."""
    files = {"LICENSE": b"MIT", "data/a.csv": b"a,b\n1,2\n", "data/big file.csv": pointer(BIG)}
    archive = zipped(**{f"tool-{COMMIT}/{name}": data for name, data in files.items()})
    hosts.add(
        api(
            "https://api.github.com/repos/someone/tool",
            {"full_name": "someone/Tool", "default_branch": "main", "size": 1},
        ),
        api("https://api.github.com/repos/someone/Tool/commits/main", {"sha": COMMIT}),
        content(f"https://codeload.github.com/someone/Tool/zip/{COMMIT}", archive, "application/zip"),
    )
    return hosts


def test_a_repository_is_its_files_without_the_folder_of_the_archive(
    repository: FakeHosts, source_of: Callable[..., NetworkSource], store: FileStore
) -> None:
    repository.add(content(f"https://media.githubusercontent.com/media/someone/Tool/{COMMIT}/data/big%20file.csv", BIG))
    gathered = source_of().fetch("https://github.com/someone/tool")
    found = {kept.name: store.path(kept.sha256).read_bytes() for kept in gathered.kept}
    assert found == {"LICENSE": b"MIT", "data/a.csv": b"a,b\n1,2\n", "data/big file.csv": BIG}
    assert gathered.refused == ()


def test_a_pointer_without_its_content_is_refused_by_name(
    repository: FakeHosts, source_of: Callable[..., NetworkSource]
) -> None:
    """GitHub's answer where the account's LFS quota is used up."""
    place = f"https://media.githubusercontent.com/media/someone/Tool/{COMMIT}/data/big%20file.csv"
    repository.add(Recorded(place, 404, b"Not Found", {"Content-Type": "text/plain"}))
    gathered = source_of().fetch("https://github.com/someone/tool")
    assert [kept.name for kept in gathered.kept] == ["LICENSE", "data/a.csv"]
    assert gathered.refused == ("data/big file.csv: dead: not found (404 NOT FOUND)",)


@pytest.mark.parametrize("name", ["../x.csv", "/etc/x.csv", "a//b.csv", "a\\b.csv", "x\x00.csv", "a/../b.csv", ""])
def test_a_host_cannot_choose_a_name_that_leads_elsewhere(hosts: FakeHosts, downloads: Make, name: str) -> None:
    gathered = downloads().gather(facts(RemoteFile(name, PLACE)))
    assert gathered.kept == () and "cannot be kept" in gathered.refused[0]
    assert hosts.asked == []


def test_a_record_of_very_many_files_is_not_asked_for_file_by_file(hosts: FakeHosts, downloads: Make) -> None:
    files = [RemoteFile(f"{n}.png", f"https://files.example.org/{n}", 1) for n in range(11)]
    gathered = downloads(Caps(files=10)).gather(facts(*files))
    assert gathered.kept == () and "11 files" in gathered.refused[0]
    assert hosts.asked == []
