"""Hand sizes as far as they are on record. What is in a hand nobody tells the companion.

A size is what setup dealt and recorded actions moved; it is None once the record can't be complete. So it
informs and is never a reason to doubt what a table says it did.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.deals import Dealer
from companion.games.base import Action, Args, Outcome, Param
from companion.table import Json, Player, State
from scorers.refusal import Refusal
from scorers.text import TN, T, Text

Hands = Mapping[str, int | None]
"""Player id -> cards in hand as far as recorded, None where the record doesn't know."""


def dealt(players: Sequence[Player], cards: int) -> dict[str, int | None]:
    """Everybody's hand size right after the deal."""
    return {player.id: cards for player in players}


def hands(state: State) -> dict[str, int | None]:
    """The hand sizes on record of everybody at the table, in seat order."""
    on_record: Hands = state.facts["hands"]
    return {player.id: on_record.get(player.id) for player in state.present}


def with_hands(state: State, changed: Hands) -> State:
    """The state with these hand sizes in place of those on record."""
    return state.with_facts(hands={**state.facts["hands"], **changed})


def moved(state: State, player: str, cards: int) -> State:
    """The state with cards put into a hand, or taken from it if negative.

    Fewer than none can't be: then something wasn't recorded, and the size isn't known from there on.
    """
    before = state.facts["hands"].get(player)
    after = None if before is None else before + cards
    return with_hands(state, {player: None if after is None or after < 0 else after})


@dataclass(frozen=True, slots=True)
class Theft:
    """Cards that were drawn from other hands: how many, all hands after it, and whose may have shrunk.

    `unclear` are the players of whom it isn't told how many of the cards were theirs.
    """

    taken: int
    hands: Hands
    unclear: tuple[str, ...] = ()


def theft(before: Hands, thief: str, named: Sequence[str], draws: int) -> Theft:
    """What drawing cards at random from the others' hands leaves; `named` tells for each draw from whom.

    Draws that nobody is named for come from the only hand they can come from, where there is only one.

    >>> theft({"a": 4, "b": 4, "c": 0}, "a", (), 1)
    Theft(taken=1, hands={'a': 5, 'b': 3, 'c': 0}, unclear=())
    >>> theft({"a": 4, "b": 4, "c": 1}, "a", (), 1).hands
    {'a': 5, 'b': None, 'c': None}
    """
    after = dict(before)
    for victim in named:
        left = after[victim]
        after[victim] = left - 1 if left else None
    rest = draws - len(named)
    sources = [player for player, cards in after.items() if player != thief and cards != 0]
    sizes = [after[player] for player in sources]
    there = None if None in sizes else sum(cards or 0 for cards in sizes)
    more = rest if there is None else min(rest, there)
    own = after[thief]
    after[thief] = None if own is None else own + len(named) + more
    unclear: tuple[str, ...] = ()
    if more and there == more:
        after.update(dict.fromkeys(sources, 0))
    elif more and len(sources) == 1:
        left = after[sources[0]]
        after[sources[0]] = None if left is None else left - more
    elif more:
        after.update(dict.fromkeys(sources, None))
        unclear = tuple(sources)
    return Theft(len(named) + more, after, unclear)


def check_victims(state: State, thief: str, named: Sequence[str]) -> None:
    """Refuse (`own-hand`) drawing from one's own hand."""
    if thief in named:
        others = tuple(player.name for player in state.present if player.id != thief)
        if not others:
            raise Refusal(
                "own-hand",
                T("{player} plays alone: a thief takes nothing. Leave --from out.", player=state.name(thief)),
            )
        raise Refusal(
            "own-hand",
            T(
                "A thief takes from somebody else: --from can't be {player}. Possible: {others}.",
                player=state.name(thief),
                others=others,
            ),
        )


def theft_text(state: State, found: Theft, named: Sequence[str]) -> Text:
    """What was taken from whom, to follow the sentence of who drew the thief."""
    if not found.taken:
        return T("nothing is taken, since nobody else has a card as far as recorded")
    cards = TN("{count} card is taken", "{count} cards are taken", found.taken)
    if found.unclear:
        return T(
            "{cards}; --from tells from whom, without it these hands are no longer known: {players}",
            cards=cards,
            players=tuple(state.name(player) for player in found.unclear),
        )
    before = hands(state)
    sources = [p.id for p in state.present if p.id in named or (found.hands[p.id] or 0) < (before[p.id] or 0)]
    if not sources:
        return cards
    return T("{cards} from {players}", cards=cards, players=tuple(state.name(p) for p in sources))


def hands_view(state: State) -> list[Json]:
    """Hand sizes in JSON form, in seat order; null where the record doesn't know."""
    return [{"player": state.name(player), "cards": cards} for player, cards in hands(state).items()]


def hand_action(most: int) -> Action:
    """The action that corrects a hand's size; no hand holds more than `most` cards, all there are."""

    def check(state: State, args: Args, dealer: Dealer) -> Outcome:
        if args["count"] > most:
            raise Refusal(
                "over-limit",
                T(
                    "{player} can't hold {count} cards: there are {most} in all.",
                    player=state.name(args["player"]),
                    count=args["count"],
                    most=most,
                ),
            )
        return Outcome({"player": args["player"], "count": args["count"]})

    def effect(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
        return with_hands(state, {data["player"]: data["count"]})

    def text(state: State, data: Mapping[str, Json]) -> Text:
        return TN(
            "{player} holds {count} card",
            "{player} holds {count} cards",
            data["count"],
            player=state.name(data["player"]),
        )

    return Action(
        name="hand",
        help=T("NAME holds exactly COUNT cards: corrects the hand size on record."),
        params=(
            Param("player", "player", T("whose hand")),
            Param("count", "number", T("how many cards")),
        ),
        check=check,
        effect=effect,
        text=text,
    )
