"""`make bench-judging [PAPERS=folder] [GOLD=file]`: what judging costs in tokens, per step, against the naive way.

The real cascade runs over every paper. In the model's place a careful reader answers (see `reader.py`): it gives the
verdict of the gold file as soon as the quote it rests on has been shown, and says `unknown` before. No link is open, so
that level 3 is asked about, too. Tokens are characters / 4, as in `papergym estimate`. Papers that no rule and no
reader rejects are counted through extraction and one round of review, as if every answer held at once.
Writes `var/bench-judging.json`.
"""

import argparse
import json
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from flows.estimate import extraction_calls, review_calls
from flows.gold_file import load_gold
from flows.show.console import print_table
from pipeline.adapters.pdf import PdfDocuments
from pipeline.intake import read
from pipeline.intake.discover import discover
from pipeline.ports import Answer
from pipeline.results import read_results
from pipeline.screen import screen
from schemas.data import LinkStatus
from schemas.gold import GoldCall, GoldPaper
from schemas.outcome import Call, Decision, Stage
from schemas.paper import Paper
from tests.bench_judging import naive
from tests.bench_judging.reader import Reader
from tests.flows.command import ROOT

AIMS = {"rejected": 4_000, "accepted": 60_000}
"""Input tokens at the median: of a paper that is rejected, and of one that goes through all stages."""


class Nowhere:
    """A world in which no link answers."""

    def answer(self, url: str) -> Answer:
        """See `pipeline.ports.DataSource`."""
        return Answer(LinkStatus.UNKNOWN, "not asked")

    def signature(self, url: str) -> str:
        """See `pipeline.ports.DataSource`."""
        return ""


@dataclass(frozen=True)
class Row:
    """One paper: how screening ended, and tokens in per prompt and per stage, ours and naive."""

    paper: str
    gold: str
    decision: str
    rule: str
    prompts: dict[str, int]
    ours: dict[str, int]
    naive: dict[str, int]
    tokens_out: int

    @property
    def is_rejected(self) -> bool:
        """True where a rule, or a reader in the model's place, rejects."""
        return self.decision == Call.REJECT


def measure(paper: Paper, gold: GoldPaper | None) -> Row:
    """Run the cascade over one paper and count."""
    reading = min(gold.readings, key=lambda item: list(GoldCall).index(item.final)) if gold else None
    reader = Reader(reading=reading)
    decision = screen(paper, read_results(paper), Nowhere(), None, reader).decision
    rejected = decision.call is Call.REJECT
    later = (
        ()
        if rejected or decision.category == "incomplete_document"
        else (*extraction_calls(paper, None), *review_calls(paper, (), None))
    )
    calls = (*reader.calls, *later)
    prompts: dict[str, int] = {}
    for call in calls:
        prompts[call.prompt_id] = prompts.get(call.prompt_id, 0) + call.tokens_in
    stages = {stage: sum(call.tokens_in for call in calls if call.stage == stage) for stage in Stage}
    rivals = {Stage.SCREEN: naive.screening(paper, _level(decision)) if reader.calls else 0}
    if later:
        rivals |= {Stage.EXTRACT: naive.extraction(paper), Stage.REVIEW: naive.review(paper)}
    return Row(
        paper=paper.source.name,
        gold=str(gold.final) if gold else "",
        decision=str(decision.call),
        rule=decision.rule or "",
        prompts=prompts,
        ours={str(stage): tokens for stage, tokens in stages.items() if tokens},
        naive={str(stage): tokens for stage, tokens in rivals.items()},
        tokens_out=sum(call.tokens_out for call in calls),
    )


def _level(decision: Decision) -> int:
    """How many levels a prompt per level would have taken."""
    is_numbered = decision.call is Call.REJECT and (decision.rule or "x")[0].isdigit()
    return int((decision.rule or "3")[0]) if is_numbered else 3


def papers_of(folders: Sequence[Path]) -> Iterable[Paper]:
    """Every paper that can be read, each once: of several files of one paper the first counts."""
    seen: dict[str, Paper] = {}
    with PdfDocuments() as documents:
        for path in discover(folders):
            for record in read(path, documents).records:
                if isinstance(record, Paper):
                    seen.setdefault(record.paper_id, record)
    return seen.values()


def gold_of(paper: Paper, lines: Sequence[GoldPaper]) -> GoldPaper | None:
    """The gold line of a paper, by its file's stem."""
    name = paper.source.name.casefold()
    return next((line for line in lines if name.startswith(line.id.casefold() + ".")), None)


def _quantiles(values: Sequence[int]) -> tuple[str, str, str]:
    """How many, the median and the 95th percentile."""
    if not values:
        return "0", "", ""
    high = statistics.quantiles(values, n=20)[-1] if len(values) > 1 else values[0]
    return str(len(values)), f"{statistics.median(values):.0f}", f"{high:.0f}"


def show(rows: Sequence[Row]) -> None:
    """Tables for people."""
    prompts = dict.fromkeys(name for row in rows for name in row.prompts)
    print_table(
        ["step", "papers", "median in", "p95 in"],
        [[name, *_quantiles([row.prompts[name] for row in rows if name in row.prompts])] for name in prompts],
    )
    compared = []
    for stage in (Stage.SCREEN, Stage.EXTRACT, Stage.REVIEW):
        pairs = [(row.ours[stage], row.naive[stage]) for row in rows if row.ours.get(stage) and row.naive.get(stage)]
        ratio = statistics.median(other / own for own, other in pairs) if pairs else 0.0
        own = _quantiles([own for own, _ in pairs])
        compared.append([stage, *own, *_quantiles([other for _, other in pairs])[1:], f"{ratio:.1f}"])
    print_table(["stage", "papers asked", "median", "p95", "naive median", "naive p95", "ratio"], compared)
    rejected = [sum(row.ours.values()) for row in rows if row.is_rejected]
    whole = [sum(row.ours.values()) for row in rows if row.ours.get(Stage.EXTRACT)]
    print_table(
        ["papers", "how many", "median in", "p95 in", "aim"],
        [
            ["rejected", *_quantiles(rejected), f"< {AIMS['rejected']}"],
            ["rejected by a reader's answer", *_quantiles([n for n in rejected if n]), f"< {AIMS['rejected']}"],
            ["through all stages", *_quantiles(whole), f"< {AIMS['accepted']}"],
            [
                "through all stages, out",
                *_quantiles([row.tokens_out for row in rows if row.ours.get(Stage.EXTRACT)]),
                "",
            ],
        ],
    )


def main() -> None:
    """Read, measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=Path, nargs="+", default=[ROOT / "tests" / "data" / "papers"])
    parser.add_argument("--gold", type=Path, default=ROOT / "tests" / "data" / "gold.jsonl")
    asked = parser.parse_args()
    lines = load_gold(asked.gold)
    rows = [measure(paper, gold_of(paper, lines)) for paper in papers_of(asked.papers)]
    show(rows)
    target = ROOT / "var" / "bench-judging.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps([asdict(row) for row in rows], indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
