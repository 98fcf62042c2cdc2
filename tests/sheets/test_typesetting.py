"""Text made to fit: never wider than its room, never an error, nothing lost without a sign."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.sheets.typesetting import ELLIPSIS, Label, fit, fit_labels, printable, runs, width, wrap


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


def texts(fitted: list[Label]) -> list[str]:
    return [" ".join(lines) for lines, _ in fitted]


def test_names_that_would_be_cut_alike_are_cut_where_they_are_alike() -> None:
    kinds = ["Gold card of 1", "Gold card of 2", "Silver card of 1"]
    room = width("Gold ca… 12", 3.6)
    fitted = texts(fit_labels([(kind, "12") for kind in kinds], 4.6, 3.6, room, 1))
    assert [text[-4:] for text in fitted] == ["1 12", "2 12", fitted[2][-4:]]
    assert fitted[0][0] == "G"
    assert fitted[2].startswith("Silve")  # was told from the others before
    alone = texts(fit_labels([(kinds[0], str(n)) for n in (1, 2)], 4.6, 3.6, room, 1))
    assert alone == [fit(kinds[0], 4.6, 3.6, room, tail=str(n))[0] for n in (1, 2)]


def test_on_two_lines_a_number_after_a_number_stands_alone() -> None:
    names = ["Gold card of 2", "Map 2", "Parchment scrap", "Coin"]
    fitted = fit_labels([(name, "7") for name in names], 4.6, 3.6, 22.4, 2)
    assert [lines for lines, _ in fitted] == [
        ("Gold card of 2", "7"),
        ("Map 2 7",),
        ("Parchment", "scrap 7"),
        ("Coin 7",),
    ]


def test_names_that_no_cut_tells_apart_are_printed_small_and_whole() -> None:
    kinds = [f"{'a' * 20}{middle}{'b' * 20}" for middle in "xy"]
    room = width("aaaa… 1", 3.6)
    for (lines, size), kind in zip(
        fit_labels([(k, "1") for k in kinds], 4.6, 3.6, room, 1), kinds, strict=True
    ):
        assert lines == (f"{kind} 1",)
        assert size < 3.6


@given(
    st.lists(st.tuples(st.text("abc 壺（", max_size=30), st.integers(1, 30)), max_size=9), st.integers(1, 2)
)
def test_labels_of_names_that_differ_differ_and_fit(tags: list[tuple[str, int]], lines: int) -> None:
    labels = [(name, str(copy)) for name, copy in tags]
    fitted = fit_labels(labels, 4.6, 3.6, 22.4, lines)
    whole = {printable(f"{name} {copy}") for name, copy in labels}
    assert len(set(texts(fitted))) == len(whole)
    for (broken, size), (_, tail) in zip(fitted, labels, strict=True):
        assert len(broken) <= lines
        assert all(width(line, size) <= 22.4 + 1e-6 for line in broken)
        assert size <= 4.6
        assert broken[-1].endswith(tail)


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
