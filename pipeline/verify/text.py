"""Bytes to text, the same way everywhere, with what was odd about them."""

import codecs
from pathlib import Path

_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def decode(data: bytes) -> tuple[str, tuple[str, ...]]:
    """The text of a file and warnings. UTF-8, UTF-16 with its mark, else Latin-1, in which every byte is a letter."""
    warnings = []
    encoding = next((name for mark, name in _BOMS if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        text = data.decode("latin-1")
        warnings.append(f"not {encoding} (byte {error.start}); read as Latin-1")
    if "\0" in text:
        warnings.append(f"{text.count(chr(0))} NUL characters")
    return text, tuple(warnings)


def read_text(path: Path) -> tuple[str, tuple[str, ...]]:
    """The decoded text of a file, and warnings."""
    return decode(path.read_bytes())


def looks_like_text(head: bytes) -> bool:
    """True where the first bytes of a file are printable in some encoding. An empty file is no text."""
    if not head:
        return False
    if any(head.startswith(mark) for mark, _ in _BOMS):
        return True
    odd = sum(byte < 32 and byte not in b"\t\n\r\f\v\x1b" for byte in head)
    return odd / len(head) < 0.02


def first_lines(head: bytes, count: int) -> list[str]:
    """The first whole lines that are not blank. The last line is dropped where the head may cut it."""
    lines = decode(head)[0].splitlines()
    whole = lines[:-1] if len(lines) > 1 and not head.endswith((b"\n", b"\r")) and len(head) >= HEAD_BYTES else lines
    return [line for line in whole if line.strip()][:count]


HEAD_BYTES = 64 * 1024
