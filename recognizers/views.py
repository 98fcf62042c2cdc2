"""Ways to look at a picture or a part of it that make a code easier to decode."""

from dataclasses import dataclass
from functools import cache
from math import log2

import cv2
import numpy as np

from recognizers.candidates import Candidate
from recognizers.load import Pixels
from recognizers.sampling import Pyramid

MARGIN = 0.3  # of the candidate's side, for the quiet zone and a box that is a little off
MOST_ENLARGED = 6.0
MODULES = 21  # across a code of version 1, which the tags are; other codes are larger and need less


@dataclass(frozen=True, slots=True)
class View:
    """A recipe. `side` is how many pixels a candidate is enlarged to; it is halved until it has `most`,
    about; `even` levels out light within the part; `sharpen` is the
    strength of unsharp masking; `gamma` below 1 lifts the dark, which widens what blur has left of the
    white between black modules.
    """

    name: str
    side: int = 0
    most: int = 480
    even: bool = False
    sharpen: float = 0.0
    gamma: float = 1.0

    def of_part(self, pyramid: Pyramid, part: Candidate) -> tuple[Pixels, float, int, int]:
        """The candidate's part of the picture under this view, its scale, and its left and top in the
        picture.
        """
        level = max(0, round(log2(part.side / self.most)))
        step = 2**level
        larger = min(MOST_ENLARGED, max(1.0, self.side / part.side))
        margin = int(MARGIN * part.side)
        left, top = max(0, part.x - margin) // step, max(0, part.y - margin) // step
        right, bottom = (part.x + part.width + margin) // step, (part.y + part.height + margin) // step
        crop = pyramid.level(level)[top:bottom, left:right]
        scale = larger / step
        return self._touched(resized(crop, larger), scale * part.side), scale, left * step, top * step

    def of_whole(self, grey: Pixels) -> Pixels:
        """The whole picture under this view, in its own size."""
        return self._touched(grey, 0)

    def _touched(self, grey: Pixels, side: float) -> Pixels:
        if self.even:
            tiles = 4 if side else 8
            grey = np.asarray(cv2.createCLAHE(3.0, (tiles, tiles)).apply(grey), np.uint8)
        if self.sharpen:
            width = int(1.4 * min(side, 240) / MODULES) | 1 if side else 5
            soft = cv2.blur(grey, (width, width))
            grey = np.asarray(cv2.addWeighted(grey, 1 + self.sharpen, soft, -self.sharpen, 0), np.uint8)
        if self.gamma != 1:
            grey = np.asarray(cv2.LUT(grey, _curve(self.gamma)), np.uint8)
        return grey


def resized(grey: Pixels, scale: float) -> Pixels:
    """The picture `scale` times as large, without aliasing."""
    if scale == 1:
        return np.ascontiguousarray(grey)
    how = cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA
    return np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=how), np.uint8)


@cache
def _curve(gamma: float) -> Pixels:
    return (255 * (np.arange(256) / 255) ** gamma).astype(np.uint8)


LIFTED = View("lifted", side=120, gamma=0.5)
SHARP = View("sharp", side=120, sharpen=1.5, gamma=0.6)
SHARPER = View("sharper", side=180, sharpen=3.0, gamma=0.6)
EVEN = View("even", side=120, even=True, gamma=0.5)
DARK = View("dark", side=120, gamma=1.8)
LEVEL = View("level", side=120, even=True)
LIGHT = View("light", gamma=0.5)
LARGE = View("large", side=240, most=800, gamma=0.6)
PLAIN = View("plain", side=120)
