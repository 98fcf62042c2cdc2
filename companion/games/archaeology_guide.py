"""Archaeology's setup guide: its numbers, its steps, and a drawing of the table (rules page, "Setup")."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.base import Guide, Occasion, Step
from companion.table import Json
from scorers.text import TN, T

TREASURES = 66
"""Treasures without the maps, which are what hands, market and chambers are dealt from."""

HAND, MARKET, CHAMBERS = 4, 5, (3, 5, 7)
THIEVES, MAPS, SANDSTORMS = 8, 6, 6
SANDSTORMS_IN_PLAY: Mapping[int, int] = {1: 6, 2: 6, 3: 5, 4: 4}
"""Players -> sandstorms that are shuffled into the dig deck."""

_DRAWING = """\
                         ┌─────────────┐
                         │ chamber     │
                         │ 5 face down │
                         └─────────────┘
        ┌─────────────┐  ┌─────────────┐  ┌─────────────┐
        │ chamber     │  │             │  │ chamber     │
        │ 7 face down │  │   Pyramid   │  │ 3 face down │
        └─────────────┘  └─────────────┘  └─────────────┘

 dig deck                 market, 5 face up
┌───────┐   ┌───────┐ ┌───────┐ ┌───────┐ ┌───────┐ ┌───────┐
│  {dig}   │   │       │ │       │ │       │ │       │ │       │
│ cards │   │       │ │       │ │       │ │       │ │       │
└───────┘   └───────┘ └───────┘ └───────┘ └───────┘ └───────┘"""


def numbers(players: int) -> Mapping[str, Json]:
    """The row of the rules page for this many players (1 to 4).

    >>> numbers(3)["dig_deck"]
    53
    """
    storms = SANDSTORMS_IN_PLAY[players]
    return {
        "hand": HAND,
        "market": MARKET,
        "chambers": list(CHAMBERS),
        "sandstorms": storms,
        "thieves": THIEVES,
        "maps": MAPS,
        "dig_deck": left_over(players) + MAPS + THIEVES + storms,
    }


def left_over(players: int) -> int:
    """Treasures left for the dig deck once hands, market and chambers are dealt."""
    return TREASURES - HAND * players - MARKET - sum(CHAMBERS)


def guide(occasion: Occasion) -> Guide:
    """The guide for these players; the deal of the start player is told where there is one."""
    row = numbers(len(occasion.players))
    steps = (
        _sort_out(),
        _hands(len(occasion.players)),
        _market(),
        _pyramid(),
        _sandstorms(row["sandstorms"]),
        _dig_deck(len(occasion.players), row),
        _start(occasion),
    )
    return Guide(row, steps, _DRAWING.format(dig=row["dig_deck"]))


def _sort_out() -> Step:
    return Step(
        T("Sort the deck"),
        T(
            "Take out the {thieves} thieves, the {storms} sandstorms, the {maps} maps and the Pyramid. "
            "Shuffle the {rest} treasures that remain.",
            thieves=THIEVES,
            storms=SANDSTORMS,
            maps=MAPS,
            rest=TREASURES,
        ),
    )


def _hands(players: int) -> Step:
    text = TN(
        "Deal {hand} of the treasures face down to the one player, as the opening hand.",
        "Deal {hand} of the treasures face down to each of the {count} players, {all} cards in all. "
        "You may look at your own.",
        players,
        hand=HAND,
        all=HAND * players,
    )
    return Step(T("Hands"), text)


def _market() -> Step:
    return Step(
        T("Market"),
        T("Lay {market} treasures face up in a row in the middle. This is the market.", market=MARKET),
    )


def _pyramid() -> Step:
    right, above, left = CHAMBERS
    return Step(
        T("Pyramid"),
        T(
            "Lay the Pyramid beside the market. Deal its three chambers face down, without looking: "
            "{right} treasures to its right, {above} above it, {left} to its left.",
            right=right,
            above=above,
            left=left,
        ),
    )


def _sandstorms(storms: int) -> Step:
    if storms == SANDSTORMS:
        return Step(T("Sandstorms"), T("All {storms} sandstorms are in play.", storms=storms))
    text = TN(
        "Keep {storms} of the {all} sandstorms. Put the other {count} back into the box.",
        "Keep {storms} of the {all} sandstorms. Put the other {count} back into the box.",
        SANDSTORMS - storms,
        storms=storms,
        all=SANDSTORMS,
    )
    return Step(T("Sandstorms"), text)


def _dig_deck(players: int, row: Mapping[str, Json]) -> Step:
    return Step(
        T("Dig deck"),
        T(
            "Shuffle together the {storms} sandstorms, the {thieves} thieves, the {maps} maps and the "
            "{rest} treasures that are left. Lay this dig deck face down; it has {dig} cards.",
            storms=row["sandstorms"],
            thieves=row["thieves"],
            maps=row["maps"],
            rest=left_over(players),
            dig=row["dig_deck"],
        ),
    )


def _start(occasion: Occasion) -> Step:
    drawn = next((deal.value for deal in occasion.deals if deal.name == "start-player"), None)
    title = T("Start player")
    if len(occasion.players) == 1:
        return Step(title, T("{player} plays alone and begins.", player=occasion.players[0].name))
    if drawn is not None:
        return Step(title, T("{player} begins: the companion drew lots. Play goes clockwise.", player=drawn))
    if occasion.start_name is not None:
        return Step(title, T("{player} begins. Play goes clockwise.", player=occasion.start_name))
    return Step(title, T("Choose by any means who begins. Play goes clockwise."))
