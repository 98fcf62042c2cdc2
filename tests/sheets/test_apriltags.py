"""Sheets of AprilTags, rendered at a printer's resolution, read with our own reader and measured."""

from __future__ import annotations

import numpy as np
import pytest

from companion import games
from companion.cli.app import App
from companion.games.base import Game
from companion.sheets.layout import APRILTAG, QR, Grid
from companion.sheets.sticking import SIZES, reach_cm
from companion.sheets.tags import AS_MARKERS, ON_CARDS, SMALLEST_PRINT, Tag, fiducial_modules, labels
from recognizers.fiducials import codes, fiducials
from recognizers.sighting import Sighting
from scorers.refusal import Refusal
from tests.sheets.reading import Grey, pdf_of, render, text_of

TAGS = [
    Tag(f"36h11:{number}", "羊皮紙の切れ端" if number % 2 else "Parchment scrap", number)
    for number in range(16, 103)
]


def read(image: Grey) -> list[Sighting]:
    return fiducials(image, effort="thorough")


@pytest.mark.parametrize(("size", "paper", "start"), [(6.0, "a4", 1), (8.0, "letter", 20), (25.0, "a4", 3)])
def test_every_tag_of_a_deck_is_read_back_once(size: float, paper: str, start: int) -> None:
    pdf, info = pdf_of(TAGS, symbol="apriltag", size_mm=size, paper=paper, start=start)
    found = [sighting.text for page in range(info.pages) for sighting in read(render(pdf, page, 200))]
    assert sorted(found) == sorted(tag.payload for tag in TAGS)
    assert info.tag_pages == -(-(start - 1 + 87) // info.per_page)


def test_the_usual_side_is_8_mm_and_a_page_holds_more_of_them_than_of_qr_codes() -> None:
    pdf, info = pdf_of(TAGS, symbol="apriltag")
    assert "Tags of 8 mm · page 1 of 1" in text_of(pdf, 0)
    assert info.per_page > 1.7 * Grid.of(QR.usual, "a4").per_page


@pytest.mark.parametrize("size", [6.0, 8.0, 25.0])
def test_symbols_have_the_side_asked_for_their_corners_in_order_and_white_all_round(size: float) -> None:
    tags = [Tag(tag.payload, tag.name * 9, tag.copy) for tag in TAGS[:12]]
    pdf, info = pdf_of(tags, symbol="apriltag", size_mm=size)
    image = render(pdf, 0, 600)
    grid = Grid.of(size, "a4", APRILTAG)
    found = {sighting.text: np.array(sighting.corners) for sighting in read(image)}
    assert info.per_page == grid.per_page
    for number, tag in enumerate(tags):
        x, y = (edge + grid.quiet for edge in grid.cell(number))
        square = np.array([[x, y], [x + size, y], [x + size, y + size], [x, y + size]]) / 25.4 * 600 - 0.5
        assert np.abs(found[tag.payload] - square).max() < 3, tag
        left, top = square[0].round().astype(int)
        right, bottom = square[2].round().astype(int) + 1
        white = int(1.45 * (right - left) / 8)
        around = image[top - white : bottom + white, left - white : right + white].copy()
        around[white - 2 : 2 - white, white - 2 : 2 - white] = 255
        assert around.min() == 255, tag


def test_the_modules_printed_are_those_that_the_reader_knows() -> None:
    for number in (0, 22, 586):
        assert (np.array(fiducial_modules(f"36h11:{number}")) == (codes()[number] == 0)).all()


@pytest.mark.parametrize("size", [6.0, 8.0, 25.0])
@pytest.mark.parametrize("help_page", [ON_CARDS, AS_MARKERS])
def test_the_help_page_says_from_how_far_and_shows_no_tag_to_read(size: float, help_page: object) -> None:
    pdf, info = pdf_of(TAGS[:1], symbol="apriltag", size_mm=size, help=help_page)
    image = render(pdf, info.pages - 1, 150).copy()
    assert read(image) == []
    edge = int(9.5 / 25.4 * 150)
    image[edge:-edge, edge:-edge] = 255
    assert image.min() == 255
    assert f"{reach_cm(APRILTAG, size)} cm" in text_of(pdf, info.pages - 1).replace("\r\n", " ")


def test_the_sticker_still_ends_within_the_card() -> None:
    grid = Grid.of(APRILTAG.largest, "a4", APRILTAG)
    assert grid.quiet + 0.2 <= 5.0


def test_a_smaller_tag_or_finer_symbol_has_to_be_nearer() -> None:
    assert reach_cm(APRILTAG, 6) < reach_cm(APRILTAG, 8) < reach_cm(APRILTAG, 12)
    assert reach_cm(QR, 12) < reach_cm(APRILTAG, 8)


@pytest.mark.parametrize(
    "payload", ["AR:POT:07", "36h11:587", "36h11:-1", "36h11:07", "36h11:", "16h5:3", "36h11:٣"]
)
def test_what_is_no_tag_of_the_family_is_refused(payload: str) -> None:
    with pytest.raises(Refusal, match="36h11:0 to 36h11:586") as refused:
        pdf_of([Tag("36h11:22", "Pot shard", 7), Tag(payload, "Pot shard", 8)], symbol="apriltag")
    assert refused.value.kind == "bad-payload"


@pytest.mark.parametrize("size", [5.99, 25.01, 0, float("nan")])
def test_a_size_out_of_range_is_refused(size: float) -> None:
    with pytest.raises(Refusal, match="6 to 25 mm") as refused:
        pdf_of(TAGS, symbol="apriltag", size_mm=size)
    assert refused.value.kind == "over-limit"


@pytest.mark.parametrize(("size", "told"), [(12.0, True), (8.0, False)])
def test_the_sheet_tells_distances_of_both_symbols_and_an_unusual_size(size: float, told: bool) -> None:
    pdf, info = pdf_of(TAGS[:1], symbol="apriltag", size_mm=size, help=ON_CARDS)
    said = text_of(pdf, info.pages - 1).replace("\r\n", " ")
    for symbol in (QR, APRILTAG):
        for other in SIZES[symbol]:
            assert f"{other} mm from {reach_cm(symbol, other)} cm" in said
    assert ("companion scan --size 12" in said) == told


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", games.every(), ids=lambda game: str(game.key))
def test_all_labels_of_a_sheet_differ_and_can_be_read(game: Game, lang: str) -> None:
    names = [App(lang=lang).say(kind.name) for kind in game.kinds]
    tags = [
        Tag("", name, copy)
        for name, kind in zip(names, game.kinds, strict=True)
        for copy in range(1, (kind.copies or 30) + 1)
    ]
    for symbol in (QR, APRILTAG):
        for size in (symbol.smallest, symbol.smallest + 0.5, 7.2, 7.9, 8.0, 10.0, symbol.usual):
            if size >= symbol.smallest:
                printed = labels(tags, Grid.of(size, "a4", symbol))
                assert len({lines for lines, _ in printed}) == len(tags), size
                assert min(points for _, points in printed) >= SMALLEST_PRINT - 1e-9, size


@pytest.mark.parametrize("name", ["Gold card of 3", "スペードのクイーン", "x" * 60])
def test_a_label_of_two_lines_stays_beneath_its_own_symbol(name: str) -> None:
    tags = [Tag(tag.payload, name, tag.copy) for tag in TAGS[:30]]
    pdf, _ = pdf_of(tags, symbol="apriltag", size_mm=6.0)
    grid = Grid.of(6.0, "a4", APRILTAG)
    image = render(pdf, 0, 600)
    for number in range(len(tags)):
        x, y = (edge / 25.4 * 600 for edge in grid.cell(number))
        wide, high = grid.cell_width / 25.4 * 600, grid.label_height / 25.4 * 600
        label = image[round(y + wide) : round(y + wide + high), round(x) : round(x + wide)]
        rows, columns = np.nonzero(label < 100)
        assert 0 < rows.min() < rows.max() < len(label) - 1
        assert columns.min() > 2
        assert columns.max() < label.shape[1] - 3
    assert sorted(found.text for found in read(image)) == sorted(tag.payload for tag in tags)
