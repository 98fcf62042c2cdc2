"""Seeing many small squares of a picture at once as if from straight above.

Quadrilaterals are (n, 4, 2) in pixels of the picture, clockwise from the symbol's own top-left; a pixel's
middle has whole coordinates. Points on a symbol are in modules from its top-left corner.
"""

from collections.abc import Iterator
from threading import Lock

import cv2
import numpy as np
import numpy.typing as npt

from recognizers.load import Pixels

Floats = npt.NDArray[np.float32]

SIDE = 21.0
"""Modules along the side of a code of version 1."""
MOST_PIXELS = 5.0
"""Pixels to a module, above which a smaller picture serves as well and is less noisy."""
MOST_LEVELS = 6
_ROWS = 8192  # of what OpenCV samples in one go; it takes fewer than 32768


class Pyramid:
    """A picture at its own size, half, a quarter ..., each made when it is first asked for."""

    def __init__(self, grey: Pixels) -> None:
        self._levels = [grey]
        self._making = Lock()

    def level(self, number: int) -> Pixels:
        """The luminance at 1 / 2**number of the size."""
        with self._making:
            while len(self._levels) <= number:
                self._levels.append(halved(self._levels[-1]))
        return self._levels[number]

    def shares(self, module: Floats) -> Iterator[tuple[int, npt.NDArray[np.intp]]]:
        """For (n,) pixels to a module, the levels at which to look, and which of them at each."""
        wanted = np.ceil(np.log2(np.maximum(module, 1e-3) / MOST_PIXELS)).clip(0, MOST_LEVELS)
        small = int(np.log2(max(min(self._levels[0].shape) / 32, 1)))
        wanted = np.minimum(wanted, small).astype(int)
        for number in np.unique(wanted):
            yield int(number), np.flatnonzero(wanted == number)


def halved(grey: Pixels) -> Pixels:
    """The picture at half its size."""
    return np.asarray(cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)


def projected(matrices: Floats, points: Floats) -> Floats:
    """(n, m, 2) pixels of (m, 2) points in modules."""
    ones = np.concatenate([points.T, np.ones((1, len(points)), np.float32)])
    seen = (matrices.reshape(-1, 3) @ ones).reshape(len(matrices), 3, len(points))
    below = np.where(np.abs(seen[:, 2:]) < 1e-6, np.float32(1e-6), seen[:, 2:])
    return np.asarray((seen[:, :2] / below).transpose(0, 2, 1), np.float32)


def sampled(grey: Pixels, spots: Floats) -> Floats:
    """Grey at (n, m, 2) places between pixels; outside the picture, as at its edge."""
    found = np.empty(spots.shape[:2], np.float32)
    for start in range(0, len(spots), _ROWS):
        x, y = (np.ascontiguousarray(spots[start : start + _ROWS, :, axis]) for axis in (0, 1))
        rows = cv2.remap(grey, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        found[start : start + _ROWS] = rows
    return found


def corners_of(matrices: Floats) -> Floats:
    """(n, 4, 2) where the symbol's corners lie."""
    square = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)
    return projected(matrices, square)


def shapes(quads: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """(n, 2, 2) the product of each quadrilateral's two sides, as columns of a matrix, with its transpose.

    It does not change as a tag turns on the table.
    """
    along = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    sides = np.stack([along, down], axis=-1)
    return np.asarray(sides @ sides.transpose(0, 2, 1))


def root(shape: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The symmetric matrices, (..., 2, 2), of which these shapes are the squares."""
    values, vectors = np.linalg.eigh(shape)
    return np.asarray((vectors * np.sqrt(np.maximum(values, 1e-6))[..., None, :]) @ vectors.swapaxes(-1, -2))


def at_level(matrices: Floats, number: int) -> Floats:
    """The homographies into the picture at 1 / 2**number of the size."""
    scale = 2.0**-number
    # a pixel there covers 2**number here, and its middle has whole coordinates too
    shrink = np.array([[scale, 0, (scale - 1) / 2], [0, scale, (scale - 1) / 2], [0, 0, 1]], np.float32)
    return np.asarray(shrink @ matrices, np.float32)


def from_level(matrices: Floats, number: int) -> Floats:
    """The homographies into the whole picture from those into a smaller one."""
    scale = 2.0**number
    grow = np.array([[scale, 0, (scale - 1) / 2], [0, scale, (scale - 1) / 2], [0, 0, 1]], np.float32)
    return np.asarray(grow @ matrices, np.float32)
