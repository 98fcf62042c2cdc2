"""Sheets of tags to print, cut out and stick on the cards.

The symbol is a QR code of version 1 and level H, or an AprilTag of the family 36h11. Its side without the
white around it is what `size_mm` means.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Literal

import segno
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.sheets import sticking, typesetting
from companion.sheets.layout import APRILTAG, FOOTER, MARGIN, PAPERS, QR, Grid, Paper
from companion.sheets.pen import Pen
from companion.sheets.typesetting import Label
from recognizers.sighting import FAMILY
from scorers.refusal import Refusal
from scorers.text import Lookup, T

LONGEST_PAYLOAD = 10
"""Characters that a QR code of version 1, level H takes in alphanumeric mode."""
ALPHABET = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
SYMBOLS = {"qr": QR, "apriltag": APRILTAG}
SMALLEST_PRINT = 3.6
"""Points: a longer name is cut short before it is printed smaller than this."""
RULER = 50


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag: what the symbol says, and the name and copy number printed beneath it.

    `payload` is the text of a QR code, or `36h11:ID` for an AprilTag. `name` is in the language wanted.
    `copy` is None for what there is only one of: no number is printed.
    """

    payload: str
    name: str
    copy: int | None = None


@dataclass(frozen=True, slots=True)
class StickingHelp:
    """The page that tells what to do with tags: stick them on cards of this size, or lay them as markers."""

    use: Literal["cards", "markers"] = "cards"
    card_mm: tuple[float, float] = (63.0, 88.0)


ON_CARDS = StickingHelp()
AS_MARKERS = StickingHelp("markers")


@dataclass(frozen=True, slots=True)
class SheetInfo:
    """What was written: `tag_pages` pages of tags, `pages` with the help page after them."""

    pages: int
    tag_pages: int
    per_page: int
    columns: int
    rows: int


def write_tags(
    tags: Sequence[Tag],
    out: Path | BinaryIO,
    *,
    deck: str,
    symbol: Literal["qr", "apriltag"] = "qr",
    size_mm: float | None = None,
    paper: Paper = "a4",
    start: int = 1,
    lang: str = "en",
    lookup: Lookup | None = None,
    help: StickingHelp | None = ON_CARDS,  # noqa: A002 - the word of the page
) -> SheetInfo:
    """Write a PDF: pages of tags, ready for sticker paper, then one page of help for plain paper.

    `symbol` is what the payloads are printed as, `size_mm` its side (12, AprilTags 8).
    `deck` is the title at the foot of each page, `start` the first free cell (from 1, along the rows) of a
    part-used first sheet, `lang` the language that the document declares and `lookup` what translates our
    sentences into it. The same arguments give the same bytes.

    Raises `Refusal`: `no-tags`, `bad-payload`, `over-limit` (size), `unknown-paper`, `bad-start`,
    `cannot-write`.
    """
    grid = _checked_grid(tags, symbol, size_mm, paper, start)
    draw_modules = modules_of if symbol == "qr" else fiducial_modules
    drawn = [(draw_modules(tag.payload), label) for tag, label in zip(tags, labels(tags, grid), strict=True)]
    last_page, _ = grid.page_and_cell(start - 1 + len(tags) - 1)
    info = SheetInfo(
        last_page + 1 + (help is not None), last_page + 1, grid.per_page, grid.columns, grid.rows
    )

    memory = io.BytesIO()
    canvas = Canvas(memory, pagesize=(grid.page_width * mm, grid.page_height * mm), invariant=1, lang=lang)
    canvas.setTitle(typesetting.printable(deck))
    canvas.setCreator("companion")
    pen = Pen(canvas, grid.page_height)
    for page in range(info.tag_pages):
        first = max(0, page * grid.per_page - (start - 1))
        end = (page + 1) * grid.per_page - (start - 1)
        _draw_tag_page(pen, grid, drawn[first:end], start - 1 if page == 0 else 0)
        _draw_footer(pen, grid, deck, page + 1, info.tag_pages, lookup)
        canvas.showPage()
    if help is not None:
        draw = sticking.draw_for_cards if help.use == "cards" else sticking.draw_for_markers
        draw(pen, grid, deck, help.card_mm, lookup)
        canvas.showPage()
    canvas.save()
    _write(memory.getvalue(), out)
    return info


