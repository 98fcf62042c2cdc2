"""The merged reader on small drawn pictures: what is there is read once, and nothing else is."""

import importlib
import io

import cv2
import numpy as np
import pytest
import segno
from PIL import Image

from recognizers import readers
from recognizers.fiducials import codes
from recognizers.load import Pixels
from recognizers.read import EVERY, Effort, read
from recognizers.sighting import Corners, Sighting
from recognizers.stages import ON_WHOLE

EFFORTS: tuple[Effort, ...] = ("fast", "normal", "thorough")


def symbol(text: str, scale: int, **options: object) -> Pixels:
    """A code with its quiet zone, RGB."""
    packed = io.BytesIO()
    segno.make(text, **{"error": "h", "boost_error": False, "micro": False, **options}).save(
        packed, kind="png", scale=scale, border=4
    )
    return np.asarray(Image.open(packed).convert("RGB"))


def table(*placed: tuple[str, int, int, int], size: tuple[int, int] = (600, 800)) -> Pixels:
    """Codes on a brown table: text, pixels per module, and left and top of the symbol itself."""
    picture = np.full((*size, 3), (120, 90, 60), np.uint8)
    for text, scale, x, y in placed:
        drawn = symbol(text, scale)
        side = len(drawn)
        left, top = x - 4 * scale, y - 4 * scale
        picture[top : top + side, left : left + side] = drawn
    return picture


def square(x: float, y: float, side: float) -> list[tuple[float, float]]:
    return [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]


def assert_near(corners: Corners, expected: list[tuple[float, float]], pixels: float) -> None:
    assert np.abs(np.array(corners) - np.array(expected)).max() <= pixels


@pytest.mark.parametrize("effort", EFFORTS)
def test_codes_are_read_once_each_with_text_and_corners(effort: Effort) -> None:
    picture = table(("AR:POT:07", 4, 60, 50), ("AR:COI:01", 5, 400, 300))
    found = sorted(read(picture, effort=effort), key=lambda sighting: sighting.text)
    assert [sighting.text for sighting in found] == ["AR:COI:01", "AR:POT:07"]
    assert_near(found[0].corners, square(400, 300, 105), 2)
    assert_near(found[1].corners, square(60, 50, 84), 2)
    assert all(sighting.reader == "zxing" and 0.9 < sighting.confidence <= 1 for sighting in found)


@pytest.mark.parametrize("turns", range(4))
def test_corners_start_at_the_symbols_own_top_left(turns: int) -> None:
    picture = np.ascontiguousarray(np.rot90(table(("PL:3", 4, 100, 100), size=(400, 400)), turns))
    (found,) = read(picture)
    upright = np.array(square(100, 100, 84))
    for _ in range(turns):  # a quarter turn anticlockwise of a picture 400 pixels wide
        upright = np.column_stack([upright[:, 1], 400 - upright[:, 0]])
    assert_near(found.corners, [(float(x), float(y)) for x, y in upright], 2)


def test_the_same_text_at_two_places_is_two_sightings() -> None:
    found = read(table(("AR:POT:07", 4, 60, 50), ("AR:POT:07", 4, 400, 300)), effort="thorough")
    assert [sighting.text for sighting in found] == ["AR:POT:07"] * 2


@pytest.mark.parametrize("effort", EFFORTS)
def test_grey_pixels_do_too(effort: Effort) -> None:
    picture = table(("AR:POT:07", 4, 60, 50))
    assert [s.text for s in read(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), effort=effort)] == ["AR:POT:07"]


@pytest.mark.parametrize("effort", EFFORTS)
def test_the_picture_is_left_as_it_was(effort: Effort) -> None:
    picture = table(("AR:POT:07", 2, 60, 50))
    before = picture.copy()
    read(picture, effort=effort)
    assert (picture == before).all()


@pytest.mark.parametrize("size", [(1, 1), (1, 500), (30, 30), (59, 700), (3, 2000)])
@pytest.mark.parametrize("effort", EFFORTS)
def test_pictures_of_any_shape_are_read(effort: Effort, size: tuple[int, int]) -> None:
    assert read(np.full((*size, 3), 128, np.uint8), effort=effort) == []


@pytest.mark.parametrize("effort", EFFORTS)
def test_nothing_is_read_in_noise_or_print(effort: Effort) -> None:
    rng = np.random.default_rng(5)
    noise = rng.integers(0, 255, (700, 900, 3), np.uint8)
    page = np.full((700, 900), 250, np.uint8)
    for line in range(20, 690, 16):
        words = "".join(rng.choice(list("abcdefgh iklmnop RSTUVW")) for _ in range(90))
        cv2.putText(page, words, (10, line), cv2.FONT_HERSHEY_SIMPLEX, 0.45, 20, 1, cv2.LINE_AA)
    assert read(noise, effort=effort) == []
    assert read(page, effort=effort) == []


