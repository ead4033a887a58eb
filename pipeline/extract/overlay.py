"""What a model stated and pointed at, laid over what the rules read.

What the rules read stands, and a human's word stands over both. A model fills what is missing. Where it contradicts
the rules, neither is taken: the contradiction is a question.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from pipeline.extract.pointed import Pointed
from pipeline.extract.stated import Stated
from pipeline.results.labels import Names, squeeze
from pipeline.results.model import Results
from schemas.evidence import DecidedBy, Evidence
from schemas.outcome import Question
from schemas.task import Algorithm, MethodRole, Metric, Protocol, Score, Setting


def with_stated(read: Results, said: Stated) -> Results:
    """Algorithm, settings and metrics of a model where the rules have none, or have left a field open."""
    algorithm, about_algorithm = _algorithm(read, said)
    settings, about_settings = _settings(read, said)
    metrics, about_metrics = _metrics(read, said)
    is_named = read.algorithm is None and said.algorithm is not None
    kept = tuple(gap for gap in read.gaps if not (is_named and gap.field == "algorithm"))
    gaps = (*kept, *about_algorithm, *about_settings, *about_metrics)
    return replace(read, algorithm=algorithm, settings=settings, metrics=metrics, gaps=gaps)


def with_pointed(read: Results, found: Pointed) -> Results:
    """The scores that code read where a model pointed, beside those of the rules; then the gaps that they close."""
    known = {_key(score): score for score in read.scores}
    added = tuple(score for score in found.scores if _key(score) not in known)
    doubled = ((known[_key(score)], score) for score in found.scores if _key(score) in known)
    contradictions = tuple(question for own, other in doubled if (question := _contradiction(own, other)))
    scores = (*read.scores, *added)
    gaps = read.gaps if not added else tuple(gap for gap in read.gaps if not is_closed_by(gap, read.metrics, scores))
    return _used(replace(read, scores=scores, gaps=(*gaps, *found.questions, *contradictions)))


def is_about_a_cell(gap: Question) -> bool:
    """True for a doubt about what a cell prints. No model can settle it: a human looks at the page."""
    is_one_score = gap.field.startswith("scores.")
    return is_one_score or any(item.place.row is not None for item in gap.evidence)


def is_closed_by(gap: Question, metrics: Iterable[Metric], scores: Iterable[Score]) -> bool:
    """True for a gap of whole lists once the primary metric has a score of the proposed method."""
    if is_about_a_cell(gap) or gap.field not in {"settings", "metrics", "scores"}:
        return False
    primary = {metric.metric_id for metric in metrics if metric.is_primary}
    return any(score.role is MethodRole.PROPOSED and score.metric_id in primary for score in scores)


def _algorithm(read: Results, said: Stated) -> tuple[Algorithm | None, tuple[Question, ...]]:
    own, other = read.algorithm, said.algorithm
    if own is None or other is None or own.decider.by is DecidedBy.HUMAN:
        return own or other, ()
    if any(gap.field == "algorithm" for gap in read.gaps):
        return other, ()
    if Names(own.name, own.variants).is_own(other.name) or Names(other.name, other.variants).is_own(own.name):
        return own, ()
    return own, (_differ("algorithm", own.name, other.name, own.evidence + other.evidence),)


def _settings(read: Results, said: Stated) -> tuple[tuple[Setting, ...], tuple[Question, ...]]:
    if not read.settings:
        return said.settings, ()
    match = matching_ids(read.settings, said.settings)
    by_id = {match(setting.setting_id): setting for setting in said.settings}
    pairs = [(own, by_id.get(own.setting_id)) for own in read.settings]
    questions = [_differ_on_protocol(own, other) for own, other in pairs if other and _protocols_differ(own, other)]
    known = {setting.setting_id for setting in read.settings}
    return tuple(_filled(own, other, match, known) for own, other in pairs), tuple(questions)


def matching_ids(own: tuple[Setting, ...], others: tuple[Setting, ...]) -> Callable[[str], str]:
    """From a model's setting ids to those of the rules: where each has one setting, they are the same."""
    alone = len(own) == 1 and len(others) == 1
    return lambda setting_id: own[0].setting_id if alone else setting_id


def _filled(own: Setting, other: Setting | None, match: Callable[[str], str], known: set[str]) -> Setting:
    """A setting of the rules with what they left open. A human's setting is whole as it is."""
    if other is None or own.decider.by is DecidedBy.HUMAN:
        return own
    depends_on = match(other.depends_on) if other.depends_on else None
    open_fields = {
        "protocol": other.protocol if own.protocol is Protocol.UNKNOWN else own.protocol,
        "sources": own.sources or other.sources,
        "counts": own.counts or other.counts,
        "depends_on": own.depends_on or (depends_on if depends_on in known - {own.setting_id} else None),
    }
    changed = {name: value for name, value in open_fields.items() if value != getattr(own, name)}
    if not changed:
        return own
    return own.model_copy(update={**changed, "evidence": own.evidence + other.evidence, "decider": other.decider})


