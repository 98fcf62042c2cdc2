"""What a tally would put on record, and recording it: one `holdings` action for every player with cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from companion.deals import Dealer
from companion.games.base import Cards, Game
from companion.games.holdings import with_holdings, with_whom
from companion.journal import TAGS, Journal, act, extend
from companion.table import Event, State
from companion.tally.model import Tally, card_text
from companion.tally.tags import Problem
from scorers.text import T

Proposal = Mapping[str, Cards]
"""Player name -> exactly these cards for scoring; in games with sets every entry is one set."""


def has_sets(game: Game) -> bool:
    """Whether it matters in this game which cards lie together."""
    return any(kind.largest_set is not None for kind in game.kinds)


def proposal(tally: Tally, game: Game) -> dict[str, Cards]:
    """What each player to whom the tally gives cards has."""
    return {
        share.player: share.sets if has_sets(game) else tuple(tally.counts(share.cards).items())
        for share in tally.shares
        if share.cards
    }


def tags_of(tally: Tally, game: Game, proposed: Proposal) -> dict[str, tuple[str, ...]]:
    """The payloads of the single cards of each player whose proposal a person has not changed."""
    as_read = proposal(tally, game)
    return {
        share.player: tuple(found.card.payload for found in share.cards)
        for share in tally.shares
        if share.cards and proposed.get(share.player) == as_read[share.player]
    }


def elsewhere(tally: Tally, state: State) -> tuple[Problem, ...]:
    """Cards that an earlier scan put on record with somebody whose cards these pictures leave as they are."""
    counted = {share.player for share in tally.shares if share.cards}
    problems = []
    for share in tally.shares:
        for found in share.cards:
            other = with_whom(state, found.card.payload)
            if other is not None and other not in counted:
                text = T(
                    "{card} is with {player} here and on record with {other} from an earlier scan; "
                    "a card can be in one place only.",
                    card=card_text(found.card),
                    player=share.player,
                    other=other,
                )
                problems.append(Problem("same-card-twice", text, (found.card.payload,)))
    return tuple(problems)


def builds(
    proposed: Proposal, dealer: Dealer, at: str, tags: Mapping[str, tuple[str, ...]] | None = None
) -> list[Callable[[Journal], Event]]:
    """Makers of the events, to be appended in one go.

    Each is checked against the cards of those who went before and of players that the proposal leaves as
    they are: what those who follow have on record is about to be replaced. `tags` are the payloads of the
    single cards, by player name, where they are known.
    """
    names, known = tuple(proposed), tags or {}
    return [
        _build(name, proposed[name], known.get(name, ()), names[n + 1 :], dealer, at)
        for n, name in enumerate(names)
    ]


def _build(
    name: str, cards: Cards, tags: tuple[str, ...], later: Sequence[str], dealer: Dealer, at: str
) -> Callable[[Journal], Event]:
    def build(journal: Journal) -> Event:
        state = journal.state
        ids = {player.name: player.id for player in state.players}
        for other in later:
            state = with_holdings(state, ids[other], ())
        args = {"player": ids[name], "cards": cards, TAGS: tags}
        return act(replace(journal, state=state), "holdings", args, dealer, at)

    return build


def state_with(journal: Journal, proposed: Proposal, dealer: Dealer, at: str) -> State:
    """The state as it would be with the proposal on record. Raises `Refusal` where that can't be."""
    was_open = journal.state.open
    journal = replace(journal, state=replace(journal.state, open=True))
    for build in builds(proposed, dealer, at):
        journal = extend(journal, build(journal))
    return replace(journal.state, open=was_open)
