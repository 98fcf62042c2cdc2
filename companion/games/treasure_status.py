"""How a Treasure Hunt table stands: the board with aces and thief, treasures, the stock."""

from __future__ import annotations

from string import ascii_lowercase

from companion.games.status import Drawing, Part, Shown, grid, marked, turn
from companion.games.treasure_board import drawing
from companion.games.treasure_places import cells, place_text
from scorers.text import TN, T, Text
from scorers.treasure_hunt import NAMES, SUITS

_SUITS = dict(zip(SUITS, (T("hearts"), T("diamonds"), T("spades"), T("clubs")), strict=True))


def status(shown: Shown) -> tuple[Part, ...]:
    """The turn, the treasures, the board."""
    order = tuple(shown["order"])
    return (
        *((T("Order of play: {names}.", names=order),) if order else ()),
        *turn(shown),
        *_players(shown),
        *_out(shown),
        *_board(shown),
        *_field(shown),
    )


def _players(shown: Shown) -> tuple[Part, ...]:
    names, letters = marked(shown), _letters(shown)
    rows = []
    for player in shown["in_hand"]:
        ace, suit = shown["aces"][player], shown["suits"].get(player)
        more = shown["unnamed"].get(player)
        rows.append(
            (
                letters[player],
                names[player],
                "" if suit is None else _SUITS[suit],
                _place(ace["place"], ace["face_up"]),
                _named(shown["in_hand"][player]),
                _named(shown["banked"][player]),
                "" if more is None else f"{more:+d}",
            )
        )
    headings = ("", T("Player"), T("Suit"), T("Ace"), T("In hand"), T("Banked"), T("Not named yet"))
    return grid(headings, rows)


def _letters(shown: Shown) -> dict[str, str]:
    """What stands for each player's ace in the drawing."""
    return dict(zip(shown["in_hand"], ascii_lowercase, strict=False))


def _place(place: str | None, face_up: bool) -> object:
    where = T("not on record") if place is None else place_text(place)
    return where if face_up else T("{where}, face down", where=where)


def _named(cards: list[str]) -> tuple[Text, ...]:
    return tuple(NAMES[card] for card in cards)


def _out(shown: Shown) -> tuple[Text, ...]:
    stock = TN("{count} card is in the stock.", "{count} cards are in the stock.", shown["stock"])
    out = _named(shown["still_out"])
    return (T("Still out: {cards}.", cards=out) if out else T("No treasure is out any more."), stock)


def _board(shown: Shown) -> tuple[Part, ...]:
    layout = shown["layout"]
    if layout is None:
        return ()
    letters, places = _letters(shown), cells(layout)
    standing: dict[tuple[int, int], str] = {}
    for player, ace in shown["aces"].items():
        if ace["place"] is not None:
            cell = places[ace["place"]]
            standing[cell] = standing.get(cell, "") + letters[player]
    now = layout if shown["thief"] is None else {**layout, "thief": layout["track"][shown["thief"]]}
    legend = T("E is the entry, S the start place, T the thief, small letters are the aces.")
    return (Drawing(drawing(now, standing)), legend)


def _field(shown: Shown) -> tuple[Part, ...]:
    cards = [
        T("{card} on {place}", card=NAMES[card], place=place_text(place))
        for place, card in shown["field"].items()
        if card is not None
    ]
    spirits = [
        T("{card} of {player} on {place}", card=NAMES[c], player=s["player"], place=place_text(s["place"]))
        for c, s in shown["spirits"].items()
        if s["place"] is not None
    ]
    return (
        *((T("Face up: {cards}.", cards=tuple(cards)),) if cards else ()),
        *((T("Spirits: {cards}.", cards=tuple(spirits)),) if spirits else ()),
    )
