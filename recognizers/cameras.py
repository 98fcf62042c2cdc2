"""Why a camera can't be used: it is missing, another program has it, or it is closed to the user.

Only Linux tells, by the files that stand for its cameras and what they answer; see <linux/videodev2.h>.
"""

import errno
import os
import sys
from enum import Enum
from pathlib import Path

from recognizers.load import PictureError

DEVICES = Path("/dev")
QUERY_CAPABILITIES, REQUEST_BUFFERS = 0x80685600, 0xC0145608
CAPTURES, CAPTURES_IN_PLANES, METADATA, TELLS_ITS_OWN = 0x1, 0x1000, 0x800000, 0x80000000
_VIDEO_CAPTURE = _MAPPED = 1


class _State(Enum):
    """What a device is found to be."""

    IDLE, BUSY, CLOSED, NO_CAMERA = range(4)


def refusal(index: int, *, opened: bool) -> PictureError:
    """Why this camera, which this program does not hold, could not be opened, or gave no picture.

    The kind is `camera-in-use`, `camera-closed`, or `no-camera` where it is missing or nobody knows.
    """
    if sys.platform.startswith("linux"):
        device = DEVICES / f"video{index}"
        state = _state(device) if device.exists() else _State.NO_CAMERA
        if state is _State.NO_CAMERA and not opened:
            return _missing(index)
        if state is _State.BUSY:
            return PictureError("camera-in-use", "camera {index} is used by another program", index=index)
        if state is _State.CLOSED:
            return PictureError(
                "camera-closed",
                "you may not use camera {index}: {device} is closed to you",
                index=index,
                device=device,
            )
    elif not opened:
        return PictureError(
            "no-camera", "there is no camera {index}, or another program is using it", index=index
        )
    return PictureError(
        "no-camera", "camera {index} gives no picture; is another program using it?", index=index
    )


def _missing(index: int) -> PictureError:
    numbers = (path.name.removeprefix("video") for path in DEVICES.glob("video*"))
    there = [
        number
        for number in sorted(int(number) for number in numbers if number.isdecimal())
        if _state(DEVICES / f"video{number}") is not _State.NO_CAMERA
    ]
    if not there:
        return PictureError("no-camera", "there is no camera {index}; none is connected", index=index)
    return PictureError(
        "no-camera",
        "there is no camera {index}; cameras here: {cameras}",
        index=index,
        cameras=", ".join(map(str, there)),
    )


def _state(device: Path) -> _State:
    """How it answers; a camera is idle, too, that gives another answer than those that tell something."""
    import fcntl  # not on Windows

    try:
        number = os.open(device, os.O_RDWR | os.O_NONBLOCK)
    except OSError as error:
        return _meaning(error)
    try:
        answer = bytearray(104)
        fcntl.ioctl(number, QUERY_CAPABILITIES, answer)
        all_of_it, own = (int.from_bytes(answer[at : at + 4], sys.byteorder) for at in (84, 88))
        does = own if all_of_it & TELLS_ITS_OWN else all_of_it
        if not does & (CAPTURES | CAPTURES_IN_PLANES):
            return _State.NO_CAMERA
        request = bytearray(20)  # for no buffers: refused where another program has some
        request[4:12] = b"".join(part.to_bytes(4, sys.byteorder) for part in (_VIDEO_CAPTURE, _MAPPED))
        fcntl.ioctl(number, REQUEST_BUFFERS, request)
    except OSError as error:
        return _meaning(error)
    finally:
        os.close(number)
    return _State.IDLE


def _meaning(error: OSError) -> _State:
    if error.errno == errno.EBUSY:
        return _State.BUSY
    return _State.CLOSED if isinstance(error, PermissionError) else _State.IDLE
