"""Prints what the reader makes of AprilTags: whole tags read by pixels per module, false reads, time.

    python -m benchmarks.fiducials [--scenes N] [--distractors N] [--covered N] [--photos DIR] [--symbols [N]]

Scenes are rendered tables of 20 to 60 cards with 8 mm tags, tilted up to 45 degrees; no deck is known, but
AprilTags are looked for as where one is that has some. A distractor is a table with QR codes, other squares,
print or nothing on it, in which nothing may be read. `--covered` reads N tables with a card or a finger over
a part of every tag but six, their deck known. `--photos` reads real photos that hold no AprilTag.
`--symbols` reads N such tables (2) with each of AprilTags, QR codes, where no deck is known and where it is,
and Micro QR codes at several sizes.
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import zxingcpp

from benchmarks import judging
from benchmarks.reader import DECK
from benchmarks.scenes import CardSpec, Scene, covered, render
from companion.tally.tags import known_payloads
from recognizers.fiducials import IDS, fiducials
from recognizers.load import Pixels, load, luminance
from recognizers.read import read
from recognizers.sighting import Corners

STEPS = (1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0, 99.0)
CARDS = (20, 30, 40, 60)
EFFORTS = ("fast", "normal", "thorough")
Reading = Callable[[Pixels], dict[str, Corners]]


def ours(effort: str) -> Reading:
    """Our reader at one effort."""
    return lambda grey: {s.text: s.corners for s in fiducials(grey, effort=effort)}  # type: ignore[arg-type]


def opencv(grey: Pixels) -> dict[str, Corners]:
    """OpenCV's own, with its best settings for small tags, for comparison."""
    settings = cv2.aruco.DetectorParameters()
    settings.minMarkerPerimeterRate = 0.006
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    corners, ids, _ = cv2.aruco.ArucoDetector(family, settings).detectMarkers(grey)
    if ids is None:
        return {}
    found = zip(ids.ravel(), corners, strict=True)
    return {f"36h11:{n}": tuple(map(tuple, four.reshape(4, 2))) for n, four in found}  # type: ignore[misc]


def micro(grey: Pixels) -> judging.Found:
    """Micro QR codes, which zxing-cpp reads in the picture and in the picture enlarged twice."""
    formats = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.MicroQRCode)
    found: judging.Found = []
    for scale in (1, 2):
        seen = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
        for code in zxingcpp.read_barcodes(seen, formats=formats):
            at = code.position
            four = [
                (p.x / scale, p.y / scale)
                for p in (at.top_left, at.top_right, at.bottom_right, at.bottom_left)
            ]
            found.append((code.text, (four[0], four[1], four[2], four[3])))
    return found


def scenes(count: int, symbol: str = "apriltag", tag: float | None = None) -> Iterator[Scene]:
    """Tables of tags; tilt, blur, noise, light and table are drawn from the seed."""
    for seed in range(count):
        yield render(9000 + seed, CARDS[seed % len(CARDS)], symbol=symbol, tag=tag)


def recall_table(count: int) -> None:
    """Prints how many whole tags are read, by pixels per module."""
    readings = {**{f"ours, {effort}": ours(effort) for effort in EFFORTS}, "cv2.aruco": opencv}
    there: Counter[float] = Counter()
    read: dict[str, Counter[float]] = {name: Counter() for name in readings}
    false, spent, off = Counter[str](), Counter[str](), dict[str, list[float]]()
    for scene in scenes(count):
        grey = luminance(scene.pixels)
        cards = {card["payload"]: card for card in scene.truth["cards"]}
        whole = {text: card for text, card in cards.items() if card["whole"]}
        there.update(_step(card) for card in whole.values())
        for name, reading in readings.items():
            start = time.thread_time() if name != "cv2.aruco" else time.process_time()
            found = reading(grey)
            spent[name] += (time.thread_time() if name != "cv2.aruco" else time.process_time()) - start  # type: ignore[assignment]
            read[name].update(_step(card) for text, card in whole.items() if text in found)
            false[name] += len(found.keys() - cards.keys())
            off.setdefault(name, []).extend(
                float(np.abs(np.array(found[text]) - np.array(card["corners"])).max())
                for text, card in whole.items()
                if text in found
            )
    print(
        f"\n8 mm AprilTags on {count} rendered tables, 4032 x 3024: whole tags read, % by pixels per module"
    )
    print(_row("px/module", ["all", *(_named(a, b) for a, b in _steps())],
               ["false", "CPU ms", "corners off, px"]))  # fmt: skip
    print(_row("tags", [str(there.total()), *(str(there[a]) for a, _ in _steps())], []))
    for name, hits in read.items():
        cells = [_percent(hits.total(), there.total()), *(_percent(hits[a], there[a]) for a, _ in _steps())]
        tail = [str(false[name]), f"{1000 * spent[name] / count:.0f}", f"{np.mean(off[name]):.2f}"]
        print(_row(name, cells, tail), flush=True)


