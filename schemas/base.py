"""What every record shares: frozen, closed, and aware of the table it is kept in."""

from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, StringConstraints


class Part(BaseModel):
    """A frozen value inside a record. Unknown fields are an error, so a renamed field cannot pass unseen."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_enum_values=False, ser_json_inf_nan="constants")


class Record(Part):
    """A row of a warehouse table. `key` names the columns that are unique within one unit of work."""

    table: ClassVar[str]
    key: ClassVar[tuple[str, ...]]
    version: ClassVar[int] = 1

    paper_id: str


Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
