"""The Japanese catalogue: complete where the table needs it, true to the sources, and shown."""

from __future__ import annotations

import ast
import io
import json
import random
import re
import string
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po

from companion import games
from companion.deals import Dealer
from companion.explain import Vocabulary
from companion.games import glossary
from companion.games.base import Action, Game, HouseRule, Occasion
from companion.games.glossary.common import WORDS
from companion.journal import actions
from companion.table import Json, Player
from companion.texts import lookup, say
from scorers.text import TC, TN, T, Text
from tests.cli.conftest import Run, chance, folder, run

__all__ = ["chance", "folder", "run"]

ROOT = Path(__file__).resolve().parents[1]
CATALOGUE = ROOT / "companion" / "locale" / "ja" / "LC_MESSAGES" / "companion.po"
KEYWORDS = {"T": None, "TN": (1, 2), "TC": ((1, "c"), 2), "PictureError": (2,)}
"""As `make messages` gives them to pybabel."""
SAID_AT = {"T": 0, "TN": 0, "TC": 1, "PictureError": 1}
"""Which argument is the sentence."""
PACKAGES = "companion", "recognizers", "scorers"
JAPANESE = re.compile(r"[ぁ-んァ-ヶ一-龠]")

Key = tuple[str | None, str]
"""Context and message."""


@cache
def catalogue() -> Catalog:
    with CATALOGUE.open("rb") as file:
        return read_po(file, locale="ja")


def entries(of: Catalog) -> list[Message]:
    return [message for message in of if message.id]


def forms(value: str | Iterable[str]) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def key(message: Message) -> Key:
    return message.context, forms(message.id)[0]


def translations(of: Catalog) -> dict[Key, list[str]]:
    return {key(m): forms(m.string) for m in entries(of) if any(forms(m.string))}


def in_the_sources() -> Iterator[Key]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what fills a gap may well be an f-string
        for package in PACKAGES:
            for _, _, said, _, context in extract_from_dir(ROOT / package, keywords=KEYWORDS):
                yield context, forms(said)[0]


def gaps(sentence: str) -> set[tuple[str, str | None, str | None]]:
    return {(name, spec, how) for _, name, spec, how in string.Formatter().parse(sentence) if name}


def untranslated(text: object, language: str = "ja") -> Iterator[str]:
    """The messages of this text and of what fills its gaps that the language has no entry for."""
    if isinstance(text, tuple):
        for part in text:
            yield from untranslated(part, language)
    if not isinstance(text, Text):
        return
    find = lookup(language)
    wanted = f"{text.context}\x04{text.message}" if text.context else text.message
    if find(wanted, text.plural, text.count) in (wanted, text.message, text.plural):
        yield text.message
    for part in text.params.values():
        yield from untranslated(part, language)


def test_what_is_compiled_is_what_is_written() -> None:
    written = io.BytesIO()
    write_mo(written, catalogue())
    written.seek(0)
    with CATALOGUE.with_suffix(".mo").open("rb") as file:
        compiled = translations(read_mo(file))
    assert compiled == translations(read_mo(written)), "run `make messages`"
    assert len(compiled) > 250


def test_every_sentence_of_the_sources_is_in_the_catalogue() -> None:
    """Taken from the syntax: a call within another's arguments is one that pybabel passes over."""
    said = {message for _, message in map(key, entries(catalogue()))}
    calls = [
        call
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in SAID_AT
    ]
    sentences = [call.args[SAID_AT[call.func.id]] for call in calls if isinstance(call.func, ast.Name)]
    constant = [sentence.value for sentence in sentences if isinstance(sentence, ast.Constant)]
    assert len(constant) == len(sentences) > 1000
    assert set(constant) - said == set(), "run `make messages`"


def test_every_sentence_of_the_catalogue_is_still_said_somewhere() -> None:
    stale = {key(message) for message in entries(catalogue())} - set(in_the_sources())
    assert stale == set(), "run `make messages`"


def test_every_sentence_is_translated() -> None:
    assert [key(m) for m in entries(catalogue()) if not all(forms(m.string))] == []


def test_no_translation_is_in_doubt() -> None:
    assert [key(message) for message in entries(catalogue()) if message.fuzzy] == []


def test_translations_have_the_gaps_of_what_they_translate() -> None:
    differing = [
        (m.id, said)
        for m in entries(catalogue())
        for said in forms(m.string)
        if said and gaps(said) not in [gaps(form) for form in forms(m.id)]
    ]
    assert differing == []


