"""A data set that a setting names without a link is part of the unit: its content, and the table that knows its place."""

from pathlib import Path

from flows.stages import Tools, unit_key
from flows.versions import _PARTS
from flows.work import Document, Work
from pipeline.adapters.mirror import MirrorSource
from pipeline.hosts.known_sets import KNOWN
from schemas.outcome import Stage
from tests.verify.records import setting


def test_what_lies_behind_a_well_known_name_is_part_of_the_unit(tmp_path: Path) -> None:
    work = Work(Document(tmp_path / "paper.pdf", "0" * 64, None), paper_id="p")
    work.keys[Stage.REVIEW] = "review:p:1:1"
    work.records[Stage.EXTRACT] = (setting("s", "the Abalone data set"),)
    data = tmp_path / "data"
    data.mkdir()

    def key(source: MirrorSource) -> str:
        tools = Tools(documents=None, source=source, store=None, packs_root=tmp_path)  # type: ignore[arg-type]
        return unit_key(work, Stage.VERIFY, tools)

    mapped = MirrorSource({KNOWN["Abalone"]: data})
    empty = key(mapped)
    assert empty != key(MirrorSource({}))
    (data / "train.csv").write_text("a,b\n")
    assert key(mapped) != empty
    assert key(mapped) == key(mapped)


def test_a_changed_table_of_well_known_sets_makes_screening_and_verification_run_again() -> None:
    for stage in (Stage.SCREEN, Stage.VERIFY):
        assert "pipeline/hosts/known_sets".startswith(_PARTS[stage])
