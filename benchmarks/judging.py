"""Who reads, side by side, and what of that is right: shared by the benchmarks and the tests of photos."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from benchmarks.scenes import render
from recognizers.load import Pixels, luminance
from recognizers.read import read
from recognizers.readers import READERS, available
from recognizers.sighting import Corners

SINGLE = {"zxing-cpp": "zxing", "pyzbar": "zbar", "cv2": "opencv"}
"""The decoders by the names that tables give them."""
EFFORTS = ("fast", "normal", "thorough")

Found = list[tuple[str, Corners]]
Reading = Callable[[Pixels], Found]


@dataclass
class Verdict:
    """What was read of a picture: which of its codes, by their number, and in words what is false and what
    was told twice.
    """

    read: set[int] = field(default_factory=set)
    false: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)


def readings(known: Collection[str] = (), others: Collection[str] = ()) -> dict[str, Reading]:
    """Our reader at each effort, told of those texts, and the decoders that work here, by name."""

    def ours(effort: str) -> Reading:
        return lambda pixels: [
            (sighting.text, sighting.corners)
            for sighting in read(pixels, effort=effort, known=known, others=others)  # type: ignore[arg-type]
        ]

    def alone(name: str) -> Reading:
        return lambda pixels: [(d.text, d.corners) for d in READERS[name](luminance(pixels)) if d.text]

    works = {name for name, (ok, _) in available().items() if ok}
    return {
        **{f"ours {effort}": ours(effort) for effort in EFFORTS},
        **{title: alone(name) for title, name in SINGLE.items() if name in works},
    }


def warm_up(using: Iterable[Reading]) -> None:
    """Has each read a small picture with codes that need closer looks, so that what is done once (imports,
    tables of codes) isn't measured.
    """
    small = render(1, 4, tilt=0, width=640, height=480).pixels
    for reading in using:
        reading(small)


def on_photo(found: Iterable[tuple[str, Corners]], codes: Sequence[dict[str, Any]]) -> Verdict:
    """Judges what was read in a photo, whose codes are told apart by place and may have an unknown text."""
    verdict = Verdict()
    for text, corners in found:
        place = code_at(corners, codes)
        if place is None:
            verdict.false.append(f"{text!r} where no code is")
        elif not agrees(text, codes[place]["ascii_text"]):
            verdict.false.append(f"{text!r} where the code says {codes[place]['ascii_text']!r}")
        else:
            if place in verdict.read:
                verdict.twice.append(f"code {place} twice")
            verdict.read.add(place)
    return verdict


def on_scene(found: Iterable[tuple[str, Corners]], cards: Sequence[dict[str, Any]]) -> Verdict:
    """Judges what was read on a rendered table: a text has to be a card's, and its middle no further than
    half a tag from that of the card's tag.
    """
    verdict = Verdict()
    number_of = {card["payload"]: number for number, card in enumerate(cards) if card["payload"]}
    for text, corners in found:
        number = number_of.get(text)
        if number is None:
            verdict.false.append(f"{text!r}, which no card has")
            continue
        tag = np.array(cards[number]["corners"], np.float32)
        off = float(np.hypot(*(np.mean(corners, axis=0) - tag.mean(axis=0))))
        if off > np.sqrt(cv2.contourArea(tag)) / 2:
            verdict.false.append(f"{text!r} {off:.0f} pixels from its card")
            continue
        if number in verdict.read:
            verdict.twice.append(f"{text!r} twice")
        verdict.read.add(number)
    return verdict


def code_at(corners: Corners, codes: Sequence[dict[str, Any]]) -> int | None:
    """Which of a photo's true codes holds the middle of what was read."""
    x, y = np.mean(corners, axis=0)
    for number, code in enumerate(codes):
        if cv2.pointPolygonTest(np.array(code["corners"], np.float32), (float(x), float(y)), False) >= 0:
            return number
    return None


def agrees(text: str, truth: str | None) -> bool:
    """Whether a text is the true one, of which only the visible ASCII characters are known, if that."""
    return truth is None or "".join(c for c in text if "!" <= c <= "~") == truth
