"""Prints in one run what the reader at each effort and the decoders by themselves read, side by side.

    python -m benchmarks.reader [--photos DIR] [--every K] [--scenes N] [--covered N] [--worn N] [--wear N]
        [--save DIR]

(a) real photos with their truth, of DIR every K-th, no deck known; (b) N rendered tables of 20 to 60 cards,
12 mm tags, tilted up to 45 degrees, by pixels per module; (c) N tables with a card or a finger over a part of
every tag; (d) N tables as in (b) with bent and creased cards, sleeves that glare, a hand that moves and grain
in the paper; (e) the same N tables with none of these, and with each of them alone. On rendered tables our
reader is told which deck lies there. The union is of zxing-cpp, pyzbar and cv2.QRCodeDetector.

Read are whole tags, in (c) those of which 60 to 99 % are in view. False are texts that are on no card, those
of a card more than half a tag away from where it lies, and in photos those that the code at that place does
not have; the union counts them once for each reader. Times are wall milliseconds on pixels in memory: of
pictures of 8 to 16 megapixels for 12, of those of 0.5 to 2 for 1. `--save` writes every rendered picture into
DIR, with its parameters and truth, and what each reader read of it, as JSON beside it.
"""

import argparse
import itertools
import json
import time
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.judging import SINGLE, Found, Reading, Verdict, on_photo, on_scene, readings, warm_up
from benchmarks.scenes import KINDS, Scene, covered, render, save, worn
from companion.tally.tags import known_payloads
from recognizers.load import Pixels, load

STEPS = (1.5, 2.0, 2.5, 3.0, 4.0, 6.0)
CARDS = (20, 30, 40, 60)
COVERED_CARDS = 24
UNION = "union"
PARTLY = (0.6, 0.99)
"""Parts of a tag in view, from and to, for it to count as partly covered."""
WEAR = {
    "none": (0.0, 0.0),
    "curl": (1.0, 3.0),
    "crease": (1.0, 1.0),
    "glare": (0.3, 1.0),
    "motion": (0.5, 2.5),
    "texture": (0.02, 0.05),
}
"""What is done to tables one at a time, and how much of it, from and to, as `scenes.render` takes it."""
SIZES = {"ms at 12 MP": (8.0, 16.0, 12), "ms at 1 MP": (0.5, 2.0, 1)}
"""Rows of times: of pictures of how many megapixels, from and to, and for how many."""
DECK = frozenset(f"AR:{kind}:{copy:02}" for kind in KINDS for copy in range(1, 13))
"""What the reader is told may be on a rendered table."""

Tables = Iterable[tuple[str, Scene]]
Card = dict[str, Any]


@dataclass
class Total:
    """What one reader did: reads and codes there by group, false reads, and how long it took."""

    reads: Counter[str] = field(default_factory=Counter)
    false: int = 0
    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    """Wall seconds by the row of SIZES to which a picture belongs."""
    slower: int = 0
    """Pictures on which it took longer than pyzbar."""


def everything(using: dict[str, Reading], pixels: Pixels, totals: dict[str, Total]) -> dict[str, Found]:
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
    using, totals = readings(), dict[str, Total]()
    warm_up(using.values())
    there = Counter[str]()
    megapixels = defaultdict[str, float](float)
    for entry in json.loads((folder / "truth.json").read_text(encoding="utf-8"))[::every]:
        pixels = load(folder / entry["file"]).pixels
        megapixels[_size(pixels)] += pixels.shape[0] * pixels.shape[1] / 1e6
        there[entry["category"]] += len(entry["codes"])
        for name, found in everything(using, pixels, totals).items():
            verdict = on_photo(found, entry["codes"])
            totals[name].reads[entry["category"]] += len(verdict.read)
            totals[name].false += len(verdict.false)
    title = f"(a) photos in {folder.name}, % of codes read"
    _print(title, totals, _sorted(there), megapixels, mean="mean of categories")


def rendered(
    title: str,
    scenes: Tables,
    counts: Callable[[Card], bool],
    group: Callable[[str, Card], str],
    into: Path | None,
) -> None:
    """Prints a table of rendered scenes, of the tags that count, by the group of each; writes the scenes."""
    using, totals = readings(DECK, known_payloads(None, {})), dict[str, Total]()
    warm_up(using.values())
    there = Counter[str]()
    megapixels = defaultdict[str, float](float)
    for name_of_scene, scene in scenes:
        megapixels[_size(scene.pixels)] += scene.pixels.shape[0] * scene.pixels.shape[1] / 1e6
        cards = scene.truth["cards"]
        kind = name_of_scene.partition(" ")[0]
        groups = {n: group(kind, card) for n, card in enumerate(cards) if card["payload"] and counts(card)}
        there.update(groups.values())
        found = everything(using, scene.pixels, totals)
        verdicts = {name: on_scene(some, cards) for name, some in found.items()}
        for name, verdict in verdicts.items():
            totals[name].reads.update(groups[n] for n in verdict.read & groups.keys())
            totals[name].false += len(verdict.false)
        if into:
            save(scene, into / name_of_scene.replace(" ", "-"), _told(found, verdicts))
    _print(title, totals, there if group is _by_wear else _sorted(there), megapixels)


