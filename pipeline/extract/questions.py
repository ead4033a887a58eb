"""The two questions of extraction to a model, and the text that each is asked with."""

import re
from functools import partial

from pipeline import metrics
from pipeline.asking import Passage, captions, grid, paragraphs, passage, ranked, shown
from pipeline.ports import Ask
from pipeline.results.kinds import kind_of
from pipeline.results.metric_names import MetricKind, all_ids, named_by_id
from pipeline.results.model import Results
from prompts import Rendered, fenced, load
from schemas.answers.extraction import ScoreForm, TaskForm
from schemas.judging import Role
from schemas.outcome import Stage
from schemas.paper import Paper, SectionRole, Table

TASK_TEXT = 40_000
SCORE_TEXT = 48_000
"""Characters of paper text at most; a token is about four."""

_DATA_TABLE = "a description of data"
_BEARING = re.compile(
    r"\b(?:data|data\s?sets?|bench\w*|corpus|samples?|train\w*|test\w*|valid\w*|splits?|folds?|pre-?train\w*|weights"
    r"|features?|download\w*|obtain\w*|collect\w*|metrics?|scores?|evaluat\w*|measur\w*|propos\w*|called|named|baselines?"
    r"|compar\w*|we\s+(?:use|used|present|introduce))\b",
    re.IGNORECASE,
)
"""What a paragraph on the task speaks of: its data, their preparation, the method's name, how it is measured."""

_RANKS = (
    (SectionRole.METHODS, 2),
    (SectionRole.OTHER, 3),
    (SectionRole.RESULTS, 3),
    (SectionRole.INTRODUCTION, 4),
    (SectionRole.SUPPLEMENT, 5),
)


def task_question(paper: Paper, read: Results, again: str) -> Ask[TaskForm]:
    """What the paper says of its method, settings, metrics and data."""
    return Ask(Role.EXTRACTOR, Stage.EXTRACT, paper.paper_id, partial(_render_task, paper, read, again), TaskForm)


def score_question(paper: Paper, results: Results, again: str) -> Ask[ScoreForm]:
    """Where in the tables the scores of a known method, in known metrics and settings, stand."""
    return Ask(Role.EXTRACTOR, Stage.EXTRACT, paper.paper_id, partial(_render_scores, paper, results, again), ScoreForm)


def _render_task(paper: Paper, read: Results, again: str, limit: int) -> Rendered:
    return load("extract_task").render(
        metrics=metric_menu(),
        paper=shown("paper", task_passages(paper), min(limit, TASK_TEXT)),
        known=fenced("untrusted", _known(read)),
        again=again,
    )


def _render_scores(paper: Paper, results: Results, again: str, limit: int) -> Rendered:
    return load("extract_scores").render(
        paper=shown("paper", score_passages(paper), min(limit, SCORE_TEXT)),
        names=fenced("untrusted", _names(results)),
        again=again,
    )


def metric_menu() -> str:
    """The metrics that code knows, as `id (better way)`: those of the registry, then the well-known others."""
    quality = (name for name in all_ids() if (known := named_by_id(name)) and known.kind is MetricKind.QUALITY)
    ordered = sorted(quality, key=lambda name: (name not in metrics.registry(), name))
    return ", ".join(f"{name} ({known.direction})" for name in ordered if (known := named_by_id(name)))


def task_passages(paper: Paper) -> tuple[Passage, ...]:
    """Title, abstract, statements, captions, tables that describe data, and paragraphs on data and evaluation."""
    text = tuple(
        item for role, rank in _RANKS for item in paragraphs(paper, role, rank=rank) if _BEARING.search(item.text)
    )
    described = (table for table in paper.tables if table.cells and kind_of(table.caption).excluded == _DATA_TABLE)
    return (
        passage(paper, "Title", paper.title),
        *paragraphs(paper, SectionRole.ABSTRACT),
        *text,
        *ranked(paragraphs(paper, SectionRole.DATA_AVAILABILITY, SectionRole.CODE_AVAILABILITY), 0),
        *captions(paper, 1),
        *(grid(paper, table, 2, with_caption=False) for table in described),
    )


def score_passages(paper: Paper) -> tuple[Passage, ...]:
    """The tables with numbers, those first whose caption does not say that they are for something else."""
    return tuple(
        grid(paper, table, int(bool(kind_of(table.caption).excluded))) for table in paper.tables if _may_score(table)
    )


def _may_score(table: Table) -> bool:
    return (
        bool(table.cells)
        and table.role is not SectionRole.SUPPLEMENT
        and any(character.isdigit() for cell in table.cells for character in cell.text)
    )


def _known(read: Results) -> str:
    """What code has read, by name only, so that its values are not merely repeated."""
    parts = (
        ("algorithm", (read.algorithm.name,) if read.algorithm else ()),
        ("settings", tuple(setting.name for setting in read.settings)),
        ("metrics", tuple(metric.metric_id for metric in read.metrics)),
    )
    return "\n".join(f"{name}: {', '.join(values)}" for name, values in parts if values) or "nothing yet"


def _names(results: Results) -> str:
    algorithm = results.algorithm
    variants = ", ".join(algorithm.variants) if algorithm else ""
    return "\n".join(
        (
            f"method: {algorithm.name if algorithm else 'unknown'}" + (f"; variants: {variants}" if variants else ""),
            "metric ids: " + ", ".join(f"{metric.metric_id} ({metric.printed})" for metric in results.metrics),
            "setting ids: " + ", ".join(f"{setting.setting_id} ({setting.name})" for setting in results.settings),
        )
    )
