"""Dark squares on white, whatever else is dark."""

import cv2
import numpy as np
import pytest

from recognizers import squares
from recognizers.load import Pixels

CORNERS = np.array(
    [[[200, 150], [260, 160], [250, 220], [190, 210]], [[420, 90], [460, 90], [460, 130], [420, 130]]]
)


def noisy(spread: float) -> Pixels:
    """Two dark squares with white around, on a grey table with this noise."""
    rng = np.random.default_rng(3)
    seen = np.full((400, 600), 120, np.uint8)
    for four in CORNERS:
        middle = four.mean(axis=0)
        cv2.fillConvexPoly(seen, np.rint(middle + (four - middle) * 1.4).astype(np.int32), 230)
        cv2.fillConvexPoly(seen, four.astype(np.int32), 20)
    return np.clip(seen + rng.normal(0, spread, seen.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("spread", [2, 20])
def test_squares_are_found_the_same_whether_what_is_none_is_cleared_away_first(
    monkeypatch: pytest.MonkeyPatch, spread: float
) -> None:
    cleared = []
    real = squares._cleared
    monkeypatch.setattr(squares, "_cleared", lambda *args: cleared.append(True) or real(*args))
    found = []
    for part in (2.0, -1.0):
        monkeypatch.setattr(squares, "NOISY", part)
        found.append(sorted(squares.dark_squares(noisy(spread)).tolist()))
    assert len(cleared) == 1
    assert found[0] == found[1]
    middles = np.mean(found[0], axis=1)
    for four in CORNERS:
        assert np.linalg.norm(middles - four.mean(axis=0), axis=1).min() < 2


def test_what_is_none_is_cleared_away_from_noise_only(monkeypatch: pytest.MonkeyPatch) -> None:
    cleared = []
    real = squares._cleared
    monkeypatch.setattr(squares, "_cleared", lambda *args: cleared.append(True) or real(*args))
    squares.dark_squares(noisy(2))
    assert not cleared
    squares.dark_squares(noisy(20))
    assert cleared
