"""Archaeology: The Card Game, 1 to 4 players (all numbers: the rules page "Archaeology")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.deals import Dealer
from companion.games import archaeology_actions, archaeology_guide, archaeology_record
from companion.games.base import Game, Guide, Holdings, HouseRule, Kind, Occasion
from companion.games.hands import hands_view
from companion.games.holdings import recorded
from companion.games.status import Part
from companion.table import Deal, Json, State
from scorers import archaeology as scorer
from scorers.refusal import Refusal
from scorers.sheet import Result
from scorers.text import T, Text

START = "start-player"


def _treasure(key: str, code: str, name: Text) -> Kind:
    """A kind whose numbers the scorer's table holds already."""
    facts = scorer.KINDS[key]
    return Kind(key, code, name, facts.copies, facts.largest_set)


KINDS = (
    _treasure("pot-shard", "POT", T("Pot shard")),
    _treasure("parchment", "PAR", T("Parchment scrap")),
    _treasure("coin", "COIN", T("Coin")),
    _treasure("talisman", "TAL", T("Talisman")),
    _treasure("broken-cup", "CUP", T("Broken cup")),
    _treasure("map", "MAP", T("Map")),
    _treasure("pharaohs-mask", "MASK", T("Pharaoh's mask")),
    Kind("thief", "THF", T("Thief"), archaeology_guide.THIEVES, held=False),
    Kind("sandstorm", "SAND", T("Sandstorm"), archaeology_guide.SANDSTORMS, held=False),
    Kind("pyramid", "PYR", T("Pyramid"), 1, held=False),
)

TIEBREAK = HouseRule(
    "tiebreak",
    scorer.TIEBREAKS,
    scorer.TIEBREAKS[0],
    "printed",
    T("Of players with the same money, who sold fewer (or more) cards in all is first, or they share."),
)


class Archaeology(Game):
    """The game as the companion knows it: sets sold to the museum, and what they bring."""

    key = "archaeology"
    name = T("Archaeology")
    deck = "AR"
    least_players = 1
    most_players = 4
    kinds = KINDS
    house_rules = (TIEBREAK,)
    actions = archaeology_actions.actions(lambda: GAME)

    def guide(self, occasion: Occasion) -> Guide:
        """The setup guide with every number filled in for these players."""
        return archaeology_guide.guide(occasion)

    def deals(self, occasion: Occasion, round_: int, dealer: Dealer) -> tuple[Deal, ...]:
        """The start player by lot, each seat as likely as any other; nothing where the table named one."""
        if occasion.start is not None:
            return ()
        chosen = dealer.randomness(START, round_).choice(occasion.players).name
        return (dealer.seal(START, round_, {"player": chosen}, value=chosen),)

    def start_player(self, occasion: Occasion, deals: Sequence[Deal]) -> str | None:
        """The id of the player whom the lot named."""
        drawn = [deal.value for deal in deals if deal.name == START]
        return next((p.id for p in occasion.players if p.name in drawn), None)

    def first_facts(self, occasion: Occasion) -> Mapping[str, Json]:
        """Nobody has sold a set (`holdings`: player id -> sets, each [kind, cards]); the rest as dealt."""
        return archaeology_record.first_facts(occasion)

    def view(self, state: State, viewer: str | None) -> Mapping[str, Json]:
        """Sales, what isn't sold yet, and what else is on record; all lies open but the hands' contents."""
        sales = [
            {
                "player": name,
                "sets": [{"card": c, "count": n, "points": scorer.sale_value(c, n)} for c, n in sets],
                "cards_sold": scorer.cards_sold(sets),
                "total": sum(scorer.sale_value(c, n) for c, n in sets),
            }
            for name, sets in recorded(state).items()
        ]
        return {
            "sold": sales,
            "unsold": archaeology_record.unsold(state),
            "hands_as_recorded": hands_view(state),
            **archaeology_record.view(state),
        }

    def status(self, shown: Mapping[str, Json]) -> tuple[Part, ...]:
        """See `archaeology_status.status`."""
        from companion.games import archaeology_status  # not paid for by those who only set a table up

        return archaeology_status.status(shown)

    def score_cards(self, holdings: Holdings, rules: Mapping[str, str]) -> Result:
        """Scoresheets and standings for these sold sets, every (kind, number) one set."""
        _only_treasures(holdings)
        return scorer.score(holdings, tiebreak=rules["tiebreak"])

    def score(self, state: State) -> Result:
        """Scoresheets and standings for the sets sold so far."""
        return self.score_cards(recorded(state), state.rules)

    def finished(self, state: State) -> bool:
        """Whether the table is closed, or the forced sale has emptied every hand on record."""
        return not state.open or archaeology_record.all_sold(state)

    def best_sets(self, counts: Mapping[str, int]) -> tuple[tuple[str, int, int], ...]:
        """The best split of a hand into sets, with what each brings."""
        _only_treasures({"": tuple(counts.items())})
        return tuple((sale.card, sale.count, sale.points) for sale in scorer.best_hand(counts))


def _only_treasures(holdings: Holdings) -> None:
    other = {kind.key: kind.name for kind in KINDS if not kind.held}
    asked = tuple(dict.fromkeys(card for sets in holdings.values() for card, _ in sets if card in other))
    if asked:
        raise Refusal(
            "unknown-card",
            T(
                "{cards} can't be sold. What can be: {treasures}.",
                cards=tuple(other[card] for card in asked),
                treasures=tuple(scorer.KINDS),
            ),
        )


GAME: Game = Archaeology()
