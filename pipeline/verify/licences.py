"""Which licence a licence file is: an SPDX identifier from the phrases that licences are known by."""

import re
from pathlib import PurePath

_NAME = re.compile(r"(?i)^(un)?licen[cs]e|^copying|^eula|[-_. ]licen[cs]e([-_. ]|$)")

# In order: a licence that quotes another stands before it. Sources: the texts of the SPDX licence list.
_PHRASES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("CC0-1.0", ("cc0 1.0 universal",)),
    ("CC-BY-NC-ND-4.0", ("attribution-noncommercial-noderivatives 4.0",)),
    ("CC-BY-NC-SA-4.0", ("attribution-noncommercial-sharealike 4.0",)),
    ("CC-BY-NC-4.0", ("attribution-noncommercial 4.0",)),
    ("CC-BY-ND-4.0", ("attribution-noderivatives 4.0",)),
    ("CC-BY-SA-4.0", ("attribution-sharealike 4.0",)),
    ("CC-BY-4.0", ("attribution 4.0 international",)),
    ("Apache-2.0", ("apache license", "version 2.0")),
    ("AGPL-3.0", ("gnu affero general public license", "version 3")),
    ("LGPL-3.0", ("gnu lesser general public license", "version 3")),
    ("LGPL-2.1", ("gnu lesser general public license", "version 2.1")),
    ("GPL-3.0", ("gnu general public license", "version 3")),
    ("GPL-2.0", ("gnu general public license", "version 2")),
    ("MPL-2.0", ("mozilla public license version 2.0",)),
    ("MPL-2.0", ("mozilla public license, version 2.0",)),
    ("BSD-3-Clause", ("redistributions of source code must retain", "names of its contributors")),
    ("BSD-3-Clause", ("redistributions of source code must retain", "neither the name")),
    ("BSD-2-Clause", ("redistributions of source code must retain", "in binary form")),
    ("MIT", ("permission is hereby granted, free of charge", "without warranty of any kind")),
    ("ISC", ("permission to use, copy, modify, and/or distribute this software",)),
    ("Unlicense", ("this is free and unencumbered software released into the public domain",)),
    ("ODbL-1.0", ("open database license",)),
)


def is_licence_name(name: str) -> bool:
    """True for the names that licence texts go by, such as `LICENSE`, `LICENCE.txt`, `COPYING`."""
    return bool(_NAME.search(PurePath(name).name))


def spdx_of(text: str) -> str | None:
    """The SPDX identifier of a licence text, or None where no known phrase stands in it."""
    folded = " ".join(text.lower().split())
    title = folded[:300]
    for spdx, phrases in _PHRASES:
        # The GNU texts name each other further down; only their title says which one this is.
        if all(phrase in (title if "GPL" in spdx else folded) for phrase in phrases):
            return spdx
    return None
