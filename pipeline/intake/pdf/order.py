"""Reading order on pages with two columns, where the layout model sometimes hops between them."""

from collections.abc import Iterator, Sequence

from pipeline.intake.pdf.model import Region

_SLACK = 6.0


def in_reading_order(regions: Sequence[Region]) -> tuple[Region, ...]:
    """Between regions that cross both columns: the left column top down, then the right one.

    Pages that are not set in two columns keep the order they came in.
    """
    text = [region for region in regions if region.lines and region.kind not in {"page-header", "page-footer"}]
    if len(text) < 4:
        return tuple(regions)
    middle = (min(region.box.x0 for region in text) + max(region.box.x1 for region in text)) / 2
    sides = {id(region): _side(region, middle) for region in regions}
    prose = [r for r in text if r.kind in {"text", "list-item"}]
    columns = [sides[id(r)] for r in prose]
    if columns.count("left") < 2 or columns.count("right") < 2 or columns.count("both") > 0.34 * len(columns):
        return tuple(regions)
    return tuple(_ordered(regions, sides))


def _side(region: Region, middle: float) -> str:
    if region.box.x1 <= middle + _SLACK:
        return "left"
    return "right" if region.box.x0 >= middle - _SLACK else "both"


def _ordered(regions: Sequence[Region], sides: dict[int, str]) -> Iterator[Region]:
    left: list[Region] = []
    right: list[Region] = []
    for region in sorted(regions, key=lambda r: r.box.y0):
        side = sides[id(region)]
        if side == "both":
            yield from (*left, *right, region)
            left, right = [], []
        else:
            (left if side == "left" else right).append(region)
    yield from (*left, *right)
