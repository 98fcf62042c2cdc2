"""The action that every game shares: a player has exactly these cards for scoring.

A scan records it, and so does a person who counts by hand. It replaces what was recorded before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.deals import Dealer
from companion.games.base import Action, Args, Cards, Game, Holdings, Kind, Outcome, Param
from companion.table import Json, State
from scorers.text import T, Text


def recorded(state: State) -> Holdings:
    """What each player who is scored holds on record, by name in seat order; without an entry, nothing."""
    held: Mapping[str, Json] = state.facts.get("holdings", {})
    return {p.name: tuple((card, n) for card, n in held.get(p.id, [])) for p in state.players if not p.out}


def with_holdings(state: State, player: str, cards: Cards) -> State:
    """The state in which this player (by id) holds exactly these cards; which single cards is forgotten."""
    held = {**state.facts.get("holdings", {}), player: [list(entry) for entry in cards]}
    tags = {tag: owner for tag, owner in state.facts.get("tags", {}).items() if owner != player}
    return state.with_facts(holdings=held, tags=tags)


def with_tags(state: State, player: str, tags: Sequence[str]) -> State:
    """The state in which these single cards (their tags' payloads) are known to be this player's. Secret."""
    return state.with_facts(tags={**state.facts.get("tags", {}), **dict.fromkeys(tags, player)})


def with_whom(state: State, tag: str) -> str | None:
    """The name of the player on whose record a scan has put this single card, None if none has."""
    player = state.facts.get("tags", {}).get(tag)
    return None if player is None else state.name(player)


def merged(cards: Cards) -> Cards:
    """Entries of one kind added up, kinds with none left out, in the order first named.

    >>> merged((("coin", 1), ("map", 0), ("coin", 2)))
    (('coin', 3),)
    """
    counts: dict[str, int] = {}
    for card, n in cards:
        counts[card] = counts.get(card, 0) + n
    return tuple((card, n) for card, n in counts.items() if n)


def check_holdings(game: Game, state: State, player: str, cards: Cards) -> None:
    """Refuses cards that can't all be there, whatever else is on record (see `Game.score_cards`)."""
    game.score_cards({**recorded(state), state.name(player): cards}, state.rules)


def holdings_action(
    game: Callable[[], Game],
    *,
    sets: bool = False,
    after: Callable[[State, str], State] | None = None,
) -> Action:
    """The `holdings` action for a game; with `sets` every CARD=N stays a set of its own.

    `after(state, player id)` changes what else follows from a full count.
    """

    def check(state: State, args: Args, dealer: Dealer) -> Outcome:
        cards: Cards = args["cards"] if sets else merged(args["cards"])
        check_holdings(game(), state, args["player"], cards)
        return Outcome({"player": args["player"], "cards": [list(entry) for entry in cards]})

    def effect(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
        state = with_holdings(state, data["player"], tuple((card, n) for card, n in data["cards"]))
        return after(state, data["player"]) if after else state

    def text(state: State, data: Mapping[str, Json]) -> Text:
        return T(
            "{player} has {cards}", player=state.name(data["player"]), cards=cards_text(game(), data["cards"])
        )

    return Action(
        name="holdings",
        help=T("NAME has exactly these cards for scoring, replacing what was recorded."),
        params=(
            Param("player", "player", T("who has the cards")),
            Param("cards", "cards", T("the cards, each CARD=N; none at all is possible too"), required=False),
        ),
        check=check,
        effect=effect,
        text=text,
    )


def cards_text(game: Game, cards: Json) -> Text | tuple[Text, ...]:
    """The cards in words, `Coin x 3, Map x 1`; a kind that there is one of is named without a number."""
    if not cards:
        return T("no cards")
    return tuple(_counted(game.kind(card), n) for card, n in cards)


def _counted(kind: Kind, n: int) -> Text:
    return kind.name if kind.copies == 1 else T("{card} x {n}", card=kind.name, n=n)
