"""Pebbles, an invented game for 2 to 4 players: pick white and black pebbles up from the beach."""

from __future__ import annotations

from collections.abc import Mapping

from companion.deals import Dealer
from companion.games.base import (
    Action,
    Args,
    Game,
    Guide,
    Holdings,
    HouseRule,
    Kind,
    Occasion,
    Outcome,
    Param,
    Step,
)
from companion.games.holdings import holdings_action, merged, recorded, with_holdings
from companion.table import Json, State
from scorers.checks import house_rule
from scorers.refusal import Refusal
from scorers.sheet import Line, Result, Scoresheet
from scorers.standings import rank
from scorers.text import T, Text

COPIES = {"white": 20, "black": 12}
POINTS = {"white": 1, "black": 2}
BEACH = {2: 16, 3: 24, 4: 32}

KINDS = (
    Kind("white", "WHT", T("White pebble"), COPIES["white"]),
    Kind("black", "BLK", T("Black pebble"), COPIES["black"]),
)

PAIRS = HouseRule(
    "pairs",
    ("off", "on"),
    "off",
    "house",
    T("Whether a white and a black pebble together bring 1 point more."),
)


def left(holdings: Holdings) -> dict[str, int]:
    """How many pebbles of each kind nobody has; below 0 where more are claimed than exist."""
    counts = dict(COPIES)
    for cards in holdings.values():
        for kind, n in cards:
            counts[kind] -= n
    return counts


def lying(state: State) -> int:
    """How many pebbles still lie on the beach."""
    return BEACH[len(state.players)] - sum(n for cards in recorded(state).values() for _, n in cards)


def check_pick(state: State, args: Args, dealer: Dealer) -> Outcome:
    """Refuses more pebbles than are left; otherwise says what goes on record."""
    picked = merged(args["cards"])
    if not picked:
        raise Refusal("bad-argument", T("Pick up at least one pebble, for instance white=2."))
    there = left(recorded(state))
    for kind, n in picked:
        if n > there[kind]:
            raise Refusal(
                "over-limit",
                T("{n} {kind} can't be picked up: {left} are left.", n=n, kind=kind, left=there[kind]),
            )
    wanted = sum(n for _, n in picked)
    if wanted > lying(state):
        raise Refusal(
            "over-limit",
            T("{n} pebbles can't be picked up: {left} lie on the beach.", n=wanted, left=lying(state)),
        )
    return Outcome({"player": args["player"], "cards": [list(entry) for entry in picked]})


def pick(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    """The state with the pebbles added to the player's."""
    before = recorded(state)[state.name(data["player"])]
    more = tuple((kind, n) for kind, n in data["cards"])
    return with_holdings(state, data["player"], merged((*before, *more)))


def pick_text(state: State, data: Mapping[str, Json]) -> Text:
    """What the log says."""
    cards = tuple(T("{n} {kind}", n=n, kind=kind) for kind, n in data["cards"])
    return T("{player} picks up {cards}", player=state.name(data["player"]), cards=cards)


PICK = Action(
    name="pick",
    help=T("NAME picks these pebbles up from the beach."),
    params=(
        Param("player", "player", T("who picks")),
        Param("cards", "cards", T("the pebbles, each CARD=N")),
    ),
    check=check_pick,
    effect=pick,
    text=pick_text,
)


def lines(counts: Mapping[str, int], pairs: bool) -> tuple[Line, ...]:
    """What a player's pebbles bring, each line with its reason."""
    found = [
        Line(kind, n * POINTS[kind], T("{n} {kind} at {points} each", n=n, kind=kind, points=POINTS[kind]))
        for kind, n in counts.items()
        if n
    ]
    matched = min(counts.get("white", 0), counts.get("black", 0))
    if pairs and matched:
        why = T("{n} pairs ({rule})", n=matched, rule=house_rule("pairs", "on"))
        found.append(Line("pairs", matched, why))
    return tuple(found)


class Pebbles(Game):
    """The game as the companion knows it."""

    key = "pebbles"
    name = T("Pebbles")
    deck = "PB"
    least_players = min(BEACH)
    most_players = max(BEACH)
    kinds = KINDS
    house_rules = (PAIRS,)

    def guide(self, occasion: Occasion) -> Guide:
        """How many pebbles lie on the beach depends on the number of players."""
        beach = BEACH[len(occasion.players)]
        rest = sum(COPIES.values()) - beach
        steps = (
            Step(T("Shuffle"), T("Shuffle all {n} pebble cards.", n=beach + rest)),
            Step(
                T("Beach"),
                T(
                    "Lay {n} of them out face up: that is the beach. {rest} stay in the box.",
                    n=beach,
                    rest=rest,
                ),
            ),
            Step(T("Start"), T("Whoever was at the sea most recently starts.")),
        )
        return Guide({"beach": beach, "in_box": rest}, steps)

    def first_facts(self, occasion: Occasion) -> Mapping[str, Json]:
        """Nobody has a pebble."""
        return {"holdings": {}}

    def view(self, state: State, viewer: str | None) -> Mapping[str, Json]:
        """Pebbles lie open, so everybody may see everything."""
        held = recorded(state)
        return {"pebbles": {name: dict(cards) for name, cards in held.items()}, "on_beach": lying(state)}

    def score_cards(self, holdings: Holdings, rules: Mapping[str, str]) -> Result:
        """A line for each colour and one for pairs; a tie is shared."""
        for kind, n in left(holdings).items():
            if n < 0:
                text = T(
                    "There are {most} {kind} pebbles, not {n}.",
                    most=COPIES[kind],
                    kind=kind,
                    n=COPIES[kind] - n,
                )
                raise Refusal("over-limit", text)
        sheets = tuple(
            Scoresheet(name, lines(dict(merged(cards)), rules["pairs"] == "on"))
            for name, cards in holdings.items()
        )
        standings, explanation = rank({sheet.player: sheet.total for sheet in sheets})
        return Result(sheets, standings, explanation)

    def score(self, state: State) -> Result:
        """What is on record."""
        return self.score_cards(recorded(state), state.rules)

    def finished(self, state: State) -> bool:
        """The game ends with the last pebble, or when the table is closed."""
        return not state.open or not lying(state)

    def explanations(self) -> Mapping[str, Text]:
        """What `companion explain pebbles` says."""
        return {
            "white": T("A white pebble brings 1 point, and more beside a black one under `pairs`."),
            "black": T("A black pebble brings 2 points, and more beside a white one under `pairs`."),
            "beach": T("The beach is the open cards in the middle, from which everybody picks."),
            "pairs=on": T("A white and a black pebble together bring 1 point more."),
        }


Pebbles.actions = (PICK, holdings_action(lambda: GAME))

GAME: Game = Pebbles()
