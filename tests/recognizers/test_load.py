"""Every odd picture is either read sensibly or refused by name."""

import io
import os
import struct
import zlib
from pathlib import Path

import numpy as np
import pillow_heif
import pytest
from PIL import Image

from recognizers.load import LONGEST_SIDE, MOST_MEGABYTES, MOST_MEGAPIXELS, Picture, PictureError, load

pillow_heif.register_heif_opener()

WIDTH, HEIGHT = 96, 64
RED, GREEN, BLUE, WHITE = (230, 20, 20), (20, 200, 20), (20, 20, 230), (250, 250, 250)


def corners_picture() -> Image.Image:
    """Red at the top left, green at the top right, blue at the bottom left, white at the bottom right."""
    image = Image.new("RGB", (WIDTH, HEIGHT), WHITE)
    half = (WIDTH // 2, HEIGHT // 2)
    image.paste(RED, (0, 0, *half))
    image.paste(GREEN, (half[0], 0, WIDTH, half[1]))
    image.paste(BLUE, (0, half[1], half[0], HEIGHT))
    return image


def assert_upright(picture: Picture) -> None:
    assert (picture.width, picture.height) == (WIDTH, HEIGHT)
    assert picture.pixels.dtype == np.uint8
    assert picture.pixels.flags["C_CONTIGUOUS"]
    for (x, y), colour in {(0.2, 0.2): RED, (0.8, 0.2): GREEN, (0.2, 0.8): BLUE, (0.8, 0.8): WHITE}.items():
        seen = picture.pixels[int(y * HEIGHT), int(x * WIDTH)].astype(int)
        assert np.abs(seen - colour).max() < 30, f"at {x}, {y}: {seen} instead of {colour}"


# How a camera that was held this way stores the upright picture.
STORED = {
    1: lambda image: image,
    2: lambda image: image.transpose(Image.Transpose.FLIP_LEFT_RIGHT),
    3: lambda image: image.transpose(Image.Transpose.ROTATE_180),
    4: lambda image: image.transpose(Image.Transpose.FLIP_TOP_BOTTOM),
    5: lambda image: image.transpose(Image.Transpose.TRANSPOSE),
    6: lambda image: image.transpose(Image.Transpose.ROTATE_90),
    7: lambda image: image.transpose(Image.Transpose.TRANSVERSE),
    8: lambda image: image.transpose(Image.Transpose.ROTATE_270),
}
SUFFIXES = {"JPEG": "jpg", "PNG": "png", "WEBP": "webp", "TIFF": "tiff", "HEIF": "heic"}


def save(image: Image.Image, path: Path, kind: str, **options: object) -> Path:
    if kind in ("JPEG", "WEBP", "HEIF"):
        options = {"quality": 95, **options}
    image.save(path, kind, **options)
    return path


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", SUFFIXES)
def test_every_format_stands_upright_whatever_its_orientation(
    tmp_path: Path, kind: str, orientation: int
) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    stored = STORED[orientation](corners_picture())
    path = save(stored, tmp_path / f"a.{SUFFIXES[kind]}", kind, exif=exif)
    assert_upright(load(path))


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_heic_picture_is_turned_once_where_its_container_turns_it_too(
    tmp_path: Path, orientation: int
) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    stored = pillow_heif.from_pillow(STORED[orientation](corners_picture()))
    stored.info["exif"] = exif.tobytes()
    stored.save(tmp_path / "a.heic", quality=95)
    turned = any(box in (tmp_path / "a.heic").read_bytes() for box in (b"irot", b"imir"))
    assert turned == (orientation != 1)
    assert_upright(load(tmp_path / "a.heic"))


@pytest.mark.parametrize("orientation", [0, 9, 300])
def test_an_orientation_that_means_nothing_is_ignored(tmp_path: Path, orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    assert_upright(load(save(corners_picture(), tmp_path / "a.jpg", "JPEG", exif=exif)))


def test_the_content_counts_and_not_the_ending(tmp_path: Path) -> None:
    assert_upright(load(save(corners_picture(), tmp_path / "photo.jpg", "PNG")))


def test_grey_is_the_luminance_worked_out_once(tmp_path: Path) -> None:
    picture = load(save(corners_picture(), tmp_path / "a.png", "PNG"))
    assert picture.grey.shape == (HEIGHT, WIDTH)
    assert picture.grey is picture.grey
    assert int(picture.grey[10, 10]) == pytest.approx(0.299 * 230 + 0.587 * 20 + 0.114 * 20, abs=1)


@pytest.mark.parametrize("mode", ["P", "RGBA", "CMYK", "YCbCr", "LAB"])
def test_other_colour_modes_keep_their_colours(tmp_path: Path, mode: str) -> None:
    if mode == "LAB":
        from PIL import ImageCms

        to_lab = ImageCms.buildTransform(
            ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), "RGB", "LAB"
        )
        image = ImageCms.applyTransform(corners_picture(), to_lab)
        assert image is not None
        picture = load(save(image, tmp_path / "a.tiff", "TIFF"))
        assert (picture.width, picture.height) == (WIDTH, HEIGHT)
        return
    image = corners_picture().quantize() if mode == "P" else corners_picture().convert(mode)
    kind = {"CMYK": "JPEG", "YCbCr": "TIFF"}.get(mode, "PNG")
    assert_upright(load(save(image, tmp_path / f"a.{SUFFIXES[kind]}", kind)))


def ramp(bits: int) -> np.ndarray:
    top = 2**bits - 1
    return np.repeat(np.linspace(0, top, WIDTH)[None, :], HEIGHT, axis=0)


@pytest.mark.parametrize(
    ("values", "suffix"),
    [
        (ramp(16).astype(np.uint16), "png"),
        (ramp(16).astype(np.uint16), "tiff"),
        (ramp(16).astype(np.int32), "tiff"),
        ((ramp(8) / 255).astype(np.float32), "tiff"),
        (ramp(8).astype(np.uint8), "png"),
    ],
    ids=["16-bit png", "16-bit tiff", "32-bit tiff", "float tiff", "8-bit png"],
)
def test_deep_grey_keeps_its_range(tmp_path: Path, values: np.ndarray, suffix: str) -> None:
    path = tmp_path / f"a.{suffix}"
    Image.fromarray(values).save(path)
    pixels = load(path).pixels
    assert pixels.shape == (HEIGHT, WIDTH, 3)
    assert np.abs(pixels[0, :, 0].astype(float) - np.linspace(0, 255, WIDTH)).max() <= 2


def test_one_bit_pictures_are_black_and_white(tmp_path: Path) -> None:
    save(corners_picture().convert("1"), tmp_path / "a.png", "PNG")
    assert set(np.unique(load(tmp_path / "a.png").pixels)) == {0, 255}


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
def test_what_is_see_through_is_white(tmp_path: Path, mode: str) -> None:
    image = Image.new("RGBA", (WIDTH, HEIGHT), (0, 0, 0, 0))
    image.paste((0, 0, 0, 255), (0, 0, WIDTH // 2, HEIGHT))
    path = tmp_path / "a.png"
    image.convert(mode).save(path, **({"transparency": 1} if mode == "P" else {}))
    if mode == "P":
        palette = Image.new("P", (WIDTH, HEIGHT), 1)
        palette.putpalette([0, 0, 0, 10, 10, 10])
        palette.paste(0, (0, 0, WIDTH // 2, HEIGHT))
        palette.save(path, transparency=1)
    pixels = load(path).pixels
    assert pixels[5, 5].tolist() == [0, 0, 0]
    assert pixels[5, -5].tolist() == [255, 255, 255]


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "TIFF"])
def test_of_several_frames_the_first_is_taken(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"a.{SUFFIXES[kind]}"
    other = Image.new("RGB", (WIDTH, HEIGHT), "black")
    corners_picture().save(path, kind, save_all=True, append_images=[other], quality=95)
    assert_upright(load(path))


def refusal(path: str | Path) -> PictureError:
    with pytest.raises(PictureError) as caught:
        load(path)
    assert str(path) in str(caught.value)
    return caught.value


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.jpg").kind == "not-found"
    assert refusal(tmp_path / ("long" * 100)).kind == "not-found"


def test_a_name_that_no_file_can_have_is_refused() -> None:
    with pytest.raises(PictureError, match="there is no file"):
        load("a\0b.jpg")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path).kind == "is-a-folder"


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").touch()
    error = refusal(tmp_path / "a.jpg")
    assert error.kind == "empty-file"
    assert "JPEG, PNG, WebP, TIFF or HEIC" in str(error)


@pytest.mark.parametrize(
    "content", [b"not a picture at all\n", b"\0" * 500, b"%PDF-1.7 ...", b"GIF89a" + b"\0" * 50]
)
def test_what_is_no_picture_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.jpg").write_bytes(content)
    error = refusal(tmp_path / "a.jpg")
    assert error.kind == "not-a-picture"
    assert "JPEG, PNG, WebP, TIFF or HEIC" in str(error)


@pytest.mark.parametrize("part", [0.02, 0.3, 0.7, 0.95])
@pytest.mark.parametrize("kind", SUFFIXES)
def test_a_truncated_picture_is_refused(tmp_path: Path, kind: str, part: float) -> None:
    rng = np.random.default_rng(3)
    noisy = Image.fromarray(rng.integers(0, 255, (300, 400, 3), np.uint8))
    packed = io.BytesIO()
    noisy.save(packed, kind)
    path = tmp_path / f"a.{SUFFIXES[kind]}"
    path.write_bytes(packed.getvalue()[: int(len(packed.getvalue()) * part)])
    assert refusal(path).kind in ("truncated-picture", "unreadable-image")
    if kind in ("JPEG", "PNG"):
        assert refusal(path).kind == "truncated-picture"


def png_that_claims(width: int, height: int) -> bytes:
    """A small PNG file whose header promises a picture of this size, all zeros."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = zlib.compressobj(9)
    row = b"\0" * (1 + width // 8)
    data = b"".join(rows.compress(row * 100) for _ in range(height // 100)) + rows.flush()
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


@pytest.mark.parametrize(("width", "height"), [(20_000, 20_000), (9_600, 9_600), (8_000, 6_300)])
def test_a_picture_that_is_too_large_is_refused_before_it_is_decoded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, width: int, height: int
) -> None:
    path = tmp_path / "bomb.png"
    path.write_bytes(png_that_claims(width, height))
    assert path.stat().st_size < 200_000

    def decode(*_: object) -> None:
        raise AssertionError("it was decoded")

    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", decode)
    error = refusal(path)
    assert error.kind == "picture-too-large"
    assert str(MOST_MEGAPIXELS) in str(error)
    assert str(-(-width * height // 1_000_000)) in str(error)


@pytest.mark.parametrize(
    ("kind", "size"), [("PNG", (66_000, 70)), ("PNG", (70, 66_000)), ("TIFF", (40_000, 9))]
)
def test_a_picture_that_is_too_long_for_the_readers_is_refused(
    tmp_path: Path, kind: str, size: tuple[int, int]
) -> None:
    path = save(Image.new("L", size, 200), tmp_path / "long.png", kind)
    error = refusal(path)
    assert error.kind == "picture-too-large"
    assert str(max(size)) in str(error)
    assert str(LONGEST_SIDE) in str(error)
    shortest = save(Image.new("L", (LONGEST_SIDE, 9), 200), tmp_path / "a.png", "PNG")
    assert load(shortest).width == LONGEST_SIDE


def test_a_tag_at_the_end_of_the_longest_picture_is_read() -> None:
    from recognizers.read import read
    from tests.recognizers.test_debug import tag_and_square

    wide = np.full((1200, LONGEST_SIDE, 3), 235, np.uint8)
    wide[:, -2000:] = tag_and_square()[:, :, None]
    for pixels in (wide, np.ascontiguousarray(np.rot90(wide))):
        assert [found.text for found in read(pixels, known=["36h11:22"])] == ["36h11:22"]


def test_a_file_with_more_bytes_than_any_picture_is_not_read(tmp_path: Path) -> None:
    path = save(corners_picture(), tmp_path / "a.jpg", "JPEG")
    with path.open("r+b") as file:
        file.truncate(3_000_000_000)  # takes no room on the disk
    error = refusal(path)
    assert error.kind == "picture-too-large"
    assert "3000 megabytes" in str(error)
    assert f"up to {MOST_MEGABYTES}" in str(error)


def test_what_is_no_ordinary_file_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    for path in (tmp_path / "pipe.jpg", Path("/dev/zero")):
        error = refusal(path)
        assert error.kind == "not-a-file"
        assert "no ordinary file" in str(error)


def test_an_empty_name_is_refused_as_such() -> None:
    with pytest.raises(PictureError, match="empty name") as caught:
        load("")
    assert caught.value.kind == "not-found"


def test_fifty_megapixels_are_accepted(tmp_path: Path) -> None:
    path = tmp_path / "large.png"
    path.write_bytes(png_that_claims(8_000, 6_200))
    assert load(path).pixels.shape == (6_200, 8_000, 3)


def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save(corners_picture(), tmp_path / "a.jpg", "JPEG")

    def deny(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", deny)
    error = refusal(path)
    assert error.kind == "unreadable-image"
    assert "Permission denied" in str(error)


def test_a_refusal_keeps_its_sentence_and_values_apart_for_translation(tmp_path: Path) -> None:
    error = refusal(tmp_path / "none.jpg")
    assert error.template.format(**error.values) == str(error)
    assert error.values["file"] == tmp_path / "none.jpg"
