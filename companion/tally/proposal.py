"""What a tally would put on record, and recording it: one `holdings` action for every player with cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from companion.deals import Dealer
from companion.games.base import Cards, Game
from companion.games.holdings import with_holdings
from companion.journal import GameOf, Journal, act, extend
from companion.table import Event, State
from companion.tally.model import Tally

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


def builds(proposed: Proposal, dealer: Dealer, at: str) -> list[Callable[[Journal], Event]]:
    """Makers of the events, to be appended in one go.

    Each is checked against the cards of those who went before and of players that the proposal leaves as
    they are: what those who follow have on record is about to be replaced.
    """
    names = tuple(proposed)
    return [_build(name, proposed[name], names[n + 1 :], dealer, at) for n, name in enumerate(names)]


def _build(
    name: str, cards: Cards, later: Sequence[str], dealer: Dealer, at: str
) -> Callable[[Journal], Event]:
    def build(journal: Journal) -> Event:
        state = journal.state
        ids = {player.name: player.id for player in state.players}
        for other in later:
            state = with_holdings(state, ids[other], ())
        args = {"player": ids[name], "cards": cards}
        return act(replace(journal, state=state), "holdings", args, dealer, at)

    return build


def state_with(journal: Journal, proposed: Proposal, dealer: Dealer, at: str, game_of: GameOf) -> State:
    """The state as it would be with the proposal on record. Raises `Refusal` where that can't be."""
    was_open = journal.state.open
    journal = replace(journal, state=replace(journal.state, open=True))
    for build in builds(proposed, dealer, at):
        journal = extend(journal, build(journal), game_of)
    return replace(journal.state, open=was_open)
