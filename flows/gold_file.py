"""Reading a gold file."""

from pathlib import Path

from pydantic import ValidationError

from schemas.errors import UsageError
from schemas.gold import GoldPaper


def load_gold(path: Path) -> tuple[GoldPaper, ...]:
    """One paper per line. Raises UsageError that names the line and the field."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: cannot be read: {error}", "give a UTF-8 file with a JSON object per line") from None
    found = []
    for number, text in enumerate(lines, start=1):
        try:
            if text.strip():
                found.append(GoldPaper.model_validate_json(text))
        except ValidationError as error:
            first = error.errors()[0]
            field = ".".join(str(part) for part in first["loc"]) or "the line"
            message = f"{path}, line {number}: {field}: {first['msg']}"
            raise UsageError(message, "the fields are those of schemas/gold.py") from None
    if not found:
        raise UsageError(f"{path}: holds no paper", "give a file with a JSON object per line")
    return tuple(found)
