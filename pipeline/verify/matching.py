"""Which files belong to which setting: by what a human said, by name, by the paper's own counts; else a question."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pipeline.hosts import identify
from pipeline.verify.candidate import Candidate, find_candidates
from pipeline.verify.counts import compare
from pipeline.verify.names import PARTS, tokens_of
from pipeline.verify.thresholds import Thresholds
from pipeline.verify.whole_tables import whole_tables
from schemas.curation import Curation
from schemas.data import DataFile
from schemas.evidence import Evidence
from schemas.task import Protocol, Setting

_STOP_WORDS = (
    "a an and benchmark comparison data dataset datasets evaluation for in of on performance prediction property "
    "results set sets setting task the with"
)
_SAYS_NOTHING = frozenset(_STOP_WORDS.split()).union(PARTS)


@dataclass(frozen=True)
class Match:
    """A setting with its files. `folds` are the published folds of the same data, the chosen one among them.

    `evidence` are the paper's words that the choice rests on, beside those of the setting.
    """

    setting: Setting
    candidate: Candidate
    how: str
    is_human: bool = False
    folds: tuple[Candidate, ...] = ()
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True)
class Unmatched:
    """A setting without files: the category, why, and the candidates among which nobody could choose."""

    setting: Setting
    category: str
    reason: str
    choices: tuple[Candidate, ...] = ()


@dataclass(frozen=True)
class Matching:
    """Every setting of the task, in its order, on one of two sides."""

    matches: tuple[Match, ...] = ()
    unmatched: tuple[Unmatched, ...] = field(default=())


def match(
    settings: Sequence[Setting], files: Sequence[DataFile], curation: Curation | None, thresholds: Thresholds
) -> Matching:
    """Give each setting at most one candidate, and each candidate at most one setting."""
    every = find_candidates(files)
    matches: list[Match] = []
    unmatched: list[Unmatched] = []
    for setting in settings:
        prefixes = prefixes_of(setting, curation)
        found = (
            _by_prefixes(setting, files, prefixes)
            if prefixes
            else _by_itself(setting, every, len(settings) == 1, thresholds)
        )
        taken = next((each for each in matches if isinstance(found, Match) and is_same(each, found)), None)
        if isinstance(found, Unmatched):
            unmatched.append(_or_tables(found, files, prefixes))
        elif taken:
            unmatched.append(_duplicate(setting, taken))
        else:
            matches.append(found)
    return Matching(tuple(matches), tuple(unmatched))


def prefixes_of(setting: Setting, curation: Curation | None) -> tuple[str, ...]:
    """The path prefixes that a human gave for a setting."""
    entries = curation.settings if curation else ()
    return next((entry.files for entry in entries if entry.setting_id == setting.setting_id), ())


def _or_tables(found: Unmatched, files: Sequence[DataFile], prefixes: tuple[str, ...]) -> Unmatched:
    """Where no files come split, the whole tables are what somebody may complete."""
    if found.category != "files_missing" or found.choices:
        return found
    inside = [file for file in files if not prefixes or file.path.startswith(prefixes)]
    return replace(found, choices=whole_tables(inside))


def is_same(one: Match, other: Match) -> bool:
    """True where two settings would be made of the same rows."""
    mine, its = one.candidate, other.candidate
    return (mine.sources, mine.split_rule) == (its.sources, its.split_rule)


def _duplicate(setting: Setting, taken: Match) -> Unmatched:
    reason = f"the same files as setting {taken.setting.setting_id!r}: two tables, one setting"
    return Unmatched(setting, "duplicate_setting", reason)


def _by_prefixes(setting: Setting, files: Sequence[DataFile], prefixes: tuple[str, ...]) -> Match | Unmatched:
    inside = [file for file in files if file.path.startswith(prefixes)]
    named = ", ".join(prefixes)
    if not inside:
        return Unmatched(setting, "files_missing", f"no file's path starts with {named}")
    return _choose(setting, find_candidates(inside), f"a human named {named}", is_human=True)


def _by_itself(
    setting: Setting, every: Sequence[Candidate], is_only: bool, thresholds: Thresholds
) -> Match | Unmatched:
    pool = _of_protocol(setting, _of_sources(setting, every))
    if every and not pool:
        reason = "the paper cross-validates, and no folds are among the files"
        return Unmatched(setting, "kfold_only", reason)
    for how, kept in (
        ("the name of the setting and of the files", [c for c in pool if is_named(setting, c)]),
        ("the paper's own counts", [c for c in pool if fits_counts(setting, c, thresholds)]),
    ):
        pool = kept or pool
        if kept and len(_bases(kept)) == 1:
            return _choose(setting, kept, how)
    if is_only or not pool:
        return _choose(setting, pool, "the only setting and the only fitting files")
    return Unmatched(setting, "ambiguous_files", "neither names nor counts say which files it uses", tuple(pool))


def _of_sources(setting: Setting, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates from the links that the setting names, where any of them does."""
    named = {identify(text).canonical_url for text in setting.sources}
    return [c for c in candidates if identify(c.source).canonical_url in named] or list(candidates)


