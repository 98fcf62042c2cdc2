"""Wrong actions at Saboteur and Treasure Hunt tables: the rule, what was asked, what would be accepted."""

from __future__ import annotations

import pytest

from tests.games.playing import Table

OVER = ("finish --winner saboteurs",) * 3
SABOTEUR: list[tuple[tuple[str, ...], str, str, str]] = [
    ((), "gold Ann", "missing-argument", "each gold card that Ann gets: 1, 2, 3"),
    ((), "gold Ann 4", "unknown-card", "there are 1, 2, 3"),
    ((), "gold Ann 0", "unknown-card", "there are 1, 2, 3"),
    ((), "gold Ann two", "bad-argument", "not a whole number"),
    ((), "gold Eve 1", "unknown-player", "Seated: Ann, Bob, Cem, Dee"),
    ((), "gold Ann 3 3 3 3 3", "over-limit", "there are 4 gold cards of 3 in the game, not 5"),
    (("gold Ann 3 3 3",), "gold Bob 3 3", "over-limit", "2 of the gold cards of 3 would be more than the 4"),
    (
        ("gold Ann 2 2 2 2 2 2 2 2",),
        "gold Bob 2 3",
        "over-limit",
        "1 of the gold cards of 2 would be more than the 8",
    ),
    (
        ("gold Ann 3 3 3",),
        "holdings Bob gold-3=2",
        "over-limit",
        "2 of the gold cards of 3 would be more than the 4",
    ),
    ((), "break Ann shovel", "bad-argument", "pickaxe, lantern, cart"),
    (("break Ann cart",), "break Ann cart", "already-broken", "Still whole: pickaxe, lantern"),
    (
        ("break Ann cart", "break Bob cart", "break Cem cart"),
        "break Dee cart",
        "over-limit",
        "Left: pickaxe, lantern",
    ),
    ((), "mend Ann cart", "not-broken", "Broken: none"),
    (("break Ann lantern",), "mend Ann cart", "not-broken", "Broken: lantern"),
    (OVER, "break Ann cart", "game-over", "All 3 rounds are over"),
    (OVER, "last Ann", "game-over", "companion verify"),
    (OVER, "redeal roles", "game-over", "All 3 rounds are over"),
    (OVER, "finish --winner saboteurs", "over-limit", "All 3 rounds"),
    ((), "redeal market", "bad-argument", "roles, goals"),
    ((), "finish --winner nobody", "bad-argument", "diggers, saboteurs"),
    ((), "finish --winner diggers", "missing-option", "--connector NAME"),
    (("reveal top",), "peek top --player Ann", "already-open", "Still face down: the middle goal"),
    (
        ("join Eve",),
        "finish --winner diggers --connector Eve",
        "unknown-player",
        "Playing: Ann, Bob, Cem, Dee",
    ),
    (("close",), "gold Ann 1", "closed", "companion undo"),
    ((), "rule roles=cards", "settled-at-setup", "new table"),
]

