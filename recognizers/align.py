"""Laying the grid of a code of version 1 on a place where one may be, to a fraction of a module.

What is the same in all such codes guides it: finder patterns with their white, timing, the white around.
First every turn is tried at every place near the middle, in coarse steps; the best are then refined by
least squares (Baker and Matthews' inverse compositional way) with full perspective. Points that don't fit
count less and less, as those that something covers should.
"""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from recognizers import patterns, sampling
from recognizers.sampling import SIDE, Floats, Pyramid

WINDOW = 33
"""Modules along the side of what is compared in the search: a turned code and the white round it."""
REACH = 4
"""Modules about the middle of a candidate in which the code's own middle is looked for."""
TURNS = 40
SCALES = (0.88, 0.98, 1.08)

FINE = 2
"""Points that are compared along a module's side."""


@dataclass(frozen=True, slots=True)
class Round:
    """Of refining: the template's blur in modules, how many degrees of freedom the place has, how many
    steps are taken, at every how manieth point, and whether what doesn't fit counts less.
    """

    blur: float
    freedom: int
    steps: int
    sparse: int = 1
    robust: bool = True


ROUGH = (Round(1.0, 6, 3, 2, False), Round(0.6, 6, 2, 2))
FINE_ROUNDS = (Round(0.6, 8, 3), Round(0.45, 8, 2))
JOINT = (Round(0.6, 8, 2), Round(0.45, 8, 2))
"""By the whole of the code that fits best."""
LIGHT = 4
"""Brightness, contrast and the light's slope across the code are fitted with the place."""


FIRM, FIRM_COVERED = 1e-3, 0.1
HIDDEN = (
    (0, 0, 0, 0),
    (-1, -1, 9.5, 9.5),
    (11.5, -1, 22, 9.5),
    (-1, 11.5, 9.5, 22),
    (-1, -1, 22, 8.5),
    (-1, -1, 8.5, 22),
)
"""What may be covered of a grid, as left, top, right and bottom: nothing, or one or two finder patterns."""


@dataclass(frozen=True)
class Aligned:
    """Grids: (n, 3, 3) from modules to pixels of the whole picture, how well the fixed part fits (n,), to
    which of the places each belongs (n,), and which of HIDDEN is taken for covered (n,).
    """

    matrices: Floats
    fit: Floats
    place: npt.NDArray[np.intp]
    hidden: npt.NDArray[np.intp]

    def of(self, chosen: npt.NDArray[np.intp]) -> "Aligned":
        """Some of them."""
        return Aligned(self.matrices[chosen], self.fit[chosen], self.place[chosen], self.hidden[chosen])


