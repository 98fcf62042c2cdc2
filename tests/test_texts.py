"""Languages: which one is asked for, and what happens to a sentence that has no translation."""

from __future__ import annotations

import unicodedata

import pytest

from companion import games
from companion.cli.helptext import wrapped
from companion.explain import Vocabulary
from companion.texts import LANGUAGES, preferred, say, sentence
from scorers.text import TC, TN, T, Text


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja"}, "ja"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "ja_JP", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB", "LC_ALL": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "en_GB", "LC_MESSAGES": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja_JP", "LC_ALL": ""}, "ja"),
    ],
)
def test_the_locale_says_the_language(environment: dict[str, str], language: str) -> None:
    assert preferred(environment) == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_no_catalogue_has_stays_english_with_its_gaps_filled(language: str) -> None:
    text = T("Nobody has ever translated {what} {n}.", what=T("this very thing"), n=3)
    assert say(text, language) == "Nobody has ever translated this very thing 3."
    assert say(TN("{count} untranslated", "{count} untranslateds", 2), language) == "2 untranslateds"
    assert say(TC("nowhere", "Unheard of"), language) == "Unheard of"
    assert say("a name", language) == "a name"


def test_card_names_are_japanese_as_the_glossaries_have_them() -> None:
    glossary = {
        "archaeology": {
            "pot-shard": "壺の破片",
            "parchment": "羊皮紙の切れ端",
            "coin": "コイン",
            "talisman": "タリスマン",
            "broken-cup": "壊れたカップ",
            "map": "地図",
            "pharaohs-mask": "ファラオの仮面",
            "thief": "泥棒",
            "sandstorm": "砂嵐",
            "pyramid": "ピラミッド",
        },
        "caravan": {
            "princess": "王女",
            "merchant": "商人",
            "thief": "盗賊",
            "mouse": "ネズミ",
            "lamp": "ランプ",
        },
    }
    for key, names in glossary.items():
        kinds = {kind.key: say(kind.name, "ja") for kind in games.load(key).kinds}
        assert {card: kinds[card] for card in names} == names


def columns(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in line)


@pytest.mark.parametrize("width", [20, 21, 33, 80])
def test_no_line_is_wider_than_the_terminal_in_japanese_either(width: int) -> None:
    guide = (
        say(games.load("saboteur").kinds[0].name, "ja")
        + "金カード28枚をよく切り、次のラウンドからはトランプの" * 9
    )
    lines = wrapped(guide, width, 2).split("\n")
    assert max(map(columns, lines)) <= width
    assert min(map(columns, lines[:-1])) >= width - 4
    assert not any(line.strip()[0] in "、ュッ" for line in lines)


def test_items_and_sentences_are_parted_and_ended_as_the_language_does() -> None:
    text = Text("{all}", {"all": ("Ann", 3, T("Coin"))})
    assert say(text) == "Ann, 3, Coin"
    assert say(text, "ja") == "Ann、3、コイン"
    assert sentence("shared", "ja") == "shared。"


def test_a_notion_is_called_by_its_name_in_the_language_and_what_is_typed_by_its_key() -> None:
    vocabulary = Vocabulary(games.load("saboteur"))
    assert say(vocabulary.explain("digger", {}).title, "ja") != "digger"
    assert say(vocabulary.explain("end", {}).title, "ja") != "end"
    assert vocabulary.explain("finish", {}).title == "finish"