def labels(tags: Sequence[Tag], grid: Grid) -> list[Label]:
    """What is printed beneath each tag: what differs in their names is never cut."""
    # Half a point of air at each side keeps a label that fills its cell off the cut.
    return typesetting.fit_labels(
        [(tag.name, "" if tag.copy is None else str(tag.copy)) for tag in tags],
        grid.label_points,
        SMALLEST_PRINT,
        grid.cell_width * mm - 1.0,
        grid.label_lines,
    )


Modules = tuple[tuple[bool, ...], ...]


def modules_of(payload: str) -> tuple[tuple[bool, ...], ...]:
    """The 21 x 21 modules of a payload's code, True for black, without the quiet zone.

    >>> len(modules_of("AR:POT:07")), modules_of("AR:POT:07")[0][:8]
    (21, (True, True, True, True, True, True, True, False))

    Raises `Refusal` (`bad-payload`) for what a tag can't say.
    """
    if not 0 < len(payload) <= LONGEST_PAYLOAD or not ALPHABET.issuperset(payload):
        raise Refusal(
            "bad-payload",
            T(
                "{payload!r} can't be a tag: a tag holds 1 to {longest} characters out of capital letters "
                "A to Z, digits, space and $ % * + - . / :",
                payload=payload,
                longest=LONGEST_PAYLOAD,
            ),
        )
    # Named in full, so that no other version, level or mode is ever chosen for us.
    code: Any = segno.make(payload, version=1, error="h", mode="alphanumeric", boost_error=False, micro=False)
    return tuple(tuple(bool(module) for module in row) for row in code.matrix)


def fiducial_modules(payload: str) -> Modules:
    """The 8 x 8 modules of an AprilTag `36h11:ID`, True for black, its black border included.

    >>> [sum(row) for row in fiducial_modules("36h11:22")][::7]
    [8, 8]

    Raises `Refusal` (`bad-payload`) for what is no AprilTag of the family.
    """
    import cv2

    family, _, number = payload.partition(":")
    drawer = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    most = len(drawer.bytesList) - 1
    if family != FAMILY or not number.isdecimal() or str(int(number)) != number or int(number) > most:
        raise Refusal(
            "bad-payload",
            T(
                "{payload!r} is no AprilTag: those read {family}:0 to {family}:{most}.",
                payload=payload,
                family=FAMILY,
                most=most,
            ),
        )
    pixels = cv2.aruco.generateImageMarker(drawer, int(number), APRILTAG.modules)
    return tuple(tuple(bool(pixel == 0) for pixel in row) for row in pixels)


def _checked_grid(tags: Sequence[Tag], symbol: str, size_mm: float | None, paper: str, start: int) -> Grid:
    if not tags:
        raise Refusal("no-tags", T("There is no tag to print."))
    kind = SYMBOLS[symbol]
    size_mm = kind.usual if size_mm is None else size_mm
    if not kind.smallest <= size_mm <= kind.largest:
        raise Refusal(
            "over-limit",
            T(
                "A tag of {size} mm can't be printed: its side may be {smallest} to {largest} mm.",
                size=f"{size_mm:g}",
                smallest=f"{kind.smallest:g}",
                largest=f"{kind.largest:g}",
            ),
        )
    if paper not in PAPERS:
        raise Refusal(
            "unknown-paper",
            T("The paper {paper!r} isn't known: it is one of {papers}.", paper=paper, papers=tuple(PAPERS)),
        )
    grid = Grid.of(size_mm, "letter" if paper == "letter" else "a4", kind)
    if not 1 <= start <= grid.per_page:
        raise Refusal(
            "bad-start",
            T(
                "The sheet has no place {start}: tags of {size} mm on this paper have places 1 to {last} "
                "({columns} a row, {rows} rows).",
                start=start,
                size=f"{size_mm:g}",
                last=grid.per_page,
                columns=grid.columns,
                rows=grid.rows,
            ),
        )
    return grid


