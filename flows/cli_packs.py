"""The commands on packs, for `flows.cli`."""

from pathlib import Path
from typing import Any

import click

from flows.calling import call, json_option

FORMS = ("croissant", "harbor", "huggingface", "naturebench")
SPLITS = ("dev", "test")


@click.group()
def packs() -> None:
    """Commands that take a pack."""


@packs.command("verify-pack")
@click.argument("pack", type=click.Path(path_type=Path))
@click.option("--paper", type=click.Path(path_type=Path), help="Write the pack again from its paper and compare.")
@click.option("--html", type=click.Path(path_type=Path), metavar="FILE", help="Also write the checks as one page.")
@json_option
def verify_pack_command(**options: Any) -> None:
    """Check a pack folder again: files, consistency, firewall, design, running."""
    call("verify_pack", **options)


@packs.command("score")
@click.argument("pack", type=click.Path(path_type=Path))
@click.argument("output", type=click.Path(path_type=Path))
@click.option("--split", type=click.Choice(SPLITS), default="test", show_default=True, help="What OUTPUT answers.")
@click.option("--hours", type=click.FloatRange(0, min_open=True), help="What the solver took: gives progress_rate.")
@click.option("--plot", type=click.Path(path_type=Path), metavar="FILE", help="Draw it beside the paper (svg or png).")
@json_option
def score_command(**options: Any) -> None:
    """Score a solver's OUTPUT folder: metrics, gap to the paper's score, rank on the paper's leaderboard.

    `dev` scores the validation rows, where the pack has some, as often as you like; the test rows are scored once per
    submission, and asked again the first scores are shown. Every attempt is logged in `attempts.jsonl` under `var`.
    """
    call("score", **options)


@packs.command("export-pack")
@click.argument("pack", type=click.Path(path_type=Path))
@click.option("--to", "form", type=click.Choice(FORMS), required=True, help="The form to write.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="A new folder.")
@json_option
def export_pack_command(pack: Path, form: str, out: Path, as_json: bool) -> None:
    """Write a pack in the form of another tool."""
    call("export_pack", pack=pack, form=form, out=out, as_json=as_json)


@packs.command("diff")
@click.argument("before", metavar="PACK_A", type=click.Path(path_type=Path))
@click.argument("after", metavar="PACK_B", type=click.Path(path_type=Path))
@json_option
def diff_command(before: Path, after: Path, as_json: bool) -> None:
    """Show what differs between two packs, and whether their scores can be compared."""
    call("diff", before=before, after=after, as_json=as_json)


@packs.command("rebuild")
@click.argument("pack", type=click.Path(path_type=Path))
@click.option("--paper", type=click.Path(path_type=Path), help="Its paper; looked for below this folder if not given.")
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Keep what comes out in a new folder.")
@json_option
def rebuild_command(**options: Any) -> None:
    """Build a PACK again from the paper and the data its lock names, and compare byte by byte.

    Exit codes: 0 the same bytes, 3 other bytes (with the reasons), 5 it cannot be built here (with what is missing).
    """
    call("rebuild", **options)


@packs.command("pack-status")
@click.argument("pack", type=click.Path(path_type=Path))
@click.option("--issue", metavar="TEXT", help="Add a known issue.")
@click.option("--withdraw", metavar="REASON", help="Withdraw the pack: its scores should not be used any more.")
@click.option("--restore", is_flag=True, help="Take a withdrawal back.")
@click.option("--by", metavar="NAME", help="Who says so.")
@json_option
def pack_status_command(**options: Any) -> None:
    """Show or change a pack's version, known issues and withdrawal."""
    call("pack_status", **options)


@packs.command("fetch-data")
@click.argument("pack", type=click.Path(path_type=Path))
def fetch_data_command(pack: Path) -> None:
    """Fetch the data of a PACK whose licence does not let it ship, and make its tables again."""
    call("fetch_data", pack=pack)
