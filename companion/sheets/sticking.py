"""The page of help after the tags: where to stick them, or how to lay player markers, with drawings."""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.sheets.layout import APRILTAG, GUTTER, MARGIN, QR, Grid, Symbol
from companion.sheets.pen import Pen
from scorers.text import Lookup, T, Text

INSET = 5.0
"""Millimetres from the card's left and top edge to the symbol's edges; who reads photos counts on it."""

PICTURE_WIDTH, VIEW_DEGREES = 4032, 70
"""Of a 12-megapixel phone camera: pixels along the longer side, and what of the world is on them."""
PIXELS_PER_MODULE = {QR: 3.0, APRILTAG: 2.0}
"""From where on nearly every tag was read in the measurements of docs/tags.md, and half a pixel more."""

SIZES = {QR: (8, 10, 12, 15, 20), APRILTAG: (6, 8, 10, 12, 15)}
"""Millimetres of the tags whose distances are told."""

_TITLE, _BODY, _SMALL = 18.0, 10.5, 8.0


def say(text: Text, lookup: Lookup | None) -> str:
    """The text in the language of `lookup`, in English without."""
    return text.render(lookup) if lookup else text.render()


def draw_for_cards(
    pen: Pen, grid: Grid, deck: str, card_mm: tuple[float, float], lookup: Lookup | None
) -> None:
    """Where on a card, why there, and what not to mark."""
    y = _heading(pen, grid, T("{deck}: where to stick the tags", deck=deck), lookup)
    y = _steps(pen, grid, y, _card_steps(grid), lookup) + 6
    width, height = card_mm
    scale = min(1.0, 75 / width, (grid.page_height - MARGIN - 14 - y) / height)
    _draw_measured_card(pen, grid, MARGIN + 12, y + 10, card_mm, scale, lookup)
    _draw_fan_and_back(pen, grid, MARGIN + 12 + width * scale + 14, y, lookup)


def draw_for_markers(
    pen: Pen, grid: Grid, deck: str, card_mm: tuple[float, float], lookup: Lookup | None
) -> None:
    """How to lay player markers so that a photo tells whose cards are whose."""
    y = _heading(pen, grid, T("{deck}: how to use them", deck=deck), lookup)
    y = _steps(pen, grid, y, _marker_steps(grid), lookup) + 10
    for player, count in ((1, 4), (2, 3)):
        _draw_row_with_marker(pen, grid.symbol, MARGIN + 8, y, player, count, card_mm)
        y += 48


def _card_steps(grid: Grid) -> tuple[Text, ...]:
    border = INSET - grid.quiet - GUTTER / 2
    place = T(
        "Stick each tag on the face of its card, upright in the top left corner: the black symbol {inset} mm "
        "from the left edge and {inset} mm from the top edge.",
        inset=f"{INSET:g}",
    )
    if border < 0.5:  # no one can measure so little
        edge = T("The sticker, cut along the marks, then ends at the card's edges.")
    else:
        edge = T(
            "The sticker, cut along the marks, then ends {border} mm from the card's edges.",
            border=f"{border:.1f}",
        )
    return (
        T(
            "Print the pages of tags at 100 % and hold a ruler to the scale at their foot. "
            "Use sticker paper, or plain paper and glue."
        ),
        T("Cut along the marks. Keep the white border: without it the tags can't be read."),
        T("{place} {edge}", place=place, edge=edge),
        T(
            "Use the same corner on every card. A hand in a fan then shows all its tags: spread it until "
            "{strip} mm of each card can be seen.",
            strip=math.ceil(INSET + grid.size + grid.quiet),
        ),
        T(
            "Never mark the back: a marked back gives the card away. To keep the cards as they are, put them "
            "in sleeves and stick the tags on the front of the sleeves."
        ),
        _distance(grid),
        *_size_to_tell(grid),
    )


def reach_cm(symbol: Symbol, size_mm: float) -> int:
    """From how far a phone's photo still has the pixels that nearly every tag is read with, in whole steps
    of 5 cm.

    A main camera takes in about 70 degrees across, in 12 megapixels 4032 pixels: at a distance d that is
    2 d tan 35 degrees of table.

    >>> reach_cm(APRILTAG, 8), reach_cm(QR, 12)
    (140, 50)
    """
    pixels_per_mm_at_1_m = PICTURE_WIDTH / (2 * 1000 * math.tan(math.radians(VIEW_DEGREES / 2)))
    metres = pixels_per_mm_at_1_m * size_mm / symbol.modules / PIXELS_PER_MODULE[symbol]
    return math.floor(100 * metres / 5) * 5