def searched(pyramid: Pyramid, middles: Floats, shapes: Floats, tries: int) -> Aligned:
    """The likeliest grids at places: (n, 2) middles and (n, 2, 2) shapes.

    A shape turns a step of one module on the table, in any direction, into pixels; how a code is turned is
    found out here.
    """
    count = WINDOW + 2 * REACH
    line = np.arange(count, dtype=np.float32) - np.float32((count - 1) / 2)
    steps = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    flat = np.zeros((len(middles), 3, 3), np.float32)
    flat[:, :2, :2], flat[:, :2, 2], flat[:, 2, 2] = shapes, middles, 1
    module = np.sqrt(np.abs(np.linalg.det(shapes)))
    seen = np.empty((len(middles), count, count), np.float32)
    for level, some in pyramid.shares(module.astype(np.float32)):
        spots = sampling.projected(sampling.at_level(flat[some], level), steps)
        seen[some] = sampling.sampled(pyramid.level(level), spots).reshape(-1, count, count)
    likeness = _likeness(seen)  # (n, places, turns, scales)
    by_turn = likeness.max(axis=(1, 3))
    found, fit = [], []
    for _ in range(tries):
        turn = by_turn.argmax(axis=1)
        chosen = likeness[np.arange(len(seen)), :, turn].reshape(len(seen), -1)
        at, scale = np.divmod(chosen.argmax(axis=1), len(SCALES))
        fit.append(chosen.max(axis=1))
        found.append(_grid(flat, at, turn, np.array(SCALES)[scale]))
        away = np.abs((np.arange(TURNS)[None] - turn[:, None] + TURNS // 2) % TURNS - TURNS // 2)
        by_turn = np.where(away <= 2, -1, by_turn)
    place = np.tile(np.arange(len(middles)), tries)
    fits = np.concatenate(fit).astype(np.float32)
    return Aligned(np.concatenate(found), fits, place, np.zeros(len(place), np.intp))


def _grid(flat: Floats, at: npt.NDArray[np.intp], turn: npt.NDArray[np.intp], scale: Floats) -> Floats:
    wide = 2 * REACH + 1
    y, x = np.divmod(at, wide)
    angle = 2 * np.pi * turn / TURNS
    cos, sin = np.cos(angle) * scale, np.sin(angle) * scale
    own = np.zeros((len(at), 3, 3), np.float32)
    own[:, 0, 0], own[:, 0, 1], own[:, 1, 0], own[:, 1, 1], own[:, 2, 2] = cos, -sin, sin, cos, 1
    own[:, 0, 2] = x - REACH - (cos - sin) * SIDE / 2
    own[:, 1, 2] = y - REACH - (sin + cos) * SIDE / 2
    return np.asarray(flat @ own, np.float32)


def _likeness(seen: Floats) -> Floats:
    """Correlation with the fixed part at every place, turn and scale: (n, places, TURNS, len(SCALES))."""
    windows = np.lib.stride_tricks.sliding_window_view(seen, (WINDOW, WINDOW), axis=(1, 2))
    flat = windows.reshape(-1, WINDOW * WINDOW)
    disc = _disc()
    mean = flat @ disc
    spread = np.sqrt(np.maximum((flat * flat) @ disc - mean * mean, 4.0))
    sums = flat @ _turned_templates()
    return np.asarray((sums / spread[:, None]).reshape(len(seen), -1, TURNS, len(SCALES)), np.float32)


@cache
def _disc() -> Floats:
    """Weights of what a code fills at any turn, to sum 1."""
    far = np.hypot(*(np.mgrid[0:WINDOW, 0:WINDOW] - (WINDOW - 1) / 2))
    inside = (far < SIDE / 2 + 2).astype(np.float32).ravel()
    return np.asarray(inside / inside.sum(), np.float32)


@cache
def _turned_templates() -> Floats:
    """(WINDOW squared, TURNS x scales): the fixed part at every turn, of zero mean and unit length."""
    fine, pad = 8, 8
    template, known = fixed_part(pad)
    big = cv2.GaussianBlur(np.kron(template, np.ones((fine, fine), np.float32)), (0, 0), 0.4 * fine)
    where = cv2.GaussianBlur(np.kron(known, np.ones((fine, fine), np.float32)), (0, 0), 0.4 * fine)
    columns = []
    y, x = np.mgrid[0:WINDOW, 0:WINDOW].astype(np.float32) - np.float32((WINDOW - 1) / 2)
    for turn in range(TURNS):
        angle = 2 * np.pi * turn / TURNS
        for scale in SCALES:
            u = (np.cos(angle) * x + np.sin(angle) * y) / scale
            v = (-np.sin(angle) * x + np.cos(angle) * y) / scale
            u, v = (((w + SIDE / 2 + pad) * fine - 0.5).astype(np.float32) for w in (u, v))
            one, mask = (cv2.remap(m, u, v, cv2.INTER_LINEAR).ravel() for m in (big, where))
            one = one - mask * one.sum() / mask.sum()
            columns.append(one / np.sqrt(mask.sum() * (one**2).sum()))
    return np.stack(columns, axis=1).astype(np.float32)


@cache
def fixed_part(pad: int) -> tuple[Floats, Floats]:
    """The fixed modules as brightness (-1 black, 1 white, 0 elsewhere) and which they are, with `pad`
    modules around, of which the first is white.
    """
    known = (~(patterns.data_places() | patterns.format_places())).astype(np.float32)
    bright = np.where(known > 0, 1 - 2.0 * patterns.function_modules(), 0)
    bright = np.pad(np.pad(bright, 1, constant_values=1), pad - 1)
    known = np.pad(np.pad(known, 1, constant_values=1), pad - 1)
    return bright.astype(np.float32), known.astype(np.float32)


@cache
def points() -> Floats:
    """(m, 2) points in modules on the symbol and a module around it, FINE along a module's side."""
    along = (np.arange((int(SIDE) + 2) * FINE, dtype=np.float32) + 0.5) / FINE - 1
    return np.stack(np.meshgrid(along, along), axis=-1).reshape(-1, 2).astype(np.float32)


def basis(template: Floats, blur: float, freedom: int) -> Floats:
    """(n, LIGHT + freedom, m): what the picture at `points` is a sum of, for (n, 23, 23) templates.

    The light, then the template, then how the template changes with each parameter of the place.
    """
    fine = np.kron(template, np.ones((FINE, FINE), np.float32))
    fine = np.stack([cv2.GaussianBlur(one, (0, 0), blur * FINE) for one in fine])
    dv, du = (g.reshape(len(fine), -1) * FINE * SIDE / 2 for g in np.gradient(fine, axis=(1, 2)))
    u, v = (points() / (SIDE / 2) - 1).T  # -1 to 1 across the symbol
    parts = [np.broadcast_to(one, du.shape) for one in (np.ones_like(u), u, v)]
    parts += [fine.reshape(len(fine), -1), du, du * u, du * v, dv, dv * u, dv * v]
    parts += [u * (du * u + dv * v), v * (du * u + dv * v)]
    return np.stack(parts[: LIGHT + freedom], axis=1).astype(np.float32)


@cache
def _fixed_basis(blur: float, freedom: int, sparse: int) -> tuple[Floats, Floats, npt.NDArray[np.intp]]:
    """Of the fixed part: the basis, its products with itself, and at which points."""
    template, known = fixed_part(1)
    at = np.flatnonzero(np.kron(known, np.ones((FINE, FINE))).ravel() > 0)[::sparse]
    one = basis(template[None], blur, freedom)[0][:, at]
    return one, (one[:, None] * one).reshape(-1, len(at)).T.copy(), at


@cache
def shown() -> Floats:
    """(HIDDEN, m): weight 0 for the points that each of them hides."""
    u, v = points().T
    hide = [(u > left) & (u < right) & (v > top) & (v < below) for left, top, right, below in HIDDEN]
    return np.asarray(~np.array(hide), np.float32)


def covered(grids: Aligned) -> Aligned:
    """Every grid as often as there are parts of it that may be hidden."""
    found = grids.of(np.repeat(np.arange(len(grids.fit)), len(HIDDEN)))
    return Aligned(found.matrices, found.fit, found.place, np.tile(np.arange(len(HIDDEN)), len(grids.fit)))


def refined(pyramid: Pyramid, grids: Aligned, rounds: tuple[Round, ...], firm: float = FIRM) -> Aligned:
    """The grids moved to where the part of the fixed modules that is not hidden fits best, and how well it
    does. `firm` is how much harder than its place a grid's shape is to change.
    """
    matrices, fit = grids.matrices.copy(), grids.fit.copy()
    for level, some in pyramid.shares(modules_of(matrices)):
        here = sampling.at_level(matrices[some], level)
        for each in rounds:
            one, products, at = _fixed_basis(each.blur, each.freedom, each.sparse)
            weight = shown()[grids.hidden[some]][:, at]
            for _ in range(each.steps):
                seen = sampling.sampled(pyramid.level(level), sampling.projected(here, points()[at]))
                step = stepped(here, seen, one, weight, products, robust=each.robust, firm=firm)
                here, fit[some] = step
        matrices[some] = sampling.from_level(here, level)
    return Aligned(matrices, fit, grids.place, grids.hidden)


def modules_of(matrices: Floats) -> Floats:
    """Pixels to a module in the middle of each grid."""
    around = np.array([[10, 10], [11, 10], [10, 11]], np.float32)
    a, b, c = sampling.projected(matrices, around).transpose(1, 0, 2)
    one, other = b - a, c - a
    return np.asarray(np.sqrt(np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0])), np.float32)


