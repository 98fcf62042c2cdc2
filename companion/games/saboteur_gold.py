"""Saboteur's gold cards on record: whose is secret to the end (rules page saboteur, "Payout").

Only an event's hidden part tells values. What everybody may know is how many cards were handed out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.deals import Dealer
from companion.games.base import Action, Args, Game, Outcome, Param
from companion.games.holdings import holdings_action, merged, with_holdings
from companion.table import Json, State
from scorers.checks import Problem, refuse_if
from scorers.refusal import Refusal
from scorers.saboteur import GOLD
from scorers.text import TN, T, Text


def recorded_gold(state: State) -> Counter[int]:
    """The gold cards on record with all players together, by nuggets. Secret."""
    counts: Counter[int] = Counter()
    for cards in state.facts["holdings"].values():
        counts.update({int(card.removeprefix("gold-")): n for card, n in cards})
    return counts


def pile(state: State) -> dict[int, int]:
    """The most that the gold pile can hold: cards by nuggets that are on record with nobody. Secret."""
    gone = recorded_gold(state)
    return {value: copies - gone[value] for value, copies in GOLD.items()}


def public_pile(state: State) -> int:
    """How many gold cards the rounds' ends left in the pile; everybody saw those being handed out."""
    return max(0, sum(GOLD.values()) - int(state.facts["gold_out"]))


def actions(game: Callable[[], Game]) -> tuple[Action, ...]:
    """The actions that put gold on record."""
    return _secret_holdings(game), GOLD_CARDS


def _secret_holdings(game: Callable[[], Game]) -> Action:
    """`holdings` with the cards in the event's hidden part: what is whose stays secret to the end."""
    plain = holdings_action(game)

    def check(state: State, args: Args, dealer: Dealer) -> Outcome:
        player, cards = args["player"], merged(args["cards"])
        game().score_cards({state.name(player): cards}, state.rules)  # what can't be, whoever has the rest
        own = dict(state.facts["holdings"].get(player, []))
        left = {value: n + own.get(f"gold-{value}", 0) for value, n in pile(state).items()}
        asked = {int(card.removeprefix("gold-")): n for card, n in cards}
        refuse_if([problem for value, n in asked.items() for problem in _too_many(value, n, left)])
        return Outcome({"player": player}, {"cards": [list(entry) for entry in cards]})

    def effect(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
        cards = tuple((card, n) for card, n in secret["cards"])
        return _counted(with_holdings(state, data["player"], cards), data["player"])

    def text(state: State, data: Mapping[str, Json]) -> Text:
        return T("The gold cards of {player} are counted", player=state.name(data["player"]))

    return replace(plain, check=check, effect=effect, text=text)


def _counted(state: State, player: str) -> State:
    """A full count has in it what was handed out before; what was credited has no card and stays."""
    return state.with_facts(
        **{key: {p: n for p, n in state.facts[key].items() if p != player} for key in ("paid", "picks_due")}
    )


def _check_gold(state: State, args: Args, dealer: Dealer) -> Outcome:
    values: tuple[int, ...] = args["values"]
    if not values:
        raise Refusal(
            "missing-argument",
            T(
                "Say the value of each gold card that {player} gets: {known}.",
                player=state.name(args["player"]),
                known=tuple(GOLD),
            ),
        )
    asked = Counter(values)
    left = pile(state)
    refuse_if([problem for value in sorted(asked) for problem in _too_many(value, asked[value], left)])
    return Outcome({"player": args["player"]}, {"values": list(values)})


def _too_many(value: int, asked: int, left: Mapping[int, int]) -> list[Problem]:
    """What is wrong with so many cards of a value. No text tells what is left in the pile."""
    if value not in GOLD:
        text = T("there is no gold card of {value}; there are {known}", value=value, known=tuple(GOLD))
        return [Problem("unknown-card", text)]
    if asked > GOLD[value]:
        text = TN(
            "there is {count} gold card of {value} in the game, not {asked}",
            "there are {count} gold cards of {value} in the game, not {asked}",
            GOLD[value],
            value=value,
            asked=asked,
        )
        return [Problem("over-limit", text)]
    if asked > left[value]:
        # how many are left would tell what the others have
        text = T(
            "with those on record, {asked} of the gold cards of {value} would be more than the {count} in "
            "the game; "
            "`companion do holdings` corrects a wrong count",
            count=GOLD[value],
            value=value,
            asked=asked,
        )
        return [Problem("over-limit", text)]
    return []


def _add_gold(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    player, values = data["player"], secret["values"]
    before = tuple((card, n) for card, n in state.facts["holdings"].get(player, []))
    cards = merged((*before, *((f"gold-{value}", 1) for value in values)))
    state = with_holdings(state, player, tuple(sorted(cards)))
    for value in values:
        state = _one_less_due(state, player, value)
    return state


def _one_less_due(state: State, player: str, value: int) -> State:
    """A card put on record is one that a round's end handed out, if one is still due, the latest first.

    Else pay would count twice: once as nuggets handed out and once as the cards they were handed out in.
    """
    paid, picks = state.facts["paid"], state.facts["picks_due"]
    pick_is_due = picks.get(player, 0) > 0
    pay_is_due = paid.get(player, 0) >= value
    if pick_is_due and (not pay_is_due or _latest_was_a_pick(state, player)):
        return state.with_facts(picks_due={**picks, player: picks[player] - 1})
    if pay_is_due:
        return state.with_facts(paid={**paid, player: paid[player] - value})
    return state


def _latest_was_a_pick(state: State, player: str) -> bool:
    for entry in reversed(state.facts["finished"]):
        if player in entry.get("picks", ()):
            return True
        if player in entry.get("pay", ()):
            return False
    return False


GOLD_CARDS = Action(
    name="gold",
    help=T("NAME gets gold cards: the value of each. What is whose stays secret to the end."),
    params=(
        Param("player", "player", T("who gets the cards")),
        Param("values", "numbers", T("the value of each card: 1, 2 or 3")),
    ),
    check=_check_gold,
    effect=_add_gold,
    text=lambda state, data: T("{player} gets gold cards", player=state.name(data["player"])),
)
