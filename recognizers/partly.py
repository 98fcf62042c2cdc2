"""AprilTags of which something covers a part, told from the rest, where the deck is known that they are of.

Fiducials that are in full view show how large and how foreshortened a tag is here; one corner of a dark shape
with two of its edges then tells where a whole tag would lie. Its edges are measured as far as they can be
seen. What of border and white around is not as it should be is taken for covered, and with it all that lies
beyond a straight line; the bits before that line have to be those of one code, and of no other.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from recognizers import fiducials, sampling, squares
from recognizers.fiducials import AROUND, IDS, MODULES
from recognizers.load import Pixels
from recognizers.merge import merge
from recognizers.sampling import Pyramid
from recognizers.sighting import Sighting, is_fiducial

Floats = npt.NDArray[np.float64]

NEIGHBOURS = 6
"""Tags in full view, the nearest, from which is learned how large and foreshortened one is here."""
LEAST_SIDE = 32.0
"""Pixels of a tag's side in the picture, halved as often as need be, in which shapes are looked for."""
MOST_PIXELS = 16_000_000
"""Of that picture."""
LEAST_EDGE = 0.35
"""Part of a side that an edge must be to show which way the side goes."""
SQUARE = 0.25
"""Cosine of the most that two edges may be off from a right angle."""
WHOLE = 0.7, 1.4
"""Sides of a tag that an edge between two corners may be long to be a whole one."""
DETAIL = 0.07
"""Part of a side by which an outline may be off from straight."""
MOST_ROUNDS = 8
SHARE = 1000
"""Squares that are measured at once, which takes some 30 kB for each."""
REACHES = 0.9, 0.5, 0.35
"""Modules about an edge in which it is measured, one time after the other."""
POINTS, STEPS = 16, 11
"""Places along a side where its edge is measured, and steps across it."""
STRAY = 0.3
"""Part of a side by which measuring may move a corner."""
PULL = 0.15
"""How much, beside a place where the edge is sharp, each place counts for the edge being where it was."""
LEAST_SEEN = 0.6
"""Part of the border, and of the white around, that must be as it should be."""
FEWEST_BITS = 24
"""In view: fewer may be those of a code by chance."""
LIKELY, SURE = 0.75, 0.96
"""Fit from which a square is worth laying better, and from which it needs none."""
FINE, BLUR, LAYING, HOLD = 2, 0.45, 4, 0.02
"""Of laying: points along a module, the lens's blur in modules, steps, and what holds back a corner that
nothing tells where it is."""
FIT, BLURRED_FIT, LEAD = 0.94, 0.97, 0.25
"""Correlation of the bits in view with a code that is enough, also where it is as blurred as any, and by
which it must lead: of 24 bits a wrong one takes 0.083 away. Of 32,000 squares of random bits with 24 to 31 in
view one was like any of the 2348 codes so turned."""


def partly_covered(pyramid: Pyramid, read: Sequence[Sighting], known: Collection[str]) -> list[Sighting]:
    """The known AprilTags that show in part in a picture's luminance, beside what was `read` already.

    Nothing where no AprilTag was read. Confidence is from 0.5, at the limit of what is believed, to 0.9.
    """
    tags = np.array([s.corners for s in read if is_fiducial(s.text)]).reshape(-1, 4, 2)
    if not len(tags):
        return []
    grey = pyramid.level(0)
    corners = _corners(pyramid, tags, read)
    found: list[Sighting] = []
    seen = 0
    for _ in range(MOST_ROUNDS):  # what is found shows how tags look beside it
        there = np.array([sighting.corners for sighting in found]).reshape(-1, 4, 2)
        like = np.concatenate([tags, there])
        places = _places(corners, like, seen)
        places, seen = places[~_on(places.mean(axis=1), there)], len(like)
        shares = (places[start : start + SHARE] for start in range(0, len(places), SHARE))
        new = [sighting for share in shares for sighting in _told(grey, _laid_out(grey, share), known)]
        told = merge(sorted(new, key=lambda sighting: -sighting.confidence))
        if not told:
            break
        found += told
    return merge(found)


def _on(spots: Floats, tags: Floats) -> npt.NDArray[np.bool_]:
    """Which (n, 2) spots lie on any of the tags."""
    along = np.roll(tags, -1, axis=1) - tags
    way = spots[:, None, None] - tags
    side = along[..., 0] * way[..., 1] - along[..., 1] * way[..., 0]
    inside = np.logical_or((side > 0).all(axis=2), (side < 0).all(axis=2))
    return np.asarray(inside.any(axis=1))


