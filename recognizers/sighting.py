"""What a reader reports: one symbol seen in one picture."""

import math
from dataclasses import dataclass

Point = tuple[float, float]
FAMILY = "36h11"
"""Of AprilTags; one is read as `36h11:ID`."""
Corners = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class Sighting:
    """One symbol seen in one picture.

    `corners` are the symbol's outer corners without the quiet zone, in pixels of the upright picture: the
    top-left, top-right, bottom-right and bottom-left of the symbol as it is printed, wherever they lie in
    the picture. So they run clockwise on the screen, unless the picture is a mirror image: then they run
    anticlockwise. The top-left of a QR code is the finder pattern between the two others; an AprilTag's is
    that of its drawing in the family. `reader` is "zxing", "zbar", "apriltag" or, where a known code was
    told by comparing, "closed-set"; `confidence` is from 0 to 1.
    """

    text: str
    corners: Corners
    reader: str
    confidence: float

    @property
    def centre(self) -> Point:
        """The mean of the corners, in pixels.

        >>> Sighting("A", ((0, 0), (4, 0), (4, 2), (0, 2)), "zxing", 1.0).centre
        (2.0, 1.0)
        """
        return sum(x for x, _ in self.corners) / 4, sum(y for _, y in self.corners) / 4

    @property
    def size(self) -> float:
        """The side of the square with the symbol's area, in pixels.

        >>> Sighting("A", ((0, 0), (4, 0), (4, 4), (0, 4)), "zxing", 1.0).size
        4.0
        """
        return math.sqrt(abs(area(self.corners)))


def is_fiducial(text: str) -> bool:
    """Whether a text was read from an AprilTag.

    >>> is_fiducial("36h11:12"), is_fiducial("AR:POT:07")
    (True, False)
    """
    return text.startswith(f"{FAMILY}:")


def area(corners: Corners) -> float:
    """The area inside four corners in square pixels; negative when they run anticlockwise on the screen."""
    twice = 0.0
    for (x, y), (next_x, next_y) in zip(corners, (*corners[1:], corners[0]), strict=True):
        twice += x * next_y - next_x * y
    return twice / 2
