"""Saboteur: the deck, the house rules, the score, and what of a table may be seen (rules page saboteur)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.deals import Dealer
from companion.games import saboteur_gold, saboteur_guide, saboteur_play
from companion.games.base import Cards, Game, Guide, Holdings, HouseRule, Kind, Occasion
from companion.games.holdings import recorded
from companion.games.saboteur_finish import FINISH
from companion.games.saboteur_secrets import (
    DIGGER,
    PEEK,
    REVEAL,
    ROLES,
    SABOTEUR,
    current_round,
    is_over,
    open_goals,
    round_deals,
    total_rounds,
)
from companion.games.status import Part
from companion.table import Deal, Json, State
from scorers import saboteur as scorer
from scorers.checks import refuse_if, unknown
from scorers.sheet import Result
from scorers.text import T

KINDS = (
    Kind("gold-1", "G1", T("Gold card of 1"), scorer.GOLD[1]),
    Kind("gold-2", "G2", T("Gold card of 2"), scorer.GOLD[2]),
    Kind("gold-3", "G3", T("Gold card of 3"), scorer.GOLD[3]),
)

HOUSE_RULES = (
    HouseRule(
        "gold-draw",
        ("per-player", "per-digger"),
        "per-player",
        "printed",
        T(
            "If the diggers win, as many gold cards are drawn as there are players (9 at 10), or one a "
            "digger."
        ),
    ),
    HouseRule(
        "no-saboteur-deal",
        ("allowed", "redeal"),
        "allowed",
        "printed",
        T("A deal in which nobody is a saboteur is played, or dealt again."),
    ),
    HouseRule(
        "inexact-pay",
        ("credit", "largest-below"),
        "credit",
        "house",
        T(
            "Where the gold left can't pay the saboteurs exactly, the rest is credited, or the largest "
            "amount below is paid."
        ),
    ),
    HouseRule(
        "rounds", tuple(str(n) for n in range(1, 10)), "3", "printed", T("How many rounds are played.")
    ),
    HouseRule(
        "roles",
        ("companion", "cards"),
        "companion",
        "house",
        T("The companion deals the roles, or the role cards do and it asks at the round's end."),
    ),
    HouseRule(
        "goals",
        ("companion", "cards"),
        "companion",
        "house",
        T("The companion deals which goal hides the gold, or the goal cards do."),
    ),
)


def _gold(cards: Cards) -> dict[int, int]:
    """Number of gold cards by nuggets."""
    keys = [kind.key for kind in KINDS]
    refuse_if([unknown("unknown-card", card, keys, T("card")) for card, _ in cards if card not in keys])
    counts: dict[int, int] = {}
    for card, n in cards:
        value = int(card.removeprefix("gold-"))
        counts[value] = counts.get(value, 0) + n
    return counts


class Saboteur(Game):
    """The base game over three rounds, 3 to 10 players."""

    key = "saboteur"
    name = T("Saboteur")
    deck = "SA"
    least_players = min(scorer.SETUP)
    most_players = max(scorer.SETUP)
    kinds = KINDS
    house_rules = HOUSE_RULES
    settled_at_setup = ("roles", "goals")

    def guide(self, occasion: Occasion) -> Guide:
        """See `Game.guide`."""
        started = replace(occasion, start=occasion.start or self.start_player(occasion, occasion.deals))
        return saboteur_guide.guide(occasion, started.start_name)

    def deals(self, occasion: Occasion, round_: int, dealer: Dealer) -> tuple[Deal, ...]:
        """See `saboteur_secrets.round_deals`."""
        return round_deals(occasion, round_, dealer)

    def start_player(self, occasion: Occasion, deals: Sequence[Deal]) -> str | None:
        """See `Game.start_player`."""
        drawn = [deal.value for deal in deals if deal.name == "start-player"]
        return next((p.id for p in occasion.players if p.name in drawn), None)

    def first_facts(self, occasion: Occasion) -> Mapping[str, Json]:
        """`seated` are the players in the order of the roles dealt; `gold_out` counts gold cards handed out;
        `paid` and `credits` are nuggets by player, `picks_due` cards picked and not on record yet;
        `goals_open` is by round and place."""
        return {
            "seated": [player.id for player in occasion.players],
            "goals_open": {},
            "finished": [],
            "holdings": {},
            "paid": {},
            "credits": {},
            "picks_due": {},
            "gold_out": 0,
            "void_deals": [],
            **saboteur_play.fresh_round(),
        }

    def view(self, state: State, viewer: str | None) -> Mapping[str, Json]:
        """The same for every viewer: who sees a role or a goal sees it by `role_of` and `goal_at` alone."""
        seen = {
            "round": current_round(state),
            "rounds": total_rounds(state),
            "open_goals": dict(open_goals(state)),
            **saboteur_play.play_view(state),
            "gold_pile": saboteur_gold.public_pile(state),
            "finished": [_finished_round(state, entry) for entry in state.facts["finished"]],
        }
        if not self.secret_score(state):
            seen["gold"] = {name: dict(cards) for name, cards in recorded(state).items()}
            seen["gold_left"] = {f"gold-{value}": n for value, n in saboteur_gold.pile(state).items()}
        return seen

    def status(self, shown: Mapping[str, Json]) -> tuple[Part, ...]:
        """See `saboteur_status.status`."""
        from companion.games import saboteur_status  # not paid for by those who only set a table up

        return saboteur_status.status(shown)

    def score_cards(self, holdings: Holdings, rules: Mapping[str, str]) -> Result:
        """See `Game.score_cards`; cards are gold cards."""
        return scorer.score({name: _gold(cards) for name, cards in holdings.items()})

    def score(self, state: State) -> Result:
        """Gold cards on record, nuggets handed out since they were counted, nuggets credited."""
        paid, credited = (
            {p.name: state.facts[key][p.id] for p in state.players if p.id in state.facts[key] and not p.out}
            for key in ("paid", "credits")
        )
        gold = {name: _gold(cards) for name, cards in recorded(state).items()}
        return scorer.score(gold, credited, paid)

    def secret_score(self, state: State) -> bool:
        """Gold is secret until the last round has finished or the table is closed."""
        return state.open and not is_over(state)

    def finished(self, state: State) -> bool:
        """Whether all rounds have finished or the table is closed."""
        return not state.open or is_over(state)


def _finished_round(state: State, entry: Mapping[str, Json]) -> dict[str, Json]:
    """What everybody may know of a round after its end, with names."""
    told: dict[str, Json] = {"round": entry["round"], "winner": entry["winner"]}
    for key in ("connector", "last"):
        told[key] = None if entry[key] is None else state.name(entry[key])
    saboteurs = entry["saboteurs"]
    told["roles"] = {state.name(p): SABOTEUR if p in saboteurs else DIGGER for p in entry["seated"]}
    if "picks" in entry:
        told["picks"] = [state.name(player) for player in entry["picks"]]
    for key in ("pay", "credited"):
        if key in entry:
            told[key] = {state.name(player): nuggets for player, nuggets in entry[key].items()}
    goals = state.deal("goals", entry["round"])
    if goals is not None and goals.open:
        told["goals"] = goals.deal
    return told


Saboteur.actions = (*saboteur_gold.actions(lambda: GAME), *saboteur_play.ACTIONS, FINISH, ROLES, PEEK, REVEAL)

GAME: Game = Saboteur()