BOARD = (
    "board S................... Eooo................ o..o................ o..o................ "
    "oooTxxxxxxxxxxxxxxxx ...................x ...................x",
)
"""A ring with 18 dungeon cards in one chain; the entry is place 0, the thief is on 6."""
TREASURE: list[tuple[tuple[str, ...], str, str, str]] = [
    ((), "suit Ann cups", "bad-argument", "hearts, diamonds, spades, clubs"),
    (("suit Bob hearts",), "suit Ann hearts", "suit-taken", "Free: diamonds, spades, clubs"),
    ((), "order Ann Bob", "bad-order", "every player once: Ann, Bob, Cem"),
    ((), "order Ann Bob Bob", "bad-order", "Asked: Ann, Bob, Bob"),
    ((), "turn", "missing-argument", "one of Ann, Bob, Cem"),
    ((), "move Ann 12", "unknown-place", "0 to 11 along the track and D1 to D18"),
    ((), "move Ann D19", "unknown-place", "D1 to D18"),
    ((), "move Ann 5", "first-turn", "as its place in the order"),
    (BOARD, "move Ann start", "first-turn", "That is to 0, 1, 2, 10, 11"),
    ((*BOARD, "order Cem Bob Ann"), "move Bob 3", "first-turn", "2. That is to 1, 11, not to 3"),
    (
        (*BOARD, "put Ann 6", "field 6 S3"),
        "move Ann 2",
        "too-far",
        "It can go to 3, 4, 5, 7, 8, 9, D1, D2, D3",
    ),
    ((*BOARD, "put Ann 6", "field 6 S3"), "move Ann 6", "must-move", "1 to 3 cards"),
    (("put Ann 6 --down",), "move Ann 5", "face-down", "companion do turn-up"),
    (("put Ann 6",), "turn-up Ann", "face-up", "companion do move"),
    ((), "put Ann start --down", "face-down", "leave --down out"),
    (("put Ann 6", "field 6 S3", "put Bob 5"), "move Bob 6 --card S4", "known-card", "lies the 3 of spades"),
    (("put Ann 6", "field 6 S3", "put Bob 4"), "move Bob 5 --card S3", "known-card", "lies on place 6"),
    (("put Ann 0", "take Bob D3"), "move Ann 1 --card D3", "same-card-twice", "Treasures still out: D2, D4"),
    (("suit Bob spades", "put Ann 0"), "move Ann 1 --card SK", "in-play", "The field has 2 to 10"),
    (("put Ann 0",), "move Ann start --card S3", "no-card", "off the board"),
    ((), "field start S3", "no-card", "off the board"),
    ((), "take Ann H5", "not-a-treasure", "treasures are D2, D3"),
    ((), "take Ann DK", "not-a-treasure", "Still out: D2, D3"),
    ((), "take Ann D2 D2", "same-card-twice", "name it once"),
    (("take Bob D2",), "take Ann D2", "same-card-twice", "is with Bob already. Still out: D3"),
    (("take Bob D2 D3 D4 D5 D6 D7 D8 D9 D10",), "take Ann D2", "same-card-twice", "Still out: none"),
    ((), "take Ann D2 --now D3", "not-in-stock", "never in the stock"),
    ((), "take Ann D2 D3 --now H3", "conflicting-options", "one by one"),
    (("put Ann 3", "move Ann 4 --card S9"), "take Ann D2", "not-there", "where the 9 of spades lies"),
    (("put Ann 0", "move Ann start"), "take Ann D2", "not-there", "no field card lies"),
    ((*BOARD, "move Ann 0"), "take Ann D2", "first-turn", "first-turn = move-only"),
    ((*BOARD, "move Ann 0"), "thief --from 0 --by 3", "first-turn", "companion do turn"),
    ((*BOARD, "move Ann 0"), "battle Ann K Bob Q", "first-turn", "no battle in it"),
    (("take Ann D2", "put Ann 3"), "bank Ann", "not-at-start", "back on the start place"),
    ((), "bank Ann", "nothing-in-hand", "companion do take"),
    (("take Ann D2", "bank Ann"), "bank Ann", "nothing-in-hand", "Banked: D2"),
    (("take Ann D2",), "give Ann Bob D3", "not-in-hand", "In hand: D2"),
    (("take Ann D2",), "give Ann Ann D2", "same-player", "others are Bob, Cem"),
    (
        ("take Ann D2 D3", "put Ann 1", "thief --from 0 --by 1"),
        "give Ann Bob D2 D3",
        "not-named",
        "`companion do lose` names it, one of D2, D3",
    ),
    ((), "lose Ann D2", "nothing-to-name", "Such losses: none"),
    ((), "stock 10", "stock-mismatch", "11 at first less 0 treasures"),
    ((), "battle Ann K Ann Q", "same-player", "others are Bob, Cem"),
    ((), "battle Ann 9 Bob Q", "not-a-face", "K, Q or J"),
    ((), "battle Ann S9 Bob Q", "not-a-face", "with none"),
    (("put Bob 3 --down",), "battle Ann K Bob Q", "face-down", "turned up"),
    (("put Bob start",), "battle Ann K Bob Q", "off-board", "--at PLACE"),
    ((), "battle Ann K Bob K --gives D2", "unneeded-option", "Leave --gives out"),
    (("take Bob D2",), "battle Ann K Bob Q --gives D3", "not-in-hand", "In hand: D2"),
    ((), "battle Ann K Bob Q --to 5", "house-rule", "house rule my-god is off"),
    ((), "battle Ann K Bob none --paid", "house-rule", "house rule magic is off"),
    ((), "thief --from 3", "missing-option", "--by says the number"),
    ((), "thief --from 12 --by 3", "bad-number", "the places of the track are 0 to 11, not 12"),
    ((), "thief --from 3 --by 15", "bad-number", "1 to 14 places, not 15"),
    ((), "thief --from 3 --by 0", "bad-number", "1 to 14 places, not 0"),
    ((), "thief --by 3 --ace Ann", "bad-argument", "NAME=VALUE, for instance Ann=5"),
    ((), "thief --by 3 --ace Ann=12", "bad-argument", "places 0 to 11"),
    ((), "thief --by 3 --ace Ann=D3", "bad-argument", "places 0 to 11"),
    ((), "thief --by 3 --ace Ann=3:flat", "bad-argument", "NAME=PLACE:down"),
    ((), "thief --by 3 --ace Eve=3", "unknown-player", "Seated: Ann, Bob, Cem"),
    (("take Ann D2",), "thief --from 0 --by 3 --loses Ann=D2", "not-robbed", "Robbed: nobody"),
    (("put Ann 1", "take Ann D2"), "thief --from 0 --by 3 --loses Ann=D3", "not-in-hand", "In hand: D2"),
    (("put Ann 1", "take Ann D2"), "thief --from 0 --by 3 --waived Bob", "not-robbed", "Robbed: Ann"),
    (
        ("put Ann 1", "take Ann D2", "field 5 D9"),
        "thief --from 0 --by 3 --loses Ann=D2:5",
        "bad-argument",
        "that is no treasure; on place 5 lies the 9 of diamonds",
    ),
    (("put Ann 3", "move Ann 4 --card S9"), "thief --by 5", "wrong-number", "the thief goes 9, not 5"),
    ((), "mimic Ann H2 H3", "house-rule", "house rule mimic is off"),
    ((), "spirit Ann HK 3", "house-rule", "house rule spirit is off"),
    ((), "retreat Ann 3", "house-rule", "house rule spirit is off"),
    (("put Ann 3",), BOARD[0], "board-in-use", "before the first move"),
    ((), "board E", "illegal-board", "1 thief (T), not 0"),
    ((), "holdings Ann D2=2", "same-card-twice", "2 of diamonds"),
    ((), "holdings Ann S2=1", "not-a-treasure", "treasures are"),
    (("close",), "take Ann D2", "closed", "companion undo"),
    ((), "rule jokers=1", "settled-at-setup", "new table"),
]

