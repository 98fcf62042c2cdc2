"""Following tags from frame to frame of a camera or a video, so that what was read once is not read again.

In every frame the tags in view are followed by optical flow, laid straight, and held against how they looked
when they were read: that is cheap. Reading is not, so each frame has at most a slice of it read, in which the
tags that are followed are painted over. Tags that were lost sight of move on with the others, and are in view
again as soon as they look as they did, without another decode.

A film in a file waits, so its frames are read whole, though only those that are worth it (see `rhythm`): what
is found in it is the same on a slow machine.
"""

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
import numpy.typing as npt

from recognizers import patches
from recognizers.load import Pixels, luminance
from recognizers.merge import same_place
from recognizers.read import Effort, read
from recognizers.rhythm import Motion, Rhythm
from recognizers.sighting import Corners, Sighting, is_fiducial

Points = npt.NDArray[np.float32]

BUDGET_MS = 50.0
"""Of reading in a frame, on average: longer looks are made up for by frames without any."""
IN_VIEW = 0.6
"""Likeness to what was read from which on a tag is in view; other tags of a deck reach half of it."""
AGAIN, LEAD = 0.75, 0.12
"""The same for one that was lost sight of, and by how much more it must look so than any other tag seen:
where it should be is less sure, and in fans the next tag is near."""
REST = 6
"""The most frames of a film from one that is read whole to the next."""
MOMENT = 6
"""Frames for which a tag counts as in view that cannot be seen: a hand passes, the camera shakes."""
LOST = 300
"""Frames after which it isn't looked for any more where it should be."""
SLICE = 700, 560
"""Pixels, at most, of the parts in which a frame is read, one each frame, and then the whole made smaller."""
OVERLAP = 0.12
"""Of a slice's side, to each side: no tag on an edge is in no slice, larger ones are in the smaller whole."""
LARGE = 640
"""Pixels of the longer side of the smaller whole."""
ALL_ANEW = 4
"""Every so many rounds of slices nothing is painted over, so that what is followed is read again too."""
COVER = 1.12
"""Times a tag's size that is painted over: of its edge nothing is left that looks like one."""
FLOW = (15, 15)
MARKS = 80
"""Places of the frame, tags or not, by which the table's motion is told."""
FEW = 16
"""Of fewer points the perspective is guesswork away from them."""
STRAY = 4.0
"""Pixels by which a tag may move otherwise than the table does without being a card that somebody moves."""


@dataclass(slots=True)
class _Track:
    """A tag that was read, where it should be now, how it looked, and for how many frames it was not seen."""

    sighting: Sighting
    corners: Points
    look: patches.Look
    missed: int = 0
    with_table: Points | None = None  # where it should be if nobody moved it

    @property
    def seen(self) -> Sighting:
        return Sighting(
            self.sighting.text, _corners(self.corners), self.sighting.reader, self.sighting.confidence
        )


