"""Treasure Hunt's setup guide: the numbers for each player count and the steps (rules page treasure-hunt)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.games.base import Guide, Occasion, Step
from companion.games.treasure_board import Layout, drawing
from companion.table import Json
from scorers.text import TN, T, Text
from scorers.treasure_hunt import RUSH_PLAYERS, SUITS, setup


class Numbers(NamedTuple):
    """How many cards go where. `spares` are faces of suits nobody plays that are extra hand cards."""

    hands: int
    stock: int
    field_pack: int
    track: int
    dungeon: int
    spares: int


def numbers(players: int, rules: Mapping[str, str]) -> Numbers:
    """The row of the rules page for this many players, with the house rules that move cards.

    `jokers` decides on the second joker. Under `spirit` with `spirit-spares` the J and Q of suits nobody
    plays leave the field pack and their K leaves the stock; under `rush` the diamonds' J, Q, K stay, being
    treasures.
    """
    row = setup(players)
    two = int(rules["jokers"]) - 1
    suits = 0
    if rules["spirit"] == "on" and rules["spirit-spares"] == "on":
        suits = len(SUITS) - players - (1 if rush(players, rules) else 0)
    return Numbers(
        hands=row.hands + 3 * suits,
        stock=row.stock - suits,
        field_pack=row.field_pack[two] - 2 * suits,
        track=row.track,
        dungeon=row.dungeon[two] - 2 * suits,
        spares=3 * suits,
    )


def rush(players: int, rules: Mapping[str, str]) -> bool:
    """Whether the variant `rush` changes anything for this many players."""
    return rules["rush"] == "on" and players <= RUSH_PLAYERS


def guide(occasion: Occasion, layout: Layout | None) -> Guide:
    """The guide for these players and house rules, with the board where one was dealt."""
    count = numbers(len(occasion.players), occasion.rules)
    told: dict[str, Json] = {
        "hands": count.hands,
        "stock": count.stock,
        "field_pack": count.field_pack,
        "track": count.track,
        "dungeon": count.dungeon,
    }
    return Guide(told, tuple(_steps(count, occasion, layout)), drawing(layout) if layout else None)


def _steps(count: Numbers, occasion: Occasion, layout: Layout | None) -> Iterator[Step]:
    rules, players = occasion.rules, len(occasion.players)
    yield Step(T("Suits"), _suits(count, players, rules))
    yield Step(T("Stock"), _stock(count, players))
    yield Step(T("Thief and field pack"), _field(count, players, rules))
    yield Step(T("Track"), _track(count, layout))
    yield Step(T("Dungeons"), _dungeons(count, layout))
    yield Step(T("Thief, entry and aces"), _pieces(layout))
    yield Step(T("Order of play"), _order(occasion))
    notes = tuple(_variants(count, players, rules))
    if notes:
        yield Step(T("Variants in force"), _sentences(notes))


def _sentences(parts: tuple[Text, ...]) -> Text:
    head, *tail = parts
    for part in tail:
        head = T("{first} {then}", first=head, then=part)
    return head


def _unplayed(players: int) -> Text:
    return TN("the suit nobody plays", "the {count} suits nobody plays", len(SUITS) - players)


def _suits(count: Numbers, players: int, rules: Mapping[str, str]) -> Text:
    parts = [
        T(
            "Each of the {players} players chooses a suit and takes its ace, jack, queen and king: the ace "
            "is the pawn, the others are the battle hand. That makes {cards} cards.",
            players=players,
            cards=4 * players,
        )
    ]
    if rush(players, rules):
        parts.append(T("For Rush nobody chooses diamonds."))
    if count.spares:
        parts.append(
            T(
                "With Spirit the {spares} spare jacks, queens and kings {whose} are extra hand cards: share "
                "them out as you agree. Then {hands} cards are out with the players.",
                spares=count.spares,
                whose=_spare_suits(players, rules),
                hands=count.hands,
            )
        )
    return _sentences(tuple(parts))


def _spare_suits(players: int, rules: Mapping[str, str]) -> Text:
    if rush(players, rules):
        return T("of the suit nobody plays, diamonds apart,")
    return T("of {suits}", suits=_unplayed(players))


def _stock(count: Numbers, players: int) -> Text:
    hearts = T("the hearts 2 to 10")
    unplayed = len(SUITS) - players
    if not unplayed:
        cards = hearts
    else:
        kings = unplayed - count.spares // 3
        aces = TN("{count} ace", "{count} aces", unplayed)
        faces = TN("{count} king", "{count} kings", kings)
        cards = (
            T(
                "{aces} and {kings} of {suits} and {hearts}",
                aces=aces,
                kings=faces,
                suits=_unplayed(players),
                hearts=hearts,
            )
            if kings
            else T("{aces} of {suits} and {hearts}", aces=aces, suits=_unplayed(players), hearts=hearts)
        )
    return T(
        "Shuffle {cards}. These {stock} cards, face down, are the stock.", cards=cards, stock=count.stock
    )


def _field(count: Numbers, players: int, rules: Mapping[str, str]) -> Text:
    parts = [T("One joker is the thief: lay it ready.")]
    if rules["jokers"] == "1":
        parts.append(T("Play without the other joker."))
    parts.append(T("The field pack is the spades, clubs and diamonds 2 to 10 (27 cards)"))
    faces = 2 * (len(SUITS) - players) - 2 * count.spares // 3
    more = []
    if faces:
        more.append(
            T("the diamond jack and queen")
            if count.spares
            else TN(
                "the jack and the queen of the suit nobody plays",
                "the {faces} jacks and queens of the {count} suits nobody plays",
                len(SUITS) - players,
                faces=faces,
            )
        )
    if rules["jokers"] == "2":
        more.append(T("the second joker"))
    pack = parts.pop()
    for part in more:
        pack = T("{pack} plus {part}", pack=pack, part=part)
    parts.append(T("{pack}: {n} cards. Shuffle it.", pack=pack, n=count.field_pack))
    return _sentences(tuple(parts))


def _track(count: Numbers, layout: Layout | None) -> Text:
    if layout:
        return T(
            "Lay {track} field cards face down in a closed loop as the drawing shows: places 0 to {last}, "
            "clockwise. All cards lie in the same direction.",
            track=count.track,
            last=count.track - 1,
        )
    return T(
        "Lay {track} field cards face down in a closed loop. Each touches exactly two others of the loop by "
        "an edge. All cards lie in the same direction. The companion draws a board when it opens the table; "
        "you may also lay your own.",
        track=count.track,
    )


def _dungeons(count: Numbers, layout: Layout | None) -> Text:
    if layout:
        return T(
            "Lay the other {dungeon} field cards face down as dungeons: the grey boxes D1 to "
            "D{dungeon} in the drawing.",
            dungeon=count.dungeon,
        )
    return T(
        "Lay the other {dungeon} field cards face down as dungeons: chains that branch off the track, one "
        "or several. No four cards may form a square.",
        dungeon=count.dungeon,
    )


def _pieces(layout: Layout | None) -> Text:
    aces = T("Put the aces face up on the start place. A step onto the entry is step 1.")
    if layout:
        return T(
            "Lay the thief face up on place {thief} (T in the drawing). The entry is place {entry} (E). The "
            "start place is beside it, off the board (S). {aces}",
            thief=layout["track"].index(layout["thief"]),
            entry=layout["track"].index(layout["entry"]),
            aces=aces,
        )
    return T(
        "Lay the thief face up on any track card. Agree on one track card as the entry; the start place is "
        "beside it, off the board. {aces}",
        aces=aces,
    )


def _order(occasion: Occasion) -> Text:
    if occasion.start_name is not None:
        first = T("{player} goes first; agree on the order of the others.", player=occasion.start_name)
    else:
        first = T("The youngest chooses to go first or last; agree on the order.")
    if occasion.rules["first-turn"] == "full":
        then = T("By your house rule the first turn has battles, treasures and the thief's move too.")
    else:
        then = T("There is no battle, no treasure and no move of the thief in the first turn.")
    return T(
        "{first} In the first turn each ace moves exactly as many cards as its place in the order, the "
        "entry counted. {then}",
        first=first,
        then=then,
    )


def _variants(count: Numbers, players: int, rules: Mapping[str, str]) -> Iterator[Text]:
    if rules["mimic"] == "on":
        yield _mimic(count, players, rules)
    if rules["rush"] == "on":
        yield (
            T("Rush: the diamond jack, queen and king on the field are treasures too.")
            if rush(players, rules)
            else T("Rush changes nothing with {players} players: every suit is played.", players=players)
        )
    quiet = [
        name
        for key, name in (("magic", T("Magic")), ("my-god", T("My God!")), ("mana", T("Mana")))
        if rules[key] == "on"
    ]
    if rules["spirit"] == "on":
        if rules["spirit-spares"] == "on" and not count.spares:
            yield T("Spirit: no jacks, queens or kings are spare here.")
        elif not count.spares:
            quiet.append(T("Spirit"))
    if quiet:
        yield T("{names}: nothing changes in the setup.", names=tuple(quiet))


def _mimic(count: Numbers, players: int, rules: Mapping[str, str]) -> Text:
    faces = 2 * (len(SUITS) - players) - 2 * count.spares // 3
    if rules["mimic-faces"] == "on" and faces:
        who = T("the jacks, queens and kings of suits nobody plays")
        if rules["jokers"] == "2":
            who = T("the joker in the field pack and {faces}", faces=who)
        return T("Mimic: {who} are mimics when they lie on the field.", who=who)
    if rules["jokers"] == "2":
        return T("Mimic: the joker in the field pack is the mimic.")
    return T("Mimic: with one joker, which is the thief, no mimic lies on the field.")
