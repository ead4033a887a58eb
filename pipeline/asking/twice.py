"""Asking, checking by code, and asking once more with what did not hold."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from pipeline.ports import Ask, Chat, Reply
from prompts import fenced
from schemas.judging import Answer

A = TypeVar("A", bound=Answer)


@dataclass(frozen=True)
class Tried(Generic[A]):
    """The last reply, and what code still finds wrong with it."""

    reply: Reply[A]
    problems: tuple[str, ...] = ()


def ask_twice(chat: Chat, question: Callable[[str], Ask[A]], problems: Callable[[A], Iterable[str]]) -> Tried[A]:
    """Ask; where the answer has problems, ask once more with them. A model that declines is not asked again.

    `question` makes the question from what is wrong with the answer before; the text is empty the first time.
    """
    first = chat.ask(question(""))
    found = tuple(problems(first.answer)) if first.answer else ()
    if not found:
        return Tried(first)
    second = chat.ask(question(complaint(found)))
    if second.answer is None:
        return Tried(first, found)
    return Tried(second, tuple(problems(second.answer)))


def complaint(problems: Iterable[str]) -> str:
    """What a model is told of its earlier answer. It may repeat words of the paper, and so is fenced like the paper."""
    listed = "\n".join(f"- {problem}" for problem in dict.fromkeys(problems))
    held = "Code checked your earlier answer. What did not hold, for you to mend:"
    return f"{held}\n{fenced('untrusted', listed)}"
