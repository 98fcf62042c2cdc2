"""Videos and cameras give upright RGB frames, or say why not."""

import os
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from recognizers import frames as frames_module
from recognizers.frames import Ending, frames, is_dark, is_video
from recognizers.load import PictureError

WIDTH, HEIGHT, COUNT = 160, 120, 8


def write_video(path: Path, count: int = COUNT, codec: str = "MJPG") -> Path:
    """A red square that moves to the right over grey."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*codec), 10, (WIDTH, HEIGHT))
    assert writer.isOpened()
    for number in range(count):
        frame = np.full((HEIGHT, WIDTH, 3), 128, np.uint8)
        frame[40:80, 10 * number : 10 * number + 40] = (0, 0, 255)  # OpenCV's order is blue, green, red
        writer.write(frame)
    writer.release()
    return path


def test_a_videos_frames_come_in_order_and_as_rgb(tmp_path: Path) -> None:
    seen = list(frames(write_video(tmp_path / "a.avi")))
    assert len(seen) == COUNT
    for number, frame in enumerate(seen):
        assert frame.shape == (HEIGHT, WIDTH, 3)
        assert frame.dtype == np.uint8
        red, green, blue = frame[60, 10 * number + 20].astype(int)
        assert red > 180
        assert max(green, blue) < 80


@pytest.mark.parametrize("ending", [".avi", ".mkv"])
def test_a_video_that_breaks_off_says_so_at_its_end(tmp_path: Path, ending: str) -> None:
    whole = write_video(tmp_path / f"whole{ending}", 60).read_bytes()
    short = tmp_path / f"short{ending}"
    short.write_bytes(whole[: len(whole) // 2])
    end = Ending()
    count = sum(1 for _ in frames(short, end))
    assert 10 < count < 40
    assert end.problem is not None
    assert end.problem.kind == "truncated-video"
    assert f"{short} breaks off after {count} of about 60 frames" in str(end.problem)


@pytest.mark.parametrize("ending", [".avi", ".mkv", ".mp4"])
def test_of_a_whole_video_or_one_not_read_to_its_end_nothing_is_said(tmp_path: Path, ending: str) -> None:
    path = write_video(tmp_path / f"a{ending}", 60, "mp4v" if ending == ".mp4" else "MJPG")
    end = Ending()
    assert sum(1 for _ in frames(path, end)) == 60
    assert end.problem is None
    stopped = frames(path, end)
    next(stopped)
    stopped.close()  # type: ignore[attr-defined]
    assert end.problem is None


@pytest.mark.parametrize(
    ("announced", "rate", "last_s", "short"),
    [
        (100, 10, 4.9, True),
        (100, 10, 9.9, False),  # fewer frames a second than it says, and all of them there
        (59, 10, 4.9, True),
        (53, 10, 4.9, False),  # an estimate may be so far out
        (-1, 10, 4.9, False),
        (100, 0, 4.9, False),
        (float("nan"), 10, 4.9, False),
        (100, float("nan"), 4.9, False),
    ],
)
def test_what_a_video_announces_is_taken_for_an_estimate(
    announced: float, rate: float, last_s: float, short: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fake = camera(monkeypatch, [120] * 50)
    told = {
        cv2.CAP_PROP_FRAME_COUNT: announced,
        cv2.CAP_PROP_FPS: rate,
        cv2.CAP_PROP_POS_MSEC: 1000 * last_s,
    }
    fake.get = told.__getitem__  # type: ignore[attr-defined]
    (tmp_path / "a.avi").touch()
    end = Ending()
    assert sum(1 for _ in frames(tmp_path / "a.avi", end)) == 50
    assert (end.problem is not None) == short


def test_what_is_no_ordinary_file_is_refused_and_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.mp4")
    os.mkfifo(tmp_path / "pipe.jpg")
    assert is_video(tmp_path / "pipe.mp4")
    assert not is_video(tmp_path / "pipe.jpg")
    error = refusal(tmp_path / "pipe.mp4")
    assert error.kind == "not-a-file"
    assert "no ordinary file" in str(error)


def refusal(source: int | Path) -> PictureError:
    with pytest.raises(PictureError) as caught:
        list(frames(source))
    return caught.value


def test_a_missing_video_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.mp4").kind == "not-found"


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path).kind == "is-a-folder"


@pytest.mark.parametrize("content", [b"", b"words", b"RIFF\0\0\0\0AVI LIST"])
def test_what_is_no_video_is_refused_by_name(
    tmp_path: Path, content: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.avi").write_bytes(content)
    error = refusal(tmp_path / "a.avi")
    assert error.kind == "not-a-video"
    assert "a.avi" in str(error)
    assert "MP4" in str(error)
    assert capfd.readouterr() == ("", "")


def test_a_camera_that_is_not_there_is_refused(capfd: pytest.CaptureFixture[str]) -> None:
    error = refusal(97)
    assert error.kind == "no-camera"
    assert "97" in str(error)
    assert capfd.readouterr() == ("", "")


class FakeCamera:
    """Stands for OpenCV's capture of a camera that gives these grey levels, then nothing.

    `can` are its sizes, smallest first, None for one that takes no wishes; of `broken` it promises pictures,
    but gives none.
    """

    def __init__(
        self,
        levels: list[int],
        can: tuple[tuple[int, int], ...] | None = None,
        broken: tuple[int, int] | None = None,
    ) -> None:
        self.levels, self.can, self.broken = levels, can, broken
        self.released = False
        self.opened = 0
        self.props: dict[int, float] = {}
        self.asked: list[int] = []

    def open(self, *_: object) -> bool:
        self.opened += 1
        width, height = self.can[0] if self.can else (WIDTH, HEIGHT)
        self.props = {cv2.CAP_PROP_FRAME_WIDTH: width, cv2.CAP_PROP_FRAME_HEIGHT: height}
        return True

    def isOpened(self) -> bool:  # noqa: N802
        return True

    def set(self, prop: int, value: float) -> bool:
        self.asked.append(prop)
        if self.can is None:
            return False
        self.props[prop] = value
        if prop == cv2.CAP_PROP_FRAME_HEIGHT:  # a driver takes the next best
            width, height = min(self.can, key=lambda size: abs(size[0] - self.props[3]))
            self.props |= {cv2.CAP_PROP_FRAME_WIDTH: width, cv2.CAP_PROP_FRAME_HEIGHT: height}
        return True

    def read(self) -> tuple[bool, np.ndarray | None]:
        width, height = (int(self.props[key]) for key in (3, 4))
        if not self.levels or (width, height) == self.broken:
            return False, None
        return True, np.full((height, width, 3), self.levels.pop(0), np.uint8)

    def release(self) -> None:
        self.released = True


def camera(monkeypatch: pytest.MonkeyPatch, levels: list[int], **options: Any) -> FakeCamera:
    fake = FakeCamera(levels, **options)
    monkeypatch.setattr(frames_module.cv2, "VideoCapture", lambda: fake)
    return fake


SIZES = ((640, 480), (1280, 720), (1920, 1080), (3840, 2160))


def test_a_camera_is_asked_for_large_and_fresh_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = camera(monkeypatch, [120] * 3, can=SIZES)
    seen = frames(0)
    assert next(seen).shape == (1080, 1920, 3)
    assert fake.props[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
    assert 1 <= fake.props[cv2.CAP_PROP_BUFFERSIZE] <= 2
    # uncompressed, no cable carries so large frames fast enough: the format is told before the size
    assert fake.asked.index(cv2.CAP_PROP_FOURCC) < fake.asked.index(cv2.CAP_PROP_FRAME_WIDTH)


def test_a_camera_that_can_do_less_is_used_as_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    camera(monkeypatch, [120] * 3, can=SIZES[:2])
    assert next(frames(0)).shape == (720, 1280, 3)


def test_a_camera_that_takes_no_wishes_is_used_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = camera(monkeypatch, [120] * 3)
    assert next(frames(0)).shape == (HEIGHT, WIDTH, 3)
    assert fake.opened == 1


def test_a_camera_that_gives_nothing_of_what_it_promised_is_used_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fake = camera(monkeypatch, [120] * 3, can=SIZES, broken=(1920, 1080))
    assert next(frames(0)).shape == (480, 640, 3)
    assert fake.opened == 2


def test_black_frames_of_a_camera_are_given_and_known_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    camera(monkeypatch, [0, 3, 120])
    seen = frames(0)
    assert [is_dark(next(seen)) for _ in range(3)] == [True, True, False]


def test_a_dark_room_with_something_to_see_in_it_is_not_black() -> None:
    rng = np.random.default_rng(1)
    noise = np.clip(rng.normal(4, 4, (HEIGHT, WIDTH, 3)), 0, 255).astype(np.uint8)
    assert is_dark(noise)
    noise[40:80, 40:120] += 60
    assert not is_dark(noise)


def test_a_camera_that_gives_nothing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    camera(monkeypatch, [])
    assert "no picture" in str(refusal(0))


def test_a_camera_that_is_taken_away_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    camera(monkeypatch, [120, 120])
    assert "stopped" in str(refusal(0))


def test_the_camera_is_released_when_the_caller_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = camera(monkeypatch, [120] * 9)
    seen = frames(0)
    next(seen)
    seen.close()  # type: ignore[attr-defined]
    assert fake.released


@pytest.mark.parametrize(
    ("name", "content", "video"),
    [
        ("a.mp4", b"\0\0\0\x18ftypmp42", True),
        ("a.mov", b"\0\0\0\x14ftypqt  ", True),
        ("a.jpg", b"RIFF\0\0\0\0AVI LIST", True),
        ("a.bin", b"\x1aE\xdf\xa3" + b"\0" * 20, True),
        ("a.avi", b"not a video", True),
        ("a.mp4", b"\xff\xd8\xff\xe0" + b"\0" * 20, False),
        ("a.heic", b"\0\0\0\x18ftypheic", False),
        ("a.webp", b"RIFF\0\0\0\0WEBPVP8 ", False),
        ("a.jpg", b"", False),
        ("a.txt", b"words", False),
    ],
)
def test_a_video_is_told_by_its_content_then_by_its_ending(
    tmp_path: Path, name: str, content: bytes, video: bool
) -> None:
    (tmp_path / name).write_bytes(content)
    assert is_video(tmp_path / name) is video


def test_a_file_that_is_not_there_is_told_by_its_ending(tmp_path: Path) -> None:
    assert is_video(tmp_path / "none.MP4")
    assert not is_video(tmp_path / "none.jpg")
    assert not is_video(tmp_path)