def test_a_gap_that_is_lost_would_be_noticed() -> None:
    assert gaps("{a} of {b:02}, {c!r}") == {("a", "", None), ("b", "02", None), ("c", "", "r")}


@pytest.mark.parametrize("game", games.built_in(), ids=lambda game: game.key)
def test_names_and_help_of_a_game_are_japanese(game: Game) -> None:
    texts = [game.name, *(kind.name for kind in game.kinds)]
    for action in actions(game):
        texts += [action.help, *(param.help for param in action.params)]
    assert [message for text in texts for message in untranslated(text)] == []
    assert [said for said in (say(text, "ja") for text in texts) if not JAPANESE.search(said)] == []


def _houses(game: Game) -> Iterator[dict[str, str]]:
    """The house rules as they are, and with up to three of them changed, to every value they can have."""
    usual = {rule.key: rule.default for rule in game.house_rules}

    def others(rule: HouseRule) -> list[str]:
        return [value for value in rule.values if value != rule.default]

    for size in range(4):
        for changed in combinations(game.house_rules, size):
            for values in product(*map(others, changed)):
                yield usual | dict(zip((rule.key for rule in changed), values, strict=True))


def _editions(game: Game) -> Iterator[dict[str, Json]]:
    """Nothing filled in, every second fact, and all of them."""
    facts = {fact.key: max(1, fact.least) for fact in game.facts}
    yield {}
    if facts:
        yield dict(list(facts.items())[::2])
        yield facts


def _occasions(game: Game, count: int) -> Iterator[Occasion]:
    """What a guide for so many players may be for, before anything is dealt and after."""
    seats = tuple(Player(f"p{n}", f"P{n}", n) for n in range(1, count + 1))
    for rules, edition in product(_houses(game), _editions(game)):
        what = Occasion(seats, rules, edition)
        deals = game.deals(what, 1, Dealer(random.Random(1)))
        yield from (what, replace(what, start="p1"), replace(what, deals=deals))


def _players(game: Game) -> range:
    return range(game.least_players, game.most_players + 1)


@pytest.mark.parametrize(
    ("game", "count"),
    [pytest.param(game, n, id=f"{game.key}-{n}") for game in games.built_in() for n in _players(game)],
)
def test_the_guide_is_japanese_at_every_player_count(game: Game, count: int) -> None:
    missing: set[str] = set()
    for what in _occasions(game, count):
        for step in game.guide(what).steps:
            missing |= {*untranslated(step.title), *untranslated(step.text)}
            assert "{" not in say(step.text, "ja")
    assert missing == set()


@pytest.mark.parametrize("game", games.built_in(), ids=lambda game: game.key)
def test_explanations_and_what_they_are_called_are_japanese(game: Game) -> None:
    vocabulary = Vocabulary(game)
    told = [vocabulary.explain(word, {}) for word in vocabulary.words]
    texts = [text for one in told for text in (one.title, one.text, *(rule.text for rule in one.rules))]
    for entry in (*glossary.entries(game).values(), *WORDS.values()):
        texts += [entry.text, *entry.names]
    assert {message for text in texts for message in untranslated(text)} == set()


@pytest.mark.parametrize("game", games.built_in(), ids=lambda game: game.key)
def test_japanese_help_says_which_english_words_are_chosen_from(game: Game) -> None:
    for action in actions(game):
        for param in action.params:
            shown = [say(param.help, "ja")] + ([] if param.option else [say(action.help, "ja")])
            assert [(said, word) for said in shown for word in param.choices if word not in said] == []


def test_a_text_without_an_entry_would_be_noticed() -> None:
    outer = Text("Nobody has translated {what}", {"what": TC("nowhere", "this")})
    assert list(untranslated(outer)) == ["Nobody has translated {what}", "this"]
    assert list(untranslated(Text("Coin"), "en")) == ["Coin"]
    assert list(untranslated(Text("{all}", {"all": (T("Coin"), T("Nobody's word"))}))) == [
        "{all}",
        "Nobody's word",
    ]
    assert list(untranslated(TN("a nobody", "{count} nobodies", 2))) == ["a nobody"]
    assert list(untranslated(TC("caravan", "Thief"))) == list(untranslated(Text("Coin"))) == []


