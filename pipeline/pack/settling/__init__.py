"""What the paper does not say of a metric, settled by the numbers that it prints, before a pack is made."""

from pipeline.pack.settling.settle import Settlement, settle

__all__ = ["Settlement", "settle"]
