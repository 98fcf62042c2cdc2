"""What people say at the table, read as actions; what can't be read for sure is never recorded."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import games, words
from companion.play import forms
from companion.play.sentences import Unclear, Understood, parse
from tests.play.tables import opened

NAMES = ("Ann", "Bob", "Ann Lee", "アン")

ARCHAEOLOGY = [
    ("ann sells 3 coins", "sell Ann coin=3"),
    ("Ann sells 3 coins and 2 pot shards", "sell Ann coin=3 pot-shard=2"),
    ("ANN SOLD THREE COINS.", "sell Ann coin=3"),
    ("ann selling 3x coin", "sell Ann coin=3"),
    ("sell ann coin 3", "sell Ann coin=3"),
    ("sell ann coin 3 map 1", "sell Ann coin=3 map=1"),
    ("sell 3 coins, ann", "sell Ann coin=3"),
    ("ann sells coin x3 and map x1", "sell Ann coin=3 map=1"),
    ("ann sells a set of 3 coins", "sell Ann coin=3"),
    ("ann sells a mask", "sell Ann pharaohs-mask=1"),
    ("ann sells the pharaoh's mask", "sell Ann pharaohs-mask=1"),
    ("ann sells ten pots", "sell Ann pot-shard=10"),
    ("ann sells 4 parchment scraps to the museum", "sell Ann parchment=4"),
    ("ann lee sells 2 cups", "sell 'Ann Lee' broken-cup=2"),
    ("Ann  Lee sells 2 cups", "sell 'Ann Lee' broken-cup=2"),
    ("アン sells コイン 3", "sell アン coin=3"),
    ("アンは コインを3枚 sell", "sell アン coin=3"),
    ("ann sells 壺の破片 5", "sell Ann pot-shard=5"),
    ("ann sells 3 coins and 3 coins", "sell Ann coin=3 coin=3"),
    ("bob digs a thief from ann", "dig Bob thief --from Ann"),
    ("bob dug up a thief", "dig Bob thief"),
    ("a thief from ann lee, dug bob", "dig Bob thief --from 'Ann Lee'"),
    ("ann digs a treasure", "dig Ann treasure"),
    ("ann digs a sandstorm, laid 2 coins and a map", "dig Ann sandstorm --laid coin=2 --laid map=1"),
    ("ann trades 2 coins for a talisman", "trade Ann coin=2 --for talisman=1"),
    ("ann explores with 2 maps", "explore Ann 2"),
    ("bob passes, deck empty", "pass Bob --deck-empty"),
    ("ann's hand is 5 cards", "hand Ann 5"),
    ("bob leaves", "leave Bob"),
    ("seats: bob, ann, アン, ann lee", "seats Bob Ann アン 'Ann Lee'"),
]
CARAVAN = [
    ("ann stocks 3 lamps into the caravan", "stock Ann lamp=3"),
    ("ann stocks 2 craft 5", "stock Ann craft-5=2"),
    ("ann takes the princesses", "take Ann princess"),
    ("ann takes mice", "take Ann mouse"),
    ("ann took 2 thieves from bob", "take Ann thief --count 2 --from Bob"),
    ("bob buys a craft 7 and a lamp from the market", "buy Bob craft-7 lamp"),
]
SABOTEUR = [
    ("the saboteurs win", "finish --winner saboteurs"),
    ("saboteurs won", "finish --winner saboteurs"),
    ("diggers win, ann connected", "finish --winner diggers --connector Ann"),
    ("diggers win, connector bob", "finish --winner diggers --connector Bob"),
    ("ann's pick is broken", "break Ann pickaxe"),
    ("mend ann's lant", "mend Ann lantern"),
    ("bob's lantern is broken", "break Bob lantern"),
    ("break bob's pickaxe", "break Bob pickaxe"),
    ("ann peeks at the top goal", "peek top --player Ann"),
    ("ann looked at the middle goal", "peek middle --player Ann"),
    ("the bottom goal is revealed", "reveal bottom"),
    ("ann gets gold 3 and 1", "gold Ann 3 1"),
    ("finish, the diggers win, connector ann", "finish --winner diggers --connector Ann"),
    ("finish last bob, saboteurs", "finish --winner saboteurs --last Bob"),
]
TREASURE_HUNT = [
    ("ann takes the 10 of diamonds and D4", "take Ann D10 D4"),
    ("ann gives bob 3 of diamonds", "give Ann Bob D3"),
    ("thief from 10 by 5", "thief --from 10 --by 5"),
    ("ann battles bob with K against Q", "battle Ann k Bob q"),
    ("ann moves to 5", "move Ann 5"),
    ("bob banks", "bank Bob"),
]
UNDERSTOOD = [
    *(("archaeology", *entry) for entry in ARCHAEOLOGY),
    *(("caravan", *entry) for entry in CARAVAN),
    *(("saboteur", *entry) for entry in SABOTEUR),
    *(("treasure-hunt", *entry) for entry in TREASURE_HUNT),
]

REFUSED = [
    ("archaeology", "hello", "No action is named"),
    ("archaeology", "ann sels 3 coins", "Did you mean sell?"),
    ("archaeology", "sells 3 coins", "Missing: who sells"),
    ("archaeology", "ann sells", "Missing: the sets"),
    ("archaeology", "ann sells coins", "How many of Coin?"),
    ("archaeology", "ann sells the coins", "How many of Coin?"),
    ("archaeology", "ann sells all coins", "How many of Coin?"),
    ("archaeology", "ann sells 3", "no place for '3'"),
    ("archaeology", "ann sells -3 coins", "'-3' has no meaning"),
    ("archaeology", "ann sells 1.5 coins", "'1.5' has no meaning"),
    ("archaeology", "ann sells 3,5 coins", "'3,5' has no meaning"),
    ("archaeology", "ann doesn't sell 3 coins", "'doesn't' has no meaning"),
    ("archaeology", "ann does not sell 3 coins", "'does' has no meaning"),
    ("archaeology", "ann sells 3 coins yesterday", "'yesterday' has no meaning"),
    ("archaeology", "ann sells no coins", "'no' has no meaning"),
    ("archaeology", "ann sells about 3 coins", "'about' has no meaning"),
    ("archaeology", "ann sells coin 3 map", "Which number belongs to which card"),
    ("archaeology", "ann sells 3 coin 2", "Which number belongs to which card"),
    ("archaeology", "ann and bob sell 2 coins", "no place for 'Bob'"),
    ("archaeology", "ann sells 3 coins to bob", "no place for 'Bob'"),
    ("archaeology", "ann sells two sets of 3 coins", "'sets' has no meaning"),
    ("archaeology", "zed sells 3 coins", "'zed' has no meaning"),
    ("archaeology", "anna sells 3 coins", "'anna' has no meaning"),
    ("archaeology", "ann sells 3 rubies", "'rubies' has no meaning"),
    ("archaeology", "ann digs 3 thieves", "no place for '3'"),
    ("archaeology", "bob digs a thief from", "After 'from' comes"),
    ("archaeology", "bob digs a thief from the coin", "After 'from' comes"),
    ("archaeology", "nobody joins", "'nobody' has no meaning"),
    ("caravan", "ann stocks crafts", "'craft' may be craft-2"),
    ("caravan", "ann stocks craft 5", "How many of Craft 5?"),
    ("saboteur", "ann breaks bob's lantern", "It isn't said whose tool is broken"),
    ("saboteur", "bob mends the cart", "It isn't said whose tool is mended"),
    ("saboteur", "saboteurs", "No action is named"),
    ("saboteur", "won", "Missing: who won the round"),
    ("saboteur", "diggers win, ann laid the last tunnel", "'laid' has no meaning"),
    ("treasure-hunt", "ann moves", "Missing: "),
    ("treasure-hunt", "ann doesn't battle bob with K against Q", "'q' has no meaning"),
]


@pytest.mark.parametrize(("key", "sentence", "form"), UNDERSTOOD)
def test_a_sentence_means_one_action(key: str, sentence: str, form: str) -> None:
    journal = opened(key, NAMES)
    meanings = parse(journal.game, journal.state, sentence)
    assert not isinstance(meanings, Unclear), meanings
    assert [meant.form for meant in meanings] == [form]


@pytest.mark.parametrize(("key", "sentence", "form"), UNDERSTOOD)
def test_what_is_shown_is_what_is_recorded(key: str, sentence: str, form: str) -> None:
    journal = opened(key, NAMES)
    (meant,) = parse(journal.game, journal.state, sentence)
    assert isinstance(meant, Understood)
    typed = forms.read(meant.action, forms.split(form)[1:])

    def args(raw: forms.Raw) -> object:
        by_name = {param.name: raw.get(forms.key(param)) for param in meant.action.params}
        return words.parse(journal.game, journal.state, meant.action.params, by_name)

    assert args(typed) == args(meant.raw)


@pytest.mark.parametrize(("key", "sentence", "problem"), REFUSED)
def test_what_is_not_clear_is_refused_with_the_reason(key: str, sentence: str, problem: str) -> None:
    journal = opened(key, NAMES)
    unclear = parse(journal.game, journal.state, sentence)
    assert isinstance(unclear, Unclear), unclear
    assert problem in str(unclear.problem)


def test_a_refusal_names_what_was_understood_and_the_form() -> None:
    journal = opened("archaeology", NAMES)
    unclear = parse(journal.game, journal.state, "ann sells 3 coins yesterday")
    assert isinstance(unclear, Unclear)
    assert unclear.understood == ("sell", "Ann", "coin=3")
    assert unclear.forms == ("sell PLAYER CARD=N ...",)


def test_a_sentence_with_two_meanings_gives_both() -> None:
    game = games.load("archaeology")
    sell = next(action for action in game.actions if action.name == "sell")
    twice = type("Twice", (type(game),), {"actions": (*game.actions, replace(sell, name="sold"))})()
    journal = opened("archaeology", NAMES, game=twice)
    meanings = parse(twice, journal.state, "ann sold 3 coins")
    assert not isinstance(meanings, Unclear)
    assert [meant.form for meant in meanings] == ["sell Ann coin=3", "sold Ann coin=3"]


def test_a_player_called_like_a_card_is_no_card() -> None:
    journal = opened("archaeology", ("Coin", "Bob"))
    meanings = parse(journal.game, journal.state, "coin sells 3 coins")
    assert not isinstance(meanings, Unclear)
    assert [meant.form for meant in meanings] == ["sell Coin coin=3"]
    assert isinstance(parse(journal.game, journal.state, "bob sells 1 coin"), Unclear)


@pytest.mark.parametrize("key", games.KEYS)
@settings(deadline=None, max_examples=50)
@given(sentence=st.text(max_size=60))
def test_no_text_at_all_breaks_the_reading(key: str, sentence: str) -> None:
    journal = opened(key, ("Ann", "Bob", "Cem"))
    result = parse(journal.game, journal.state, f"ann {sentence}")
    assert isinstance(result, Unclear) or all(meant.form for meant in result)


_WORDS = ("ann", "bob", "sells", "dig", "thief", "3", "coin", "maps", "and", "from", "not", "a", "gold", "K")


@pytest.mark.parametrize("key", games.KEYS)
@settings(deadline=None)
@given(chosen=st.lists(st.sampled_from(_WORDS), min_size=1, max_size=9))
def test_every_word_that_counts_is_in_what_was_understood(key: str, chosen: list[str]) -> None:
    journal = opened(key, ("Ann", "Bob", "Cem"))
    result = parse(journal.game, journal.state, " ".join(chosen))
    if isinstance(result, Unclear):
        return
    for meant in result:
        form = forms.split(meant.form.casefold())
        assert "not" not in chosen or "not" in form
        for name in ("ann", "bob"):
            assert form.count(name) == chosen.count(name)
