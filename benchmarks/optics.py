"""What light, lens, sensor and compression do to a rendered scene, in the order in which they do it."""

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
Field = npt.NDArray[np.float32]


def light(height: int, width: int, rng: np.random.Generator, shadow: float) -> Field:
    """How much light falls on each pixel, (height, width), near 1: a lamp to one side, one soft shadow,
    the lens's edge.

    `shadow` is the part of the light that the shadow (of a head or a hand) takes away.
    """
    small_h, small_w = 96, 96 * width // height
    y, x = np.mgrid[0:small_h, 0:small_w].astype(np.float32)
    x, y = x / small_w - 0.5, y / small_h - 0.5
    angle = rng.uniform(0, 2 * np.pi)
    field = 1 + rng.uniform(0.05, 0.25) * (np.cos(angle) * x + np.sin(angle) * y)
    mask = np.zeros((small_h, small_w), np.float32)
    centre = rng.uniform([0.1, 0.1], [0.9, 0.9]) * [small_w, small_h]
    corners = centre + rng.uniform(-0.45, 0.45, (6, 2)) * [small_w, small_h]
    cv2.fillPoly(mask, [cv2.convexHull(corners.astype(np.int32))], 1.0)
    soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(1.0, 5.0))
    field = field * (1 - shadow * soft) * (1 - 0.35 * (x**2 + y**2))
    return np.asarray(cv2.resize(field.astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC))


def out_of_focus(pixels: Pixels, blur: float, depth: Field | None, shallow: float) -> Pixels:
    """The picture blurred with a spread of `blur` pixels in focus, and more by `shallow` pixels where
    `depth` is 1.

    `depth` is the (height, width) distance from the plane of focus, 0 to 1.
    """
    near = cv2.GaussianBlur(pixels, (0, 0), blur) if blur > 0.2 else pixels
    if depth is None or shallow <= 0:
        return np.asarray(near, np.uint8)
    far = cv2.GaussianBlur(pixels, (0, 0), float(np.hypot(max(blur, 0.3), shallow)))
    return np.asarray(cv2.blendLinear(near, far, 1 - depth, depth), np.uint8)


def moved(pixels: Pixels, length: float, way: float) -> Pixels:
    """The picture as a hand moves by `length` pixels meanwhile, `way` degrees from the right."""
    if length < 0.25:
        return pixels
    side = int(np.ceil(length)) // 2 * 2 + 3
    fine = 8
    streak = np.zeros((side * fine, side * fine), np.float32)
    middle = side * fine / 2
    half = length * fine / 2 * np.array([np.cos(np.radians(way)), np.sin(np.radians(way))])
    ends = [tuple(int(v) for v in np.round(middle + sign * half)) for sign in (-1, 1)]
    cv2.line(streak, ends[0], ends[1], 1.0, fine, cv2.LINE_AA)
    kernel = cv2.resize(streak, (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.filter2D(pixels, -1, kernel / kernel.sum()), np.uint8)


def expose(
    pixels: Pixels,
    falling: Field,
    rng: np.random.Generator,
    noise: float,
    sharpen: float,
    shine: Field | None = None,
) -> Pixels:
    """What the camera makes of it: light, a white balance a little off, noise (more in the light, blotched by
    the camera's own smoothing), sharpening.

    `noise` is the spread at mid grey in levels: of the sensor's reading a quarter of the variance, the rest
    grows with the light; `shine` are levels that are mirrored by what lies there.
    """
    balance = rng.uniform([0.94, 0.97, 0.88], [1.06, 1.03, 1.06]).astype(np.float32)
    picture = pixels.astype(np.float32)
    picture *= falling[:, :, None]
    if shine is not None:
        picture += shine[:, :, None]
    picture *= balance
    grain = rng.standard_normal(pixels.shape[:2], np.float32)
    grain = 0.6 * grain + 1.2 * cv2.GaussianBlur(grain, (0, 0), 0.8)
    picture += (noise * np.sqrt(0.25 + picture.mean(axis=2) / 170) * grain)[:, :, None]
    if sharpen > 0:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.6)
        picture += sharpen * (picture - soft)
    return np.clip(picture, 0, 255).astype(np.uint8)


def jpeg(pixels: Pixels, quality: int) -> bytes:
    """The picture as a JPEG file."""
    bgr = cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR)
    return cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def decoded(file: bytes) -> Pixels:
    """The picture in a file, RGB."""
    bgr = cv2.imdecode(np.frombuffer(file, np.uint8), cv2.IMREAD_COLOR)
    assert bgr is not None
    return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB), np.uint8)


def compress(pixels: Pixels, quality: int) -> Pixels:
    """The picture after JPEG."""
    return decoded(jpeg(pixels, quality))
