"""`papergym fetch-data PACK`: get the data of a pack that must not ship it."""

from pathlib import Path

from flows.settings import load_settings
from flows.show.console import line


def run(pack: Path) -> int:
    """Fetch, make the tables again, and refuse what differs from the lock."""
    from flows.wiring import data_tools
    from pipeline.pack.withheld import fetch

    count = fetch(pack, *data_tools(load_settings()))
    line(f"{count} files made again and equal to the lock" if count else "the data is there already")
    return 0
