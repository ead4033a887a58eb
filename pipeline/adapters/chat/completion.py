"""Reading what a server sent back: first as a chat completion, then as an answer in the form that was asked for."""

import re
from dataclasses import dataclass

from pydantic import BaseModel, Field, JsonValue, NonNegativeInt, ValidationError

from schemas.judging import Answer, CallOutcome

_FENCE = re.compile(r"\A\s*```(?:json)?\s*\n(.*?)\n?```\s*\Z", re.DOTALL)
_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_SHOWN_ERRORS = 5


class _Details(BaseModel):
    cached_tokens: NonNegativeInt | None = None


class _Usage(BaseModel):
    prompt_tokens: NonNegativeInt | None = None
    completion_tokens: NonNegativeInt | None = None
    prompt_tokens_details: _Details | None = None


class _Message(BaseModel):
    content: str | None = None
    refusal: str | None = None


class _Choice(BaseModel):
    message: _Message = Field(default_factory=_Message)
    finish_reason: str | None = None


class _Body(BaseModel):
    """The parts of a chat completion that are read; servers differ in the others."""

    choices: list[_Choice] | None = None
    usage: _Usage | None = None
    error: JsonValue = None


@dataclass(frozen=True)
class Completion:
    """What came back, with the tokens as the server counted them (None where it did not)."""

    text: str = ""
    refusal: str = ""
    finish: str | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    tokens_cached: int = 0
    retries: int = 0


@dataclass(frozen=True)
class Reading:
    """A completion read as an answer: its JSON, or why the model declined, or what is wrong with it.

    `is_silent`: there are no words at all, which is the endpoint's fault rather than the model's.
    """

    text: str = ""
    declined: str = ""
    problem: str = ""
    is_silent: bool = False

    @property
    def outcome(self) -> CallOutcome:
        """How the call ended."""
        if self.problem:
            return CallOutcome.BROKEN
        return CallOutcome.DECLINED if self.declined else CallOutcome.ANSWERED


def parse(body: str) -> Completion | str | None:
    """A chat completion; the text of an error that stands in its place; None for anything else."""
    try:
        found = _Body.model_validate_json(body)
    except ValidationError:
        return None
    if found.choices is None:
        return body if found.error else None
    choice, usage = (found.choices or [_Choice()])[0], found.usage or _Usage()
    if found.error and not choice.message.content:
        return body
    cached = usage.prompt_tokens_details.cached_tokens if usage.prompt_tokens_details else 0
    return Completion(
        text=choice.message.content or "",
        refusal=choice.message.refusal or "",
        finish=choice.finish_reason if found.choices else "nothing",
        tokens_in=usage.prompt_tokens,
        tokens_out=usage.completion_tokens,
        tokens_cached=min(cached or 0, usage.prompt_tokens or 0),
    )


def read_as(form: type[Answer], completion: Completion) -> Reading:
    """Read a completion as an answer in that form."""
    if completion.refusal:
        return Reading(declined=completion.refusal)
    if completion.finish == "content_filter":
        return Reading(declined="the endpoint's content filter held the answer back")
    if completion.finish == "nothing":
        return Reading(problem="the answer holds no choice", is_silent=True)
    if completion.finish == "length":
        return Reading(problem=f"cut off after {completion.tokens_out or 'too many'} tokens (max_output_tokens)")
    if not completion.text.strip():
        return Reading(problem="the answer is empty", is_silent=True)
    try:
        answer = form.model_validate_json(unwrapped(completion.text))
    except ValidationError as error:
        return Reading(problem=_problem(error))
    return Reading(text=answer.model_dump_json())


def unwrapped(text: str) -> str:
    """The answer without a reasoning model's thoughts before it and a Markdown fence around it."""
    text = _THOUGHT.sub("", text, count=1)
    fenced = _FENCE.match(text)
    return fenced.group(1) if fenced else text


def _problem(error: ValidationError) -> str:
    """The first errors, without the values: those are the model's own words, which it knows."""
    found = error.errors(include_url=False, include_input=False, include_context=False)
    lines = (f"{'.'.join(map(str, item['loc'])) or 'the answer'}: {item['msg']}" for item in found[:_SHOWN_ERRORS])
    return "; ".join(" ".join(line[:300].split()) for line in lines)
