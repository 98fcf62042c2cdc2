"""How a Saboteur table stands: the round, tools, goals, who looked at what, the gold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.saboteur_finish import DIGGERS
from companion.games.saboteur_play import tool_names
from companion.games.saboteur_secrets import PLACES, SABOTEUR, content_name, place_name
from companion.games.status import Part, Shown, grid, marked, turn
from scorers.checks import all_of
from scorers.saboteur import GOLD
from scorers.text import TN, T, Text


def status(shown: Shown) -> tuple[Part, ...]:
    """The round under way, then the rounds that are over and the gold."""
    over = len(shown["finished"]) >= shown["rounds"]
    if over or not shown["open"]:
        playing: tuple[Part, ...] = ()
        if over:
            playing = (TN("The only round is over.", "All {count} rounds are over.", shown["rounds"]),)
    else:
        playing = (
            T("Round {round} of {rounds}.", round=shown["round"], rounds=shown["rounds"]),
            *turn(shown),
            *_last(shown),
            *_tools(shown),
            *_goals(shown),
            *_again(shown),
            *_looks(shown),
        )
    return (*playing, *_finished(shown), *_gold(shown))


def _last(shown: Shown) -> tuple[Text, ...]:
    return (T("{player} played the last card.", player=shown["last_card"]),) if shown["last_card"] else ()


def _tools(shown: Shown) -> tuple[Part, ...]:
    broken = {name: tools for name, tools in shown["broken_tools"].items() if tools}
    if not broken:
        return (T("No tool is broken: everybody may build."),)
    may = tuple(shown["may_build"])
    return (
        *(T("Broken of {player}: {tools}.", player=name, tools=tool_names(t)) for name, t in broken.items()),
        T("May build: {names}.", names=may) if may else T("Nobody may build."),
    )


def _goals(shown: Shown) -> tuple[Text, ...]:
    turned_up: Mapping[str, str | None] = shown["open_goals"]
    closed = tuple(place_name(place) for place in PLACES if place not in turned_up)
    told = [
        T("Open: {goal}.", goal=place_name(place))
        if content is None
        else T("Open: {goal}, {content}.", goal=place_name(place), content=content_name(content))
        for place, content in turned_up.items()
    ]
    return (*told, *((T("Face down: {goals}.", goals=closed),) if closed else ()))


def _again(shown: Shown) -> tuple[Text, ...]:
    void = [entry["deal"] for entry in shown["void_deals"] if entry["round"] == shown["round"]]
    return (
        *((T("The roles of this round were dealt again."),) if "roles" in void else ()),
        *((T("The goals of this round were dealt again."),) if "goals" in void else ()),
    )


def _looks(shown: Shown) -> tuple[Text, ...]:
    """Who looked in this round: never what they saw."""
    names: dict[str, list[str]] = {}
    for look in shown["looks"]:
        seen = names.setdefault(look["what"], [])
        if look["round"] == shown["round"] and look["player"] not in seen:
            seen.append(look["player"])
    told = [
        T("At their role looked {names}.", names=all_of(who))
        if what == "role"
        else T("At {goal} looked {names}.", goal=place_name(what), names=all_of(who))
        for what, who in names.items()
        if who
    ]
    return tuple(told)


def _finished(shown: Shown) -> tuple[Part, ...]:
    rows = [
        (
            entry["round"],
            T("the diggers") if entry["winner"] == DIGGERS else T("the saboteurs"),
            tuple(name for name, role in entry["roles"].items() if role == SABOTEUR) or T("none"),
            _handed_out(entry),
        )
        for entry in shown["finished"]
    ]
    return grid((T("Round"), T("Won by"), T("Saboteurs"), T("Gold")), rows, (0,))


def _handed_out(entry: Mapping[str, Any]) -> object:
    if entry["winner"] == DIGGERS:
        return T("picked by {names}", names=tuple(entry["picks"])) if entry["picks"] else T("none")
    paid = tuple(T("{player} {n}", player=name, n=nuggets) for name, nuggets in entry["pay"].items())
    return paid or T("none")


def _gold(shown: Shown) -> tuple[Part, ...]:
    left = shown["gold_pile"]
    pile = TN("{count} gold card is left in the pile.", "{count} gold cards are left in the pile.", left)
    names = marked(shown)
    rows = [
        (
            names[player],
            tuple(T("{n} of {value}", n=cards[f"gold-{v}"], value=v) for v in GOLD if cards.get(f"gold-{v}")),
            sum(v * cards.get(f"gold-{v}", 0) for v in GOLD),
        )
        for player, cards in shown.get("gold", {}).items()
    ]
    if not any(cards for _, cards, _ in rows):
        return (pile,)
    return (pile, *grid((T("Player"), T("Gold cards"), T("Nuggets")), rows, (2,)))
