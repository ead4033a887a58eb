"""Recording a run's answers, and replaying them: the same questions get the same answers, and nobody is asked."""

from pipeline.adapters.chat.answer_files import AnswerFiles
from pipeline.adapters.chat.asked import Answered, Asked, Asking
from pipeline.ports import Ledger
from schemas.errors import StalledError
from schemas.judging import CallOutcome


def recorded(ask: Asking, files: AnswerFiles) -> Asking:
    """A step that keeps every answer, also one that came from the cache."""

    def answer(asked: Asked) -> Answered:
        given = ask(asked)
        files.put(asked, given)
        return given

    return answer


def replayed(files: AnswerFiles, ledger: Ledger) -> Asking:
    """A step that answers from a recording alone."""

    def answer(asked: Asked) -> Answered:
        found = files.get(asked)
        if found is None:
            name = f"{asked.rendered.prompt_id} version {asked.rendered.version}"
            raise StalledError(
                f"the recording {files.folder} has no answer of {asked.endpoint.model} to {name} for this paper",
                "paper, prompts, model settings and code must be those of the recorded run; else record it again",
            )
        ledger.note(asked.call(CallOutcome.REPLAYED).model_copy(update={"detail": found.declined}))
        return found

    return answer
