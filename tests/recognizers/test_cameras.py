"""Which camera is missing, used by another program or closed to the user is told apart where it can be."""

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from recognizers import cameras
from recognizers.cameras import refusal

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="told on Linux only")


@pytest.fixture
def devices(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., None]:
    """Makes devices: each has the error with which it opens, is asked, or None, and what it can do."""

    def make(
        opening: dict[int, int | None], asking: int | None = None, metadata: tuple[int, ...] = ()
    ) -> None:
        for index in opening:
            (tmp_path / f"video{index}").touch()
        (tmp_path / "videodrome").touch()
        real, opened = os.open, {}

        def fake_open(path: Any, flags: int, *rest: Any, **more: Any) -> int:
            if Path(path).parent != tmp_path:
                return real(path, flags, *rest, **more)
            index = int(Path(path).name.removeprefix("video"))
            error = opening[index]
            if error is not None:
                raise OSError(error, os.strerror(error), str(path))
            number = real(path, os.O_RDONLY)
            opened[number] = index
            return number

        def fake_ioctl(number: int, request: int, argument: bytearray) -> int:
            if request == cameras.QUERY_CAPABILITIES:
                does = cameras.METADATA if opened[number] in metadata else cameras.CAPTURES
                answer = does | cameras.TELLS_ITS_OWN, does
                argument[84:92] = b"".join(part.to_bytes(4, sys.byteorder) for part in answer)
            elif asking is not None:
                raise OSError(asking, os.strerror(asking))
            return 0

        monkeypatch.setattr(cameras, "DEVICES", tmp_path)
        monkeypatch.setattr("os.open", fake_open)
        monkeypatch.setattr("fcntl.ioctl", fake_ioctl)

    return make


def test_a_missing_camera_names_those_that_are_there(devices: Callable[..., None]) -> None:
    devices({0: None, 1: None, 2: errno.EACCES, 10: errno.EBUSY}, metadata=(1,))
    error = refusal(3, opened=False)
    assert (error.kind, str(error)) == ("no-camera", "there is no camera 3; cameras here: 0, 2, 10")


def test_what_gives_no_pictures_is_no_camera(devices: Callable[..., None]) -> None:
    devices({0: None, 1: None}, metadata=(1,))
    error = refusal(1, opened=False)
    assert (error.kind, str(error)) == ("no-camera", "there is no camera 1; cameras here: 0")


def test_a_camera_that_was_opened_by_other_means_than_a_file_is_not_called_missing(
    devices: Callable[..., None],
) -> None:
    devices({})
    assert str(refusal(0, opened=True)) == "camera 0 gives no picture; is another program using it?"


def test_that_there_is_no_camera_at_all_is_said(devices: Callable[..., None]) -> None:
    devices({})
    error = refusal(0, opened=False)
    assert (error.kind, str(error)) == ("no-camera", "there is no camera 0; none is connected")


@pytest.mark.parametrize("opened", [False, True])
@pytest.mark.parametrize(("opening", "asking"), [(errno.EBUSY, None), (None, errno.EBUSY)])
def test_a_camera_that_another_program_uses_is_said_to_be(
    devices: Callable[..., None], opening: int | None, asking: int | None, opened: bool
) -> None:
    devices({0: opening}, asking)
    error = refusal(0, opened=opened)
    assert (error.kind, str(error)) == ("camera-in-use", "camera 0 is used by another program")


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM])
def test_a_camera_that_is_closed_to_the_user_names_its_file(
    devices: Callable[..., None], tmp_path: Path, number: int
) -> None:
    devices({0: number})
    error = refusal(0, opened=False)
    assert error.kind == "camera-closed"
    assert str(error) == f"you may not use camera 0: {tmp_path / 'video0'} is closed to you"


@pytest.mark.parametrize(("opening", "asking"), [(None, None), (errno.EIO, None), (None, errno.ENOTTY)])
def test_a_camera_that_fails_otherwise_is_not_called_missing(
    devices: Callable[..., None], opening: int | None, asking: int | None
) -> None:
    devices({0: opening}, asking)
    error = refusal(0, opened=False)
    assert (error.kind, str(error)) == (
        "no-camera",
        "camera 0 gives no picture; is another program using it?",
    )


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_elsewhere_it_is_left_open_what_is_the_matter(monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    monkeypatch.setattr("sys.platform", system)
    error = refusal(0, opened=False)
    assert (error.kind, str(error)) == ("no-camera", "there is no camera 0, or another program is using it")
    assert str(refusal(0, opened=True)) == "camera 0 gives no picture; is another program using it?"
