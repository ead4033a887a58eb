"""Where models are asked, what they cost, and how much may be spent: the `[models]` and `[budget]` of the settings."""

import json
from hashlib import sha256
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import Field, JsonValue, NonNegativeFloat, PositiveFloat, PositiveInt, StringConstraints, field_validator

from schemas.base import Part
from schemas.errors import UsageError
from schemas.judging import Role

Judge = Literal["rules", "llm"]
VariableName = Annotated[str, StringConstraints(pattern=r"^([A-Za-z_][A-Za-z0-9_]*)?$", max_length=64)]
_MILLION = 1e6
_SHAPES_ANSWERS = {
    *("model", "temperature", "seed", "max_output_tokens", "context_tokens"),
    *("show_schema", "leave_out", "extra"),
}


class Endpoint(Part):
    """An OpenAI-compatible endpoint and one model there. Prices in US dollars per million tokens.

    `base_url` is the address that `/chat/completions` follows. A key stands only in the environment, under the name
    `key_variable`; empty for servers that want none.
    """

    base_url: str = ""
    model: str = ""
    key_variable: VariableName = ""
    price_in: NonNegativeFloat = 0.0
    price_cached: NonNegativeFloat | None = Field(None, description="input read from the server's cache; else price_in")
    price_out: NonNegativeFloat = 0.0
    context_tokens: int = Field(32_768, ge=512, description="input and output together")
    max_output_tokens: int = Field(2_048, ge=16)
    temperature: float = Field(0.0, ge=0, le=2)
    seed: int | None = 0
    timeout_seconds: PositiveFloat = 120.0
    tries: int = Field(4, ge=1, le=10, description="how often a call is sent before its paper stalls")
    requests_at_once: int = Field(4, ge=1, le=256)
    requests_per_minute: PositiveInt | None = None
    show_schema: bool = Field(False, description="put the schema into the prompt, for servers that ignore it")
    limit_parameter: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    leave_out: tuple[Literal["temperature", "seed"], ...] = Field((), description="what the endpoint refuses")
    extra: dict[str, JsonValue] = Field(default_factory=dict, description="sent along, e.g. reasoning_effort")

    @field_validator("base_url")
    @classmethod
    def _without_secrets(cls, value: str) -> str:
        """The address is kept with every call, so it must hold no key."""
        parts = urlsplit(value)
        if value and (parts.scheme not in {"http", "https"} or not parts.hostname):
            raise ValueError("it must start with http:// or https://")
        if parts.username or parts.password or parts.query:
            raise ValueError("it must hold no user, password or query: name the key's variable in key_variable")
        return value.rstrip("/")

    def cost(self, tokens_in: int, tokens_out: int, tokens_cached: int = 0) -> float:
        """US dollars for a call; `tokens_cached` are those of `tokens_in` that the server had in its cache."""
        cached = self.price_in if self.price_cached is None else self.price_cached
        fresh = tokens_in - tokens_cached
        return (fresh * self.price_in + tokens_cached * cached + tokens_out * self.price_out) / _MILLION

    @property
    def settings(self) -> dict[str, JsonValue]:
        """What can change an answer to the same prompt. Not the address: a model answers alike wherever it runs."""
        return self.model_dump(mode="json", include=_SHAPES_ANSWERS)


class Models(Part):
    """The endpoint of each role. What a role leaves open is taken from `default`."""

    default: Endpoint = Endpoint()
    screener: Endpoint = Endpoint()
    extractor: Endpoint = Endpoint()
    reviewer: Endpoint = Endpoint()
    judge: Endpoint = Endpoint()
    writer: Endpoint = Endpoint()

    def of(self, role: Role) -> Endpoint:
        """The endpoint of a role, with the default's settings where it has none of its own."""
        own: Endpoint = getattr(self, role.value)
        chosen = {name: getattr(own, name) for name in own.model_fields_set}
        return self.default.model_copy(update=chosen)

    def endpoint(self, role: Role, replaying: bool = False) -> Endpoint:
        """The same, ready for use. Raises UsageError that names the setting that is missing."""
        found = self.of(role)
        for name in ("model",) if replaying else ("model", "base_url"):
            if not getattr(found, name):
                raise UsageError(
                    f"no {name} is set for the {role}",
                    f"set {name} in [models.{role}] or [models.default] of papergym.toml, "
                    f"or PAPERGYM_MODELS__{role.value.upper()}__{name.upper()}",
                )
        return found

    def signature(self, *roles: Role) -> str:
        """Twelve hex digits that change when answers of these roles could. No address, key, price or pace does that."""
        settings = [self.of(role).settings for role in roles]
        return sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:12]

    @property
    def is_configured(self) -> bool:
        """True if some role has a model."""
        return any(self.of(role).model for role in Role)

    @property
    def warning(self) -> str:
        """What a run says of models that judge themselves; empty where reviewer and extractor differ."""
        reviewer, extractor = self.of(Role.REVIEWER).model, self.of(Role.EXTRACTOR).model
        if reviewer != extractor:
            return ""
        return f"the reviewer is the extractor's model ({reviewer}): it will miss what that model tends to miss"


class Budget(Part):
    """What may be spent, in US dollars and tokens (in and out). No limit where a value is left out.

    `run` counts all attempts of one run, `paper` one paper in one run, `total` every call in the warehouse.
    """

    run_dollars: NonNegativeFloat | None = None
    run_tokens: PositiveInt | None = None
    paper_dollars: NonNegativeFloat | None = None
    total_dollars: NonNegativeFloat | None = None