@dataclass(frozen=True)
class _Corners:
    """Of dark shapes: (n, 2) where they are, the corners before and after each of its shape, by number, and
    which way round the shape goes. They are half a pixel of the picture in which they were found, `inside`,
    within the shape's edge.
    """

    at: Floats
    before: npt.NDArray[np.intp]
    after: npt.NDArray[np.intp]
    way: Floats
    inside: float


def _corners(pyramid: Pyramid, tags: Floats, read: Sequence[Sighting]) -> _Corners:
    """The corners of all dark shapes where nothing was read."""
    side = float(np.median(np.linalg.norm(np.roll(tags, -1, axis=1) - tags, axis=2)))
    level = max(0, int(np.log2(side / LEAST_SIDE)))
    while pyramid.level(level).size > MOST_PIXELS:
        level += 1
    scale = 2**level
    small = pyramid.level(level).copy()
    for sighting in read:
        four = np.array(sighting.corners) / scale
        middle = four.mean(axis=0)
        cv2.fillConvexPoly(small, np.rint(middle + (four - middle) * 1.1).astype(np.int32), 255)
    at, before, after, way = [np.empty((0, 2))], [], [], []
    count = 0
    for outline in squares.outlines(small, LEAST_EDGE * side / scale):
        four = cv2.approxPolyDP(outline, max(1.0, DETAIL * side / scale), True)[:, 0]
        if len(four) < 3:
            continue
        numbers = count + np.arange(len(four))
        at.append(four * scale + (scale - 1) / 2)
        before.append(np.roll(numbers, 1))
        after.append(np.roll(numbers, -1))
        way.append(np.full(len(four), np.sign(cv2.contourArea(four, oriented=True))))
        count += len(four)
    none = np.empty(0, np.intp)
    return _Corners(
        np.concatenate(at),
        np.concatenate([none, *before]),
        np.concatenate([none, *after]),
        np.concatenate([np.empty(0), *way]),
        scale / 2,
    )


def _laid_out(grey: Pixels, places: Floats) -> Floats:
    """The squares where their edges are, each once that was found from several of its corners."""
    for reach in REACHES:
        places = _measured(grey, places, reach)
    first = places.sum(axis=2).argmin(axis=1)
    order = (first[:, None] + np.arange(4)) % 4
    same = np.take_along_axis(places, order[..., None], axis=1)
    step = fiducials.module_sides(places)[:, None] / 8
    _, chosen = np.unique(np.rint(same.reshape(-1, 8) / step), axis=0, return_index=True)
    return places[np.sort(chosen)]


def _places(corners: _Corners, tags: Floats, seen: int) -> Floats:
    """(n, 4, 2) where tags would lie of which these are corners, in view of how `tags` look; only where one
    of those after the first `seen` is among the nearest.
    """
    near = _nearest(corners.at, tags.mean(axis=1))
    tall = sampling.root(np.median(sampling.shapes(tags)[near], axis=1))
    flat = np.linalg.inv(tall)  # to the table, in sides of a tag; both are symmetric
    on = np.einsum("nij,nj->ni", flat, corners.at[corners.after] - corners.at)
    back = np.einsum("nij,nj->ni", flat, corners.at[corners.before] - corners.at)
    ahead, behind = np.linalg.norm(on, axis=1), np.linalg.norm(back, axis=1)
    one, other = on / ahead[:, None], back / behind[:, None]
    turn = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    right = (np.abs((one * other).sum(axis=1)) <= SQUARE) & (turn * corners.way > 0)
    whole_ahead, whole_behind = (
        right[beside] & (length > WHOLE[0]) & (length < WHOLE[1])
        for beside, length in ((corners.after, ahead), (corners.before, behind))
    )
    usable = right & (np.minimum(ahead, behind) > LEAST_EDGE) & (near >= seen).any(axis=1)
    middle = one + other
    middle *= np.sqrt(0.5) / np.linalg.norm(middle, axis=1, keepdims=True)
    aside = np.stack([-middle[:, 1], middle[:, 0]], axis=1) * np.sign(turn)[:, None]
    out = np.einsum("nij,nj->ni", tall, middle)
    start = corners.at - out * corners.inside / np.linalg.norm(out, axis=1, keepdims=True) * np.sqrt(2)
    found = []
    # a side is as long as beside, or as one of the edges that may be whole
    for first, second, which in (
        (np.ones_like(ahead), np.ones_like(ahead), usable),
        (ahead, ahead, usable & whole_ahead),
        (behind, behind, usable & whole_behind),
        (ahead, behind, usable & whole_ahead & whole_behind),
    ):
        along, along_other = (middle - aside) * first[:, None], (middle + aside) * second[:, None]
        across = np.where(turn[:, None] > 0, along, along_other)
        down = np.where(turn[:, None] > 0, along_other, along)
        steps = np.stack([across * 0, across, across + down, down], axis=1)
        found.append((start[:, None] + steps @ tall)[which])
    return np.concatenate(found)


