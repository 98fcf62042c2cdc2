"""The AprilTag reader on drawn and rendered pictures: every tag once, corners in order, nothing invented."""

import cv2
import numpy as np
import pytest

from benchmarks.fiducials import distractors
from benchmarks.scenes import render
from recognizers.fiducials import FEWEST_PIXELS, Effort, _identified, codes, fiducials
from recognizers.load import Pixels, luminance
from recognizers.read import read
from tests.recognizers.test_read import symbol

EFFORTS: tuple[Effort, ...] = ("fast", "normal", "thorough")
SIDE = 64


def tag(number: int, side: int = SIDE) -> Pixels:
    """A tag with two modules of white around it."""
    modules = np.pad(codes()[number] * 255, 2, constant_values=255)
    return np.asarray(cv2.resize(modules, (side * 12 // 8,) * 2, interpolation=cv2.INTER_NEAREST), np.uint8)


def table(*placed: tuple[int, int, int], side: int = SIDE) -> Pixels:
    """Tags on a grey table: id, left and top of the black square."""
    picture = np.full((400, 600), 110, np.uint8)
    for number, x, y in placed:
        drawn = tag(number, side)
        left, top = x - side // 4, y - side // 4
        picture[top : top + len(drawn), left : left + len(drawn)] = drawn
    return picture


def square(x: float, y: float, side: float = SIDE) -> np.ndarray:
    return np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side]]) - 0.5


@pytest.mark.parametrize("effort", EFFORTS)
def test_tags_are_read_once_each_with_id_corners_and_reader(effort: Effort) -> None:
    found = sorted(fiducials(table((22, 60, 50), (586, 400, 250)), effort=effort), key=lambda s: s.text)
    assert [(s.text, s.reader) for s in found] == [("36h11:22", "apriltag"), ("36h11:586", "apriltag")]
    assert np.abs(np.array(found[0].corners) - square(60, 50)).max() < 0.5
    assert np.abs(np.array(found[1].corners) - square(400, 250)).max() < 0.5
    assert all(s.confidence > 0.95 for s in found)


@pytest.mark.parametrize("angle", range(0, 360, 30))
def test_corners_start_at_the_tags_own_top_left_however_it_is_turned(angle: int) -> None:
    turn = cv2.getRotationMatrix2D((131.5, 131.5), angle, 1.0)
    picture = cv2.warpAffine(table((7, 100, 100)), turn, (600, 400), borderValue=110)
    (found,) = fiducials(picture)
    expected = cv2.transform(square(100, 100)[None], turn)[0]
    assert np.abs(np.array(found.corners) - expected).max() < 1


def test_corners_stand_where_those_of_a_qr_code_would() -> None:
    picture = np.full((400, 600, 3), 255, np.uint8)
    picture[100:164, 100:164] = (codes()[5].repeat(8, 0).repeat(8, 1) * 255)[:, :, None]
    drawn = symbol("AR:POT:07", 4)
    picture[200 : 200 + len(drawn), 300 : 300 + len(drawn)] = drawn
    for turns in range(4):
        found = {s.text: np.array(s.corners) for s in read(np.ascontiguousarray(np.rot90(picture, turns)))}
        assert found.keys() == {"36h11:5", "AR:POT:07"}
        ways = [corners[1] - corners[0] for corners in found.values()]
        cosine = ways[0] @ ways[1] / np.linalg.norm(ways[0]) / np.linalg.norm(ways[1])
        assert cosine > 0.99


