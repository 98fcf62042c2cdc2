"""Saboteur's roles and goals: how they are dealt, who may look at them, and how a goal is turned up.

What is dealt is hidden in the deals; nothing here puts it into an event before everybody may know it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

from companion.deals import Dealer
from companion.games.base import Action, Args, Occasion, Outcome, Param
from companion.table import Deal, Json, Look, State
from scorers.refusal import Refusal
from scorers.saboteur import setup
from scorers.text import T, Text

SABOTEUR, DIGGER = "saboteur", "digger"
PLACES = ("top", "middle", "bottom")
CONTENTS = ("gold", "stone-left", "stone-right")

_PLACE_NAMES: Mapping[str, Text] = {
    "top": T("the top goal"),
    "middle": T("the middle goal"),
    "bottom": T("the bottom goal"),
}
_CONTENT_NAMES: Mapping[str, Text] = {
    "gold": T("the gold"),
    "stone-left": T("stone, its corner to the left"),
    "stone-right": T("stone, its corner to the right"),
}


def round_deals(occasion: Occasion, round_: int, dealer: Dealer) -> tuple[Deal, ...]:
    """A round's deals: roles and goals unless cards deal them, and in round 1 who starts, if nobody said."""
    deals: list[Deal] = []
    if occasion.rules["roles"] == "companion":
        deals.append(dealer.seal("roles", round_, _roles(occasion, dealer.randomness("roles", round_))))
    if occasion.rules["goals"] == "companion":
        deals.append(dealer.seal("goals", round_, _goals(dealer.randomness("goals", round_))))
    if round_ == 1 and occasion.start is None:
        name = dealer.randomness("start-player", 1).choice(occasion.players).name
        deals.append(dealer.seal("start-player", 1, {"player": name}, value=name))
    return tuple(deals)


def dealt_again(occasion: Occasion, what: str, round_: int, attempt: int, dealer: Dealer) -> Deal:
    """A new deal of `roles` or `goals` in place of a void one; `attempt` counts from 2.

    It has a nonce of its own under a seed too: with the void deal's nonce, once that is shown, anybody could
    try out which deal the new commitment is of.
    """
    chance = dealer.randomness(f"{what}/{attempt}", round_)
    deal = _roles(occasion, chance) if what == "roles" else _goals(chance)
    return replace(dealer.seal(f"{what}/{attempt}", round_, deal), name=what)


def _goals(chance: random.Random) -> Json:
    return dict(zip(PLACES, chance.sample(CONTENTS, len(CONTENTS)), strict=True))


def _roles(occasion: Occasion, chance: random.Random) -> Json:
    players = occasion.players
    row = setup(len(players))
    pool = [SABOTEUR] * row.saboteurs_in_pool + [DIGGER] * row.diggers_in_pool
    chance.shuffle(pool)
    while occasion.rules["no-saboteur-deal"] == "redeal" and SABOTEUR not in pool[:-1]:
        chance.shuffle(pool)
    *dealt, aside = pool
    return {
        "roles": [
            {"seat": p.seat, "name": p.name, "role": role} for p, role in zip(players, dealt, strict=True)
        ],
        "aside": aside,
    }


def total_rounds(state: State) -> int:
    """How many rounds this table plays."""
    return int(state.rules["rounds"])


def is_over(state: State) -> bool:
    """Whether the last round has finished."""
    return len(state.facts["finished"]) >= total_rounds(state)


def current_round(state: State) -> int:
    """The round being played, from 1; after the end the last one."""
    return min(len(state.facts["finished"]) + 1, total_rounds(state))


def open_goals(state: State) -> Mapping[str, Json]:
    """What the goals turned up in the current round are (None where cards deal them), by place."""
    goals: Mapping[str, Json] = state.facts["goals_open"].get(str(current_round(state)), {})
    return goals


def role_of(state: State, player: str) -> str:
    """`saboteur` or `digger`: this player's role in the current round. For their eyes alone.

    Refuses (`dealt-by-cards`, `game-over`, `closed`, `not-found`) where the companion has no role to show.
    """
    check_playing(state)
    if state.rules["roles"] == "cards":
        raise Refusal(
            "dealt-by-cards",
            T(
                "At this table the roles are dealt with the role cards (roles = cards): look at your own "
                "card."
            ),
        )
    deal = state.deal("roles", current_round(state))
    if deal is None or player not in state.facts["seated"]:
        raise Refusal("not-found", T("No role was dealt to this player in this round."))
    # The deal's names and seats may have been corrected since; who got what is told by the order of the deal.
    return str(deal.deal["roles"][state.facts["seated"].index(player)]["role"])


def goal_at(state: State, place: str) -> str:
    """`gold`, `stone-left` or `stone-right`: what lies face down at this place in the current round.

    Refuses (`dealt-by-cards`, `already-open`, `unknown-goal`, `game-over`, `closed`) where none is hidden.
    """
    check_closed_goal(state, place)
    deal = state.deal("goals", current_round(state))
    if deal is None:
        raise Refusal(
            "dealt-by-cards",
            T("At this table the goals are dealt with the goal cards (goals = cards): look at the card."),
        )
    return str(deal.deal[place])


def place_name(place: str) -> Text:
    """A goal's place, in words."""
    return _PLACE_NAMES[place]