def covered_table(count: int) -> None:
    """Prints how many partly covered tags are read, by the percentage of each that shows."""
    known = [f"36h11:{number}" for number in range(IDS)]
    there, spent, false = Counter[int](), Counter[str](), Counter[str]()
    hits: dict[str, Counter[int]] = {effort: Counter() for effort in EFFORTS}
    for seed in range(count):
        scene = covered(9500 + seed, 24, symbol="apriltag", whole=6)
        cards = {card["payload"]: card for card in scene.truth["cards"] if card["payload"]}
        partly = {text: card["visible"] for text, card in cards.items() if 0.6 <= card["visible"] <= 0.99}
        there.update(int(10 * part) for part in partly.values())
        for effort, hit in hits.items():
            start = time.process_time()
            found = {s.text for s in read(scene.pixels, effort=effort, known=known)}  # type: ignore[arg-type]
            spent[effort] += time.process_time() - start  # type: ignore[assignment]
            hit.update(int(10 * partly[text]) for text in found & partly.keys())
            false[effort] += len(found - cards.keys())
    print(f"\n8 mm AprilTags, partly covered, on {count} rendered tables: % read, by the part that shows")
    print(_row("", ["all", *(f"{10 * n}-{10 * n + 9} %" for n in sorted(there))], ["false", "CPU ms"]))
    print(_row("tags", [str(there.total()), *(str(there[n]) for n in sorted(there))], []))
    for effort, hit in hits.items():
        cells = [_percent(hit.total(), there.total()), *(_percent(hit[n], there[n]) for n in sorted(there))]
        print(_row(effort, cells, [str(false[effort]), f"{1000 * spent[effort] / count:.0f}"]), flush=True)


def symbols_table(count: int) -> None:
    """Prints how many whole tags of each symbol and size are read at `normal`, by pixels per module."""
    others = known_payloads(None, {})
    kinds: list[tuple[str, dict[str, judging.Reading], tuple[float, ...]]] = [
        ("apriltag", {"AprilTag": lambda grey: list(ours("normal")(grey).items())}, (6, 8)),
        (
            "qr",
            {
                "QR": lambda grey: [(s.text, s.corners) for s in read(grey)],
                "QR, deck known": lambda grey: [
                    (s.text, s.corners) for s in read(grey, known=DECK, others=others)
                ],
            },
            (8, 12, 15, 20),
        ),
        ("micro", {"Micro QR": micro}, (8, 12)),
    ]
    print(
        f"\nSymbols on {count} rendered tables each, 4032 x 3024: whole tags read at normal, % by pixels per"
        " module"
    )
    print(_row("px/module", ["all", *(_named(a, b) for a, b in _steps())], ["false"]))
    for symbol, readers, sides in kinds:
        for side in sides:
            there = Counter[float]()
            hits, false = {name: Counter[float]() for name in readers}, Counter[str]()
            for scene in scenes(count, symbol, side):
                grey, cards = luminance(scene.pixels), scene.truth["cards"]
                there.update(_step(card) for card in cards if card["whole"])
                for name, reader in readers.items():
                    verdict = judging.on_scene(reader(grey), cards)
                    hits[name].update(_step(cards[n]) for n in verdict.read if cards[n]["whole"])
                    false[name] += len(verdict.false)
            counts = [str(there.total()), *(str(there[a]) for a, _ in _steps())]
            print(_row(f"{side:g} mm, tags", counts, []))
            for name, hit in hits.items():
                cells = [
                    _percent(hit.total(), there.total()),
                    *(_percent(hit[a], there[a]) for a, _ in _steps()),
                ]
                print(_row(name, cells, [str(false[name])]), flush=True)


