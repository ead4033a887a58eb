"""Templates: jinja2 files in `templates/`, where a missing variable is an error."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

TEMPLATES = Path(__file__).parent / "templates"


@cache
def _environment() -> Environment:
    # The output is Markdown, Python and plain text; nothing of it is HTML, so nothing is escaped.
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )


def render(template: str, **values: Any) -> str:
    """A template of `templates/` with its variables filled in; runs of blank lines become one (in Python two)."""
    text = _environment().get_template(f"{template}.j2").render(values)
    most = 2 if template.endswith(".py") else 1
    lines = re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)
    return re.sub(rf"\n{{{most + 2},}}", "\n" * (most + 1), lines).strip("\n") + "\n"
