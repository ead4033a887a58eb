"""Near-duplicates: test rows that exact matching passes over and that are the same to any solver.

Three ways, by what the inputs are. Sequences of one length: identity, exactly, by the pigeonhole principle (two rows
with at most m mismatches agree in one of m + 1 pieces). Longer texts: MinHash of their 5-grams with LSH (Broder 1997,
by datasketch), each hit confirmed by its Jaccard similarity. Numbers: equal to six significant digits.
"""

import hashlib
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from pipeline.verify.hygiene import Found, Side, is_in, keys_of, texts_of
from pipeline.verify.thresholds import Thresholds
from pipeline.verify.values import dtype_of_all, numbers, texts

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

_GRAM = 5
_LONG = 20
_PERMUTATIONS = 128
_SLACK = 0.2
"""LSH misses pairs near its threshold; hits are confirmed, so it may look wider."""
_BUCKET = 200
_DIGITS = 6


@dataclass(frozen=True)
class Similar:
    """How rows were compared, and the test rows that have a near-duplicate but no exact one."""

    how: str
    found: Found
    is_sampled: bool = False


def near(test: Side, other: Side, thresholds: Thresholds) -> Similar | None:
    """The near-duplicates of test rows in another part; None where the inputs leave nothing to be compared."""
    exact = is_in(test.keys, other.keys)
    every = texts_of([test, other])
    if every is not None and every.dtype != object and dtype_of_all([every]) == "text":
        lengths = every.str.len()
        if lengths.min() == lengths.max() >= _LONG:
            return _identical(test, other, exact, thresholds)
        return _alike(test, other, exact, thresholds) if lengths.mean() >= _LONG else None
    return _rounded(test, other, exact)


def _rounded(test: Side, other: Side, exact: "np.ndarray") -> Similar | None:
    """Numbers that differ only behind the sixth digit, or in how they are written."""
    import pandas as pd

    kinds = {name: dtype_of_all([test.frame[name], other.frame[name]]) for name in test.inputs}
    if not any(kind in ("integer", "number") for kind in kinds.values()):
        return None

    def plain(side: Side) -> "np.ndarray":
        columns = {
            n: _digits(side.frame[n]) if k in ("integer", "number") else texts(side.frame[n]) for n, k in kinds.items()
        }
        return keys_of(pd.DataFrame(columns))

    mask = is_in(plain(test), plain(other)) & ~exact
    return Similar(f"equal to {_DIGITS} digits", test.found(mask))


def _digits(values: "pd.Series") -> "pd.Series":
    import numpy as np
    import pandas as pd

    found = numbers(values).to_numpy(dtype="float64")
    with np.errstate(divide="ignore", invalid="ignore"):
        size = np.where(found == 0, 0, np.floor(np.log10(np.abs(found))))
    scale = 10.0 ** (_DIGITS - 1 - np.nan_to_num(size, posinf=0, neginf=0))
    return pd.Series(np.round(found * scale) / scale)


def _identical(test: Side, other: Side, exact: "np.ndarray", thresholds: Thresholds) -> Similar:
    """Sequences of one length with at least the identity of the thresholds."""
    import numpy as np

    mine, its = _letters(test), _letters(other)
    length = mine.shape[1]
    allowed = int((1 - thresholds.near_identity) * length + 1e-9)
    bounds = np.linspace(0, length, allowed + 2).astype(int)
    mask = np.zeros(len(mine), dtype=bool)
    for start, end in pairwise(bounds):
        _same_piece(mine, its, slice(start, end), allowed, mask)
    return Similar(f"at least {thresholds.near_identity:.0%} identical", test.found(mask & ~exact))


def _letters(side: Side) -> "np.ndarray":
    """One byte per letter. Shape (n, length)."""
    import numpy as np

    joined = "".join(side.frame[side.inputs[0]]).encode("latin-1", "replace")
    return np.frombuffer(joined, dtype="uint8").reshape(len(side), -1)


def _same_piece(mine: "np.ndarray", its: "np.ndarray", piece: slice, allowed: int, mask: "np.ndarray") -> None:
    """Marks the rows of `mine` that agree in a piece, and in all but `allowed` letters, with one of `its`.

    Of a piece that is very common, such as padding, 200 rows are compared: the other pieces catch the rest.
    """
    import numpy as np

    buckets: dict[bytes, list[int]] = {}
    wanted = {row.tobytes() for row in mine[:, piece]}
    for index, row in enumerate(its[:, piece]):
        key = row.tobytes()
        if key in wanted and len(buckets.setdefault(key, [])) < _BUCKET:
            buckets[key].append(index)
    for index in map(int, np.flatnonzero(~mask)):
        rivals = buckets.get(mine[index, piece].tobytes())
        if rivals and ((its[rivals] != mine[index]).sum(axis=1) <= allowed).any():
            mask[index] = True


def _alike(test: Side, other: Side, exact: "np.ndarray", thresholds: Thresholds) -> Similar:
    """Texts whose 5-grams are the same to the similarity of the thresholds; of large parts, a sample drawn by hash."""
    import numpy as np
    from datasketch import MinHashLSH

    rows, rivals = _drawn(test, thresholds.near_test_rows), _drawn(other, thresholds.near_other_rows)
    index: Any = MinHashLSH(threshold=thresholds.near_similarity - _SLACK, num_perm=_PERMUTATIONS)
    known = {}
    for row in rivals:
        grams = _grams(other.frame[other.inputs[0]].iloc[row])
        if grams:
            known[row] = grams
            index.insert(row, _minhash(grams))
    mask = np.zeros(len(test), dtype=bool)
    for row in rows:
        grams = _grams(test.frame[test.inputs[0]].iloc[row])
        hits = index.query(_minhash(grams)) if grams and not exact[row] else ()
        mask[row] = any(_jaccard(grams, known[hit]) >= thresholds.near_similarity for hit in hits)
    found = test.found(mask, total=len(rows))
    is_sampled = len(rows) < len(test) or len(rivals) < len(other)
    return Similar(f"at least {thresholds.near_similarity:.0%} alike in their {_GRAM}-grams", found, is_sampled)


def _drawn(side: Side, limit: int) -> list[int]:
    """All rows, or as many as the limit allows, evenly spaced from a start that their number alone decides."""
    if len(side) <= limit:
        return list(range(len(side)))
    step = len(side) / limit
    return [int(number * step) for number in range(limit)]


def _grams(text: str) -> set[bytes]:
    data = str(text).encode()
    return {data[at : at + _GRAM] for at in range(max(0, len(data) - _GRAM + 1))}


def _minhash(grams: set[bytes]) -> Any:
    from datasketch import MinHash

    made = MinHash(num_perm=_PERMUTATIONS, hashfunc=_hash)
    made.update_batch(sorted(grams))
    return made


def _hash(data: bytes) -> int:
    return int.from_bytes(hashlib.blake2b(data, digest_size=4).digest(), "little")


def _jaccard(one: set[bytes], other: set[bytes]) -> float:
    return len(one & other) / len(one | other)
