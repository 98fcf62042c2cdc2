"""Real photos of playing cards without any tag: nothing may be read in them, whatever is known.

The photos lie beside the checkout, not in it.
"""

import json
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.tally.tags import known_payloads
from recognizers.load import load
from recognizers.read import Effort, read

FOLDER = Path(__file__).resolve().parents[2] / ".." / "shared" / "photos" / "cards"

pytestmark = pytest.mark.skipif(
    not (FOLDER / "truth.json").is_file(), reason=f"the photos of cards are not in {FOLDER.resolve()}"
)

SELECTIONS: dict[Effort, slice] = {"normal": slice(None, None, 6), "thorough": slice(3, None, 28)}


@cache
def photos() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((FOLDER / "truth.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("effort", SELECTIONS)
def test_nothing_is_read_on_cards_without_tags(effort: Effort) -> None:
    known = known_payloads(None, {})

    def look(photo: dict[str, Any]) -> list[str]:
        found = read(load(FOLDER / photo["file"]).pixels, effort=effort, known=known)
        return [f"{photo['file']}: {sighting.text} ({sighting.reader})" for sighting in found]

    chosen = photos()[SELECTIONS[effort]]
    assert {photo["group"] for photo in chosen} == {photo["group"] for photo in photos()}
    with ThreadPoolExecutor(2) as pool:
        assert [line for lines in pool.map(look, chosen) for line in lines] == []
