"""Pictures of what each stage of reading saw and did, for those who work on it."""

from collections.abc import Sequence
from pathlib import Path
from typing import cast

import cv2
import numpy as np

from recognizers import closed_set, matching, sampling, squares
from recognizers.annotate import annotate, save
from recognizers.candidates import Candidate
from recognizers.closed_set import Compared
from recognizers.load import PictureError, Pixels
from recognizers.sighting import Corners, Sighting
from recognizers.stages import EVERY, FIDUCIALS, Search

MODULE = 6
"""Pixels to a module of what was sampled."""
ACROSS = 8
"""Squares beside each other."""

NAMES = frozenset(
    (
        "candidates",
        FIDUCIALS,
        *(f"{s.replace(' ', '-')}-{w}" for s in EVERY for w in ("aligned", "sampled", "read")),
    )
)
"""What the pictures are called, after their numbers."""


class Pictures:
    """Writes into a folder, numbered in order: where codes may be, then after each stage what is read, and
    of comparing with known codes the grids as they were laid and what was sampled beside the best code; of
    AprilTags the squares that were found and those that were told. Those of an earlier time are removed.

    Raises PictureError of kind `unwritable`.
    """

    def __init__(self, folder: Path, search: Search) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for path in folder.glob("[0-9][0-9]-*.*"):
                if path.stem[3:] in NAMES:
                    path.unlink()
        except OSError as error:
            reason = error.strerror or error
            raise PictureError(
                "unwritable", "{file} cannot be written: {reason}", file=folder, reason=reason
            ) from None
        self._folder = folder
        self._count = 0
        self._compared: Sequence[Compared] = ()
        if search.places is not None:
            labels = [(_box(place), f"{place.likeness:.2f}") for place in search.places]
            self._write("candidates", annotate(_rgb(search.grey), labels))

    def after(self, stage: str, search: Search) -> None:
        """Writes what was read up to now, and how the last comparison saw it."""
        compared = search.compared
        if compared and compared is not self._compared:
            labels = [label for share in compared for label in _labels(share)]
            self._write(f"{stage} aligned", annotate(_rgb(search.grey), labels))
            self._write(f"{stage} sampled", _sheet(compared), ".png")
        self._compared = compared
        read = [*search.sightings(), *search.tags]
        told = [s for s in read if s.reader == closed_set.READER]
        decoded = [s for s in read if s.reader != closed_set.READER]
        picture = annotate(_rgb(search.grey), _named(decoded), dashed=_named(told))
        self._write(f"{stage} read", picture)

    def squares(self, search: Search, found: Sequence[squares.Floats]) -> None:
        """Writes the squares that AprilTags were looked for in, dashed, and the tags that were told."""
        dashed = [(_corners(four), "") for some in found for four in some.tolist()]
        self._write("fiducials", annotate(_rgb(search.grey), _named(search.tags), dashed=dashed))

    def _write(self, name: str, picture: Pixels, ending: str = ".jpg") -> None:
        """Photos as JPEG: as PNG each would take seconds and four times the room."""
        save(picture, self._folder / f"{self._count:02}-{name.replace(' ', '-')}{ending}")
        self._count += 1


def _rgb(grey: Pixels) -> Pixels:
    return np.repeat(grey[:, :, None], 3, axis=2)


def _box(place: Candidate) -> Corners:
    x, y, right, below = place.x, place.y, place.x + place.width, place.y + place.height
    return (x, y), (right, y), (right, below), (x, below)


def _named(sightings: Sequence[Sighting]) -> list[tuple[Corners, str]]:
    return [(s.corners, f"{s.text} {s.reader} {s.confidence:.2f}") for s in sightings]


def _corners(four: Sequence[Sequence[float]]) -> Corners:
    return cast(Corners, tuple((x, y) for x, y in four))


def _labels(compared: Compared) -> list[tuple[Corners, str]]:
    corners = map(_corners, sampling.corners_of(compared.grids.matrices).tolist())
    fits = zip(corners, compared.matches.fit, compared.matches.lead, strict=True)
    return [(four, f"{fit:.2f} +{lead:.2f}") for four, fit, lead in fits]


def _sheet(shares: Sequence[Compared]) -> Pixels:
    """Each square as it was sampled, and right of it the code that fits it best."""
    side = matching.AROUND
    tiles: list[Pixels] = []
    for compared in shares:
        for samples, best in zip(compared.samples, compared.matches.best, strict=True):
            low, high = samples.min(), max(float(samples.max()), float(samples.min()) + 1)
            seen = (255 * (samples.reshape(side, side) - low) / (high - low)).astype(np.uint8)
            code = np.pad(255 * (1 - compared.codes.modules[best]), 1, constant_values=255).astype(np.uint8)
            tiles.append(np.pad(np.hstack([seen, code]), 1, constant_values=128))
    large = cv2.resize(_rows(tiles), None, fx=MODULE, fy=MODULE, interpolation=cv2.INTER_NEAREST)
    return np.asarray(large, np.uint8)


def _rows(tiles: Sequence[Pixels]) -> Pixels:
    blank = np.full_like(tiles[0], 128)
    rows = [[*tiles[n : n + ACROSS], *[blank] * ACROSS][:ACROSS] for n in range(0, len(tiles), ACROSS)]
    return np.vstack([np.hstack(row) for row in rows])
