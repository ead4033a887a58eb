"""Answers in files, one per question, named by the question's key: the cache, and recordings.

A file holds no text of the paper and no key: prompt, model and settings stand there by name and digest.
"""

import json
import secrets
from pathlib import Path

from pydantic import JsonValue, ValidationError

from pipeline.adapters.chat.asked import Answered, Asked
from schemas.base import Part
from schemas.errors import StalledError


class AnswerFile(Part):
    """The content of a file."""

    key: str
    prompt_id: str
    prompt_version: int
    prompt_digest: str
    settings: dict[str, JsonValue]
    answer: JsonValue = None
    declined: str = ""


class AnswerFiles:
    """A folder of answers. Files appear whole or not at all, whoever else writes them.

    They are not flushed to the disk one by one: a power cut may cost the last of them, and each is then asked anew.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, asked: Asked) -> Answered | None:
        """The answer to a question; None if there is none that fits the form of today."""
        try:
            found = AnswerFile.model_validate_json(self.path(asked).read_bytes())
            if found.declined:
                return Answered("", found.declined)
            return Answered(asked.question.answer.model_validate(found.answer).model_dump_json())
        except (FileNotFoundError, ValidationError):
            return None
        except OSError as error:
            raise self._fault("read", error) from None

    def put(self, asked: Asked, answered: Answered) -> None:
        """Keep an answer. Raises StalledError where the disk refuses."""
        content = AnswerFile(
            key=asked.key,
            prompt_id=asked.rendered.prompt_id,
            prompt_version=asked.rendered.version,
            prompt_digest=asked.rendered.digest,
            settings=asked.endpoint.settings,
            answer=json.loads(answered.text) if answered.text else None,
            declined=answered.declined,
        )
        path = self.path(asked)
        part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            text = json.dumps(content.model_dump(mode="json"), sort_keys=True, ensure_ascii=False)
            part.write_text(text + "\n", encoding="utf-8")
            part.replace(path)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise self._fault("write", error) from None

    def path(self, asked: Asked) -> Path:
        """Where the answer to a question lies."""
        return self.folder / asked.key[:2] / f"{asked.key}.json"

    def _fault(self, action: str, error: OSError) -> StalledError:
        hint = "free space, or give the folder the right permissions, and run again"
        return StalledError(f"cannot {action} the answers in {self.folder}: {error.strerror or error}", hint)