# the glossaries of the rules pages
CARDS = {
    "saboteur": {"gold-1": "金カード", "gold-2": "金カード", "gold-3": "金カード"},
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
        **{f"craft-{value}": f"商品{value}" for value in range(2, 8)},
        "princess": "王女",
        "merchant": "商人",
        "thief": "盗賊",
        "mouse": "ネズミ",
        "lamp": "ランプ",
    },
    "treasure-hunt": {
        "HA": "ハートのエース",
        "D10": "ダイヤの10",
        "SJ": "スペードのジャック",
        "SQ": "スペードのクイーン",
        "CK": "クラブのキング",
        "joker": "ジョーカー",
    },
}
HELP = {
    "saboteur": {
        "gold": ["金カード"],
        "break": ["通路カード"],
        "peek": ["宝の地図", "ゴールカード"],
        "finish": ["ラウンド"],
        "seats": ["時計回り"],
        "start": ["スタートプレイヤー"],
    },
    "archaeology": {
        "sell": ["博物館", "売却"],
        "dig": ["発掘現場", "泥棒", "砂嵐"],
        "trade": ["市場", "交換"],
        "explore": ["地図", "部屋"],
        "hand": ["手札"],
    },
    "caravan": {
        "market": ["財布", "市場"],
        "buy": ["財布", "キャラバン"],
        "stock": ["手札", "備蓄"],
        "take": ["分配", "キャラバン"],
        "distribute": ["分配"],
    },
    "treasure-hunt": {
        "suit": ["マーク"],
        "move": ["場札"],
        "put": ["エース"],
        "field": ["場札", "表置き"],
        "turn-up": ["裏置き"],
        "take": ["財宝", "手札", "山札"],
        "bank": ["スタート位置", "財宝"],
        "thief": ["盗賊", "トラック"],
        "mimic": ["ミミック", "山札"],
        "spirit": ["精霊"],
        "board": ["入口", "ダンジョン", "トラック", "スタート位置"],
    },
}


def _action(game: Game, name: str) -> Action:
    return next(action for action in actions(game) if action.name == name)


@pytest.mark.parametrize("game", games.KEYS)
def test_words_are_those_of_the_glossaries(game: str) -> None:
    found = games.load(game)
    names = {kind.key: say(kind.name, "ja") for kind in found.kinds}
    assert [names[card] for card, word in CARDS[game].items() if word not in names[card]] == []
    assert len(set(names.values())) == len(names)
    for action, words in HELP[game].items():
        said = say(_action(found, action).help, "ja")
        assert [word for word in words if word not in said] == [], said


def test_help_is_shown_in_japanese(run: Run) -> None:
    listed = run("--lang", "ja", "do", "--help")
    assert "NAMEが博物館にセットを売却する。" in listed.out
    assert "..." not in listed.out.partition("Commands:")[2]
    shown = run("--lang", "ja", "do", "dig", "--help").out
    assert "NAMEが発掘現場から1枚引く：treasure（宝）、thief（泥棒）" in shown
    assert "泥棒のとき：誰のカードを取るか" in shown
    assert run("do", "dig", "--help", env={"LANG": "ja_JP.UTF-8"}).out == shown


def test_japanese_help_keeps_within_the_columns(run: Run) -> None:
    from prompt_toolkit.utils import get_cwidth

    shown = run("--lang", "ja", "do", "board", "--help").out
    assert max(get_cwidth(line) for line in shown.splitlines()) <= 80
    assert [line for line in shown.splitlines() if line.strip().startswith(("。", "、", "）"))] == []


def test_tags_are_listed_in_japanese(run: Run) -> None:
    def names(deck: str) -> str:
        return run("--lang", "ja", "tags", deck, "--list").out

    assert "AR:POT:07   壺の破片 7" in names("archaeology")
    assert "ハートのエース 1" in names("treasure-hunt")
    assert "金カード（2） 8" in names("saboteur")


def test_english_has_no_japanese_in_it_whatever_the_locale(run: Run) -> None:
    for words in (["do", "--help"], ["do", "sell", "--help"], ["tags", "archaeology", "--list"], ["games"]):
        english: Any = run(*words, env={"LANG": "C"})
        assert english.status == 0
        assert not JAPANESE.search(english.out)
        assert run("--lang", "en", *words, env={"LANG": "ja_JP.UTF-8"}) == english


def test_cards_are_understood_by_their_japanese_names(run: Run) -> None:
    run("setup", "archaeology", "--player", "Ann", "--player", "Bob")
    sold = run("--lang", "ja", "do", "sell", "Ann", "壺=2", "--json")
    assert sold.status == 0
    assert json.loads(sold.out)["event"]["action"] == "sell"