def _of_protocol(setting: Setting, candidates: Sequence[Candidate]) -> list[Candidate]:
    if setting.protocol is not Protocol.KFOLD:
        return list(candidates)
    return [candidate for candidate in candidates if candidate.fold is not None]


def _bases(candidates: Sequence[Candidate]) -> list[list[Candidate]]:
    """Candidates that differ in nothing but their fold, together."""
    bases: dict[tuple[str, str, str], list[Candidate]] = {}
    for candidate in candidates:
        bases.setdefault((candidate.proposer, candidate.source, candidate.group), []).append(candidate)
    return list(bases.values())


def _choose(setting: Setting, pool: Sequence[Candidate], how: str, *, is_human: bool = False) -> Match | Unmatched:
    """The only candidate of the pool; of published folds the first, since each fold trains on the others' answers."""
    bases = _bases(pool)
    if not bases:
        return Unmatched(setting, "files_missing", "no files come as train and test parts that a recipe can read")
    if len(bases) > 1:
        return Unmatched(setting, "ambiguous_files", "several groups of files fit", tuple(pool))
    folds = sorted(bases[0], key=lambda candidate: -1 if candidate.fold is None else candidate.fold)
    return Match(setting, folds[0], how, is_human, tuple(folds) if len(folds) > 1 else ())


def pick(unmatched: Unmatched, title: str, how: str) -> Match | Unmatched:
    """The candidate that a human picks among the choices by title.

    Only what was offered can be picked; anything else leaves the setting unmatched.
    """
    pool = [candidate for candidate in unmatched.choices if candidate.title == title]
    if pool:
        return _choose(unmatched.setting, pool, how, is_human=True)
    offered = ", ".join(dict.fromkeys(candidate.title for candidate in unmatched.choices)) or "nothing"
    reason = f"{title!r} is none of the proposals ({offered})"
    return Unmatched(unmatched.setting, unmatched.category, reason, unmatched.choices)


def is_named(setting: Setting, candidate: Candidate) -> bool:
    """True where the setting's id or name and the files' path say the same, word for word.

    Either all words of the setting stand in the path, or all words of the last part of the path in the setting.
    """
    path = _words(candidate.group)
    last = _words(candidate.group.rsplit("/", 1)[-1])
    for text in (setting.setting_id, setting.name):
        words = _words(text)
        if words and (words <= path or (bool(last) and last <= words)):
            return True
    return False


def _words(text: str) -> frozenset[str]:
    return frozenset(tokens_of(text)) - _SAYS_NOTHING


def fits_counts(setting: Setting, candidate: Candidate, thresholds: Thresholds) -> bool:
    """True where the paper counts at least two parts of the setting and the files agree with each."""
    compared, _ = compare(setting.counts, candidate.rows)
    return len(compared) >= 2 and all(each.is_close(thresholds) for each in compared)
