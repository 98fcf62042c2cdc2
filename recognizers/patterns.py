"""What codes of version 1 at level H look like: the part that is the same in all, and any text's modules.

Thousands of codes at a time, where an encoder that makes one takes milliseconds. The choice of the mask is
that of ISO/IEC 18004 (7.8.3) as segno, which prints the tags, understands it.
Modules are (..., 21, 21) uint8, 1 for black.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

Bits = npt.NDArray[np.uint8]
Lines = npt.NDArray[np.int32]

SIDE = 21
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
LONGEST = 10
"""Characters that a code of version 1-H has room for."""
DATA_BYTES, CHECK_BYTES = 9, 17
LEVEL_H = 0b10


def fits(text: str) -> bool:
    """Whether a text can be printed as a code of version 1-H in QR's alphanumeric alphabet.

    >>> fits("AR:POT:07"), fits("36h11:22"), fits("AR:POTTERY:07"), fits("")
    (True, False, False, False)
    """
    return 0 < len(text) <= LONGEST and all(letter in ALPHABET for letter in text)


def codes(texts: Sequence[str]) -> Bits:
    """The modules of each text's code, (n, 21, 21); all must fit."""
    words = _with_checks(_data_bytes(texts))
    bits = np.unpackbits(words, axis=1)
    bare = np.zeros((len(texts), SIDE, SIDE), np.uint8)
    rows, columns = _path()
    bare[:, rows, columns] = bits
    masked = bare[:, None] ^ masks()  # (n, 8, 21, 21)
    judged = masked | function_modules()
    judged[:, :, 13, 8] = 0  # segno judges before it sets this one, and the format's
    best = _penalties(judged.reshape(-1, SIDE, SIDE)).reshape(-1, 8).argmin(axis=1)
    chosen = masked[np.arange(len(texts)), best]
    return np.asarray(chosen | function_modules() | format_modules()[best], np.uint8)


@cache
def data_places() -> npt.NDArray[np.bool_]:
    """Which modules carry the text and its checks, (21, 21): 208 of them."""
    free = np.ones((SIDE, SIDE), np.bool_)
    free[:9, :9] = free[:9, -8:] = free[-8:, :9] = False
    free[6] = free[:, 6] = False
    return free


@cache
def format_places() -> npt.NDArray[np.bool_]:
    """Which modules say the level and the mask, twice, (21, 21): 30 of them."""
    places = np.zeros((SIDE, SIDE), np.bool_)
    for row, column in (*_first_format(), *_second_format()):
        places[row, column] = True
    return places


@cache
def function_modules() -> Bits:
    """The modules that are black in every code of version 1, (21, 21)."""
    modules = np.zeros((SIDE, SIDE), np.uint8)
    ring = np.maximum(*np.abs(np.mgrid[-3:4, -3:4])) != 2
    modules[:7, :7] = modules[:7, -7:] = modules[-7:, :7] = ring
    modules[6, 8:13:2] = modules[8:13:2, 6] = 1
    modules[13, 8] = 1
    return modules


@cache
def format_modules() -> Bits:
    """The format's modules for level H and each mask, (8, 21, 21)."""
    modules = np.zeros((8, SIDE, SIDE), np.uint8)
    for mask in range(8):
        value = format_bits(LEVEL_H << 3 | mask)
        for places in (_first_format(), _second_format()):
            for bit, (row, column) in enumerate(places):
                modules[mask, row, column] = value >> bit & 1
    return modules


