"""Frames of a camera or a video file, and telling a video from a picture."""

import math
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from recognizers import cameras
from recognizers.load import PictureError, Pixels, looks_like_picture

os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # its own complaints about a video; read at the first

VIDEO_SUFFIXES = (".mp4", ".m4v", ".mov", ".avi", ".mkv", ".webm", ".mpg", ".mpeg", ".3gp", ".ts", ".ogv")

SIZE = 1920, 1080
"""Of a camera's frames, where it can: at what OpenCV takes unasked, small tags are not to be read."""
FORMAT = cv2.VideoWriter.fourcc(*"MJPG")
"""In others, most cameras send frames of that size a few times a second."""
IN_STORE = 2
"""Frames that wait to be taken, so that each is fresh: one that is taken and one that is filled."""
DARK_LEVEL, DARK_SPREAD = 16, 6
"""A picture whose mean is at most this, and that differs so little from it, shows nothing."""
FEWEST_LOST, SHARE_LOST = 3, 0.1
"""Frames that a video must announce beyond those that it has, to be taken for one that breaks off; and what
share of them."""


def is_dark(frame: Pixels) -> bool:
    """Whether a frame is black but for noise, as a camera that is covered, switched off or warming up gives.

    >>> is_dark(np.full((48, 64, 3), 5, np.uint8)), is_dark(np.full((48, 64, 3), 90, np.uint8))
    (True, False)
    """
    some = frame[::4, ::4]
    return bool(some.mean() <= DARK_LEVEL and some.std() <= DARK_SPREAD)


_STILL_BRANDS = (b"avif", b"avis", b"jxl ")
"""Pictures in a video's container that `load` refuses as pictures of a kind it does not take."""


def is_video(path: str | Path) -> bool:
    """Whether a file is a video by its first bytes, or, where they say nothing, by its ending.

    A file that isn't there, or is no ordinary one, is judged by its ending, so that the right opener gives
    the refusal.
    """
    path = Path(path)
    try:
        if path.exists() and not path.is_file():  # what comes through a pipe can be read only once
            raise OSError
        with path.open("rb") as file:
            head = file.read(32)
    except (OSError, ValueError):
        head = b""
    if looks_like_picture(head):
        return False
    return _looks_like_video(head) or path.suffix.lower() in VIDEO_SUFFIXES


def _looks_like_video(head: bytes) -> bool:
    if head[4:8] == b"ftyp":
        return head[8:12] not in _STILL_BRANDS
    return (
        (head[:4] == b"RIFF" and head[8:11] == b"AVI")
        or head[4:8] in (b"moov", b"mdat", b"wide")
        or head.startswith((b"\x1aE\xdf\xa3", b"\0\0\1\xba", b"\0\0\1\xb3", b"OggS"))
    )


@dataclass
class Ending:
    """How a video ended: once all its frames were given, `problem` says so where it breaks off before the end
    that it announces (kind `truncated-video`).
    """

    problem: PictureError | None = None


def frames(source: int | Path, ending: Ending | None = None) -> Iterator[Pixels]:
    """The frames of a camera (its index) or of a video file, each (height, width, 3) uint8 RGB, as they come.

    A video ends; a camera goes on until it is taken away or the caller stops. The device is released either
    way; black frames of a camera are given like others. Raises PictureError of kind `no-camera` (missing or
    gone), `camera-in-use`, `camera-closed`, `not-found`, `is-a-folder`, `not-a-file` or `not-a-video`; where
    it can, before the first frame. A video that breaks off is no error: `ending` tells of it afterwards.
    """
    if isinstance(source, int):
        yield from _camera_frames(source)
    else:
        yield from _video_frames(Path(source), Ending() if ending is None else ending)


def _video_frames(path: Path, ending: Ending) -> Iterator[Pixels]:
    _check_is_file(path)
    with _capture(str(path), cv2.CAP_FFMPEG) as capture:
        count, last_s = 0, 0.0
        for frame in _all(capture):
            count += 1
            last_s = capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            yield frame
        if not count:
            raise PictureError(
                "not-a-video",
                "{file} cannot be read as a video; MP4, MOV, AVI, MKV or WebM is accepted",
                file=path,
            )
        ending.problem = _cut_short(path, capture, count, last_s)


def _check_is_file(path: Path) -> None:
    try:
        about = path.stat()
    except (OSError, ValueError):
        raise PictureError("not-found", "there is no file {file}", file=path) from None
    if stat.S_ISDIR(about.st_mode):
        raise PictureError("is-a-folder", "{file} is a folder; a video file is wanted", file=path)
    if not stat.S_ISREG(about.st_mode):
        raise PictureError(
            "not-a-file", "{file} is no ordinary file; save the video as a file and name that", file=path
        )


def _cut_short(path: Path, capture: cv2.VideoCapture, read: int, last_s: float) -> PictureError | None:
    """What is wrong with a video that announces clearly more than the frames read, the last at this time.

    Of some videos the frames announced are an estimate by their duration, so the time has to be short too.
    """
    announced, rate = capture.get(cv2.CAP_PROP_FRAME_COUNT), capture.get(cv2.CAP_PROP_FPS)
    if not (0 < rate < math.inf and announced < math.inf):
        return None
    least = max(FEWEST_LOST, SHARE_LOST * announced)
    if announced - read < least or announced - rate * last_s < least:
        return None
    return PictureError(
        "truncated-video",
        "{file} breaks off after {read} of about {announced} frames; copy or take it again",
        file=path,
        read=read,
        announced=round(announced),
    )


def _camera_frames(index: int) -> Iterator[Pixels]:
    there = asked = opened = False
    for ask in (True, False):
        with _capture(index, cv2.CAP_ANY) as capture:
            opened = capture.isOpened()
            asked = opened and ask and _ask(capture)
            for frame in _all(capture) if opened else ():
                there = True
                yield frame
        if there or not asked:
            break  # else it promised what it can't do
    if there:
        raise PictureError("no-camera", "camera {index} stopped giving pictures", index=index)
    raise cameras.refusal(index, opened=opened)


def _ask(capture: cv2.VideoCapture) -> bool:
    """Asks a camera for large frames, and few of them in store; whether it takes any wish."""
    wishes = (
        (cv2.CAP_PROP_FOURCC, FORMAT),
        (cv2.CAP_PROP_FRAME_WIDTH, SIZE[0]),
        (cv2.CAP_PROP_FRAME_HEIGHT, SIZE[1]),
        (cv2.CAP_PROP_BUFFERSIZE, IN_STORE),
    )
    taken = [capture.set(name, value) for name, value in wishes]
    return any(taken)


def _all(capture: cv2.VideoCapture) -> Iterator[Pixels]:
    while True:
        there, frame = capture.read()
        if not there or frame.ndim != 3:  # or it is as the camera sent it
            return
        yield np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2RGB), np.uint8)


@contextmanager
def _capture(source: int | str, backend: int) -> Iterator[cv2.VideoCapture]:
    """An opened (or failed) capture, released at the end; OpenCV's own complaints are kept off the
    terminal.
    """
    level = cv2.utils.logging.getLogLevel()
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    capture = cv2.VideoCapture()
    try:
        capture.open(source, backend)
        yield capture
    except cv2.error as error:
        raise PictureError(
            "no-camera", "{source} cannot be opened: {reason}", source=source, reason=error
        ) from None
    finally:
        capture.release()
        cv2.utils.logging.setLogLevel(level)
