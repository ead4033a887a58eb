"""Results that stand in pictures: which figure or table a human would read them from."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pipeline.results.metric_names import MetricKind, read_metric
from schemas.evidence import Evidence, Place
from schemas.outcome import Question
from schemas.paper import Figure, Paper, Table

_RESULT = re.compile(
    r"\bbenchmark|\bcompar(?:ison|ed|ing|e)\b|\bperformances?\b|\bscores?\b|\bstate[- ]of[- ]the[- ]art|\boutperform",
    re.IGNORECASE,
)
_NO_RESULT = re.compile(
    r"\barchitecture\b|\boverview\b|\bworkflow\b|\bschematic|\bflow ?chart|\bframework of|\bt-?SNE\b"
    r"|\battention (?:map|matri)",
    re.IGNORECASE,
)
_MOST = 3
_ASKED = {
    "settings": "name the evaluation settings it reports (setting_id, name, task, protocol, sources)",
    "metrics": "name its metrics (metric_id, printed, direction, and which one is primary)",
    "scores": "copy its scores (setting_id, metric_id, method, role, printed, where)",
}


@dataclass(frozen=True)
class Picture:
    """A picture that seems to hold results."""

    label: str
    caption: str
    place: Place
    weight: int
    is_picture: bool = True

    @property
    def evidence(self) -> Evidence:
        """The caption."""
        return Evidence(quote=self.caption, place=self.place)


def result_pictures(paper: Paper) -> tuple[Picture, ...]:
    """Pictures whose caption speaks of a comparison or of metrics, the likeliest first."""
    figures = (_of_figure(figure) for figure in paper.figures if figure.is_picture)
    tables = (_of_table(table) for table in paper.tables if table.is_picture)
    found = [picture for picture in (*tables, *figures) if picture.weight > 1]
    return tuple(sorted(found, key=lambda picture: -picture.weight))


def picture_at(paper: Paper, where: str) -> Picture | None:
    """The figure or table that a curation entry points at (`Figure 1`, `Fig. 1a`, `Table 2, page 4`)."""
    wanted = _label_key(where)
    every = (*map(_of_figure, paper.figures), *map(_of_table, paper.tables))
    return next((picture for picture in every if wanted and _label_key(picture.label) == wanted), None)


def ask_for(pictures: Iterable[Picture], reasons: tuple[str, ...]) -> tuple[Question, ...]:
    """One question per list of the curation file that the pictures would fill."""
    named = tuple(pictures)[:_MOST]
    if not named:
        return (
            Question(
                field="scores",
                question="no table compares the proposed method with another one in a known metric"
                + (f" ({'; '.join(reasons)})" if reasons else "")
                + "; where are the main results? Fill settings, metrics and scores",
            ),
        )
    where = " or ".join(f"{picture.label}{_page(picture)}" for picture in named)
    evidence = tuple(picture.evidence for picture in named if picture.caption)
    return tuple(
        Question(field=name, question=f"the results stand in a picture, {where}: {what}", evidence=evidence)
        for name, what in _ASKED.items()
    )


def _page(picture: Picture) -> str:
    return f" (page {picture.place.page})" if picture.place.page else ""


def _of_figure(figure: Figure) -> Picture:
    place = Place(section=figure.section, figure=figure.label, page=figure.page, box=figure.box)
    return Picture(figure.label, figure.caption, place, _weight(figure.caption))


def _of_table(table: Table) -> Picture:
    return Picture(table.label, table.caption, table.place(), _weight(table.caption) + 1, table.is_picture)


def _weight(caption: str) -> int:
    """How much a caption speaks of results: its start counts twice, a metric as much as a word of comparison."""
    lead = caption[:200]
    words = sum(bool(_RESULT.search(text)) for text in (lead, caption))
    metrics = sum(_names_metric(text) for text in (lead, caption))
    return words + metrics - 2 * bool(_NO_RESULT.search(lead))


def _names_metric(text: str) -> bool:
    words = re.findall(r"[\w%-]+", text)
    runs = (" ".join(words[start : start + size]) for size in (1, 2, 3) for start in range(len(words) - size + 1))
    found = (read_metric(run) for run in runs if len(run) > 2)
    return any(metric is not None and metric.kind is MetricKind.QUALITY for metric in found)


def _label_key(text: str) -> str:
    """`Figure 1`, `Fig. 1` and `figure 1a, page 4` are one place."""
    match = re.search(r"\b(fig|table|tab)\w*\.?\s*(S?\d+)", text, re.IGNORECASE)
    return f"{match[1][:3].casefold()} {match[2].casefold()}" if match else ""
