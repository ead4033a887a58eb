"""Whether a licence lets anyone pass data on. What is not known to allow it is taken not to."""

import re
from enum import StrEnum


class Redistribution(StrEnum):
    """May the files of a licence be shipped in a pack that anyone may use?"""

    ALLOWED = "allowed"
    RESTRICTED = "restricted"
    UNKNOWN = "unknown"


# SPDX identifiers whose texts allow redistribution, also changed and for any purpose (SPDX licence list).
_ALLOWED = frozenset(
    (
        *("cc0-1.0", "cc-by-4.0", "cc-by-3.0", "cc-by-2.0", "cc-by-sa-4.0", "cc-by-sa-3.0", "pddl-1.0", "odc-by-1.0"),
        *("odbl-1.0", "mit", "mit-0", "apache-2.0", "bsd-2-clause", "bsd-3-clause", "isc", "unlicense", "mpl-2.0"),
        *("gpl-2.0", "gpl-3.0", "lgpl-2.1", "lgpl-3.0", "agpl-3.0", "cdla-permissive-1.0", "cdla-permissive-2.0"),
    )
)
_CREATIVE_COMMONS = re.compile(
    r"creativecommons\.org/(?:licenses|publicdomain)/([a-z-]+)/([\d.]+)|^cc[- ]?(by[a-z -]*?)[- ]?v?(\d\.\d)"
)
_ZERO = re.compile(r"^cc[- ]?0|creativecommons\.org/publicdomain/zero|public domain")
_RESTRICTING = re.compile(r"(^|[- ])(nc|nd|noncommercial|noderiv\w*)([- ]|$)|all.rights.reserved|proprietary")


def redistribution(licence: str | None) -> Redistribution:
    """The class of a licence by its SPDX identifier, its usual name or its address."""
    if not licence or licence.strip().lower() in ("", "other", "noassertion", "custom"):
        return Redistribution.UNKNOWN
    name = spdx_like(licence)
    if _RESTRICTING.search(name):
        return Redistribution.RESTRICTED
    return Redistribution.ALLOWED if name in _ALLOWED else Redistribution.UNKNOWN


def spdx_like(licence: str) -> str:
    """A licence in the spelling of SPDX, in lower case: `CC BY 4.0` and its address become `cc-by-4.0`."""
    text = " ".join(licence.strip().lower().replace("_", "-").split())
    if _ZERO.search(text):
        return "cc0-1.0"
    found = _CREATIVE_COMMONS.search(text)
    if found:
        kind, version = found.group(1) or found.group(3), found.group(2) or found.group(4)
        return f"cc-{kind.strip().replace(' ', '-')}-{version}"
    text = re.sub(r"[- ](only|or-later)$", "", text)
    text = re.sub(r"^(the )?(.*?)( license)?$", r"\2", text)
    return text.replace("apache 2.0", "apache-2.0").replace(" ", "-")