VARIANTS: list[tuple[tuple[str, ...], str, str, str]] = [
    ((), "suit Ann diamonds", "house-rule", "Free: hearts, spades, clubs"),
    ((), "battle Ann none Bob none --paid", "conflicting-options", "the K, Q or J that Ann hands over"),
    ((), "battle Ann K Bob Q --paid", "conflicting-options", "the second is none"),
    ((), "battle Ann K Bob none --paid --gives D2", "unneeded-option", "leave --gives out"),
    (
        ("suit Ann hearts",),
        "battle Ann K Bob Q",
        "missing-suit",
        "what Bob plays, hearts, diamonds, spades or clubs",
    ),
    (("suit Ann hearts", "suit Bob clubs"), "battle Ann K Bob Q", "missing-option", "--field CARD"),
    (("field D3 S9",), "battle Ann K Bob K --to 5", "not-there", "Face up on record: D3"),
    ((), "battle Ann K Bob K --to start", "not-there", "none, so 0 to 11"),
    ((), "mimic Ann", "missing-argument", "2 cards, not 0"),
    ((), "mimic Ann H2", "missing-argument", "2 cards, not 1"),
    ((), "mimic Ann H2 D3", "not-in-stock", "never in the stock"),
    ((), "mimic Ann H2 H2", "same-card-twice", "two cards"),
    ((), "mimic Ann H2 H3 --gives Bob=D2", "unneeded-option", "leave --gives out"),
    (("take Cem D2",), "mimic Ann H3 H2 --gives Bob=D2", "not-in-hand", "on record: Cem"),
    ((), "mimic Ann H3 H2 --gives Bob", "bad-argument", "NAME=CARD"),
    (("put Ann 3", "field 3 S9"), "mimic Ann H2 H3", "no-mimic", "Mimics are a joker on the field"),
    (
        ("put Ann 3", "put Bob 3"),
        "mimic Ann H2 H3",
        "battle-first",
        "The ace of Bob is face up on place 3 too",
    ),
    ((), "spirit Ann H9 3", "not-a-face", "jack, queen or king"),
    (("suit Ann hearts",), "spirit Ann SK 3", "not-own-suit", "HJ, HQ, HK"),
    (("spirit Ann HK 3",), "spirit Ann HK 4", "already-laid", "companion do spirit-move"),
    ((), "spirit Ann HK start", "no-card", "0 to 11 or a dungeon place"),
    (("field 3 joker",), "spirit Ann HK 3", "mimic", "that are no mimic"),
    (("put Ann 3 --down",), "spirit Ann HK 3", "face-down", "turned up"),
    (("spirit Ann HK 3",), "spirit-move Bob HK 4", "not-own-spirit", "Spirits of Bob: none"),
    (("spirit Ann HK 3",), "spirit-battle Bob HK Ann HQ", "not-own-spirit", "is Ann's on record"),
    ((), "spirit-battle Bob HK Ann HK", "same-card-twice", "Two spirits battle"),
    ((), "retreat Ann D3", "not-there", "0 to 11"),
]


