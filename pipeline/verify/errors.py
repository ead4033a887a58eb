"""What goes wrong with a recipe."""

from schemas.errors import PapergymError


class RecipeError(PapergymError):
    """A recipe that its files do not bear out: a fault of the data or of the recipe, and how to correct it."""
