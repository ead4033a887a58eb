"""`papergym store status|gc`."""

from typing import TYPE_CHECKING

import click

from flows.settings import Settings, load_settings
from flows.show.console import print_json, print_table
from flows.wiring import open_store

if TYPE_CHECKING:
    from pipeline.adapters.store import FileStore

_DAY = 86_400
_USED = "select distinct sha256 from all_data_files"


def run(action: str, days: float, as_json: bool) -> int:
    """Say what the store holds, or remove what nothing uses."""
    settings = load_settings()
    store = open_store(settings)
    removed = _collect(settings, store, days) if action == "gc" else None
    usage = store.usage()
    figures = {
        "files": usage.files,
        "bytes": usage.bytes,
        "unfinished downloads": usage.unfinished,
        "their bytes": usage.unfinished_bytes,
        **({"files removed": removed[0], "bytes removed": removed[1]} if removed else {}),
    }
    if as_json:
        print_json(figures)
    else:
        click.echo(str(settings.store_root))
        print_table(["what", "number"], [[name, f"{number:,}"] for name, number in figures.items()])
    return 0


def _collect(settings: Settings, store: "FileStore", days: float) -> tuple[int, int]:
    return store.collect(_used(settings), older_than=days * _DAY)


def _used(settings: Settings) -> frozenset[str]:
    """The content that any paper of any run stands on."""
    if not settings.warehouse_root.is_dir():
        return frozenset()
    from warehouse.store import Warehouse

    with Warehouse.open(settings.warehouse_root, read_only=True) as warehouse:
        return frozenset(str(row[0]) for row in warehouse.connect().execute(_USED).fetchall())
