"""The journal: the state is the fold of the actions in effect, however they were undone and redone."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import games
from companion.checkpoints import Checkpoint, from_json, to_json
from companion.deals import Dealer
from companion.games.base import Game
from companion.journal import (
    Journal,
    act,
    extend,
    find_action,
    fold,
    redo,
    sentence,
    setup_outcome,
    told,
    undo,
)
from companion.setup import occasion, seated
from companion.table import Event, State
from companion.words import house_rules
from scorers.refusal import Refusal

AT = "2026-11-29T20:15:00Z"


def opened(key: str, *names: str, **rules: str) -> Journal:
    """A table right after its setup."""
    game = games.load(key)
    chosen = house_rules(game, [f"{rule.replace('_', '-')}={value}" for rule, value in rules.items()])
    what = occasion(seated(game, names, None), chosen, {}, names[0])
    outcome = setup_outcome(game, f"{key}-1", what, Dealer(random.Random(3)))
    return fold([Event(1, AT, "setup", outcome.data, outcome.secret)], games.load)


def acted(journal: Journal, name: str, /, **args: Any) -> Journal:
    """The journal after an action that must be accepted."""
    action = find_action(journal.game, name)
    empty = {"players": (), "cards": (), "flag": False}
    full = {param.name: empty.get(param.kind) for param in action.params}
    given_args = {key.replace("_", "-"): value for key, value in args.items()}
    assert given_args.keys() <= full.keys()
    event = act(journal, name, {**full, **given_args}, Dealer(random.Random(4)), AT)
    return extend(journal, event)


def taken_back(journal: Journal, by: str | None = None) -> Journal:
    return extend(journal, undo(journal, AT, by))


def brought_back(journal: Journal, by: str | None = None) -> Journal:
    return extend(journal, redo(journal, AT, by))


def same(journal: Journal) -> None:
    """The journal built step by step is the one that its events fold to."""
    whole = fold(list(journal.events), games.load)
    assert (whole.state, whole.done, whole.undone) == (journal.state, journal.done, journal.undone)


def held(journal: Journal, player: str = "p1") -> Any:
    return journal.state.facts["holdings"].get(player, [])


def test_the_first_event_holds_who_plays_what_how_and_hides_the_deals() -> None:
    journal = opened("saboteur", "Ann", "Bob", "Cem")
    (event,) = journal.events
    assert (event.number, event.at, event.action) == (1, AT, "setup")
    assert [p["name"] for p in event.data["players"]] == ["Ann", "Bob", "Cem"]
    assert event.data["start"] == "p1"
    assert [d["name"] for d in event.data["deals"]] == ["roles", "goals"]
    assert "saboteur" not in str(event.data["deals"])
    assert "nonce" not in str(event.data)
    assert journal.state.open
    assert [d.open for d in journal.state.deals] == [False, False]


def test_every_accepted_action_is_one_event_with_the_next_number() -> None:
    journal = opened("archaeology", "Ann", "Bob")
    for n in range(2, 6):
        journal = acted(journal, "holdings", player="p1", cards=(("coin", 2),))
        assert journal.events[-1].number == n == len(journal.events)
    assert journal.done == (2, 3, 4, 5)


def test_a_refused_action_raises_and_changes_nothing() -> None:
    journal = opened("archaeology", "Ann", "Bob")
    before = journal
    with pytest.raises(Refusal) as found:
        acted(journal, "sell", player="p1", cards=(("coin", 6),))
    assert found.value.kind == "over-limit"
    assert journal == before


def test_undo_and_redo_walk_back_and_forth_to_any_depth() -> None:
    journal = opened("archaeology", "Ann", "Bob")
    states = [journal.state]
    for n in (1, 2, 3, 4):
        journal = acted(journal, "sell", player="p1", cards=(("coin", n),))
        states.append(journal.state)
    last = states.pop()
    for state in reversed(states):
        journal = taken_back(journal)
        assert journal.state == state
        same(journal)
    with pytest.raises(Refusal, match="setup itself stays"):
        undo(journal, AT)
    for state in [*states[1:], last]:
        journal = brought_back(journal)
        assert journal.state == state
        same(journal)
    with pytest.raises(Refusal) as found:
        redo(journal, AT)
    assert found.value.kind == "nothing-to-redo"


def test_a_new_action_overtakes_what_was_undone_but_undo_still_reaches_before_it() -> None:
    journal = opened("archaeology", "Ann", "Bob")
    journal = acted(journal, "holdings", player="p1", cards=(("coin", 1),))
    journal = acted(journal, "holdings", player="p1", cards=(("coin", 2),))
    journal = taken_back(journal)
    journal = acted(journal, "holdings", player="p1", cards=(("map", 1),))
    with pytest.raises(Refusal):
        redo(journal, AT)
    assert held(journal) == [["map", 1]]
    journal = taken_back(journal)
    assert held(journal) == [["coin", 1]]
    journal = taken_back(journal)
    assert held(journal) == []
    journal = brought_back(brought_back(journal))
    assert held(journal) == [["map", 1]]
    same(journal)


def test_undoing_passes_over_a_look_and_leaves_it_on_record() -> None:
    journal = opened("saboteur", "Ann", "Bob", "Cem")
    journal = acted(journal, "holdings", player="p1", cards=(("gold-1", 1),))
    journal = acted(journal, "roles", player="p2")
    looks = journal.state.looks
    assert len(looks) == 1
    journal = taken_back(journal)
    assert journal.state.looks == looks
    assert held(journal) == []
    with pytest.raises(Refusal):
        undo(journal, AT)
    journal = acted(journal, "peek", player="p1", goal="middle")
    journal = brought_back(journal)
    assert held(journal) == [["gold-1", 1]]
    assert len(journal.state.looks) == 2
    same(journal)


def test_a_look_in_a_round_that_was_undone_stays_on_record() -> None:
    journal = opened("saboteur", "Ann", "Bob", "Cem")
    journal = acted(journal, "finish", winner="diggers", connector="p1")
    second = journal.state.deals
    journal = acted(journal, "roles", player="p2")
    journal = taken_back(journal)
    assert [(look.player, look.round) for look in journal.state.looks] == [("p2", 2)]
    assert not journal.state.facts["finished"]
    same(journal)
    journal = brought_back(journal)
    assert journal.state.deals == second
    same(journal)


def test_an_undone_closing_opens_the_table_again() -> None:
    journal = acted(opened("archaeology", "Ann", "Bob"), "close")
    assert not journal.state.open
    with pytest.raises(Refusal) as found:
        acted(journal, "holdings", player="p1", cards=())
    assert found.value.kind == "closed"
    journal = taken_back(journal)
    assert journal.state.open
    acted(journal, "holdings", player="p1", cards=())


def test_what_is_held_follows_a_player_through_a_rename_and_its_undoing() -> None:
    journal = opened("archaeology", "Ann", "Bob")
    journal = acted(journal, "rename", player="p1", name="Anna")
    journal = acted(journal, "holdings", player="p1", cards=(("coin", 3),))
    score = journal.game.score(journal.state)
    assert [(s.player, s.total) for s in score.scoresheets] == [("Anna", 10), ("Bob", 0)]
    journal = taken_back(taken_back(journal))
    assert journal.state.names == ("Ann", "Bob")
    same(journal)


def test_the_log_names_people_as_they_were_called_then_and_who_took_back() -> None:
    journal = opened("archaeology", "Ann", "Bob")
    journal = acted(journal, "sell", player="p1", cards=(("coin", 1),))
    journal = acted(journal, "rename", player="p1", name="Anna")
    journal = taken_back(journal, "p2")
    journal = taken_back(journal)
    journal = brought_back(journal, "p1")
    said = [str(text) for text, _ in told(journal.events, games.load)]
    assert said == [
        "Archaeology with Ann, Bob",
        "Ann sells 1 coin for 2",
        "Ann is now called Anna",
        "Undone by Bob: Ann is now called Anna",
        "Undone: Ann sells 1 coin for 2",
        "Done again by Ann: Ann sells 1 coin for 2",
    ]


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("undo"), st.integers(1, 3)),
        st.tuples(st.just("redo"), st.integers(1, 3)),
        st.tuples(st.just("holdings"), st.integers(0, 2), st.integers(0, 4)),
        st.tuples(st.just("rename"), st.integers(0, 2), st.integers(0, 4)),
        st.tuples(st.just("roles"), st.integers(0, 2)),
        st.tuples(st.just("peek"), st.integers(0, 2), st.sampled_from(["top", "middle", "bottom"])),
        st.tuples(st.just("reveal"), st.sampled_from(["top", "middle", "bottom"])),
        st.tuples(st.just("finish"), st.integers(0, 2)),
        st.tuples(st.just("close")),
    ),
    max_size=25,
)


class Model:
    """The rule of undo in its plainest form: a list of actions in effect, and a heap of those taken back."""

    def __init__(self, journal: Journal) -> None:
        self.start = journal.state
        self.game: Game = journal.game
        self.kept: list[Event] = []
        self.heap: list[Event] = []
        self.looks: list[Event] = []

    def take(self, event: Event) -> None:
        if event.action == "undo":
            self.heap.append(self.kept.pop())
        elif event.action == "redo":
            self.kept.append(self.heap.pop())
        elif find_action(self.game, event.action).lasting:
            self.looks.append(event)
        else:
            self.kept.append(event)
            self.heap.clear()

    def state(self) -> State:
        state = self.start
        for event in sorted([*self.kept, *self.looks]):
            state = find_action(self.game, event.action).effect(state, event.data, event.secret)
        return state


def step(journal: Journal, words: Sequence[Any]) -> Event | None:
    """The event of one random step, None where the table refuses it."""
    name, *rest = words
    dealer = Dealer(random.Random(len(journal.events)))
    try:
        if name in ("undo", "redo"):
            return (undo if name == "undo" else redo)(journal, AT)
        who = f"p{rest[0] + 1}" if rest and isinstance(rest[0], int) else None
        args: dict[str, Any] = {"player": who}
        if name == "holdings":
            args["cards"] = (("gold-1", rest[1]),)
        elif name == "rename":
            args["name"] = f"N{rest[0]}{rest[1]}"
        elif name in ("peek", "reveal"):
            args["goal"] = rest[-1]
        elif name == "finish":
            args = {"winner": "diggers", "connector": who, "last": None, "saboteur": (), "no-saboteur": False}
        return act(journal, name, args, dealer, AT)
    except Refusal:
        return None


@settings(max_examples=150, deadline=None)
@given(STEPS, st.integers(1, 4))
def test_any_acts_undos_and_redos_give_the_fold_of_what_is_in_effect(
    steps: list[tuple[Any, ...]], every: int
) -> None:
    journal = opened("saboteur", "Ann", "Bob", "Cem", rounds="9")
    model = Model(journal)
    checkpoints: list[Checkpoint] = []
    said: list[str] = [str(told(journal.events, games.load)[0].text)]
    for words in steps:
        for _ in range(words[1] if words[0] in ("undo", "redo") else 1):
            event = step(journal, words)
            if event is None:
                break
            model.take(event)
            said.append(str(sentence(journal, event)))
            journal = extend(journal, event)
            assert journal.state == model.state()
            assert list(journal.done) == [e.number for e in model.kept]
            assert list(journal.undone) == [e.number for e in model.heap]
            if event.number % every == 0:
                at = Checkpoint(event.number, journal.state, journal.done, journal.undone)
                checkpoints.insert(0, from_json(to_json(at)))
    same(journal)
    events = list(journal.events)
    shorter = fold(events, games.load, checkpoints)
    assert (shorter.state, shorter.done, shorter.undone) == (journal.state, journal.done, journal.undone)
    further = step(shorter, ("undo", 1))
    if further is not None:
        model.take(further)
        assert extend(shorter, further).state == model.state()
    assert [str(text) for text, _ in told(events, games.load)] == said
