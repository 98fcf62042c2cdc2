"""Names: which are accepted, when two are the same, how one is found again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.names import LONGEST, clean, distinct, find, folded
from scorers.refusal import Refusal


def kind(name: str) -> str:
    with pytest.raises(Refusal) as found:
        clean(name)
    return found.value.kind


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "Ann Marie",
        "花子",
        "👨‍👩‍👧‍👦",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "❤️",
        "👍🏽",
        "\U0001fae8",
        "\U0001fadc",
        "می‌خواهم",
        "a=b",
        "C,D",
        "-x",
        "--",
        "=",
        "x" * LONGEST,
        "é",
        "e\u0301",
        "'; DROP--",
        "\\n",
    ],
)
def test_printable_text_is_a_name_and_kept_as_it_is(name: str) -> None:
    assert clean(name) == name


@pytest.mark.parametrize("name", ["", " ", "\t\n", "\u3000", "\xa0", "\u200d", "\u200c\u200d", "\U000e0067"])
def test_what_shows_nothing_is_no_name(name: str) -> None:
    assert kind(name) == "bad-name"


@pytest.mark.parametrize(
    "name",
    [
        "x" * (LONGEST + 1),
        "A\x00",
        "A\nB",
        "A\tB",
        "A\x1b[31m",
        "A\x7fB",
        "A\x85B",
        "A\u202eB",
        "A\u202aB",
        "A\u2066B",
        "A\u2069B",
        "A\u200eB",
        "A\u061cB",
        "A\u2028B",
        "A\u2029B",
        "A\ufeffB",
        "A\u00adB",
        "A\u200bB",
        "A\ud800B",
        "A\ue000B",
        "A\uffffB",
    ],
)
def test_what_can_not_be_printed_or_is_too_long_is_refused(name: str) -> None:
    assert kind(name) == "bad-name"


def test_the_refusal_names_the_character_and_prints_nothing_odd() -> None:
    with pytest.raises(Refusal) as found:
        clean("A\x1b[2JB")
    assert "U+001B" in str(found.value)
    assert str(found.value).isprintable()


def test_length_is_counted_after_trimming() -> None:
    assert clean(f"  {'x' * LONGEST}\t") == "x" * LONGEST


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Ann", "ann"),
        ("Ａｎｎ", "Ann"),
        ("straße", "STRASSE"),
        ("é", "e\u0301"),
        ("ｱ", "ア"),
        ("①", "1"),
        ("ﬁ", "fi"),
    ],
)
def test_names_that_fold_alike_are_the_same(a: str, b: str) -> None:
    assert folded(a) == folded(b)
    with pytest.raises(Refusal) as found:
        distinct([a, f" {b} "])
    assert found.value.kind == "same-name"
    assert find(b, ["Zoe", a]) == a


def test_names_that_differ_are_kept_in_order() -> None:
    assert distinct([" Bob", "Ann ", "ä", "a"]) == ("Bob", "Ann", "ä", "a")


def test_an_unknown_name_is_refused_with_the_nearest_or_with_all() -> None:
    with pytest.raises(Refusal, match=r"Did you mean Annabel\?") as near:
        find("anabel", ["Bob", "Annabel"])
    assert near.value.kind == "unknown-player"
    with pytest.raises(Refusal, match="Seated: Bob, Annabel"):
        find("zzz", ["Bob", "Annabel"])


@given(st.text(max_size=70))
def test_a_name_is_either_cleaned_once_for_all_or_refused(text: str) -> None:
    try:
        name = clean(text)
    except Refusal as refusal:
        assert refusal.kind == "bad-name"  # noqa: PT017 - one of two right outcomes
        return
    assert clean(name) == name
    assert 1 <= len(name) <= LONGEST
    assert find(text, ["other than that", name]) == name
