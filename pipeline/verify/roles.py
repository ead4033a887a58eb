"""On which side of the method boundary a file stands: would any method for this task need it?"""

import re
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

from pipeline.verify.candidate import Candidate
from pipeline.verify.names import tokens_of
from pipeline.verify.propose import Proposal
from schemas.data import DataFile, FileRole
from schemas.task import MethodRole, Task

_OUTPUT_WORDS = frozenset(
    ("weights", "checkpoint", "checkpoints", "ckpt", "predictions", "predicted", "preds", "logs", "log")
)
_PREDICTED = re.compile(r"(?i)(y_?)?pred(s|icted|ictions?)?(_?(y|label|prob|score|value)s?)?|y_?hat")
_CODE_SUFFIXES = ".c .cfg .cpp .css .h .html .ini .ipynb .java .jl .js .m .md .py .r .rmd .rst .sh .toml .yaml .yml"
_CODE = frozenset(_CODE_SUFFIXES.split())

Role = tuple[FileRole, str]
Key = tuple[str, str]


def with_roles(files: Sequence[DataFile], task: Task, proposal: Proposal) -> tuple[DataFile, ...]:
    """Every file with its role and the reason for it."""
    used: dict[Key, str] = {}
    folds: dict[Key, str] = {}
    for each in proposal.proposed:
        used |= _keys([each.match.candidate], each.recipe.setting_id)
        folds |= _keys(each.match.folds, each.recipe.setting_id)
    found = []
    for file in files:
        role, reason = role_of(file, task, used.get(_id(file)), folds.get(_id(file)))
        found.append(file.model_copy(update={"role": role, "role_reason": reason}))
    return tuple(found)


def _keys(candidates: Iterable[Candidate], setting_id: str) -> dict[Key, str]:
    return {(each.source, source.path): setting_id for each in candidates for source in each.sources}


def _id(file: DataFile) -> Key:
    return file.source, file.path


def role_of(file: DataFile, task: Task, setting_id: str | None, fold_of: str | None) -> Role:
    """The role of one file: outputs of the method first, since no recipe makes them input."""
    output = output_reason(file, task)
    if output:
        return FileRole.ALGORITHM_OUTPUT, output
    if setting_id:
        return FileRole.INITIAL_STATE, f"read by the recipe of setting {setting_id!r}"
    if fold_of:
        return FileRole.IRRELEVANT, f"another published fold of setting {fold_of!r}: it holds answers of this one"
    if is_no_data(file):
        return FileRole.IRRELEVANT, "a licence, documentation or code"
    if file.format == "serialised":
        return FileRole.UNKNOWN, "may run code when loaded, so nobody looked inside"
    return FileRole.UNKNOWN, "no recipe reads it"


def is_no_data(file: DataFile) -> bool:
    """True for licences, documentation and code."""
    pure = PurePosixPath(file.path)
    return file.format == "licence" or pure.suffix.lower() in _CODE or "readme" in tokens_of(pure.stem)


def output_reason(file: DataFile, task: Task) -> str | None:
    """Why a file is an output of A: its name says so, or its columns are methods of the paper or predictions."""
    words = _OUTPUT_WORDS & set(tokens_of(PurePosixPath(file.path).stem))
    if words:
        return f"its name says {min(words)!r}"
    names = [column.name for column in file.columns]
    predicted = [name for name in names if _PREDICTED.fullmatch(name.strip())]
    if predicted:
        return f"column {predicted[0]!r} holds predictions"
    own, others = _methods(task)
    named = [name for name in names if _squeezed(name) in own]
    compared = [name for name in names if _squeezed(name) in others]
    if named and compared:
        return f"columns {', '.join(dict.fromkeys((*named, *compared)))} are methods that the paper compares"
    return None


def _methods(task: Task) -> tuple[set[str], set[str]]:
    """The names of A and its variants, and those of the methods it is compared with."""
    baselines = (score.method for score in task.scores if score.role is MethodRole.BASELINE)
    own = _all_squeezed((task.algorithm.name, *task.algorithm.variants))
    return own, _all_squeezed(baselines) | own


def _all_squeezed(names: Iterable[str]) -> set[str]:
    return {_squeezed(name) for name in names} - {""}


def _squeezed(name: str) -> str:
    return re.sub(r"[\W_]", "", name).lower()
