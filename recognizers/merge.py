"""Bringing decodes of one picture together so that every symbol counts once."""

from collections.abc import Iterable

from recognizers.sighting import Corners, Sighting

Spot = tuple[float, float, float]
"""Where a symbol's middle is, across and down, and how large it is, in pixels."""


def merge(sightings: Iterable[Sighting]) -> list[Sighting]:
    """Every symbol once: of sightings at one place the first stays, so give the most trusted first.

    One text at two places stays two sightings. Two texts at one place cannot both be right: the first
    stays, with half its confidence, so that a person looks at it.
    """
    kept: list[Sighting] = []
    spots: list[Spot] = []
    for new in sightings:
        spot = _spot(new.corners)
        place = next((i for i, old in enumerate(spots) if _same(old, spot)), None)
        if place is None:
            kept.append(new)
            spots.append(spot)
        elif not same_text(kept[place].text, new.text):
            kept[place] = _doubted(kept[place])
        elif new.confidence > kept[place].confidence:
            kept[place] = _with_confidence(kept[place], new.confidence)
    return kept


def _doubted(sighting: Sighting) -> Sighting:
    return _with_confidence(sighting, sighting.confidence / 2)


def _with_confidence(sighting: Sighting, confidence: float) -> Sighting:
    return Sighting(sighting.text, sighting.corners, sighting.reader, confidence)


def same_text(one: str, other: str) -> bool:
    """Whether two decoders read the same: they may differ in how they turn bytes beyond ASCII into letters.

    >>> same_text("AR:POT:07", "AR:POT:08"), same_text("caf\u00e9", "caf\u00c3\u00a9")
    (False, True)
    """
    return one == other or _ascii(one) == _ascii(other)


def _ascii(text: str) -> str:
    return "".join(c for c in text if " " <= c <= "~")


def same_place(one: Corners, other: Corners) -> bool:
    """Whether two quadrilaterals are one symbol: each one's centre is well inside the other, and their
    sizes agree.

    >>> square = ((0, 0), (10, 0), (10, 10), (0, 10))
    >>> same_place(square, ((1, 1), (11, 1), (11, 11), (1, 11)))
    True
    >>> same_place(square, ((10, 0), (20, 0), (20, 10), (10, 10)))
    False
    """
    return _same(_spot(one), _spot(other))


def _same(one: Spot, other: Spot) -> bool:
    (ax, ay, a_size), (bx, by, b_size) = one, other
    smaller, larger = (a_size, b_size) if a_size < b_size else (b_size, a_size)
    return larger <= 2 * smaller and (ax - bx) ** 2 + (ay - by) ** 2 < (smaller / 2) ** 2


def _spot(corners: Corners) -> Spot:
    """Centre and size; the size from the diagonals, so that a foreshortened symbol has one too."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    diagonals = ((ax - cx) ** 2 + (ay - cy) ** 2 + (bx - dx) ** 2 + (by - dy) ** 2) / 2
    return (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4, (diagonals / 2) ** 0.5
