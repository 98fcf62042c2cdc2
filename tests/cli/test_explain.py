"""`companion explain`: every word has its text and is found; the rules in force are named."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from companion import games
from companion.explain import Vocabulary
from companion.games import glossary
from companion.games.base import Game
from companion.journal import actions
from companion.texts import say

Run = Callable[..., Any]
Told = Callable[..., Any]

NOTIONS = {
    "saboteur": "digger saboteur role goal stone gold map path start-card action-card broken-tool repair "
    "rockfall draw-pile picks pay gold-card commitment tie end setup now house-rule clockwise "
    "start-player",
    "archaeology": "market chamber dig-deck trade explore sell dig thief sandstorm pyramid treasure "
    "forced-sale pass hand tie end setup now",
    "caravan": "wallet market caravan buy stock distribution majority mouse thief assets pile edition hand "
    "craft tie end setup now",
    "treasure-hunt": "track dungeon entry start-place thief battle mimic my-god mana magic spirit rush bank "
    "treasure stock field-card ace face-down hand move suit tie end setup now",
}
BUILT_IN = games.built_in()


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.key)
def test_every_card_action_house_rule_and_notion_has_a_text(game: Game) -> None:
    vocabulary = Vocabulary(game)
    wanted = [
        *(kind.key for kind in game.kinds),
        *(action.name for action in actions(game)),
        *(rule.key for rule in game.house_rules),
        *NOTIONS[game.key].split(),
    ]
    assert set(wanted) <= set(vocabulary.words)
    for word in vocabulary.words:
        text = say(vocabulary.explain(word, {}).text)
        assert len(text) > 15, word
        assert text.endswith("."), word
        assert "{" not in text, word


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.key)
def test_cards_and_house_rules_are_told_in_words_of_their_own(game: Game) -> None:
    told = glossary.entries(game)
    assert {kind.key for kind in game.kinds} <= set(told)
    assert {rule.key for rule in game.house_rules} <= set(told)


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.key)
def test_every_value_of_a_house_rule_says_what_it_means(game: Game) -> None:
    told = glossary.entries(game)
    known = {f"{rule.key}={value}" for rule in game.house_rules for value in rule.values}
    meant = {word for word in told if "=" in word}
    assert meant <= known
    assert known - meant <= {f"rounds={n}" for n in range(1, 10)}  # the number says it


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.key)
def test_what_stands_in_backticks_is_a_house_rule_or_a_command(game: Game) -> None:
    rules = {rule.key for rule in game.house_rules}
    for word, entry in glossary.entries(game).items():
        for marked in re.findall(r"`([^`]+)`", say(entry.text)):
            assert marked in rules or marked.startswith("companion "), (word, marked)


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.key)
def test_every_house_rule_bears_on_a_word_besides_its_own(game: Game) -> None:
    vocabulary = Vocabulary(game)
    named = {
        rule.key
        for word in vocabulary.words
        for rule in vocabulary.explain(word, {}).rules
        if rule.key != word
    }
    alone = {"no-saboteur-deal", "rounds"} & {rule.key for rule in game.house_rules}
    assert {rule.key for rule in game.house_rules} - named <= alone


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.key)
def test_every_other_name_leads_to_one_word(game: Game) -> None:
    vocabulary = Vocabulary(game)
    for word, names in vocabulary.spellings.items():
        assert vocabulary.exactly(word) == [word]
        for name in names:
            assert len(vocabulary.exactly(name)) == 1, name


@pytest.mark.parametrize(
    ("asked", "game", "word"),
    [
        (("mouse",), "caravan", "mouse"),
        (("sandst",), "archaeology", "sandstorm"),
        (("saboteur", "broken", "tool"), "saboteur", "broken-tool"),
        (("sab", "rockf"), "saboteur", "rockfall"),
        (("saboteur", "saboteur"), "saboteur", "saboteur"),
        (("treasure-hunt", "my", "god"), "treasure-hunt", "my-god"),
        (("treasure-hunt", "DK"), "treasure-hunt", "DK"),
        (("archaeology", "Pharaoh's mask"), "archaeology", "pharaohs-mask"),
        (("archaeology", "what may I do now?"), "archaeology", "now"),
        (("caravan", "王女"), "caravan", "princess"),
        (("caravan", "分配"), "caravan", "distribution"),
        (("treasure-hunt", "盗賊"), "treasure-hunt", "thief"),
        (("落石",), "saboteur", "rockfall"),
    ],
)
def test_a_word_is_found_however_it_is_written(
    asked: tuple[str, ...], game: str, word: str, told: Told
) -> None:
    shown = told("explain", *asked)
    assert (shown["game"], shown["word"]) == (game, word)
    assert shown["text"]


def test_a_word_of_several_games_is_told_for_each(told: Told, run: Run) -> None:
    shown = told("explain", "thief")
    assert [match["game"] for match in shown["matches"]] == ["archaeology", "caravan", "treasure-hunt"]
    assert "Thief (Tan-Tan Caravan)" in run("explain", "thief").out


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("caravan", "moose"), "Did you mean mouse"),
        (("rokfall",), "Did you mean rockfall (Saboteur)"),
        (("saboteur", "gold-"), "may be gold-1, gold-2, gold-3"),
        (("archaeology", "xyzzy"), "`companion explain GAME` lists the words; GAME: archaeology."),
    ],
)
def test_what_is_not_explained_is_refused_with_what_is(asked: tuple[str, ...], said: str, run: Run) -> None:
    refused = run("explain", *asked, "--json")
    assert refused.error == (1, "unknown-word")
    assert said in refused.json["error"]["message"]


def test_the_house_rules_in_force_at_the_table_are_named(told: Told, run: Run) -> None:
    assert told("explain", "caravan", "lamp")["rules"][0]["value"] == "on"
    told("setup", "caravan", "--players", "2", "--rule", "lamps=off")
    shown = told("explain", "lamp")
    assert shown["rules"] == [{"key": "lamps", "value": "off", "text": "Lamps score nothing."}]
    assert "lamps = off: Lamps score nothing." in run("explain", "lamp").out
    assert told("explain", "archaeology", "tie")["rules"][0]["value"] == "fewest-cards-sold"


def test_at_a_table_its_own_game_goes_first_and_others_are_searched_after(told: Told) -> None:
    told("setup", "archaeology", "--players", "2", "--start", "P1")
    assert told("explain", "thief")["game"] == "archaeology"
    assert told("explain", "treasure")["game"] == "archaeology"
    assert told("explain", "rockfall")["game"] == "saboteur"


def test_what_may_i_do_now_lists_what_the_table_records(told: Told, run: Run) -> None:
    assert told("explain", "archaeology", "now")["now"] == []
    told("setup", "archaeology", "--players", "2", "--start", "P1")
    shown = told("explain", "what may I do now?")
    assert any(entry["form"].startswith("companion do sell ") for entry in shown["actions"])
    assert shown["now"]
    assert shown["now"][0] in run("explain", "now").out


def test_an_action_shows_how_it_is_written(told: Told) -> None:
    assert told("explain", "archaeology", "sell")["form"] == "companion do sell PLAYER CARD=N ..."
    assert told("explain", "saboteur", "peek")["form"].startswith("companion peek ")


def test_without_a_word_the_words_are_listed(told: Told, run: Run) -> None:
    assert [entry["game"] for entry in told("explain")["games"]][:4] == list(games.KEYS)
    assert "rockfall" in told("explain", "saboteur")["words"]
    listed = run("explain", "caravan").out
    assert "Cards: craft-2" in listed
    assert "mice-with-stock" in listed
    told("setup", "caravan", "--players", "2")
    assert told("explain")["game"] == "caravan"


def test_the_numbers_told_are_those_of_the_rules_page(told: Told) -> None:
    assert "1 for 2, 2 for 15" in told("explain", "archaeology", "broken-cup")["text"]
    assert "There are 16 of them" in told("explain", "saboteur", "gold-1")["text"]
    assert "With 7 cards in hand you must stock" in told("explain", "caravan", "stock")["text"]


def test_the_shell_offers_games_and_then_the_game_s_words() -> None:
    from click.shell_completion import ShellComplete

    from companion.cli import cli

    def offered(*before: str, incomplete: str) -> list[str]:
        found = ShellComplete(cli, {}, "companion", "_X").get_completions(["explain", *before], incomplete)
        return [item.value for item in found]

    assert offered(incomplete="arch") == ["archaeology"]
    assert offered("archaeology", incomplete="sand") == ["sandstorm"]


@pytest.mark.parametrize(
    ("said", "word"), [("thieves", "thief"), ("coins", "coin"), ("masks", "pharaohs-mask")]
)
def test_plurals_are_understood(run: Run, said: str, word: str) -> None:
    run("setup", "archaeology", "--players", 2)
    assert run("explain", said, "--json").json["word"] == word
