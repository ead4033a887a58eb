"""F5: internals of the evaluation."""

import re
from pathlib import Path

from pipeline.leakage.visible import VisibleFile, visible_files
from pipeline.pack.firewall.hit import Hit, snippet
from pipeline.pack.firewall.secrets import Secrets

RULE = "F5"
TITLE = "No evaluation internals"

_INTERNALS = re.compile(
    r"ground[\s_-]?truth|\bevaluation/|[\"']evaluation[\"']|\bevaluator(?:\.py)?\b|\btruth\.csv\b|\bscoring\.json\b|\bleader-?board\b|"
    r"\bfirewall\.json\b|\bpack\.lock\b|\bmetadata\.json\b|\b(?:hidden|secret|withheld|held[\s-]?out) "
    r"(?:test|label|answer|target|truth)s?(?: (?:set|labels|key))?"
    r"|\banswer key\b|\bsota\b|\bstate[\s-]of[\s-]the[\s-]art\b"
)


def scan(pack_dir: Path, secrets: Secrets) -> tuple[Hit, ...]:
    """Paths and words of the evaluation side in visible prose and file names."""
    return tuple(hit for file in visible_files(pack_dir) for hit in _hits(file))


def _hits(file: VisibleFile) -> list[Hit]:
    texts = ((file.path, file.path.lower()), *([(file.text, file.folded)] if file.is_prose else []))
    return [
        Hit(RULE, file.path, match.start(), "evaluation internal", snippet(text, *match.span()))
        for text, folded in texts
        for match in _INTERNALS.finditer(folded)
    ]