def _nearest(spots: Floats, tags: Floats) -> npt.NDArray[np.intp]:
    """(n, NEIGHBOURS or fewer) the tags, by number, whose middles are nearest to each spot."""
    near = np.empty((len(spots), min(NEIGHBOURS, len(tags))), np.intp)
    for start in range(0, len(spots), SHARE):
        away = ((spots[start : start + SHARE, None] - tags) ** 2).sum(axis=2)
        near[start : start + SHARE] = np.argsort(away, axis=1)[:, :NEIGHBOURS]
    return near


def _measured(grey: Pixels, places: Floats, reach: float) -> Floats:
    """The squares with each side where its edge is, as far as there is one near; without those of which a
    corner is led astray.
    """
    if not len(places):
        return places
    part = np.linspace(0.04, 0.96, POINTS)
    seen = squares.edges(grey, places, part, STEPS, lambda length: reach * length / MODULES + 0.5)
    outward, half, where = seen.outward, seen.half, seen.where
    sharp = np.sqrt(seen.weight)
    sharp = np.minimum(sharp / np.maximum(np.median(sharp, axis=(1, 2), keepdims=True), 1), 1.0)
    t = part - 0.5
    base = np.stack([np.ones(POINTS), t], axis=1)
    line = np.zeros((len(places), 4, 2))
    for spread in (0.6, 0.35, 0.2):
        off = (where - line @ base.T) / np.maximum(half[..., None] * spread, 0.3)
        weight = sharp / (1 + off**2) ** 2
        a = np.einsum("nsp,pi,pj->nsij", weight, base, base)
        b = np.einsum("nsp,nsp,pi->nsi", weight, where, base)
        a += PULL * (base.T @ base)
        line = np.linalg.solve(a, b[..., None])[..., 0]
    shift = line @ np.array([[1.0, 1.0], [-0.5, 0.5]])  # (n, 4, 2): of each side's beginning and end
    starts = places + outward * shift[..., :1]
    ends = np.roll(places, -1, axis=1) + outward * shift[..., 1:]
    way = ends - starts
    before, before_way = np.roll(starts, 1, axis=1), np.roll(way, 1, axis=1)
    cross = before_way[..., 0] * way[..., 1] - before_way[..., 1] * way[..., 0]
    gap = starts - before
    far = (gap[..., 0] * way[..., 1] - gap[..., 1] * way[..., 0]) / np.where(
        np.abs(cross) < 1e-6, np.inf, cross
    )
    found = before + before_way * far[..., None]
    near = np.linalg.norm(found - places, axis=2) <= STRAY * seen.length[..., 0]
    return np.asarray(found[near.all(axis=1)])


def _told(grey: Pixels, places: Floats, known: Collection[str]) -> list[Sighting]:
    """What the bits say that are in view."""
    if not len(places):
        return []
    height, width = grey.shape
    good = fiducials.module_sides(places) >= fiducials.FEWEST_PIXELS
    good &= ((places >= 0) & (places <= [width - 1, height - 1])).all(axis=(1, 2))
    places = places[good]
    found = []
    for corners, seen in zip(places, _samples(grey, places), strict=True):
        shown = _shown(seen)
        code = None if shown is None else _likeliest(seen, shown)
        if shown is None or code is None or code.fit < LIKELY:
            continue
        if code.fit < SURE:
            corners = _laid(grey, corners, code, shown)
            (seen,) = _samples(grey, corners[None])
            shown = _shown(seen)
            code = None if shown is None else _likeliest(seen, shown)
        if code and code.is_sure and fiducials.text_of(code.number) in known:
            sure = 0.5 + 0.4 * (code.fit - FIT) / (1 - FIT)
            found.append(fiducials.sighting(code.number, np.roll(corners, code.turn, axis=0), sure))
    return found


def _samples(grey: Pixels, places: Floats) -> Floats:
    return fiducials.modules(grey, places, (-fiducials.INSIDE, 0.0, fiducials.INSIDE))


