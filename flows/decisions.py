"""A decision of a human as an entry of a curation file: which entry a field names, and what the value has to be."""

import datetime
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any

import yaml
from pydantic import ValidationError

from schemas import curation
from schemas.curation import Curation, Entry
from schemas.errors import UsageError

Tree = MutableMapping[str, Any]


@dataclass(frozen=True)
class Made:
    """A decision that was put into a tree, and what its author should know about it."""

    where: str
    note: str = ""


@dataclass(frozen=True)
class Listed:
    """A list of a curation file: the form of its entries, and the fields that make their key."""

    form: type[Entry]
    key: tuple[str, ...]
    is_whole: bool = False


LISTS: dict[str, Listed] = {
    "verdicts": Listed(curation.CuratedVerdict, ("rule",)),
    "settings": Listed(curation.CuratedSetting, ("setting_id",), is_whole=True),
    "metrics": Listed(curation.CuratedMetric, ("metric_id",), is_whole=True),
    "scores": Listed(curation.CuratedScore, ("setting_id", "metric_id", "method")),
    "recipes": Listed(curation.CuratedRecipe, ("setting_id",)),
    "changes": Listed(curation.CuratedChange, ("field",)),
    "dismissed": Listed(curation.CuratedDismissal, ("check", "field_path")),
}
SINGLE: dict[str, type[Entry]] = {"algorithm": curation.CuratedAlgorithm, "brief": curation.Brief}
_PLAIN: dict[str, bool | None] = {"true": True, "false": False, "null": None, "": None}
_CALLS = ("pass", "reject", "unknown")


@dataclass(frozen=True)
class Decision:
    """A field, a value as typed, and who says so, why and when."""

    field: str
    value: str
    by: str
    reason: str
    date: datetime.date

    @property
    def signed(self) -> dict[str, Any]:
        """What every entry carries."""
        return {"by": self.by, "date": self.date, "reason": self.reason}


def put(tree: Tree, decision: Decision) -> Made:
    """Put a decision into the tree of a curation file. Raises UsageError that says what the field wants."""
    head, _, rest = decision.field.partition(".")
    if head == "findings":
        return _dismiss(tree, decision, rest)
    if head == "verdicts":
        return _judge(tree, decision, rest)
    if head in SINGLE:
        return _single(tree, decision, head, rest)
    if head in LISTS and head not in {"changes", "dismissed"}:
        return _listed(tree, decision, head, rest)
    known = ", ".join([*LISTS, *SINGLE, "findings"])
    raise UsageError(f"{decision.field!r} is no field of a curation file", f"it starts with one of: {known}")


def _dismiss(tree: Tree, decision: Decision, rest: str) -> Made:
    check, _, path = rest.partition(".")
    if decision.value != "dismiss" or not path:
        hint = (
            "to follow a finding, decide the field itself, as `algorithm.name`; to leave the record as it is: dismiss"
        )
        raise UsageError(f"{decision.field}: {decision.value!r} is not dismiss", hint)
    return _replace(tree, "dismissed", {"check": check, "field_path": path, **decision.signed})


def _judge(tree: Tree, decision: Decision, rule: str) -> Made:
    call, _, category = decision.value.replace(" ", ":", 1).partition(":")
    if call not in _CALLS or not category or not rule:
        hint = "write CALL:CATEGORY, as pass:open or reject:on_request; the call is one of " + ", ".join(_CALLS)
        raise UsageError(f"{decision.field}: {decision.value!r} is no verdict", hint)
    return _replace(tree, "verdicts", {"rule": rule, "call": call, "category": category.strip(), **decision.signed})


def _single(tree: Tree, decision: Decision, head: str, field: str) -> Made:
    """The algorithm or the brief: the whole entry, or one field of it."""
    value = _parsed(decision)
    old: Mapping[str, Any] = tree.get(head) or {}
    if field and not old and head == "algorithm" and field != "name":
        return _change(tree, decision)
    given = {field: value} if field else value if isinstance(value, dict) else {"name": value}
    tree[head] = _entry(SINGLE[head], {**old, **given, **decision.signed}, decision)
    return Made(head)


