"""Links become files of the store: from mirrors, from hosts, out of archives; what is missing is said."""

import io
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.adapters.mirror import MirrorSource
from pipeline.adapters.store import FileStore
from pipeline.hosts.exchange import RemoteFile
from pipeline.ports import Answer, Gathered, Kept
from pipeline.verify.acquire import acquire
from pipeline.verify.inventory import Inventory, Root, take
from schemas.data import LinkStatus
from tests.verify.records import URL, link, setting

LICENCE = "Permission is hereby granted, free of charge ... without warranty of any kind"
TABLE = b"x,y\n1,0\n2,1\n"


class Hosts:
    """A source whose links are open and whose files are already in the store, or refused."""

    def __init__(self, gathered: Mapping[str, Gathered]) -> None:
        self._gathered = gathered
        self.fetched: list[str] = []

    def answer(self, url: str) -> Answer:
        """See `pipeline.ports.DataSource`."""
        known = url in self._gathered
        status = LinkStatus.OPEN if known else LinkStatus.UNKNOWN
        return Answer(status, "as asked", files=(RemoteFile("a", url),) if known else (), licence="CC-BY-4.0")

    def fetch(self, url: str) -> Gathered:
        """See `pipeline.ports.DataSource`."""
        self.fetched.append(url)
        return self._gathered[url]


@pytest.fixture
def keep(store: FileStore, tmp_path: Path) -> Callable[[str, bytes], Kept]:
    def run(name: str, data: bytes) -> Kept:
        (tmp_path / "kept").write_bytes(data)
        return Kept(name, store.add(tmp_path / "kept"), len(data))

    return run


def zipped(**files: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def listed(inventory: Inventory) -> dict[str, str]:
    return {file.path: file.format for file in inventory.files}


def test_downloaded_files_are_described_like_local_ones(keep: Callable[[str, bytes], Kept], store: FileStore) -> None:
    source = Hosts({URL: Gathered((keep("train.csv", TABLE),), ("test.csv: dead: not found",))})
    found = acquire("p", [link()], [setting("s")], source, store)  # type: ignore[arg-type]
    (file,) = found.inventory.files
    assert (file.source, file.path, file.rows, file.licence) == (URL, "train.csv", 2, "CC-BY-4.0")
    assert found.inventory.refused == ("test.csv: dead: not found",)


def test_a_link_whose_every_file_is_refused_says_why(store: FileStore) -> None:
    source = Hosts({URL: Gathered((), ("the record has 300 GB, over the cap",))})
    found = acquire("p", [link()], [setting("s")], source, store)  # type: ignore[arg-type]
    assert (found.roots, found.silent) == ((), (f"{URL}: the record has 300 GB, over the cap",))


def test_closed_links_are_never_fetched(store: FileStore) -> None:
    source = Hosts({URL: Gathered()})
    acquire("p", [link(status=LinkStatus.GATED)], [setting("s", sources=(URL,))], source, store)  # type: ignore[arg-type]
    assert source.fetched == []


def test_a_well_known_name_leads_to_its_place(keep: Callable[[str, bytes], Kept], store: FileStore) -> None:
    place = "https://archive.ics.uci.edu/dataset/53"
    source = Hosts({place: Gathered((keep("iris.csv", TABLE),))})
    acquire("p", [], [setting("s", "Iris data set")], source, store)  # type: ignore[arg-type]
    assert source.fetched == [place]


def test_archives_of_a_mirror_are_its_members(folder: Callable[..., Path], store: FileStore) -> None:
    inner = zipped(**{"c.csv": TABLE})
    root = folder({"LICENSE": LICENCE, "d/data.zip": zipped(**{"a.csv": TABLE, "b/inner.zip": inner}), "x.csv": TABLE})
    found = take("p", Root(URL, root), store)
    assert listed(found) == {
        "LICENSE": "licence",
        "d/data.zip/a.csv": "csv",
        "d/data.zip/b/inner.zip/c.csv": "csv",
        "x.csv": "csv",
    }
    assert {file.licence for file in found.files} == {"MIT"}


def test_a_licence_inside_an_archive_is_that_of_its_members(folder: Callable[..., Path], store: FileStore) -> None:
    root = folder({"data.zip": zipped(LICENSE=LICENCE.encode(), **{"a.csv": TABLE}), "x.csv": TABLE})
    licences = {file.path: file.licence for file in take("p", Root(URL, root, "CC-BY-4.0"), store).files}
    assert licences == {"data.zip/LICENSE": "MIT", "data.zip/a.csv": "MIT", "x.csv": "CC-BY-4.0"}


def test_what_an_archive_hides_is_refused_with_its_name(folder: Callable[..., Path], store: FileStore) -> None:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        outside = tarfile.TarInfo("link.csv")
        outside.type, outside.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(outside)
    found = take("p", Root(URL, folder({"data.tar.gz": buffer.getvalue()})), store)
    assert listed(found).keys() == {"data.tar.gz"}
    assert found.refused == ("data.tar.gz: link.csv: is a symbolic link",)


def test_a_git_lfs_pointer_is_not_taken_for_data(folder: Callable[..., Path], store: FileStore) -> None:
    text = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'a' * 64}\nsize 12\n"
    found = take("p", Root(URL, folder({"train.csv": text, "x.csv": TABLE})), store)
    assert listed(found) == {"x.csv": "csv"}
    assert "Git LFS pointer" in found.refused[0]


def test_two_links_to_one_record_are_fetched_once(keep: Callable[[str, bytes], Kept], store: FileStore) -> None:
    source = Hosts({URL: Gathered((keep("a.csv", TABLE),))})
    links = [link(), replace_url(URL + "/tree/main")]
    assert len(acquire("p", links, [setting("s", sources=(URL,))], source, store).roots) == 1  # type: ignore[arg-type]


def replace_url(url: str):  # type: ignore[no-untyped-def]
    return link().model_copy(update={"url": url})


def test_a_mirror_is_not_fetched_but_read_where_it_lies(folder: Callable[..., Path], store: FileStore) -> None:
    found = acquire("p", [link()], [], MirrorSource({URL: folder({"a.csv": TABLE})}), store)
    assert [root.path for root in found.roots] == [found.roots[0].path] and found.roots[0].path is not None
    assert replace(found.roots[0], path=None).gathered == Gathered()