def _protocols_differ(own: Setting, other: Setting) -> bool:
    is_human = own.decider.by is DecidedBy.HUMAN
    return not is_human and Protocol.UNKNOWN not in (own.protocol, other.protocol) and own.protocol != other.protocol


def _differ_on_protocol(own: Setting, other: Setting) -> Question:
    evidence = own.evidence + other.evidence
    return _differ(f"settings.{own.setting_id}.protocol", own.protocol, other.protocol, evidence)


def _metrics(read: Results, said: Stated) -> tuple[tuple[Metric, ...], tuple[Question, ...]]:
    if not read.metrics:
        only = len(said.metrics) == 1
        return tuple(item.model_copy(update={"is_primary": True}) if only else item for item in said.metrics), ()
    if any(metric.decider.by is DecidedBy.HUMAN for metric in read.metrics):
        return read.metrics, ()
    others = {metric.metric_id: metric for metric in said.metrics}
    kept = tuple(_averaged(metric, others.get(metric.metric_id)) for metric in read.metrics)
    lead = next((item for item in said.metrics if item.is_primary), None)
    own = next((metric for metric in read.metrics if metric.is_primary), None)
    if lead is None or (own is not None and own.metric_id == lead.metric_id and not own.is_assumed):
        return kept, ()
    if _is_in(lead, read.metrics) and (own is None or own.is_assumed):
        return tuple(_led(metric, lead) for metric in kept), ()
    led = f"{own.printed} leads" if own else "no metric leads"
    evidence = (own.evidence if own else ()) + lead.evidence
    return kept, (_differ("metrics", led, f"{lead.printed} leads", evidence),)


def _is_in(metric: Metric, metrics: Iterable[Metric]) -> bool:
    return any(other.metric_id == metric.metric_id for other in metrics)


def _averaged(own: Metric, other: Metric | None) -> Metric:
    if other is None or own.averaging is not None or other.averaging is None:
        return own
    update = {"averaging": other.averaging, "evidence": own.evidence + other.evidence, "decider": other.decider}
    return own.model_copy(update=update)


def _led(metric: Metric, lead: Metric) -> Metric:
    """The metrics once a model has shown which one leads, where the rules could only assume one."""
    if metric.metric_id != lead.metric_id:
        return metric.model_copy(update={"is_primary": False, "is_assumed": False})
    shown = {"evidence": metric.evidence + lead.evidence, "decider": lead.decider}
    return metric.model_copy(update={"is_primary": True, "is_assumed": False, **shown})


def _key(score: Score) -> tuple[str, str, str]:
    return score.setting_id, score.metric_id, squeeze(score.method)


def _contradiction(own: Score, other: Score) -> Question | None:
    """A score or a role that is another one for the rules than for the model."""
    if own.decider.by is DecidedBy.HUMAN or (own.value, own.role) == (other.value, other.role):
        return None
    field = f"scores.{own.setting_id}.{own.metric_id}.{own.method}"
    return _differ(field, f"{own.printed}, {own.role}", f"{other.printed}, {other.role}", own.evidence + other.evidence)


def _differ(field: str, own: str, other: str, evidence: tuple[Evidence, ...]) -> Question:
    question = f"{field}: the rules read {own!r}, the model {other!r}; which is right?"
    return Question(field=field, question=question, evidence=evidence)


def _used(results: Results) -> Results:
    """Without the settings and metrics of a model that no score is of: empty instances. A note names them."""
    if not results.scores:
        return results
    settings = {score.setting_id for score in results.scores}
    needed = settings | {
        item.depends_on for item in results.settings if item.setting_id in settings and item.depends_on
    }
    metrics = {score.metric_id for score in results.scores}
    kept_settings = tuple(item for item in results.settings if _stays(item, item.setting_id in needed))
    kept_metrics = tuple(item for item in results.metrics if _stays(item, item.metric_id in metrics or item.is_primary))
    left = [item.name for item in results.settings if item not in kept_settings]
    left += [item.printed for item in results.metrics if item not in kept_metrics]
    notes = (f"no table has a score of {', '.join(left)}",) if left else ()
    return replace(results, settings=kept_settings, metrics=kept_metrics, notes=(*results.notes, *notes))


def _stays(item: Setting | Metric, is_used: bool) -> bool:
    return is_used or item.decider.by is not DecidedBy.LLM
