"""When a frame of a film is worth reading whole, told by what it shows and by counting, never by a clock.

It is where something new was read a moment ago, or where the view is another than that which was read last:
where what is hard to read may be read in the next frame. Where neither is so, some frames are enough.
"""

import cv2
import numpy as np
import numpy.typing as npt

from recognizers.load import Pixels

Motion = npt.NDArray[np.float64]

THUMB = 120
"""Pixels of the longer side to which frames are made smaller before they are held against each other."""
SOFT = 1.0
"""Spread in these pixels with which their finest details are blurred, which differ from frame to frame."""
LEVELS = 16
"""By which what is at a place, or beside it, must have grown lighter or darker to be something else."""
OTHER = 0.002
"""Part of the view that is something else, as by a card laid down or a hand: of shaking it is none."""
UNSEEN = 0.08
"""Part of it that came into view as the camera moved: more than shaking brings."""
ELSEWHERE = 0.3
"""Part of the view that is something else or came into view, where little may be left of what was read."""
SHARPER = 1.25
"""Times as sharp as the frame that was read last: motion has come to rest, or the lens has focused."""
PACE = 3
"""Frames from one that is read to the next, at least: those between show nearly the same, as blurred."""
EAGER = 20
"""Frames that are read in vain at this pace, after anything new: at the limit of what can be read, tags are
read in one frame of many."""
ALERT = 4
"""The same after the view has changed."""


class Rhythm:
    """Tells for frame after frame whether to read it; `longest` is the most frames from one to the next."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._waited = self._in_vain = 0
        self._read: Pixels | None = None  # the frame that was read last, made smaller
        self._sharpness = 0.0
        self._since: Motion = np.eye(3)

    def is_due(self, small: Pixels, motion: Motion | None) -> bool:
        """Whether this frame is to be read: `small` is it at half its size, `motion` how the table moved
        since the one before, in pixels of the whole frame, where that is known.
        """
        if self._longest == 1:
            return True
        self._waited += 1
        self._since = self._since if motion is None else motion @ self._since
        scale = min(1.0, THUMB / max(small.shape))
        thumb = _thumb(small, scale)
        sharpness = _sharpness(small)
        settled = self._in_vain >= EAGER
        rest = self._longest if settled else min(PACE, self._longest)
        unseen, other = self._news(thumb, scale / 2)
        if other > OTHER or unseen > UNSEEN or sharpness > SHARPER * self._sharpness:
            at_once = settled or not self._in_vain or max(unseen, other) > ELSEWHERE
            rest = 1 if at_once else rest
            self._in_vain = min(self._in_vain, EAGER - ALERT)
        due = self._waited >= rest
        if due:
            self._waited, self._read, self._sharpness, self._since = 0, thumb, sharpness, np.eye(3)
        return due

    def was_read(self, *, gained: bool) -> None:
        """What came of reading the frame: whether anything new."""
        self._in_vain = 0 if gained else self._in_vain + 1

    def _news(self, thumb: Pixels, scale: float) -> tuple[float, float]:
        """The parts of the view that came into it since a frame was read, and that are something else."""
        before = self._read
        if before is None or before.shape != thumb.shape:
            return 1.0, 1.0
        smaller = np.array([[scale, 0, scale / 2 - 0.5], [0, scale, scale / 2 - 0.5], [0, 0, 1]])
        motion = smaller @ self._since @ np.linalg.inv(smaller)
        size = thumb.shape[1], thumb.shape[0]
        there = cv2.warpPerspective(np.full_like(before, 255), motion, size) > 250
        near = np.ones((3, 3), np.uint8)
        moved = cv2.warpPerspective(before, motion, size, borderMode=cv2.BORDER_REPLICATE)
        lighter = cv2.subtract(thumb, cv2.dilate(moved, near))
        darker = cv2.subtract(cv2.erode(moved, near), thumb)
        other = (np.maximum(lighter, darker) > LEVELS).astype(np.uint8)
        changed = cv2.morphologyEx(other, cv2.MORPH_OPEN, near) * there
        return 1 - float(there.mean()), float(changed.mean())


def _thumb(small: Pixels, scale: float) -> Pixels:
    thumb = cv2.resize(small, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(thumb, (0, 0), SOFT), np.uint8)


def _sharpness(small: Pixels) -> float:
    """Of its edges, not of its noise."""
    smaller = cv2.resize(small, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    squared = np.square(cv2.Laplacian(smaller, cv2.CV_32F))
    return float(np.square(squared).mean() ** 0.25)
