"""What can't be at a table is refused with the rule, what was asked and what would be accepted."""

from __future__ import annotations

import pytest

from tests.games.playing import Table

ROW = "market craft-3 craft-5 princess mouse craft-2 thief"
FULL = ("caravan craft-2=2 thief=2", "distribute --first Ann")
SHUT = ("pass Ann", "pass Bob", "pass Cem")

ARCHAEOLOGY: list[tuple[tuple[str, ...], str, str, str]] = [
    ((), "sell Ann cup=3", "over-limit", "a broken cup set holds at most 2"),
    ((), "sell Ann map=2", "over-limit", "a map set holds at most 1"),
    ((), "sell Ann talisman=6", "over-limit", "holds at most 5"),
    ((), "sell Ann parchment=5", "over-limit", "holds at most 4"),
    ((), "sell Ann pot=0", "over-limit", "holds at least 1"),
    ((), "sell Ann vase=1", "unknown-card", "Known: pot-shard"),
    ((), "sell Ann thief=1", "unknown-card", "What can be: pot-shard, parchment"),
    ((), "sell Ann coin", "bad-argument", "is not CARD=N"),
    ((), "sell Eve coin=1", "unknown-player", "Seated: Ann, Bob, Cem"),
    ((), "sell Ann", "nothing-sold", "coin=3"),
    (("sell Ann pot=5 pot=5", "sell Bob pot=5"), "sell Cem pot=4", "over-limit", "than the 18 that exist"),
    (("explore Ann 3", "sell Bob map=1"), "sell Bob map=1 map=1 map=1", "over-limit", "at most 2 can be"),
    ((), "dig Ann pyramid", "bad-argument", "treasure, thief, sandstorm"),
    ((), "dig Ann treasure --from Bob", "unneeded-option", "leave it out"),
    ((), "dig Ann sandstorm --from Bob", "unneeded-option", "whom a thief takes a card from"),
    ((), "dig Ann thief --laid coin=1", "unneeded-option", "leave it out"),
    ((), "dig Ann thief --from Ann", "own-hand", "Possible: Bob, Cem"),
    ((), "dig Ann thief --from Eve", "unknown-player", "Seated: Ann, Bob, Cem"),
    ((), "dig Ann sandstorm --laid thief=1", "unknown-card", "only treasures change hands"),
    ((), "dig Ann sandstorm --laid mask=5", "over-limit", "at most 4"),
    (("dig Ann thief --from Bob",) * 8, "dig Ann thief", "over-limit", "5 sandstorms"),
    (("dig Ann sandstorm",) * 5, "dig Bob sandstorm", "over-limit", "8 thieves"),
    (("pass Ann --deck-empty",), "dig Bob treasure", "deck-empty", "a player may pass"),
    ((), "trade Ann coin=1 --for talisman=1", "too-little", "falls short by 1"),
    ((), "trade Ann pot=2 --for cup=2 --for coin=1", "too-little", "falls short by 4"),
    ((), "trade Ann --for coin=1", "nothing-traded", "coin=2 --for talisman=1"),
    ((), "trade Ann coin=1", "nothing-traded", "with --for, what is taken"),
    ((), "trade Ann thief=1 --for coin=1", "unknown-card", "only treasures change hands"),
    (("market coin=2",), "trade Ann mask=1 --for map=1", "not-there", "The market holds 2 coins"),
    (("market coin=2",), "trade Ann mask=2 --for coin=3", "not-there", "`companion do market CARD=N ...`"),
    (("sell Ann mask=3",), "trade Bob mask=2 --for coin=1", "over-limit", "of 4 in the game at most 1"),
    (("sell Ann cup=2 cup=2",), "trade Bob mask=3 --for cup=3", "over-limit", "at most 2"),
    (("sell Ann cup=2",), "market cup=5", "over-limit", "at most 4"),
    ((), "market sandstorm=1", "unknown-card", "They are pot-shard"),
    ((), "explore Ann 4", "bad-number", "1, 2 or 3 maps for the chamber of 3, 5 or 7"),
    ((), "explore Ann 0", "bad-number", "1 map for the 3, 2 maps for the 5"),
    (("explore Bob 2",), "explore Ann 2", "already-open", "Still closed: 1 map for the 3, 3 maps for the 7"),
    (("explore Bob 2",), "explore Ann 6", "already-open", "each opens once"),
    (("sell Ann map=1 map=1 map=1 map=1",), "explore Bob 3", "over-limit", "at most 2 can be used"),
    (("dig Ann treasure",), "pass Ann", "deck-not-empty", "--deck-empty says so"),
    (SHUT, "pass Ann", "forced-sale", "sells at least one set a turn"),
    (SHUT, "dig Ann treasure", "deck-empty", "play goes on without digging"),
    ((), "hand Ann 73", "over-limit", "72 in all"),
]

