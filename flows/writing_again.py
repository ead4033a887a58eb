"""A pack written again from its paper and its data, in a place of its own."""

import shutil
import tempfile
from pathlib import Path

from flows.execute import Report, execute
from flows.judging import judging_of
from flows.settings import Settings
from pipeline.pack.layout import UNVERIFIED
from schemas.errors import StalledError
from schemas.outcome import Stage


def write_again(paper: Path, settings: Settings, folder: Path) -> None:
    """Take the paper through all stages in a warehouse of its own, and put its pack's files into an empty folder.

    The folder has the pack's name; data is taken from the store of the settings where it lies there. Raises
    StalledError, with the reason, where papergym does not come to a pack of that name.
    """
    with tempfile.TemporaryDirectory(prefix="papergym-again-") as home:
        containers = settings.containers.model_copy(update={"engine": "none"})
        elsewhere = settings.model_copy(update={"var": Path(home), "packs": None, "containers": containers})
        settings.store_root.mkdir(parents=True, exist_ok=True)
        elsewhere.store_root.symlink_to(settings.store_root.resolve())
        judging = judging_of(settings, None, None, None)
        report = execute((paper,), elsewhere, None, Stage.PACK, plain=True, watch=lambda *_: None, judging=judging)
        roots = (elsewhere.packs_root, elsewhere.packs_root / UNVERIFIED)
        found = next((root / folder.name for root in roots if (root / folder.name).is_dir()), None)
        if found is None:
            raise StalledError(f"{paper} does not come to the pack {folder.name} any more: {_end(report, roots)}")
        shutil.copytree(found, folder, dirs_exist_ok=True)


def _end(report: Report, roots: tuple[Path, ...]) -> str:
    """What it came to instead."""
    others = [path.name for root in roots if root.is_dir() for path in root.iterdir() if path.name[0] not in "._"]
    if others:
        return f"it comes to {', '.join(others)}, made of other data"
    work = report.works[0]
    if work.error or work.decision is None:
        return work.error or "it did not come to a decision"
    return f"{work.decision.stage} says {work.decision.call}: {work.decision.reason}"
