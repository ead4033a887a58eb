"""Data verification: can anyone get it, is it what the paper says, does it come apart into a problem and an answer.

`verify` is the stage; `materialise` carries out a recipe.
"""

from pipeline.verify.errors import RecipeError
from pipeline.verify.instance import Instance
from pipeline.verify.materialise import materialise
from pipeline.verify.stage import verify

__all__ = ["Instance", "RecipeError", "materialise", "verify"]