CARAVAN: list[tuple[tuple[str, ...], str, str, str]] = [
    ((), "market craft-2 lamp lamp lamp lamp lamp lamp", "over-limit", "5 places"),
    ((), "market craft-8 lamp", "unknown-card", "Known: craft-2"),
    ((), "market craft-2 lamp --pile 106", "over-limit", "105 in all"),
    ((ROW,), "buy Ann", "nothing-bought", "at least one card"),
    ((ROW,), "buy Ann lamp lamp lamp lamp lamp lamp", "over-limit", "5 places"),
    ((ROW,), "buy Ann thief", "too-expensive", "may cost 3 or less together"),
    ((ROW,), "buy Ann craft-5 princess mouse", "too-expensive", "That costs 4"),
    ((ROW,), "buy Ann craft-5 thief --money 4", "too-expensive", "may cost 4 or less"),
    ((ROW,), "buy Ann lamp", "not-there", "Craft 5, princess, mouse, Craft 2, thief"),
    ((ROW,), "buy Ann mouse mouse", "not-there", "companion do market WALLET CARD"),
    ((ROW,), "buy Ann mouse --place 2", "not-there", "Place 2 of the market holds princess"),
    ((ROW,), "buy Ann mouse --place 6", "bad-number", "1 to 5"),
    ((ROW,), "buy Ann mouse --place 3 --place 1", "bad-number", "once for each card"),
    ((ROW,), "buy Ann mouse princess --place 3 --place 3", "bad-number", "each at most once"),
    (("market craft-3 lamp",), "buy Ann lamp --place 2", "empty-place", "Places with a card: 1"),
    ((ROW, "hand Ann 7"), "buy Ann craft-5", "hand-limit", "you must stock"),
    ((ROW, "hand Ann 6"), "buy Ann craft-5 princess", "hand-limit", "At most 1 can be bought"),
    ((ROW,), "buy Ann craft-5 --refill lamp", "bad-number", "2 cards come from the pile"),
    (
        (ROW,),
        "buy Ann craft-5 --pile-empty --refill lamp --refill lamp --refill lamp",
        "bad-number",
        "2 cards",
    ),
    ((), "buy Ann craft-5 --refill lamp", "not-recorded", "record the market first"),
    ((), "stock Ann craft-5=1 lamp=1", "mixed-kinds", "one kind are stocked at a time"),
    ((), "stock Ann craft-5=1 mouse=1", "mixed-kinds", "mice-with-stock = off"),
    ((), "stock Ann craft-5=0", "nothing-stocked", "craft-5=2"),
    (
        ("stock Bob craft-2=3",),
        "stock Ann craft-5=4",
        "over-limit",
        "only 3 spaces are free of the caravan's 6",
    ),
    ((), "stock Ann lamp=3", "over-limit", "more than the 2 in play with 3 players"),
    ((), "stock Ann craft-2=70", "over-limit", "don't fit"),
    ((), "caravan craft-2=7", "over-limit", "6 spaces"),
    (FULL, "take Ann lamp", "not-there", "It holds 2 x Craft 2 and 2 x thief"),
    (FULL, "take Ann craft-2 --count 1", "part-of-kind", "All cards of a kind are taken together"),
    ((*FULL, "take Ann craft-2"), "take Ann thief", "already-taken", "Still to take: Bob, Cem"),
    ((*FULL, "take Ann craft-2"), "stock Bob lamp=1", "distribution-first", "Still to take: Bob, Cem"),
    ((ROW, *FULL), "buy Bob craft-5", "distribution-first", "--end"),
    (FULL, "take Ann craft-2 --from Bob", "unneeded-option", "leave it out"),
    (FULL, "take Ann thief --from Ann", "own-hand", "Possible: Bob, Cem"),
    (FULL, "take Ann thief --from Bob --from Cem --from Bob", "over-limit", "2 thieves draw"),
    (FULL, "take Ann craft-2 --mouse-discard craft-2", "unneeded-option", "first player takes no mouse"),
    (("stock Ann craft-2=2",), "take Ann craft-2", "no-distribution", "4 spaces of the caravan are free"),
    ((), "distribute --first Ann", "nothing-there", "companion do caravan CARD=N"),
    ((), "distribute --end", "no-distribution", "--first NAME begins one"),
    ((), "distribute", "missing-option", "--first NAME, who takes first"),
    (("caravan lamp=2",), "distribute --first Ann --end", "conflicting-options", "Either --first NAME"),
    (("caravan lamp=2 craft-2=4",), "buy Ann lamp", "caravan-full", "distribute --first NAME"),
    ((), "holdings Ann lamp=3", "over-limit", "2 in play"),
    ((), "hand Ann 106", "over-limit", "105 in all"),
]
EDITION = {"caravan-spaces.3": 6, "copies.lamp": 3, "removed.3.lamp": 1}


@pytest.mark.parametrize(("before", "line", "kind", "fragment"), ARCHAEOLOGY)
def test_archaeology_refuses(before: tuple[str, ...], line: str, kind: str, fragment: str):
    refused = Table("archaeology").do(*before).refused(line)
    assert (refused.kind, fragment in str(refused.text)) == (kind, True), str(refused.text)


@pytest.mark.parametrize(("before", "line", "kind", "fragment"), CARAVAN)
def test_caravan_refuses(before: tuple[str, ...], line: str, kind: str, fragment: str):
    refused = Table("caravan", edition=EDITION).do(*before).refused(line)
    assert (refused.kind, fragment in str(refused.text)) == (kind, True), str(refused.text)


def test_crafts_and_specials_are_as_many_as_every_box_holds():
    table = Table("caravan").do("stock Ann craft-2=40", "holdings Bob craft-3=29", "holdings Cem lamp=30")
    refused = table.refused("stock Ann craft-4=1")
    assert refused.kind == "over-limit"
    assert "70 crafts are more than the 69 in the box" in str(refused.text)
    assert "37 specials are more than the 36" in str(table.refused("caravan mouse=7").text)
