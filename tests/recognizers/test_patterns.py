"""The codes that are looked for are those that are printed."""

import numpy as np
import pytest
import segno

from recognizers import patterns


def printed(text: str) -> np.ndarray:
    made = segno.make(text, version=1, error="h", mode="alphanumeric", boost_error=False, micro=False)
    return np.array(made.matrix, np.uint8)


def texts(count: int) -> list[str]:
    rng = np.random.default_rng(3)
    letters = list(patterns.ALPHABET)
    return ["".join(rng.choice(letters, rng.integers(1, 11))) for _ in range(count)]


def test_every_texts_code_is_segnos_mask_and_all() -> None:
    some = [*texts(120), "AR:POT:07", "PL:3", "TH:H10:01", "CA:PRIN:99", "A", "0123456789"]
    made = patterns.codes(some)
    for text, modules in zip(some, made, strict=True):
        assert (modules == printed(text)).all(), text


def test_no_texts_are_no_codes() -> None:
    assert patterns.codes([]).shape == (0, 21, 21)


def test_the_places_are_those_of_version_1() -> None:
    assert patterns.data_places().sum() == 208
    assert patterns.format_places().sum() == 30
    assert not (patterns.data_places() & patterns.format_places()).any()
    fixed = ~(patterns.data_places() | patterns.format_places())
    for text in texts(5):
        assert (printed(text)[fixed] == patterns.function_modules()[fixed]).all()


@pytest.mark.parametrize("text", ["ar:pot:07", "AR:POTS:007", "", "Ä"])
def test_what_cannot_be_a_tag_does_not_fit(text: str) -> None:
    assert not patterns.fits(text)
