"""Where the tags of a sheet stand: arithmetic in millimetres from the page's top left corner, y downwards."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

Paper = Literal["a4", "letter"]
PAPERS: dict[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of each paper."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A kind of symbol: modules along its side, and of white that it needs around it.

    Sides in millimetres from `smallest` to `largest` can be asked for, `usual` is taken where none is.
    """

    modules: int
    quiet: float
    smallest: float
    largest: float
    usual: float


QR = Symbol(21, 4, 8.0, 25.0, 12.0)
"""A QR code of version 1."""
APRILTAG = Symbol(8, 1.5, 6.0, 25.0, 8.0)
"""An AprilTag of the family 36h11. One module of white would do; the half more is for hands that cut."""

MARGIN = 10.0
"""White kept at the page's edges: no common printer needs more."""
FOOTER = 12.0
"""Height of the strip at the foot for title and ruler."""
GUTTER = 0.4
"""Between two cells; the cut marks stand in its middle, clear of every quiet zone. So narrow that the largest
tag, cut out along the marks, still ends inside the card when its symbol stands 5 mm from the edges."""
MM_PER_POINT = 25.4 / 72
NARROW = 9.9
"""Millimetres: a cell that is narrower has room for labels of two lines. It goes by the size alone, so that
every deck's tags stand in the same places of a part-used sheet."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The cells of a tag page. A cell is the symbol with its quiet zone and, beneath, the label of a line or
    two.

    >>> grid = Grid.of(12.0, "a4")
    >>> grid.columns, grid.rows, grid.per_page
    (11, 13, 143)
    >>> grid.page_and_cell(142), grid.page_and_cell(143)
    ((0, 142), (1, 0))
    """

    page_width: float
    page_height: float
    size: float
    label_points: float
    columns: int
    rows: int
    symbol: Symbol = QR

    @classmethod
    def of(cls, size: float, paper: Paper, symbol: Symbol = QR) -> Grid:
        """The grid for symbols with this side in millimetres; as many columns and rows as the paper takes."""
        page_width, page_height = PAPERS[paper]
        # Grows with the symbol, but stays readable under the smallest and small print under the largest.
        label_points = min(8.0, max(4.6, 0.45 * size))
        one = cls(page_width, page_height, size, label_points, 1, 1, symbol)
        columns = (page_width - 2 * MARGIN + GUTTER) / one.pitch_x
        rows = (page_height - 2 * MARGIN - FOOTER) / one.pitch_y
        fit = math.floor(columns), math.floor(rows)
        return cls(page_width, page_height, size, label_points, *fit, symbol)

    @property
    def module(self) -> float:
        return self.size / self.symbol.modules

    @property
    def quiet(self) -> float:
        return self.symbol.quiet * self.module

    @property
    def cell_width(self) -> float:
        return self.size + 2 * self.quiet

    @property
    def label_lines(self) -> int:
        """Most lines of a label."""
        return 2 if self.cell_width < NARROW else 1

    @property
    def line_height(self) -> float:
        return 1.3 * self.label_points * MM_PER_POINT

    @property
    def label_height(self) -> float:
        return self.label_lines * self.line_height

    @property
    def cell_height(self) -> float:
        return self.cell_width + self.label_height

    @property
    def pitch_x(self) -> float:
        return self.cell_width + GUTTER

    @property
    def pitch_y(self) -> float:
        return self.cell_height + GUTTER

    @property
    def per_page(self) -> int:
        return self.columns * self.rows

    @property
    def left(self) -> float:
        """Left edge of the first column; the columns stand in the middle of the page."""
        return (self.page_width - self.columns * self.pitch_x + GUTTER) / 2

    @property
    def footer_top(self) -> float:
        return self.page_height - MARGIN - FOOTER

    def page_and_cell(self, index: int) -> tuple[int, int]:
        """(page, cell on it), both from 0, of the cell that is `index` cells after the first page's first."""
        return divmod(index, self.per_page)

    def cell(self, number: int) -> tuple[float, float]:
        """Left and top edge of a page's cell, counted from 0 along the rows."""
        row, column = divmod(number, self.columns)
        return self.left + column * self.pitch_x, MARGIN + row * self.pitch_y

    def cut_corners(self, number: int) -> list[tuple[float, float]]:
        """The four crossings of the cut lines round a cell, in the middle of the gutters."""
        x, y = self.cell(number)
        left, top = x - GUTTER / 2, y - GUTTER / 2
        # Rounded, so that neighbours' shared corners are equal and drawn once.
        return [
            (round(left + i * self.pitch_x, 4), round(top + j * self.pitch_y, 4))
            for i in (0, 1)
            for j in (0, 1)
        ]
