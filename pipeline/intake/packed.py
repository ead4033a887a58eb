"""Papers in gzip, ZIP and tar files: LaTeX sources, or one document of another format that is read from text."""

from pipeline.intake.archives import Files, is_tar, text_files, unzipped
from pipeline.intake.detect import detect
from pipeline.intake.failures import failure
from schemas.paper import SourceFormat

_PACKED = (b"PK\x03\x04", b"\x1f\x8b")
_ASIDE = {SourceFormat.PDF, SourceFormat.LATEX, SourceFormat.UNKNOWN}


def is_packed(data: bytes) -> bool:
    """True for what `unpacked` opens."""
    return data.startswith(_PACKED) or is_tar(data)


def unpacked(data: bytes) -> Files | bytes:
    """The files of LaTeX sources, or the bytes of the one document in an archive.

    Raises UnreadableError (hostile, too_large, damaged, encrypted, unsupported_format). Archives in archives stay shut.
    """
    if data.startswith(b"\x1f\x8b"):
        content = unzipped(data) if not _holds_tar(data) else None
        if content is not None:
            return {"main.tex": content} if detect(content).format is SourceFormat.LATEX else content
    files = text_files(data)
    if any(b"\\documentclass" in text or b"\\documentstyle" in text for text in files.values()):
        return files
    documents = [text for text in files.values() if detect(text).format not in _ASIDE]
    if len(documents) == 1:
        return documents[0]
    count = f"{len(documents)} documents" if documents else "no LaTeX source and no other paper"
    raise failure("unsupported_format", f"an archive with {count}")


def _holds_tar(data: bytes) -> bool:
    """Look at the first block only: the rest may be a bomb."""
    import zlib

    try:
        return is_tar(zlib.decompressobj(wbits=31).decompress(data, 1024))
    except zlib.error as error:
        raise failure("damaged", f"the gzip file cannot be unpacked: {error}") from error