def content_name(content: str) -> Text:
    """What a goal is, in words."""
    return _CONTENT_NAMES[content]


def check_closed_goal(state: State, place: str) -> None:
    """Refuses a goal that there isn't, that is open already, or that nobody plays for any more."""
    check_playing(state)
    if place not in PLACES:
        raise Refusal(
            "unknown-goal", T("There is no goal '{place}'; there are {places}.", place=place, places=PLACES)
        )
    if place in open_goals(state):
        closed = tuple(_PLACE_NAMES[p] for p in PLACES if p not in open_goals(state))
        raise Refusal(
            "already-open",
            T(
                "{Goal} is open already, everybody sees it. Still face down: {closed}.",
                Goal=_capital(place),
                closed=closed or T("none"),
            ),
        )


def _capital(place: str) -> Text:
    return {"top": T("The top goal"), "middle": T("The middle goal"), "bottom": T("The bottom goal")}[place]


def check_playing(state: State) -> None:
    """Refuses (`closed`, `game-over`) where no round is being played."""
    if not state.open:
        raise Refusal("closed", T("Table {table} is closed: no secret is kept there.", table=state.table))
    if is_over(state):
        raise Refusal(
            "game-over",
            T(
                "All {rounds} rounds are over; `companion verify` shows what was dealt.",
                rounds=total_rounds(state),
            ),
        )


def _look(state: State, player: str, what: str, round_: int) -> State:
    return replace(state, looks=(*state.looks, Look(player, what, round_)))


def _check_roles(state: State, args: Args, dealer: Dealer) -> Outcome:
    role_of(state, args["player"])
    return Outcome({"player": args["player"], "round": current_round(state)})


def _looked_at_role(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    return _look(state, data["player"], "role", data["round"])


def _show_role(state: State, data: Mapping[str, Json]) -> tuple[Text, ...]:
    name = state.name(data["player"])
    if role_of(state, data["player"]) == SABOTEUR:
        return (T("{player}, you are a saboteur: the gold must not be reached.", player=name),)
    return (T("{player}, you are a gold digger: reach the gold.", player=name),)


def _check_peek(state: State, args: Args, dealer: Dealer) -> Outcome:
    check_closed_goal(state, args["goal"])
    return Outcome({"player": args["player"], "goal": args["goal"], "round": current_round(state)})


def _looked_at_goal(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    return _look(state, data["player"], data["goal"], data["round"])


def _show_goal(state: State, data: Mapping[str, Json]) -> tuple[Text, ...]:
    place = _capital(data["goal"])
    if state.rules["goals"] == "cards":
        return (T("{Goal}: look at the card itself and lay it back face down.", Goal=place),)
    return (T("{Goal} is {content}.", Goal=place, content=content_name(goal_at(state, data["goal"]))),)


def _check_reveal(state: State, args: Args, dealer: Dealer) -> Outcome:
    place = args["goal"]
    check_closed_goal(state, place)
    content = None if state.rules["goals"] == "cards" else goal_at(state, place)
    return Outcome({"goal": place, "round": current_round(state), "content": content})


def _turn_up(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    goals = state.facts["goals_open"]
    of_round = {**goals.get(str(data["round"]), {}), data["goal"]: data["content"]}
    return state.with_facts(goals_open={**goals, str(data["round"]): of_round})


def _reveal_text(state: State, data: Mapping[str, Json]) -> Text:
    if data["content"] is None:
        return T("{Goal} is turned up", Goal=_capital(data["goal"]))
    return T(
        "{Goal} is turned up: {content}",
        Goal=_capital(data["goal"]),
        content=content_name(data["content"]),
    )


def _stays_open(state: State, data: Mapping[str, Json]) -> Text:
    goal = _capital(data["goal"])
    if data["round"] == current_round(state):
        return T("{Goal} stays open on record: it was seen.", Goal=goal)
    return T(
        "That {goal} of round {round} was seen stays on record.",
        goal=_PLACE_NAMES[data["goal"]],
        round=data["round"],
    )


_GOAL = Param("goal", "choice", T("which goal"), choices=PLACES)

ROLES = Action(
    name="roles",
    help=T("NAME looks at their own role."),
    params=(Param("player", "player", T("who looks")),),
    check=_check_roles,
    effect=_looked_at_role,
    text=lambda state, data: T("{player} looked at their role", player=state.name(data["player"])),
    lasting=True,
    shows=_show_role,
    under_do=False,
)

PEEK = Action(
    name="peek",
    help=T("NAME looks at a goal with a map card."),
    params=(_GOAL, Param("player", "player", T("who looks"), option=True)),
    check=_check_peek,
    effect=_looked_at_goal,
    text=lambda state, data: T(
        "{player} looked at {goal}", player=state.name(data["player"]), goal=_PLACE_NAMES[data["goal"]]
    ),
    lasting=True,
    shows=_show_goal,
    under_do=False,
)

REVEAL = Action(
    name="reveal",
    help=T("A goal that was reached is turned up for all."),
    params=(_GOAL,),
    check=_check_reveal,
    effect=_turn_up,
    text=_reveal_text,
    lasting=True,
    stays=_stays_open,
    under_do=False,
)
