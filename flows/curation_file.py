"""Finding and reading the curation file beside a paper."""

from hashlib import sha256
from pathlib import Path

from pydantic import ValidationError

from schemas.curation import Curation
from schemas.errors import UsageError


def curation_path(paper: Path) -> Path | None:
    """`<stem>.curation.yaml` beside the paper, else `curation.yaml` in its folder, else None."""
    candidates = (paper.with_name(f"{paper.stem}.curation.yaml"), paper.with_name("curation.yaml"))
    return next((path for path in candidates if path.is_file()), None)


def load_curation(path: Path) -> Curation:
    """A curation file as a record. Raises UsageError that names the file, the line or the field."""
    import yaml

    try:
        return Curation.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except yaml.YAMLError as error:
        raise UsageError(f"{path}: not YAML: {' '.join(str(error).split())}", "see CONTRIBUTING.md, Curation") from None
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"]) or "the file"
        raise UsageError(f"{path}: {field}: {first['msg']}", "the fields are those of schemas/curation.py") from None
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: cannot be read: {error}", "make it a readable UTF-8 file") from None


def digest_of(curation: Curation | None) -> str:
    """A digest of what a human decided: a comment or a blank line in the file changes nothing."""
    return sha256(curation.model_dump_json().encode()).hexdigest()[:12] if curation else "none"
