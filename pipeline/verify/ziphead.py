"""The name of the first member of a zip archive, from the archive's first bytes (APPNOTE.TXT 4.3.7)."""

_MAGIC = b"PK\x03\x04"
_NAME_LENGTH = slice(26, 28)
_NAME_START = 30


def first_member(head: bytes) -> str:
    """The first member's name; empty where the bytes are no zip archive."""
    if not head.startswith(_MAGIC):
        return ""
    length = int.from_bytes(head[_NAME_LENGTH], "little")
    return head[_NAME_START : _NAME_START + length].decode("utf-8", "replace")
