"""What happens at an Archaeology table and is recorded (rules page, "Play" and "Scoring")."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.deals import Dealer
from companion.games.base import Action, Args, Cards, Game, Outcome, Param
from companion.games.holdings import holdings_action, recorded, with_holdings
from companion.table import Json, State
from scorers.archaeology import counted, sale_value
from scorers.checks import all_of
from scorers.refusal import Refusal
from scorers.text import T, Text


def sets_sold(state: State, player: str) -> Cards:
    """The sets this player (by id) has sold, each a (kind, number of cards), in the order sold."""
    return recorded(state)[state.name(player)]


def actions(game: Callable[[], Game]) -> tuple[Action, ...]:
    """All actions of the game, which is handed in by a function because it lists them itself."""
    return (holdings_action(game, sets=True), _sell(game))


def _sell(game: Callable[[], Game]) -> Action:
    def check(state: State, args: Args, dealer: Dealer) -> Outcome:
        player, sets = args["player"], args["cards"]
        if not sets:
            raise Refusal(
                "nothing-sold",
                T(
                    "{player} sells nothing: name at least one set, for instance coin=3.",
                    player=state.name(player),
                ),
            )
        sold = {**recorded(state), state.name(player): (*sets_sold(state, player), *sets)}
        game().score_cards(sold, state.rules)
        return Outcome({"player": player, "cards": [list(entry) for entry in sets]})

    def effect(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
        new = tuple((card, n) for card, n in data["cards"])
        return with_holdings(state, data["player"], (*sets_sold(state, data["player"]), *new))

    return Action(
        name="sell",
        help=T("NAME sells sets to the museum, every CARD=N one set of N cards."),
        params=(
            Param("player", "player", T("who sells")),
            Param("cards", "cards", T("the sets, each CARD=N")),
        ),
        check=check,
        effect=effect,
        text=_sell_text,
    )


def _sell_text(state: State, data: Mapping[str, Json]) -> Text:
    sets = [T("{cards} for {points}", cards=counted(c, n), points=sale_value(c, n)) for c, n in data["cards"]]
    return T("{player} sells {sets}", player=state.name(data["player"]), sets=all_of(sets))
