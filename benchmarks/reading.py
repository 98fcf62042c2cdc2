"""Prints what each decoder and the merged reader read, and how long they take, side by side in one run.

    python -m benchmarks.reading                rendered tables
    python -m benchmarks.reading --photos DIR   a folder of photos with their truth.json as well

A scene's row counts the tags that are whole in the picture. A misread is a text that no card on the table
has; a photo's misread is a text that its code does not have, or a code where there is none. Times are wall
milliseconds on pixels in memory, the better of two.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.scenes import Scene, render
from recognizers.load import Pixels, load, luminance
from recognizers.read import read
from recognizers.readers import READERS, available
from recognizers.sighting import Corners

SCENES = [(cards, seed, tilt) for cards in (20, 40) for seed, tilt in enumerate((0, 15, 30, 40, 45), 1)]
SINGLE = {"pyzbar": "zbar", "zxing-cpp": "zxing", "cv2": "opencv"}

Reading = Callable[[Pixels], list[tuple[str, Corners]]]


@dataclass
class Score:
    """What one reader did over several pictures."""

    reads: int = 0
    misreads: int = 0
    milliseconds: float = 0.0
    by_category: Counter[str] = field(default_factory=Counter)


def readings() -> dict[str, Reading]:
    """The readers that work here, by the name that the table gives them; `ours` is the merged one."""
    works = {name for name, (ok, _) in available().items() if ok}
    found: dict[str, Reading] = {}
    for title, name in SINGLE.items():
        if name in works:
            found[title] = _alone(name)
    for effort in ("fast", "normal", "thorough"):
        title = "ours" if effort == "normal" else f"ours, {effort}"
        found[title] = lambda pixels, effort=effort: [  # type: ignore[misc]
            (sighting.text, sighting.corners) for sighting in read(pixels, effort=effort)
        ]
    return found


def _alone(name: str) -> Reading:
    reader = READERS[name]
    return lambda pixels: [(d.text, d.corners) for d in reader(luminance(pixels)) if d.text]


def timed(reading: Reading, pixels: Pixels, runs: int = 2) -> tuple[list[tuple[str, Corners]], float]:
    """What was read, and the best wall milliseconds of some runs."""
    best = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        found = reading(pixels)
        best = min(best, 1000 * (time.perf_counter() - start))
    return found, best


def on_scene(reading: Reading, scene: Scene) -> Score:
    """How many whole tags of a scene are read, and how many texts that are on none of its cards."""
    found, milliseconds = timed(reading, scene.pixels)
    texts = {text for text, _ in found}
    whole = {card["payload"] for card in scene.truth["cards"] if card["whole"]}
    there = {card["payload"] for card in scene.truth["cards"]}
    return Score(len(texts & whole), len(texts - there), milliseconds)


def on_photo(reading: Reading, pixels: Pixels, codes: Sequence[dict[str, Any]]) -> Score:
    """The same for a photo, where codes are told apart by place and a text may be unknown."""
    found, milliseconds = timed(reading, pixels, runs=1)
    hits: set[int] = set()
    misreads = 0
    for text, corners in found:
        place = code_at(corners, codes)
        if place is None or not agrees(text, codes[place]["ascii_text"]):
            misreads += 1
        else:
            hits.add(place)
    return Score(len(hits), misreads, milliseconds)


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


def scenes_table() -> None:
    """Prints the table of rendered scenes."""
    using = readings()
    totals = {name: Score() for name in using}
    tags = behind = 0
    ratios = []
    print("Rendered tables, 4032 x 3024, 12 mm tags: whole tags read (misread) and milliseconds")
    print(_row("cards tilt px/module tags", using))
    for cards, seed, tilt in SCENES:
        scene = render(seed, cards, tilt=tilt)
        results = {name: on_scene(reading, scene) for name, reading in using.items()}
        for name, score in results.items():
            _add(totals[name], score)
        whole = [card for card in scene.truth["cards"] if card["whole"]]
        tags += len(whole)
        sizes = sorted(card["pixels_per_module"] for card in whole)
        label = f"{cards:5} {tilt:4} {sizes[0]:4.1f}-{sizes[-1]:3.1f} {len(whole):5}"
        print(_row(label, (_cell(score) for score in results.values())), flush=True)
        behind += results["ours"].reads < max(results[name].reads for name in SINGLE if name in results)
        if "pyzbar" in results:
            ratios.append(results["ours"].milliseconds / results["pyzbar"].milliseconds)
    print(_row(f"all {tags:21}", (_cell(score, len(SCENES)) for score in totals.values())))
    print(f"scenes where a single decoder reads more than ours: {behind} of {len(SCENES)}")
    if ratios:
        print(f"time, ours / pyzbar: {np.median(ratios):.2f} (median), {max(ratios):.2f} (worst scene)")
    else:
        print("pyzbar is not in the table: libzbar is not installed")


def photos_table(folder: Path) -> None:
    """Prints the table of photos with truth."""
    using = readings()
    totals = {name: Score() for name in using}
    codes: Counter[str] = Counter()
    megapixels = 0.0
    for entry in json.loads((folder / "truth.json").read_text(encoding="utf-8")):
        picture = load(folder / entry["file"])
        megapixels += picture.width * picture.height / 1e6
        codes[entry["category"]] += len(entry["codes"])
        for name, reading in using.items():
            score = on_photo(reading, picture.pixels, entry["codes"])
            _add(totals[name], score)
            totals[name].by_category[entry["category"]] += score.reads
    print(f"\nPhotos in {folder.name}, codes read of those there")
    print(_row(f"{'category':16} codes", using))
    for category, count in sorted(codes.items()):
        cells = (f"{score.by_category[category]}" for score in totals.values())
        print(_row(f"{category:16} {count:5}", cells))
    rows: dict[str, Callable[[Score], str]] = {
        "all, %": lambda score: f"{100 * score.reads / codes.total():.1f}",
        "mean of categories, %": lambda score: (
            f"{100 * np.mean([score.by_category[c] / n for c, n in codes.items()]):.1f}"
        ),
        "misread": lambda score: str(score.misreads),
        "ms for 12 megapixels": lambda score: f"{score.milliseconds / megapixels * 12:.0f}",
    }
    for label, of in rows.items():
        print(_row(f"{label:22}", (of(score) for score in totals.values())))


def _add(total: Score, score: Score) -> None:
    total.reads += score.reads
    total.misreads += score.misreads
    total.milliseconds += score.milliseconds


def _cell(score: Score, pictures: int = 1) -> str:
    return f"{score.reads} ({score.misreads}) {score.milliseconds / pictures:.0f}"


def _row(label: str, cells: Iterable[str]) -> str:
    return f"{label:<26}" + "".join(f"{cell:>16}" for cell in cells)


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--photos", type=Path, metavar="DIR", help="a folder of photos with truth.json")
    options = parser.parse_args()
    scenes_table()
    if options.photos:
        photos_table(options.photos)


if __name__ == "__main__":
    main()