def _distance(grid: Grid) -> Text:
    """How far off a phone may be for this sheet's tags, and for others."""
    own = T(
        "Hold a phone with 12 megapixels at most {distance} cm from the farthest card.",
        distance=reach_cm(grid.symbol, grid.size),
    )
    others = T(
        "Other tags: QR codes of {qr}; AprilTags (--symbol apriltag) of {apriltag}.",
        qr=_reaches(QR),
        apriltag=_reaches(APRILTAG),
    )
    return T("{own} {other}", own=own, other=others)


def _reaches(symbol: Symbol) -> tuple[Text, ...]:
    return tuple(
        T("{size} mm from {distance} cm", size=f"{size:g}", distance=reach_cm(symbol, size))
        for size in SIZES[symbol]
    )


def _size_to_tell(grid: Grid) -> tuple[Text, ...]:
    """Tags of another size than the usual have to be told of: cards are reckoned from them."""
    if grid.size == grid.symbol.usual:
        return ()
    return (
        T(
            "These tags are not of the usual size: say it whenever photos are read, as in "
            "`companion scan --size {size} photo.jpg`.",
            size=f"{grid.size:g}",
        ),
    )


def _marker_steps(grid: Grid) -> tuple[Text, ...]:
    return (
        T("Print the pages of markers at 100 % and hold a ruler to the scale at their foot."),
        T(
            "Cut along the marks, or glue the page on cardboard first. Keep the white border: without it the "
            "markers can't be read."
        ),
        T(
            "Give everyone the marker with their number: 1 is the first player in seat order, and so on "
            "clockwise."
        ),
        T(
            "For a photo of several players' cards, everyone lays theirs out in a row or a column, or "
            "overlapping, with their marker at its end or in it, a card's width from set to set at most. "
            "Leave a wider gap to the next player's cards."
        ),
        T("Where a game has sets, cards that overlap or touch are read as one set, and others as another."),
        _distance(grid),
    )


def _heading(pen: Pen, grid: Grid, title: Text, lookup: Lookup | None) -> float:
    room = grid.page_width - 2 * MARGIN
    y = pen.paragraph(MARGIN, MARGIN + 7, say(title, lookup), _TITLE, room)
    note = T("This page is for reading: print it on plain paper, not on stickers.")
    y = pen.paragraph(MARGIN, y - 2, say(note, lookup), _SMALL, room, grey=0.35)
    pen.line(MARGIN, y - 1.5, grid.page_width - MARGIN, y - 1.5, thick=0.2, grey=0.6)
    return y + 5


def _steps(pen: Pen, grid: Grid, y: float, steps: Sequence[Text], lookup: Lookup | None) -> float:
    for number, step in enumerate(steps, 1):
        pen.disc(MARGIN + 2.6, y - 1.3, 2.6, fill=0.15)
        pen.text(MARGIN + 2.6, y, str(number), 9, align="centre", grey=1)
        y = pen.paragraph(MARGIN + 8, y, say(step, lookup), _BODY, grid.page_width - 2 * MARGIN - 8) + 2
    return y


