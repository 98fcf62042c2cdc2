"""Saboteur at the table: the deck, the setup table, the guide, the deals, what may be seen, gold."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace

import pytest

from companion.deals import Dealer, commitment, holds
from companion.games.base import Guide, Occasion
from companion.games.saboteur import GAME
from companion.games.saboteur_secrets import CONTENTS, PLACES, goal_at, role_of
from companion.table import Deal, Look, State
from scorers.refusal import Refusal
from tests.games.saboteur_table import NAMES, act, action, occasion, refused, rules, rulings, table

SETUP = {
    3: (1, 3, 6, 3, 49),
    4: (1, 4, 6, 4, 43),
    5: (2, 4, 6, 5, 37),
    6: (2, 5, 5, 6, 37),
    7: (3, 5, 5, 7, 32),
    8: (3, 6, 4, 8, 35),
    9: (3, 7, 4, 9, 31),
    10: (4, 7, 4, 9, 27),
}
COUNTS = sorted(SETUP)


def guide(players: int, start: str | None = None, **changed: str) -> Guide:
    what = occasion(players, start, **changed)
    return GAME.guide(replace(what, deals=GAME.deals(what, 1, Dealer(random.Random(1)))))


def words(shown: Guide) -> str:
    return "\n".join(f"{step.title}: {step.text}" for step in shown.steps)


def dealt(players: int, seed: int, name: str, **changed: str) -> Deal:
    deals = GAME.deals(occasion(players, "p1", **changed), 1, Dealer(random.Random(seed)))
    return next(deal for deal in deals if deal.name == name)


def test_the_deck_is_28_gold_cards_with_44_nuggets():
    deck = {kind.key: (kind.code, kind.copies, kind.held) for kind in GAME.kinds}
    assert deck == {"gold-1": ("G1", 16, True), "gold-2": ("G2", 8, True), "gold-3": ("G3", 4, True)}
    tags = {f"{GAME.deck}:{k.code}:{n:02}" for k in GAME.kinds for n in range(1, (k.copies or 0) + 1)}
    assert len(tags) == 28
    assert max(map(len, tags)) <= 10


def test_house_rules_are_the_pages_options():
    assert {rule.key: (rule.values, rule.default) for rule in GAME.house_rules} == {
        "gold-draw": (("per-player", "per-digger"), "per-player"),
        "no-saboteur-deal": (("allowed", "redeal"), "allowed"),
        "inexact-pay": (("credit", "largest-below"), "credit"),
        "rounds": (tuple("123456789"), "3"),
        "roles": (("companion", "cards"), "companion"),
        "goals": (("companion", "cards"), "companion"),
    }


@pytest.mark.parametrize("players", COUNTS)
def test_the_setup_table_cell_by_cell(players: int):
    shown = guide(players)
    keys = ("saboteurs_in_pool", "diggers_in_pool", "hand", "gold_cards_if_diggers_win", "draw_pile")
    assert shown.numbers == dict(zip(keys, SETUP[players], strict=True))
    saboteurs, diggers, hand, drawn, pile = SETUP[players]
    assert saboteurs + diggers == players + 1
    assert pile == 67 - players * hand
    for roles in ("companion", "cards"):
        text = words(guide(players, roles=roles))
        assert f"{saboteurs} saboteur{'s' if saboteurs > 1 else ''} and {diggers} gold diggers" in text
        assert f"Deal {hand} cards to each of the {players} players. The other {pile} cards" in text
        assert f"If the diggers win, {drawn} of them are drawn." in text


@pytest.mark.parametrize("players", [2, 11])
def test_other_player_counts_are_refused(players: int):
    with pytest.raises(Refusal, match="3 to 10"):
        GAME.guide(occasion(players))


@pytest.mark.parametrize("players", COUNTS)
def test_one_card_a_digger_tells_no_number(players: int):
    shown = guide(players, gold_draw="per-digger")
    assert shown.numbers["gold_cards_if_diggers_win"] is None
    gold = next(str(step.text) for step in shown.steps if str(step.title) == "Gold")
    assert "one card is drawn for each digger" in gold
    assert "of them are drawn" not in gold


def test_the_guide_says_who_starts():
    assert "Cem starts" in words(guide(5, start="p3"))
    drawn = GAME.deals(occasion(5), 1, Dealer(random.Random(3)))
    name = next(deal.value for deal in drawn if deal.name == "start-player")
    assert f"{name} starts" in words(GAME.guide(replace(occasion(5), deals=drawn)))
    assert "The youngest of you starts" in words(GAME.guide(occasion(5)))


def test_the_guide_follows_the_house_rules():
    assert "`companion roles`" in words(guide(4))
    assert "`companion peek GOAL --player NAME`" in words(guide(4))
    by_cards = words(guide(4, roles="cards", goals="cards", rounds="1"))
    assert "companion roles" not in by_cards
    assert "companion peek" not in by_cards
    assert "Shuffle the 3 goal cards" in by_cards
    assert "who the saboteurs were" in by_cards
    assert "Play 1 round." in by_cards
    assert "was dealt again" in words(guide(4, no_saboteur_deal="redeal"))
    assert "shuffle and deal again" in words(guide(4, roles="cards", no_saboteur_deal="redeal"))
    assert "again" not in words(guide(5, no_saboteur_deal="redeal"))


def test_the_drawing_is_the_grid_of_the_page():
    lines = (guide(5).drawing or "").splitlines()
    assert max(map(len, lines)) <= 78
    marks = [(x, y) for y, line in enumerate(lines) for x, mark in enumerate(line) if mark == "?"]
    assert [y - marks[1][1] for _, y in marks] == [-6, 0, 6]
    assert {x for x, _ in marks} == {marks[0][0]}
    middle = lines[marks[1][1]]
    assert middle.index("START") < middle.index("1") < middle.index("7") < middle.index("?")
    assert [word for word in middle.split() if word.isdigit()] == list("1234567")


@pytest.mark.parametrize("players", COUNTS)
def test_roles_are_a_shuffle_of_the_pool(players: int):
    saboteurs, diggers = SETUP[players][:2]
    for seed in range(20):
        deal = dealt(players, seed, "roles").deal
        assert [(entry["seat"], entry["name"]) for entry in deal["roles"]] == [
            (i + 1, NAMES[i]) for i in range(players)
        ]
        pool = Counter([entry["role"] for entry in deal["roles"]] + [deal["aside"]])
        assert pool == {"saboteur": saboteurs, "digger": diggers}


def test_roles_are_uniform_over_seats_and_the_card_aside():
    counts: Counter[int] = Counter()
    chance = random.Random(7)
    for _ in range(4000):
        deal = GAME.deals(occasion(3, "p1"), 1, Dealer(chance))[0].deal
        roles = [*(entry["role"] for entry in deal["roles"]), deal["aside"]]
        counts[roles.index("saboteur")] += 1
    # 1000 each, standard deviation 27.
    assert set(counts) == {0, 1, 2, 3}
    assert all(abs(n - 1000) < 140 for n in counts.values())


@pytest.mark.parametrize("players", [3, 4])
def test_redeal_always_has_a_saboteur_in_play(players: int):
    for seed in range(100):
        assert dealt(players, seed, "roles", no_saboteur_deal="redeal").deal["aside"] == "digger"
    asides = {dealt(players, seed, "roles").deal["aside"] for seed in range(100)}
    assert asides == {"digger", "saboteur"}


def test_goals_are_uniform_over_the_six_orders():
    chance = random.Random(8)
    orders: Counter[tuple[str, ...]] = Counter()
    for _ in range(3000):
        goals = GAME.deals(occasion(3, "p1"), 1, Dealer(chance))[1].deal
        assert tuple(goals) == PLACES
        orders[tuple(goals[place] for place in PLACES)] += 1
    # 500 each, standard deviation 20.
    assert len(orders) == 6
    assert all(set(order) == set(CONTENTS) for order in orders)
    assert all(abs(n - 500) < 105 for n in orders.values())


def test_the_start_player_is_drawn_openly_unless_somebody_was_named():
    chance = random.Random(9)
    drawn: Counter[str] = Counter()
    for _ in range(1500):
        deals = GAME.deals(occasion(3), 1, Dealer(chance))
        deal = deals[-1]
        assert (deal.name, deal.open, deal.deal) == ("start-player", True, {"player": deal.value})
        assert GAME.start_player(occasion(3), deals) == f"p{NAMES.index(deal.value) + 1}"
        drawn[deal.value] += 1
    assert set(drawn) == {"Ann", "Bob", "Cem"}
    assert all(abs(n - 500) < 95 for n in drawn.values())
    named = GAME.deals(occasion(3, "p2"), 1, Dealer(chance))
    assert [deal.name for deal in named] == ["roles", "goals"]
    assert GAME.start_player(occasion(3, "p2"), named) is None


def test_what_cards_deal_the_companion_does_not():
    def names(**changed: str) -> list[str]:
        return [deal.name for deal in GAME.deals(occasion(3, "p1", **changed), 1, Dealer(random.Random(1)))]

    assert names(roles="cards") == ["goals"]
    assert names(goals="cards") == ["roles"]
    assert names(roles="cards", goals="cards") == []


def test_secret_deals_are_sealed_and_hold():
    for deal in GAME.deals(occasion(5, "p1"), 1, Dealer(random.Random(1))):
        assert deal.value is None
        assert not deal.open
        assert holds(deal)
        assert len(deal.nonce) == 64


def test_a_seed_repeats_the_deals():
    def deals(seed: str) -> tuple[Deal, ...]:
        return GAME.deals(occasion(5), 1, Dealer(random.Random(), seed))

    assert deals("a") == deals("a")
    assert deals("a") != deals("b")


def test_each_player_sees_their_own_role():
    state = table(5)
    deal = state.deal("roles", 1)
    assert deal
    assert [role_of(state, p.id) for p in state.players] == [entry["role"] for entry in deal.deal["roles"]]
    goals = state.deal("goals", 1)
    assert goals
    assert {place: goal_at(state, place) for place in PLACES} == goals.deal


def test_a_role_stays_with_the_person_when_a_name_is_corrected():
    state = table(5)
    roles = [role_of(state, p.id) for p in state.players]
    swapped = tuple(p._replace(name={"Ann": "Bob", "Bob": "Ann"}.get(p.name, p.name)) for p in state.players)
    renamed = replace(state, players=swapped)
    assert [role_of(renamed, p.id) for p in renamed.players] == roles


def test_looks_that_can_not_be_had_are_refused():
    by_cards = table(5, roles="cards", goals="cards")
    assert rulings(lambda: role_of(by_cards, "p1")) == "dealt-by-cards"
    assert rulings(lambda: goal_at(by_cards, "top")) == "dealt-by-cards"
    assert rulings(lambda: goal_at(table(5), "left")) == "unknown-goal"
    assert rulings(lambda: role_of(table(5), "p9")) == "not-found"
    over = act(table(3, rounds="1"), "finish", winner="saboteurs")
    assert rulings(lambda: role_of(over, "p1")) == "game-over"
    assert rulings(lambda: goal_at(over, "top")) == "game-over"
    closed = replace(table(5), open=False)
    assert rulings(lambda: role_of(closed, "p1")) == "closed"
    assert rulings(lambda: goal_at(closed, "top")) == "closed"


def test_a_look_is_recorded_without_what_was_seen():
    state = table(5)
    peek = action("peek")
    outcome = peek.check(state, {"goal": "middle", "player": "p1"}, Dealer(random.Random(1)))
    assert outcome.data == {"player": "p1", "goal": "middle", "round": 1}
    assert not outcome.secret
    assert str(peek.text(state, outcome.data)) == "Ann looked at the middle goal"
    state = act(act(state, "peek", goal="middle", player="p1"), "roles", player="p2")
    assert state.looks == (Look("p1", "middle", 1), Look("p2", "role", 1))
    assert peek.lasting


def test_the_private_screen_shows_the_one_secret_that_was_asked_for():
    state = table(5)
    look = action("roles")
    for player in state.players:
        (line,) = look.shows(state, {"player": player.id, "round": 1}) if look.shows else ()
        assert player.name in str(line)
        assert ("a saboteur" in str(line)) == (role_of(state, player.id) == "saboteur")
        assert ("a gold digger" in str(line)) == (role_of(state, player.id) == "digger")
    peek = action("peek")
    for place in PLACES:
        (line,) = peek.shows(state, {"player": "p1", "goal": place, "round": 1}) if peek.shows else ()
        assert str(line).startswith(
            f"The {place} goal is {goal_at(state, place).split('-')[0].replace('gold', 'the gold')}"
        )
    by_cards = table(5, goals="cards")
    (line,) = peek.shows(by_cards, {"player": "p1", "goal": "top", "round": 1}) if peek.shows else ()
    assert str(line) == "The top goal: look at the card itself and lay it back face down."


def test_a_goal_turned_up_is_seen_by_all_and_not_looked_at_any_more():
    state = table(5)
    hidden = goal_at(state, "bottom")
    state = act(state, "reveal", goal="bottom")
    assert GAME.view(state, None)["open_goals"] == {"bottom": hidden}
    assert rulings(lambda: goal_at(state, "bottom")) == "already-open"
    look = refused(state, "peek", goal="bottom", player="p1")
    assert look.kind == "already-open"
    assert "Still face down: the top goal, the middle goal." in str(look)
    assert refused(state, "reveal", goal="bottom").kind == "already-open"
    assert GAME.view(act(state, "finish", winner="saboteurs"), None)["open_goals"] == {}


@pytest.mark.parametrize(
    ("content", "said"), [("gold", "the gold"), ("stone-left", "stone, its corner to the left")]
)
def test_turning_up_says_what_it_is(content: str, said: str):
    state = table(3)
    place = next(place for place in PLACES if goal_at(state, place) == content)
    reveal = action("reveal")
    outcome = reveal.check(state, {"goal": place}, Dealer(random.Random(1)))
    assert str(reveal.text(state, outcome.data)) == f"The {place} goal is turned up: {said}"


def test_goals_of_cards_are_turned_up_and_looked_at_without_the_companion_knowing():
    state = act(table(3, goals="cards"), "peek", goal="top", player="p1")
    state = act(state, "reveal", goal="top")
    assert GAME.view(state, None)["open_goals"] == {"top": None}
    assert refused(table(3, roles="cards"), "roles", player="p1").kind == "dealt-by-cards"


def with_other_secrets(state: State) -> State:
    """The same table with all that is hidden replaced: deals, nonces and gold."""
    deals = []
    for deal in state.deals:
        if not deal.open:
            mixed = json.loads(json.dumps(deal.deal).replace("saboteur", "x").replace("digger", "saboteur"))
            other = {"top": "gold", "middle": "gold", "bottom": "gold"} if deal.name == "goals" else mixed
            deal = replace(deal, nonce="0" * 64, deal=other)
        deals.append(deal)
    gold = {player.id: [["gold-3", 1]] for player in state.players}
    return replace(state.with_facts(holdings=gold), deals=tuple(deals))


def test_the_view_holds_nothing_hidden_for_anyone():
    state = table(5)
    state = act(state, "peek", goal="top", player="p1")
    state = act(state, "roles", player="p2")
    state = act(state, "holdings", player="p1", cards=(("gold-1", 2),))
    state = act(state, "finish", winner="diggers", connector="p5")
    for viewer in (None, *(p.id for p in state.players)):
        assert GAME.view(state, viewer) == GAME.view(with_other_secrets(state), viewer)
        assert "gold" not in GAME.view(state, viewer)


def test_gold_on_record_is_hidden_in_the_event_and_its_sentence():
    state = table(3)
    holdings = action("holdings")
    args = {"player": "p1", "cards": (("gold-2", 1), ("gold-2", 1), ("gold-1", 3))}
    outcome = holdings.check(state, args, Dealer(random.Random(1)))
    assert outcome.data == {"player": "p1"}
    assert outcome.secret == {"cards": [["gold-2", 2], ["gold-1", 3]]}
    assert str(holdings.text(state, outcome.data)) == "The gold cards of Ann are counted"


def test_gold_is_secret_until_the_last_round_or_the_close():
    state = act(table(3, rounds="2"), "holdings", player="p1", cards=(("gold-3", 1),))
    assert GAME.secret_score(state)
    assert not GAME.finished(state)
    state = act(state, "finish", winner="saboteurs")
    assert GAME.secret_score(state)
    assert not GAME.secret_score(replace(state, open=False))
    state = act(state, "finish", winner="saboteurs")
    assert not GAME.secret_score(state)
    assert GAME.finished(state)
    assert GAME.view(state, None)["gold"] == {"Ann": {"gold-3": 1}, "Bob": {}, "Cem": {}}


def test_a_tie_on_nuggets_is_shared():
    state = act(table(3), "holdings", player="p1", cards=(("gold-1", 1), ("gold-2", 1), ("gold-3", 1)))
    state = act(state, "holdings", player="p2", cards=(("gold-3", 2),))
    state = act(state, "holdings", player="p3", cards=(("gold-2", 2),))
    standings = GAME.score(state).standings
    assert [(s.place, s.player, s.total, s.shared) for s in standings] == [
        (1, "Ann", 6, True),
        (1, "Bob", 6, True),
        (3, "Cem", 4, False),
    ]


@pytest.mark.parametrize(
    ("cards", "kind", "named"),
    [
        ([("gold-3", 5)], "over-limit", "gold cards of 3"),
        ([("gold-3", 3)], "over-limit", "3 of the gold cards of 3 would be more than the 4"),
        ([("gold-4", 1)], "unknown-card", "gold-4"),
        ([("gold-1", -1)], "bad-number", "-1"),
    ],
)
def test_gold_that_can_not_be_is_refused(cards: list[tuple[str, int]], kind: str, named: str):
    state = act(table(3), "holdings", player="p1", cards=(("gold-3", 2),))
    refusal = refused(state, "holdings", player="p2", cards=tuple(cards))
    assert refusal.kind == kind
    assert named in str(refusal)


def test_cards_are_scored_without_a_table():
    result = GAME.score_cards({"-": (("gold-1", 2), ("gold-3", 1))}, rules())
    assert result.scoresheets[0].total == 5


def test_a_commitment_is_what_design_says():
    deal = dealt(3, 1, "goals")
    assert deal.commitment == commitment(deal.nonce, deal.deal)
    assert isinstance(occasion(3), Occasion)
