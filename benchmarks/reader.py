"""Prints in one run what the reader at each effort and the decoders by themselves read, side by side.

    python -m benchmarks.reader [--photos DIR] [--every K] [--scenes N] [--covered N]

(a) real photos with their truth, of DIR every K-th; (b) N rendered tables of 20 to 60 cards, 12 mm tags,
tilted up to 45 degrees, by pixels per module; (c) N tables with a second card over a part of every tag. The
union is of zxing-cpp, pyzbar and cv2.QRCodeDetector. Read are whole tags, in (c) those of which 60 to 99 %
are in view; false is a text that is on no card, or not in the code at that place. Times are wall
milliseconds on pixels in memory: of pictures of 8 to 16 megapixels for 12, of those of 0.5 to 2 for 1.
"""

import argparse
import itertools
import json
import time
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.reading import agrees, code_at
from benchmarks.scenes import KINDS, CardSpec, Scene, render, scatter
from companion.tally.tags import known_payloads
from recognizers.load import Pixels, load, luminance
from recognizers.read import read
from recognizers.readers import READERS, available
from recognizers.sighting import Corners

STEPS = (1.5, 2.0, 2.5, 3.0, 4.0, 6.0)
CARDS = (20, 30, 40, 60)
SINGLE = {"zxing-cpp": "zxing", "pyzbar": "zbar", "cv2": "opencv"}
EFFORTS = ("fast", "normal", "thorough")
UNION = "union"
PARTLY = (0.6, 0.99)
"""Parts of a tag in view, from and to, for it to count as partly covered."""
SIZES = {"ms at 12 MP": (8.0, 16.0, 12), "ms at 1 MP": (0.5, 2.0, 1)}
"""Rows of times: of pictures of how many megapixels, from and to, and for how many."""
DECK = frozenset(f"AR:{kind}:{copy:02}" for kind in KINDS for copy in range(1, 13))
"""What the reader is told may be on a rendered table."""

Found = list[tuple[str, Corners]]


@dataclass
class Total:
    """What one reader did: reads and codes there by group, false reads, and how long it took."""

    reads: Counter[str] = field(default_factory=Counter)
    false: int = 0
    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    """Wall seconds by the row of SIZES to which a picture belongs."""
    slower: int = 0
    """Pictures on which it took longer than pyzbar."""


def readers(known: frozenset[str], others: frozenset[str]) -> dict[str, Callable[[Pixels], Found]]:
    """The readers that work here by the name that the table gives them; known decks are told to ours."""

    def ours(effort: str) -> Callable[[Pixels], Found]:
        def look(pixels: Pixels) -> Found:
            found = read(pixels, effort=effort, known=known, others=others)  # type: ignore[arg-type]
            return [(sighting.text, sighting.corners) for sighting in found]

        return look

    def alone(name: str) -> Callable[[Pixels], Found]:
        return lambda pixels: [(d.text, d.corners) for d in READERS[name](luminance(pixels)) if d.text]

    works = {name for name, (ok, _) in available().items() if ok}
    return {
        **{f"ours {effort}": ours(effort) for effort in EFFORTS},
        **{title: alone(name) for title, name in SINGLE.items() if name in works},
    }


def everything(
    using: dict[str, Callable[[Pixels], Found]], pixels: Pixels, totals: dict[str, Total]
) -> dict[str, Found]:
    """What each reads, the union of the single ones too; adds the times."""
    found: dict[str, Found] = {}
    took: dict[str, float] = {}
    for name, reading in using.items():
        start = time.perf_counter()
        found[name] = reading(pixels)
        took[name] = time.perf_counter() - start
    single = [name for name in SINGLE if name in using]
    found[UNION] = [one for name in single for one in found[name]]
    took[UNION] = sum(took[name] for name in single)
    for name, seconds in took.items():
        total = totals.setdefault(name, Total())
        total.seconds[_size(pixels)] += seconds
        total.slower += "pyzbar" in took and seconds > took["pyzbar"]
    return found


def _size(pixels: Pixels) -> str:
    megapixels = pixels.shape[0] * pixels.shape[1] / 1e6
    return next((row for row, (least, most, _) in SIZES.items() if least <= megapixels <= most), "")


def photos(folder: Path, every: int) -> None:
    """Prints the table of real photos."""
    using, totals = readers(frozenset(), frozenset()), dict[str, Total]()
    there = Counter[str]()
    megapixels = defaultdict[str, float](float)
    for entry in json.loads((folder / "truth.json").read_text(encoding="utf-8"))[::every]:
        pixels = load(folder / entry["file"]).pixels
        megapixels[_size(pixels)] += pixels.shape[0] * pixels.shape[1] / 1e6
        there[entry["category"]] += len(entry["codes"])
        for name, found in everything(using, pixels, totals).items():
            hits, false = _judged(found, entry["codes"])
            totals[name].reads[entry["category"]] += hits
            totals[name].false += false
    title = f"(a) photos in {folder.name}, % of codes read"
    _print(title, totals, there, megapixels, mean="mean of categories")


