"""What the doctor says of the models: each endpoint that a role uses is asked once."""

from collections.abc import Iterator

from flows.settings import Settings
from flows.wiring import probe
from schemas.endpoints import Endpoint
from schemas.errors import PapergymError
from schemas.judging import Role

Look = tuple[str, str, str]
"""What was looked at, how it is (pass, warn, fail, skipped), and what to do."""


def look_at_models(settings: Settings) -> Iterator[Look]:
    """A line per endpoint with its roles, and warnings. Nothing is asked where no model is set."""
    models = settings.models
    if not models.is_configured:
        yield "models", "skipped", "none set; the rules decide alone, and what they leave open waits for a human"
        return
    shared: list[tuple[Endpoint, list[Role]]] = []
    for role in Role:
        endpoint = models.of(role)
        roles = next((roles for known, roles in shared if known == endpoint), None)
        if roles is None:
            shared.append((endpoint, [role]))
        else:
            roles.append(role)
    for _, roles in shared:
        yield _asked(settings, roles)
    if models.warning:
        yield "models", "warn", models.warning
    if _is_unpriced(settings):
        yield (
            "budget",
            "warn",
            "dollars are limited, but an endpoint without price_in and price_out counts as free",
        )


def _asked(settings: Settings, roles: list[Role]) -> Look:
    name = f"model of {', '.join(roles)}"
    try:
        return name, "pass", probe(settings.models.endpoint(roles[0]), roles[0])
    except PapergymError as error:
        return name, "fail", "; ".join(part for part in (error.message, error.hint) if part)


def _is_unpriced(settings: Settings) -> bool:
    budget = settings.budget
    limits = (budget.run_dollars, budget.paper_dollars, budget.total_dollars)
    endpoints = [settings.models.of(role) for role in Role]
    return any(limit is not None for limit in limits) and any(not e.price_in and not e.price_out for e in endpoints)
