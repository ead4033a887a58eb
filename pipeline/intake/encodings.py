"""Text whose UTF-8 bytes were once taken for Latin-1 and encoded again, so that a dash became three characters."""

import re

_TWICE = re.compile(rb"\xc3[\x82-\xb4]\xc2[\x80-\x9f]")
_RUN = re.compile("[\u00c2-\u00f4][\u0080-\u00bf]{1,3}")


def repaired(data: bytes) -> bytes:
    """UTF-8 bytes with double encoding undone; other bytes as they are.

    Sure signs are control characters (U+0080 to U+009F) behind an accented letter, which no text contains.
    """
    if _TWICE.search(data) is None:
        return data
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return data
    return _RUN.sub(_once, text).encode("utf-8")


def _once(found: re.Match[str]) -> str:
    try:
        return found.group().encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        return found.group()