@cache
def masks() -> Bits:
    """The eight masks, on the places of data alone, (8, 21, 21)."""
    i, j = np.mgrid[0:SIDE, 0:SIDE]
    product = i * j
    found = np.stack(
        [
            (i + j) % 2,
            i % 2,
            j % 3,
            (i + j) % 3,
            (i // 2 + j // 3) % 2,
            product % 2 + product % 3,
            (product % 2 + product % 3) % 2,
            ((i + j) % 2 + product % 3) % 2,
        ]
    )
    return np.asarray((found == 0) & data_places(), np.uint8)


def _first_format() -> list[tuple[int, int]]:
    """Where the format's 15 bits lie around the top-left finder pattern, the lowest first."""
    down = [(row, 8) for row in (0, 1, 2, 3, 4, 5, 7, 8)]
    return down + [(8, column) for column in (7, 5, 4, 3, 2, 1, 0)]


def _second_format() -> list[tuple[int, int]]:
    """The same beside the two others."""
    return [(8, 20 - bit) for bit in range(8)] + [(SIDE - 7 + bit, 8) for bit in range(7)]


def format_bits(value: int) -> int:
    rest = value << 10
    for bit in range(14, 9, -1):
        if rest >> bit & 1:
            rest ^= 0b10100110111 << (bit - 10)
    return (value << 10 | rest) ^ 0b101010000010010


@cache
def _path() -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Rows and columns of the data's modules in the order of its bits: up and down in pairs of columns."""
    rows, columns = [], []
    up = True
    for right in (20, 18, 16, 14, 12, 10, 8, 5, 3, 1):
        for row in range(SIDE - 1, -1, -1) if up else range(SIDE):
            for column in (right, right - 1):
                if data_places()[row, column]:
                    rows.append(row)
                    columns.append(column)
        up = not up
    return np.array(rows), np.array(columns)


def _data_bytes(texts: Sequence[str]) -> Bits:
    words = np.zeros((len(texts), DATA_BYTES), np.uint8)
    for number, text in enumerate(texts):
        values = [ALPHABET.index(letter) for letter in text]
        bits = f"{0b0010:04b}{len(values):09b}"
        for start in range(0, len(values) - 1, 2):
            bits += f"{values[start] * 45 + values[start + 1]:011b}"
        if len(values) % 2:
            bits += f"{values[-1]:06b}"
        bits = bits[: 8 * DATA_BYTES] + "0" * min(4, 8 * DATA_BYTES - len(bits))
        bits += "0" * (8 - len(bits) % 8)  # a byte of them where none is needed: segno's way
        packed = [int(bits[start : start + 8], 2) for start in range(0, len(bits), 8)]
        padding = [0xEC, 0x11] * DATA_BYTES
        words[number] = (packed + padding)[:DATA_BYTES]
    return words


@cache
def _field() -> tuple[npt.NDArray[np.intp], Bits]:
    """Logarithms and powers of 2 in GF(256), modulo x^8 + x^4 + x^3 + x^2 + 1."""
    powers = np.zeros(510, np.uint8)
    logs = np.zeros(256, np.intp)
    value = 1
    for exponent in range(255):
        powers[exponent] = powers[exponent + 255] = value
        logs[value] = exponent
        value <<= 1
        if value & 0x100:
            value ^= 0x11D
    return logs, powers


def _times(one: Bits, other: Bits) -> Bits:
    logs, powers = _field()
    product = powers[logs[one] + logs[other]]
    return np.where((one == 0) | (other == 0), np.uint8(0), product)


@cache
def _generator() -> Bits:
    """The coefficients of the product of all (x - 2^n), n below the number of check bytes, highest first."""
    found = np.array([1], np.uint8)
    for n in range(CHECK_BYTES):
        by_root = _times(found, np.full_like(found, _field()[1][n]))
        found = np.append(found, np.uint8(0)) ^ np.append(np.uint8(0), by_root)
    return np.asarray(found, np.uint8)


def _with_checks(data: Bits) -> Bits:
    rest = np.concatenate([data, np.zeros((len(data), CHECK_BYTES), np.uint8)], axis=1)
    for place in range(DATA_BYTES):
        factor = rest[:, place : place + 1]
        rest[:, place : place + CHECK_BYTES + 1] ^= _times(_generator()[None], factor)
    return np.concatenate([data, rest[:, DATA_BYTES:]], axis=1)


def _penalties(modules: Bits) -> npt.NDArray[np.int64]:
    """How badly each of (n, 21, 21) would read, the format's places left white."""
    weights = 1 << np.arange(SIDE, dtype=np.int32)
    rows = (modules * weights).sum(axis=2, dtype=np.int32)
    columns = (modules * weights[:, None]).sum(axis=1, dtype=np.int32)
    lines = np.concatenate([rows, columns], axis=1)  # each row and column is the bits of a number
    along, across = _same(rows), (1 << SIDE) - 1 & ~(rows[:, 1:] ^ rows[:, :-1])
    blocks = along[:, 1:] & along[:, :-1] & across & across >> 1
    dark = 100 * _ones(rows).sum(axis=1) / SIDE**2
    balance = 10 * (np.abs(dark - 50) / 5).astype(np.int64)
    total = _runs(lines) + 3 * _ones(blocks).sum(axis=1) + _finder_likes(lines) + balance
    return np.asarray(total, np.int64)


def _same(lines: Lines) -> Lines:
    """Where a module is as the next one in its line."""
    return (1 << SIDE - 1) - 1 & ~(lines ^ lines >> 1)


def _runs(lines: Lines) -> npt.NDArray[np.int64]:
    """Of every run of 5 modules or more its length less 2: one for each 5 in it, and 2."""
    pairs = _same(lines)
    fives = pairs & pairs >> 1 & pairs >> 2 & pairs >> 3
    return np.asarray((_ones(fives) + 2 * _ones(fives & ~(fives << 1))).sum(axis=1), np.int64)


def _finder_likes(lines: Lines) -> npt.NDArray[np.int64]:
    """40 for each 1011101 with white on one side; after one the search goes on behind it."""
    after = np.zeros(lines.shape, np.int32)
    total = np.zeros(len(lines), np.int64)
    for place in range(SIDE - 6):
        found = ((lines >> place & 0b1111111) == 0b1011101) & (after <= place)
        before = lines & ((1 << place) - 1) & ~((1 << max(place - 4, 0)) - 1)
        white = (before == 0) | (lines >> place + 7 & 0b1111 == 0)
        total += 40 * (found & white).sum(axis=1)
        after = np.where(found, np.where(white, place + 7, place + 4), after)
    return total


def _ones(lines: Lines) -> npt.NDArray[np.int64]:
    """How many bits are set."""
    counts = _counts()
    return np.asarray(counts[lines & 0x7FF] + counts[lines >> 11], np.int64)


@cache
def _counts() -> npt.NDArray[np.int64]:
    return np.array([value.bit_count() for value in range(1 << 11)], np.int64)
