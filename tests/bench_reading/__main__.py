"""`make bench-reading`: how well papers are read, measured on pairs of a PDF and its XML, beside other readers.

Prints tables, writes `var/bench-reading.json`, and with `--plot` a chart. Nothing here is a test.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from pipeline.adapters.pdf import PdfDocuments
from schemas.paper import Paper, SourceFormat
from tests.bench_reading.grids import Reading, Score, of_table, score
from tests.bench_reading.grounding import Grounding, ground
from tests.bench_reading.links import LinkCount, read_links, true_links
from tests.bench_reading.pairs import Pair, files_of, gold_quotes, pairs_in, paper_of
from tests.bench_reading.plot import plot
from tests.bench_reading.rivals import RIVALS
from tests.bench_reading.speed import beside_the_library, one_by_one, peak_of_workers, two_at_a_time

ROOT = Path(__file__).resolve().parent.parent.parent
OURS = "papergym"


@click.command()
@click.option("--papers", type=click.Path(exists=True, file_okay=False, path_type=Path), help="a folder of papers")
@click.option("--plot", "chart", type=click.Path(dir_okay=False, path_type=Path), help="where to write a chart (SVG)")
@click.option("--tables-only", is_flag=True, help="only the tables, without links, quotes and speed")
def main(papers: Path | None, chart: Path | None, tables_only: bool) -> None:
    """Measure, print, and write the JSON file."""
    folder = papers or ROOT / "tests" / "data" / "papers"
    with PdfDocuments() as documents:
        pairs = pairs_in(folder, documents)
        read = {pair.name: paper for pair in pairs if (paper := paper_of(pair.pdf, documents))}
        figures: dict[str, Any] = {"tables": dict(_tables(pairs, read))}
        if not tables_only:
            figures["links"] = vars(_links(pairs, read))
            figures["quotes"] = _quotes(folder, documents)
            figures["speed"] = _speed(folder, pairs, documents)
    if not tables_only:
        figures["speed"] |= _at_once([pair.pdf for pair in pairs])
    _show(figures)
    target = ROOT / "var" / "bench-reading.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    if chart:
        plot({name: found["numbers"] for name, found in figures["tables"].items()}, chart)


def _tables(pairs: Sequence[Pair], read: dict[str, Paper]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The scores of our reader and of the others, one after the other."""
    for name in (OURS, *RIVALS):
        total = Score()
        for pair in pairs:
            truth = [of_table(table) for table in pair.truth.tables if table.cells]
            score(pair.name, truth, _read_by(name, pair, read), total)
        yield name, _figures(total)


def _read_by(name: str, pair: Pair, read: dict[str, Paper]) -> list[Reading]:
    if name == OURS:
        return [of_table(table) for table in read[pair.name].tables if table.cells]
    return RIVALS[name](pair.pdf)


def _figures(total: Score) -> dict[str, Any]:
    tallies = {name: getattr(total, name) for name in ("numbers", "certain", "texts", "neighbours")}
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


def _links(pairs: Sequence[Pair], read: dict[str, Paper]) -> LinkCount:
    count = LinkCount()
    for pair in pairs:
        truth = next(path for suffix in (".xml", ".nxml") if (path := pair.pdf.with_suffix(suffix)).exists())
        count.add(true_links(truth, pair.truth), read_links(read[pair.name]))
    return count


def _quotes(folder: Path, documents: PdfDocuments) -> dict[str, Any]:
    """Grounding over every paper that readers quoted."""
    total = Grounding()
    quotes = gold_quotes(folder)
    for path in sorted(folder.rglob("*")):
        stem = path.name.removesuffix(path.suffix).removesuffix(".els")
        if path.is_file() and stem in quotes and (paper := paper_of(path, documents)):
            ground(paper, quotes.pop(stem), total)
    return vars(total) | {"per_second": total.per_second}


def _speed(folder: Path, pairs: Sequence[Pair], documents: PdfDocuments) -> dict[str, float]:
    paths = {form.value: files_of(folder, form) for form in (SourceFormat.JATS, SourceFormat.HTML)}
    figures = {f"{form}_per_minute": one_by_one(found, documents).per_minute for form, found in paths.items() if found}
    pdfs = [pair.pdf for pair in pairs]
    ours, alone = beside_the_library(pdfs, documents)
    ratio = ours.seconds / alone.seconds if alone.seconds else 0.0
    return figures | {"pdf_per_minute": ours.per_minute, "ratio_to_pymupdf4llm": ratio}


def _at_once(pdfs: Sequence[Path]) -> dict[str, float]:
    """With two workers; the peak is that of all workers of this run."""
    speed = two_at_a_time(pdfs)
    return {"pdf_per_minute_two_workers": speed.per_minute, "peak_worker_mb": peak_of_workers()}


def _show(figures: dict[str, Any]) -> None:
    head = f"{'reader':12} {'tables':>7} {'found':>6} {'shape':>6} {'numbers P':>10} {'R':>6} {'F1':>6} {'text F1':>8} "
    click.echo(head + f"{'order F1':>9} {'certain wrong':>14}")
    for name, found in figures["tables"].items():
        numbers = found["numbers"]
        wrong = f"{found['certain_wrong']}/{found['certain']['read']}"
        click.echo(
            f"{name:12} {found['tables']:7} {found['found']:6} {found['shape']:6} {numbers['precision']:10.3f} "
            f"{numbers['recall']:6.3f} {numbers['f1']:6.3f} {found['texts']['f1']:8.3f} "
            f"{found['neighbours']['f1']:9.3f} {wrong:>14}"
        )
    if "links" in figures:
        _show_rest(figures)


def _show_rest(figures: dict[str, Any]) -> None:
    links, quotes = figures["links"], figures["quotes"]
    click.echo(f"links         {links['both']} of {links['true']} true ones read, {links['read']} read")
    click.echo(
        f"quotes        {quotes['found']} of {quotes['quotes']} found, {quotes['changed_found']} of "
        f"{quotes['changed']} changed ones found, {quotes['per_second']:.0f} per second"
    )
    for name, value in figures["speed"].items():
        click.echo(f"{name:28} {value:.2f}")


if __name__ == "__main__":
    main()