def _draw_measured_card(
    pen: Pen,
    grid: Grid,
    x: float,
    y: float,
    card_mm: tuple[float, float],
    scale: float,
    lookup: Lookup | None,
) -> None:
    width, height = card_mm[0] * scale, card_mm[1] * scale
    inset, size, quiet = INSET * scale, grid.size * scale, grid.quiet * scale
    pen.box(x, y, width, height, edge=0, thick=0.3, radius=3 * scale)
    # The sticker as it is cut out, its name a grey bar.
    label = grid.label_height * scale
    around = quiet + GUTTER / 2 * scale
    left, top = x + inset - around, y + inset - around
    pen.box(left, top, size + 2 * around, size + 2 * around + label, edge=0.55, thick=0.1)
    pen.box(x + inset, y + inset + size + quiet + 0.3 * label, size, 0.4 * label, fill=0.8, edge=None)
    _draw_tag_icon(pen, grid.symbol, x + inset, y + inset, size)

    # The measures stand outside the card: extension lines up and to the left, as on a plan.
    measure = f"{INSET:g} mm"
    for edge in (x, x + inset):
        pen.line(edge, y - 5, edge, y - 0.8, grey=0.3, thick=0.1)
    pen.line(x, y - 4, x + inset, y - 4, grey=0.3)
    pen.text(x + inset / 2, y - 5.6, measure, _SMALL, align="centre")
    for edge in (y, y + inset):
        pen.line(x - 5, edge, x - 0.8, edge, grey=0.3, thick=0.1)
    pen.line(x - 4, y, x - 4, y + inset, grey=0.3)
    with pen.turned(x - 5.2, y + inset / 2, -90) as sideways:
        sideways.text(0, 0, measure, _SMALL, align="centre")

    caption = T("Face, actual size: lay a card on it") if scale == 1 else T("Face")
    pen.text(x + width / 2, y + height + 5, say(caption, lookup), _SMALL, align="centre", grey=0.25)


def _draw_fan_and_back(pen: Pen, grid: Grid, x: float, y: float, lookup: Lookup | None) -> None:
    """In the room right of the measured card: five cards in a fan, and beneath them a bare back."""
    middle = (x + grid.page_width - MARGIN) / 2
    width, height = 24.0, 33.5
    pivot = 62.0
    for degrees in (-34, -17, 0, 17, 34):
        with pen.turned(middle, y + pivot, degrees) as card:
            card.box(-width / 2, -pivot + 8, width, height, fill=1, edge=0.2, thick=0.25, radius=1.5)
            _draw_tag_icon(card, grid.symbol, -width / 2 + 1.8, -pivot + 8 + 1.8, 5.4)
    y += 56
    pen.text(middle, y, say(T("In a fan every tag can be seen"), lookup), _SMALL, align="centre", grey=0.25)

    y += 8
    left = middle - width / 2
    pen.box(left, y, width, height, fill=0.86, edge=0.2, thick=0.25, radius=1.5)
    pen.box(left + 2, y + 2, width - 4, height - 4, fill=None, edge=0.6, thick=0.2, radius=1)
    for row in range(9):
        for column in range(6 - row % 2):
            pen.disc(left + 4.5 + 3 * column + 1.5 * (row % 2), y + 4.75 + 3 * row, 0.7, fill=0.65)
    pen.text(middle, y + height + 5, say(T("Back: leave it bare"), lookup), _SMALL, align="centre", grey=0.25)


def _draw_row_with_marker(
    pen: Pen, symbol: Symbol, x: float, y: float, player: int, count: int, card_mm: tuple[float, float]
) -> None:
    """A marker at the left end of a row of cards."""
    height = 36.0
    width = height * card_mm[0] / card_mm[1]
    pen.box(x, y + 9, 14, 17, edge=0.3, fill=1)
    _draw_tag_icon(pen, symbol, x + 2, y + 11, 10)
    pen.text(x + 7, y + 24.8, str(player), 8, align="centre")
    for number in range(count):
        left = x + 18 + number * (width + 3)
        pen.box(left, y, width, height, fill=1, edge=0.2, thick=0.25, radius=1.5)
        _draw_tag_icon(pen, symbol, left + 2, y + 2, 6)


def _draw_tag_icon(pen: Pen, symbol: Symbol, x: float, y: float, size: float) -> None:
    """What a tag looks like from afar. No reader takes it for one: it has corners and says nothing."""
    unit = size / symbol.modules
    if symbol is APRILTAG:
        pen.box(x, y, size, size, fill=0, edge=None)
        pen.box(x + unit, y + unit, size - 2 * unit, size - 2 * unit, fill=0.8, edge=None)
        return
    pen.box(x, y, size, size, fill=0.8, edge=None)
    for dx, dy in ((0, 0), (14, 0), (0, 14)):
        left, top = x + dx * unit, y + dy * unit
        pen.box(left, top, 7 * unit, 7 * unit, fill=0, edge=None)
        pen.box(left + unit, top + unit, 5 * unit, 5 * unit, fill=1, edge=None)
        pen.box(left + 2 * unit, top + 2 * unit, 3 * unit, 3 * unit, fill=0, edge=None)
