"""Rendered tables: the renderer's truth is true, and the reader finds what is on them and nothing else."""

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks.fiducials import micro
from benchmarks.gains import Run
from benchmarks.handling import Crease, creases
from benchmarks.judging import on_scene
from benchmarks.scenes import CardSpec, covered, marker, render, save, worn
from recognizers.load import load, luminance
from recognizers.read import read
from recognizers.readers import zxing
from recognizers.stages import ORDER

SMALL = {"width": 1600, "height": 1200}


def test_a_seed_gives_the_same_picture_again_and_another_seed_another() -> None:
    one, again, other = (render(seed, 3, **SMALL) for seed in (1, 1, 2))
    assert (one.pixels == again.pixels).all()
    assert one.truth == again.truth
    assert one.truth != other.truth


def test_corners_in_the_truth_are_where_the_codes_are() -> None:
    scene = render(4, 6, tilt=25, blur=0.6, noise=1, shadow=0.1, **SMALL)
    corners = {card["payload"]: np.array(card["corners"]) for card in scene.truth["cards"]}
    decodes = [decode for decode in zxing(luminance(scene.pixels)) if decode.text]
    assert len(decodes) >= 5
    for decode in decodes:
        off = np.abs(np.array(decode.corners) - corners[decode.text]).max()
        assert off < 5, f"{decode.text} is {off} pixels off"


def test_the_truth_says_what_is_covered_and_what_is_whole() -> None:
    below = CardSpec("AR:POT:01", 0, 0)
    half_over_its_tag = CardSpec("AR:POT:02", -63 + 11, 0)  # its right edge ends over the lower card's tag
    apart = CardSpec("AR:POT:03", 120, 0, rotation=90)
    truth = render(3, [below, half_over_its_tag, apart], tilt=0, roll=0, **SMALL).truth["cards"]
    assert truth[0]["visible"] == pytest.approx(0.5, abs=0.02)
    assert [card["whole"] for card in truth] == [False, True, True]
    a, b, _, d = truth[2]["corners"]
    assert b[1] - a[1] == pytest.approx(a[0] - d[0], rel=0.1)  # turned clockwise: its upper edge runs down
    assert b[1] - a[1] > 50


@pytest.mark.parametrize(("curl", "crease"), [(4.0, 0), (8.0, 0), (0, 1.0), (4.0, 1.0)])
def test_corners_in_the_truth_are_where_the_codes_are_on_bent_cards(curl: float, crease: float) -> None:
    scene = render(4, 6, tilt=25, blur=0.6, noise=1, shadow=0.1, curl=curl, crease=crease, **SMALL)
    flat = render(4, 6, tilt=25, blur=0.6, noise=1, shadow=0.1, **SMALL)
    corners = {card["payload"]: np.array(card["corners"]) for card in scene.truth["cards"]}
    unbent = {card["payload"]: np.array(card["corners"]) for card in flat.truth["cards"]}
    assert max(np.abs(corners[payload] - unbent[payload]).max() for payload in corners) > curl / 2
    decodes = [decode for decode in zxing(luminance(scene.pixels)) if decode.text]
    assert len(decodes) >= (2 if crease else 4)
    for decode in decodes:
        off = np.abs(np.array(decode.corners) - corners[decode.text]).max()
        assert off < 5, f"{decode.text} is {off} pixels off"


@pytest.mark.parametrize("what", ["curl", "crease", "glare", "motion", "texture"])
def test_each_kind_of_wear_changes_the_picture_and_nothing_else_of_the_scene(what: str) -> None:
    strength = {"curl": 3.0, "crease": 1.0, "glare": 0.9, "motion": 4.0, "texture": 0.05}[what]
    plain, other = render(4, 4, **SMALL), render(4, 4, **{what: strength}, **SMALL)
    assert (other.pixels == render(4, 4, **{what: strength}, **SMALL).pixels).all()
    assert (plain.pixels.astype(int) - other.pixels != 0).mean() > 0.003
    assert other.truth["parameters"] == {**plain.truth["parameters"], what: strength}
    if what not in ("curl", "crease"):
        assert other.truth["cards"] == plain.truth["cards"]
    if what == "glare":
        assert other.pixels.mean() > plain.pixels.mean()
    if what == "motion":
        sharpness = [np.abs(np.diff(s.pixels[:, :, 1].astype(int), axis=1)).mean() for s in (plain, other)]
        assert sharpness[1] < sharpness[0]


def test_worn_tables_are_drawn_from_the_seed() -> None:
    assert worn(3) == worn(3) != worn(4)
    assert set(worn(3)) == {"curl", "crease", "glare", "motion", "texture"}


def test_as_many_cards_are_creased_as_was_asked_for() -> None:
    cards = [CardSpec(f"AR:POT:{n:02}", 70.0 * n, 0) for n in range(30)]
    none, some, all_ = (creases(cards, part, np.random.default_rng(1)) for part in (0.0, 0.4, 1.0))
    assert none == [None] * 30
    assert 5 < sum(crease is not None for crease in some) < 20
    assert all(one in (None, more) for one, more in zip(some, all_, strict=True))
    folds = [(card, crease) for card, crease in zip(cards, all_, strict=True) if crease]
    assert len(folds) == 30
    assert all(0.2 <= crease.width <= 0.6 for _, crease in folds)
    assert 10 < sum(crease.crosses_tag(card) for card, crease in folds) < 30


def test_the_truth_says_which_cards_are_creased_and_where() -> None:
    truth = render(5, 3, crease=0.5, width=800, height=600).truth["cards"]
    creased = [card["crease"] for card in truth if card["crease"]]
    assert 0 < len(creased) < 3
    assert all(set(one) == {"x", "y", "angle", "width", "slope", "on_tag"} for one in creased)


