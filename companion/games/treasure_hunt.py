"""Treasure Hunt: the deck, the house rules, the score, what a table shows (rules page treasure-hunt)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.deals import Dealer
from companion.games import (
    treasure_board,
    treasure_guide,
    treasure_loot,
    treasure_moves,
    treasure_record,
    treasure_spirits,
    treasure_view,
)
from companion.games.base import Cards, Game, Guide, Holdings, HouseRule, Kind, Occasion
from companion.games.holdings import holdings_action, recorded
from companion.games.status import Part
from companion.games.treasure_battle import BATTLE
from companion.games.treasure_mimic import mimic_action
from companion.games.treasure_places import dealt_layout
from companion.games.treasure_sketch import BOARD
from companion.games.treasure_thief import thief_action
from companion.table import Deal, Json, State
from scorers import treasure_hunt as scorer
from scorers.checks import bad_counts, refuse_if
from scorers.sheet import Line, Result, Scoresheet
from scorers.text import TN, T, Text
from scorers.tiebreaks import rank_by_rule

_RANK_NAMES: Mapping[str, object] = {"A": T("Ace"), "J": T("Jack"), "Q": T("Queen"), "K": T("King")}


def _card_name(suit: str, rank: str) -> Text:
    spoken = _RANK_NAMES.get(rank, rank)
    return {
        "H": T("{rank} of hearts", rank=spoken),
        "D": T("{rank} of diamonds", rank=spoken),
        "S": T("{rank} of spades", rank=spoken),
        "C": T("{rank} of clubs", rank=spoken),
    }[suit]


_HELD = scorer.TREASURES + scorer.RUSH_TREASURES

KINDS = (
    *(
        Kind(suit + rank, suit + rank, _card_name(suit, rank), 1, held=suit + rank in _HELD)
        for suit in scorer.SUITS
        for rank in scorer.RANKS
    ),
    Kind(scorer.JOKER, "JOK", T("Joker"), 2, held=False),
)


def _switch(key: str, text: Text) -> HouseRule:
    return HouseRule(key, ("off", "on"), "off", "printed", text)


HOUSE_RULES = (
    _switch("mimic", T("A joker on the field is a mimic that an ace has to fight.")),
    _switch(
        "mimic-faces",
        T(
            "With up to 3 players the jacks, queens and kings of suits nobody plays are mimics too (with "
            "mimic)."
        ),
    ),
    _switch(
        "rush",
        T("With up to 3 players and nobody playing diamonds, their jack, queen and king are treasures too."),
    ),
    _switch("magic", T("The mover may give the opponent a jack, queen or king to pass without a battle.")),
    _switch("my-god", T("No ace is laid face down by a battle: it is sent to another card, face up.")),
    _switch("mana", T("Red against black: a loss by the one of the field card's colour becomes a draw.")),
    _switch("spirit", T("Players may lay jacks, queens and kings of their suit on the field as spirits.")),
    _switch(
        "spirit-spares",
        T("The jacks, queens and kings of suits nobody plays are extra hand cards (with spirit)."),
    ),
    HouseRule("jokers", ("2", "1"), "2", "printed", T("How many jokers are played with; one is the thief.")),
    HouseRule(
        "tiebreak",
        ("shared", "pip-sum"),
        "shared",
        "house",
        T("Players with the same number of treasures share the place, or the sum of their numbers decides."),
    ),
    HouseRule(
        "first-turn",
        ("move-only", "full"),
        "move-only",
        "house",
        T("In the first turn aces only move, or there are battles, treasures and the thief's move too."),
    ),
)


def _treasures(cards: Cards) -> list[str]:
    """The cards one by one; a second copy is kept, so that scoring refuses it."""
    counts: dict[str, int] = {}
    for card, n in cards:
        counts[card] = counts.get(card, 0) + n
    refuse_if(bad_counts(counts, scorer.NAMES))
    return [card for card, n in counts.items() for _ in range(min(n, 2))]


class TreasureHunt(Game):
    """The playing-card game for 2 to 4 players, from age 4."""

    key = "treasure-hunt"
    name = T("Treasure Hunt")
    deck = "TH"
    least_players = min(scorer.SETUP)
    most_players = max(scorer.SETUP)
    kinds = KINDS
    house_rules = HOUSE_RULES
    settled_at_setup = ("rush", "spirit", "spirit-spares", "jokers")
    credit = T("Designed by ﾋﾖｺ戦艦")

    def guide(self, occasion: Occasion) -> Guide:
        """See `Game.guide`; the drawing is the board that was dealt, None before a deal."""
        return treasure_guide.guide(occasion, dealt_layout(occasion.deals))

    def deals(self, occasion: Occasion, round_: int, dealer: Dealer) -> tuple[Deal, ...]:
        """The board. It is no secret."""
        dungeon = treasure_guide.numbers(len(occasion.players), occasion.rules).dungeon
        layout = treasure_board.random_layout(dealer.randomness("layout", round_), dungeon)
        return (dealer.seal("layout", round_, layout, value=layout),)

    def first_facts(self, occasion: Occasion) -> Mapping[str, Json]:
        """See `treasure_record.first_facts`."""
        return treasure_record.first_facts(occasion)

    def view(self, state: State, viewer: str | None) -> Mapping[str, Json]:
        """The same for every viewer: all of it lies open on the table, the stock's number of cards too."""
        out = len(self._in_game(state)) - treasure_record.treasures_held(state)
        return {
            "layout": state.facts["board"] or dealt_layout(state.deals),
            "treasures": {name: [card for card, _ in cards] for name, cards in recorded(state).items()},
            "treasures_out": out,
            **treasure_view.view(state),
            "standing": [
                {"place": s.place, "player": s.player, "total": s.total} for s in self.score(state).standings
            ],
        }

    def status(self, shown: Mapping[str, Json]) -> tuple[Part, ...]:
        """See `treasure_status.status`."""
        from companion.games import treasure_status  # not paid for by those who only set a table up

        return treasure_status.status(shown)

    def score_cards(self, holdings: Holdings, rules: Mapping[str, str]) -> Result:
        """One point a treasure card, hand and bank together."""
        return scorer.score(
            {name: _treasures(cards) for name, cards in holdings.items()},
            tiebreak=rules["tiebreak"],
            rush=rules["rush"] == "on",
        )

    def score(self, state: State) -> Result:
        """See `score_cards`; treasures that changed hands without being named count for who has them."""
        moved = {p.name: treasure_record.unnamed(state, p.id) for p in state.players}
        held = recorded(state)
        pips = {name: scorer.pip_sum([card for card, _ in cards]) for name, cards in held.items()}
        result = self.score_cards(held, state.rules)
        return _with_unnamed(result, moved, pips, state.rules["tiebreak"])

    def finished(self, state: State) -> bool:
        """Whether every treasure is with a player or the table is closed.

        Under `rush` the king of diamonds may never leave the stock; then closing the table ends the game.
        """
        return not state.open or treasure_record.treasures_held(state) >= len(self._in_game(state))

    def _in_game(self, state: State) -> tuple[str, ...]:
        return treasure_record.in_game(state)


