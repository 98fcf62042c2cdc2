"""What happens at a Caravan table and is recorded (rules page, "Play" and "Scoring")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.deals import Dealer
from companion.games import caravan_distribution, caravan_market, caravan_stock
from companion.games.base import Action, Args, Game, Holdings, Outcome
from companion.games.caravan_edition import ALL_CARDS, most_in_play
from companion.games.hands import hand_action
from companion.games.holdings import holdings_action, recorded
from companion.table import State
from scorers.caravan import NAMES
from scorers.checks import Problem, refuse_if
from scorers.text import T


def actions(game: Callable[[], Game]) -> tuple[Action, ...]:
    """All actions of the game, which is handed in by a function because it lists them itself."""
    return (
        _holdings(game),
        caravan_market.MARKET,
        caravan_market.BUY,
        caravan_stock.STOCK,
        caravan_stock.CARAVAN,
        caravan_distribution.TAKE,
        caravan_distribution.DISTRIBUTE,
        hand_action(ALL_CARDS),
    )


def _holdings(game: Callable[[], Game]) -> Action:
    """The shared action, with one more check where the edition says how many copies there are."""
    shared = holdings_action(game)

    def check(state: State, args: Args, dealer: Dealer) -> Outcome:
        outcome = shared.check(state, args, dealer)
        cards = tuple((card, n) for card, n in outcome.data["cards"])
        check_copies(state, {**recorded(state), state.name(args["player"]): cards})
        return outcome

    return replace(shared, check=check)


def check_copies(state: State, assets: Holdings) -> None:
    """Refuse (`over-limit`) more copies of a kind than are in play, where the edition says how many are."""
    held: Counter[str] = Counter()
    for cards in assets.values():
        held.update(dict(cards))
    limits: Mapping[str, int | None] = {
        card: most_in_play(state.edition, state.facts["seated"], card) for card in held
    }
    refuse_if(
        [
            Problem(
                "over-limit",
                T(
                    "{held} of {card} are more than the {limit} in play with {players} players",
                    held=held[card],
                    card=NAMES[card],
                    limit=limit,
                    players=state.facts["seated"],
                ),
            )
            for card, limit in limits.items()
            if limit is not None and held[card] > limit
        ]
    )
