"""What a rule of the method boundary gets to see, and what a rule file declares."""

import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from pathlib import PurePosixPath

from pipeline.ports import Store
from pipeline.verify.text import decode
from schemas.data import DataFile, FileRole
from schemas.paper import Paper
from schemas.task import MethodRole, Task

Said = tuple[FileRole, str]
Key = tuple[str, str]
Writers = Mapping[str, tuple[str, str]]

_CODE_TEXT = ".c .cfg .cpp .css .h .html .ini .ipynb .java .jl .js .m .md .py .r .rmd .rst .sh .toml .yaml .yml"
CODE = frozenset(_CODE_TEXT.split())
_PROGRAMS_TEXT = ".ipynb .jl .m .py .r .rmd .sh"
_PROGRAMS = frozenset(_PROGRAMS_TEXT.split())
_WRITES = re.compile(
    r"\b(to_(csv|parquet|excel|json|hdf|pickle|feather)|np\.save\w*|savetxt|savez\w*|torch\.save|save_model|save_weights"
    r"|dump|savemat|save_npz|imwrite|write_csv|write\.csv|write\.table|saveRDS|save|fwrite)\s*\("
    r"|open\([^)\n]*['\"][wa]b?\+?['\"]|File\([^)\n]*['\"][wa]['\"]"
)
_FILE_NAME = re.compile(r"['\"\\]([\w./{} -]*?([\w-]+\.[A-Za-z0-9]{1,8}(\.gz)?))\\?['\"]")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z(])")
_CODE_BYTES = 2**20
_LEAST_NAME = 4
_CODE_FILES = 500


def squeezed(name: str) -> str:
    """A name without case, space and punctuation."""
    return re.sub(r"[\W_]", "", name).lower()


@dataclass(frozen=True)
class Context:
    """What is known of a paper's files: the task, the text, which recipe reads what, and which program writes what."""

    task: Task
    paper: Paper | None = None
    used: Mapping[Key, str] = field(default_factory=dict)
    folds: Mapping[Key, str] = field(default_factory=dict)
    writers: Writers = field(default_factory=dict)

    @cached_property
    def methods(self) -> tuple[set[str], set[str]]:
        """The names of A and its variants, and those of all methods that are compared; squeezed."""
        own = {squeezed(name) for name in (self.task.algorithm.name, *self.task.algorithm.variants)} - {""}
        scored = {squeezed(s.method) for s in self.task.scores if s.role is MethodRole.BASELINE} - {""}
        return own, own | scored

    def names_method(self, path: str) -> bool:
        """True where a path holds a name of A."""
        text = squeezed(path)
        return any(name in text for name in self.methods[0] if len(name) >= _LEAST_NAME)

    @cached_property
    def _sentences(self) -> tuple[str, ...]:
        blocks = (block.text for section in (self.paper.sections if self.paper else ()) for block in section.blocks)
        return tuple(sentence for text in blocks for sentence in _SENTENCE.split(text))

    def setting_of(self, file: DataFile) -> str | None:
        """The setting whose recipe reads a file."""
        return self.used.get((file.source, file.path))

    def writer_of(self, file: DataFile) -> tuple[str, str] | None:
        """The program that writes a file of this name, and the line; None where none does."""
        return self.writers.get(PurePosixPath(file.path).name)

    def sentence_with(self, name: str) -> str | None:
        """The first sentence of the paper that holds a file name."""
        return next((sentence for sentence in self._sentences if name in sentence), None)


@dataclass(frozen=True)
class Rule:
    """A rule of the method boundary. `pipeline/verify/boundary/<name>.py` holds one `RULE`.

    `judge(file, context)` says the role and why, or nothing. Rules are asked by rising `order`; the first word counts.
    """

    order: int
    judge: Callable[[DataFile, Context], Said | None]


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule of the folder in the order in which they are asked."""
    from pipeline.verify import boundary

    names = sorted(module.name for module in pkgutil.iter_modules(boundary.__path__))
    rules = (import_module(f"{boundary.__name__}.{name}").RULE for name in names)
    return tuple(sorted(rules, key=lambda rule: rule.order))


def writers_among(files: Sequence[DataFile], store: Store) -> Writers:
    """The names that programs among the files write, each with the first program and its line. Nothing is run."""
    found: dict[str, tuple[str, str]] = {}
    programs = [file for file in files if PurePosixPath(file.path).suffix.lower() in _PROGRAMS]
    for file in [each for each in programs if each.bytes <= _CODE_BYTES][:_CODE_FILES]:
        text, _ = decode(store.path(file.sha256).read_bytes())
        for name, line in _written(text):
            found.setdefault(name, (file.path, line))
    return found


def _written(text: str) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if _WRITES.search(line):
            yield from ((found.group(2), f"line {number}") for found in _FILE_NAME.finditer(line))
