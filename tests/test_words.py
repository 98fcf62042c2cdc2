"""Words typed at the table: cards by any clear short form, numbers, house rules."""

from __future__ import annotations

from typing import Any

import pytest

from companion import games, words
from companion.games.base import Param
from companion.texts import say
from scorers.refusal import Refusal
from scorers.text import T
from tests.games.saboteur_table import table

ARCHAEOLOGY = games.load("archaeology")
CARAVAN = games.load("caravan")
HUNT = games.load("treasure-hunt")


def refusal(what: Any, *args: Any) -> Refusal:
    with pytest.raises(Refusal) as found:
        what(*args)
    return found.value


@pytest.mark.parametrize("game", games.every(), ids=lambda game: str(game.key))
def test_every_kind_is_understood_by_its_key_and_its_name_in_every_language(game: Any) -> None:
    for kind in game.kinds:
        for word in (kind.key, kind.key.upper(), f" {kind.key} ", str(kind.name)):
            assert words.card(game, word) == kind.key
        local = say(kind.name, "ja")
        if sum(say(other.name, "ja") == local for other in game.kinds) == 1:
            assert words.card(game, local) == kind.key


@pytest.mark.parametrize("game", games.every(), ids=lambda game: str(game.key))
def test_every_beginning_of_a_key_means_that_kind_or_is_refused_as_unclear(game: Any) -> None:
    keys = [kind.key for kind in game.kinds]
    for key in keys:
        for n in range(1, len(key)):
            try:
                meant = words.card(game, key[:n])
            except Refusal as unclear:
                assert "may be" in str(unclear)  # noqa: PT017 - one of two right outcomes
                continue
            others = [k for k in keys if k.startswith(key[:n].rstrip("-")) and k != key]
            assert meant == key or meant == key[:n] or meant in others


@pytest.mark.parametrize(
    ("word", "key"),
    [
        ("pot", "pot-shard"),
        ("mask", "pharaohs-mask"),
        ("cup", "broken-cup"),
        ("co", "coin"),
        ("par", "parchment"),
        ("pharaoh", "pharaohs-mask"),
        ("Pharaoh's mask", "pharaohs-mask"),
        ("pot_shard", "pot-shard"),
        ("POT SHARD", "pot-shard"),
        ("ｃｏｉｎ", "coin"),
        ("shard", "pot-shard"),
        ("map", "map"),
    ],
)
def test_short_forms_of_archaeology(word: str, key: str) -> None:
    assert words.card(ARCHAEOLOGY, word) == key


@pytest.mark.parametrize(
    ("word", "key"),
    [
        ("壺", "pot-shard"),
        ("壺の破片", "pot-shard"),
        ("羊皮紙", "parchment"),
        ("コイン", "coin"),
        ("地図", "map"),
        ("ﾀﾘｽﾏﾝ", "talisman"),
        ("ファラオ", "pharaohs-mask"),
    ],
)
def test_japanese_names_and_their_beginnings(word: str, key: str) -> None:
    assert words.card(ARCHAEOLOGY, word) == key


@pytest.mark.parametrize(
    ("word", "key"),
    [("craft-2", "craft-2"), ("craft 5", "craft-5"), ("prin", "princess"), ("mer", "merchant")],
)
def test_short_forms_of_caravan(word: str, key: str) -> None:
    assert words.card(CARAVAN, word) == key


@pytest.mark.parametrize(("word", "key"), [("d10", "D10"), ("D1", "D10"), ("ha", "HA"), ("jok", "joker")])
def test_short_forms_of_treasure_hunt(word: str, key: str) -> None:
    assert words.card(HUNT, word) == key


def test_unclear_and_unknown_cards_are_refused_with_what_helps() -> None:
    unclear = refusal(words.card, ARCHAEOLOGY, "p")
    assert unclear.kind == "unknown-card"
    assert "pot-shard, parchment" in str(unclear)
    assert "Did you mean talisman?" in str(refusal(words.card, ARCHAEOLOGY, "tailsman"))
    assert "Known: pot-shard" in str(refusal(words.card, ARCHAEOLOGY, "xyzzy"))
    for nothing in ("", " ", "-"):
        assert refusal(words.card, ARCHAEOLOGY, nothing).kind == "unknown-card"
    assert len(str(refusal(words.card, HUNT, "xyzzy"))) < 200


