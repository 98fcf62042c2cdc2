"""What codes in a picture are, and what is said of those that are no cards of the deck."""

from __future__ import annotations

import pytest

from companion import games
from companion.deck import Marker
from companion.tally.tags import known_payloads, looks_like_ours, sort, strangers
from recognizers.sighting import Sighting

ARCHAEOLOGY = games.load("archaeology")


def seen(*texts: str) -> list[Sighting]:
    return [Sighting(text, ((0, 0), (9, 0), (9, 9), (0, 9)), "zxing", 1.0) for text in texts]


def test_codes_are_sorted_by_what_they_are() -> None:
    found = sort(seen("AR:POT:07", "PL:2", "CA:LAMP:01", "AR:POT:99", "https://example.org", ""), ARCHAEOLOGY)
    assert [s.what.payload for s in found.cards] == ["AR:POT:07"]
    assert [s.what for s in found.markers] == [Marker(2)]
    assert [s.what.payload for s in found.other_games] == ["CA:LAMP:01"]
    assert [s.text for s in found.malformed] == ["AR:POT:99"]
    assert [s.text for s in found.foreign] == ["https://example.org", ""]


def test_without_a_game_cards_of_every_deck_are_cards() -> None:
    found = sort(seen("AR:POT:07", "CA:LAMP:01", "SA:G1:01", "TH:D10:01"), None)
    assert [s.what.payload for s in found.cards] == ["AR:POT:07", "CA:LAMP:01", "SA:G1:01", "TH:D10:01"]


def test_an_april_tag_is_the_card_that_its_id_was_given_to() -> None:
    found = sort(seen("36h11:22", "36h11:2", "36h11:208", "36h11:500", "36h11:0"), ARCHAEOLOGY)
    assert [s.what.payload for s in found.cards] == ["AR:POT:07"]
    assert [s.what for s in found.markers] == [Marker(2)]
    assert [s.what.payload for s in found.other_games] == ["CA:CR2:01"]
    assert [s.text for s in found.foreign] == ["36h11:500", "36h11:0"]


@pytest.mark.parametrize(
    "text", ["AR:POT:99", "AR:POT:00", "AR:XYZ:01", "AR:POT", "AR:POT:7", "PL:0", "PL:11", "PL:", "ar:pot:07"]
)
def test_a_tag_of_our_form_that_no_card_has_is_malformed(text: str) -> None:
    assert looks_like_ours(text)
    found = sort(seen(text), ARCHAEOLOGY)
    assert not found.cards
    (problem,) = strangers("a.jpg", found, ARCHAEOLOGY)
    assert problem.kind == "malformed-tag"
    assert text in str(problem.text)
    assert "a.jpg" in str(problem.text)
    assert problem.cards == (text,)


@pytest.mark.parametrize("text", ["https://a.b", "ARCHAEOLOGY", "XX:POT:01", "WIFI:S:x;;", "4006381333931"])
def test_codes_of_other_people_are_foreign_and_no_problem(text: str) -> None:
    found = sort(seen(text), ARCHAEOLOGY)
    assert [s.text for s in found.foreign] == [text]
    assert strangers("a.jpg", found, ARCHAEOLOGY) == []


def test_a_refused_tag_is_told_what_would_be_accepted() -> None:
    kind, copy = (
        str(strangers("a.jpg", sort(seen(text), None), None)[0].text) for text in ("AR:XYZ:01", "AR:POT:19")
    )
    assert "POT" in kind
    assert "MASK" in kind
    assert "01 to 18" in copy


def test_tags_of_one_other_game_are_one_problem() -> None:
    found = sort(seen("CA:LAMP:01", "CA:LAMP:02", "SA:G1:01"), ARCHAEOLOGY)
    problems = strangers("a.jpg", found, ARCHAEOLOGY)
    assert [(p.kind, p.cards) for p in problems] == [
        ("other-game", ("CA:LAMP:01", "CA:LAMP:02")),
        ("other-game", ("SA:G1:01",)),
    ]
    assert "Tan-Tan Caravan" in str(problems[0].text)
    assert "Archaeology" in str(problems[0].text)


def test_known_payloads_are_the_deck_and_the_markers() -> None:
    known = known_payloads(ARCHAEOLOGY, {})
    assert len(known) == 2 * (87 + 10)
    assert {"AR:POT:18", "PL:10", "36h11:33", "36h11:10"} <= known
    assert known.isdisjoint({"AR:POT:19", "36h11:112"})


def test_known_payloads_of_a_box_that_nobody_counted_are_all_that_can_be() -> None:
    caravan = games.load("caravan")
    assert "CA:LAMP:99" in known_payloads(caravan, {})
    assert "CA:LAMP:05" not in known_payloads(caravan, {"copies.lamp": 4})
    assert len([text for text in known_payloads(caravan, {}) if text.startswith("36h11:")]) == 280 + 10
    assert {"AR:POT:18", "CA:LAMP:01", "SA:G3:04"} <= known_payloads(None, {})


@pytest.mark.parametrize("text", ["AR:POT:-1", " AR:POT:06", "AR:POT:０６", "ar:pot:03", "AR: POT :1"])
def test_what_is_nearly_a_tag_of_ours_is_malformed_and_not_foreign(text: str) -> None:
    assert looks_like_ours(text)
