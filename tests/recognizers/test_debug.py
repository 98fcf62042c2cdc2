"""Pictures of how a picture was read: every step's, and of AprilTags the squares."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from recognizers.annotate import DASHES, LINE, annotate
from recognizers.fiducials import codes
from recognizers.load import PictureError, Pixels, load
from recognizers.read import EVERY, read
from tests.recognizers.test_closed_set import DECK
from tests.recognizers.test_closed_set import table as small_tags

BOX = ((100.0, 100.0), (200.0, 100.0), (200.0, 200.0), (100.0, 200.0))


def names(folder: Path) -> list[str]:
    """What is in the folder, without numbers and endings, in order."""
    return [path.stem[3:] for path in sorted(folder.iterdir())]


def tag_and_square() -> Pixels:
    """An AprilTag from (400, 400) to (720, 720), and a black square 800 pixels right of it."""
    picture = np.full((1200, 2000), 235, np.uint8)
    picture[400:720, 400:720] = np.kron(codes()[22] * 255, np.ones((40, 40), np.uint8))
    picture[400:720, 1200:1520] = 10
    return cv2.GaussianBlur(picture, (0, 0), 0.8)


def like(picture: Pixels, colour: tuple[int, int, int]) -> np.ndarray:
    """Which pixels have about this colour."""
    return np.abs(picture.astype(int) - colour).max(axis=2) < 60


def test_a_picture_of_every_step_is_written_in_their_order(tmp_path: Path) -> None:
    picture, _ = small_tags(DECK[:12], 1.9)
    assert read(picture, known=DECK, debug=tmp_path / "seen") == read(picture, known=DECK)
    written = names(tmp_path / "seen")
    assert written[:2] == ["candidates", "zxing-read"]
    assert {"closed-set-aligned", "closed-set-sampled", "closed-set-read", "fiducials"} <= set(written)


def test_of_steps_that_were_not_taken_there_is_no_picture(tmp_path: Path) -> None:
    read(tag_and_square(), use={"fiducials"}, debug=tmp_path)
    assert names(tmp_path) == ["fiducials"]


def test_pictures_of_an_earlier_time_are_removed_and_nothing_else(tmp_path: Path) -> None:
    read(small_tags(DECK[:12], 1.9)[0], known=DECK, debug=tmp_path)
    mine = [tmp_path / name for name in ("00-holiday.jpg", "closed-set-read.jpg", "01.jpg")]
    for path in mine:
        path.write_text("mine")
    read(tag_and_square(), use={"fiducials"}, debug=tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"00-fiducials.jpg", *(path.name for path in mine)}


@pytest.mark.parametrize("effort", ["normal", "thorough"])
def test_squares_that_were_looked_at_are_dashed_and_told_tags_boxed_with_their_names(
    tmp_path: Path, effort: str
) -> None:
    read(tag_and_square(), effort=effort, known=["36h11:22"], use={"fiducials"}, debug=tmp_path)  # type: ignore[arg-type]
    (path,) = tmp_path.iterdir()
    shown = load(path).pixels
    told, looked_at = like(shown, LINE), like(shown, DASHES)
    assert told[390:410, 400:720].any(axis=0).mean() > 0.9
    assert not told[:, 1000:].any()
    assert 0.4 < looked_at[390:410, 1200:1520].any(axis=0).mean() < 0.8
    assert (shown[730:780, 300:800] < 100).any(axis=2).sum() > 200  # its name


def test_what_was_told_by_comparing_is_dashed_in_what_was_read(tmp_path: Path) -> None:
    picture, _ = small_tags(DECK[:12], 1.9)
    assert any(s.reader == "closed-set" for s in read(picture, known=DECK, debug=tmp_path))
    (first,) = tmp_path.glob("*-zxing-read.jpg")
    (then,) = tmp_path.glob("*-closed-set-read.jpg")
    assert not like(load(first).pixels, DASHES).any()
    assert like(load(then).pixels, DASHES).sum() > 100


def test_a_folder_that_can_not_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for place in (tmp_path / "file", tmp_path / "file" / "in"):
        with pytest.raises(PictureError, match="cannot be written") as caught:
            read(tag_and_square(), use=EVERY, debug=place)
        assert caught.value.kind == "unwritable"
    assert (tmp_path / "file").read_text() == "mine"


def test_dashed_boxes_have_gaps_names_and_a_legend() -> None:
    before = np.full((600, 800, 3), (90, 120, 60), np.uint8)

    def marks(picture: Pixels) -> np.ndarray:
        return (picture != before).any(axis=2)

    solid = annotate(before, [(BOX, "")])
    dashed = annotate(before, [], dashed=[(BOX, "")])
    assert marks(solid)[100, 100:201].all()
    assert 0.5 < marks(dashed)[100, 110:200].mean() < 0.75
    assert not like(dashed, LINE).any()
    named = annotate(before, [], dashed=[(BOX, "pot shard 7")])
    assert (named != dashed).any(axis=2)[200:240].sum() > 100
    explained = annotate(before, [], dashed=[(BOX, "")], legend="what this means")
    legend = (explained != dashed).any(axis=2)
    assert legend[550:, :300].sum() > 1000
    assert not legend[:500].any()
    assert (annotate(before, [(BOX, "")], legend="what this means") == solid).all()


def test_the_legend_keeps_clear_of_boxes() -> None:
    before = np.full((600, 800, 3), (90, 120, 60), np.uint8)
    low = tuple((x - 80, y + 390) for x, y in BOX)
    boxed = annotate(before, [(low, "")], dashed=[(BOX, "")])
    explained = annotate(before, [(low, "")], dashed=[(BOX, "")], legend="what this means")
    changed = (explained != boxed).any(axis=2)
    assert changed[550:, 450:].sum() > 1000
    assert not changed[:, :400].any()
