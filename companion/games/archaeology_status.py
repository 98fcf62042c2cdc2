"""How an Archaeology table stands: what was sold, hands, market, chambers, the dig deck."""

from __future__ import annotations

from companion.games.archaeology_record import in_words
from companion.games.status import Part, Shown, grid, hands, marked
from scorers.archaeology import counted
from scorers.checks import all_of
from scorers.text import TN, T, Text


def status(shown: Shown) -> tuple[Part, ...]:
    """Sales and hands by player, then what lies on the table, then what isn't sold yet."""
    return (
        *_sale(shown),
        *_players(shown),
        *_market(shown),
        *_dig_deck(shown),
        *_chambers(shown),
        T("Not sold yet: {cards}.", cards=in_words(shown["unsold"].items())),
    )


def _sale(shown: Shown) -> tuple[Text, ...]:
    if not shown["open"]:
        return ()
    told = []
    if shown["forced_sale"]:
        told.append(T("The forced sale is on."))
        if shown["sells_next"]:
            told.append(T("{player} sells next.", player=shown["sells_next"]))
    if shown["passed"]:
        told.append(T("Passed: {names}.", names=tuple(shown["passed"])))
    return tuple(told)


def _players(shown: Shown) -> tuple[Part, ...]:
    names, held = marked(shown), hands(shown)
    rows = [
        (
            names[sale["player"]],
            tuple(
                T("{cards} for {points}", cards=counted(one["card"], one["count"]), points=one["points"])
                for one in sale["sets"]
            ),
            sale["total"],
            held.get(sale["player"], ""),
        )
        for sale in shown["sold"]
    ]
    return grid((T("Player"), T("Sold"), T("Points"), T("In hand")), rows, (2, 3))


def _market(shown: Shown) -> tuple[Text, ...]:
    market = shown["market"]
    if market is None:
        return ()
    cards, unnamed = market["cards"], market["unnamed"]
    if unnamed == 0:
        return (T("Market: {cards}.", cards=in_words(cards.items())),)
    more = T("others") if unnamed is None else TN("{count} more card", "{count} more cards", unnamed)
    if not cards:
        return (T("Market: {cards} of no recorded kind.", cards=more),)
    return (T("Market: {cards}, and {more} of no recorded kind.", cards=in_words(cards.items()), more=more),)


def _dig_deck(shown: Shown) -> tuple[Text, ...]:
    deck = shown["dig_deck"]
    if not deck["left"]:
        return (T("The dig deck is empty as recorded."),)
    inside = (
        TN("{count} treasure", "{count} treasures", deck["treasures"]),
        TN("{count} thief", "{count} thieves", deck["thieves"]),
        TN("{count} sandstorm", "{count} sandstorms", deck["sandstorms"]),
    )
    left = TN("{count} card", "{count} cards", deck["left"])
    return (T("Dig deck, as recorded: {left}, of them {inside}.", left=left, inside=all_of(inside)),)


def _chambers(shown: Shown) -> tuple[Part, ...]:
    rows = [
        (c["maps"], c["cards"], c["opened_by"] if c["opened_by"] else T("not opened"))
        for c in shown["chambers"]
    ]
    return grid((T("Maps"), T("Treasures in the chamber"), T("Opened by")), rows, (0, 1))