def test_every_id_is_told_from_every_other() -> None:
    for start in range(0, 587, 40):
        placed = [(start + n, 20 + 58 * (n % 10), 20 + 70 * (n // 10)) for n in range(min(40, 587 - start))]
        soft = cv2.GaussianBlur(table(*placed, side=32), (0, 0), 1.5)
        assert {s.text for s in fiducials(soft)} == {f"36h11:{number}" for number, _, _ in placed}


def test_a_mirrored_tag_is_read_with_its_own_corners() -> None:
    (found,) = fiducials(np.ascontiguousarray(table((22, 60, 50))[:, ::-1]))
    expected = square(60, 50)
    expected[:, 0] = 599 - expected[:, 0]
    assert found.text == "36h11:22"
    assert np.abs(np.array(found.corners) - expected).max() < 0.5


def test_a_tag_printed_white_on_black_is_read_by_a_thorough_look() -> None:
    assert [s.text for s in fiducials(255 - table((22, 60, 50)), effort="thorough")] == ["36h11:22"]


def test_one_id_at_two_places_is_two_sightings() -> None:
    assert [s.text for s in fiducials(table((9, 60, 50), (9, 300, 200)))] == ["36h11:9"] * 2


def test_poor_light_and_a_shadow_across_the_tag_do_no_harm() -> None:
    dark = table((22, 60, 50), (30, 300, 200)).astype(np.float32) * 0.25
    dark[:, 90:340] *= 0.5
    noisy = dark + np.random.default_rng(3).normal(0, 2, dark.shape)
    assert {s.text for s in fiducials(np.clip(noisy, 0, 255).astype(np.uint8))} == {"36h11:22", "36h11:30"}


@pytest.mark.parametrize("wrong", [2, 3, 5])
def test_a_sharp_tag_with_wrong_bits_is_not_believed(wrong: int) -> None:
    rng = np.random.default_rng(wrong)
    for number in range(0, 587, 30):
        modules = codes()[number].copy()
        for place in rng.choice(36, wrong, replace=False):
            modules[1 + place // 6, 1 + place % 6] ^= 1
        picture = np.full((200, 200), 255, np.uint8)
        picture[60:124, 60:124] = cv2.resize(modules * 255, (64, 64), interpolation=cv2.INTER_NEAREST)
        assert fiducials(picture, effort="thorough") == []


@pytest.mark.parametrize("size", [(1, 1), (1, 500), (9, 9), (30, 30), (3, 2000)])
@pytest.mark.parametrize("effort", EFFORTS)
def test_pictures_of_any_shape_are_read(effort: Effort, size: tuple[int, int]) -> None:
    rng = np.random.default_rng(1)
    assert fiducials(np.full(size, 128, np.uint8), effort=effort) == []
    assert fiducials(rng.integers(0, 255, size, np.uint8), effort=effort) == []


def test_a_tag_at_the_pictures_edge_is_read() -> None:
    picture = table((22, 60, 50))[46:, 56:]
    assert [s.text for s in fiducials(np.ascontiguousarray(picture))] == ["36h11:22"]


def test_nothing_is_read_where_there_is_no_tag() -> None:
    for kind, grey in distractors(6):
        assert fiducials(grey, effort="thorough") == [], kind


def test_small_tags_on_a_tilted_table_are_read_and_both_symbols_in_one_picture() -> None:
    scene = render(77, 24, tilt=40, symbol="mixed", width=3024, height=2268)
    found = {sighting.text for sighting in read(luminance(scene.pixels))}
    cards = scene.truth["cards"]
    fiducial = {card["payload"] for card in cards if card["whole"] and card["payload"].startswith("36h11:")}
    codes_there = {card["payload"] for card in cards if card["whole"]} - fiducial
    assert len(fiducial) >= 10
    assert fiducial <= found <= {card["payload"] for card in cards}
    assert len(found & codes_there) >= 0.5 * len(codes_there)


@pytest.mark.parametrize("shape", [(1, 5000), (3, 4000), (5000, 1)])
def test_a_picture_too_narrow_for_any_tag_holds_none(shape: tuple[int, int]) -> None:
    assert fiducials(np.zeros(shape, np.uint8)) == []


@pytest.mark.parametrize("blur", [0.35, 0.65, 0.8])
def test_random_bits_that_are_blurred_are_hardly_ever_a_tag(blur: float) -> None:
    """At the fewest pixels, where least is asked for; with one limit for every blur 18 of 15,000 were."""
    rng = np.random.default_rng(11)
    side, fine, squares = 8 * FEWEST_PIXELS, 8, 0
    corners = np.array([[0, 0], [side, 0], [side, side], [0, side]])
    for _ in range(5):
        drawn = np.ones((3000, 14, 14), np.float32)
        drawn[:, 3:-3, 3:-3] = np.pad(rng.integers(0, 2, (3000, 6, 6)), ((0, 0), (1, 1), (1, 1)))
        large = drawn.transpose(1, 2, 0).repeat(fine, 0).repeat(fine, 1)
        soft = np.stack(
            [cv2.GaussianBlur(large[..., n : n + 100], (0, 0), blur * fine) for n in range(0, 3000, 100)]
        )
        seen = soft.transpose(0, 3, 1, 2).reshape(3000, 14 * fine, 14 * fine)
        at = (np.arange(2, 12)[:, None] * fine + [2, 4, 5]).ravel()
        modules = seen[:, at][:, :, at].reshape(3000, 10, 3, 10, 3).mean(axis=(2, 4))
        squares += len(_identified(np.repeat(corners[None], 3000, axis=0), 200 * modules))
    assert squares <= 4
