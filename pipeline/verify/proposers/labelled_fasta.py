"""Sequences in FASTA files whose names say the label: positive and negative, for training and for test."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from pipeline.verify.candidate import Candidate, Proposer, is_complete
from pipeline.verify.formats.fasta import SEQUENCE
from pipeline.verify.names import Name, read_name
from schemas.data import DataFile, RecipeSource, SplitPart

KIND = "labelled_fasta"
CLASSES = ("negative", "positive")
TARGET = "label"

_Named = tuple[DataFile, Name]


def find(files: Sequence[DataFile]) -> tuple[Candidate, ...]:
    """One candidate per group that has both labels in train and in test."""
    groups: dict[tuple[str, str, int | None], list[_Named]] = defaultdict(list)
    for file in files:
        name = read_name(file.path, digits_are_labels=True)
        if file.format == "fasta" and file.rows and name.part and name.label:
            groups[file.source, name.group, name.fold].append((file, name))
    return tuple(_candidate(key, members) for key, members in groups.items() if _is_whole(members))


def _is_whole(members: Sequence[_Named]) -> bool:
    """Each part has each label, from one file: two files for the same place would be a choice."""
    seen = Counter((name.part, name.label) for _, name in members)
    parts = [part for part in SplitPart if any(place[0] is part for place in seen)]
    wanted = {(part, label) for part in parts for label in CLASSES}
    return is_complete(parts) and set(seen) == wanted and max(seen.values()) == 1


def _candidate(key: tuple[str, str, int | None], members: Sequence[_Named]) -> Candidate:
    source, group, fold = key
    rows: Counter[tuple[SplitPart, str | None]] = Counter()
    sources = []
    for file, name in sorted(members, key=_place):
        assert name.part and name.label  # find() took no other
        sources.append(
            RecipeSource(path=file.path, sha256=file.sha256, part=name.part, label=name.label, reader="fasta")
        )
        for label in (name.label, None):
            rows[name.part, label] += file.rows or 0
    return Candidate(
        proposer=KIND,
        source=source,
        group=group,
        sources=tuple(sources),
        inputs=(SEQUENCE,),
        target=TARGET,
        target_kind="binary",
        classes=CLASSES,
        fold=fold,
        rows=dict(rows),
        reasons=("the label is the file that a sequence stands in; headers are no input",),
        confidence=0.95,
    )


def _place(named: _Named) -> tuple[int, str, str]:
    file, name = named
    return (list(SplitPart).index(name.part) if name.part else -1, name.label or "", file.path)


PROPOSER = Proposer(kind=KIND, find=find)
