"""The `Chat` port: a question in, a reply out, whatever lies between."""

from pipeline.adapters.chat.asked import Asking
from pipeline.adapters.chat.fitted import first_asked
from pipeline.ports import A, Ask, Reply
from schemas.endpoints import Models
from schemas.evidence import DecidedBy, Decider
from schemas.judging import Role


class ModelChat:
    """Asks the model of each role through the steps it was given."""

    def __init__(self, models: Models, asking: Asking, replaying: bool = False) -> None:
        self._models = models
        self._asking = asking
        self._replaying = replaying

    def ask(self, question: Ask[A]) -> Reply[A]:
        """See `pipeline.ports.Chat`."""
        endpoint = self._models.endpoint(question.role, self._replaying)
        asked = first_asked(question, endpoint)
        answered = self._asking(asked)
        rendered = asked.rendered
        decider = Decider(
            by=DecidedBy.LLM,
            model=endpoint.model,
            prompt=rendered.prompt_id,
            prompt_version=str(rendered.version),
        )
        if answered.declined:
            return Reply(None, decider, answered.declined)
        return Reply(question.answer.model_validate_json(answered.text), decider)

    def signature(self, *roles: Role) -> str:
        """See `pipeline.ports.Chat`."""
        return self._models.signature(*roles)