def _steps() -> list[tuple[float, float]]:
    return list(pairwise(STEPS))


def _named(low: float, high: float) -> str:
    if low == STEPS[0]:
        return f"below {high:g}"
    return f"{low:g}-{high:g}" if high < STEPS[-1] else f"over {low:g}"


def _step(card: dict[str, float]) -> float:
    return max(step for step in STEPS if step <= max(card["pixels_per_module"], STEPS[0]))


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "-"


def _row(label: str, cells: Iterable[str], tail: Iterable[str]) -> str:
    return f"{label:<22}" + "".join(f"{cell:>10}" for cell in cells) + "".join(f"{cell:>16}" for cell in tail)


def distractors(count: int) -> Iterator[tuple[str, Pixels]]:
    """Pictures without an AprilTag of 36h11: QR tables, other tags, print, checks, noise, bare cards."""
    for seed in range(count):
        rng = np.random.default_rng(500_000 + seed)
        kind = ("qr", "other families", "print", "squares", "noise", "no tags")[seed % 6]
        if kind == "qr":
            yield kind, luminance(render(seed, 30, width=2016, height=1512, tag=20.0).pixels)
        elif kind == "no tags":
            cards = [
                CardSpec("", x * 76.0, y * 102.0, float(rng.normal(0, 9))) for x in range(6) for y in range(4)
            ]
            yield kind, luminance(render(seed, cards, width=2016, height=1512).pixels)
        else:
            yield kind, _soft(_DRAWN[kind](rng), rng)


def _soft(picture: Pixels, rng: np.random.Generator) -> Pixels:
    """Tilted, blurred and noisy, as a photo of it would be."""
    height, width = picture.shape
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    moved = corners + rng.uniform(-0.15, 0.15, (4, 2)).astype(np.float32) * [width, height]
    tilted = cv2.warpPerspective(
        picture,
        cv2.getPerspectiveTransform(corners, moved.astype(np.float32)),
        (width, height),
        borderValue=200,
    )
    soft = cv2.GaussianBlur(tilted, (0, 0), float(rng.uniform(0.5, 2))).astype(np.float32)
    return np.asarray(np.clip(soft + rng.normal(0, rng.uniform(1, 8), soft.shape), 0, 255), np.uint8)


def _other_families(rng: np.random.Generator) -> Pixels:
    """Tags of every other family that OpenCV knows, and squares of 36 random bits."""
    page = np.full((1200, 1600), 245, np.uint8)
    names = [
        "4X4_250",
        "5X5_250",
        "6X6_250",
        "7X7_250",
        "ARUCO_ORIGINAL",
        "APRILTAG_16h5",
        "APRILTAG_25h9",
        "APRILTAG_36h10",
    ]
    for place in range(108):
        side = int(rng.integers(40, 90))
        if rng.random() < 0.4:
            bits = np.pad(rng.integers(0, 2, (6, 6), np.uint8) * 255, 1)
            tag = cv2.resize(bits, (side, side), interpolation=cv2.INTER_NEAREST)
        else:
            name = str(rng.choice(names))
            name = f"DICT_{name}"
            family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))
            tag = cv2.aruco.generateImageMarker(family, int(rng.integers(0, len(family.bytesList))), side)
        y, x = divmod(place, 12)
        page[20 + y * 130 : 20 + y * 130 + side, 20 + x * 130 : 20 + x * 130 + side] = tag
    return page