def test_a_crease_breaks_the_ink_along_a_line_and_lifts_what_is_beyond() -> None:
    card = CardSpec("AR:POT:01", 0, 0)
    crease = Crease(10, 10, 90, width=0.5, slope=0.05)  # from top to bottom, 10 mm from the left edge
    face = np.dstack([np.full((1056, 756, 3), 20, np.uint8), np.full((1056, 756), 255, np.uint8)])
    broken = crease.broken(card, face, np.random.default_rng(1))
    across = broken[:, :, :3].mean(axis=(0, 2))
    assert across[117:123].min() > 80 > 30 > across[[100, 140]].max()
    assert (broken[:, :90] == face[:, :90]).all()
    assert (broken[:, 150:] == face[:, 150:]).all()
    points = np.array([[0.0, 44.0], [10, 44], [31.5, 44], [63, 44]])
    assert crease.heights(card, points) == pytest.approx([0.5, 0, 0, 0])
    assert crease.crosses_tag(card)
    assert not Crease(40, 10, 90, 0.5, 0.05).crosses_tag(card)


def test_a_saved_scene_is_the_picture_as_it_was_and_its_truth(tmp_path: Path) -> None:
    scene = covered(5, 4, least=0.7, most=0.9, **SMALL)
    picture = save(scene, tmp_path / "new" / "a.b-1", {"reads": {"ours": ["AR:POT:01"]}})
    assert picture == tmp_path / "new" / "a.b-1.jpg"
    assert (load(picture).pixels == scene.pixels).all()
    truth = json.loads(picture.with_suffix(".json").read_text(encoding="utf-8"))
    assert truth == {**scene.truth, "reads": {"ours": ["AR:POT:01"]}}
    assert truth["parameters"]["seed"] == 5
    assert truth["parameters"]["covered"] == {"least": 0.7, "most": 0.9, "whole": 0}


@pytest.mark.parametrize("symbol", ["qr", "apriltag"])
def test_covered_tags_show_as_much_as_was_asked_for(symbol: str) -> None:
    truth = covered(5, 10, least=0.6, most=0.95, symbol=symbol, width=2400, height=1800).truth
    shown = [card["visible"] for card in truth["cards"] if card["payload"]]
    assert len(shown) == 10
    assert all(0.56 < part < 0.98 for part in shown)
    assert max(shown) - min(shown) > 0.15


def test_what_is_read_counts_only_where_its_card_lies() -> None:
    cards = render(4, 2, width=800, height=600).truth["cards"]
    one, other = cards
    moved = [(x + 3, y - 2) for x, y in one["corners"]]
    assert on_scene([(one["payload"], moved), (one["payload"], moved)], cards).read == {0}
    assert len(on_scene([(one["payload"], moved), (one["payload"], moved)], cards).twice) == 1
    away = on_scene([(one["payload"], other["corners"]), ("AR:POT:99", other["corners"])], cards)
    assert away.read == set()
    assert ["pixels from its card" in away.false[0], "no card has" in away.false[1]] == [True, True]


def test_micro_qr_codes_are_read_where_they_are() -> None:
    scene = render(4, 4, tilt=10, blur=0.6, noise=1, symbol="micro", **SMALL)
    verdict = on_scene(micro(luminance(scene.pixels)), scene.truth["cards"])
    assert (len(verdict.read), verdict.false) == (4, [])


@pytest.mark.parametrize("alone", [False, True])
def test_every_stage_is_measured(alone: bool) -> None:
    scene = render(4, 4, tilt=0, width=640, height=480)
    cards = scene.truth["cards"]
    known = frozenset(card["payload"] for card in cards[1:])
    run = Run("thorough", alone, known)
    run.add(scene.pixels, lambda found: on_scene(found, cards))
    assert list(run.stages) == ["first look", "candidates", *ORDER["thorough"]]
    assert run.stages["closed set"].gained >= 2
    assert run.stages["lifted"].looked_at >= 4
    assert sum(stage.false for stage in run.stages.values()) == 0


@pytest.mark.parametrize("tilt", [0, 30])
def test_every_card_of_an_easy_table_is_read_and_nothing_else(tilt: float) -> None:
    cards = [CardSpec(f"AR:COI:{n:02d}", 75.0 * (n % 4), 100.0 * (n // 4), 90.0 * n) for n in range(8)]
    scene = render(
        7, [*cards, marker("PL:1", 75 * 4, 50)], tilt=tilt, blur=0.7, noise=2, width=2400, height=1800
    )
    found = read(scene.pixels)
    assert sorted(s.text for s in found) == sorted(card["payload"] for card in scene.truth["cards"])
    for sighting in found:
        (card,) = (card for card in scene.truth["cards"] if card["payload"] == sighting.text)
        assert np.abs(np.array(sighting.corners) - card["corners"]).max() < 6


@pytest.mark.parametrize(("cards", "tilt"), [(20, 35), (40, 20)])
def test_closer_looks_read_more_of_a_hard_table_and_nothing_false(cards: int, tilt: float) -> None:
    scene = render(31, cards, tilt=tilt, width=3200, height=2400)
    there = {card["payload"] for card in scene.truth["cards"]}
    whole = {card["payload"] for card in scene.truth["cards"] if card["whole"]}
    fast, normal = ({s.text for s in read(scene.pixels, effort=effort)} for effort in ("fast", "normal"))
    assert fast <= normal <= there
    assert len(normal & whole) > len(fast & whole)


def test_nothing_is_read_on_a_table_without_tags() -> None:
    cards = [CardSpec("", 75.0 * n, 0, title="Pot shard") for n in range(5)]
    assert read(render(9, cards, **SMALL).pixels, effort="thorough") == []