def _laid(grey: Pixels, corners: Floats, code: "_Code", shown: npt.NDArray[np.bool_]) -> Floats:
    """The square moved to where its code fits best, by least squares over what is in view."""
    at = (np.arange(AROUND * FINE) + 0.5) / FINE
    x, y = (a.ravel() for a in np.meshgrid((at - 1) / MODULES, (at - 1) / MODULES))
    whole = np.ones((AROUND, AROUND))
    whole[1:-1, 1:-1] = np.rot90(fiducials.codes()[code.number], code.turn)
    soft = cv2.GaussianBlur(np.kron(whole, np.ones((FINE, FINE))), (0, 0), BLUR * FINE)
    in_view = np.kron(shown, np.ones((FINE, FINE))).ravel() > 0
    model = np.stack([soft.ravel(), np.ones(len(x)), x, y], axis=1)[in_view]
    points = np.stack([x, y, np.ones(len(x))])[:, in_view]

    def seen(places: Floats) -> Floats:
        x, y, below = (fiducials.perspective(places) @ points).transpose(1, 0, 2)
        return squares.sampled(grey, np.stack([x / below, y / below], axis=-1))

    step = 0.05 * float(np.linalg.norm(corners[1] - corners[0])) / MODULES
    for _ in range(LAYING):
        moved = corners + step * np.eye(8).reshape(8, 4, 2)
        values = seen(np.concatenate([corners[None], moved]))
        change = (values[1:] - values[0]).T / step
        # values + change @ by = model @ light
        both = np.concatenate([model, -change], axis=1)
        hold = np.diag([0.0] * 4 + [HOLD * len(model)] * 8)
        solved = np.linalg.solve(both.T @ both + hold, both.T @ values[0])
        corners = corners + np.clip(solved[4:], -4 * step, 4 * step).reshape(4, 2)
    return corners


_Y, _X = np.mgrid[:AROUND, :AROUND] - (AROUND - 1) / 2
_ANGLES = np.linspace(0, 2 * np.pi, 32, endpoint=False)
_ACROSS = np.cos(_ANGLES)[:, None, None] * _X + np.sin(_ANGLES)[:, None, None] * _Y


def _shown(seen: Floats) -> npt.NDArray[np.bool_] | None:
    """(10, 10) which modules are in view; None where that is too little, or all."""
    frame = fiducials.frame()
    white, black = frame == 1, frame == 0
    bright, dark = np.median(seen[white]), np.median(seen[black])
    if bright - dark < 20:
        return None
    limit = (bright + dark) / 2
    slack = (bright - dark) * 0.15
    wrong = (white & (seen < limit + slack)) | (black & (seen > limit - slack))
    ring = white | black
    share = 1 - wrong.sum() / ring.sum()
    if not wrong.any() or share < LEAST_SEEN:
        return None
    # of the straight lines with all that is wrong beyond, the one that hides least
    limits = np.where(wrong, _ACROSS, np.inf).min(axis=(1, 2)) - 0.6
    shown = limits[:, None, None] > _ACROSS
    best = int((shown & ring).sum(axis=(1, 2)).argmax())
    chosen = np.asarray(shown[best])
    return chosen if (chosen & ring).sum() >= LEAST_SEEN * ring.sum() else None


@dataclass(frozen=True)
class _Code:
    """A code, by how many quarters it is turned, how well it fits, by how much better than any other, and
    whether it does where it is as blurred as any.
    """

    number: int
    turn: int
    fit: float
    lead: float
    blurred: bool

    @property
    def is_sure(self) -> bool:
        return self.fit >= (BLURRED_FIT if self.blurred else FIT) and self.lead >= LEAD


def _likeliest(seen: Floats, shown: npt.NDArray[np.bool_]) -> _Code | None:
    """What the bits in view are likest to; None where they are too few."""
    inner = shown[2:-2, 2:-2].ravel()
    if inner.sum() < FEWEST_BITS:
        return None
    white = shown & (fiducials.frame() == 1)
    plane = np.stack([_X, _Y, np.ones_like(_X)], axis=2)
    light = plane @ np.linalg.lstsq(plane[white], seen[white], rcond=None)[0]
    bits = np.zeros(len(inner), np.float32)
    bits[inner] = fiducials.unit((seen / np.maximum(light, 8))[2:-2, 2:-2].ravel()[None, inner])[0]
    blurred = fiducials.templates()
    mean = blurred @ inner.astype(np.float32) / inner.sum()
    length = blurred**2 @ inner.astype(np.float32) - inner.sum() * mean**2
    each = blurred @ bits / np.sqrt(np.maximum(length, 1e-6))
    fits = each.max(axis=0)
    best = int(fits.argmax())
    number, turn = divmod(best, 4)
    others = np.delete(fits.reshape(IDS, 4), number, axis=0)
    soft = bool(each[:, best].argmax() == len(each) - 1)
    return _Code(number, turn, float(fits[best]), float(fits[best] - others.max()), soft)
