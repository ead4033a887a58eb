"""The numbers verification decides by. Defaults are ours; a curator who knows better says so in a verdict."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Thresholds:
    """When a difference is reported (warn) and when it stops a setting (fail).

    `count_share`: a count may differ from the paper's by less than this share (1 %) and only be reported.
    `count_rows`: or by this many rows: a header counted as a row, a sample dropped late.
    `overlap_share`: share of test inputs that also stand in train or validation; above it the test measures memory.
    `group_share`: share of the test's groups (proteins, subjects) that are also in train; above it a human decides.
    `conflict_share`: share of rows whose inputs carry more than one target.
    `duplicate_share`: share of a test part that repeats other test rows; repeats in train are only reported.
    `window_share`: where this share of fixed-length sequences agrees on the middle residue, the others are reported.
    `same_task_share`: where two settings agree on this share of the targets of their common inputs, they ask the same.
    `near_identity`, `near_similarity`: from here on two sequences, or two texts, count as near-duplicates.
    `near_share`: share of test rows with a near-duplicate elsewhere; above it a human decides.
    `near_test_rows`, `near_other_rows`: as many texts of a part are compared by MinHash; of more, a sample.
    `filler_share`: share of filler text in an input; above it the column is a placeholder.
    `least_test_rows`: fewer test rows than this are reported.
    `sure`: a recipe below this confidence is reported as ambiguous.
    `examples`: how many examples a check shows.
    """

    count_share: float = 0.01
    count_rows: int = 1
    overlap_share: float = 0.05
    group_share: float = 0.05
    conflict_share: float = 0.05
    duplicate_share: float = 0.20
    window_share: float = 0.99
    same_task_share: float = 0.95
    near_identity: float = 0.9
    near_similarity: float = 0.9
    near_share: float = 0.20
    near_test_rows: int = 5_000
    near_other_rows: int = 20_000
    filler_share: float = 0.5
    least_test_rows: int = 10
    sure: float = 0.8
    examples: int = 5


@dataclass(frozen=True)
class Limits:
    """How much is taken of what strangers wrote. Each format bounds by itself what it reads of a file.

    `file_bytes`: larger files are not taken at all. `files` and `depth` bound a folder.
    """

    file_bytes: int = 50 * 2**30
    files: int = 20_000
    depth: int = 20


DEFAULT_THRESHOLDS = Thresholds()
DEFAULT_LIMITS = Limits()
