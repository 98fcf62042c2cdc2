"""Real photos of QR codes: floors under what is read, and a ceiling of nothing over what is misread.

The photos lie beside the checkout, not in it. A floor is what was read when it was set, less one code or so;
who reads more may raise it.
"""

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.judging import on_photo
from recognizers.load import Pixels, load
from recognizers.read import Effort, read

FOLDER = Path(__file__).resolve().parents[2] / ".." / "shared" / "photos" / "qr"

pytestmark = pytest.mark.skipif(
    not (FOLDER / "truth.json").is_file(), reason=f"the photos of QR codes are not in {FOLDER.resolve()}"
)

# The least codes read at `normal`, without zbar's help, and how many there are.
FLOORS = {
    "blurred": (11, 22),
    "bright_spots": (26, 34),
    "brightness": (26, 30),
    "close": (13, 14),
    "curved": (12, 20),
    "damaged": (6, 15),
    "glare": (8, 19),
    "high_version": (11, 13),
    "lots": (178, 180),
    "monitor": (5, 6),
    "nominal": (25, 28),
    "noncompliant": (9, 10),
    "pathological": (2, 8),
    "perspective": (7, 12),
    "rotations": (44, 45),
    "shadows": (7, 8),
}

# The same at `thorough`, of the first, the middle and the last photo of each category.
THOROUGH = {
    "blurred": (2, 4),
    "bright_spots": (7, 9),
    "brightness": (8, 9),
    "close": (2, 3),
    "curved": (1, 3),
    "damaged": (1, 3),
    "glare": (1, 3),
    "high_version": (3, 5),
    "lots": (59, 60),
    "monitor": (2, 3),
    "nominal": (3, 4),
    "noncompliant": (4, 5),
    "pathological": (1, 3),
    "perspective": (1, 3),
    "rotations": (8, 9),
    "shadows": (4, 5),
}

Codes = Sequence[dict[str, Any]]


@cache
def truth() -> dict[str, list[dict[str, Any]]]:
    """The photos of each category."""
    by_category: dict[str, list[dict[str, Any]]] = {}
    for photo in json.loads((FOLDER / "truth.json").read_text(encoding="utf-8")):
        by_category.setdefault(photo["category"], []).append(photo)
    return by_category


def pixels_of(photo: dict[str, Any]) -> Pixels:
    return load(FOLDER / photo["file"]).pixels


def judge(name: str, pixels: Pixels, codes: Codes, effort: Effort = "normal") -> tuple[set[int], list[str]]:
    """The codes that are read, and what is wrong with what is read."""
    found = [(sighting.text, sighting.corners) for sighting in read(pixels, effort=effort)]
    verdict = on_photo(found, codes)
    return verdict.read, [f"{name}: {wrong}" for wrong in (*verdict.false, *verdict.twice)]


def floor_holds(photos: Sequence[dict[str, Any]], floor: int, there: int, effort: Effort) -> None:
    """Holds what is read of photos against the least, and against how many codes there are."""
    assert sum(len(photo["codes"]) for photo in photos) == there

    def look(photo: dict[str, Any]) -> tuple[set[int], list[str]]:
        return judge(photo["file"], pixels_of(photo), photo["codes"], effort)

    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(look, photos))
    assert [line for _, wrong in results for line in wrong] == []
    assert sum(len(read_codes) for read_codes, _ in results) >= floor


def test_every_category_has_a_floor() -> None:
    assert set(truth()) == set(FLOORS) == set(THOROUGH)


@pytest.mark.parametrize("category", sorted(FLOORS))
def test_at_least_as_much_is_read_as_before_and_nothing_wrong(category: str) -> None:
    floor_holds(truth()[category], *FLOORS[category], "normal")


@pytest.mark.parametrize("category", sorted(THOROUGH))
def test_a_thorough_look_reads_at_least_as_much_as_before_and_nothing_wrong(category: str) -> None:
    photos = truth()[category]
    # those with sixty codes take as long as all others together
    some = photos[:1] if category == "lots" else [photos[0], photos[len(photos) // 2], photos[-1]]
    floor_holds(some, *THOROUGH[category], "thorough")


def turned(points: Sequence[Sequence[float]], turns: int, width: int, height: int) -> list[list[float]]:
    """Corners in a picture that was turned anticlockwise by quarter turns."""
    for _ in range(turns):
        points = [[y, width - x] for x, y in points]
        width, height = height, width
    return [list(point) for point in points]


@cache
def read_upright(category: str) -> int:
    """How many codes are read in the first photo of a category as it is."""
    photo = truth()[category][0]
    return len(judge(photo["file"], pixels_of(photo), photo["codes"])[0])


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("category", ["brightness", "lots", "perspective", "shadows"])
def test_a_turned_photo_reads_as_well(category: str, turns: int) -> None:
    photo = truth()[category][0]
    pixels = pixels_of(photo)
    height, width = pixels.shape[:2]
    codes = [{**code, "corners": turned(code["corners"], turns, width, height)} for code in photo["codes"]]
    read_codes, wrong = judge(photo["file"], np.ascontiguousarray(np.rot90(pixels, turns)), codes)
    assert wrong == []
    upright = read_upright(category)
    assert len(read_codes) >= upright - 1
    assert upright > 0