def test_cards_are_kind_and_number_in_the_order_given() -> None:
    given = words.cards(ARCHAEOLOGY, ["coin=3", "pot=1", "coin = 2"])
    assert given == (("coin", 3), ("pot-shard", 1), ("coin", 2))


@pytest.mark.parametrize(
    "word", ["coin", "=3", " =3", "coin=", "coin=x", "coin=-1", "coin=1.5", "coin=1e3", "coin=10001"]
)
def test_what_is_no_card_and_number_is_a_bad_argument(word: str) -> None:
    assert refusal(words.cards, ARCHAEOLOGY, [word]).kind == "bad-argument"


@pytest.mark.parametrize(("word", "n"), [("0", 0), ("007", 7), (" 5 ", 5), ("１２", 12), ("10000", 10000)])
def test_numbers(word: str, n: int) -> None:
    assert words.number(word, "what") == n


@pytest.mark.parametrize("word", ["", "-1", "+1", "1.0", "1_000", "ten", "²½", "10001", "9999999", "0x5"])
def test_what_is_no_number_is_refused_with_the_range(word: str) -> None:
    found = refusal(words.number, word, "what")
    assert found.kind == "bad-argument"
    assert "0 to 10000" in str(found)


def test_house_rules_have_their_defaults_and_take_what_is_asked_for() -> None:
    game = games.load("saboteur")
    rules = words.house_rules(game, [])
    assert rules == {rule.key: rule.default for rule in game.house_rules}
    assert words.house_rules(game, ["ROUNDS = 5", "roles=Cards", "rounds=6"]) == {
        **rules,
        "rounds": "6",
        "roles": "cards",
    }


@pytest.mark.parametrize(
    ("word", "kind", "near"),
    [
        ("rounds", "bad-argument", "KEY=VALUE"),
        ("round=3", "unknown-rule", "Did you mean rounds?"),
        ("xyz=3", "unknown-rule", "gold-draw"),
        ("=3", "unknown-rule", "gold-draw"),
        ("rounds=10", "unknown-value", "1, 2, 3"),
        ("rounds=", "unknown-value", "1, 2, 3"),
    ],
)
def test_house_rules_refuse_what_there_is_not(word: str, kind: str, near: str) -> None:
    found = refusal(words.house_rules, games.load("saboteur"), [word])
    assert found.kind == kind
    assert near in str(found)


def test_parameters_become_what_actions_take() -> None:
    state = table(4)
    game = games.load("saboteur")
    kinds: dict[str, tuple[Any, Any]] = {
        "player": ("ann", "p1"),
        "players": (("Dee", "bob"), ("p4", "p2")),
        "cards": (("gold-1=2",), (("gold-1", 2),)),
        "card": ("gold-2", "gold-2"),
        "number": ("7", 7),
        "choice": ("diggers", "diggers"),
        "flag": (True, True),
        "name": ("x", "x"),
    }
    for kind, (typed, parsed) in kinds.items():
        param = Param("it", kind, T("it"), option=True, choices=("diggers", "saboteurs"))  # type: ignore[arg-type]
        assert words.parse(game, state, [param], {"it": typed}) == {"it": parsed}
    absent = {"players": (), "cards": (), "flag": False}
    for kind in kinds:
        param = Param("it", kind, T("it"), option=True)  # type: ignore[arg-type]
        assert words.parse(game, state, [param], {}) == {"it": absent.get(kind)}


def test_a_word_within_a_name_is_guessed_at_too() -> None:
    with pytest.raises(Refusal, match="Did you mean pot-shard"):
        words.card(games.load("archaeology"), "pott")


def test_a_value_is_guessed_at() -> None:
    with pytest.raises(Refusal, match="Did you mean shared"):
        words.house_rules(games.load("archaeology"), ["tiebreak=sharedd"])
