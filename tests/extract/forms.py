"""Filled-in forms of extraction, as short as a test can have them."""

from typing import Any


def algorithm(name: str, quote: str, *variants: str) -> dict[str, Any]:
    return {"name": name, "variants": variants, "quote": quote}


def setting(name: str, quote: str, protocol: str = "fixed", **fields: Any) -> dict[str, Any]:
    made = {"name": name, "task": "", "protocol": protocol, "reference": "label", "sources": (), "sizes": ()}
    return made | {"depends_on": "", "quote": quote} | fields


def metric(metric_id: str, printed: str, quote: str, direction: str = "higher", **fields: Any) -> dict[str, Any]:
    made = {"metric_id": metric_id, "printed": printed, "direction": direction, "averaging": "unstated"}
    return made | {"is_primary": False, "quote": quote} | fields


def component(name: str, role: str, quote: str, **fields: Any) -> dict[str, Any]:
    return {"name": name, "role": role, "settings": (), "url": "", "reason": "", "quote": quote} | fields


def task_form(algorithm_: dict[str, Any], *entries: dict[str, Any]) -> dict[str, Any]:
    """A form from its entries; what an entry is shows in its fields."""
    kinds = {"settings": "protocol", "metrics": "metric_id", "components": "url"}
    lists = {kind: tuple(item for item in entries if mark in item) for kind, mark in kinds.items()}
    return {"algorithm": algorithm_, **lists}


def line(axis: str, index: int, header: str, **fields: Any) -> dict[str, Any]:
    made = {"axis": axis, "index": index, "header": header, "method": "", "role": None, "metric": "", "setting": ""}
    return made | fields


def score_table(label: str, *lines: dict[str, Any], metric: str = "", setting: str = "") -> dict[str, Any]:
    return {"label": label, "metric": metric, "setting": setting, "lines": lines}


def score_form(*tables: dict[str, Any]) -> dict[str, Any]:
    return {"tables": tables}
