"""How a Caravan table stands: assets and majorities, wallet, market, the caravan, a distribution."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.caravan_record import UNKNOWN, in_words, name_of
from companion.games.status import Part, Shown, grid, hands, marked
from scorers.checks import all_of
from scorers.text import TN, T, Text


def status(shown: Shown) -> tuple[Part, ...]:
    """Assets by player, then what lies on the board."""
    return (
        *_distribution(shown),
        *_players(shown),
        *_majorities(shown),
        *_one_more(shown),
        *_caravan(shown),
        *_row(shown),
        *_piles(shown),
    )


def _players(shown: Shown) -> tuple[Part, ...]:
    names, held = marked(shown), hands(shown)
    rows = [
        (names[a["player"]], _cards(a["cards"]), a["total"], held.get(a["player"], ""))
        for a in shown["assets"]
    ]
    return grid((T("Player"), T("Assets"), T("Points"), T("In hand")), rows, (2, 3))


def _cards(cards: Mapping[str, int]) -> object:
    return in_words(cards.items()) if cards else ""


def _majorities(shown: Shown) -> tuple[Text, ...]:
    told = []
    princesses, merchants = shown["most"]["princess"], shown["most"]["merchant"]
    if princesses["players"]:
        told.append(T("Most princesses: {names} with {n}.", **_leaders(princesses)))
    if merchants["players"]:
        told.append(T("Most merchants: {names} with {n}.", **_leaders(merchants)))
    return tuple(told)


def _leaders(most: Mapping[str, object]) -> dict[str, object]:
    players = most["players"]
    assert isinstance(players, list)
    return {"names": all_of(players), "n": most["count"]}


def _one_more(shown: Shown) -> tuple[Part, ...]:
    """What a further princess or merchant would change in points, in a game that is still on."""
    if not shown["open"] or not any(assets["cards"] for assets in shown["assets"]):
        return ()
    names = marked(shown)
    rows = [
        (names[gain["player"]], _change(gain, "princess"), _change(gain, "merchant"))
        for gain in shown["one_more"]
    ]
    return grid((T("One more for"), T("Princess"), T("Merchant")), rows)


def _change(gain: Mapping[str, Mapping[str, int] | None], card: str) -> object:
    changes = gain[card]
    if changes is None:
        return T("none is left")
    if not changes:
        return T("no change")
    return tuple(T("{player} {points:+d}", player=name, points=n) for name, n in changes.items())


def _distribution(shown: Shown) -> tuple[Text, ...]:
    under_way = shown["distribution"]
    if under_way is None:
        return ()
    taken = tuple(T("{player} {card}", player=p, card=name_of(c)) for p, c in under_way["taken"].items())
    return (
        T(
            "A distribution is under way, {first} first. Still to take: {names}.",
            first=under_way["first"],
            names=tuple(under_way["still_to_take"]) or T("nobody"),
        ),
        *((T("Taken: {cards}.", cards=taken),) if taken else ()),
    )


def _caravan(shown: Shown) -> tuple[Text, ...]:
    caravan, spaces = shown["caravan"], shown["caravan_spaces"]
    held = in_words(caravan["cards"].items())
    if caravan["unnamed"]:
        more = TN("{count} card of no recorded kind", "{count} cards of no recorded kind", caravan["unnamed"])
        held = T("{cards} and {more}", cards=held, more=more) if caravan["cards"] else more
    if spaces is None:
        return (T("In the caravan: {cards}.", cards=held),)
    return (
        T(
            "In the caravan: {cards}; {free} of {spaces} spaces free.",
            cards=held,
            free=caravan["free"],
            spaces=spaces,
        ),
    )


def _row(shown: Shown) -> tuple[Part, ...]:
    wallet, market = shown["wallet"], shown["market"]
    told: list[Part] = []
    if wallet is not None:
        card = name_of(wallet["card"])
        told.append(
            T("Wallet: {card}.", card=card)
            if wallet["money"] is None
            else T("Wallet: {card}, money {money}.", card=card, money=wallet["money"])
        )
    if market is not None:
        rows = [(place["cost"], _lying(place["card"])) for place in market]
        told += grid((T("Cost"), T("Market, from the left")), rows, (0,))
    return tuple(told)


def _lying(card: str | None) -> Text:
    if card is None:
        return T("empty")
    return T("not recorded") if card == UNKNOWN else name_of(card)


def _piles(shown: Shown) -> tuple[Text, ...]:
    told = []
    if shown["pile"] is not None:
        left = shown["pile"]
        told.append(TN("{count} card is left in the pile.", "{count} cards are left in the pile.", left))
    if shown["discarded"]:
        told.append(T("Discarded: {cards}.", cards=in_words(shown["discarded"].items())))
    return tuple(told)
