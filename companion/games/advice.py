"""What to do now at a table, in a line or two, from what everybody there may see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scorers.caravan import NAMES
from scorers.text import TN, T, Text

Shown = Mapping[str, Any]
"""What `companion.view.view` gives for the whole table."""


def general(shown: Shown) -> tuple[Text, ...]:
    """Advice that fits any game."""
    if not shown["open"]:
        return (T("The table is closed: `score` shows who won."),)
    return (T("Play, and record what counts; `?` lists the actions, `close` ends the table."),)


def saboteur(shown: Shown) -> tuple[Text, ...]:
    """Looks at roles that are still due, then the round and how it ends, then the gold."""
    round_, rounds = shown["round"], shown["rounds"]
    if len(shown["finished"]) >= rounds:
        return _gold_due(shown)
    now = T("Round {round} of {rounds}.", round=round_, rounds=rounds)
    waiting = () if _under_way(shown) else _roles_unseen(shown)
    if waiting:
        return (
            T(
                "{now} Pass the screen round: `secret {name}` shows a role to its player alone.",
                now=now,
                name=waiting[0],
            ),
            T("Roles not looked at yet: {names}.", names=waiting),
        )
    again = any(void["deal"] == "roles" and void["round"] == round_ for void in shown.get("void_deals", ()))
    anew = T("Roles were dealt again in this round: each looks anew, `secret NAME`.")
    return (
        *((anew,) if again else ()),
        T("{now} A map card: `peek GOAL NAME`; a goal reached: `reveal GOAL`.", now=now),
        T("The round's end: `finish --winner diggers --connector NAME`, or `finish --winner saboteurs`."),
    )


def _roles_unseen(shown: Shown) -> tuple[str, ...]:
    """Who hasn't looked at the role that the companion dealt them in this round."""
    if shown["rules"]["roles"] != "companion":
        return ()
    looked = {
        look["player"]
        for look in shown["looks"]
        if look["what"] == "role" and look["round"] == shown["round"]
    }
    return tuple(p["name"] for p in _present(shown) if p["name"] not in looked)


def _under_way(shown: Shown) -> bool:
    """Whether something of the round is on record: then who wanted to look at their role has."""
    goals = any(look["what"] != "role" and look["round"] == shown["round"] for look in shown["looks"])
    tools = any(shown.get("broken_tools", {}).values())
    return bool(goals or tools or shown["open_goals"] or shown.get("turn") or shown.get("last_card"))


def _gold_due(shown: Shown) -> tuple[Text, ...]:
    without = tuple(p["name"] for p in shown["players"] if not shown.get("gold", {}).get(p["name"]))
    if not without:
        return (_ended(),)
    return (
        T("All rounds are over. Count the gold: `holdings NAME gold-1=N ...`, or `scan FILE --player NAME`."),
        T("Nothing on record of {names}. Then `score` shows who won, `close` ends the table.", names=without),
    )


def archaeology(shown: Shown) -> tuple[Text, ...]:
    """The turn's order, or the forced sale."""
    if shown.get("forced_sale"):
        seller = shown.get("sells_next")
        if seller is None:
            return (T("The forced sale: each in turn sells at least one set, until no hand holds a card."),)
        return (T("The forced sale: {name} sells at least one set.", name=seller),)
    left = shown.get("dig_deck", {}).get("left")
    if left == 0:
        return (
            T("The dig deck is empty: trade, explore, sell, or `pass NAME`. When all pass, all is sold."),
        )
    turn = T("A turn: dig a card, then trade, explore and sell as you like.")
    if left is None:
        return (turn,)
    return (turn, TN("{count} card is left to dig.", "{count} cards are left to dig.", left))


def caravan(shown: Shown) -> tuple[Text, ...]:
    """Who takes next in a distribution, else what a turn is."""
    distribution = shown.get("distribution")
    if distribution and distribution["still_to_take"]:
        cards = tuple(
            T("{n} x {card}", n=n, card=NAMES.get(card, card))
            for card, n in distribution["may_take"].items()
            if n and card != "mouse"
        )
        return (
            T(
                "A distribution: {name} takes all cards of one kind: `take {name} CARD`.",
                name=distribution["still_to_take"][0],
            ),
            T("In the caravan: {cards}.", cards=cards or T("no cards on record")),
        )
    turn = T("A turn: buy from the market, or stock cards of one kind into the caravan.")
    free = (shown.get("caravan") or {}).get("free")
    if free is None:
        return (turn,)
    return (
        turn,
        TN("{count} space is free in the caravan.", "{count} spaces are free in the caravan.", free),
    )


def treasure_hunt(shown: Shown) -> tuple[Text, ...]:
    """What a turn is, or that no treasure is left."""
    out = shown.get("treasures_out")
    if out == 0:
        return (_ended(),)
    turn = T("A turn: move the ace, settle battles and the treasure, then the thief's move.")
    if out is None:
        return (turn,)
    return (turn, TN("{count} treasure is still out.", "{count} treasures are still out.", out))


def _ended() -> Text:
    return T("The game has ended: `score` shows who won, `close` ends the table.")


def _present(shown: Shown) -> list[Mapping[str, Any]]:
    return [player for player in shown["players"] if not player.get("away")]


OF: Mapping[str, Callable[[Shown], tuple[Text, ...]]] = {
    "saboteur": saboteur,
    "archaeology": archaeology,
    "caravan": caravan,
    "treasure-hunt": treasure_hunt,
}
"""Each game's advice by its key."""
