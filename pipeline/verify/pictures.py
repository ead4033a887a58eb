"""Pictures by their header: size, channels and frames. Pixels are decoded only where a recipe reads them."""

import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.verify.arrays import frame_of, inner_shape, size_of
from pipeline.verify.damage import reading
from pipeline.verify.format import Description, ReadError
from schemas.data import Column
from schemas.transforms import ReaderOptions

if TYPE_CHECKING:
    import pandas as pd

PIXELS = "pixels"

_DEPTHS = {"1": "bool", "I": "int32", "F": "float32", "I;16": "uint16", "I;16B": "uint16", "I;16L": "uint16"}


def describe_as(path: Path, kind: str) -> Description:
    """A picture of the format `kind` (Pillow's name). Rows are frames, the column is `<type>[<height>x<width>x<n>]`."""
    from PIL import Image

    try:
        with reading(f"not a {kind} picture"), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of damaged metadata, which is not looked at
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(path, formats=(kind,)) as image:
                (width, height), channels = image.size, len(image.getbands())
                depth, frames = _DEPTHS.get(image.mode, "uint8"), getattr(image, "n_frames", 1)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise ReadError(f"more pixels than are decoded: {error}") from error
    dtype = f"{depth}[{height}x{width}{f'x{channels}' if channels > 1 else ''}]"
    return Description(frames, (Column(name=PIXELS, dtype=dtype),), preview=(f"{kind} {width}x{height}",))


def read_as(path: Path, options: ReaderOptions, kind: str) -> "pd.DataFrame":
    """The first frame as one row of pixels. Raises ReadError for a picture that is too large for a table."""
    import numpy as np
    from PIL import Image

    described = describe_as(path, kind)
    size_of("the picture", (1, *inner_shape(described.columns[0])), None)
    with reading(f"not a {kind} picture"), Image.open(path, formats=(kind,)) as image:
        pixels = np.asarray(image)
    return frame_of(pixels[np.newaxis], PIXELS)
