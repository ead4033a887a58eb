"""Reading the results with a model beside the rules: first what the task is made of, then where its scores stand."""

from dataclasses import dataclass, replace
from functools import partial

from pipeline.asking import ask_twice
from pipeline.extract.claims import told
from pipeline.extract.overlay import is_about_a_cell, matching_ids, with_pointed, with_stated
from pipeline.extract.pointed import Pointed, pointed
from pipeline.extract.questions import score_passages, score_question, task_question
from pipeline.extract.stated import Stated, declined, in_settings, stated
from pipeline.ports import Ask, Chat
from pipeline.results import Results, read_results
from pipeline.results.labels import Names
from schemas.answers.extraction import ScoreForm, TaskForm
from schemas.claims import UngroundedClaim
from schemas.curation import CuratedAlgorithm, Curation
from schemas.data import DataComponent
from schemas.evidence import RULES, Decider
from schemas.paper import Paper


@dataclass(frozen=True)
class Filled:
    """The results with what a model added, the parts of the data, and the claims that did not hold."""

    results: Results
    components: tuple[DataComponent, ...] = ()
    claims: tuple[UngroundedClaim, ...] = ()


def fill(paper: Paper, curation: Curation | None, chat: Chat) -> Filled:
    """Ask for the task; read the tables again where a model names the method that no rule found; ask for the scores."""
    first = read_results(paper, curation)
    said = _stated(paper, first, chat)
    read = _read_again(paper, curation, first, said)
    results = with_stated(read, said)
    rename = matching_ids(read.settings, said.settings)
    found = _pointed(paper, results, chat) if _wants_scores(paper, results) else Pointed()
    claims = {claim.field_path: claim for claim in (*said.claims, *found.claims)}
    return Filled(with_pointed(results, found), in_settings(said.components, rename), tuple(claims.values()))


def _read_again(paper: Paper, curation: Curation | None, first: Results, said: Stated) -> Results:
    """The rules' reading under the model's name of the method, where it leaves nothing open; else their first one."""
    named = _named(first, said)
    again = read_results(paper, curation, named) if named else first
    return again if again.scores and not again.gaps else first


def most_questions(paper: Paper, curation: Curation | None) -> tuple[Ask[TaskForm] | Ask[ScoreForm], ...]:
    """What extraction asks at most where every answer holds at once: its first questions, for an estimate."""
    read = read_results(paper, curation)
    task = task_question(paper, read, "")
    is_open = _lists_are_open(read) and bool(score_passages(paper))
    return (task, score_question(paper, read, "")) if is_open else (task,)


def _stated(paper: Paper, read: Results, chat: Chat) -> Stated:
    def problems(form: TaskForm) -> tuple[str, ...]:
        return told(stated(paper, form, RULES).claims)

    tried = ask_twice(chat, partial(task_question, paper, read), problems)
    answer, decider = tried.reply.answer, tried.reply.decider
    return stated(paper, answer, decider) if answer else declined(paper, decider, tried.reply.declined)


def _named(read: Results, said: Stated) -> CuratedAlgorithm | None:
    """The method as a model names it, where the rules found none or do not know which variant leads."""
    is_open = read.algorithm is None or any(gap.field == "algorithm" for gap in read.gaps)
    if not is_open or said.algorithm is None:
        return None
    others = (read.algorithm.name, *read.algorithm.variants) if read.algorithm else ()
    names = dict.fromkeys((*said.algorithm.variants, *others))
    return CuratedAlgorithm(
        name=said.algorithm.name, variants=tuple(name for name in names if name != said.algorithm.name)
    )


def _wants_scores(paper: Paper, results: Results) -> bool:
    """True where lists of the tuple are open that a model can help with, and there are tables to point at."""
    is_known = bool(results.algorithm and results.settings and results.metrics)
    return is_known and _lists_are_open(results) and bool(score_passages(paper))


def _lists_are_open(results: Results) -> bool:
    return not results.scores or any(gap.field == "scores" and not is_about_a_cell(gap) for gap in results.gaps)


def _pointed(paper: Paper, results: Results, chat: Chat) -> Pointed:
    def read(form: ScoreForm, decider: Decider) -> Pointed:
        return pointed(paper, form, names, results.metrics, ids, decider)

    def problems(form: ScoreForm) -> tuple[str, ...]:
        return told(read(form, RULES).claims)

    assert results.algorithm is not None
    names = Names(results.algorithm.name, results.algorithm.variants)
    ids = tuple(setting.setting_id for setting in results.settings)
    tried = ask_twice(chat, partial(score_question, paper, results), problems)
    if tried.reply.answer is None:
        return replace(Pointed(), claims=declined(paper, tried.reply.decider, tried.reply.declined).claims)
    return read(tried.reply.answer, tried.reply.decider)
