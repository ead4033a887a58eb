"""Faults planted into a finished pack. Each is locked again afterwards, so the lock alone does not give it away."""

import base64
import gzip
import json
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from pipeline.pack.checks.check import Finding
from schemas.data import CheckStatus
from tests.pack.plants import (
    METADATA,
    README,
    SCORING,
    Plant,
    bits,
    column,
    data,
    drop,
    edit,
    evaluator,
    first_marks,
    first_metric,
    instance_of,
    metric,
    npz,
    of_one_class,
    one_file_per_row,
    ordered,
    parquet,
    png,
    put,
    relock,
    rewrite,
    say,
    shortened,
    told,
    truth_as_sample,
    truth_of,
    without_input,
    words_of,
)

Run = Callable[[Path, str], Finding]

FAULTS: dict[str, tuple[str, Plant]] = {
    # files
    "no leaderboard": ("K0.1", drop("evaluation/leaderboard.csv")),
    "no attribution": ("K0.1", drop("licenses/ATTRIBUTION.txt")),
    "a renamed README": ("K0.1", lambda pack: (pack / README).rename(pack / "problem/readme.md")),
    "a link among the data": ("K0.1", lambda pack: (data(pack) / "more.csv").symlink_to("train.csv")),
    "a link that leaves the pack": ("K0.1", lambda pack: (pack / "problem/more").symlink_to("/etc/hostname")),
    "a hard link": ("K0.1", lambda pack: os.link(data(pack) / "train.csv", data(pack) / "more.csv")),
    "a name in Cyrillic letters": ("K0.1", put("problem/data/{i}/tr\u0430in.csv", "id\n1\n")),
    "a name with a line break": ("K0.1", put("problem/data/{i}/a\nb.csv", "id\n1\n")),
    "a table that differs from its description": (
        "K1.8",
        lambda pack: say("x,1,2", f"problem/data/{instance_of(pack)}/train.csv")(pack),
    ),
    "a table that croissant.json does not know": ("K1.8", rewrite("croissant.json", lambda d: d["distribution"].pop())),
    "another hash in croissant.json": (
        "K1.8",
        rewrite("croissant.json", lambda d: d["distribution"][0].update(sha256="0" * 64)),
    ),
    "a renamed test table": ("K1.8", lambda pack: (data(pack) / "test.csv").rename(data(pack) / "test_set.csv")),
    "an instance renamed on one side": (
        "K0.2",
        lambda pack: (pack / "evaluation/ground_truth" / instance_of(pack)).rename(
            pack / "evaluation/ground_truth/other"
        ),
    ),
    # metadata and scores
    "no entries in the metadata": ("K0.3", rewrite(METADATA, lambda d: d.update(performance_entries=[]))),
    "metadata that are no JSON": ("K0.3", put(METADATA, "{")),
    "two primary metrics in the metadata": (
        "K0.3",
        rewrite(METADATA, lambda d: [m.update(is_primary=True) for m in d["performance_entries"][0]["metrics"]]),
    ),
    "another primary metric in the scores": ("K1.5", rewrite(SCORING, lambda d: d.update(primary_metric="accuracy"))),
    "another direction in the metadata": (
        "K1.4",
        rewrite(METADATA, lambda d: first_metric(d).update(metric_direction="lower_is_better")),
    ),
    "another direction in the scores": ("K1.4", rewrite(SCORING, lambda d: first_marks(d).update(direction="lower"))),
    "another direction in the README": ("K1.4", edit(README, r"\| higher \|", "| lower |")),
    "another optimum in the scores": ("K1.4", rewrite(SCORING, lambda d: first_marks(d).update(optimum=0.97))),
    "another SOTA in the metadata": (
        "K3.6",
        rewrite(METADATA, lambda d: first_metric(d)["sota_score"][0].update(value=0.11)),
    ),
    "another SOTA in the scores": ("K3.6", rewrite(SCORING, lambda d: first_marks(d).update(sota=0.12))),
    "another SOTA on the leaderboard": (
        "K3.6",
        edit("evaluation/leaderboard.csv", r",1,([^,]+),proposed,[\d.]+", r",1,\1,proposed,0.13"),
    ),
    "a floor that lets guesses pass": ("K4.10", rewrite(SCORING, lambda d: first_marks(d).update(floor=0.99))),
    "no floor": ("K4.10", rewrite(SCORING, lambda d: first_marks(d).update(floor=None))),
    # what the solver reads
    "no section on the output": ("K3.3", edit(README, r"## 5\. Output Format", "### Output Format")),
    "an empty section": ("K3.3", edit(README, r"(?s)(## 6\. Submission Guidelines\n).*", r"\1")),
    "another number of training rows": ("K1.8", edit(README, r"(\| `\w+` \| )\d+ \|", r"\g<1>7 |")),
    "another positive class": (
        "K1.6",
        edit(
            README,
            r"The positive class, 1 in the definitions, is `\w+`",
            "The positive class, 1 in the definitions, is `other`",
        ),
    ),
    "a test table without an input": ("K1.7", lambda pack: without_input(pack)),
    "an instance that run.py leaves out": ("K3.5", edit("problem/run.py", r"INSTANCES = \[.*\]", "INSTANCES = []")),
    "a starter that crashes": ("K4.7", edit("problem/run.py", r"(?m)^import os$", "import os\n1 / 0")),
    "a sample without a row": (
        "K4.4",
        lambda pack: shortened(next((pack / "problem/sample_submission").rglob("*.csv"))),
    ),
    # the answers in sight
    "a column with the answer": ("F6", column("extra", lambda pack: [f"{'kq'[int(c)]}" for c in truth_of(pack).codes])),
    "a numeric column that tells": (
        "F6",
        column("extra", lambda pack: [f"{c * 2 + at % 9 / 9:.3f}" for at, c in enumerate(truth_of(pack).codes)]),
    ),
    "rows sorted by the answer": ("F6", ordered(lambda pack: np.argsort(bits(pack), kind="stable"))),
    "rows sorted backwards": ("F6", ordered(lambda pack: np.argsort(1 - bits(pack).astype(int), kind="stable"))),
    "answers in base64": ("F6", put("problem/notes.txt", lambda pack: base64.b64encode(words_of(pack).encode()))),
    "answers in base64, folded": (
        "F6",
        put("problem/notes.txt", lambda pack: base64.encodebytes(("\n" + words_of(pack)).encode())),
    ),
    "answers in base64 of gzip": (
        "F6",
        put("problem/notes.txt", lambda pack: base64.b64encode(gzip.compress(words_of(pack).encode()))),
    ),
    "answers in hex": ("F6", told("problem/run.py", lambda pack: f"# {words_of(pack).encode().hex()}")),
    "answers as class numbers": ("F6", told("problem/run.py", lambda pack: "# " + "".join(map(str, bits(pack))))),
    "answers as other numbers": ("F6", told("problem/run.py", lambda pack: "# " + "".join(map(str, 1 - bits(pack))))),
    "answers as letters": ("F6", told(README, lambda pack: "".join("NP"[c] for c in bits(pack)))),
    "answers in a comment of the Dockerfile": (
        "F6",
        told("environment/Dockerfile", lambda pack: f"# {words_of(pack)}"),
    ),
    "answers in the lock of packages": (
        "F6",
        told("environment/requirements.lock", lambda pack: f"# {words_of(pack)}"),
    ),
    "answers in a comment of Markdown": (
        "F6",
        told("problem/data_description.md", lambda pack: f"<!-- {words_of(pack)} -->"),
    ),
    "answers as packed bits": ("F6", put("problem/data/{i}/mask.bin", lambda pack: np.packbits(bits(pack)).tobytes())),
    "answers as bytes": ("F6", put("problem/data/{i}/y.dat", lambda pack: b"head" + bits(pack).tobytes())),
    "answers as 32-bit floats": ("F6", put("problem/data/{i}/y.dat", lambda pack: bits(pack).astype("<f4").tobytes())),
    "answers in nested npz": ("F6", npz),
    "answers in parquet": ("F6", parquet),
    "answers in nested JSON": (
        "F6",
        put("problem/data/meta.json", lambda pack: json.dumps({"a": [{"b": {"y": truth_of(pack).values.tolist()}}]})),
    ),
    "answers in image metadata": ("F6", put("problem/a.png", lambda pack: png(b"tEXt", words_of(pack).encode()))),
    "answers in compressed image metadata": (
        "F6",
        put("problem/a.png", lambda pack: png(b"zTXt", words_of(pack).encode())),
    ),
    "answers in gzip": ("F6", put("problem/data/a.csv.gz", lambda pack: gzip.compress(words_of(pack).encode()))),
    "answers in gzip of gzip": (
        "F6",
        put("problem/data/a.gz", lambda pack: gzip.compress(gzip.compress(words_of(pack).encode()))),
    ),
    "answers in file names": ("F6", one_file_per_row(lambda row_id, value: f"{row_id}_{value}.dat")),
    "answers in folder names": ("F6", one_file_per_row(lambda row_id, value: f"{value}/{row_id}.dat")),
    "answers in times of files": ("F6", one_file_per_row(lambda row_id, value: f"{row_id}.dat", as_times=True)),
    "answers as the sample": ("F6", lambda pack: truth_as_sample(pack)),
    "a format nobody can read": ("F6", put("problem/data/{i}/blob.h5", b"\x89HDF\r\n\x1a\n" + bytes(range(256)))),
    # the paper and its method
    "the title": (
        "F1",
        say("On Zymoformer reads the activity of engineered enzymes from sparse plate measurements alone"),
    ),
    "the DOI": ("F1", say("https://doi.org/10.9999/zymo.2024.17", "problem/data_description.md")),
    "the DOI as an escaped address": ("F1", say("# see 10.9999%2Fzymo.2024.17", "problem/run.py")),
    "the DOI without its prefix": ("F1", say("see articles/zymo.2024.17")),
    "an author": ("F1", say("# by Jun Okonkwo-Reyes", "problem/run.py")),
    "the repository": ("F1", say("# git clone git@github.com:quill/zymoformer.git", "environment/Dockerfile")),
    "a method name as a column": ("F2", column("zymoformer_score", lambda pack: ["0.5"] * len(truth_of(pack).ids))),
    "a method name as a file": ("F2", put("problem/data/{i}/ZymoFormer-XL.csv", "a\n1\n")),
    "a method name in the description": ("F2", say("As in Zymo-Former.", "problem/data_description.md")),
    "13 words of the body": (
        "F3",
        say("each variant was recorded at three temperatures in a sealed chamber over fourteen days before"),
    ),
    "an optimiser": ("F4", say("Adam with a learning rate of 0.001 gets there fastest.")),
    "an architecture": ("F4", say("A graph network is a good choice here.")),
    "a hint in a comment of the starter": ("F4", say("# Gradient boosting does best here.", "problem/run.py")),
    "an external model": ("F4", say("Embeddings of a protein language model help.")),
    "the way to the answers": ("F5", say('TRUTH = HERE.parent / "evaluation"', "problem/run.py")),
    "the SOTA": ("F5", say("The state of the art is 0.9.")),
    "version control": ("F7", put("problem/.git/HEAD", "ref: refs/heads/main\n")),
    "a worktree of version control": ("F7", put("problem/.git", "gitdir: /elsewhere\n")),
    "a checkpoint": ("F7", put("problem/best.pt", b"PK\x03\x04")),
    "a checkpoint under another name": ("F7", put("problem/data/{i}/weights.npz", b"PK\x03\x04")),
    "a notebook with outputs": ("F7", put("problem/a.ipynb", json.dumps({"cells": [{"outputs": [{"text": "0.9"}]}]}))),
    "predictions": ("F7", put("problem/data/{i}/test_predictions.csv", "id,p\n1,0.5\n")),
    # the evaluator
    "an evaluator that does not compile": ("K0.4", say("def", "evaluation/evaluator.py")),
    "an evaluator that crashes": ("K4.4", evaluator("def main() -> int:\n    raise RuntimeError('no')")),
    "an evaluator without a metric": ("K4.5", evaluator("METRICS = {'accuracy': METRICS['accuracy']}")),
    "percent for fractions": ("K4.6", metric("100 * f(t, p)")),
    "the other sign": ("K4.8", metric("-f(t, p)")),
    "half marks": ("K4.8", metric("f(t, p) / 2")),
    "another metric by the same name": ("K4.13", metric("float((t == p).mean())")),
    "a metric that is kind to mistakes": ("K4.13", metric("f(t, p) ** 0.5 if f(t, p) > 0 else f(t, p)")),
    "a metric of shifted rows": ("K4.8", metric("f(np.roll(t, 1), p)")),
    "an evaluator that reads by position": (
        "K4.8",
        edit("evaluation/evaluator.py", r"place = places\.get\(row_id\)", "place = int(is_there.sum())"),
    ),
    # the baselines
    "a training table without the target": (
        "K4.2",
        lambda pack: (data(pack) / "train.csv").write_text(
            "".join(line.rsplit(",", 1)[0] + "\n" for line in (data(pack) / "train.csv").read_text().splitlines())
        ),
    ),
    "a sample under another name": (
        "K4.3",
        lambda pack: (path := next((pack / "problem/sample_submission").rglob("*.csv"))).rename(
            path.with_name("answers.csv")
        ),
    ),
    "a SOTA that a constant reaches": ("K4.11", rewrite(SCORING, lambda d: first_marks(d).update(sota=-0.5))),
    # the environment
    "a package without a hash": (
        "K0.5",
        edit("environment/requirements.lock", r"six==(\S+) \\(\n    --hash=\S+( \\)?)+", r"six==\1"),
    ),
    "a hash that is none": (
        "K0.5",
        edit("environment/requirements.lock", r"--hash=sha256:[0-9a-f]{64}", "--hash=sha256:abc"),
    ),
    "a package beside the lock": ("K0.5", say("RUN pip install torch", "environment/Dockerfile")),
    "a base without a digest": ("K0.5", edit("environment/Dockerfile", r"@sha256:[0-9a-f]{64}", "")),
    "a package index": (
        "K0.5",
        say("--extra-index-url https://packages.example.org/simple", "environment/requirements.lock"),
    ),
    "an import that nothing provides": ("K0.5", say("import torch", "problem/run.py")),
    # the truth
    "no truth": (
        "K1.7",
        lambda pack: (pack / "evaluation/ground_truth" / instance_of(pack) / "truth.csv").write_text(""),
    ),
    "a truth of one class": ("K4.8", lambda pack: of_one_class(pack)),
    "a truth with an unknown class": (
        "K4.8",
        lambda pack: edit(
            f"evaluation/ground_truth/{instance_of(pack)}/truth.csv", r"(?m)^(test_000001),.*$", r"\1,unheard"
        )(pack),
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_fails_its_check(pack: Path, check: Run, fault: str) -> None:
    check_id, plant = FAULTS[fault]
    plant(pack)
    relock(pack)
    finding = check(pack, check_id)
    assert finding.status is CheckStatus.FAIL, f"{check_id} says {finding.status}: {finding.reason}"
    assert finding.hits and all(finding.hits)
