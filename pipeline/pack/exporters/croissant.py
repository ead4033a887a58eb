"""The data of a pack with its MLCommons Croissant 1.0 description (docs.mlcommons.org/croissant)."""

from collections.abc import Iterator
from pathlib import Path

from pipeline.pack import layout
from pipeline.pack.exporters.exporter import Exported, Exporter, copies


def export(pack_dir: Path) -> Iterator[Exported]:
    """croissant.json, the tables it names, and their licences. The ground truth is not part of it."""
    yield Exported("croissant.json", source=pack_dir / layout.CROISSANT)
    yield from copies(pack_dir, str(layout.DATA), str(layout.DATA))
    yield from copies(pack_dir, "licenses", "licenses")


EXPORTER = Exporter("croissant", "Data with a Croissant description", export)
