"""The facts of one's own box: kept whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion import edition, games
from scorers.refusal import Refusal

CARAVAN = games.load("caravan")
FACT = "caravan-spaces.3"


def refusal(folder: Path, *words: str) -> Refusal:
    with pytest.raises(Refusal) as found:
        edition.change(folder, CARAVAN, words)
    return found.value


def test_nothing_is_known_and_no_file_made_until_somebody_says(tmp_path: Path) -> None:
    assert edition.load(tmp_path / "data", CARAVAN) == {}
    assert not (tmp_path / "data").exists()


def test_facts_are_kept_changed_and_forgotten(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    assert edition.change(folder, CARAVAN, [f"{FACT}=9", "copies.lamp = 4"]) == {FACT: 9, "copies.lamp": 4}
    assert edition.load(folder, CARAVAN) == {FACT: 9, "copies.lamp": 4}
    assert edition.change(folder, CARAVAN, [f"{FACT}=8"])[FACT] == 8
    assert edition.change(folder, CARAVAN, [f"{FACT}="]) == {"copies.lamp": 4}
    assert [file.name for file in folder.iterdir()] == ["edition-caravan.json"]
    assert json.loads(edition.path(folder, CARAVAN).read_text()) == {"copies.lamp": 4}


def test_every_fact_takes_its_least_and_most_and_nothing_beyond(tmp_path: Path) -> None:
    for fact in CARAVAN.facts:
        for n in (fact.least, fact.most):
            assert edition.change(tmp_path, CARAVAN, [f"{fact.key}={n}"])[fact.key] == n
        found = refusal(tmp_path, f"{fact.key}={fact.most + 1}")
        assert found.kind == "over-limit"
        assert str(fact.most) in str(found)


def test_one_wrong_word_keeps_none_of_the_others(tmp_path: Path) -> None:
    edition.change(tmp_path, CARAVAN, [f"{FACT}=9"])
    before = edition.path(tmp_path, CARAVAN).read_bytes()
    for word, kind in (
        (f"{FACT}=x", "bad-argument"),
        (FACT, "bad-argument"),
        ("caravan-space.3=9", "unknown-fact"),
    ):
        assert refusal(tmp_path, "copies.lamp=5", word).kind == kind
        assert edition.path(tmp_path, CARAVAN).read_bytes() == before
    assert "Did you mean caravan-spaces.3?" in str(refusal(tmp_path, "caravan-space.3=9"))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"7",
        b"\xff\xfe",
        b'{"x": 1}',
        b'{"caravan-spaces.3": 1.5}',
        b'{"caravan-spaces.3": null}',
        b'{"caravan-spaces.3": 5000}',
        b'{"caravan-spaces.3": -1}',
    ],
)
def test_a_file_that_is_no_edition_is_refused_by_name_and_left_alone(tmp_path: Path, content: bytes) -> None:
    file = edition.path(tmp_path, CARAVAN)
    file.write_bytes(content)
    with pytest.raises(Refusal) as found:
        edition.load(tmp_path, CARAVAN)
    assert found.value.kind == "bad-edition"
    assert str(file) in str(found.value)
    assert refusal(tmp_path, f"{FACT}=9").kind == "bad-edition"
    assert file.read_bytes() == content


def test_a_folder_that_can_not_be_written_is_said(tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.write_text("a letter")
    found = refusal(place, f"{FACT}=9")
    assert found.kind == "data-folder"
    assert str(place) in str(found)
    assert place.read_text() == "a letter"


def test_a_failed_write_leaves_the_old_facts_and_no_half_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edition.change(tmp_path, CARAVAN, [f"{FACT}=9"])

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    found = refusal(tmp_path, f"{FACT}=8")
    assert found.kind == "data-folder"
    assert "No space left" in str(found)
    assert edition.load(tmp_path, CARAVAN) == {FACT: 9}
    assert [file.name for file in tmp_path.iterdir()] == ["edition-caravan.json"]
