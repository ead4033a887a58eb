"""Whether a decision names things that exist: a rule, a check, a metric, a field of the paper's record."""

from collections.abc import Iterable
from difflib import get_close_matches

from flows.decisions import Decision
from schemas.errors import UsageError
from schemas.evidence import RULES
from warehouse.audit import Audit


def check(decision: Decision, audit: Audit | None) -> None:
    """Raises UsageError, with what comes close, for a name that nothing has."""
    head, _, rest = decision.field.partition(".")
    if head == "verdicts":
        _among(decision, rest, _rules(), "rule")
    if head == "findings":
        _among(decision, rest.partition(".")[0], _checks(), "check")
    if head == "metrics":
        _metric(decision, rest)
    if audit and "{" not in decision.value:
        _field_of_record(decision, audit)


def _rules() -> list[str]:
    from pipeline.screen.prefilter import PREFILTER
    from pipeline.screen.rules import all_rules

    return [rule.rule_id for rule in (PREFILTER, *all_rules())]


def _checks() -> list[str]:
    from pipeline.review import ADDRESSED, all_checks

    return [ADDRESSED, *(check.check_id for check in all_checks())]


def _metric(decision: Decision, rest: str) -> None:
    from pipeline.metrics import registry
    from pipeline.results.metric_names import named_by_id

    metric_id = rest.partition(".")[0]
    if named_by_id(metric_id) is None:
        _among(decision, metric_id, registry(), "metric")


def _among(decision: Decision, name: str, known: Iterable[str], kind: str) -> None:
    names = list(known)
    if name not in names:
        close = get_close_matches(name, names, n=5, cutoff=0.4) or names[:12]
        raise UsageError(f"{decision.field}: no {kind} is called {name!r}", f"there are {', '.join(close)}")


def _field_of_record(decision: Decision, audit: Audit) -> None:
    """A field of the record as it stands takes the value; a path that leads nowhere is left to the curation's lists."""
    from pipeline.results.fields import SETTABLE, locate, with_value

    found = locate((*audit.algorithms, *audit.settings, *audit.metrics, *audit.scores), decision.field)
    if found is None or found[1] not in SETTABLE[type(found[0])] or found[1] in {"variants", "sources"}:
        return
    made = with_value(*found, decision.value, RULES)
    if isinstance(made, str):
        raise UsageError(f"{decision.field}: {made}", f"now it is {getattr(found[0], found[1])!s}")