def stepped(
    matrices: Floats,
    seen: Floats,
    one: Floats,
    view: Floats,
    products: Floats | None = None,
    *,
    robust: bool = True,
    firm: float = FIRM,
) -> tuple[Floats, Floats]:
    """Grids a least-squares step nearer, given the (n, m) picture at the points; and how it fits there.

    `one` is the basis, (k, m) for all with its `products` (m, k * k), or each grid's own (n, k, m); `view`
    (n, m) is how much each point counts.
    """
    width = one.shape[-2]
    firmness = np.diag([FIRM] * LIGHT + [firm] * (width - LIGHT)).astype(np.float32)
    firmness[[LIGHT, LIGHT + 3], [LIGHT, LIGHT + 3]] = FIRM  # the place itself
    weight = view
    for again in range(1 + robust):
        if products is not None:
            left = (weight @ products).reshape(-1, width, width)
            right = ((weight * seen) @ one.T)[..., None]
        else:
            weighted = one * weight[:, None]
            left, right = weighted @ one.transpose(0, 2, 1), weighted @ seen[..., None]
        solved = np.linalg.solve(left * (1 + firmness) + FIRM * np.eye(width), right)[..., 0]
        if robust and not again:
            off = seen - _sum(solved, one)
            scale = 3.0 * (view * np.abs(off)).sum(axis=1) / view.sum(axis=1) + 1
            weight = view / (1 + (off / scale[:, None]) ** 2)
    template = one[..., LIGHT - 1, :]
    rest = seen - _sum(solved[:, : LIGHT - 1], one[..., : LIGHT - 1, :])
    both = (weight * rest * template).sum(axis=1)
    length = (weight * rest**2).sum(axis=1) * (weight * template**2).sum(axis=1)
    contrast = np.maximum(solved[:, LIGHT - 1 : LIGHT], 2.0)
    change = np.clip(solved[:, LIGHT:] / contrast, -0.15, 0.15).astype(np.float32)
    return _moved(matrices, change), np.asarray(both / np.sqrt(length + 1e-6), np.float32)


def _sum(parts: Floats, one: Floats) -> Floats:
    """(n, m): the basis, each part so much."""
    return parts @ one if one.ndim == 2 else (parts[:, None] @ one)[:, 0]


def _moved(matrices: Floats, change: Floats) -> Floats:
    """The grids after the template was found to be `change` away: (n, freedom), in half sides."""
    full = np.zeros((len(change), 8), np.float32)
    full[:, : change.shape[1]] = change
    move = np.zeros((len(change), 3, 3), np.float32)
    move[:, 0] = np.stack([1 + full[:, 1], full[:, 2], full[:, 0]], axis=1)
    move[:, 1] = np.stack([full[:, 4], 1 + full[:, 5], full[:, 3]], axis=1)
    # u' = (u + ...)(1 + gu + hv) to first order, so the divisor is 1 - gu - hv
    move[:, 2] = np.stack([-full[:, 6], -full[:, 7], np.ones(len(full))], axis=1)
    half = SIDE / 2
    unit = np.array([[1 / half, 0, -1], [0, 1 / half, -1], [0, 0, 1]], np.float32)
    back = np.linalg.inv(move)
    found = matrices @ np.linalg.inv(unit) @ back @ unit
    return np.asarray(found / found[:, 2:, 2:], np.float32)
