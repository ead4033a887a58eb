"""What data verification finds: links, files, recipes and checks."""

from datetime import datetime
from enum import StrEnum
from typing import ClassVar

from schemas.base import Part, Record, Sha256
from schemas.evidence import RULES, Decider, Evidence
from schemas.task import ReferenceType
from schemas.transforms import ReaderOptions, SplitRule, Transform


class LinkStatus(StrEnum):
    """What came back from a link. Only `gated` and `dead` reject."""

    OPEN = "open"
    GATED = "gated"
    DEAD = "dead"
    RATE_LIMITED = "rate_limited"
    BLOCKED = "blocked"
    WRONG_CONTENT = "wrong_content"
    UNKNOWN = "unknown"


class LinkCheck(Record):
    """One link of the paper and what it gives.

    `bytes`, `licence`, `title` and `release` (the data's own version) are as the host states them. `told` is the
    evidence of the status: status line, headers, first bytes. `seen` is when the host was asked.
    """

    table: ClassVar[str] = "link_checks"
    key: ClassVar[tuple[str, ...]] = ("paper_id", "url")
    version: ClassVar[int] = 2

    url: str
    host: str
    status: LinkStatus
    detail: str
    via: str = ""
    bytes: int | None = None
    licence: str | None = None
    title: str = ""
    release: str = ""
    told: tuple[str, ...] = ()
    seen: datetime | None = None
    evidence: tuple[Evidence, ...] = ()


class FileRole(StrEnum):
    """The side of the method boundary a file stands on. The first three go into the pack."""

    INITIAL_STATE = "initial_state"
    DATA_PREPARATION = "data_preparation"
    EXTERNAL_RESOURCE = "external_resource"
    ALGORITHM_PREPROCESSING_OUTPUT = "algorithm_preprocessing_output"
    ALGORITHM_OUTPUT = "algorithm_output"
    IRRELEVANT = "irrelevant"
    UNKNOWN = "unknown"


class DataComponent(Record):
    """A part of the data as the paper speaks of it, with the side of the method boundary it stands on.

    Evidence for the roles of files, which verification sets: `url` is a link of the paper under which it can be had.
    """

    table: ClassVar[str] = "data_components"
    key: ClassVar[tuple[str, ...]] = ("paper_id", "name")

    name: str
    role: FileRole
    setting_ids: tuple[str, ...] = ()
    url: str | None = None
    reason: str = ""
    evidence: tuple[Evidence, ...] = ()
    decider: Decider = RULES


class Column(Part):
    """A column or key of a file: its type, how many values are missing, and a few values.

    `distinct` is exact up to 100,000 and a lower bound above. The type of an array names its shape after the first
    axis: `float32[28x28]`.
    """

    name: str
    dtype: str
    missing: int = 0
    distinct: int | None = None
    sample: tuple[str, ...] = ()


class DataFile(Record):
    """One file of the data. `path` is relative to the source it came from; the bytes lie in the store by `sha256`.

    `preview` are the first rows, members or lines. `sampled` is the number of rows that the columns were described
    from, where that is not all of them. `compression` is what the bytes are wrapped in; `format` is what is inside.
    """

    table: ClassVar[str] = "data_files"
    key: ClassVar[tuple[str, ...]] = ("paper_id", "source", "path")
    version: ClassVar[int] = 2

    source: str
    path: str
    sha256: Sha256
    bytes: int
    format: str
    rows: int | None = None
    columns: tuple[Column, ...] = ()
    role: FileRole = FileRole.UNKNOWN
    role_reason: str = ""
    licence: str | None = None
    warnings: tuple[str, ...] = ()
    preview: tuple[str, ...] = ()
    sampled: int | None = None
    compression: str | None = None


class SplitPart(StrEnum):
    """Which part of a split a file holds."""

    TRAIN = "train"
    VALIDATION = "validation"
    TEST = "test"


class RecipeSource(Part):
    """A file a recipe reads: which part of the split, and the label its rows carry where the file is the label.

    `part` is None where the split is made later; with the split `indices`, a source with a part lists row numbers.
    `table` names what transforms join or align; the sources of one part and table are read one below the other.
    """

    path: str
    sha256: Sha256
    part: SplitPart | None = None
    label: str | None = None
    reader: str
    table: str | None = None
    options: ReaderOptions | None = None


class Recipe(Record):
    """How raw files become one instance, declared so that it can be reviewed, replayed and compared.

    Sources are read by the format `reader`; `transforms` work on each table before the rows come apart by `split`
    (`files`, `column`, `indices`, `random`; the last three by `split_rule`); `steps` work on the rows once the roles
    are known. `inputs` and `target` are column names after all that; `id_column` is the name of the generated id. Test
    rows are put in an order drawn from `shuffle_seed`, so that order tells nothing. `writer` is the format of what a
    solver gets (`csv`). `script` is a path in the source: such a recipe is recorded, never run here.

    `target_kind` is `binary`, `multiclass`, `regression`, `text`, `multi_target` or `multi_label`. The last two name
    all their columns in `targets`, the first of them in `target` too; a row may leave some of them empty.

    `kind` is what the hidden side is. `label`: the target of each test row. `oracle`: the one input holds a problem in
    JSON, the target the best value known, and `oracle` names the scorer in `pipeline/metrics/oracles`. `distribution`:
    the test rows are the reference that generated samples are compared with; all of it is hidden, `target` is empty.
    """

    table: ClassVar[str] = "recipes"
    key: ClassVar[tuple[str, ...]] = ("paper_id", "setting_id")
    version: ClassVar[int] = 3

    setting_id: str
    proposer: str
    sources: tuple[RecipeSource, ...]
    split: str = "files"
    steps: tuple[str, ...] = ()
    id_column: str = "id"
    inputs: tuple[str, ...]
    target: str
    target_kind: str
    classes: tuple[str, ...] = ()
    shuffle_seed: int = 0
    evidence: tuple[Evidence, ...] = ()
    confidence: float = 1.0
    decider: Decider = RULES
    transforms: tuple[Transform, ...] = ()
    split_rule: SplitRule | None = None
    writer: str = "csv"
    script: str | None = None
    reasons: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    kind: ReferenceType = ReferenceType.LABEL
    oracle: str | None = None

    @property
    def target_columns(self) -> tuple[str, ...]:
        """All columns that are asked for; none of a distribution."""
        return self.targets or ((self.target,) if self.target else ())


class CheckStatus(StrEnum):
    """`skipped` is never shown as passed."""

    PASS = "pass"
    WARN = "warn"
    FAIL = "fail"
    SKIPPED = "skipped"


class Measure(Part):
    """A number a check rests on."""

    name: str
    value: float
    expected: float | None = None


class DataCheck(Record):
    """One check of the data of one setting (4.1-4.8), with its numbers and a few examples."""

    table: ClassVar[str] = "data_checks"
    key: ClassVar[tuple[str, ...]] = ("paper_id", "setting_id", "check_id", "subject")

    setting_id: str
    check_id: str
    subject: str
    status: CheckStatus
    reason: str
    category: str | None = None
    measures: tuple[Measure, ...] = ()
    examples: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