class Tracker:
    """Follows the tags of a film. `known`, `others` and `effort` are as for `recognizers.read.read`.

    `budget_ms` is how long a frame is read on average, by `clock`, which gives seconds. With None frames are
    read whole, and which of them is told by what they show: one of `rest` at least, with 1 every one.
    """

    def __init__(
        self,
        *,
        effort: Effort = "fast",
        known: Collection[str] = (),
        others: Collection[str] = (),
        budget_ms: float | None = BUDGET_MS,
        rest: int = 1,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._effort, self._known, self._others = effort, known, others
        self._budget = None if budget_ms is None else budget_ms / 1000
        self._clock = clock
        self._tracks: list[_Track] = []
        self._before: Pixels | None = None
        self._rhythm = Rhythm(rest)
        self._slice = 0
        self._debt = 0.0

    def look(self, pixels: Pixels, *, last: bool = False) -> list[Sighting]:
        """The tags that can be seen in the next frame, (height, width, 3) RGB or grey, where they are.

        The `last` of a film is read whole.
        """
        grey = luminance(pixels)
        small = np.asarray(cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        motion = None
        if self._before is not None and self._before.shape == small.shape:
            motion = self._follow(small)
        else:  # nothing to follow from: tags have to be read again
            for track in self._tracks:
                track.missed += 1
        self._find_again(grey, self._check(grey, self._tracks))
        if self._budget is None:
            if self._rhythm.is_due(small, motion) or last:
                self._rhythm.was_read(gained=self._take(grey, self._read_slice(grey)))
        else:
            self._debt = max(0.0, self._debt - self._budget)
            if self._debt < 1e-6:
                start = self._clock()
                self._take(grey, self._read_slice(grey))
                self._debt = self._clock() - start
        self._before = small
        self._tracks = [track for track in self._tracks if track.missed <= LOST]
        return [track.seen for track in self._tracks if not track.missed]

    @property
    def in_view(self) -> set[str]:
        """The texts of tags that are in view, or were a moment ago."""
        return {track.sighting.text for track in self._tracks if track.missed <= MOMENT}

    def _follow(self, small: Pixels) -> Motion | None:
        """Moves the tags to where they are in a frame of half the size, and the lost ones as the table,
        whose motion it gives.
        """
        assert self._before is not None
        near = [track for track in self._tracks if track.missed <= MOMENT]
        marks = _marks(self._before)
        before = np.concatenate([*(track.corners for track in near), marks])
        if not len(before):
            return None
        after, found, _ = cv2.calcOpticalFlowPyrLK(
            self._before,
            small,
            before[:, None] / 2 - 0.25,
            np.empty_like(before[:, None]),
            winSize=FLOW,
            maxLevel=4,
        )
        flow = np.asarray(after, np.float32).reshape(-1, 2) * 2 + 0.5
        there = np.asarray(found).ravel() > 0
        table = _motion(before[there], flow[there])
        for number, track in enumerate(near):
            four = slice(4 * number, 4 * number + 4)
            own = flow[four]
            whole = bool(there[four].all()) and _keeps_shape(track.corners, own)
            if table is not None:
                # what can't be seen well moves as the table does; what can be, a hand may move
                with_table = _moved(track.corners, table)
                stray = float(np.abs(own - with_table).max())
                own = with_table if track.missed or not whole or stray < STRAY else own
                track.with_table = with_table
            elif not whole:
                own = track.corners
            track.corners = own
        if table is not None:
            for track in self._tracks:
                if track.missed > MOMENT:
                    track.corners = _moved(track.corners, table)
        return table

    def _check(self, grey: Pixels, tracks: Sequence[_Track]) -> list[tuple[Points, Points]]:
        """Lays the tags straight and tells which of them look as they did.

        Gives for those that are back where they were thought to be and where they are.
        """
        back = []
        inside = [track for track in tracks if _within(track.corners, grey)]
        found = patches.aligned(grey, [t.corners for t in inside], [t.look for t in inside])
        for track, corners, likeness in zip(inside, *found, strict=True):
            if track.missed <= MOMENT and likeness >= IN_VIEW:
                track.corners, track.missed = corners, 0
            elif (
                track.missed > MOMENT and likeness >= AGAIN and self._is_alone(grey, track, corners, likeness)
            ):
                back.append((track.corners, corners))
                track.corners, track.missed = corners, 0
            else:
                track.missed += 1
                if track.with_table is not None:  # no hand that moved it: one that hides it
                    track.corners = track.with_table
            track.with_table = None
        outside = {id(track) for track in tracks} - {id(track) for track in inside}
        for track in tracks:
            if id(track) in outside:
                track.missed = max(track.missed, MOMENT) + 1  # surely not in view
        return back

    def _is_alone(self, grey: Pixels, track: _Track, corners: Points, likeness: float) -> bool:
        """Whether nothing else is followed at a lost tag's place and no other tag looks nearly so there."""
        others = [other for other in self._tracks if other.sighting.text != track.sighting.text]
        place = _corners(corners)
        if any(not other.missed and same_place(_corners(other.corners), place) for other in others):
            return False
        return patches.likeness(grey, corners, [other.look for other in others]) <= likeness - LEAD

    def _read_slice(self, grey: Pixels) -> list[Sighting]:
        """What is read in the part of the frame whose turn it is."""
        columns, rows = (-(-grey.shape[1 - axis] // SLICE[axis]) for axis in (0, 1))
        effort = self._effort
        if self._budget is None:
            columns = rows = 1
        elif columns * rows > 1 and all(track.missed for track in self._tracks):
            columns, rows, effort = 1, 1, "fast"  # at once what is easy, where nothing is followed yet
        turns = columns * rows + (columns * rows > 1)
        anew, turn = self._slice // turns % ALL_ANEW == 0, self._slice % turns
        self._slice += 1
        if not anew:
            grey = self._painted(grey)
        if turn == columns * rows:
            scale = min(1.0, LARGE / max(grey.shape))
            grey = np.asarray(
                cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
            )
            return [_placed(s, 1 / scale, 0, 0) for s in self._read(grey, effort)]
        row, column = divmod(turn, columns)
        top, bottom = _span(grey.shape[0], rows, row)
        left, right = _span(grey.shape[1], columns, column)
        part = np.ascontiguousarray(grey[top:bottom, left:right])
        return [_placed(s, 1, left, top) for s in self._read(part, effort)]

    def _read(self, grey: Pixels, effort: Effort) -> list[Sighting]:
        return read(grey, effort=effort, known=self._known, others=self._others)

    def _painted(self, grey: Pixels) -> Pixels:
        """The frame with paper's white where the tags are that are followed."""
        grey = grey.copy()
        for track in self._tracks:
            if not track.missed:
                middle = track.corners.mean(axis=0)
                shape = np.round(middle + (track.corners - middle) * COVER).astype(np.int32)
                x, y = shape.min(axis=0).clip(0)
                box = grey[y : shape[:, 1].max() + 1, x : shape[:, 0].max() + 1]
                cv2.fillConvexPoly(grey, shape, int(np.percentile(box[::2, ::2], 85)))
        return grey

    def _take(self, grey: Pixels, found: Sequence[Sighting]) -> bool:
        """Takes in what was read: followed tags are set right, lost ones are where they were read. Tells
        whether any was not in view before.
        """
        in_view = self.in_view
        again: list[tuple[Points, Points]] = []
        taken: list[_Track] = []
        for sighting in found:
            corners = np.array(sighting.corners, np.float32)
            look = patches.look(grey, corners, fiducial=is_fiducial(sighting.text))
            track = self._track_of(sighting, taken)
            if track is None:
                track = _Track(sighting, corners, look)
                self._tracks.append(track)
            else:
                if track.missed:
                    again.append((track.corners, corners))
                best = max(sighting, track.sighting, key=lambda one: one.confidence)
                track.sighting, track.corners, track.look = best, corners, look
            track.missed = 0
            taken.append(track)
            for other in self._tracks:  # another text at its place: what lay there is gone
                if other.sighting.text != sighting.text and same_place(
                    _corners(other.corners), sighting.corners
                ):
                    other.missed = max(other.missed, MOMENT) + 1
        self._find_again(grey, again)
        return any(sighting.text not in in_view for sighting in found)

    def _track_of(self, sighting: Sighting, taken: Sequence[_Track]) -> _Track | None:
        """The tag that was read, where it lay or wherever it was moved from.

        Only what was read in one go at two places is two prints of one tag.
        """
        same = [
            track
            for track in self._tracks
            if track.sighting.text == sighting.text and not any(track is other for other in taken)
        ]
        for track in same:
            if same_place(_corners(track.corners), sighting.corners):
                return track
        return max(same, key=lambda track: track.missed, default=None)

    def _find_again(self, grey: Pixels, again: Sequence[tuple[Points, Points]]) -> None:
        """Looks for all lost tags where the few that are back say that they should be."""
        if len(again) < 2:
            return
        table = _motion(np.concatenate([old for old, _ in again]), np.concatenate([new for _, new in again]))
        lost = [track for track in self._tracks if track.missed]
        if table is None or not lost:
            return
        before = [(track.corners, track.missed) for track in lost]
        for track in lost:
            track.corners = _moved(track.corners, table)
        self._check(grey, lost)
        for track, (corners, missed) in zip(lost, before, strict=True):
            if track.missed:  # not there either
                track.corners, track.missed = corners, missed


def _marks(small: Pixels) -> Points:
    """(n, 2) places in a frame, given at half its size, that can be followed, whatever is there."""
    tiny = cv2.resize(small, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    found = cv2.goodFeaturesToTrack(tiny, MARKS, 0.02, min(tiny.shape) / 16)
    return np.empty((0, 2), np.float32) if found is None else np.asarray(found[:, 0] * 4 + 1.5, np.float32)


def _motion(before: Points, after: Points) -> Motion | None:
    """How the table moved, as a homography; None where too few points agree on one."""
    if len(before) < 8:
        return None
    if len(before) < FEW:
        flat, mask = cv2.estimateAffine2D(before, after, method=cv2.RANSAC, ransacReprojThreshold=2.5)
        matrix = None if flat is None else np.vstack([flat, [0, 0, 1]])
    else:
        matrix, mask = cv2.findHomography(before, after, cv2.RANSAC, 2.5)
    if matrix is None or int(mask.sum()) < max(6, len(before) // 3):
        return None
    return np.asarray(matrix, np.float64)


def _moved(corners: Points, motion: Motion) -> Points:
    return np.asarray(cv2.perspectiveTransform(corners[None], motion)[0], np.float32)


def _keeps_shape(before: Points, after: Points) -> bool:
    """Whether four corners can be the same tag's a frame later."""
    area = cv2.contourArea(before)
    return bool(cv2.isContourConvex(after)) and area / 2 < cv2.contourArea(after) < area * 2


def _corners(points: Points) -> Corners:
    return cast(Corners, tuple((float(x), float(y)) for x, y in points))


def _within(corners: Points, grey: Pixels) -> bool:
    """Whether corners are in the frame and of a shape that a tag can have."""
    height, width = grey.shape
    if not np.isfinite(corners).all():
        return False
    low, high = corners.min(axis=0), corners.max(axis=0)
    inside = low.min() >= 0 and high[0] <= width - 1 and high[1] <= height - 1
    return bool(inside and cv2.contourArea(corners) >= 64 and cv2.isContourConvex(corners))


def _span(length: int, parts: int, number: int) -> tuple[int, int]:
    """Where a slice begins and ends."""
    side = length / parts
    return max(0, int((number - OVERLAP) * side)), min(length, int((number + 1 + OVERLAP) * side))


def _placed(sighting: Sighting, scale: float, left: float, top: float) -> Sighting:
    """A sighting in a part of a frame, in the frame."""
    shift = (scale - 1) / 2
    a, b, c, d = ((x * scale + shift + left, y * scale + shift + top) for x, y in sighting.corners)
    return Sighting(sighting.text, (a, b, c, d), sighting.reader, sighting.confidence)
