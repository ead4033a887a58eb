"""The brief: the only prose of a pack that a model may write. Code keeps it only if nothing in it gives the paper away.

Each sentence has to rest on a quote that stands in the paper, or on a fact of the pack, and hold no number that the
quote does not; the text passes the firewall F1-F5. What does not hold is told to the writer once. Then the templates
write instead.
"""

import re
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from pipeline.asking import Passage, ask_twice, grounded, paragraphs, shown
from pipeline.intake.suspicions import addressed
from pipeline.metrics import registry
from pipeline.pack import layout
from pipeline.pack.files import write
from pipeline.pack.firewall import firewall_rules
from pipeline.pack.firewall.f2 import names_method
from pipeline.pack.firewall.f4 import names_a_model
from pipeline.pack.firewall.secrets import Secrets, gather, method_names
from pipeline.pack.kinds import kind_named
from pipeline.pack.output import contract_of
from pipeline.pack.plan import Plan
from pipeline.ports import Ask, Chat
from pipeline.verify.instance import Instance
from pipeline.verify.target import REGRESSION
from prompts import Rendered, fenced, load
from schemas.answers.pack import BriefAnswer, Statement
from schemas.curation import Brief
from schemas.evidence import Decider
from schemas.grounding import normalise
from schemas.judging import Role
from schemas.outcome import Stage
from schemas.paper import Paper, SectionRole
from schemas.task import Task

PROMPT = "write_brief"
_TEXT_RULES = ("F1", "F2", "F3", "F4", "F5")
_MOST = 10_000
_MOST_NAMED = 12
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_MARKUP = re.compile(r"[<>#\[\]{}|\n]|https?:|www\.")
_WORD = re.compile(r"[a-z]{5,}")
_STEM, _LEAST_SHARED = 5, 2


@dataclass(frozen=True)
class Written:
    """The brief of the writer and who that was; or no brief, and why."""

    brief: Brief | None
    decider: Decider
    problem: str = ""


def with_brief(plan: Plan, chat: Chat | None) -> Plan:
    """The plan with a written brief, where there is a writer, no human wrote one, and what it wrote holds."""
    if chat is None or plan.brief is not None or plan.paper.addresses_models:
        return plan
    written = write_brief(plan, chat)
    return replace(plan, brief=written.brief, brief_by=written.decider) if written.brief else plan


def write_brief(plan: Plan, chat: Chat) -> Written:
    """Ask the writer, at most twice. Raises StalledError as the chat does."""
    facts = tuple(facts_of(plan))
    secrets = secrets_of(plan)

    def question(complaint: str) -> Ask[BriefAnswer]:
        return Ask(
            Role.WRITER,
            Stage.PACK,
            plan.paper.paper_id,
            lambda limit: _render(plan, facts, complaint, limit),
            BriefAnswer,
        )

    tried = ask_twice(chat, question, lambda answer: problems(plan, answer, facts, secrets))
    if tried.reply.answer is None:
        return Written(None, tried.reply.decider, f"the writer declined: {tried.reply.declined}")
    if tried.problems:
        return Written(None, tried.reply.decider, "; ".join(tried.problems))
    return Written(_brief(tried.reply.answer), tried.reply.decider)


def most_question(paper: Paper, task: Task) -> Ask[BriefAnswer]:
    """What the writer is asked about a paper before there is a pack: the same question less the facts of the pack."""
    plan = Plan("", "", paper, task, (), (), ())
    return Ask(Role.WRITER, Stage.PACK, paper.paper_id, lambda limit: _render(plan, (), "", limit), BriefAnswer)


def secrets_of(plan: Plan) -> Secrets:
    """What the firewall looks for in a pack of this plan."""
    phrases = dict.fromkeys((plan.phrase, *map(plan.phrase_of, plan.names)))
    return gather(plan.paper, plan.task, tuple(phrases))


def problems(plan: Plan, answer: BriefAnswer, facts: tuple[str, ...], secrets: Secrets) -> Iterator[str]:
    """Everything that keeps a written brief from being shown, in words that its writer can act on."""
    for statement in (*answer.scientific_problem, *answer.task_objective):
        yield from _of_statement(plan, statement, facts)
    brief = _brief(answer)
    targets = plan.instances[0].target_columns
    for name in (*(targets if len(targets) <= _MOST_NAMED else ()), plan.task.primary.metric_id):
        if f"`{name}`" not in brief.task_objective:
            yield f"the objective does not name `{name}`"
    yield from (f"the firewall finds {hit}" for hit in _hits(brief, secrets))


