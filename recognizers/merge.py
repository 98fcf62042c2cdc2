"""Bringing decodes of one picture together so that every symbol counts once."""

from collections.abc import Iterable

from recognizers.sighting import Corners, Sighting


def merge(sightings: Iterable[Sighting]) -> list[Sighting]:
    """Every symbol once: of sightings at one place the first stays, so give the most trusted first.

    One text at two places stays two sightings. Two texts at one place cannot both be right: the first
    stays, with half its confidence, so that a person looks at it.
    """
    kept: list[Sighting] = []
    for new in sightings:
        place = next((i for i, old in enumerate(kept) if same_place(old.corners, new.corners)), None)
        if place is None:
            kept.append(new)
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
    (ax, ay, a_size), (bx, by, b_size) = _middle(one), _middle(other)
    smaller, larger = sorted((a_size, b_size))
    return larger <= 2 * smaller and (ax - bx) ** 2 + (ay - by) ** 2 < (smaller / 2) ** 2


def _middle(corners: Corners) -> tuple[float, float, float]:
    """Centre and size; the size from the diagonals, so that a foreshortened symbol has one too."""
    a, b, c, d = corners
    diagonals = (((a[0] - c[0]) ** 2 + (a[1] - c[1]) ** 2) + ((b[0] - d[0]) ** 2 + (b[1] - d[1]) ** 2)) / 2
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4, (diagonals / 2) ** 0.5