@pytest.mark.parametrize(("before", "line", "kind", "fragment"), SABOTEUR)
def test_saboteur_refuses(before: tuple[str, ...], line: str, kind: str, fragment: str):
    refused = Table("saboteur", 4).do(*before).refused(line)
    assert (refused.kind, fragment in str(refused.text)) == (kind, True), str(refused.text)


@pytest.mark.parametrize(("before", "line", "kind", "fragment"), TREASURE)
def test_treasure_hunt_refuses(before: tuple[str, ...], line: str, kind: str, fragment: str):
    refused = Table("treasure-hunt", start=None).do(*before).refused(line)
    assert (refused.kind, fragment in str(refused.text)) == (kind, True), str(refused.text)


@pytest.mark.parametrize(("before", "line", "kind", "fragment"), VARIANTS)
def test_the_variants_refuse(before: tuple[str, ...], line: str, kind: str, fragment: str):
    rules = dict.fromkeys(("mimic", "rush", "magic", "my-god", "mana", "spirit"), "on")
    refused = Table("treasure-hunt", rules=rules, start=None).do(*before).refused(line)
    assert (refused.kind, fragment in str(refused.text)) == (kind, True), str(refused.text)


def test_at_tables_where_cards_deal_there_is_no_redeal():
    refused = Table("saboteur", 4, rules={"roles": "cards"}).refused("redeal roles")
    assert (refused.kind, "shuffle them and deal again" in str(refused.text)) == ("dealt-by-cards", True)
