"""Recognising that a prompt does not fit a model's context, in the words of the servers that say so.

The wordings are those of llama.cpp, llama-cpp-python, vLLM, OpenAI (also DeepSeek, Groq, LM Studio), Anthropic, Gemini
and Mistral, as their bug reports quote them.
"""

import re
from dataclasses import dataclass

_SIGNS = re.compile(
    r"context_length_exceeded|exceed_context_size|maximum context length|context (?:size|length|window|limit)"
    r"|prompt is too long|input (?:length|tokens|token count|is too long)|request_too_large|too large for model"
    r"|max_tokens must be at least 1, got -|reduce the length",
    re.IGNORECASE,
)
_PROMPT = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r'"n_prompt_tokens":\s*(\d+)',
        r"\((\d+) in (?:the messages|your prompt)",
        r"(?:resulted in|request has|prompt contains|prompt \(length|request \()\s*(\d+)",
        r"prompt is too long: (\d+)",
        r"context limit: (\d+) \+",
        r"token count \((\d+)\)",
        r"requested tokens \((\d+)\)",
        r"you requested (\d+) tokens",
    )
)
_LIMIT = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r'"n_ctx":\s*(\d+)',
        r"maximum (?:context|model) length (?:is|of) (\d+)",
        r"configured limit of (\d+)",
        r"(?:available context size|context length of only|tokens allowed) \((\d+)",
        r"context length of only (\d+)",
        r"> (\d+)",
        r"context window of (\d+)",
        r"with (\d+) maximum context",
    )
)


@dataclass(eq=False)
class TooLong(Exception):
    """A prompt that does not fit. `tokens` of the prompt and `limit` of the context, where the server tells them."""

    tokens: int | None = None
    limit: int | None = None


def overflow_of(status: int, said: str) -> TooLong | None:
    """What an error body says of the context; None if it speaks of something else."""
    if status != 413 and not _SIGNS.search(said):
        return None
    return TooLong(_first(_PROMPT, said), _first(_LIMIT, said))


def _first(patterns: tuple[re.Pattern[str], ...], said: str) -> int | None:
    found = (pattern.search(said) for pattern in patterns)
    return next((int(match.group(1)) for match in found if match), None)