def _draw_tag_page(pen: Pen, grid: Grid, tags: Sequence[tuple[Modules, Label]], first_cell: int) -> None:
    corners: set[tuple[float, float]] = set()
    for number, (modules, label) in enumerate(tags, first_cell):
        _draw_tag(pen, grid, number, modules, label)
        corners.update(grid.cut_corners(number))
    arm = grid.cell_width / 10
    for x, y in sorted(corners):
        pen.line(x - arm, y, x + arm, y, thick=0.1, grey=0.35)
        pen.line(x, y - arm, x, y + arm, thick=0.1, grey=0.35)


def _draw_tag(pen: Pen, grid: Grid, number: int, symbol: Modules, label: Label) -> None:
    x, y = grid.cell(number)
    left, top = x + grid.quiet, y + grid.quiet
    boxes = []
    for row, modules in enumerate(symbol):
        column = 0
        while column < len(modules):
            length = 0
            while column + length < len(modules) and modules[column + length]:
                length += 1
            if length:
                boxes.append(
                    (left + column * grid.module, top + row * grid.module, length * grid.module, grid.module)
                )
            column += length + 1
    pen.black(boxes)

    lines, size = label
    for row, line in enumerate(lines):
        baseline = y + grid.cell_width + (row + 0.72) * grid.line_height
        pen.text(x + grid.cell_width / 2, baseline, line, size, align="centre")


def _draw_footer(pen: Pen, grid: Grid, deck: str, page: int, pages: int, lookup: Lookup | None) -> None:
    left, right = MARGIN, grid.page_width - MARGIN
    bottom = grid.footer_top + FOOTER
    _draw_ruler(pen, right - RULER, bottom - 4.2)
    scale = T("Print at 100 %: this ruler is {length} mm long.", length=RULER)
    small = 6.5
    text, size = typesetting.fit(sticking.say(scale, lookup), small, 4, (RULER + 20) * mm)
    pen.text(right, bottom, text, size, align="right", grey=0.25)

    room = (right - RULER - 24 - left) * mm
    title, size = typesetting.fit(deck, 10, 7, room)
    pen.text(left, bottom - 4.6, title, size)
    line = T("Tags of {size} mm · page {page} of {pages}", size=f"{grid.size:g}", page=page, pages=pages)
    text, size = typesetting.fit(sticking.say(line, lookup), small, 4, room)
    pen.text(left, bottom, text, size, grey=0.25)


def _draw_ruler(pen: Pen, x: float, y: float) -> None:
    pen.line(x, y, x + RULER, y, thick=0.2)
    for millimetre in range(RULER + 1):
        tick = 2.4 if millimetre % 10 == 0 else 1.6 if millimetre % 5 == 0 else 0.8
        pen.line(x + millimetre, y - tick, x + millimetre, y, thick=0.2 if millimetre % 10 == 0 else 0.1)
        if millimetre % 10 == 0:
            pen.text(x + millimetre, y - 3.0, str(millimetre), 5, align="centre", grey=0.25)


def _write(data: bytes, out: Path | BinaryIO) -> None:
    if not isinstance(out, Path):
        out.write(data)
        return
    try:
        if out.exists() and not out.is_file():
            out.write_bytes(data)  # a pipe or a device; a folder is refused by the system
            return
        # Written beside and moved, so that a full disk never leaves half a sheet nor spoils the old one.
        part = out.with_name(f".{out.name}.part")
        try:
            part.write_bytes(data)
            part.replace(out)
        finally:
            part.unlink(missing_ok=True)
    except OSError as problem:
        raise Refusal(
            "cannot-write",
            T("{path} can't be written: {reason}.", path=str(out), reason=problem.strerror or str(problem)),
        ) from problem
