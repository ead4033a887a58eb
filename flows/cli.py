"""The command line. Every command lives in `flows/commands/<name>.py` and is imported only when it is called."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from flows.calling import call, json_option
from flows.cli_packs import packs
from flows.interrupt import stop_soon

JUDGES = ("rules", "llm")
STAGES = ("intake", "screen", "extract", "review", "verify", "pack")


run_option = click.option("--run", "run_name", metavar="NAME", help="The run to look at; the latest if not given.")
_folder = click.Path(path_type=Path)
judge_option = click.option("--judge", type=click.Choice(JUDGES), help="Who decides what the rules leave open.")
record_option = click.option("--record", type=_folder, metavar="DIR", help="Keep every answer of the models in DIR.")
replay_option = click.option("--replay", type=_folder, metavar="DIR", help="Take every answer from DIR; ask nobody.")


def judging(command: Callable[..., None]) -> Callable[..., None]:
    """The options of a command that may ask models."""
    return judge_option(record_option(replay_option(command)))


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="papergym")
def cli() -> None:
    """Turn machine-learning papers into verified task packs, and ask why a paper passed or fell.

    Exit codes: 0 packed (or the command did its job), 2 usage, 3 rejected, 4 needs review, 5 stalled by a fault.
    """


@cli.command("run")
@click.argument("papers", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--run", "run_name", metavar="NAME", help="Name of the run; the same name again goes on with it.")
@click.option("--until", type=click.Choice(STAGES), default="pack", show_default=True, help="Stop after a stage.")
@click.option("--plain", is_flag=True, help="Without Prefect: the same loop in this process.")
@judging
@json_option
def run_command(**options: Any) -> None:
    """Take papers (files or folders) through the stages and show the funnel."""
    call("run", **options)


@cli.command("build-pack")
@click.argument("paper", type=click.Path(path_type=Path))
@click.option("--plain", is_flag=True, help="Without Prefect: the same loop in this process.")
@judging
@json_option
def build_pack_command(**options: Any) -> None:
    """Build the task pack of one paper, or say what stands in the way."""
    call("build_pack", **options)


@cli.command("estimate")
@click.argument("papers", nargs=-1, required=True, type=click.Path(path_type=Path))
@json_option
def estimate_command(papers: tuple[Path, ...], as_json: bool) -> None:
    """Say what judging papers by models would take (calls, tokens, money), without a call."""
    call("estimate", papers=papers, as_json=as_json)


@cli.command("read")
@click.argument("paper", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--html", type=click.Path(path_type=Path), metavar="FILE", help="One page: pictures beside the cells.")
@json_option
def read_command(paper: Path, html: Path | None, as_json: bool) -> None:
    """Show what is read in a paper: sections, links, and every table beside its picture; nothing is stored."""
    call("read", paper=paper, html=html, as_json=as_json)


@cli.command("audit")
@click.argument("paper")
@run_option
@json_option
def audit_command(paper: str, run_name: str | None, as_json: bool) -> None:
    """Show every decision on a paper with its rule, reason, quote and place (by DOI, id or file name)."""
    call("audit", paper=paper, run_name=run_name, as_json=as_json)


@cli.command("funnel")
@run_option
@json_option
def funnel_command(run_name: str | None, as_json: bool) -> None:
    """Show how many papers passed each stage, and why the others did not."""
    call("funnel", run_name=run_name, as_json=as_json)


@cli.command("queue")
@click.option("--run", "run_name", metavar="NAME", help="The run to look at; each paper's latest if not given.")
@json_option
def queue_command(run_name: str | None, as_json: bool) -> None:
    """Show what waits for a human: paper, rule, field, question and place."""
    call("queue", run_name=run_name, as_json=as_json)


@cli.command("decide")
@click.argument("paper")
@click.argument("field")
@click.argument("value")
@click.option("--by", required=True, metavar="NAME", help="Who decides.")
@click.option("--reason", required=True, metavar="TEXT", help="Why.")
@click.option("--date", "on", type=click.DateTime(["%Y-%m-%d"]), help="When; today if not given.")
@click.option("--in", "folder", type=_folder, default=Path(), help="Where to look for the paper's file.")
def decide_command(**options: Any) -> None:
    """Write a decision into the curation file beside a paper (a path, or a DOI, id or file name).

    \b
    FIELD and VALUE, as `papergym queue` names them:
      verdicts.3.1                     pass:open
      metrics.mae.is_primary           true
      algorithm                        CrabNet
      scores.SETTING.METRIC.METHOD     '{role: baseline, printed: "0.30", where: Table 4}'
      findings.R4.algorithm.name       dismiss
    """
    call("decide", **options)


@cli.command("agreement")
@click.option("--run", "run_name", metavar="NAME", help="The run to look at; each paper's latest if not given.")
@json_option
def agreement_command(run_name: str | None, as_json: bool) -> None:
    """Show how far findings of the review held: per check, model and prompt version."""
    call("agreement", run_name=run_name, as_json=as_json)


@cli.command("compare")
@click.argument("run_before", metavar="RUN_A")
@click.argument("run_after", metavar="RUN_B")
@click.option("--gold", type=click.Path(path_type=Path), help="A gold file: right and wrong are then what readers say.")
@json_option
def compare_command(run_before: str, run_after: str, gold: Path | None, as_json: bool) -> None:
    """Compare two runs: what differs between them, papers that moved, fields that changed, cost."""
    call("compare", before=run_before, after=run_after, gold=gold, as_json=as_json)


@cli.command("eval")
@click.argument("gold", type=click.Path(path_type=Path))
@run_option
@click.option("--out", type=click.Path(path_type=Path), help="Folder for the report; under `var` if not given.")
@json_option
def eval_command(gold: Path, run_name: str | None, out: Path | None, as_json: bool) -> None:
    """Hold a run against a GOLD file of careful readers: decisions, rules, categories, fields, scores."""
    call("eval", gold=gold, run_name=run_name, out=out, as_json=as_json)


@cli.command("export")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--all-runs", is_flag=True, help="The rows of every run, not only of each paper's latest.")
@json_option
def export_command(folder: Path, all_runs: bool, as_json: bool) -> None:
    """Write the warehouse as plain Parquet into FOLDER, one file per table."""
    call("export", folder=folder, all_runs=all_runs, as_json=as_json)


@cli.command("cost")
@run_option
@click.option("--by", type=click.Choice(["stage", "role", "model", "paper"]), default="stage", show_default=True)
@json_option
def cost_command(run_name: str | None, by: str, as_json: bool) -> None:
    """Show what a run's calls to models came to: calls, tokens, dollars, seconds."""
    call("cost", run_name=run_name, by=by, as_json=as_json)


