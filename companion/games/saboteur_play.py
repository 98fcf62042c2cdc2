"""What happens within a Saboteur round: tools, the last card, who starts, a deal made void (rules page
saboteur, "Play, as far as the companion tracks it")."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion import names
from companion.deals import Dealer, from_record, to_record
from companion.games.base import Action, Args, Occasion, Outcome, Param
from companion.games.clockwise import after
from companion.games.saboteur_secrets import check_playing, current_round, dealt_again
from companion.games.turns import turn_action
from companion.table import Json, State
from scorers.refusal import Refusal
from scorers.text import T, Text

TOOLS = ("pickaxe", "lantern", "cart")
BROKEN_TOOL_CARDS = 3
"""Copies of each tool's broken-tool card; no discard comes back within a round."""

_DEALS: Mapping[str, Text] = {"roles": T("roles"), "goals": T("goals")}
_TOOL_NAMES: Mapping[str, Text] = {"pickaxe": T("pickaxe"), "lantern": T("lantern"), "cart": T("cart")}


def fresh_round() -> dict[str, Json]:
    """The facts of a round of which nothing is on record: `tools` broken by player, `breaks` by tool, who
    played the `last_card`, whose `turn` it is."""
    return {"tools": {}, "breaks": {}, "last_card": None, "turn": None}


def broken(state: State, player: str) -> list[str]:
    """This player's broken tools, in the order of `TOOLS`."""
    return [tool for tool in TOOLS if tool in state.facts["tools"].get(player, ())]


def play_view(state: State) -> dict[str, Json]:
    """What is on record of the round being played, with names."""
    facts = state.facts
    return {
        "broken_tools": {p.name: broken(state, p.id) for p in state.present},
        "may_build": [p.name for p in state.present if not broken(state, p.id)],
        "turn": _name(state, facts["turn"]),
        "last_card": _name(state, facts["last_card"]),
        "void_deals": [dict(entry) for entry in facts["void_deals"]],
    }


def _name(state: State, player: str | None) -> str | None:
    return None if player is None else state.name(player)


def tool_names(tools: Iterable[str]) -> tuple[Text, ...]:
    """Tools in words."""
    return tuple(_TOOL_NAMES[tool] for tool in tools)


def _tools(tools: list[str]) -> object:
    return tool_names(tools) or T("none")


def _with_tools(state: State, player: str, tools: list[str]) -> State:
    return state.with_facts(tools={**state.facts["tools"], player: tools})


def _check_break(state: State, args: Args, dealer: Dealer) -> Outcome:
    check_playing(state)
    player, tool = args["player"], args["tool"]
    has = broken(state, player)
    if tool in has:
        raise Refusal(
            "already-broken",
            T(
                "The {tool} of {player} is broken already, and at most one of each kind lies before a "
                "player. Still whole: {whole}.",
                tool=_TOOL_NAMES[tool],
                player=state.name(player),
                whole=_tools([t for t in TOOLS if t not in has]),
            ),
        )
    if state.facts["breaks"].get(tool, 0) >= BROKEN_TOOL_CARDS:
        raise Refusal(
            "over-limit",
            T(
                "All {count} broken-tool cards for the {tool} were played in this round. Left: {left}.",
                count=BROKEN_TOOL_CARDS,
                tool=_TOOL_NAMES[tool],
                left=_tools([t for t in TOOLS if state.facts["breaks"].get(t, 0) < BROKEN_TOOL_CARDS]),
            ),
        )
    return Outcome({"player": player, "tool": tool})


