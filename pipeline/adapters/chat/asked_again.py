"""A broken answer is asked for once more, with what is wrong with it. A second one is no answer: a human looks.

An endpoint that gives no words at all is at fault itself, and the paper stalls.
"""

from pipeline.adapters.chat.accounted import Calling
from pipeline.adapters.chat.asked import Answered, Asked, Asking, Messages
from schemas.errors import StalledError


def asked_again(call: Calling) -> Asking:
    """A step that gives an answer in the form asked for, or why the model declined."""

    def ask(asked: Asked) -> Answered:
        reading = call(asked, asked.messages)
        if reading.problem:
            reading = call(asked, _with_the_problem(asked, reading.problem))
        if not reading.problem:
            return Answered(reading.text, reading.declined)
        if reading.is_silent:
            said = f"{asked.endpoint.model} gave no usable answer to {asked.rendered.prompt_id}: {reading.problem}"
            raise StalledError(said, "look at the endpoint's log; its answers stand in model_calls")
        return Answered("", f"no usable answer: {reading.problem}", is_broken=True)

    return ask


def _with_the_problem(asked: Asked, problem: str) -> Messages:
    """The same question with its schema and the fault. The broken answer itself is not repeated: it may be long."""
    system, user = asked.messages
    again = (
        f"{user['content']}\n\nYour last answer could not be used: {problem}.\n"
        f"Answer again, briefly, with one JSON object that fits this schema and nothing else:\n{asked.schema}"
    )
    return system, {"role": "user", "content": again}
