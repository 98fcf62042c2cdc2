"""Boxes and names are drawn where they belong, and pictures written or refused by name."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from recognizers.annotate import GREY, INK, PALETTE, Group, annotate, is_ours, save
from recognizers.load import PictureError, load

BOX = ((100.0, 100.0), (200.0, 100.0), (200.0, 200.0), (100.0, 200.0))


def table(width: int = 800, height: int = 600) -> np.ndarray:
    return np.full((height, width, 3), (90, 120, 60), np.uint8)


def changed(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    return (before != after).any(axis=2)


def test_the_box_is_drawn_and_its_inside_left() -> None:
    before = table()
    after = annotate(before, [(BOX, "")])
    marks = changed(before, after)
    assert marks[100, 110:190].all()
    assert marks[110:190, 200].all()
    assert not marks[120:180, 120:180].any()
    assert not marks[300:].any()
    assert (before == table()).all()


def test_a_name_is_written_beside_its_box() -> None:
    before = table()
    without, named = annotate(before, [(BOX, "")]), annotate(before, [(BOX, "pot shard 7")])
    ys, xs = np.nonzero(changed(without, named))
    assert ys.min() > 200
    assert ys.max() < 240
    assert abs((xs.min() + xs.max()) / 2 - 150) < 3


def test_letters_grow_with_the_picture() -> None:
    heights = []
    for factor in (1, 5):
        before = table(800 * factor, 600 * factor)
        box = tuple((x * factor, y * factor) for x, y in BOX)
        marks = changed(annotate(before, [(box, "")]), annotate(before, [(box, "pot shard 7")]))
        heights.append(np.ptp(np.nonzero(marks)[0]))
    assert heights[0] >= 10
    assert 4 < heights[1] / heights[0] < 6


def test_names_hide_no_box_and_no_other_name() -> None:
    labels = [(tuple((x + dx, y) for x, y in BOX), "a rather long name for this") for dx in (0, 110)]
    labels += [(tuple((x, y + 115) for x, y in BOX), "a rather long name for this")]
    before = table()
    boxes = annotate(before, [(box, "") for box, _ in labels])
    named = annotate(before, labels)
    drawn = changed(before, boxes)
    assert (named[drawn] == boxes[drawn]).all()
    one_name = changed(boxes, annotate(before, [*((box, "") for box, _ in labels[1:]), labels[0]])).sum()
    assert changed(boxes, named).sum() > 2.8 * one_name


@pytest.mark.parametrize("shift", [(-120, -120), (620, 420), (-90, 400), (3000, 0)])
def test_names_at_the_edge_stay_in_the_picture(shift: tuple[int, int]) -> None:
    box = tuple((x + shift[0], y + shift[1]) for x, y in BOX)
    before = table()
    without, named = annotate(before, [(box, "")]), annotate(before, [(box, "pot shard 7")])
    full = changed(annotate(before, [(BOX, "")]), annotate(before, [(BOX, "pot shard 7")])).sum()
    assert changed(without, named).sum() == pytest.approx(full, rel=0.15)


def test_a_font_of_ones_own_is_used() -> None:
    fonts = sorted(Path("/usr/share/fonts").rglob("DejaVuSerif-Bold.ttf"))
    if not fonts:
        pytest.skip("DejaVu Serif is not installed here")
    before = table()
    labels = [(BOX, "pot")]
    assert changed(annotate(before, labels), annotate(before, labels, font_path=fonts[0])).any()


def test_a_file_that_is_no_font_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.ttf").write_text("no font")
    with pytest.raises(PictureError, match="TrueType") as caught:
        annotate(table(), [(BOX, "pot")], font_path=tmp_path / "a.ttf")
    assert caught.value.kind == "unreadable-font"


@pytest.mark.parametrize("suffix", [".jpg", ".JPEG", ".png", ".webp", ".tif", ".tiff", ".heic"])
def test_pictures_are_written_in_the_format_that_their_ending_names(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    save(table(), path)
    assert np.abs(load(path).pixels.astype(int) - table()).max() <= 8
    formats = {".jpg": "JPEG", ".jpeg": "JPEG", ".tif": "TIFF", ".heic": "HEIF"}
    name = formats.get(suffix.lower(), suffix[1:].upper())
    with Image.open(path) as image:
        assert image.format == name


@pytest.mark.parametrize("name", ["a", "a.txt", "a.gif", "png"])
def test_an_ending_that_names_no_format_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(PictureError, match=r"\.jpg, \.jpeg, \.png") as caught:
        save(table(), tmp_path / name)
    assert caught.value.kind == "unknown-extension"
    assert not (tmp_path / name).exists()


@pytest.mark.parametrize("place", ["missing/a.png", "folder.png"])
def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path, place: str) -> None:
    (tmp_path / "folder.png").mkdir()
    with pytest.raises(PictureError, match="cannot be written") as caught:
        save(table(), tmp_path / place)
    assert caught.value.kind == "unwritable"


def test_a_full_disk_leaves_no_part_of_a_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill(path: Path, data: bytes) -> int:
        with path.open("wb") as file:
            file.write(data[:100])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fill)
    with pytest.raises(PictureError, match="No space left"):
        save(table(), tmp_path / "a.png")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "size", "format_"),
    [("a.webp", (16_400, 20), "WebP"), ("a.heic", (9_000, 20), "HEIC"), ("a.jpg", (65_600, 4), "JPEG")],
)
def test_a_picture_that_its_format_can_not_hold_is_refused_in_words(
    tmp_path: Path, name: str, size: tuple[int, int], format_: str
) -> None:
    with pytest.raises(
        PictureError, match=f"{format_} can't hold a picture of {size[0]} x {size[1]}"
    ) as caught:
        save(table(*size), tmp_path / name)
    assert caught.value.kind == "unwritable"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("stem", ["a" * 251, "壺" * 83])
def test_a_name_as_long_as_any_may_be_is_written(tmp_path: Path, stem: str) -> None:
    save(table(), tmp_path / f"{stem}.png")
    assert [path.stem for path in tmp_path.iterdir()] == [stem]
    with pytest.raises(PictureError, match="cannot be written") as caught:
        save(table(), tmp_path / f"{stem}aaa.png")
    assert caught.value.kind == "unwritable"


def test_only_pictures_saved_here_are_ours(tmp_path: Path) -> None:
    for name in ("a.jpg", "a.png", "a.webp", "a.tif", "a.heic"):
        assert not is_ours(tmp_path / name)
        Image.new("RGB", (40, 30)).save(tmp_path / "b.png")
        (tmp_path / "b.png").replace(tmp_path / name)
        assert not is_ours(tmp_path / name)
        save(table(), tmp_path / name)
        assert is_ours(tmp_path / name)
    for content in (b"", b"\xff\xd8\xff\xe0", (tmp_path / "a.jpg").read_bytes()[:20]):
        (tmp_path / "c.jpg").write_bytes(content)
        assert not is_ours(tmp_path / "c.jpg")
    assert not is_ours(tmp_path)


def test_groups_have_colours_of_their_own_and_a_legend() -> None:
    far = tuple((x + 300, y) for x, y in BOX)
    before = table()
    groups = [Group("Ann", PALETTE[0], [(BOX, "coin")]), Group("nobody", GREY, [], [(far, "map")])]
    after = annotate(before, [], groups=groups)
    assert (after[200, 200] == PALETTE[0]).all()
    assert (after[200, 500] == GREY).all()
    assert changed(before, after)[400:].any()
    empty = annotate(before, [], groups=[Group("Ann", PALETTE[0], [])])
    assert (empty == before).all()


def test_ten_players_and_what_is_theirs_no_more_are_told_apart() -> None:
    colours = [*PALETTE, GREY, INK]
    assert len(PALETTE) == 10
    for n, one in enumerate(colours):
        for other in colours[:n]:
            assert np.abs(np.subtract(one, other)).sum() > 60
