"""Text made to fit: never wider than its room, never an error, nothing lost without a sign."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.sheets.typesetting import ELLIPSIS, fit, printable, runs, width, wrap


@given(st.text(), st.floats(5, 200))
@example("\ud800", 5.0)
@example(" ", 5.0)
def test_a_label_is_never_wider_than_its_room_and_keeps_its_number(name: str, room: float) -> None:
    text, size = fit(name, 5.4, 3.6, room, tail="17")
    assert width(text, size) <= room + 1e-6
    assert text.endswith("17")
    assert size <= 5.4


def test_a_label_is_shrunk_before_it_is_cut() -> None:
    room = width("Parchment scrap 12", 5.0)
    assert fit("Parchment scrap", 4.0, 3.6, room, tail="12") == ("Parchment scrap 12", 4.0)
    text, size = fit("Parchment scrap", 6.0, 3.6, room, tail="12")
    assert text == "Parchment scrap 12"
    assert size == pytest.approx(5.0)
    text, size = fit("Parchment scrap", 6.0, 6.0, room, tail="12")
    assert (text.startswith("Parchm"), ELLIPSIS in text, text.endswith(" 12"), size) == (
        True,
        True,
        True,
        6.0,
    )


def test_text_stays_in_one_font_where_one_has_it_all() -> None:
    assert len(runs("Pot shard 7")) == 1
    assert runs("壺の破片 7") == [("companion-japanese", "壺の破片 7")]
    assert [piece for _, piece in runs("壺 ệ 7")] == ["壺 ", "ệ", " 7"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("e\u0301", "é"),
        ("❤️‍🔥", "□□"),
        ("a\u200bb\u202ec", "abc"),
        ("tab\tline\nend ", "tab line end"),
        ("ﾋﾖｺ戦艦", "ﾋﾖｺ戦艦"),
        ("", ""),
    ],
)
def test_what_can_be_printed_of_a_text(text: str, shown: str) -> None:
    assert printable(text) == shown


@given(st.text(alphabet="ab 、。（）壺のカップ" + "ー", max_size=60))
def test_wrapping_loses_nothing_but_spaces_at_the_breaks(text: str) -> None:
    lines = wrap(text, 10, 60)
    assert "".join(lines).replace(" ", "") == printable(text).replace(" ", "")


def test_lines_break_between_words_and_japanese_characters_but_not_before_a_full_stop() -> None:
    assert wrap("one two", 10, width("one tw", 10)) == ["one", "two"]
    assert wrap("壺の破片", 10, width("壺の破", 10)) == ["壺の破", "片"]
    assert wrap("壺の破。片", 10, width("壺の破", 10)) == ["壺の", "破。片"]
