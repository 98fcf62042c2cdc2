"""The end of a Saboteur round: who won, who gets what, the next deal (rules page saboteur, "Payout")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from companion.deals import Dealer, from_record, to_record
from companion.games.base import Action, Args, Occasion, Outcome, Param
from companion.games.clockwise import after
from companion.games.saboteur_gold import pile, public_pile
from companion.games.saboteur_play import fresh_round
from companion.games.saboteur_secrets import (
    DIGGER,
    PLACES,
    SABOTEUR,
    current_round,
    is_over,
    place_name,
    round_deals,
    total_rounds,
)
from companion.table import Json, State
from scorers.checks import all_of
from scorers.refusal import Refusal
from scorers.saboteur import SETUP, gold_drawn, pay_exactly, picking_order, saboteur_pay, setup
from scorers.text import TN, T, Text

DIGGERS, SABOTEURS = "diggers", "saboteurs"

_ROLE_NAMES: Mapping[str, Text] = {SABOTEUR: T("a saboteur"), DIGGER: T("a gold digger")}


def _check(state: State, args: Args, dealer: Dealer) -> Outcome:
    if is_over(state):
        raise Refusal(
            "over-limit",
            T("All {rounds} rounds (house rule rounds) have finished.", rounds=total_rounds(state)),
        )
    winner, connector = args["winner"], args["connector"]
    _check_connector(state, winner, connector)
    saboteurs = _saboteurs(state, args)
    last = args["last"] or connector or state.facts["last_card"]
    data: dict[str, Json] = {
        "round": current_round(state),
        "winner": winner,
        "seated": state.facts["seated"],
        "connector": connector,
        "last": last,
        "saboteurs": saboteurs,
        "next_start": None if last is None else after(state, last)[0],
        **(_picked(state, saboteurs, connector) if winner == DIGGERS else _paid(state, saboteurs)),
    }
    more = current_round(state) < total_rounds(state)
    occasion = Occasion(state.present, state.rules, state.edition, data["next_start"])
    more = more and len(state.present) in SETUP
    deals = round_deals(occasion, current_round(state) + 1, dealer) if more else ()
    data["deals"], hidden = to_record(deals)
    return Outcome(data, {"deals": hidden})


def _check_connector(state: State, winner: str, connector: str | None) -> None:
    if winner == DIGGERS and connector is None:
        raise Refusal(
            "missing-option",
            T(
                "When the diggers win, --connector NAME says who laid the last tunnel: that player picks "
                "first."
            ),
        )
    if connector is not None and connector not in state.facts["seated"]:
        raise Refusal(
            "unknown-player",
            T(
                "{player} has no role in this round and laid no tunnel. Playing: {names}.",
                player=state.name(connector),
                names=tuple(state.name(player) for player in state.facts["seated"]),
            ),
        )
    if winner == SABOTEURS and connector is not None:
        raise Refusal(
            "unneeded-option",
            T(
                "When the saboteurs win, nobody laid a last tunnel: leave --connector out; "
                "--last NAME says who played the last card."
            ),
        )


def _saboteurs(state: State, args: Args) -> list[str]:
    """The ids of the saboteurs in play: as dealt, or as told where the roles were dealt with cards."""
    named, none = list(dict.fromkeys(args["saboteur"])), args["no-saboteur"]
    if state.rules["roles"] == "companion":
        if named or none:
            raise Refusal(
                "unneeded-option",
                T("The companion dealt the roles and knows them: leave out --saboteur and --no-saboteur."),
            )
        deal = state.deal("roles", current_round(state))
        if deal is None:
            raise Refusal(
                "not-dealt",
                T(
                    "No roles were dealt for round {round}: `companion do redeal roles` deals them.",
                    round=current_round(state),
                ),
            )
        pairs = zip(state.facts["seated"], deal.deal["roles"], strict=True)
        return [player for player, role in pairs if role["role"] == SABOTEUR]
    if named and none:
        raise Refusal("conflicting-options", T("Either --saboteur NAME ... or --no-saboteur, not both."))
    if not named and not none:
        raise Refusal(
            "missing-option",
            T(
                "The roles were dealt with cards: name the saboteurs with --saboteur NAME ..., "
                "or say --no-saboteur."
            ),
        )
    seated = state.facts["seated"]
    pool = setup(len(seated)).saboteurs_in_pool
    if len(named) not in (pool - 1, pool):
        raise Refusal(
            "bad-number",
            T(
                "With {players} players {fewer} or {pool} saboteurs are in play, not {named}.",
                players=len(seated),
                fewer=pool - 1,
                pool=pool,
                named=len(named),
            ),
        )
    return [player for player in seated if player in named]


def _picked(state: State, saboteurs: list[str], connector: str) -> dict[str, Json]:
    ids = state.facts["seated"]
    # Some cards may be on record by hand and others only as handed out; at least the larger number is gone.
    left = min(public_pile(state), max(0, sum(pile(state).values())))
    drawn = gold_drawn(len(ids), left, state.rules["gold-draw"], len(ids) - len(saboteurs))
    here = {p.id for p in state.present}
    in_turn = picking_order(ids, saboteurs, connector, len(ids))  # goes round all diggers at least once
    diggers = [player for player in dict.fromkeys(in_turn) if player in here]
    picks = [diggers[i % len(diggers)] for i in range(drawn)] if diggers else []
    return {"picks": picks, "gold_out": len(picks)}


def _paid(state: State, saboteurs: list[str]) -> dict[str, Json]:
    """What the saboteurs get: `pay` in all, of it `paid` in gold cards and `credited` without one.

    Nobody knows what is left in the pile; at most it is every card that isn't on record with a player.
    """
    due = saboteur_pay(len(saboteurs))
    payout = pay_exactly(due, len(saboteurs), pile(state), state.rules["inexact-pay"])
    hands = dict(zip(saboteurs, payout.hands, strict=True))
    credited = dict(zip(saboteurs, payout.credited, strict=True))
    return {
        "pay": dict.fromkeys(saboteurs, payout.each),
        "paid": {player: sum(hand) for player, hand in hands.items()},
        "credited": {player: nuggets for player, nuggets in credited.items() if nuggets},
        "hand_out": {player: list(hand) for player, hand in hands.items()},
        "gold_out": sum(map(len, payout.hands)),
    }


def _effect(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    facts = state.facts
    round_ = data["round"]
    told = ("round", "seated", "winner", "connector", "last", "saboteurs", "picks", "pay", "credited")
    opened = tuple(
        replace(d, open=True) if d.round == round_ and d.name in ("roles", "goals") else d
        for d in state.deals
    )
    ended = state.with_facts(
        finished=[*facts["finished"], {key: data[key] for key in told if key in data}],
        paid=_added(facts["paid"], data.get("paid", {})),
        credits=_added(facts["credits"], data.get("credited", {})),
        picks_due=_added(facts["picks_due"], Counter(data.get("picks", ()))),
        gold_out=facts["gold_out"] + data["gold_out"],
        **fresh_round(),
    )
    ended = replace(ended, deals=(*opened, *from_record(data["deals"], secret["deals"])))
    if is_over(ended):
        return ended
    # A goal turned up in a next round that was undone belongs to a deal that is gone.
    ended = ended.with_facts(
        seated=[p.id for p in state.present],
        goals_open={**facts["goals_open"], str(round_ + 1): {}},
    )
    return replace(ended, start=data["next_start"])


def _added(before: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    return {player: before.get(player, 0) + more.get(player, 0) for player in {**before, **more}}


def _text(state: State, data: Mapping[str, Json]) -> Text:
    if data["winner"] == DIGGERS:
        return T(
            "Round {round}: the diggers win; {player} laid the last tunnel. Gold is picked in this order: "
            "{order}",
            round=data["round"],
            player=state.name(data["connector"]),
            order=tuple(state.name(player) for player in data["picks"]) or T("no card is left"),
        )
    if not data["saboteurs"]:
        return T(
            "Round {round}: the gold wasn't reached; no saboteur was in play, so nobody gets gold",
            round=data["round"],
        )
    won = _won(state, data)
    credited = sum(data["credited"].values())
    if next(iter(data["pay"].values())) < saboteur_pay(len(data["saboteurs"])):
        return T("{won}, the most that the gold left can pay them alike", won=won)
    if not credited:
        return won
    return T(
        "{won}; {credited} of it without a card, as the gold left can't pay that exactly",
        won=won,
        credited=_nuggets(credited),
    )


def _won(state: State, data: Mapping[str, Json]) -> Text:
    told: dict[str, object] = {
        "round": data["round"],
        "each": _nuggets(next(iter(data["pay"].values()))),
        "names": tuple(state.name(player) for player in data["saboteurs"]),
        "cards": tuple(_hand(state.name(player), hand) for player, hand in data["hand_out"].items()),
    }
    if len(data["saboteurs"]) == 1:
        return T("Round {round}: the saboteurs win; {each} for {names}. Cards to hand out: {cards}", **told)
    return T(
        "Round {round}: the saboteurs win; {each} for each of {names}. Cards to hand out: {cards}", **told
    )


def _hand(player: str, values: list[int]) -> Text:
    """`Bob 2 + 1`: the cards that pay one saboteur."""
    return T("{player} {cards}", player=player, cards=" + ".join(map(str, values)) or T("none"))


def _nuggets(count: int) -> Text:
    return TN("{count} nugget", "{count} nuggets", count)


def _answer(before: State, after: State, data: Mapping[str, Json]) -> Mapping[str, Json]:
    start = data["next_start"]
    return {
        **(
            {"picks": [before.name(player) for player in data["picks"]]}
            if data["winner"] == DIGGERS
            else {
                key: {before.name(player): told for player, told in data[key].items()}
                for key in ("pay", "hand_out", "credited")
            }
        ),
        "next_start_player": None if start is None else before.name(start),
        "deals": [{key: deal[key] for key in ("name", "round", "commitment")} for deal in data["deals"]],
    }


def _remarks(before: State, after: State, data: Mapping[str, Json]) -> tuple[Text, ...]:
    """What everybody may know now that the round is over, and who starts the next one."""
    saboteurs = tuple(before.name(player) for player in data["saboteurs"])
    found = [
        TN(
            "The saboteur was {names}.",
            "The saboteurs were {names}.",
            len(saboteurs),
            names=all_of(saboteurs),
        )
        if saboteurs
        else T("Nobody was a saboteur.")
    ]
    roles, goals = (after.deal(name, data["round"]) for name in ("roles", "goals"))
    if roles is not None:
        found.append(T("The role set aside: {role}.", role=_ROLE_NAMES[roles.deal["aside"]]))
    if goals is not None:
        place = next(place for place in PLACES if goals.deal[place] == "gold")
        found.append(T("The gold was {goal}.", goal=place_name(place)))
    return (*found, *_next_start(after))


def _next_start(after: State) -> tuple[Text, ...]:
    if is_over(after):
        return ()
    if after.start is not None:
        return (T("{player} starts round {n}.", player=after.name(after.start), n=current_round(after)),)
    return (
        T(
            "Round {n} is started by the left neighbour of whoever played the last card: say it with --last, "
            "or now with `companion do start NAME`.",
            n=current_round(after),
        ),
    )


FINISH = Action(
    name="finish",
    help=T("A round has ended: who won. The next round is dealt at once."),
    params=(
        Param("winner", "choice", T("who won the round"), option=True, choices=(DIGGERS, SABOTEURS)),
        Param(
            "connector",
            "player",
            T("who laid the last tunnel (only if the diggers won)"),
            option=True,
            required=False,
        ),
        Param(
            "last",
            "player",
            T("who played the round's last card; the connector or who is on record, if left out"),
            option=True,
            required=False,
        ),
        Param(
            "saboteur",
            "players",
            T("who the saboteurs were, where the roles were dealt with cards"),
            option=True,
            required=False,
        ),
        Param(
            "no-saboteur",
            "flag",
            T("nobody was a saboteur, where the roles were dealt with cards"),
            option=True,
            required=False,
        ),
    ),
    check=_check,
    effect=_effect,
    text=_text,
    answer=_answer,
    remarks=_remarks,
)
