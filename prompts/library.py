"""Loading and rendering prompts. A prompt is `prompts/<id>.md`: front matter, then `# System` and `# User`.

A prompt whose front matter says `shares: <id>` has the system part of that prompt instead of one of its own.
"""

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from string import Template

import yaml

from schemas.judging import Role

_FOLDER = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Rendered:
    """A prompt with its variables filled in, ready to be sent."""

    prompt_id: str
    version: int
    role: Role
    system: str
    user: str

    @property
    def digest(self) -> str:
        """Sixteen hex digits over everything that is sent."""
        return sha256(f"{self.prompt_id}\0{self.version}\0{self.system}\0{self.user}".encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Prompt:
    """A prompt as its file has it. `answers` is the name of the pydantic model that the answer must fit.

    `system` is the same for every paper and comes first, so that endpoints which cache prefixes can.
    """

    prompt_id: str
    version: int
    role: Role
    answers: str
    system: str
    user: str

    @property
    def digest(self) -> str:
        """Sixteen hex digits over the whole prompt, for `prompts.lock`."""
        text = "\0".join((self.prompt_id, self.role, self.answers, self.system, self.user))
        return sha256(text.encode()).hexdigest()[:16]

    def render(self, **variables: str) -> Rendered:
        """Fill in the variables. Raises KeyError for one that is missing and for one that the prompt does not use."""
        wanted = set(Template(self.system).get_identifiers()) | set(Template(self.user).get_identifiers())
        if wanted != variables.keys():
            raise KeyError(f"{self.prompt_id}: missing {wanted - variables.keys()}, unused {variables.keys() - wanted}")
        system, user = Template(self.system), Template(self.user)
        return Rendered(
            self.prompt_id, self.version, self.role, system.substitute(variables), user.substitute(variables)
        )


@cache
def load(prompt_id: str) -> Prompt:
    """The prompt of that id. Raises FileNotFoundError or ValueError for a file that is no prompt."""
    _, head, body = (_FOLDER / f"{prompt_id}.md").read_text(encoding="utf-8").split("---\n", 2)
    front = yaml.safe_load(head)
    system, user = f"\n{body}".split("\n# User\n", 1)
    shared = front.get("shares")
    if front["id"] != prompt_id or bool(shared) == system.lstrip().startswith("# System\n"):
        raise ValueError(
            f"prompts/{prompt_id}.md: id and file name differ, or there is not one of `# System`, `shares`"
        )
    return Prompt(
        prompt_id=prompt_id,
        version=int(front["version"]),
        role=Role(front["role"]),
        answers=front["answers"],
        system=load(shared).system if shared else system.lstrip().removeprefix("# System\n").strip(),
        user=user.strip(),
    )


def all_prompts() -> tuple[Prompt, ...]:
    """Every prompt of this folder, by id."""
    return tuple(load(path.stem) for path in sorted(_FOLDER.glob("*.md")))
