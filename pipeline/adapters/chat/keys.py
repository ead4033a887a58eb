"""Keys: read from the environment, and taken out of whatever a server says."""

from collections.abc import Mapping

from pydantic import SecretStr

from schemas.endpoints import Endpoint
from schemas.errors import UsageError

_MASK = "[key]"


def key_of(endpoint: Endpoint, environment: Mapping[str, str]) -> SecretStr:
    """The key of an endpoint, empty where it needs none. Raises UsageError that names the variable."""
    if not endpoint.key_variable:
        return SecretStr("")
    key = environment.get(endpoint.key_variable, "").strip()
    if not key:
        raise UsageError(
            f"the environment variable {endpoint.key_variable} is not set",
            f"it must hold the key of {endpoint.base_url}; or leave key_variable out where none is needed",
        )
    if not key.isascii() or not key.isprintable() or " " in key:
        raise UsageError(f"{endpoint.key_variable} holds no key: it has blanks or letters that no header may carry")
    return SecretStr(key)


def without(key: SecretStr, text: str) -> str:
    """A text that a server sent, without our key: some repeat it in their errors."""
    secret = key.get_secret_value()
    return text.replace(secret, _MASK) if secret else text
