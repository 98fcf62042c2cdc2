"""How tags look, seen straight: small patches to hold against later frames."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from recognizers.load import Pixels

Points = npt.NDArray[np.float32]
Values = npt.NDArray[np.float32]

SIDE, MARGIN = 48, 8
"""Pixels of a patch that the symbol has, and of what is around it."""
WHOLE = SIDE + 2 * MARGIN
FAR = 5.0
"""Pixels of a patch by which a corner may be off and be set right."""
SOFT = (0.0, 1.0, 2.0)
"""Spread in pixels of the patch with which the first look is made as soft as later ones may be."""
FINDER = 8 / 21
"""Part of a QR code's side that its finder patterns take; they look alike in all codes."""
FLOW = (13, 13)


@dataclass(frozen=True, slots=True)
class Look:
    """A tag seen straight, (WHOLE, WHOLE), and the pixels `where` it differs from others: how these look,
    sharp and less so, as rows of unit length.
    """

    patch: Pixels
    where: npt.NDArray[np.bool_]
    units: Values


def look(grey: Pixels, corners: Points, *, fiducial: bool = False) -> Look:
    """How the symbol with these corners looks in (height, width) luminance: a QR code, or an AprilTag."""
    patch = straight(grey, corners)
    soft = [patch if spread == 0 else cv2.GaussianBlur(patch, (0, 0), spread) for spread in SOFT]
    where = _telling(fiducial)
    return Look(patch, where, np.stack([_unit(np.asarray(one, np.uint8)[where]) for one in soft]))


def straight(grey: Pixels, corners: Points) -> Pixels:
    """The symbol and some of what is around it, seen straight, its contrast always the same."""
    matrix = cv2.getPerspectiveTransform(np.ascontiguousarray(corners, np.float32), _square())
    seen = cv2.warpPerspective(
        grey, matrix, (WHOLE, WHOLE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    mean, spread = (float(value[0, 0]) for value in cv2.meanStdDev(seen))
    gain = 50 / max(spread, 2.0)
    return np.asarray(cv2.convertScaleAbs(seen, alpha=gain, beta=128 - mean * gain), np.uint8)


def aligned(
    grey: Pixels, corners: Sequence[Points], looks: Sequence[Look]
) -> tuple[list[Points], list[float]]:
    """For each tag, where about its corners are: where they are, and how much it looks as it did, to 1.

    All are laid side by side and set right in one go, always by the first look, so that nothing drifts.
    """
    if not corners:
        return [], []
    seen = [straight(grey, four) for four in corners]
    right = np.concatenate([_square() + np.array([WHOLE * n, 0]) for n in range(len(seen))]).astype(
        np.float32
    )
    moved, found, _ = cv2.calcOpticalFlowPyrLK(
        np.hstack([one.patch for one in looks]),
        np.hstack(seen),
        right[:, None],
        np.empty_like(right[:, None]),
        winSize=FLOW,
        maxLevel=1,
    )
    off = (np.asarray(moved).reshape(-1, 2) - right).reshape(-1, 4, 2)
    near = np.asarray(found).reshape(-1, 4).all(axis=1) & (np.abs(off).max(axis=(1, 2)) <= FAR)
    places, fits = [], []
    for n, four in enumerate(corners):
        place, fit = four, _fit(looks[n], seen[n])
        if near[n] and np.abs(off[n]).max() > 0.3:
            back = cv2.getPerspectiveTransform(_square(), np.ascontiguousarray(four, np.float32))
            tried = np.asarray(cv2.perspectiveTransform((_square() + off[n])[None], back)[0], np.float32)
            better = _fit(looks[n], straight(grey, tried))
            if better > fit:
                place, fit = tried, better
        places.append(place)
        fits.append(fit)
    return places, fits


def likeness(grey: Pixels, corners: Points, looks: Sequence[Look]) -> float:
    """How much what is there looks as that of these does that it looks most like; -1 without any."""
    seen = straight(grey, corners)
    return max((_fit(one, seen) for one in looks), default=-1.0)


def _fit(one: Look, seen: Pixels) -> float:
    return float((one.units @ _unit(seen[one.where])).max())


def _unit(part: Pixels) -> Values:
    values = part.astype(np.float32)
    values -= values.mean()
    return np.asarray(values / max(float(np.linalg.norm(values)), 1e-6), np.float32)


@cache
def _square() -> Points:
    near, far = MARGIN - 0.5, MARGIN + SIDE - 0.5
    return np.array([[near, near], [far, near], [far, far], [near, far]], np.float32)


@cache
def _telling(fiducial: bool) -> npt.NDArray[np.bool_]:
    """Which pixels of a patch differ from tag to tag: all but the border or the finder patterns."""
    mask = np.zeros((WHOLE, WHOLE), bool)
    edge = MARGIN + SIDE // 8 if fiducial else MARGIN
    mask[edge:-edge, edge:-edge] = True
    if not fiducial:
        near = MARGIN + round(FINDER * SIDE)
        mask[:near, :near] = mask[:near, -near:] = mask[-near:, :near] = False
    return mask
