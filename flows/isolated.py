"""Carrying out one step so that whatever goes wrong in it comes back as a value, for the one paper it concerns."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def isolated(step: Callable[[], T]) -> T | BaseException:
    """What a step gives, or the exception it ends with. A Ctrl-C of the caller still ends the caller."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        future = pool.submit(step)
        return future.exception() or future.result()
