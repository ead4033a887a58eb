"""The method boundary: would any method for this task need the file? Outputs of A never pass; a doubt goes to a human."""

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

import pytest

from pipeline.adapters.mirror import MirrorSource
from pipeline.adapters.store import FileStore
from pipeline.ports import Produced
from pipeline.verify import verify
from pipeline.verify.side import writers_among
from schemas.curation import CuratedVerdict, Curation
from schemas.data import CheckStatus, DataFile, FileRole
from schemas.outcome import Call
from schemas.paper import Block, Section, SectionRole
from schemas.screening import VerdictCall
from tests.verify.records import URL, link, paper, setting, task
from tests.verify.test_checks import checks

Folder = Callable[[Mapping[str, str | bytes]], Path]
Verify = Callable[..., Produced]
TASK = task(setting("s"), algorithm="ZymoFormer", methods=("Lookup",), metric_id="mae")
PAIR = {
    "train.csv": "x,target\n" + "".join(f"name{n},{n}.5\n" for n in range(30)),
    "test.csv": "x,target\n" + "".join(f"name{n},{n}.5\n" for n in range(30, 50)),
}
ROWS = "a,b\n1,2\n3,4\n"


def roles(produced: Produced) -> dict[str, tuple[FileRole, str]]:
    return {r.path: (r.role, r.role_reason) for r in produced.records if isinstance(r, DataFile)}


@pytest.mark.parametrize(
    ("name", "content", "role"),
    [
        ("predictions_test.csv", ROWS, FileRole.ALGORITHM_OUTPUT),
        ("model_best.pth", b"\x80\x02}q\x00.", FileRole.ALGORITHM_OUTPUT),
        ("trained_classifier.h5", b"\x89HDF\r\n\x1a\n" + bytes(9), FileRole.ALGORITHM_OUTPUT),
        ("esm2_pretrained.pt", b"\x80\x02}q\x00.", FileRole.EXTERNAL_RESOURCE),
        ("results.csv", "id,y_pred\n1,0.5\n", FileRole.ALGORITHM_OUTPUT),
        ("comparison.csv", "id,ZymoFormer,Lookup\n1,0.5,0.4\n", FileRole.ALGORITHM_OUTPUT),
        ("zymoformer_embeddings.npy", b"\x93NUMPY", FileRole.ALGORITHM_PREPROCESSING_OUTPUT),
        ("embeddings.npy", b"\x93NUMPY", FileRole.UNKNOWN),
        ("notes.md", "# Notes\n", FileRole.IRRELEVANT),
        ("extra.csv", ROWS, FileRole.UNKNOWN),
    ],
)
def test_names_formats_and_columns_tell(
    folder: Folder, verified: Verify, name: str, content: str | bytes, role: FileRole
) -> None:
    found = roles(verified(folder({**PAIR, name: content}), TASK))
    assert found[name][0] is role and found[name][1]
    assert found["train.csv"][0] is FileRole.INITIAL_STATE


CODE = {
    "train.py": "import torch\nfor e in range(9):\n    torch.save(net.state_dict(), 'out/epoch.bin')\n    df.to_csv('scores.csv')\n",
    "extract_features.py": "np.save('features.npy', f)\n",
    "zymoformer/extract.py": "np.save('own_features.npy', f)\n",
    "preprocess.ipynb": '{"cells": [{"source": ["df.to_csv(\\"clean.csv\\")"]}]}',
    "read.py": "df = pd.read_csv('raw.csv')\n",
}


def test_the_program_that_writes_a_file_tells(folder: Folder, verified: Verify) -> None:
    written = ("out/epoch.bin", "scores.csv", "features.npy", "own_features.npy", "clean.csv", "raw.csv")
    found = roles(verified(folder({**PAIR, **CODE, **dict.fromkeys(written, ROWS)}), TASK))
    assert {name: found[name][0] for name in written} == {
        "out/epoch.bin": FileRole.ALGORITHM_OUTPUT,
        "scores.csv": FileRole.ALGORITHM_OUTPUT,
        "features.npy": FileRole.UNKNOWN,
        "own_features.npy": FileRole.ALGORITHM_PREPROCESSING_OUTPUT,
        "clean.csv": FileRole.DATA_PREPARATION,
        "raw.csv": FileRole.UNKNOWN,
    }
    assert "train.py writes it (line 3)" in found["out/epoch.bin"][1]


def test_programs_are_read_and_never_run(folder: Folder, store: FileStore, verified: Verify, tmp_path: Path) -> None:
    mark = tmp_path / "executed"
    produced = verified(folder({**PAIR, "run.py": f"open({str(mark)!r}, 'w')\nnp.save('x.npy', x)\n"}), TASK)
    files = [record for record in produced.records if isinstance(record, DataFile)]
    assert writers_among(files, store)["x.npy"] == ("run.py", "line 2")
    assert not mark.exists()


def said(text: str, files: Mapping[str, str], folder: Folder, store: FileStore) -> Produced:
    section = Section(path="Data", title="Data", role=SectionRole.DATA_AVAILABILITY, blocks=(Block(text=text),))
    with_text = paper().model_copy(update={"sections": (section,)})
    return verify(with_text, TASK, [link()], MirrorSource({URL: folder({**PAIR, **files})}), store)


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("We share code. The predictions of all folds are in final_v2.csv. Enjoy.", FileRole.ALGORITHM_OUTPUT),
        ("The preprocessed dataset is in final_v2.csv.", FileRole.DATA_PREPARATION),
        ("See final_v2.csv for more.", FileRole.UNKNOWN),
    ],
)
def test_the_paper_tells(folder: Folder, store: FileStore, text: str, role: FileRole) -> None:
    found = roles(said(text, {"final_v2.csv": ROWS}, folder, store))
    assert found["final_v2.csv"][0] is role
    assert "final_v2.csv" in found["final_v2.csv"][1] or role is FileRole.UNKNOWN


def accepted() -> Curation:
    verdict = CuratedVerdict(rule="4.2", call=VerdictCall.PASS, category="", reason="every method reads these")
    return Curation(by="A. Curator", date=date(2026, 1, 2), verdicts=(verdict,))


def test_a_doubt_about_what_a_recipe_reads_goes_to_a_human(folder: Folder, verified: Verify) -> None:
    """train.csv is written by a program that extracts features: for every method, or for A alone?"""
    root = folder({**PAIR, "extract_features.py": "df.to_csv('train.csv')\n"})
    produced = verified(root, TASK)
    check = checks(produced)["4.2", "roles"]
    assert (check.status, check.category) == (CheckStatus.FAIL, "unknown_role")
    assert produced.decision.call is Call.REVIEW
    assert produced.decision.questions[0].field == "verdicts.4.2" and "extract_features.py" in check.reason
    assert verified(root, TASK, accepted()).decision.call is Call.ADVANCE


def test_features_of_the_method_alone_never_pass_by_themselves(folder: Folder, verified: Verify) -> None:
    root = folder({f"zymoformer_embeddings/{name}": content for name, content in PAIR.items()})
    check = checks(verified(root, TASK))["4.2", "roles"]
    assert (check.status, check.category) == (CheckStatus.FAIL, "algorithm_output")
