"""The page of a pack's checks: every check is on it with its word, and nothing of a pack acts in it."""

from pathlib import Path
from typing import Any

import lxml.html
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flows.show.checks_page import page, write_page
from pipeline.pack.firewall.hit import Hit, read_hit
from pipeline.pack.lifecycle import Issue, PackStatus
from pipeline.pack.verification import Verification
from schemas.data import CheckStatus, Measure
from schemas.errors import UsageError
from schemas.pack import BaselineResult, PackCheck
from tests.flows.command import Shell
from tests.pack.conftest import case, clean, home, pack, produced, store  # noqa: F401

EVIL = "<script>alert('x')</script><img src=http://x.test onerror=y>\"'&"


def check_of(check_id: str, status: CheckStatus, reason: str = "said", hits: tuple[str, ...] = ()) -> PackCheck:
    fields = {"paper_id": "10.1/x", "pack_id": "a_pack", "title": f"title of {check_id}"}
    return PackCheck(**fields, check_id=check_id, status=status, reason=reason, hits=hits)


def tree_of(text: str) -> Any:
    return lxml.html.fromstring(text)


def show(*checks: PackCheck, status: PackStatus | None = None, ladder: tuple[BaselineResult, ...] = ()) -> str:
    return page(Verification(checks, ladder), status or PackStatus(pack_id="a_pack"))


def test_each_check_stands_in_its_group_with_its_word() -> None:
    text = show(
        check_of("K0.1", CheckStatus.PASS), check_of("F6", CheckStatus.FAIL), check_of("K5.1", CheckStatus.SKIPPED)
    )
    tree = tree_of(text)
    assert [title.text for title in tree.iter("h2")] == ["K0 Files", "K2 Firewall", "K5 Container", "Baseline ladder"]
    rows = {row.get("id"): row.xpath(".//span[contains(@class, 'status')]")[0] for row in tree.xpath("//tr[@id]")}
    assert {key: (span.get("class"), span.text) for key, span in rows.items()} == {
        "K0.1": ("status pass", "pass"),
        "F6": ("status fail", "fail"),
        "K5.1": ("status skipped", "skipped"),
    }


@pytest.mark.parametrize(
    ("statuses", "verdict"),
    [
        ("pass pass", "All 2 checks passed."),
        ("pass warn", "No check failed; 1 warn."),
        ("pass skipped", "No check failed; 1 were skipped, so nothing is known of them."),
        ("fail skipped warn", "1 of 3 checks failed."),
    ],
)
def test_what_was_skipped_never_reads_as_passed(statuses: str, verdict: str) -> None:
    checks = [check_of(f"K1.{n}", CheckStatus(word)) for n, word in enumerate(statuses.split())]
    tree = tree_of(show(*checks))
    assert tree.xpath("//p[starts-with(@class, 'verdict')]")[0].text == verdict


def test_a_leak_is_shown_by_file_offset_kind_and_snippet() -> None:
    leak = Hit("F1", "problem/README.md", 4450, "DOI", "see 10.1/x: here")
    (row,) = tree_of(show(check_of("F1", CheckStatus.FAIL, hits=(str(leak),)))).xpath("//details//tbody/tr")
    assert [cell.text_content() for cell in row] == ["problem/README.md", "4450", "DOI", "see 10.1/x: here"]


def test_a_hit_of_another_form_is_shown_whole() -> None:
    (item,) = tree_of(show(check_of("K3.1", CheckStatus.WARN, hits=("a.csv: left out",)))).xpath("//li")
    assert item.text == "a.csv: left out"


@given(
    st.from_regex(r"[a-z/_.-]{1,20}", fullmatch=True), st.integers(0, 10**9), st.text("abc '", max_size=9), st.text()
)
def test_a_hit_is_read_as_it_is_written(file: str, offset: int, kind: str, snippet: str) -> None:
    hit = Hit("F6", file, offset, kind, snippet)
    assert read_hit(str(hit)) == hit


def test_nothing_of_a_pack_acts_in_the_page() -> None:
    leak = str(Hit("F1", f"problem/{EVIL}", 1, EVIL, EVIL))
    issue = Issue(text=EVIL, by="Ada", date="2026-01-02", version="1.0.0")
    check = check_of("F1", CheckStatus.FAIL, EVIL, (leak, EVIL))
    check = check.model_copy(update={"measures": (Measure(name=EVIL, value=1.0),), "title": EVIL})
    baseline = BaselineResult(instance=EVIL, metric=EVIL, solver=EVIL, value=0.5, sota=None)
    status = PackStatus(pack_id="a_pack", withdrawn=issue, known_issues=(issue,))
    text = show(check, status=status, ladder=(baseline,))
    tree = tree_of(text)
    assert not tree.xpath("//script | //img | //link | //iframe | //@src | //@href | //@onerror")
    assert text.count("&lt;script&gt;") >= 8
    assert "default-src 'none'" in text


def test_the_ladder_ends_with_the_sota() -> None:
    ladder = tuple(
        BaselineResult(instance="one", metric="mae", solver=solver, value=value, sota=1.25)
        for solver, value in (("dummy", 4.0), ("linear", 2.0))
    )
    rows = tree_of(show(check_of("K4.11", CheckStatus.PASS), ladder=ladder)).xpath("//table[caption]//tr")
    assert [[cell.text for cell in row] for row in rows] == [
        ["Solver", "mae"],
        ["dummy", "4"],
        ["linear", "2"],
        ["SOTA of the paper", "1.25"],
    ]


def test_known_issues_and_withdrawal_are_told(tmp_path: Path) -> None:
    gone = Issue(text="the labels were wrong", by="Ada", date="2026-01-02", version="1.0.0")
    target = tmp_path / "page.html"
    found = Verification((check_of("K0.1", CheckStatus.PASS),), ())
    write_page(target, found, PackStatus(pack_id="a_pack", withdrawn=gone))
    assert "withdrawn on 2026-01-02: the labels were wrong" in target.read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_a_page_that_cannot_be_written_is_no_traceback(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        found = Verification((check_of("K0.1", CheckStatus.PASS),), ())
        write_page(tmp_path / "nowhere" / "page.html", found, PackStatus(pack_id="a_pack"))


def test_the_command_writes_every_check_and_the_ladder(pack: Path) -> None:  # noqa: F811
    target = pack.parent / "page.html"
    shell = Shell(pack.parent / "var")
    told = shell.json("verify-pack", pack, "--html", target)
    tree = tree_of(target.read_text())
    shown = {row.get("id"): row.xpath(".//span[contains(@class, 'status')]")[0].text for row in tree.xpath("//tr[@id]")}
    assert shown == {check["check_id"]: check["status"] for check in told}
    assert "gradient_boosting" in tree.text_content()
    refused = shell.run("verify-pack", pack, "--html", pack.parent / "nowhere" / "page.html")
    assert refused.returncode == 2 and "cannot be written" in refused.stderr
