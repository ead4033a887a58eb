"""Packs: built, verified, and put in their place."""

from pipeline.pack.builder import build
from pipeline.pack.verification import verify_pack

__all__ = ["build", "verify_pack"]
