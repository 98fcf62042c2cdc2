"""Tan-Tan Caravan, 2 to 4 players (all numbers: the rules page "Tan-Tan Caravan")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games import caravan_actions, caravan_edition, caravan_guide, caravan_record
from companion.games.base import Game, Guide, Holdings, HouseRule, Kind, Occasion
from companion.games.caravan_edition import check_edition
from companion.games.holdings import merged, recorded
from companion.games.status import Part
from companion.table import Json, State
from scorers import caravan as scorer
from scorers.refusal import Refusal
from scorers.sheet import Result
from scorers.text import TC, T, Text

KINDS = (
    *(Kind(key, f"CR{value}", T("Craft {value}", value=value), None) for key, value in scorer.CRAFTS.items()),
    Kind("princess", "PRIN", T("Princess"), None),
    Kind("merchant", "MERC", T("Merchant"), None),
    Kind("thief", "THF", TC("caravan", "Thief"), None),
    Kind("mouse", "MOUS", T("Mouse"), None),
    Kind("lamp", "LAMP", T("Lamp"), None),
)

HOUSE_RULES = (
    HouseRule(
        "starting-hand",
        ("4", "0"),
        "4",
        "house",
        T("How many cards each player is dealt at the start."),
    ),
    HouseRule(
        "wallet-fill-starter",
        ("buyer", "next"),
        "buyer",
        "printed",
        T("Who takes first when a wallet card fills the caravan: the buyer, or the next player."),
    ),
    HouseRule(
        "lamps",
        scorer.LAMPS,
        scorer.LAMPS[0],
        "house",
        T("Whether lamps score the square of their number."),
    ),
    HouseRule(
        "mice-with-stock",
        ("off", "on"),
        "off",
        "printed",
        T("Whether any number of mice may be stocked beside the cards of one kind."),
    ),
    HouseRule(
        "new-wallet",
        ("leftmost", "from-pile"),
        "leftmost",
        "house",
        T("Which card is the new wallet: the leftmost of the market, or the top of the pile."),
    ),
    HouseRule(
        "tiebreak",
        scorer.TIEBREAKS,
        scorer.TIEBREAKS[0],
        "house",
        T("Whether players with the same points share the place, or who has more asset cards is first."),
    ),
)


class Caravan(Game):
    """The game as the companion knows it: the assets that lie in front of the players, and their points."""

    key = "caravan"
    name = T("Tan-Tan Caravan")
    deck = "CA"
    least_players = 2
    most_players = 4
    kinds = KINDS
    house_rules = HOUSE_RULES
    facts = caravan_edition.facts(KINDS)
    settled_at_setup = ("starting-hand",)
    actions = caravan_actions.actions(lambda: GAME)

    def guide(self, occasion: Occasion) -> Guide:
        """The setup guide for these players, with the numbers that the edition tells."""
        return caravan_guide.guide(occasion, self.kinds)

    def first_facts(self, occasion: Occasion) -> Mapping[str, Json]:
        """Nobody has assets (`holdings`: player id -> assets, each [kind, cards]); the rest as dealt."""
        return caravan_record.first_facts(occasion)

    def view(self, state: State, viewer: str | None) -> Mapping[str, Json]:
        """Assets, points so far, who has the most of what, and what lies on the board; all of it is open."""
        assets = {name: dict(cards) for name, cards in recorded(state).items()}
        totals = {sheet.player: sheet.total for sheet in self.score(state).scoresheets}
        return {
            "assets": [{"player": p, "cards": cards, "total": totals[p]} for p, cards in assets.items()],
            "most": {card: _leaders(assets, card) for card in ("princess", "merchant")},
            "one_more": [self._one_more(state, name, totals) for name in totals],
            "caravan_spaces": caravan_record.all_spaces(state),
            **caravan_record.view(state),
        }

    def status(self, shown: Mapping[str, Json]) -> tuple[Part, ...]:
        """See `caravan_status.status`."""
        from companion.games import caravan_status  # not paid for by those who only set a table up

        return caravan_status.status(shown)

    def _one_more(self, state: State, player: str, totals: Mapping[str, int]) -> Mapping[str, Json]:
        """What one more princess and one more merchant for this player would change, in points by player.

        Players whose points stay the same are left out; null where no such card can be left.
        """
        gains: dict[str, Json] = {"player": player}
        for card in ("princess", "merchant"):
            held = recorded(state)
            try:
                result = self.score_cards({**held, player: (*held[player], (card, 1))}, state.rules)
            except Refusal:
                gains[card] = None
                continue
            change = {sheet.player: sheet.total - totals[sheet.player] for sheet in result.scoresheets}
            gains[card] = {name: points for name, points in change.items() if points}
        return gains

    def score_cards(self, holdings: Holdings, rules: Mapping[str, str]) -> Result:
        """Scoresheets and standings for these assets."""
        assets = {player: dict(merged(cards)) for player, cards in holdings.items()}
        return scorer.score(assets, lamps=rules["lamps"], tiebreak=rules["tiebreak"])

    def score(self, state: State) -> Result:
        """Scoresheets and standings for the assets on record."""
        return self.score_cards(recorded(state), state.rules)

    def copies(self, kind: Kind, edition: Mapping[str, Json]) -> int | None:
        """Copies of a kind in the owner's box, None where the edition doesn't say."""
        return caravan_edition.number(edition, f"copies.{kind.key}")

    def edition_warnings(self, edition: Mapping[str, Json]) -> Sequence[Text]:
        """Copies that don't add up to the totals of the rules page."""
        return check_edition(edition)


def _leaders(assets: Mapping[str, Mapping[str, int]], card: str) -> Mapping[str, Json]:
    """How many the most is, and who has that many; nobody while nobody has any."""
    most = max(cards.get(card, 0) for cards in assets.values())
    return {
        "count": most,
        "players": [p for p, cards in assets.items() if most and cards.get(card, 0) == most],
    }


GAME: Game = Caravan()
