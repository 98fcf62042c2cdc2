"""Where in a picture a QR code may be: small squares as full of edges as only codes (and some print) are.

Found without reading anything, so that enlarging and sharpening, which help small codes most, can be spent
on the few percent of the picture where they may help.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from recognizers.load import Pixels
from recognizers.sampling import Pyramid, halved
from recognizers.sighting import Corners

# A picture is searched at its own size, at half, a quarter ...; at each, codes of 6 to 28 cells are found, so
# the steps overlap. A code of version 1 has then 1 to 5 pixels to a module: every WINDOW has an edge in it.
CELL = 4
LEAST_CELLS, MOST_CELLS = 6, 28
WINDOW = np.ones((3, 3), np.uint8)  # of every second pixel, so 5 pixels wide
SMALLEST_PICTURE = 60

# An edge is a window whose darkest is below this part of its brightest, and this many levels below that. Blur
# leaves small codes little contrast, but edges nearly everywhere.
EDGE_PART, EDGE_LEVELS = 0.8, 10
# A code's cells are full of edges to this part; the quiet zone around it separates it from other print.
FULL = 0.78
LEAST_FILLED = 0.5  # of the box around the cells: turned by 45 degrees a square fills half of it
LONGEST = 2.5  # times as long as wide

LIKENESS_SIDE = 40  # pixels to which a box is made smaller before its likeness is measured


@dataclass(frozen=True, slots=True)
class Candidate:
    """A box that may hold one code: its left, top, width and height in pixels, and how much it looks like
    one.
    """

    x: int
    y: int
    width: int
    height: int
    likeness: float

    @property
    def side(self) -> int:
        """The longer side, in pixels."""
        return max(self.width, self.height)

    @property
    def centre(self) -> tuple[float, float]:
        """The box's middle, in pixels."""
        return self.x + self.width / 2, self.y + self.height / 2


def find(pyramid: Pyramid) -> list[Candidate]:
    """The candidates in a picture's luminance, the likeliest first."""
    found: list[Candidate] = []
    number = 0
    while min((grey := pyramid.level(number)).shape) >= SMALLEST_PICTURE:
        found += _at_one_size(grey, pyramid.level(number + 1), 2**number)
        number += 1
    return _different(sorted(found, key=lambda candidate: -candidate.likeness))


def unread(candidates: Sequence[Candidate], read: Sequence[Corners]) -> list[Candidate]:
    """The candidates whose middle is in none of the symbols that were read."""
    shapes = [np.array(corners, np.float32) for corners in read]
    return [
        candidate
        for candidate in candidates
        if not any(cv2.pointPolygonTest(shape, candidate.centre, False) >= 0 for shape in shapes)
    ]


def alone(candidates: Sequence[Candidate], read: Sequence[Corners]) -> list[Candidate]:
    """The candidates whose box holds the middle of no symbol that was read: no clusters of codes."""
    middles = [np.mean(corners, axis=0) for corners in read]
    return [
        candidate
        for candidate in candidates
        if not any(
            abs(x - candidate.centre[0]) < candidate.width / 2
            and abs(y - candidate.centre[1]) < candidate.height / 2
            for x, y in middles
        )
    ]


def _at_one_size(grey: Pixels, soft: Pixels, scale: int) -> Iterator[Candidate]:
    """The candidates in a picture that was made `scale` times smaller; `soft` is half as large."""
    bright, dark = cv2.dilate(soft, WINDOW), cv2.erode(soft, WINDOW)
    limit = cv2.subtract(cv2.convertScaleAbs(bright, alpha=EDGE_PART), np.array([EDGE_LEVELS], np.float64))
    edges = cv2.compare(dark, limit, cv2.CMP_LT)
    cells = halved(np.asarray(edges, np.uint8))
    _, full = cv2.threshold(cv2.blur(cells, (3, 3)), 255 * FULL, 255, cv2.THRESH_BINARY)
    _, _, parts, _ = cv2.connectedComponentsWithStats(full, connectivity=4)
    for x, y, width, height, count in parts[1:].tolist():
        shorter, longer = sorted((width, height))
        filled = count / (width * height)
        if shorter >= LEAST_CELLS and longer <= min(MOST_CELLS, LONGEST * shorter) and filled >= LEAST_FILLED:
            left, top = x * CELL, y * CELL
            likeness = _likeness(grey[top : top + height * CELL, left : left + width * CELL])
            # the cells at the rim are half full
            left, top = max(0, left - CELL // 2), max(0, top - CELL // 2)
            size = (width + 1) * CELL * scale, (height + 1) * CELL * scale
            yield Candidate(left * scale, top * scale, *size, likeness)


def _likeness(box: Pixels) -> float:
    """How dense the edges are in both directions, for the contrast there is: 0 to about 0.5, codes about 0.3.

    Print, grain and pictures have longer strokes or larger shapes than a code that fills the box.
    """
    scale = min(1.0, LIKENESS_SIDE / max(box.shape))
    small = np.asarray(cv2.resize(box, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.int16)
    mean = small.mean()
    contrast = small[small >= mean].mean() - small[small < mean].mean() if small.min() < mean else 0.0
    across, down = (float(np.abs(np.diff(small, axis=axis)).mean()) for axis in (1, 0))
    return min(across, down) ** 2 / (max(across, down, 1e-6) * (contrast + 1))


def _different(candidates: Sequence[Candidate]) -> list[Candidate]:
    """One of each pair that two sizes of the picture gave for one place: the likelier one, which comes
    first.
    """
    kept: list[Candidate] = []
    for new in candidates:
        x, y = new.centre
        for old in kept:
            far = max(abs(x - old.centre[0]), abs(y - old.centre[1]))
            if far < old.side / 4 and old.side / 1.4 < new.side < old.side * 1.4:
                break
        else:
            kept.append(new)
    return kept
