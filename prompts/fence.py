"""Paper text inside a prompt: fenced off, so that nothing in it can end the fence or pose as a speaker."""

import re
from hashlib import sha256

_SPEAKER_TOKENS = re.compile(r"<\|[^<>|]{0,60}\|>|\[/?INST\]|<</?SYS>>|</?s>", re.IGNORECASE)
_TAG = re.compile(
    r"<(?=\s*/?\s*(?:paper|record|argument|facts|document|system|assistant|user|untrusted)\b)", re.IGNORECASE
)


def fenced(label: str, text: str) -> str:
    """`text` between two lines that carry a digest of it: a text cannot hold its own digest, so it cannot close them.

    Chat-template tokens are taken out, and `<` before a tag name that fences use becomes U+2039.
    """
    quiet = _TAG.sub("\u2039", _SPEAKER_TOKENS.sub(" ", text))
    mark = sha256(quiet.encode()).hexdigest()[:8]
    return f"<{label} id={mark}>\n{quiet}\n</{label} id={mark}>"
