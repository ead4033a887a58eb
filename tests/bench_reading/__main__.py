"""`make bench-reading`: how well papers are read, against known truth and beside other readers.

Prints tables, writes `var/bench-reading.json`, and with `--plot` a chart. Nothing here is a test. What is measured,
and what came out, stands in the README beside this file.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from pipeline.adapters.pdf import PdfDocuments
from schemas.paper import Paper, SourceFormat
from tests.bench_reading.formats import scored
from tests.bench_reading.grids import Reading, Score, of_table, score
from tests.bench_reading.grounding import Grounding, ground
from tests.bench_reading.links import LinkCount, count_gold, count_jats
from tests.bench_reading.pairs import Pair, ReadPaper, files_of, gold_quotes, pairs_in, reader, stem_of
from tests.bench_reading.plot import plot
from tests.bench_reading.rivals import RIVALS
from tests.bench_reading.speed import Watched, beside_the_library, one_by_one, two_at_a_time

ROOT = Path(__file__).resolve().parent.parent.parent
GOLD_LINKS = ROOT / "tests" / "data" / "gold_links.jsonl"
OURS = "papergym"
PATIENCE = 900.0
MARKUP = (SourceFormat.JATS, SourceFormat.HTML, SourceFormat.ELSEVIER)


@click.command()
@click.option("--papers", type=click.Path(exists=True, file_okay=False, path_type=Path), help="a folder of papers")
@click.option("--plot", "chart", type=click.Path(dir_okay=False, path_type=Path), help="where to write a chart (SVG)")
@click.option("--tables-only", is_flag=True, help="only the tables, without links, quotes and speed")
def main(papers: Path | None, chart: Path | None, tables_only: bool) -> None:
    """Measure, print, and write the JSON file."""
    folder = papers or ROOT / "tests" / "data" / "papers"
    with Watched() as watched:
        with PdfDocuments(seconds=PATIENCE) as documents:
            paper_of = reader(documents)
            pairs = pairs_in(folder, paper_of)
            figures: dict[str, Any] = {"tables": dict(_tables(pairs)), "formats": _formats(folder, paper_of)}
            if not tables_only:
                figures["links"] = _links(folder, pairs, paper_of)
                figures["quotes"] = _quotes(folder, paper_of)
                figures["speed"] = _speed(folder, pairs, documents)
        if not tables_only:
            figures["speed"] |= _at_once([pair.pdf for pair in pairs])
    if not tables_only:
        figures["speed"]["peak_worker_mb"] = watched.peak_mb
    _show(figures)
    target = ROOT / "var" / "bench-reading.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    if chart:
        plot({name: found["numbers"] for name, found in figures["tables"].items()}, chart)


def _tables(pairs: Sequence[Pair]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The scores of our reader and of the others, one after the other."""
    for name in (OURS, *RIVALS):
        total = Score()
        for pair in pairs:
            truth = [of_table(table) for table in pair.truth.tables if table.cells]
            score(pair.name, truth, _read_by(name, pair), total)
        yield name, _figures(total)


def _read_by(name: str, pair: Pair) -> list[Reading]:
    if name == OURS:
        return [of_table(table) for table in pair.read.tables if table.cells]
    return RIVALS[name](pair.pdf)


def _formats(folder: Path, paper_of: ReadPaper) -> dict[str, dict[str, Any]]:
    """The scores of tables with markup."""
    read = {path: paper for path in files_of(folder, *MARKUP) if (paper := paper_of(path))}
    return {form: _figures(total) for form, total in scored(list(read), list(read.values())).items()}


def _figures(total: Score) -> dict[str, Any]:
    tallies = {name: getattr(total, name) for name in ("numbers", "certain", "texts", "heads", "neighbours")}
    return {
        "tables": total.tables,
        "found": total.found,
        "shape": total.shaped,
        "certain_wrong": total.certain.read - total.certain.both,
        **{
            name: {"precision": tally.precision, "recall": tally.recall, "f1": tally.f1, "read": tally.read}
            for name, tally in tallies.items()
        },
        "per_table": total.per_table,
    }