def _with_unnamed(result: Result, moved: Mapping[str, int], pips: Mapping[str, int], tiebreak: str) -> Result:
    """The result with treasures that changed hands without being named, by player name."""
    if not any(moved.values()):
        return result
    sheets = tuple(
        Scoresheet(sheet.player, (*sheet.lines, *_unnamed_line(moved[sheet.player])))
        for sheet in result.scoresheets
    )
    totals = {sheet.player: sheet.total for sheet in sheets}
    standings, explanation = rank_by_rule(totals, pips, tiebreak=tiebreak, printed=False)
    return Result(sheets, standings, explanation)


def _unnamed_line(n: int) -> list[Line]:
    if not n:
        return []
    detail = TN(
        "{count} treasure more, not named yet (`companion do lose` names it)",
        "{count} treasures more, not named yet (`companion do lose` names them)",
        n,
    )
    if n < 0:
        detail = TN(
            "{count} treasure lost, not named yet (`companion do lose` names it)",
            "{count} treasures lost, not named yet (`companion do lose` names them)",
            -n,
        )
    return [Line("unnamed", n, detail)]


TreasureHunt.actions = (
    holdings_action(lambda: GAME, after=treasure_record.counted),
    *treasure_moves.ACTIONS,
    *treasure_loot.ACTIONS,
    BATTLE,
    thief_action(lambda: GAME),
    mimic_action(lambda: GAME),
    *treasure_spirits.SPIRITS,
    BOARD,
)

GAME: Game = TreasureHunt()
