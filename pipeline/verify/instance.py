"""One evaluation setting made from files by a recipe."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemas.task import ReferenceType

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Instance:
    """The two sides of a setting. Every frame has the recipe's `id_column`.

    `train` and `validation` hold inputs and target; `test_inputs` holds inputs only; `truth` holds id and target of
    the same rows in the same order. Test ids are drawn so that they tell nothing of the target.
    `targets` are all target columns where there are several, `target` the first of them; what is not known is missing.

    Of a distribution, `test_inputs` holds ids only, one per sample to make, and `truth` the inputs of the reference. Of
    an oracle, the truth is the best value known, and `train` may have no rows.
    """

    setting_id: str
    id_column: str
    inputs: tuple[str, ...]
    target: str
    target_kind: str
    classes: tuple[str, ...]
    train: "pd.DataFrame"
    test_inputs: "pd.DataFrame"
    truth: "pd.DataFrame"
    validation: "pd.DataFrame | None" = None
    targets: tuple[str, ...] = ()
    kind: ReferenceType = ReferenceType.LABEL
    oracle: str | None = None

    @property
    def target_columns(self) -> tuple[str, ...]:
        """All columns that are asked for; none of a distribution."""
        return self.targets or ((self.target,) if self.target else ())
