"""Tan-Tan Caravan's setup guide: its numbers and its steps (rules page, "Setup")."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.base import Guide, Kind, Occasion, Step
from companion.games.caravan_board import COSTS, draw
from companion.games.caravan_edition import ALL_CARDS, FULL_TABLE, cards_in_play, removed, spaces
from companion.table import Json
from scorers.text import T, Text

HAND_LIMIT = 7
WALLET = 1


def numbers(occasion: Occasion) -> Mapping[str, Json]:
    """The numbers for these players; `caravan_spaces` is None until the edition has it."""
    return {
        "starting_hand": int(occasion.rules["starting-hand"]),
        "market_costs": list(COSTS),
        "hand_limit": HAND_LIMIT,
        "caravan_spaces": spaces(occasion.edition, len(occasion.players)),
    }


def guide(occasion: Occasion, kinds: tuple[Kind, ...]) -> Guide:
    """The guide for these players, their house rules, and what the edition tells."""
    players, hand = len(occasion.players), int(occasion.rules["starting-hand"])
    steps = (
        _board(players, spaces(occasion.edition, players)),
        _cards(players, occasion.edition, kinds),
        _hands(players, hand),
        _pile(players, hand, cards_in_play(occasion.edition, players)),
        _market(),
        _start(occasion),
        _first_turns(hand),
    )
    return Guide(numbers(occasion), steps, draw(players, occasion.edition))


def _board(players: int, known: int | None) -> Step:
    if known is None:
        text = T(
            "Lay the board in the middle. With {players} players the caravan ends at the mark {players}. "
            "How many spaces that is, the board shows; the companion hasn't been told and can do without.",
            players=players,
        )
    else:
        text = T(
            "Lay the board in the middle. With {players} players the caravan has {spaces} spaces "
            "and ends at the mark {players}.",
            players=players,
            spaces=known,
        )
    return Step(T("Board"), text)


def _cards(players: int, edition: Mapping[str, Json], kinds: tuple[Kind, ...]) -> Step:
    title = T("Cards in play")
    if players == FULL_TABLE:
        return Step(
            title,
            T("With {players} players all {cards} cards are in play.", players=players, cards=ALL_CARDS),
        )
    gone = removed(edition, players)
    out = tuple(T("{count} x {card}", count=gone[k.key], card=k.name) for k in kinds if gone[k.key])
    unknown = tuple(kind.name for kind in kinds if gone[kind.key] is None)
    if len(unknown) == len(kinds):
        text = T(
            "The rules in your box say which cards leave the game with {players} players: put those back "
            "into the box. The companion doesn't know them; `companion edition caravan` keeps them for the "
            "next time.",
            players=players,
        )
    elif unknown:
        text = _partly(players, out, unknown)
    else:
        text = _all_told(players, out, cards_in_play(edition, players))
    return Step(title, text)


def _partly(players: int, out: tuple[Text, ...], unknown: tuple[Text, ...]) -> Text:
    look = T(
        "How many leave the game with {players} players of {unknown}, the rules in your box say.",
        players=players,
        unknown=unknown,
    )
    return T("Put back into the box: {cards}. {look}", cards=out, look=look) if out else look


def _all_told(players: int, out: tuple[Text, ...], left: int | None) -> Text:
    if not out:
        return T("With {players} players all {cards} cards are in play.", players=players, cards=left)
    return T("Put back into the box: {out}. {left} cards stay in play.", out=out, left=left)


def _hands(players: int, hand: int) -> Step:
    title = T("Hands")
    if not hand:
        return Step(title, T("Shuffle the cards. Nobody is dealt any: every hand begins empty."))
    text = T(
        "Shuffle the cards. Deal {hand} face down to each of the {players} players, {all} cards in all. "
        "Keep your hand hidden from the others.",
        hand=hand,
        players=players,
        all=hand * players,
    )
    return Step(title, text)


def _pile(players: int, hand: int, in_play: int | None) -> Step:
    title = T("Pile")
    if in_play is None:
        return Step(title, T("Lay the rest beside the board as the pile, face up."))
    left = in_play - hand * players - WALLET - len(COSTS)
    text = T(
        "Lay the rest beside the board as the pile, face up. After the next step it holds {left} cards.",
        left=left,
    )
    return Step(title, text)


def _market() -> Step:
    return Step(
        T("Wallet and market"),
        T(
            "Put the pile's top card on the wallet space. Fill the market's {places} spaces from the left "
            "with the next cards; they cost {costs}.",
            places=len(COSTS),
            costs=COSTS,
        ),
    )


def _start(occasion: Occasion) -> Step:
    title = T("Start player")
    if occasion.start_name is not None:
        return Step(title, T("{player} begins. Play goes clockwise.", player=occasion.start_name))
    return Step(
        title,
        T("Whoever saw a camel most recently begins; one in a picture counts. Play goes clockwise."),
    )


def _first_turns(hand: int) -> Step:
    limit = T(
        "A hand holds at most {limit} cards. With {limit} you must stock, with none you must buy.",
        limit=HAND_LIMIT,
    )
    if hand:
        return Step(T("First turns"), limit)
    return Step(T("First turns"), T("{limit} So everybody's first turn is to buy.", limit=limit))
