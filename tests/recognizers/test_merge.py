"""Decodes of one picture become sightings: every symbol once."""

from recognizers.merge import merge
from recognizers.sighting import Corners, Sighting


def at(x: float, y: float, side: float = 20) -> Corners:
    return ((x, y), (x + side, y), (x + side, y + side), (x, y + side))


def seen(text: str, corners: Corners, confidence: float = 0.9, reader: str = "zxing") -> Sighting:
    return Sighting(text, corners, reader, confidence)


def test_the_first_of_one_text_at_one_place_stays() -> None:
    first, second = seen("A", at(0, 0)), seen("A", at(2, 1, 19), reader="zbar")
    assert merge([first, second]) == [first]


def test_the_higher_confidence_is_kept() -> None:
    (only,) = merge([seen("A", at(0, 0), 0.8), seen("A", at(1, 1), 0.95, "zbar")])
    assert (only.reader, only.confidence) == ("zxing", 0.95)


def test_one_text_at_two_places_stays_two() -> None:
    both = [seen("A", at(0, 0)), seen("A", at(25, 0))]
    assert merge(both) == both


def test_corners_that_start_elsewhere_are_the_same_place() -> None:
    a, b, c, d = at(0, 0)
    assert len(merge([seen("A", (a, b, c, d)), seen("A", (c, d, a, b))])) == 1


def test_two_texts_at_one_place_are_doubted() -> None:
    (only,) = merge([seen("A", at(0, 0), 0.9), seen("B", at(1, 1), 0.9)])
    assert (only.text, only.confidence) == ("A", 0.45)


def test_a_small_symbol_inside_a_large_one_is_another_symbol() -> None:
    both = [seen("A", at(0, 0, 100)), seen("B", at(40, 40, 20))]
    assert merge(both) == both


def test_decoders_may_turn_bytes_into_different_letters() -> None:
    (only,) = merge([seen("caf\u00e9", at(0, 0)), seen("caf\u00c3\u00a9", at(0, 0), reader="zbar")])
    assert (only.text, only.confidence) == ("caf\u00e9", 0.9)


def test_nothing_gives_nothing() -> None:
    assert merge([]) == []