@pytest.mark.parametrize("version", ["M2", "M3", "M4"])
def test_micro_codes_are_not_taken_for_tags(version: str) -> None:
    drawn = symbol("12345", 6, version=version, error=None, micro=True)
    assert read(np.pad(drawn, ((100,) * 2, (100,) * 2, (0, 0)), constant_values=255), effort="thorough") == []


def soft_table(tags: list[str]) -> Pixels:
    """Small tags, three pixels to a module, out of focus and noisy in poor light."""
    places = [(tag, 3, 60 + 150 * (i % 5), 60 + 150 * (i // 5)) for i, tag in enumerate(tags)]
    picture = cv2.GaussianBlur(table(*places, size=(620, 800)), (0, 0), 2.0).astype(np.float32) * 0.5
    picture += np.random.default_rng(2).normal(0, 1.5, picture.shape)
    return np.clip(picture, 0, 255).astype(np.uint8)


def test_closer_looks_read_what_one_look_does_not() -> None:
    tags = [f"AR:POT:{copy:02d}" for copy in range(20)]
    picture = soft_table(tags)
    fast = {sighting.text for sighting in read(picture, effort="fast")}
    normal = {sighting.text for sighting in read(picture, effort="normal")}
    assert normal <= set(tags)
    assert len(normal) >= 18
    assert len(fast) < len(normal)


def test_reading_stops_when_every_known_text_was_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = table(("AR:POT:07", 4, 60, 50))
    modules = np.random.default_rng(1).integers(0, 2, (21, 21), np.uint8) * 255
    picture[280:404, 380:504] = 255
    picture[300:384, 400:484] = np.kron(modules, np.ones((4, 4), np.uint8))[:, :, None]  # looks like a code
    looks: list[object] = []

    def look(*arguments: object) -> list[object]:
        looks.append(arguments)
        return []

    monkeypatch.setattr("recognizers.stages.Search._in_parts", look)
    assert [s.text for s in read(picture, known=["AR:POT:07"])] == ["AR:POT:07"]
    assert looks == []
    assert [s.text for s in read(picture, known=["AR:POT:07", "AR:COI:01"])] == ["AR:POT:07"]
    assert looks != []


def half_read() -> Pixels:
    """A QR code, an AprilTag, and what looks like a code but is none."""
    picture = table(("AR:POT:07", 4, 60, 50))
    picture[280:404, 380:504] = 255
    picture[300:384, 400:484] = np.kron(
        np.random.default_rng(1).integers(0, 2, (21, 21), np.uint8) * 255, np.ones((4, 4), np.uint8)
    )[:, :, None]
    picture[330:470, 60:200] = 255
    picture[350:446, 80:176] = np.kron(codes()[22] * 255, np.ones((12, 12), np.uint8))[:, :, None]
    return picture


KNOWN = ["AR:POT:07", "AR:POT:08", "36h11:22", "36h11:23"]


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The steps that reading takes, in order; those after the first look do nothing."""
    steps: list[str] = []

    def noted(module: str, function: str, name: str) -> None:
        real = getattr(importlib.import_module(module), function)

        def call(*args: object, **options: object) -> object:
            steps.append(name)
            return real(*args, **options)

        monkeypatch.setattr(f"{module}.{function}", call)

    noted("recognizers.read", "zxing", "zxing")
    noted("recognizers.read", "fiducials", "fiducials")
    noted("recognizers.candidates", "find", "candidates")
    monkeypatch.setattr("recognizers.stages.Search._run", lambda self, name, *_: steps.append(name))
    return steps


def test_every_step_is_named_and_taken(ran: list[str]) -> None:
    read(half_read(), effort="thorough", known=KNOWN)
    assert set(ran) == EVERY
    assert len(ran) == len(EVERY)


@pytest.mark.parametrize("step", sorted(EVERY))
def test_every_step_can_be_left_out(ran: list[str], step: str) -> None:
    read(half_read(), effort="thorough", known=KNOWN, use=EVERY - {step})
    nowhere_to_look = EVERY - ON_WHOLE - {"zxing", "fiducials"}
    assert EVERY - set(ran) == (nowhere_to_look if step == "candidates" else {step})


@pytest.mark.parametrize("step", sorted(EVERY))
def test_every_step_can_be_taken_alone(ran: list[str], step: str) -> None:
    read(half_read(), effort="thorough", known=KNOWN, use={step, "candidates"})
    found = () if step in ON_WHOLE | {"zxing", "fiducials", "candidates"} else ("candidates",)
    assert sorted(ran) == sorted((*found, *({step} - {"candidates"})))


def test_without_the_first_look_and_squares_nothing_is_read_at_once() -> None:
    def texts(*without: str) -> set[str]:
        found = read(half_read(), effort="fast", known=KNOWN, use=EVERY - set(without))
        return {sighting.text for sighting in found}

    assert texts() == {"AR:POT:07", "36h11:22"}
    assert texts("zxing") == {"36h11:22"}
    assert texts("fiducials") == {"AR:POT:07"}


def test_closer_looks_read_what_the_first_look_was_not_let_at() -> None:
    use = {"candidates", "plain"}
    assert [s.text for s in read(table(("AR:POT:07", 4, 60, 50)), effort="thorough", use=use)] == [
        "AR:POT:07"
    ]
    assert read(table(("AR:POT:07", 4, 60, 50)), effort="thorough", use={"plain"}) == []


POT, CUP = frozenset({"AR:POT:07", "36h11:22"}), frozenset({"AR:CUP:01", "36h11:22"})
SEAT = frozenset({"PL:1", "36h11:1"})


def test_reading_stops_when_one_text_of_each_wanted_group_was_read(ran: list[str]) -> None:
    found = read(half_read(), known=KNOWN, wanted=[POT])
    assert {sighting.text for sighting in found} == {"AR:POT:07", "36h11:22"}
    assert set(ran) == {"zxing", "candidates", "fiducials"}


def test_april_tags_count_for_what_is_wanted(ran: list[str]) -> None:
    read(half_read(), known=KNOWN, wanted=[POT, CUP])
    meanwhile = "lifted"  # before it is known which tags there are
    assert set(ran) == {"zxing", "candidates", "fiducials", meanwhile}


def test_while_one_that_is_wanted_is_missing_reading_goes_on(ran: list[str]) -> None:
    read(half_read(), known=KNOWN, wanted=[POT, SEAT])
    assert {"lifted", "closed set", "sharper"} <= set(ran)


def test_what_is_wanted_counts_and_not_what_is_known(ran: list[str]) -> None:
    read(half_read(), known=["AR:POT:07"], wanted=[SEAT])
    assert "closed set" in ran


def test_texts_that_are_not_known_are_reported_with_less_confidence() -> None:
    picture = table(("AR:POT:07", 4, 60, 50), ("https://example.org", 4, 400, 300))
    by_text = {
        sighting.text: sighting.confidence for sighting in read(picture, known={"AR:POT:07", "AR:POT:08"})
    }
    assert by_text["AR:POT:07"] > by_text["https://example.org"] > 0.5


def test_text_beyond_ascii_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [s.text for s in read(table(("壺のかけら", 5, 60, 50)))] == ["壺のかけら"]


def test_it_reads_as_much_without_libzbar_where_zxing_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("recognizers.readers._pyzbar", lambda: None)
    assert [s.text for s in read(table(("AR:POT:07", 4, 60, 50)), effort="thorough")] == ["AR:POT:07"]
    assert readers.available()["zbar"][0] is False


def test_available_names_every_reader_and_says_more() -> None:
    found = readers.available()
    assert set(found) == {"zxing", "zbar", "opencv"}
    assert found["zxing"][0]
    assert all(detail for _, detail in found.values())


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("name", ["zxing", "zbar", "opencv"])
def test_every_decoder_reports_the_same_corners(name: str, turns: int) -> None:
    if not readers.available()[name][0]:
        pytest.skip(f"{name} does not work on this machine: {readers.available()[name][1]}")
    grey = cv2.cvtColor(table(("AR:POT:07", 8, 100, 90), size=(400, 400)), cv2.COLOR_RGB2GRAY)
    picture = np.ascontiguousarray(np.rot90(grey, turns))
    decodes = [d for d in readers.READERS[name](picture) if d.text]
    assert [d.text for d in decodes] == ["AR:POT:07"]
    upright = np.array(square(100, 90, 168))
    for _ in range(turns):
        upright = np.column_stack([upright[:, 1], 400 - upright[:, 0]])
    assert_near(decodes[0].corners, [(float(x), float(y)) for x, y in upright], 3)


def test_a_sighting_cannot_be_changed() -> None:
    sighting = Sighting("A", ((0, 0), (1, 0), (1, 1), (0, 1)), "zxing", 0.9)
    with pytest.raises(AttributeError):
        sighting.text = "B"  # type: ignore[misc]
