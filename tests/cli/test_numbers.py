"""Numbers on the command line: what is none is refused with what would be accepted."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize("size", ["12mm", "", "nan", "inf", "twelve"])
def test_a_size_that_is_no_number_is_told_what_is_one(run: Run, tmp_path: Path, size: str) -> None:
    for words in (["scan", "x.jpg"], ["tags", "archaeology", "-o", tmp_path / "x.pdf"]):
        ran = run(*words, "--size", size, "--json")
        assert ran.error == (2, "usage")
        message = ran.json["error"]["message"]
        assert message.endswith(f"{size} is no number: millimetres from 6 to 25, as in 12.")


@pytest.mark.parametrize("size", ["5.9", "25.1", "-12", "120"])
def test_a_size_out_of_range_is_told_the_range(run: Run, size: str) -> None:
    ran = run("scan", "x.jpg", "--size", size, "--json")
    assert ran.error == (2, "usage")
    message = ran.json["error"]["message"]
    assert message.endswith(f"{size} is out of range: millimetres from 6 to 25, as in 12.")


@pytest.mark.parametrize("size", ["6", " 8.5 ", "25", "1e1"])
def test_sizes_in_range_are_taken(run: Run, tmp_path: Path, size: str) -> None:
    assert run("scan", tmp_path / "none.jpg", "--size", size).status == 1


@pytest.mark.parametrize("camera", ["abc", "-1", "1.5", "/dev/video0", "99999"])
def test_a_camera_that_is_no_number_is_told_how_they_count(run: Run, camera: str) -> None:
    ran = run("scan", "--camera", camera, "--json")
    assert ran.error == (2, "usage")
    assert f"{camera} is no number of a camera: those are counted from 0" in ran.json["error"]["message"]


def test_a_qr_code_too_small_is_told_of_the_symbol_that_is_smaller(run: Run, tmp_path: Path) -> None:
    sheet = tmp_path / "x.pdf"
    small = run("tags", "archaeology", "--size", "6", "-o", sheet, "--json")
    assert small.error == (1, "over-limit")
    message = small.json["error"]["message"]
    assert "8 to 25 mm" in message
    assert "--symbol apriltag" in message
    tiny = run("tags", "archaeology", "--size", "5", "-o", sheet, "--json")
    assert "apriltag" not in tiny.json["error"]["message"]
    assert not sheet.exists()
    assert run("tags", "archaeology", "--size", "6", "--symbol", "apriltag", "-o", sheet).status == 0
