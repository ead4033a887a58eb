"""The tables of an instance on disk: what a solver sees, and the answers."""

from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.pack import layout
from pipeline.pack.describe import csv_text
from pipeline.pack.files import write
from pipeline.verify.instance import Instance

if TYPE_CHECKING:
    import pandas as pd


def write_tables(instance: Instance, pack_dir: Path) -> None:
    """Both sides of an instance under its public name."""
    write_visible(instance, pack_dir)
    table(pack_dir, layout.GROUND_TRUTH / instance.setting_id / layout.TRUTH, instance.truth)


def write_visible(instance: Instance, pack_dir: Path) -> None:
    """train.csv, test.csv, and validation.csv where there is one."""
    folder = layout.DATA / instance.setting_id
    table(pack_dir, folder / "train.csv", instance.train)
    table(pack_dir, folder / "test.csv", instance.test_inputs)
    if instance.validation is not None:
        table(pack_dir, folder / "validation.csv", instance.validation)


def table(pack_dir: Path, path: Path, frame: "pd.DataFrame") -> None:
    """One table as CSV."""
    write(pack_dir, path, csv_text(frame))