def _sorted(counts: Counter[str]) -> Counter[str]:
    return Counter(dict(sorted(counts.items())))


def _told(found: dict[str, Found], verdicts: dict[str, Verdict]) -> dict[str, Any]:
    """What each reader read, for JSON."""
    return {
        "read": {
            name: [{"text": text, "corners": np.round(corners, 1).tolist()} for text, corners in some]
            for name, some in found.items()
            if name != UNION
        },
        "false": {name: verdict.false for name, verdict in verdicts.items() if verdict.false},
    }


def _by_size(_: str, card: Card) -> str:
    return _step(card["pixels_per_module"])


def _by_wear(kind: str, card: Card) -> str:
    if kind == "crease":
        return "crease on the tag" if card["crease"]["on_tag"] else "crease beside it"
    return kind


def _step(pixels: float) -> str:
    names = [f"0-{STEPS[0]}", *(f"{a}-{b}" for a, b in itertools.pairwise(STEPS))]
    return [*names, f"{STEPS[-1]} and over"][bisect(STEPS, pixels)]


def tables(count: int) -> Iterator[tuple[str, Scene]]:
    """Tables of cards; tilt, blur, noise, light and table are drawn from the seed."""
    for seed in range(count):
        yield f"plain {5000 + seed}", render(5000 + seed, CARDS[seed % len(CARDS)])


def covered_tables(count: int) -> Iterator[tuple[str, Scene]]:
    """Tables on which a card or a finger leaves so much of every tag to see."""
    for seed in range(6000, 6000 + count):
        yield f"covered {seed}", covered(seed, COVERED_CARDS, least=PARTLY[0], most=PARTLY[1])


def worn_tables(count: int) -> Iterator[tuple[str, Scene]]:
    """Tables of cards that were played with; what is drawn from the seed says `scenes.worn`."""
    for seed in range(7000, 7000 + count):
        yield f"worn {seed}", render(seed, CARDS[seed % len(CARDS)], **worn(seed))  # type: ignore[arg-type]


def tables_by_wear(count: int) -> Iterator[tuple[str, Scene]]:
    """The same tables with each kind of wear alone."""
    for kind, (low, high) in WEAR.items():
        for seed in range(8000, 8000 + count):
            strength = float(np.random.default_rng([seed, 1]).uniform(low, high))
            wear = {} if kind == "none" else {kind: strength}
            yield f"{kind} {seed}", render(seed, CARDS[seed % len(CARDS)], **wear)  # type: ignore[arg-type]


def _print(
    title: str, totals: dict[str, Total], there: Counter[str], megapixels: dict[str, float], mean: str = ""
) -> None:
    print(f"\n{title}\n{'':20}{'there':>7}" + "".join(f"{name:>15}" for name in totals))

    def row(label: str, count: int | str, cell: Callable[[Total], str]) -> None:
        print(f"{label:20}{count:>7}" + "".join(f"{cell(total):>15}" for total in totals.values()))

    for group in there:
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
    parser.add_argument("--scenes", type=int, default=16, metavar="N", help="of plain tables")
    parser.add_argument("--covered", type=int, default=8, metavar="N", help="of tables of covered tags")
    parser.add_argument("--worn", type=int, default=8, metavar="N", help="of tables of worn cards")
    parser.add_argument("--wear", type=int, default=4, metavar="N", help="of tables with each kind of wear")
    parser.add_argument("--save", type=Path, metavar="DIR", help="where to write what was rendered and read")
    options = parser.parse_args()
    if options.photos:
        photos(options.photos, options.every)
    if options.scenes:
        title = f"(b) {options.scenes} rendered tables, % of whole tags read by pixels per module"
        rendered(title, tables(options.scenes), _whole, _by_size, options.save)
    if options.covered:
        title = f"(c) {options.covered} tables of partly covered tags, % read by pixels per module"
        rendered(title, covered_tables(options.covered), _partly, _by_size, options.save)
    if options.worn:
        title = f"(d) {options.worn} tables of worn cards, % of whole tags read by pixels per module"
        rendered(title, worn_tables(options.worn), _whole, _by_size, options.save)
    if options.wear:
        title = f"(e) {options.wear} tables with each kind of wear alone, % of whole tags read"
        rendered(title, tables_by_wear(options.wear), _whole, _by_wear, options.save)


def _whole(card: Card) -> bool:
    return bool(card["whole"])


def _partly(card: Card) -> bool:
    return bool(PARTLY[0] <= card["visible"] < PARTLY[1])


if __name__ == "__main__":
    main()
