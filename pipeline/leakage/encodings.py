"""Spellings of the truth that are not its own: class numbers, letters, packed bits and raw arrays."""

from collections.abc import Iterator
from itertools import islice, permutations

import numpy as np

from pipeline.leakage.associations import Strings, Truth

_MOST_ORDERS = 24
"""Orders of the classes that are tried: all of up to four classes."""

_KINDS = ("<u1", "<i4", "<i8", "<f4", "<f8")
_SHORTEST = 5
"""Bytes: an array that is shorter stands somewhere by chance."""


def other_names(truth: Truth) -> Iterator[Strings]:
    """The classes of the truth under other names (n,): numbers in any order, and their letters."""
    if not truth.is_class:
        return
    codes = truth.codes.astype(int)
    classes = np.unique(truth.values)
    if len(classes) > 10:
        return
    for order in islice(permutations(range(len(classes))), _MOST_ORDERS):
        yield np.array(order)[codes].astype(str)
    for letters in ([name[:1] for name in classes], "TF", "FT", "NP", "PN", "ABCDEFGHIJ", "abcdefghij"):
        if len(set(letters)) >= len(classes) and len(letters) >= len(classes):
            yield np.array(list(letters))[codes]


def arrays(truth: Truth) -> Iterator[tuple[str, bytes]]:
    """(kind, bytes): the truth as raw arrays of the usual types, and as bits where it has two classes."""
    for code in _KINDS:
        whole = truth.codes.astype(code)
        if np.array_equal(whole.astype(float), truth.codes) or code in ("<f4", "<f8"):
            yield f"the truth as an array of {code}", whole.tobytes()
    if truth.is_class and len(np.unique(truth.codes)) == 2:
        yield from _bits(truth.codes.astype(np.uint8))


def _bits(bits: "np.ndarray[tuple[int], np.dtype[np.uint8]]") -> Iterator[tuple[str, bytes]]:
    for order in ("big", "little"):
        for side in (bits, 1 - bits):
            packed = np.packbits(side, bitorder=order).tobytes()[: len(bits) // 8]  # the last byte may be filled up
            if len(packed) >= _SHORTEST:
                yield "the truth as bits", packed
