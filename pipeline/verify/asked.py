"""Where code leaves a choice of files or columns: a model points, code checks what it points at.

A model picks one of the proposals by its index, and names columns and values of their files where these are open. Its
quote has to stand in the paper, and what it names in the files. What does not hold is an `UngroundedClaim`, and the
setting stays a question. Where a human has said anything about a recipe, no model is asked.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from pipeline.asking import Passage, ask_twice, captions, gives_orders, grounded, paragraphs, shown
from pipeline.ports import Ask, Chat, Reply
from pipeline.verify import curated
from pipeline.verify.completing import completed
from pipeline.verify.matching import Match, Unmatched
from pipeline.verify.propose import Proposal, Proposed, finished, is_taken, with_found
from pipeline.verify.wording import described
from prompts import Rendered, fenced, load
from schemas.answers.verify import NONE, RecipeAnswer
from schemas.claims import UngroundedClaim
from schemas.curation import Curation
from schemas.data import DataFile
from schemas.evidence import Evidence
from schemas.judging import Role
from schemas.outcome import Stage
from schemas.paper import Paper, SectionRole
from schemas.task import ReferenceType, Setting, Task

PROMPT = "choose_recipe"
CHOSEN_BY_MODEL = 0.7
"""The confidence of such a recipe at most: below what check 4.3 calls sure, so that it is always reported."""

_OPEN = frozenset({"ambiguous_files", "ambiguous_columns", "files_missing"})
_MOST = 24_000
_DATA = re.compile(
    r"\b(?:data\w*|train\w*|test\w*|valid\w*|splits?|held|folds?|features?|labels?|columns?|variables?|predict\w*"
    r"|outcomes?|targets?|files?)\b",
    re.IGNORECASE,
)
_RANKS = (
    (SectionRole.DATA_AVAILABILITY, 0),
    (SectionRole.METHODS, 1),
    (SectionRole.OTHER, 2),
    (SectionRole.RESULTS, 2),
    (SectionRole.ABSTRACT, 3),
    (SectionRole.SUPPLEMENT, 4),
)


@dataclass(frozen=True)
class Asked:
    """The proposal with the settings that a model has completed, and what it claimed that did not hold."""

    proposal: Proposal
    claims: tuple[UngroundedClaim, ...] = ()


def with_choices(
    proposal: Proposal,
    paper: Paper,
    task: Task,
    files: Sequence[DataFile],
    curation: Curation | None,
    chat: Chat | None,
) -> Asked:
    """Ask about each setting that code cannot choose for. Raises StalledError as the chat does."""
    asked = Asked(proposal)
    if chat is None or gives_orders(paper, curation):
        return asked
    for unmatched in proposal.unmatched:
        if _is_open(unmatched, curation):
            asked = _ask(asked, unmatched, paper, task, files, chat)
    return asked


def _is_open(unmatched: Unmatched, curation: Curation | None) -> bool:
    is_human = curated.entry_of(unmatched.setting, curation) is not None
    has_labels = unmatched.setting.reference_type is ReferenceType.LABEL
    return has_labels and unmatched.category in _OPEN and bool(unmatched.choices) and not is_human


def _ask(asked: Asked, unmatched: Unmatched, paper: Paper, task: Task, files: Sequence[DataFile], chat: Chat) -> Asked:
    def question(complaint: str) -> Ask[RecipeAnswer]:
        render = partial(_render, paper, unmatched, files, complaint)
        return Ask(Role.EXTRACTOR, Stage.VERIFY, paper.paper_id, render, RecipeAnswer)

    def made(answer: RecipeAnswer) -> Proposed | str:
        return _made(answer, unmatched, paper, task, files, asked.proposal)

    def problems(answer: RecipeAnswer) -> Iterator[str]:
        if answer.proposal != NONE and isinstance(found := made(answer), str):
            yield found

    tried = ask_twice(chat, question, problems)
    answer = tried.reply.answer
    if answer is None or answer.proposal == NONE:
        return asked
    found = made(answer)
    if isinstance(found, str):
        return replace(asked, claims=(*asked.claims, _claim(unmatched.setting, answer, found, tried.reply)))
    recipe = found.recipe.model_copy(update={"decider": tried.reply.decider})
    return replace(asked, proposal=with_found(asked.proposal, replace(found, recipe=recipe), task))


def _made(
    answer: RecipeAnswer,
    unmatched: Unmatched,
    paper: Paper,
    task: Task,
    files: Sequence[DataFile],
    proposal: Proposal,
) -> Proposed | str:
    """The recipe that an answer points at, or the first thing that does not hold."""
    if not 0 <= answer.proposal < len(unmatched.choices):
        return f"there is no proposal {answer.proposal}: they are numbered from 0 to {len(unmatched.choices) - 1}"
    claimed = grounded(paper, answer.quote)
    if claimed.problem:
        return claimed.problem
    candidate = completed(unmatched.choices[answer.proposal], answer, files)
    if isinstance(candidate, str):
        return candidate
    candidate = replace(candidate, confidence=min(candidate.confidence, CHOSEN_BY_MODEL))
    match = Match(unmatched.setting, candidate, "a model's choice, by the quoted words", evidence=claimed.evidence)
    if taken := is_taken(match, proposal):
        return f"proposal {answer.proposal} is already what setting {taken!r} is made of"
    found = finished(match, task, files)
    return found if isinstance(found, Proposed) else found.reason


def _claim(setting: Setting, answer: RecipeAnswer, problem: str, reply: Reply[RecipeAnswer]) -> UngroundedClaim:
    return UngroundedClaim(
        paper_id=setting.paper_id,
        stage=Stage.VERIFY,
        field_path=f"recipes.{setting.setting_id}",
        claimed=answer.model_dump_json(exclude_defaults=True),
        problem=problem,
        decider=reply.decider,
    )


def _render(paper: Paper, unmatched: Unmatched, files: Sequence[DataFile], complaint: str, limit: int) -> Rendered:
    setting = unmatched.setting
    told = "\n".join(f"{at}: {described(each, files)}" for at, each in enumerate(unmatched.choices))
    return load(PROMPT).render(
        paper=shown("paper", _passages(paper, setting.evidence), min(limit, _MOST)),
        setting=fenced("untrusted", f"{setting.setting_id}: {setting.name}\n{setting.task}".strip()),
        proposals=fenced("untrusted", told),
        complaint=complaint,
    )


def _passages(paper: Paper, evidence: Sequence[Evidence]) -> list[Passage]:
    """What the paper says of its data; first the passages that the setting was read from."""
    quotes = [item.quote for item in evidence]
    text = [
        replace(item, rank=0) if any(quote in item.text for quote in quotes) else item
        for role, rank in _RANKS
        for item in paragraphs(paper, role, rank=rank)
        if _DATA.search(item.text)
    ]
    return [*text, *captions(paper, 1)]
