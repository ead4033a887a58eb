"""A plain folder with a Hugging Face dataset card: one configuration per instance, answers withheld.

The card's front matter follows huggingface.co/docs/hub/datasets-cards and .../datasets-manual-configuration.
"""

from collections.abc import Iterator
from pathlib import Path

import yaml

from pipeline.pack import layout
from pipeline.pack.exporters.exporter import Exported, Exporter, copies, read_json, render

_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
_HUB_LICENCES = {"apache-2.0", "mit", "cc0-1.0", "cc-by-4.0", "cc-by-sa-4.0", "bsd-3-clause", "gpl-3.0", "cc-by-3.0"}
"""SPDX identifiers that the hub has a tag for, in lower case as it writes them; anything else is `other`."""


def export(pack_dir: Path) -> Iterator[Exported]:
    """The card, the brief, the tables of every instance and their licences."""
    yield Exported("README.md", _card(pack_dir))
    yield from copies(pack_dir, str(layout.DATA), "data")
    yield from copies(pack_dir, str(layout.DESCRIPTION), "data_description.md")
    yield from copies(pack_dir, "licenses", "licenses")


def _card(pack_dir: Path) -> str:
    metadata, croissant = read_json(pack_dir, layout.METADATA), read_json(pack_dir, layout.CROISSANT)
    instances = sorted(path for path in (pack_dir / layout.DATA).iterdir() if path.is_dir())
    front = {
        "pretty_name": metadata["task_name"],
        "license": _licence(croissant["license"]),
        "size_categories": [_size(instances)],
        "tags": ["scientific-machine-learning", *metadata["domain_metadata"]["keywords"]],
        "configs": [_configuration(instance) for instance in instances],
    }
    brief = (pack_dir / layout.README).read_text(encoding="utf-8")
    return render("huggingface_card.md", front=yaml.safe_dump(front, sort_keys=False), brief=brief)


def _licence(stated: str | list[str]) -> str:
    names = [stated] if isinstance(stated, str) else stated
    known = [name.lower() for name in names if name.lower() in _HUB_LICENCES]
    return known[0] if len(names) == len(known) == 1 else "other"


def _size(instances: list[Path]) -> str:
    rows = 0
    for path in (path for instance in instances for path in instance.glob("*.csv")):
        with path.open("rb") as file:
            rows += sum(1 for _ in file) - 1
    return next((name for limit, name in _SIZES if rows < limit), "n>1M")


def _configuration(instance: Path) -> dict[str, object]:
    files = [
        {"split": split, "path": f"data/{instance.name}/{split}.csv"}
        for split in ("train", "validation", "test")
        if (instance / f"{split}.csv").is_file()
    ]
    return {"config_name": instance.name, "data_files": files}


EXPORTER = Exporter("huggingface", "Folder with a Hugging Face dataset card", export)
