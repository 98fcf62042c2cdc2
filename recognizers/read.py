"""Reading one picture: pixels in, sightings out."""

from collections.abc import Collection
from typing import Literal

from recognizers.load import Pixels, luminance
from recognizers.merge import merge
from recognizers.readers import zxing
from recognizers.sighting import Sighting

Effort = Literal["fast", "normal", "thorough"]


def read(pixels: Pixels, *, effort: Effort = "normal", known: Collection[str] = ()) -> list[Sighting]:
    """Every QR code that can be read in (height, width, 3) RGB or (height, width) grey uint8 pixels, each
    once.
    """
    grey = luminance(pixels)
    return merge(Sighting(d.text, d.corners, d.reader, 0.98) for d in zxing(grey) if d.text)
