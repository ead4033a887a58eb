"""The metric registry: one file per metric, found by listing this folder."""

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from pipeline.metrics import names
from pipeline.metrics.spec import InputKind, MetricSpec


@cache
def registry() -> dict[str, MetricSpec]:
    """Every metric by its id. A file holds a `METRIC` of its own name or several `METRICS`; others are helpers."""
    modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
    found = [spec for module in modules for spec in (*getattr(module, "METRICS", ()), getattr(module, "METRIC", None))]
    return {spec.metric_id: spec for spec in sorted(filter(None, found), key=lambda spec: spec.metric_id)}


def fitting(metric_id: str, kinds: Iterable[InputKind]) -> MetricSpec | None:
    """The metric itself where it compares one of `kinds`, else the first of its family that does, else None.

    Papers print `AUC` for two classes, for many, and for many targets; the registry keeps them apart.
    """
    wanted, spec = set(kinds), registry().get(metric_id)
    if spec is None or spec.input_kind in wanted:
        return spec
    family = spec.family or spec.metric_id
    others = (other for other in registry().values() if family in (other.family, other.metric_id))
    return next((other for other in others if other.input_kind in wanted), None)


def averaged(metric_id: str, averaging: str | None) -> str:
    """The metric that averages over classes as it is said (`f1`, macro -> `f1_macro`); itself where there is none."""
    name = f"{_STEMS.get(metric_id, metric_id)}_{averaging}"
    return name if name in registry() else metric_id


_STEMS = {"sensitivity": "recall"}


def by_alias(text: str, beside: Iterable[str] = ()) -> MetricSpec | None:
    """The metric a header such as `F1-score (%) ↑` or `MAE [eV/atom]` names, or None.

    Case, punctuation, arrows, percent signs, units and a final "score" are folded. Short names with several meanings
    (`P`, `R`, `SE`) are read only when a header in `beside` (the other columns) settles them. A qualifier that is
    not part of an alias (`Accuracy (top-5)`) makes another metric of it, hence None.
    """
    certain = _certain(text)
    if certain is not None:
        return certain
    others = _named_by(tuple(beside))
    settled = [spec for spec in _ambiguous(text) if others & (set(spec.companions) - {spec.metric_id})]
    return settled[0] if len(settled) == 1 else None


@cache
def _index() -> dict[str, MetricSpec]:
    specs = registry().values()
    return {names.fold(alias): spec for spec in specs for alias in (spec.metric_id, spec.title, *spec.aliases)}


def _certain(text: str) -> MetricSpec | None:
    whole = _index().get(names.fold(text)) or _index().get(names.fold(names.without_units(text)))
    if whole is not None:
        return whole
    name, additions = names.split_additions(text)
    spec = _index().get(names.fold(name))
    if spec is None:
        return None
    return spec if all(_is_harmless(part, spec) for part in additions) else None


def _is_harmless(addition: str, spec: MetricSpec) -> bool:
    """True where what is added to a name says nothing new: a unit, or the same metric once more."""
    is_same = _index().get(names.fold(addition)) is spec or names.bare(addition) in spec.ambiguous
    return is_same or names.is_unit(addition)


def _ambiguous(text: str) -> list[MetricSpec]:
    bare = names.bare(text)
    return [spec for spec in registry().values() if bare in spec.ambiguous]


def _named_by(headers: tuple[str, ...]) -> set[str]:
    """Ids of the metrics that headers may name. Two short names may settle each other."""
    certain = {spec.metric_id for spec in map(_certain, headers) if spec is not None}
    return certain | {spec.metric_id for header in headers for spec in _ambiguous(header)}