def _of_statement(plan: Plan, statement: Statement, facts: tuple[str, ...]) -> Iterator[str]:
    about = f"{statement.text[:60]!r}"
    quote = normalise(statement.quote)
    is_fact = len(quote) > 5 and any(quote in normalise(fact) for fact in facts)
    problem = "" if is_fact else grounded(plan.paper, statement.quote).problem
    if problem:
        yield f"{about}: {problem}"
    if strange := set(_NUMBER.findall(statement.text)) - set(_NUMBER.findall(statement.quote)):
        yield f"{about}: its quote does not hold {', '.join(sorted(strange))}"
    if len(_stems(statement.text) & _stems(statement.quote)) < _LEAST_SHARED and not is_fact:
        yield f"{about}: its quote speaks of something else"
    if _MARKUP.search(statement.text) or list(addressed(statement.text)):
        yield f"{about}: plain sentences only, that address nobody"
    if names_a_model(statement.text):
        yield f"{about}: it names a kind of model or a part of one"


def _stems(text: str) -> set[str]:
    return {word[:_STEM] for word in _WORD.findall(text.casefold())}


def _hits(brief: Brief, secrets: Secrets) -> Iterable[str]:
    """What F1-F5 find in the brief, as the only visible text of a pack."""
    with tempfile.TemporaryDirectory(prefix="papergym-brief-") as folder:
        write(Path(folder), layout.README, f"{brief.scientific_problem}\n\n{brief.task_objective}\n")
        rules = [rule for rule in firewall_rules() if rule.rule in _TEXT_RULES]
        return [f"{hit.rule} {hit.kind}: {hit.snippet}" for rule in rules for hit in rule.scan(Path(folder), secrets)]


def _brief(answer: BriefAnswer) -> Brief:
    return Brief(
        scientific_problem=" ".join(statement.text.strip() for statement in answer.scientific_problem),
        task_objective=" ".join(statement.text.strip() for statement in answer.task_objective),
    )


def _render(plan: Plan, facts: tuple[str, ...], complaint: str, limit: int) -> Rendered:
    text = shown("paper", _background(plan), min(limit, _MOST))
    return load(PROMPT).render(facts=fenced("facts", "\n".join(facts)), paper=text, complaint=complaint)


def _background(plan: Plan) -> list[Passage]:
    """Abstract and introduction, less the paragraphs that name the method or a kind of model."""
    methods = method_names(plan.task)
    front = (
        *paragraphs(plan.paper, SectionRole.INTRODUCTION),
        *paragraphs(plan.paper, SectionRole.OTHER, rank=1),
        *paragraphs(plan.paper, SectionRole.ABSTRACT, rank=2),
    )
    return [item for item in front if not names_method(item.text, methods)]


def facts_of(plan: Plan) -> Iterator[str]:
    """What the pack is made of, a line each."""
    instance, primary = plan.instances[0], plan.task.primary
    yield f"The task is {plan.phrase}."
    yield from _facts_of_target(plan, instance)
    if len(instance.inputs) <= _MOST_NAMED:
        yield f"The inputs are {', '.join(f'`{name}`' for name in instance.inputs)}."
    else:
        yield f"There are {len(instance.inputs)} inputs."
    title = registry()[primary.metric_id].title
    yield f"The primary metric is `{primary.metric_id}` ({title}); {primary.direction} is better."
    yield f"There are {len(plan.instances)} instances." if len(plan.instances) > 1 else "There is one instance."


def _facts_of_target(plan: Plan, instance: Instance) -> Iterator[str]:
    names = instance.target_columns
    if len(names) > 1:
        shown = ", ".join(f"`{name}`" for name in names[:_MOST_NAMED])
        yield f"There are {len(names)} targets: {shown}{', ...' if len(names) > _MOST_NAMED else ''}."
    else:
        yield f"The target is `{instance.target}`."
    if instance.classes:
        yield f"The target is one of the classes {', '.join(instance.classes)}."
    elif len(names) == 1 and instance.target_kind == REGRESSION:
        yield "The target is a number."
    else:
        output = contract_of(plan).instances[0]
        yield f"The answer for a row is {kind_named(output.kind).objective(output)}."