def _break(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    tool, breaks = data["tool"], state.facts["breaks"]
    state = state.with_facts(breaks={**breaks, tool: breaks.get(tool, 0) + 1})
    return _with_tools(state, data["player"], [*broken(state, data["player"]), tool])


def _break_text(state: State, data: Mapping[str, Json]) -> Text:
    return T(
        "The {tool} of {player} is broken", tool=_TOOL_NAMES[data["tool"]], player=state.name(data["player"])
    )


def _check_mend(state: State, args: Args, dealer: Dealer) -> Outcome:
    check_playing(state)
    player, tool = args["player"], args["tool"]
    if tool not in broken(state, player):
        raise Refusal(
            "not-broken",
            T(
                "The {tool} of {player} isn't broken as recorded. Broken: {broken}.",
                tool=_TOOL_NAMES[tool],
                player=state.name(player),
                broken=_tools(broken(state, player)),
            ),
        )
    return Outcome({"player": player, "tool": tool})


def _mend(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    player = data["player"]
    return _with_tools(state, player, [tool for tool in broken(state, player) if tool != data["tool"]])


def _mend_text(state: State, data: Mapping[str, Json]) -> Text:
    mended = T(
        "The {tool} of {player} is mended", tool=_TOOL_NAMES[data["tool"]], player=state.name(data["player"])
    )
    if broken(state, data["player"]) == [data["tool"]]:
        return T("{mended}: {player} may build again", mended=mended, player=state.name(data["player"]))
    return mended


def _check_player(state: State, args: Args, dealer: Dealer) -> Outcome:
    check_playing(state)
    return Outcome({"player": args["player"], "round": current_round(state)})


def _check_redeal(state: State, args: Args, dealer: Dealer) -> Outcome:
    check_playing(state)
    what, round_ = args["what"], current_round(state)
    old = state.deal(what, round_)
    if state.rules[what] == "cards":
        raise Refusal(
            "dealt-by-cards",
            T(
                "At this table cards deal the {what} ({what} = cards): shuffle them and deal again; nothing "
                "needs recording.",
                what=what,
            ),
        )
    attempt = 2 + sum(e["deal"] == what and e["round"] == round_ for e in state.facts["void_deals"])
    occasion = Occasion(state.present, state.rules, state.edition, state.start)
    public, hidden = to_record([dealt_again(occasion, what, round_, attempt, dealer)])
    reason = args["reason"]
    data: dict[str, Json] = {
        "what": what,
        "round": round_,
        "reason": None if reason is None else names.clean(reason),
        "void": None if old is None else old.commitment,
        "deals": public,
    }
    return Outcome(data, {"deals": hidden})


def _redeal(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    """The void deal stays sealed to the round's end, so that undo can bring it back unseen."""
    void = {
        "deal": data["what"],
        "round": data["round"],
        "commitment": data["void"],
        "reason": data["reason"],
    }
    dealt = state
    if data["void"] is not None:
        dealt = state.with_facts(void_deals=[*state.facts["void_deals"], void])
    if data["what"] == "roles":
        dealt = dealt.with_facts(seated=[p.id for p in state.present])
    else:
        dealt = dealt.with_facts(goals_open={**state.facts["goals_open"], str(data["round"]): {}})
    return replace(dealt, deals=(*state.deals, *from_record(data["deals"], secret["deals"])))


def _redeal_text(state: State, data: Mapping[str, Json]) -> Text:
    if data["void"] is None:
        dealt = T("Round {round}: the {what} are dealt", round=data["round"], what=_DEALS[data["what"]])
    elif data["what"] == "roles":
        dealt = T("Round {round}: the roles are void and dealt again", round=data["round"])
    else:
        dealt = T("Round {round}: the goals are void and dealt again", round=data["round"])
    if data["reason"] is None:
        return dealt
    return T("{dealt}: {reason}", dealt=dealt, reason=data["reason"])


def _redeal_answer(before: State, after: State, data: Mapping[str, Json]) -> Mapping[str, Json]:
    return {
        "deals": [{key: deal[key] for key in ("name", "round", "commitment")} for deal in data["deals"]],
        "void": data["void"],
    }


_TOOL = Param("tool", "choice", T("which tool"), choices=TOOLS)

BREAK = Action(
    name="break",
    help=T("A tool of NAME is broken: until it is mended, NAME may lay no path cards."),
    params=(Param("player", "player", T("whose tool is broken")), _TOOL),
    check=_check_break,
    effect=_break,
    text=_break_text,
)

MEND = Action(
    name="mend",
    help=T("A broken tool of NAME is mended."),
    params=(Param("player", "player", T("whose tool is mended")), _TOOL),
    check=_check_mend,
    effect=_mend,
    text=_mend_text,
)

LAST = Action(
    name="last",
    help=T("NAME played the last card; if the round ends there, the left neighbour starts the next one."),
    params=(Param("player", "player", T("who played it")),),
    check=_check_player,
    effect=lambda state, data, secret: state.with_facts(last_card=data["player"]),
    text=lambda state, data: T("{player} played the last card", player=state.name(data["player"])),
)

REDEAL = Action(
    name="redeal",
    help=T("A deal of this round is void, misdealt or exposed: the companion deals it again."),
    params=(
        Param("what", "choice", T("which deal"), choices=("roles", "goals")),
        Param("reason", "name", T("why, for the record"), option=True, required=False),
    ),
    check=_check_redeal,
    effect=_redeal,
    text=_redeal_text,
    answer=_redeal_answer,
)

TURN = turn_action(lambda state, player: after(state, player)[0])

ACTIONS = (BREAK, MEND, LAST, TURN, REDEAL)