def _listed(tree: Tree, decision: Decision, head: str, rest: str) -> Made:
    """A whole entry of a list, or one field of an entry; a field of what was read is a change."""
    listed, value = LISTS[head], _parsed(decision)
    parts = rest.split(".", len(listed.key) - 1) if rest else []
    entry = _found(tree, head, rest)
    if isinstance(value, dict):
        key = dict(zip(listed.key, parts, strict=False))
        return _replace(tree, head, {**value, **key, **decision.signed}, decision)
    if entry is not None:
        name = rest.rpartition(".")[2]
        return _replace(tree, head, {**entry, name: value, **decision.signed}, decision)
    if head in {"settings", "metrics", "scores"} and len(rest.split(".")) > len(listed.key):
        return _change(tree, decision)
    fields = ", ".join(name for name in listed.form.model_fields if name not in Entry.model_fields)
    raise UsageError(
        f"{decision.field}: {decision.value!r} is no entry of {head}",
        f"write a mapping, as '{{role: baseline, printed: \"0.30\", where: Table 4}}'; the fields are {fields}",
    )


def _found(tree: Tree, head: str, rest: str) -> Mapping[str, Any] | None:
    """The entry whose key, followed by a field, is the path."""
    key = LISTS[head].key
    entries: list[Mapping[str, Any]] = tree.get(head) or []
    start: Callable[[Mapping[str, Any]], str] = lambda entry: ".".join(str(entry.get(name)) for name in key)  # noqa: E731
    return next((entry for entry in entries if rest.rpartition(".")[0] == start(entry)), None)


def _change(tree: Tree, decision: Decision) -> Made:
    value = _parsed(decision)
    plain = _PLAIN.get(value, value) if isinstance(value, str) else value
    return _replace(tree, "changes", {"field": decision.field, "value": plain, **decision.signed}, decision)


def _replace(tree: Tree, head: str, given: Mapping[str, Any], decision: Decision | None = None) -> Made:
    """Put an entry in the place of the one with its key, or at the end."""
    listed = LISTS[head]
    entry = _entry(listed.form, given, decision)
    entries = tree.setdefault(head, [])
    key = [entry.get(name) for name in listed.key]
    at = next((at for at, old in enumerate(entries) if [old.get(name) for name in listed.key] == key), None)
    if at is None:
        entries.append(entry)
    else:
        entries[at] = entry
    is_first = at is None and len(entries) == 1 and listed.is_whole
    note = f"the {head} in this file are now all {head} of the paper: add the others too" if is_first else ""
    return Made(f"{head}: {', '.join(map(str, key))}", note)


def _entry(form: type[Entry], given: Mapping[str, Any], decision: Decision | None) -> dict[str, Any]:
    """The entry, checked against its form, in plain types and without what is empty."""
    try:
        made = form.model_validate(dict(given))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, (decision.field if decision else form.__name__, *first["loc"])))
        fields = ", ".join(form.model_fields)
        raise UsageError(f"{where}: {first['msg']}", f"the fields are {fields}") from None
    dumped = made.model_dump(mode="json", exclude_defaults=True)
    signed = {name: dumped.pop(name) for name in Entry.model_fields if name in dumped}
    if made.date:
        signed["date"] = datetime.date.fromisoformat(
            signed["date"]
        )  # a date of its own: YAML would point at a shared one
    return {**dumped, **signed}


def _parsed(decision: Decision) -> Any:
    """The value as YAML with every scalar left as text: `0.90` stays `0.90`, and the form makes of it what it is."""
    try:
        return yaml.load(decision.value, Loader=yaml.BaseLoader)
    except yaml.YAMLError as error:
        problem = " ".join(str(error).split())
        raise UsageError(f"{decision.field}: the value is not YAML: {problem}", "put it in quotes") from None


def checked(tree: Mapping[str, Any]) -> Curation:
    """The whole tree as a curation. Raises UsageError where it is none, also in parts that were there before."""
    try:
        return Curation.model_validate(tree)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise UsageError(f"the curation file would not be valid: {where}: {first['msg']}", "mend it first") from None
