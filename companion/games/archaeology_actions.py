"""What happens at an Archaeology table and is recorded (rules page, "Play" and "Scoring")."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.deals import Dealer
from companion.games import archaeology_dig, archaeology_end, archaeology_trade
from companion.games.archaeology_end import sale_made
from companion.games.archaeology_record import acted, maps_used, market_believed, sold, unsold
from companion.games.base import Action, Args, Cards, Game, Outcome, Param
from companion.games.hands import hand_action, moved
from companion.games.holdings import holdings_action, recorded, with_holdings
from companion.table import Json, State
from scorers.archaeology import KINDS, cards_sold, counted, sale_value
from scorers.checks import all_of
from scorers.refusal import Refusal
from scorers.text import T, Text


def sets_sold(state: State, player: str) -> Cards:
    """The sets this player (by id) has sold, each a (kind, number of cards), in the order sold."""
    return tuple((card, n) for card, n in state.facts["holdings"].get(player, []))


def actions(game: Callable[[], Game]) -> tuple[Action, ...]:
    """All actions of the game, which is handed in by a function because it lists them itself."""
    return (
        _holdings(game),
        _sell(game),
        archaeology_dig.DIG,
        archaeology_trade.TRADE,
        archaeology_trade.EXPLORE,
        archaeology_trade.MARKET,
        archaeology_end.PASS,
        hand_action(sum(kind.copies for kind in KINDS.values())),
    )


def _holdings(game: Callable[[], Game]) -> Action:
    """The shared action, which also moves cards out of a hand that were sold without a record of it."""
    shared = holdings_action(game, sets=True)

    def effect(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
        before = cards_sold(sets_sold(state, data["player"]))
        after = shared.effect(state, data, secret)
        more = cards_sold(sets_sold(after, data["player"])) - before
        return market_believed(moved(after, data["player"], -more))

    return replace(shared, effect=effect)


def _check_maps(state: State, sets: Cards) -> None:
    """Refuse (`over-limit`) maps that have left the game to open chambers."""
    asked, left = sum(n for card, n in sets if card == "map"), unsold(state)["map"]
    if asked > left:
        raise Refusal(
            "over-limit",
            T(
                "{asked} can't be sold: of 6 maps {sold} are sold and {used} have opened chambers, so at "
                "most {left} can be.",
                asked=counted("map", asked),
                sold=sold(state)["map"],
                used=maps_used(state),
                left=left,
            ),
        )


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
        all_sets = {**recorded(state), state.name(player): (*sets_sold(state, player), *sets)}
        game().score_cards(all_sets, state.rules)
        _check_maps(state, sets)
        return Outcome({"player": player, "cards": [list(entry) for entry in sets]})

    def effect(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
        player, new = data["player"], tuple((card, n) for card, n in data["cards"])
        state = with_holdings(acted(state), player, (*sets_sold(state, player), *new))
        return sale_made(market_believed(moved(state, player, -cards_sold(new))), player)

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
