"""From the cells of main tables to score records. A cell that cannot be trusted becomes a question, never a score."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pipeline.results.facets import Reading
from pipeline.results.labels import Names, slug, squeeze
from pipeline.results.main_tables import MainTable
from pipeline.results.scale import Scale, scale_of, scaled
from pipeline.results.score_string import ParsedScore, is_blank, parse_score
from pipeline.results.settings import setting_name
from schemas.outcome import Question
from schemas.paper import Paper, Table
from schemas.task import Score

_SPREAD_IN_BRACKETS = re.compile(
    r"(?:standard (?:deviation|error)s?|\bs\.?d\.?\b|\bstd\b)[^.]{0,40}(?:parenthes|bracket)"
    r"|(?:parenthes|bracket)[^.]{0,60}(?:standard (?:deviation|error)s?|\bs\.?d\.?\b|\bstd\b)",
    re.IGNORECASE,
)
_DECIMAL_COMMA = re.compile(r"(?<![\d.,])(?:0,\d+|\d+,(?:\d{1,2}|\d{4,}))(?![\d.,])")


@dataclass(frozen=True)
class Read:
    """A reading with its setting and its parsed number; `problem` says why there is none."""

    reading: Reading
    setting: str
    parsed: ParsedScore | None = None
    problem: str = ""


def read_table(paper: Paper, main: MainTable) -> tuple[Read, ...]:
    """The cells of one main table."""
    return read_cells(main.table, ((item, setting_name(paper, main, item.setting)) for item in main.readings))


def read_cells(table: Table, cells: Iterable[tuple[Reading, str]]) -> tuple[Read, ...]:
    """Cells of one table, each with its setting's name. Blank ones are left out: they say that there is no score."""
    style = _Style.of(table)
    made = [_read(reading, setting, style) for reading, setting in cells if not is_blank(reading.text)]
    return tuple(_with_glued_marks(made))


def scores_of(paper: Paper, reads: Sequence[Read], names: Names) -> tuple[tuple[Score, ...], tuple[Question, ...]]:
    """Score records of all main tables, and the questions about cells that give none."""
    usable = [read for read in reads if not read.problem]
    scales = _scales(usable)
    scores: dict[tuple[str, str, str], Score] = {}
    questions = [_about(read, names, read.problem) for read in reads if read.problem]
    for read in usable:
        scale = scales[_column_of(read)]
        if scale.factor is None:
            questions.append(_about(read, names, f"the scale is unclear: {scale.reason}"))
            continue
        score = _score(paper, read, names, scale.factor)
        key = (score.setting_id, score.metric_id, squeeze(score.method))
        known = scores.setdefault(key, score)
        if known.value != score.value:
            questions.append(
                _about(read, names, f"{known.evidence[0].place} gives {known.printed!r} for the same score")
            )
    return tuple(scores.values()), tuple(questions)


@dataclass(frozen=True)
class _Style:
    decimal_comma: bool
    bracket_is_spread: bool

    @classmethod
    def of(cls, table: Table) -> "_Style":
        """How a table writes its numbers, from its cells and its caption."""
        texts = [cell.text for cell in table.cells]
        has_comma = any(_DECIMAL_COMMA.search(text) for text in texts)
        has_point = any(re.search(r"\d\.\d", text) for text in texts)
        about = f"{table.caption} {table.notes}"
        return cls(has_comma and not has_point, _SPREAD_IN_BRACKETS.search(about) is not None)


def _read(reading: Reading, setting: str, style: _Style) -> Read:
    cell = reading.table.cell(reading.row, reading.column)
    parsed = parse_score(reading.text, decimal_comma=style.decimal_comma, bracket_is_spread=style.bracket_is_spread)
    if cell is not None and cell.disputed:
        return Read(reading, setting, problem="two readings of the cell differ, or OCR read it")
    if parsed is None:
        return Read(reading, setting, problem="the text is no score string that can be read")
    if parsed.value is None or parsed.comparator not in {None, "~"}:
        return Read(reading, setting, problem="a range or bound is no single score")
    return Read(reading, setting, parsed)


def _with_glued_marks(reads: Iterable[Read]) -> Iterable[Read]:
    """A number with more digits than its column may end in a footnote mark (`88.857` for 88.85 and note 7)."""
    columns: dict[tuple[str, int], list[Read]] = {}
    for read in reads:
        if read.parsed is not None:
            columns.setdefault((read.reading.metric.metric_id, read.reading.column), []).append(read)
    odd = {id(read) for column in columns.values() for read in _longer(column)}
    for read in reads:
        is_odd = id(read) in odd
        yield Read(read.reading, read.setting, problem="it has one digit more than its column") if is_odd else read


def _longer(column: list[Read]) -> list[Read]:
    usual = Counter(read.parsed.decimals for read in column if read.parsed)
    (common, count), *others = usual.most_common()
    if len(others) != 1 or others[0] != (common + 1, 1) or count < 3:
        return []
    return [read for read in column if read.parsed and read.parsed.decimals == common + 1 and _is_long(read, column)]


def _is_long(read: Read, column: list[Read]) -> bool:
    """True where the other numbers are as large: small numbers may be printed with more digits."""
    size = abs(read.parsed.value or 0.0) if read.parsed else 0.0
    rest = [abs(other.parsed.value or 0.0) for other in column if other.parsed and other is not read]
    return size * 10 > max(rest) > 0


def _column_of(read: Read) -> tuple[int, str, str]:
    """What shares a scale: one metric in one setting of one table."""
    return id(read.reading.table), read.reading.metric.metric_id, read.setting


def _scales(reads: Sequence[Read]) -> dict[tuple[int, str, str], Scale]:
    """A metric's scale in each setting of a table; settings of one table that agree share the label."""
    groups: dict[tuple[int, str, str], list[Read]] = {}
    for read in reads:
        groups.setdefault(_column_of(read), []).append(read)
    scales = {}
    for key, group in groups.items():
        first = group[0].reading
        label = f"{first.metric_label} {'%' if any(r.parsed and r.parsed.unit for r in group) else ''}"
        alike = [read for read in reads if _column_of(read)[:2] == key[:2]]
        scales[key] = scale_of(first.metric, label, [read.parsed for read in alike if read.parsed])
    return scales


def _score(paper: Paper, read: Read, names: Names, factor: float) -> Score:
    parsed, reading = read.parsed, read.reading
    assert parsed is not None and parsed.value is not None
    return Score(
        paper_id=paper.paper_id,
        setting_id=slug(read.setting),
        metric_id=reading.metric.metric_id,
        method=names.method_of(reading.method),
        role=names.role_of(reading.method, reading.heading),
        printed=reading.text,
        value=round(parsed.value * factor, 12),
        factor=factor,
        spread=scaled(parsed.spread, factor),
        low=scaled(parsed.low, factor),
        high=scaled(parsed.high, factor),
        n=parsed.n,
        evidence=(reading.evidence,),
    )


def _about(read: Read, names: Names, problem: str) -> Question:
    """A question on one cell; its field is the key of the score that would answer it."""
    evidence = read.reading.evidence
    method = names.method_of(read.reading.method)
    return Question(
        field=f"scores.{slug(read.setting)}.{read.reading.metric.metric_id}.{method}",
        question=f"{evidence.place} reads {read.reading.text!r}: {problem}. What is the score of {method}?",
        evidence=(evidence,),
    )
