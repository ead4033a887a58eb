"""An answer that was given once is not paid for twice."""

from pipeline.adapters.chat.answer_files import AnswerFiles
from pipeline.adapters.chat.asked import Answered, Asked, Asking
from pipeline.ports import Ledger
from schemas.judging import CallOutcome


def cached(ask: Asking, files: AnswerFiles, ledger: Ledger) -> Asking:
    """A step that asks only what the files do not know."""

    def answer(asked: Asked) -> Answered:
        found = files.get(asked)
        if found is not None:
            ledger.note(asked.call(CallOutcome.CACHED).model_copy(update={"detail": found.declined}))
            return found
        fresh = ask(asked)
        if not fresh.is_broken:
            files.put(asked, fresh)
        return fresh

    return answer
