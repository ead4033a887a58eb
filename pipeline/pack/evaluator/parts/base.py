"""What every piece uses: an instance, the two ways to fail, and safe words about a submission."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Instance:
    """One instance, and the file that a submission gives for it."""

    name: str
    file: str
    truth_file: str
    id_column: str
    target_column: str
    kind: str
    classes: tuple[str, ...]  # numbered from 0 for the metrics; of two, 1 is the positive class
    n_rows: int
    max_bytes: int
    threshold: float  # a probability from here on is the positive class
    columns: tuple[str, ...] = ()  # of a table with several columns beside the id


class InvalidSubmission(Exception):
    """The submission cannot be scored; the message says why."""


class EvaluatorError(Exception):
    """The evaluator or its ground truth is broken. No submission is to blame."""


def shown(text: str) -> str:
    """A piece of a submission, short and harmless enough for a message."""
    return ascii(text if len(text) <= 60 else text[:57] + "...")


def check_ids(foreign: list[str], missing: list[str], n_rows: int) -> None:
    """Refuse ids that the truth does not have, then those that it has and the submission lacks."""
    if foreign:
        raise InvalidSubmission(f"{len(foreign)} ids that are not in the test set, such as {shown(foreign[0])}")
    if missing:
        raise InvalidSubmission(f"{len(missing)} of {n_rows} ids are missing, such as {shown(missing[0])}")


def check_room(n_read: int, most: int) -> None:
    """Refuse one row more than there may be."""
    if n_read == most:
        raise InvalidSubmission(f"there are more than {most} rows")
