"""A region of the layout model that holds two charts, a caption and a table: only the table is read."""

from pipeline.intake.pdf.model import Region
from pipeline.intake.pdf.tables.crop import cropped
from schemas.evidence import Box


def _region(kind: str, box: tuple[float, float, float, float], grid: dict[str, object] | None = None) -> Region:
    x0, y0, x1, y1 = box
    return Region(kind, 1, Box(x0=x0, y0=y0, x1=x1, y1=y1), 0, (), {"grid": grid, "box": list(box), "rules": []})


GRID = {
    "rows": [0.0, 100.0, 220.0, 240.0, 260.0],
    "columns": [0.0, 100.0, 200.0, 400.0],
    "texts": [["14", "30", "5"], ["Table", "1", "7"], ["M", "ACC", "9"], ["Ours", "0.9", "11"]],
}


def test_only_what_is_below_the_caption_and_in_its_column_is_the_table() -> None:
    raw, area = cropped(_region("table", (0, 0, 400, 260), GRID), _region("caption", (5, 190, 195, 218)))
    assert raw["grid"]["rows"] == [220.5, 240.0, 260.0]
    assert raw["grid"]["columns"] == [0.0, 100.0, 207.0]
    assert raw["reading"] is GRID
    assert (area.x1, area.y1) == (207.0, 260.0) and area.y0 > 218


def test_a_caption_outside_changes_nothing() -> None:
    region = _region("table", (0, 0, 400, 260), GRID)
    assert cropped(region, _region("caption", (0, 265, 400, 280))) == (region.raw, region.box)
    assert cropped(region, None) == (region.raw, region.box)
