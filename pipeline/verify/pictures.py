"""Pictures by their header: size, channels and frames. Pixels are never decoded."""

import struct
import warnings
from pathlib import Path

from pipeline.verify.format import Description, ReadError
from schemas.data import Column

_FAULTS = (OSError, ValueError, SyntaxError, TypeError, KeyError, IndexError, struct.error, OverflowError, EOFError)
_DEPTHS = {"1": "bool", "I": "int32", "F": "float32", "I;16": "uint16", "I;16B": "uint16", "I;16L": "uint16"}


def describe_as(path: Path, kind: str) -> Description:
    """A picture of the format `kind` (Pillow's name). Rows are frames, the column is `<type>[<height>x<width>x<n>]`."""
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(path, formats=(kind,)) as image:
                (width, height), channels = image.size, len(image.getbands())
                depth, frames = _DEPTHS.get(image.mode, "uint8"), getattr(image, "n_frames", 1)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise ReadError(f"more pixels than are decoded: {error}") from error
    except _FAULTS as error:
        raise ReadError(f"not a {kind} picture: {error}") from error
    dtype = f"{depth}[{height}x{width}{f'x{channels}' if channels > 1 else ''}]"
    return Description(frames, (Column(name="pixels", dtype=dtype),), preview=(f"{kind} {width}x{height}",))
