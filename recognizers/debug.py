"""Pictures of what each stage of reading saw and did, for those who work on it."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from recognizers import matching, sampling
from recognizers.annotate import annotate, save
from recognizers.candidates import Candidate
from recognizers.closed_set import Compared
from recognizers.load import Pixels
from recognizers.sighting import Corners
from recognizers.stages import Search

MODULE = 6
"""Pixels to a module of what was sampled."""
ACROSS = 8
"""Squares beside each other."""


class Pictures:
    """Writes into a folder, numbered in order: where codes may be, then after each stage what is read, and
    of comparing with known codes the grids as they were laid and what was sampled beside the best code.
    """

    def __init__(self, folder: Path, search: Search) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._count = 0
        self._compared: Sequence[Compared] = ()
        labels = [(_box(place), f"{place.likeness:.2f}") for place in search.places]
        self._write("candidates", annotate(_rgb(search.grey), labels))
        self.after("zxing", search)

    def after(self, stage: str, search: Search) -> None:
        """Writes what was read up to now, and how the last comparison saw it."""
        compared = search.compared
        if compared and compared is not self._compared:
            labels = [label for share in compared for label in _labels(share)]
            self._write(f"{stage} aligned", annotate(_rgb(search.grey), labels))
            self._write(f"{stage} sampled", _sheet(compared))
        self._compared = compared
        read = [(s.corners, f"{s.text} {s.reader} {s.confidence:.2f}") for s in search.sightings()]
        self._write(f"{stage} read", annotate(_rgb(search.grey), read))

    def _write(self, name: str, picture: Pixels) -> None:
        save(picture, self._folder / f"{self._count:02}-{name.replace(' ', '-')}.png")
        self._count += 1


def _rgb(grey: Pixels) -> Pixels:
    return np.repeat(grey[:, :, None], 3, axis=2)


def _box(place: Candidate) -> Corners:
    x, y, right, below = place.x, place.y, place.x + place.width, place.y + place.height
    return (x, y), (right, y), (right, below), (x, below)


def _labels(compared: Compared) -> list[tuple[Corners, str]]:
    corners = sampling.corners_of(compared.grids.matrices).tolist()
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
