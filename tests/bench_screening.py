"""`make bench-screening [PAPERS=folder] [GOLD=file]`: the decisions of screening against careful readers.

A gold line has an `id` (a file's stem, or the end of a DOI) and its readers, each with a `final` of accept, unsure or
reject: as a list under `readers`, or as `reader_1`, `reader_2` ... The kindest reader counts. Prints the confusion
table, the errors and the reasons; writes `var/bench-screening.json`.
"""

import argparse
import json
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from tests.flows.command import ROOT, Shell
from tests.screen.gold import ORDER, gold_lines

OURS = ("passed", "needs_review", "rejected", "failed")


def readers_of(line: dict[str, Any]) -> list[dict[str, Any]]:
    """The readings of a gold line, in either of its forms."""
    numbered = [value for key, value in sorted(line.items()) if key.startswith("reader_") and value]
    return list(line.get("readers") or numbered)


def kindest(line: dict[str, Any]) -> str:
    """The kindest of the final decisions: one reader's accept makes a rejection an error."""
    return str(min((reader["final"] for reader in readers_of(line)), key=ORDER.index))


def decisions(papers: list[Path]) -> list[dict[str, Any]]:
    """What a fresh run to the end of screening says of every file; copies share the decision of their paper."""
    with tempfile.TemporaryDirectory() as folder:
        answer = Shell(Path(folder)).json("run", *papers, "--until", "screen", "--plain", timeout=7200)
    found: list[dict[str, Any]] = answer["papers"]
    of_paper = {paper["paper_id"]: paper for paper in found if paper["outcome"] != "copy"}
    return [{**of_paper.get(paper["paper_id"], paper), "file": paper["file"]} for paper in found]


def of_line(line: dict[str, Any], found: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The decision on a gold line's paper: by the file's name, else by the end of the DOI."""
    name = str(line["id"]).casefold()
    by_file = (paper for paper in found if Path(paper["file"]).name.casefold().startswith(name + "."))
    by_doi = (paper for paper in found if (paper["paper_id"] or "").endswith("_" + name))
    return next(by_file, None) or next(by_doi, None)


def main() -> None:
    """Run, print, and write the JSON file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=Path, nargs="+", default=[ROOT / "tests" / "data" / "papers"])
    parser.add_argument("--gold", type=Path, default=ROOT / "tests" / "data" / "gold.jsonl")
    asked = parser.parse_args()
    found = decisions(asked.papers)
    pairs = [(kindest(line), line["id"], of_line(line, found)) for line in gold_lines(asked.gold)]
    known = [(gold, name, paper) for gold, name, paper in pairs if paper]
    table = Counter((gold, paper["outcome"]) for gold, _, paper in known)
    print("\t".join(["gold \\ papergym", *OURS]))
    for gold in ORDER:
        print("\t".join([gold, *(str(table[gold, ours]) for ours in OURS)]))
    wrong = [(g, n, p) for g, n, p in known if (g, p["outcome"]) in {("accept", "rejected"), ("reject", "passed")}]
    for gold, name, paper in wrong:
        print(f"error: {name}: gold {gold}, papergym {paper['outcome']}: {paper['rule']} {paper['reason']}")
    reasons = Counter((p["rule"], p["category"]) for _, _, p in known if p["outcome"] == "rejected")
    for (rule, category), count in reasons.most_common():
        print(f"rejected by {rule}\t{category}\t{count}")
    missing = [name for _, name, paper in pairs if paper is None]
    print(f"{len(known)} papers measured, {len(wrong)} errors; no file for: {', '.join(missing) or 'none'}")
    target = ROOT / "var" / "bench-screening.json"
    target.parent.mkdir(exist_ok=True)
    rows = [{"id": name, "gold": gold, **paper} for gold, name, paper in known]
    target.write_text(json.dumps({"table": {" ".join(k): v for k, v in table.items()}, "papers": rows}, indent=1))


if __name__ == "__main__":
    main()
