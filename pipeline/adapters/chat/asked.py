"""A question on its way to a model, and the answer on its way back."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from typing import Any

from pipeline.ports import Ask
from prompts import Rendered
from schemas.endpoints import Endpoint
from schemas.judging import Answer, CallOutcome, ModelCall

Messages = tuple[dict[str, str], ...]


@dataclass(frozen=True)
class Asked:
    """A question with its prompt as it is sent, and the endpoint it is sent to."""

    question: Ask[Any]
    endpoint: Endpoint
    rendered: Rendered

    @property
    def schema(self) -> str:
        """The JSON schema of the answer, in one spelling."""
        form: type[Answer] = self.question.answer
        return _schema_of(form)

    @cached_property
    def key(self) -> str:
        """What the answer is kept under: a digest of model, settings, prompt and schema."""
        parts = [self.endpoint.settings, self.rendered.prompt_id, self.rendered.digest, self.schema]
        return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()

    @property
    def messages(self) -> Messages:
        """The conversation as it starts."""
        system = self.rendered.system
        if self.endpoint.show_schema:
            system = f"{system}\n\nAnswer with one JSON object that fits this schema, and nothing else:\n{self.schema}"
        return {"role": "system", "content": system}, {"role": "user", "content": self.rendered.user}

    def call(self, outcome: CallOutcome) -> ModelCall:
        """The row of the ledger, without tokens and costs."""
        return ModelCall(
            role=self.question.role,
            stage=self.question.stage,
            paper_id=self.question.paper_id,
            model=self.endpoint.model,
            endpoint=self.endpoint.base_url,
            prompt_id=self.rendered.prompt_id,
            prompt_version=self.rendered.version,
            prompt_digest=self.rendered.digest,
            outcome=outcome,
        )


@dataclass(frozen=True)
class Answered:
    """The answer as JSON that fits the form, or why there is none.

    `is_broken`: the model spoke twice without keeping to the form. Another time it may, so no cache keeps that.
    """

    text: str
    declined: str = ""
    is_broken: bool = False


@cache
def _schema_of(form: type[Answer]) -> str:
    return json.dumps(form.model_json_schema(), sort_keys=True, separators=(",", ":"))


Asking = Callable[[Asked], Answered]
"""A step: it takes a question and gives the answer. Raises StalledError, and TooLong below `fitted`."""
