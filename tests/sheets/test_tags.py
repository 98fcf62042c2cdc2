"""The printed sheets, rendered at a printer's resolution, read and measured."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from companion.sheets.layout import Grid
from companion.sheets.tags import AS_MARKERS, ON_CARDS, StickingHelp, Tag, modules_of, write_tags
from scorers.refusal import Refusal
from tests.sheets.reading import longest_dark_run, pdf_of, render, symbols, text_of

KINDS = [
    ("POT", "Pot shard", "壺の破片", 18),
    ("PAR", "Parchment scrap", "羊皮紙の切れ端", 14),
    ("COI", "Coin", "コイン", 18),
    ("TAL", "Talisman", "タリスマン", 10),
    ("CUP", "Broken cup", "壊れたカップ", 9),
    ("MAP", "Map", "地図", 6),
    ("MSK", "Pharaoh's mask", "ファラオの仮面", 4),
    ("THF", "Thief", "泥棒", 8),
]
ENGLISH = [Tag(f"AR:{key}:{n:02d}", name, n) for key, name, _, copies in KINDS for n in range(1, copies + 1)]
JAPANESE = [Tag(f"AR:{key}:{n:02d}", name, n) for key, _, name, copies in KINDS for n in range(1, copies + 1)]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("size", "start"), [(8.0, 1), (12.0, 38), (25.0, 29)])
def test_every_tag_of_a_deck_can_be_read_back_once(size: float, paper: str, start: int) -> None:
    assert len(ENGLISH) == 87
    pdf, info = pdf_of(ENGLISH, size_mm=size, paper=paper, start=start)
    assert len(pypdfium2.PdfDocument(pdf)) == info.pages == info.tag_pages + 1
    read = [found.text for page in range(info.pages) for found in symbols(render(pdf, page, 300))]
    assert sorted(read) == sorted(tag.payload for tag in ENGLISH)
    assert info.tag_pages == -(-(start - 1 + 87) // info.per_page)
    assert info.per_page == info.columns * info.rows


@pytest.mark.parametrize(("size", "paper"), [(8.0, "letter"), (12.0, "a4"), (25.0, "a4")])
def test_symbols_have_the_size_asked_for_and_white_all_round(size: float, paper: str) -> None:
    # Names far too long for their cell: they must not spill into anyone's quiet zone either.
    tags = [Tag(tag.payload, tag.name * 9, tag.copy) for tag in JAPANESE[:40]]
    pdf, info = pdf_of(tags, size_mm=size, paper=paper)
    image = render(pdf, 0, 600)
    found = symbols(image)
    assert len(found) == min(40, info.per_page)
    for one in found:
        assert (one.right - one.left) / 600 * 25.4 == pytest.approx(size, abs=0.1)
        assert (one.bottom - one.top) / 600 * 25.4 == pytest.approx(size, abs=0.1)
        quiet = int(4 * (one.right - one.left) / 21) - 1  # less the pixel that the edge may share
        around = image[one.top - quiet : one.bottom + quiet, one.left - quiet : one.right + quiet].copy()
        around[quiet - 1 : 1 - quiet, quiet - 1 : 1 - quiet] = 255
        assert around.min() == 255, one.text


@pytest.mark.parametrize("size", [8.0, 12.0, 25.0])
def test_a_label_stays_beneath_its_own_symbol_however_long_the_name(size: float) -> None:
    tags = [Tag(tag.payload, tag.name * 9, tag.copy) for tag in (*JAPANESE[:20], *ENGLISH[20:30])]
    pdf, _ = pdf_of(tags, size_mm=size)
    grid = Grid.of(size, "a4")
    page = pypdfium2.PdfDocument(pdf)[0]
    texts = [thing.get_bounds() for thing in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_TEXT])]
    for number in range(min(30, grid.per_page)):
        x, y = grid.cell(number)
        label_top, label_bottom = y + grid.cell_width, y + grid.cell_height
        middle = (x + grid.cell_width / 2) / 25.4 * 72
        height = (grid.page_height - (label_top + label_bottom) / 2) / 25.4 * 72
        (label,) = [b for b in texts if b[0] <= middle <= b[2] and b[1] <= height <= b[3]]
        left, bottom, right, top = (edge / 72 * 25.4 for edge in label)
        assert x <= left < right <= x + grid.cell_width
        assert label_top <= grid.page_height - top < grid.page_height - bottom <= label_bottom


def test_a_start_position_prints_where_that_tag_of_a_fresh_sheet_stands() -> None:
    whole, _ = pdf_of(ENGLISH)
    places = {one.text: (one.left, one.top) for one in symbols(render(whole, 0, 300))}
    part, info = pdf_of(ENGLISH[29:], start=30)
    for one in symbols(render(part, 0, 300)):
        assert (one.left, one.top) == places[one.text]
    assert info.tag_pages == 1
    # Nothing, not even a cut mark, is printed over the used rows.
    used_rows = int(Grid.of(12.0, "a4").cell(11)[1] / 25.4 * 300)
    assert render(part, 0, 300)[:used_rows].min() == 255


def test_the_last_place_of_a_sheet_holds_one_tag_and_the_rest_go_on_a_fresh_one() -> None:
    last = Grid.of(25.0, "a4").per_page
    pdf, info = pdf_of(ENGLISH[:3], size_mm=25, start=last)
    assert info.tag_pages == 2
    assert [one.text for one in symbols(render(pdf, 0, 300))] == ["AR:POT:01"]
    assert sorted(one.text for one in symbols(render(pdf, 1, 300))) == ["AR:POT:02", "AR:POT:03"]


@pytest.mark.parametrize("size", [8.0, 12.0, 25.0])
def test_every_tag_has_cut_marks_at_its_four_corners(size: float) -> None:
    pdf, _ = pdf_of(ENGLISH[:7], size_mm=size)
    image, grid = render(pdf, 0, 600), Grid.of(size, "a4")
    for number in range(7):
        for x, y in grid.cut_corners(number):
            column, row = round(x / 25.4 * 600), round(y / 25.4 * 600)
            assert image[row - 2 : row + 3, column - 2 : column + 3].min() < 160


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_ruler_at_the_foot_is_50_mm_long(paper: str) -> None:
    pdf, _ = pdf_of(ENGLISH[:1], paper=paper)
    image = render(pdf, 0, 600)
    assert longest_dark_run(image[-int(30 / 25.4 * 600) :]) / 600 * 25.4 == pytest.approx(50, abs=0.3)
    assert "Print at 100 %" in text_of(pdf, 0)


def test_the_foot_names_deck_size_and_page() -> None:
    pdf, _ = pdf_of(ENGLISH, deck="Archaeology", size_mm=25)
    assert "Archaeology" in text_of(pdf, 1)
    assert "Tags of 25 mm · page 2 of 3" in text_of(pdf, 1)


def test_names_and_copy_numbers_can_be_found_as_text_in_both_languages() -> None:
    english, japanese = text_of(pdf_of(ENGLISH)[0], 0), text_of(pdf_of(JAPANESE)[0], 0)
    for tags, text in ((ENGLISH, english), (JAPANESE, japanese)):
        lines = text.split("\r\n")
        for tag in tags:
            assert any(f"{tag.name} {tag.copy}" in line for line in lines), tag


def test_all_text_is_printed_with_fonts_inside_the_document() -> None:
    document = pypdfium2.PdfDocument(pdf_of(JAPANESE, deck="遺跡発掘")[0])
    fonts = {
        (thing.get_font().get_base_name().split("+")[-1], thing.get_font().is_embedded)
        for page in document
        for thing in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_TEXT])
    }
    assert fonts == {("BIZUDPGothic-Regular", True), ("RobotoCondensed-Regular", True)}


def test_our_sentences_are_looked_up_in_the_language_handed_in() -> None:
    catalogue = {
        "Tags of {size} mm · page {page} of {pages}": "{size} mm のタグ・{page}/{pages} ページ",
        "Back: leave it bare": "裏面：何も貼らない",
    }
    pdf, _ = pdf_of(
        JAPANESE, lang="ja", lookup=lambda singular, plural, count: catalogue.get(singular, singular)
    )
    assert "12 mm のタグ・1/1 ページ" in text_of(pdf, 0)
    assert "裏面：何も貼らない" in text_of(pdf, 1)


def test_no_two_runs_differ() -> None:
    program = (
        "import hashlib, io; from companion.sheets.tags import Tag, write_tags; out = io.BytesIO();"
        "write_tags([Tag(f'AR:POT:{n:02d}', '壺の破片 ♠', n) for n in range(1, 9)], out, deck='遺跡発掘');"
        "print(hashlib.sha256(out.getvalue()).hexdigest())"
    )
    digests = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        digests.add(done.stdout.strip())
    tags = [Tag(f"AR:POT:{n:02d}", "壺の破片 ♠", n) for n in range(1, 9)]
    digests.update(hashlib.sha256(pdf_of(tags, deck="遺跡発掘")[0]).hexdigest() for _ in range(2))
    assert len(digests) == 1


@pytest.mark.parametrize(
    "name",
    [
        "",
        "😀",
        "👩‍👩‍👧 flags 🇯🇵",
        "אבג",
        "x" * 60,
        "鷗髙﨑①",
        "ﾋﾖｺ戦艦",
        "a\tb\nc\x00\x07",
        "e\u0301" * 40,
        "\ud800",
        "7 of ♠",
    ],
)
def test_any_name_is_printed_somehow_and_leaves_its_tag_readable(name: str) -> None:
    pdf, _ = pdf_of([Tag("TH:X:1", name, 1), Tag("TH:X:2", name, 2)], deck=name, help=StickingHelp())
    assert sorted(one.text for one in symbols(render(pdf, 0, 300))) == ["TH:X:1", "TH:X:2"]
    text = text_of(pdf, 0)
    assert "1" in text


def test_characters_without_a_glyph_show_as_boxes_and_suits_as_themselves() -> None:
    text = text_of(pdf_of([Tag("TH:X:1", "7♠😀", 3)])[0], 0)
    assert "7♠□ 3" in text


def test_what_there_is_one_of_has_no_copy_number() -> None:
    pdf, info = pdf_of([Tag(f"PL:{n}", f"Player {n}") for n in range(1, 11)], help=AS_MARKERS)
    assert "Player 3\r\n" in text_of(pdf, 0) or "Player 3 " in text_of(pdf, 0)
    assert "Player 3 3" not in text_of(pdf, 0)
    assert "marker" in text_of(pdf, 1)
    assert info.pages == 2


@pytest.mark.parametrize("size", [8.0, 12.0, 25.0])
@pytest.mark.parametrize(
    "help_page", [ON_CARDS, StickingHelp(card_mm=(44, 68)), StickingHelp(card_mm=(120, 200)), AS_MARKERS]
)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_help_page_stays_within_its_margins_and_shows_no_tag_to_read(
    size: float, help_page: StickingHelp, paper: str
) -> None:
    pdf, info = pdf_of(ENGLISH[:1], size_mm=size, paper=paper, help=help_page)
    image = render(pdf, info.pages - 1, 150)
    assert symbols(image) == []
    edge = int(9.5 / 25.4 * 150)
    inside = image[edge:-edge, edge:-edge]
    assert inside.min() == 0
    image = image.copy()
    image[edge:-edge, edge:-edge] = 255
    assert image.min() == 255


def test_the_face_is_drawn_at_actual_size_with_the_symbol_5_mm_from_its_edges() -> None:
    pdf, info = pdf_of(ENGLISH[:1], size_mm=12)
    image, millimetre = render(pdf, info.pages - 1, 600), 600 / 25.4
    # Black lines longer than 55 mm in the left half: the card's two edges; the rule under the title is grey.
    half = image[:, : image.shape[1] // 2]
    edges = [row for row in range(len(half)) if longest_dark_run(half[row : row + 1]) > millimetre * 55]
    assert (edges[-1] - edges[0]) / millimetre == pytest.approx(88, abs=0.5)
    # Across the upper part of the symbol: the card's left edge, then the symbol's.
    row = half[edges[0] + round(6.3 * millimetre)] < 128
    card, corner = np.flatnonzero(np.diff(row.astype(np.int8)) == 1)[:2]
    assert (corner - card) / millimetre == pytest.approx(5, abs=0.25)
    column = half[:, corner + 5] < 128
    below = np.flatnonzero(np.diff(column.astype(np.int8)) == 1)
    assert (below[below > edges[0] + 10][0] - edges[0]) / millimetre == pytest.approx(5, abs=0.25)


def test_help_can_be_left_out() -> None:
    pdf, info = pdf_of(ENGLISH[:1], help=None)
    assert info.pages == info.tag_pages == len(pypdfium2.PdfDocument(pdf)) == 1


@pytest.mark.parametrize("payload", ["", "AR:POT:0007", "ar:pot:07", "AR:壺:07", "A,B", "A\n"])
def test_a_payload_that_no_tag_can_hold_is_refused(payload: str) -> None:
    with pytest.raises(Refusal, match="1 to 10 characters") as refused:
        pdf_of([Tag("AR:POT:07", "Pot shard", 7), Tag(payload, "Pot shard", 8)])
    assert refused.value.kind == "bad-payload"
    assert repr(payload) in str(refused.value)


@pytest.mark.parametrize("size", [7.99, 25.01, 0, -12, float("nan"), float("inf")])
def test_a_size_out_of_range_is_refused(size: float) -> None:
    with pytest.raises(Refusal, match="8 to 25 mm") as refused:
        pdf_of(ENGLISH, size_mm=size)
    assert refused.value.kind == "over-limit"


@pytest.mark.parametrize("start", [0, -1, 144])
def test_a_start_off_the_sheet_is_refused_with_the_range(start: int) -> None:
    with pytest.raises(Refusal, match="places 1 to 143") as refused:
        pdf_of(ENGLISH, start=start)
    assert refused.value.kind == "bad-start"


def test_no_tags_and_unknown_paper_are_refused() -> None:
    with pytest.raises(Refusal, match="no tag"):
        pdf_of([])
    with pytest.raises(Refusal, match="a4, letter"):
        pdf_of(ENGLISH, paper="a5")


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "tags.pdf"
    write_tags(ENGLISH, path, deck="Archaeology")
    assert path.read_bytes() == pdf_of(ENGLISH)[0]
    assert [entry.name for entry in tmp_path.iterdir()] == ["tags.pdf"]
    for bad in (tmp_path, tmp_path / "missing" / "tags.pdf", path / "tags.pdf", tmp_path / ("x" * 300)):
        with pytest.raises(Refusal, match="can't be written") as refused:
            write_tags(ENGLISH, bad, deck="Archaeology")
        assert refused.value.kind == "cannot-write"
    assert [entry.name for entry in tmp_path.iterdir()] == ["tags.pdf"]


def test_a_symbol_is_version_1_whatever_the_payload() -> None:
    for payload in ("1", "1234567890", "PL:3", "AR:POT:07 ", "$%*+-./: Z"):
        rows = modules_of(payload)
        assert len(rows) == 21
        assert all(len(row) == 21 for row in rows)


def test_the_package_and_its_fonts_load_without_the_pdf_library() -> None:
    program = (
        "import sys, companion.sheets.fonts as fonts;"
        "assert fonts.JAPANESE.is_file() and fonts.LATIN.is_file();"
        "sys.exit('reportlab' in sys.modules or 'segno' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
