"""Terminal or pipe: tables and colour on a terminal, plain lines when piped, JSON when asked."""

import json
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

COLOURS = {
    "packed": "green",
    "passed": "green",
    "pass": "green",
    "advance": "green",
    "open": "green",
    "rejected": "red",
    "reject": "red",
    "fail": "red",
    "failed": "magenta",
    "needs_review": "yellow",
    "review": "yellow",
    "unknown": "yellow",
    "warn": "yellow",
    "skipped": "dim",
    "applied": "green",
    "queued": "yellow",
    "ungrounded_finding": "dim",
    "does_not_fit_schema": "dim",
    "dismissed": "dim",
}


@cache
def console() -> "Console":
    """The console of standard output. When piped it neither colours nor wraps."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())


def is_terminal() -> bool:
    """True when a person is looking."""
    return sys.stdout.isatty()


def coloured(word: str) -> str:
    """A status word in its colour (rich markup); plain text around it must be escaped by the caller."""
    colour = COLOURS.get(word)
    return f"[{colour}]{word}[/{colour}]" if colour else word


def print_json(value: Any) -> None:
    """A value as JSON on standard output."""
    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=False, default=str) + "\n")


def print_table(columns: list[str], rows: list[list[str]], title: str = "") -> None:
    """A table on a terminal; tab-separated lines with a header when piped."""
    if not is_terminal():
        for row in [columns, *rows]:
            sys.stdout.write("\t".join(" ".join(cell.split()) for cell in row) + "\n")
        return
    from rich.box import SIMPLE_HEAD
    from rich.markup import escape
    from rich.table import Table

    table = Table(*columns, title=title or None, title_justify="left", header_style="bold", box=SIMPLE_HEAD)
    table.columns[0].no_wrap = True
    for row in rows:
        table.add_row(*(coloured(cell) if cell in COLOURS else escape(cell) for cell in row))
    console().print(table)


def line(text: str = "", style: str | None = None) -> None:
    """One line of text, no markup inside."""
    from rich.text import Text

    console().print(Text(text, style=style or ""))


def command_name() -> str:
    """How the reader can call papergym again: by its name where it is on the PATH, else by its path."""
    import shutil
    from os.path import relpath

    here = sys.argv[0]
    return "papergym" if shutil.which("papergym") or not here.endswith("papergym") else relpath(here)


def shortened(text: str, length: int = 200) -> str:
    """A text on one line, cut at a word."""
    import textwrap

    return textwrap.shorten(text, length, placeholder=" ...")