@cli.command("sql")
@click.argument("query")
@json_option
def sql_command(query: str, as_json: bool) -> None:
    """Ask the warehouse in SQL, read-only."""
    call("sql", query=query, as_json=as_json)


@cli.command("doctor")
@json_option
def doctor_command(as_json: bool) -> None:
    """Check that everything papergym needs is here and works."""
    call("doctor", as_json=as_json)


@cli.command("store")
@click.argument("action", type=click.Choice(["status", "gc"]))
@click.option(
    "--older-than", "days", type=float, default=1.0, show_default=True, metavar="DAYS", help="gc: spare newer."
)
@json_option
def store_command(**options: Any) -> None:
    """Look at the data store, or remove what no paper in the warehouse uses and downloads that were given up."""
    call("store", **options)


@cli.command("server")
@click.argument("action", type=click.Choice(["status", "stop"]))
def server_command(action: str) -> None:
    """Look at or stop the Prefect server that runs start."""
    call("server", action=action)


def _show_fault(kind: type[BaseException], error: BaseException, trace: Any) -> None:
    """A fault of ours in one line; the traceback only for those who ask."""
    if os.environ.get("PAPERGYM_TRACEBACK"):
        sys.__excepthook__(kind, error, trace)
    else:
        click.echo(f"papergym: a fault of papergym: {kind.__name__}: {error}", err=True)
        click.echo("  set PAPERGYM_TRACEBACK=1 to see where, and please report it", err=True)
    sys.stderr.flush()
    os._exit(5)


def main() -> None:
    """Entry point of the `papergym` command."""
    sys.excepthook = _show_fault
    stop_soon()
    for command in packs.commands.values():
        cli.add_command(command)
    cli(prog_name="papergym")
