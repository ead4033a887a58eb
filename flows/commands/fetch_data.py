"""`papergym fetch-data PACK`: get the data of a pack that must not ship it."""

from pathlib import Path

from flows.settings import load_settings
from flows.show.console import line
from flows.show.pack_status import warn_of


def run(pack: Path) -> int:
    """Fetch, make the tables again, and refuse what differs from the lock."""
    from flows.wiring import open_source, open_store
    from pipeline.pack.withheld import fetch

    warn_of(pack)
    settings = load_settings()
    store = open_store(settings)
    with open_source(settings, store) as source:
        count = fetch(pack, store, source)
    line(f"{count} files made again and equal to the lock" if count else "the data is there already")
    return 0