def _print(rng: np.random.Generator) -> Pixels:
    page = np.full((1200, 1600), 250, np.uint8)
    y = 20
    while y < 1190:
        size = float(rng.uniform(0.4, 1.6))
        words = "".join(rng.choice(list("abcdefgh BDOQRS0689 #@%&iklmnop")) for _ in range(120))
        cv2.putText(
            page, words, (10, y), int(rng.integers(0, 8)), size, 20, max(1, int(2 * size)), cv2.LINE_AA
        )
        y += int(30 * size)
    return page


def _squares(rng: np.random.Generator) -> Pixels:
    """Chequered cloth, tiles, dice and windows: dark squares with things in them."""
    page = np.full((1200, 1600), int(rng.integers(180, 255)), np.uint8)
    for _ in range(260):
        side = int(rng.integers(12, 110))
        x, y = int(rng.integers(0, 1600 - side)), int(rng.integers(0, 1200 - side))
        page[max(0, y - side // 6) : y + side + side // 6, max(0, x - side // 6) : x + side + side // 6] = 240
        cells = int(rng.integers(1, 9))
        inside = rng.integers(0, 2, (cells, cells), np.uint8) * 230
        page[y : y + side, x : x + side] = 20
        edge = max(1, side // 8)
        if side > 2 * edge + cells:
            inner = side - 2 * edge
            page[y + edge : y + edge + inner, x + edge : x + edge + inner] = cv2.resize(
                inside, (inner, inner), interpolation=cv2.INTER_NEAREST
            )
    return page


def _noise(rng: np.random.Generator) -> Pixels:
    """Blots of every size."""
    noise = rng.normal(0, 1, (1200, 1600))
    total = np.sum([cv2.GaussianBlur(noise, (0, 0), s) * s for s in (1.5, 4, 9)], axis=0)
    return np.asarray(np.clip(128 + 90 * total / total.std(), 0, 255), np.uint8)


_DRAWN = {"other families": _other_families, "print": _print, "squares": _squares, "noise": _noise}


def distractor_table(count: int) -> None:
    """Prints how many false reads there are."""
    false, pictures = Counter[str](), Counter[str]()
    for kind, grey in distractors(count):
        pictures[kind] += 1
        for effort in ("normal", "thorough"):
            for sighting in fiducials(grey, effort=effort):
                false[kind] += 1
                print(f"  false in {kind}: {sighting.text} {sighting.confidence:.3f} {sighting.size:.0f} px")
    print("\nPictures without an AprilTag 36h11, and what was read in them: "
          + ", ".join(f"{kind} {n}: {false[kind]}" for kind, n in pictures.items()))  # fmt: skip


def photos_table(folder: Path) -> None:
    """Prints the false reads in real photos."""
    files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in (".jpg", ".jpeg", ".png"))
    false = 0
    spent = 0.0
    for path in files:
        grey = luminance(load(path).pixels)
        start = time.thread_time()
        found = fiducials(grey, effort="normal")
        spent += time.thread_time() - start
        for sighting in [*found, *fiducials(grey, effort="thorough")]:
            false += 1
            print(f"  {path.name}: {sighting.text} {sighting.confidence:.3f} {sighting.size:.0f} px")
    each = 1000 * spent / max(1, len(files))
    print(f"{len(files)} photos in {folder.name}: {false} read, {each:.0f} CPU ms each at normal")


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scenes", type=int, default=24, metavar="N")
    parser.add_argument("--distractors", type=int, default=240, metavar="N")
    parser.add_argument("--covered", type=int, default=0, metavar="N")
    parser.add_argument("--photos", type=Path, metavar="DIR")
    parser.add_argument("--symbols", type=int, nargs="?", const=2, default=0, metavar="N")
    options = parser.parse_args()
    if options.scenes:
        recall_table(options.scenes)
    if options.distractors:
        distractor_table(options.distractors)
    if options.covered:
        covered_table(options.covered)
    if options.photos:
        photos_table(options.photos)
    if options.symbols:
        symbols_table(options.symbols)


if __name__ == "__main__":
    main()
