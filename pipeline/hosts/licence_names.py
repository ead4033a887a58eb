"""Licences as hosts name them, as SPDX identifiers. What is not recognised stays as it is."""

import re

_CC = re.compile(r"\bcc[\s_-]*(by(?:[\s_-]*(?:nc|nd|sa))*)[\s_-]*(?:version\s*)?([1-4](?:\.[0-9])?)?", re.IGNORECASE)
_CC_URL = re.compile(r"creativecommons\.org/licenses/([a-z-]+)/([\d.]+)", re.IGNORECASE)
_CC_WORDS = (
    (re.compile(r"non[\s-]?commercial", re.IGNORECASE), "nc"),
    (re.compile(r"no[\s-]?deriv\w*", re.IGNORECASE), "nd"),
    (re.compile(r"share[\s-]?alike", re.IGNORECASE), "sa"),
)
_SPDX_URL = re.compile(r"spdx\.org/licenses/([\w.+-]+?)(?:\.html|\.json)?/?$", re.IGNORECASE)
_KNOWN = {
    "cc0": "CC0-1.0",
    "cc0-1.0": "CC0-1.0",
    "cc-zero": "CC0-1.0",
    "mit": "MIT",
    "mit license": "MIT",
    "apache-2.0": "Apache-2.0",
    "apache 2.0": "Apache-2.0",
    "apache2.0": "Apache-2.0",
    "apache license 2.0": "Apache-2.0",
    "bsd-3-clause": "BSD-3-Clause",
    "bsd-2-clause": "BSD-2-Clause",
    "gpl-3.0": "GPL-3.0",
    "gpl-3.0-only": "GPL-3.0",
    "gpl-3.0-or-later": "GPL-3.0",
    "gnu general public license v3.0": "GPL-3.0",
    "gpl-2.0": "GPL-2.0",
    "agpl-3.0": "AGPL-3.0",
    "lgpl-3.0": "LGPL-3.0",
    "mpl-2.0": "MPL-2.0",
    "odbl": "ODbL-1.0",
    "odbl-1.0": "ODbL-1.0",
    "unlicense": "Unlicense",
}
_NONE = {"", "none", "null", "noassertion", "other", "unknown", "n/a", "other-open", "notspecified"}


def spdx(named: object) -> str | None:
    """The SPDX identifier of a licence as a host names it; the name itself where it is not known; None for none."""
    text = str(named or "").strip()
    low = text.lower()
    if low in _NONE:
        return None
    if low in _KNOWN:
        return _KNOWN[low]
    return _creative_commons(text) or _by_url(text) or text[:120]


def _creative_commons(text: str) -> str | None:
    if re.search(r"\bcc[\s_-]*0\b|publicdomain/zero|cc0 1\.0", text, re.IGNORECASE):
        return "CC0-1.0"
    if found := _CC_URL.search(text):
        return f"CC-{found.group(1).upper()}-{found.group(2)}"
    if found := _CC.search(text):
        parts = re.findall(r"by|nc|nd|sa", found.group(1).lower())
        return "-".join(filter(None, ("CC", *(part.upper() for part in parts), found.group(2) or _version(text))))
    if re.search(r"creative commons attribution", text, re.IGNORECASE):
        parts = [name for pattern, name in _CC_WORDS if pattern.search(text)]
        return "-".join(filter(None, ("CC", "BY", *(part.upper() for part in parts), _version(text))))
    return None


def _version(text: str) -> str:
    found = re.search(r"\b[1-4]\.[05]\b", text)
    return found.group(0) if found else ""


def _by_url(text: str) -> str | None:
    found = _SPDX_URL.search(text)
    return found.group(1) if found else None
