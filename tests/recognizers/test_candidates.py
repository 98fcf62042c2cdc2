"""Places where a code may be are found without reading, at every size."""

import cv2
import numpy as np
import pytest
import segno

from recognizers import candidates
from recognizers.load import Pixels
from recognizers.sampling import Pyramid


def code(modules_to_pixels: float, angle: float = 0.0) -> tuple[Pixels, float]:
    """A grey picture with one code in its middle, turned, and the code's side."""
    matrix = np.array(
        [list(row) for row in segno.make("AR:POT:07", version=1, error="h").matrix_iter(border=4)]
    )
    fine = np.kron(np.where(matrix == 1, 20, 240), np.ones((16, 16))).astype(np.uint8)
    scale = modules_to_pixels / 16
    size = max(400, int(29 * modules_to_pixels * 2))
    small = cv2.resize(fine, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    picture = np.full((size, size), 240, np.uint8)
    at = (size - len(small)) // 2
    picture[at : at + len(small), at : at + len(small)] = small
    about = cv2.getRotationMatrix2D((size / 2, size / 2), angle, 1.0)
    turned = cv2.warpAffine(picture, about, (size, size), flags=cv2.INTER_LINEAR, borderValue=240)
    return np.asarray(turned, np.uint8), 21 * modules_to_pixels


@pytest.mark.parametrize("angle", [0, 20, 45])
@pytest.mark.parametrize("modules_to_pixels", [1.5, 2, 3, 5, 8, 16, 32])
def test_a_code_is_a_candidate_at_every_size_and_angle(modules_to_pixels: float, angle: float) -> None:
    picture, side = code(modules_to_pixels, angle)
    middle = len(picture) / 2
    fitting = [
        candidate
        for candidate in candidates.find(Pyramid(picture))
        if max(abs(candidate.centre[0] - middle), abs(candidate.centre[1] - middle)) < side / 4
        and 0.7 * side < candidate.side < 2 * side
    ]
    assert fitting


def test_nothing_is_a_candidate_on_an_empty_table() -> None:
    ramp = np.repeat(np.linspace(0, 255, 800).astype(np.uint8)[None, :], 600, axis=0)
    assert candidates.find(Pyramid(ramp)) == []
    assert candidates.find(Pyramid(np.zeros((600, 800), np.uint8))) == []


def test_stripes_are_less_likely_than_codes() -> None:
    stripes = np.full((400, 400), 240, np.uint8)
    stripes[150:250, 150:250] = np.where(np.arange(100) // 4 % 2, 20, 240)[None, :]
    likeliest = candidates.find(Pyramid(code(4)[0]))[0]
    assert all(candidate.likeness < likeliest.likeness / 4 for candidate in candidates.find(Pyramid(stripes)))


def test_what_was_read_is_not_looked_at_again() -> None:
    picture, side = code(4)
    found = candidates.find(Pyramid(picture))
    low, high = len(picture) / 2 - side / 2, len(picture) / 2 + side / 2
    assert candidates.unread(found, []) == found
    assert candidates.unread(found, [((low, low), (high, low), (high, high), (low, high))]) == []