def _links(folder: Path, pairs: Sequence[Pair], paper_of: ReadPaper) -> dict[str, dict[str, Any]]:
    """Links of PDF files and of JATS files against what is printed in the latter, and against careful readers."""
    jats = {path: paper for path in files_of(folder, SourceFormat.JATS) if (paper := paper_of(path))}
    counts = {
        "pdf_against_jats": count_jats({pair.xml: pair.read for pair in pairs}),
        "jats": count_jats(jats),
        "named_by_readers": count_gold(GOLD_LINKS, _by_stem(folder, paper_of)),
    }
    return {name: _link_figures(count) for name, count in counts.items()}


def _link_figures(count: LinkCount) -> dict[str, Any]:
    return {**vars(count), "recall": count.recall, "precision": count.precision}


def _by_stem(folder: Path, paper_of: ReadPaper) -> dict[str, Paper]:
    """Every paper by its file's stem; one that is there in several formats, by the first."""
    found: dict[str, Paper] = {}
    for path in files_of(folder, *SourceFormat):
        if stem_of(path) not in found and (paper := paper_of(path)):
            found[stem_of(path)] = paper
    return found


def _quotes(folder: Path, paper_of: ReadPaper) -> dict[str, Any]:
    """Grounding over every paper that readers quoted."""
    total = Grounding()
    quotes = gold_quotes(folder)
    for stem, paper in _by_stem(folder, paper_of).items():
        ground(paper, quotes.get(stem, ()), total)
    return vars(total) | {"per_second": total.per_second}


def _speed(folder: Path, pairs: Sequence[Pair], documents: PdfDocuments) -> dict[str, float]:
    paths = {form.value: files_of(folder, form) for form in (SourceFormat.JATS, SourceFormat.HTML)}
    figures = {f"{form}_per_minute": one_by_one(found, documents).per_minute for form, found in paths.items() if found}
    pdfs = [pair.pdf for pair in pairs]
    ours, alone = beside_the_library(pdfs, documents)
    ratio = ours.seconds / alone.seconds if alone.seconds else 0.0
    return figures | {"pdf_per_minute": ours.per_minute, "ratio_to_pymupdf4llm": ratio}


def _at_once(pdfs: Sequence[Path]) -> dict[str, float]:
    """With two workers."""
    return {"pdf_per_minute_two_workers": two_at_a_time(pdfs).per_minute}


def _show(figures: dict[str, Any]) -> None:
    head = f"{'reader':12} {'tables':>7} {'found':>6} {'shape':>6} {'numbers P':>10} {'R':>6} {'F1':>6} {'text F1':>8} "
    click.echo(head + f"{'heads F1':>9} {'order F1':>9} {'certain wrong':>14}")
    for name, found in (*figures["tables"].items(), *figures["formats"].items()):
        numbers = found["numbers"]
        wrong = f"{found['certain_wrong']}/{found['certain']['read']}"
        heads = f"{found['heads']['f1']:9.3f}" if name in figures["tables"] else " " * 9
        click.echo(
            f"{name:12} {found['tables']:7} {found['found']:6} {found['shape']:6} {numbers['precision']:10.3f} "
            f"{numbers['recall']:6.3f} {numbers['f1']:6.3f} {found['texts']['f1']:8.3f} {heads} "
            f"{found['neighbours']['f1']:9.3f} {wrong:>14}"
        )
    if "links" in figures:
        _show_rest(figures)


def _show_rest(figures: dict[str, Any]) -> None:
    for name, links in figures["links"].items():
        extra = "" if name == "named_by_readers" else f", {links['extra']} that are none"
        click.echo(f"links {name:18} {links['found']} of {links['true']} found{extra}")
    quotes = figures["quotes"]
    click.echo(
        f"quotes        {quotes['found']} of {quotes['quotes']} found, {quotes['changed_found']} of "
        f"{quotes['changed']} changed ones found, {quotes['per_second']:.0f} per second"
    )
    for name, value in figures["speed"].items():
        click.echo(f"{name:28} {value:.2f}")


if __name__ == "__main__":
    main()