def _judged(found: Found, codes: Sequence[dict[str, Any]]) -> tuple[int, int]:
    hits, false = set[int](), 0
    for text, corners in found:
        place = code_at(corners, codes)
        if place is None or not agrees(text, codes[place]["ascii_text"]):
            false += 1
        else:
            hits.add(place)
    return len(hits), false


def rendered(title: str, scenes: Iterable[Scene], counts: Callable[[dict[str, Any]], bool]) -> None:
    """Prints a table of rendered scenes by pixels per module, of the tags that count."""
    using, totals = readers(DECK, known_payloads(None, {})), dict[str, Total]()
    there = Counter[str]()
    megapixels = defaultdict[str, float](float)
    for scene in scenes:
        megapixels[_size(scene.pixels)] += scene.pixels.shape[0] * scene.pixels.shape[1] / 1e6
        cards = [card for card in scene.truth["cards"] if card["payload"]]
        wanted = {card["payload"]: _step(card["pixels_per_module"]) for card in cards if counts(card)}
        there.update(wanted.values())
        texts = {card["payload"] for card in cards}
        for name, found in everything(using, scene.pixels, totals).items():
            seen = {text for text, _ in found}
            totals[name].reads.update(step for text, step in wanted.items() if text in seen)
            totals[name].false += len(seen - texts)
    _print(title, totals, there, megapixels)


def _step(pixels: float) -> str:
    names = [f"0-{STEPS[0]}", *(f"{a}-{b}" for a, b in itertools.pairwise(STEPS))]
    return [*names, f"{STEPS[-1]} and over"][bisect(STEPS, pixels)]


def tables(count: int) -> Iterator[Scene]:
    """Tables of cards; tilt, blur, noise, light and table are drawn from the seed."""
    for seed in range(count):
        yield render(5000 + seed, CARDS[seed % len(CARDS)])


def covered_tables(count: int) -> Iterator[Scene]:
    """Tables on which another card's edge lies over up to 45 % of every tag's width, from any side."""
    for seed in range(6000, 6000 + count):
        rng = np.random.default_rng(seed)
        laid = [card for below in scatter(24, rng) for card in (below, _over(below, rng))]
        yield render(seed, laid)


def _over(card: CardSpec, rng: np.random.Generator) -> CardSpec:
    angle, part = float(rng.uniform(0, 360)), float(rng.uniform(0.0, 0.45))
    turn, side = np.radians(card.rotation), np.radians(angle)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    near = card.inset + card.tag / 2
    middle = np.array([card.x, card.y]) + rotation @ [near - card.width / 2, near - card.height / 2]
    away = card.tag * (0.5 - part) + card.width / 2
    x, y = middle + away * np.array([np.cos(side), np.sin(side)])
    return CardSpec("", float(x), float(y), angle)


def _print(
    title: str, totals: dict[str, Total], there: Counter[str], megapixels: dict[str, float], mean: str = ""
) -> None:
    print(f"\n{title}\n{'':20}{'there':>7}" + "".join(f"{name:>15}" for name in totals))

    def row(label: str, count: int | str, cell: Callable[[Total], str]) -> None:
        print(f"{label:20}{count:>7}" + "".join(f"{cell(total):>15}" for total in totals.values()))

    for group in sorted(there):
        row(group, there[group], lambda total, g=group: f"{100 * total.reads[g] / there[g]:.1f}")  # type: ignore[misc]
    row("all", there.total(), lambda total: f"{100 * total.reads.total() / max(1, there.total()):.1f}")
    if mean:
        row(
            mean,
            "",
            lambda total: f"{100 * np.mean([total.reads[g] / n for g, n in there.items() if n]):.1f}",
        )
    row("false", "", lambda total: str(total.false))
    for size in [size for size in SIZES if megapixels[size]]:
        per = 1000 * SIZES[size][2] / megapixels[size]
        row(size, "", lambda total, s=size, per=per: f"{total.seconds[s] * per:.0f}")  # type: ignore[misc]
    row("slower than pyzbar", "", lambda total: str(total.slower))


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--photos", type=Path, metavar="DIR", help="a folder of photos with truth.json")
    parser.add_argument("--every", type=int, default=1, metavar="K", help="take every K-th photo only")
    parser.add_argument("--scenes", type=int, default=16, metavar="N")
    parser.add_argument("--covered", type=int, default=8, metavar="N")
    options = parser.parse_args()
    if options.photos:
        photos(options.photos, options.every)
    if options.scenes:
        title = f"(b) {options.scenes} rendered tables, % of whole tags read by pixels per module"
        rendered(title, tables(options.scenes), lambda card: card["whole"])
    if options.covered:
        title = f"(c) {options.covered} tables of partly covered tags, % read by pixels per module"
        rendered(title, covered_tables(options.covered), lambda c: PARTLY[0] <= c["visible"] < PARTLY[1])


if __name__ == "__main__":
    main()
