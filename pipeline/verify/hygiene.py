"""What two parts of a split share, counted on the raw rows by 64-bit keys of their inputs.

Rows are compared by keys (pandas' SipHash of every input), so that ten million of them take seconds. Two different rows
of ten million get one key with a chance of 3 in a million.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from pipeline.verify.formats.fasta import HEADER, SEQUENCE
from pipeline.verify.headers import short_name, source_of
from pipeline.verify.materialise import Frames
from pipeline.verify.target import is_group
from pipeline.verify.values import classes, each_distinct, is_numeric
from schemas.data import Recipe, SplitPart

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

_SHOWN = 20


@dataclass(frozen=True)
class Found:
    """How many of how many, with the first examples in the order of the files."""

    count: int
    total: int
    examples: tuple[str, ...] = ()

    @property
    def share(self) -> float:
        """The count as a share of the total; 0 of nothing is 0."""
        return self.count / self.total if self.total else 0.0


@dataclass(frozen=True)
class Side:
    """The raw rows of one part, or some of them: what a solver would see, the target, and where they come from."""

    frame: "pd.DataFrame"
    inputs: tuple[str, ...]
    target: str
    others: tuple[str, ...] = ()
    """Further targets of a row, where it has several."""

    def __len__(self) -> int:
        return len(self.frame)

    @property
    def columns(self) -> tuple[str, ...]:
        """Inputs and targets."""
        return (*self.inputs, *self.target_columns)

    @cached_property
    def keys(self) -> "np.ndarray":
        """A key per row; rows with equal inputs have equal keys. Shape (n,), uint64."""
        return keys_of(self.frame[list(self.inputs)])

    @cached_property
    def targets(self) -> "pd.Series":
        """The target of each row, each class in its one spelling; several targets as one text."""
        if not self.others:
            return classes(self.frame[self.target])
        return self.frame[list(self.target_columns)].apply(classes).agg("\x1f".join, axis=1)

    @property
    def target_columns(self) -> tuple[str, ...]:
        """All columns that are asked for; the samples of a distribution have none."""
        return (self.target, *self.others) if self.target else ()

    @cached_property
    def answer_keys(self) -> "np.ndarray":
        """A key per row of inputs and target together. Shape (n,), uint64."""
        import pandas as pd

        return keys_of(pd.DataFrame({"keys": self.keys, "target": self.targets}))

    @cached_property
    def groups(self) -> "list[str]":
        """The different groups (proteins, subjects) that rows come from, in their order; none where nothing says so."""
        if HEADER in self.frame.columns and SEQUENCE in self.frame.columns:
            return list(dict.fromkeys(filter(None, each_distinct(self.frame[HEADER], source_of)[1])))
        named = (
            name
            for name in self.frame.columns
            if is_group(str(name)) and name not in (*self.inputs, *self.target_columns)
        )
        name = next(named, None)
        return [] if name is None else [str(value) for value in self.frame[name].unique() if str(value)]

    def name_of(self, row: int) -> str:
        """A row for people: the accession of a sequence, else its first inputs."""
        if HEADER in self.frame.columns and SEQUENCE in self.frame.columns:
            return short_name(self.frame[HEADER].iloc[row])
        return ", ".join(str(self.frame[name].iloc[row])[:40] for name in self.inputs[:3])

    def where(self, mask: "np.ndarray") -> "Side":
        """The rows under a mask."""
        return Side(self.frame[mask].reset_index(drop=True), self.inputs, self.target, self.others)

    def found(self, mask: "np.ndarray", total: int | None = None) -> Found:
        """The rows under a mask as a finding."""
        import numpy as np

        first = np.flatnonzero(mask)[:_SHOWN]
        names = tuple(dict.fromkeys(self.name_of(int(row)) for row in first))
        return Found(int(mask.sum()), len(self) if total is None else total, names)


Sides = Mapping[SplitPart, Side]


def sides_of(recipe: Recipe, raw: Frames) -> dict[SplitPart, Side]:
    """The raw frames as sides."""
    return {part: Side(frame, recipe.inputs, recipe.target, recipe.targets[1:]) for part, frame in raw.items()}


def keys_of(frame: "pd.DataFrame") -> "np.ndarray":
    """A 64-bit key per row. Whole numbers and fractions of one value have one key."""
    import pandas as pd

    same = {str(name): frame[name].astype("float64") for name in frame if frame[name].dtype.kind in "bif"}
    return pd.util.hash_pandas_object(frame.assign(**same), index=False, categorize=False).to_numpy()


def repeats(side: Side) -> Found:
    """Rows whose inputs stand in an earlier row: the number of rows less the number of different ones."""
    import pandas as pd

    return side.found(pd.Series(side.keys).duplicated().to_numpy())


def overlap(test: Side, other: Side) -> Found:
    """Test rows whose inputs stand in another part."""
    return test.found(is_in(test.keys, other.keys))


def is_in(keys: "np.ndarray", known: "np.ndarray") -> "np.ndarray":
    """Which keys are among the known ones. Shape (n,)."""
    import pandas as pd

    return pd.Series(keys).isin(known).to_numpy()


def shared_groups(test: Side, other: Side) -> Found:
    """Groups of the test part from which another part has rows too. The total is 0 where rows name no group."""
    known = set(other.groups)
    found = [group for group in test.groups if group in known]
    return Found(len(found), len(test.groups), tuple(found[:_SHOWN]))


def conflicts(sides: Iterable[Side]) -> Found:
    """Rows whose inputs stand elsewhere with another target."""
    import numpy as np
    import pandas as pd

    every = list(sides)
    rows = pd.DataFrame(
        {"inputs": np.concatenate([s.keys for s in every]), "both": np.concatenate([s.answer_keys for s in every])}
    )
    pairs = rows.drop_duplicates()["inputs"]
    torn = pairs[pairs.duplicated()].unique()
    masks = [is_in(side.keys, torn) for side in every]
    found = [side.found(mask) for side, mask in zip(every, masks, strict=True)]
    examples = tuple(dict.fromkeys(name for each in found for name in each.examples))
    return Found(sum(each.count for each in found), len(rows), examples)


def same_answers(test: Side, other: Sequence[Side], share: float) -> Found:
    """Test rows that stand with inputs and target in other parts: an answer that can be looked up.

    Where less than `share` of the common inputs has the same target, the targets mean different things and agree by
    chance: then nothing is found.
    """
    import numpy as np

    if not other or test.inputs != other[0].inputs:
        return Found(0, len(test))
    answers = is_in(test.answer_keys, np.concatenate([side.answer_keys for side in other]))
    common = is_in(test.keys, np.concatenate([side.keys for side in other]))
    if answers.sum() < share * common.sum():
        return Found(0, len(test))
    return test.found(answers)


@dataclass(frozen=True)
class Windows:
    """Sequences of one odd length around a middle residue."""

    length: int
    residue: str

    def odd(self, side: Side) -> Iterator[tuple[int, str]]:
        """The rows that are not like the others, and why."""
        import numpy as np

        texts = side.frame[side.inputs[0]]
        fits = (texts.str.len() == self.length) & (texts.str[self.length // 2] == self.residue)
        for row in np.flatnonzero(~fits.to_numpy()):
            yield int(row), self._oddity(str(texts.iloc[row]))

    def _oddity(self, text: str) -> str:
        if len(text) != self.length:
            return f"{len(text)} long instead of {self.length}"
        return f"{text[self.length // 2]} instead of {self.residue} in the middle"


def windows(sides: Sides, share: float) -> Windows | None:
    """Fixed-length windows centred on one residue; None where the inputs are no such windows.

    Sequences are windows where at least `share` of them has the same odd length and the same middle residue.
    """
    every = texts_of(sides.values())
    if every is None or not len(every):
        return None
    lengths = every.str.len()
    length = int(lengths.mode().iloc[0])
    fitting = every[lengths == length]
    if length < 5 or length % 2 == 0 or len(fitting) < share * len(every):
        return None
    middles = fitting.str[length // 2].value_counts()
    residue, count = str(middles.index[0]), int(middles.iloc[0])
    return Windows(length, residue) if count >= share * len(every) else None


def texts_of(sides: "Iterable[Side]") -> "pd.Series | None":
    """The inputs of all sides where they are one text each, else None."""
    import pandas as pd

    columns = [side.frame[side.inputs[0]] for side in sides if len(side.inputs) == 1]
    if not columns or any(map(is_numeric, columns)):
        return None
    return pd.concat(columns, ignore_index=True)
