"""What every record shares: frozen, closed, and aware of the table it is kept in."""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, ClassVar, Self

from pydantic import BaseModel, ConfigDict, StringConstraints


class Part(BaseModel):
    """A frozen value inside a record. Unknown fields are an error, so a renamed field cannot pass unseen."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_enum_values=False, ser_json_inf_nan="constants")

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """A changed copy, without what was computed from the old values."""
        copied = super().model_copy(update=update, deep=deep)
        for name, member in vars(type(self)).items():
            if isinstance(member, cached_property):
                copied.__dict__.pop(name, None)
        return copied


class Record(Part):
    """A row of a warehouse table. `key` names the columns that are unique within one unit of work."""

    table: ClassVar[str]
    key: ClassVar[tuple[str, ...]]
    version: ClassVar[int] = 1

    paper_id: str


Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
