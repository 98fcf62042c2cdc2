"""Nobody learns a secret: tables alike but for what is hidden answer everything alike, to the byte.

Random tables of every game are played twice, with other roles, goals, nonces, seeds, gold and PINs the second
time (see `tests.twins`). Whoever asks whatever in whatever form must get the same from both.
"""

from __future__ import annotations

import io
import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion import games, pins
from companion.cli.app import App
from companion.deals import Dealer, holds
from companion.games.base import Game
from companion.games.saboteur import GAME as SABOTEUR
from companion.games.saboteur_gold import pile
from companion.journal import Journal, actions, fold
from companion.journal import told as log
from companion.play.session import Session
from companion.play.standing import now, standing
from companion.store import Store
from companion.table import State
from companion.view import checked_deal, event_view, score_view, view
from scorers.refusal import Refusal
from tests.cli.conftest import NOW, Run, runner
from tests.games.test_random_play import archaeology_line, caravan_line
from tests.games.test_random_treasure import line as treasure_line
from tests.twins import Chosen, Line, Opening, Twin, hidden, played, saboteur_line, twin

COMMITMENT = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
SAMPLES = Path(__file__).resolve().parents[1] / "sample_images"
FIXED = settings(derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow])
seeds = st.integers(0, 2**32)


@pytest.fixture(autouse=True, scope="module")
def _cheap_hashes() -> Iterator[None]:
    """A PIN's hash is made to take its time; here only that it doesn't show is of interest."""
    with mock.patch.object(pins, "_COST", 2):
        yield


def masked(text: str) -> str:
    return COMMITMENT.sub("#", text)


def without_nonces(text: str, state: State) -> str:
    """The text, which may hold no nonce of a hidden deal: it would be masked as a commitment is."""
    assert not [deal for deal in state.deals if not deal.open and deal.nonce in text]
    return text


# --- the state, the record, refusals: at every point of a table


def told(journal: Journal) -> str:
    """Everything that any viewer gets out of a table, in English and Japanese."""
    game, state = journal.game, journal.state
    said = log(journal.events, games.load)
    answers: list[Any] = [view(game, state, viewer) for viewer in (None, *(p.id for p in state.players))]
    answers += [checked_deal(deal, holds(deal)) for deal in state.deals]
    for language in ("en", "ja"):
        answers += [
            event_view(event, name, text, language)
            for event, (text, name) in zip(journal.events, said, strict=True)
        ]
        answers.append(score_view(journal, game.score(state), False, language))
        answers.append(str(standing(journal, language)))
    answers.append([str(line) for line in now(journal)])
    return masked(without_nonces(json.dumps(answers, ensure_ascii=False), state))


def refusals(table: Twin, pile_is_alike: bool) -> list[str]:
    """What each action is refused with, given what can't be, and what the accepted ones put on record."""
    who, other = table.state.names[0], table.state.names[-1]
    lines = [
        "gold NAME 3 3 3 3 3", "gold NAME 4", "gold NAME", "gold Zed 1", "holdings NAME gold-3=5",
        "finish --winner diggers", "finish --winner diggers --connector Zed", "finish --winner nobody",
        "finish --winner saboteurs --saboteur NAME", "finish --winner saboteurs --connector NAME",
        "peek top --player NAME", "peek nowhere --player NAME", "reveal nowhere", "roles NAME", "roles Zed",
        "redeal aside", "redeal roles", "redeal goals --reason soup", "break NAME cart", "mend NAME cart",
        "last NAME", "turn NAME", "turn", "undo", "redo", "undo NAME", "recount NAME gold-1=17",
        "pin NAME 12", "pin NAME 1234", "clear-pin NAME", "join Zoe", "leave NAME", "seats NAME",
        "rule gold-draw=per-digger", "rule roles=cards", "start NAME", "rename NAME Zoe",
    ]  # fmt: skip
    if pile_is_alike:  # whether the pile can give so many is for the pile to say
        lines += ["gold NAME 3 3 3 3", "gold NAME 3 3", "gold NAME 2 2 2 2 2 2"]
    found = []
    for line in lines:
        for name in dict.fromkeys((who, other)):
            try:
                event = table.event(line.replace("NAME", name))
                found.append(f"{line}: {event.action} {json.dumps(dict(event.data))}")
            except (Refusal, KeyError, AssertionError) as refused:  # the latter two: no such action here
                found.append(f"{line}: {refused!r} {refused}")
    return [masked(text) for text in found]


def check_alike(first: Twin, other: Twin) -> None:
    """At every point of both tables everything told is the same; at the end every refusal too."""
    one, two = list(first.journal.events), list(other.journal.events)
    for n in range(1, len(one) + 1):
        assert masked(json.dumps(dict(one[n - 1].data))) == masked(json.dumps(dict(two[n - 1].data)))
        assert told(fold(one[:n], games.load)) == told(fold(two[:n], games.load))
    assert refusals(first, _same_pile(first, other)) == refusals(other, _same_pile(first, other))


def _same_pile(first: Twin, other: Twin) -> bool:
    return first.opening.game == "saboteur" and pile(first.state) == pile(other.state)


RULES = st.fixed_dictionaries(
    {
        "gold-draw": st.sampled_from(["per-player", "per-digger"]),
        "no-saboteur-deal": st.sampled_from(["allowed", "redeal"]),
        "rounds": st.sampled_from(["1", "2", "3"]),
    }
)
SABOTEURS = st.builds(
    Opening, st.just("saboteur"), players=st.integers(3, 5), rules=RULES, seeded=st.booleans()
)
OTHERS: Mapping[str, Line] = {
    "archaeology": archaeology_line,
    "caravan": caravan_line,
    "treasure-hunt": treasure_line,
}


@settings(FIXED, max_examples=100)
@given(SABOTEURS, seeds, st.integers(0, 25))
def test_saboteur_tells_no_secret_at_any_point(opening: Opening, seed: int, length: int) -> None:
    first = played(opening, seed, length, saboteur_line)
    other = twin(first, seed)
    if other is not None:
        check_alike(first, other)


@pytest.mark.parametrize("key", list(OTHERS))
@settings(FIXED, max_examples=12)
@given(seeds, st.integers(0, 20), st.booleans())
def test_other_games_tell_no_secret_at_any_point(key: str, seed: int, length: int, seeded: bool) -> None:
    first = played(Opening(key, seeded=seeded), seed, length, OTHERS[key])
    other = twin(first, seed)
    assert other is not None
    check_alike(first, other)


def test_the_twins_differ_in_everything_hidden() -> None:
    differing: Counter[str] = Counter()
    for seed in range(30):
        first = played(Opening("saboteur", 3 + seed % 3, seeded=seed % 2 == 1), seed, 25, saboteur_line)
        other = twin(first, seed)
        if other is not None:
            mine, theirs = hidden(first.state), hidden(other.state)
            differing.update(key for key in mine if mine[key] != theirs[key])
    assert all(differing[key] >= 8 for key in ("roles", "goals", "nonces", "gold", "seed", "pins")), differing


@pytest.mark.parametrize("leak", ["role", "goal", "gold", "pin", "order"])
def test_a_leak_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kind of secret, let out on purpose, makes some pair of twins differ."""
    honest = SABOTEUR.view

    def leaking(state: Any, viewer: str | None) -> dict[str, Any]:
        shown, secret = dict(honest(state, viewer)), hidden(state)
        if leak == "order" and secret["roles"]:
            pairs = zip(state.players, secret["roles"][-1]["roles"], strict=False)
            return shown | {"may_build": [p.name for p, r in sorted(pairs, key=lambda pair: pair[1]["role"])]}
        about = {"role": "roles", "goal": "goals", "gold": "gold", "pin": "pins"}.get(leak)
        return (
            shown | {"hint": len(json.dumps(secret[about])) if leak == "gold" else secret[about]}
            if about
            else shown
        )

    monkeypatch.setattr(SABOTEUR, "view", leaking)
    found = 0
    for seed in range(12):
        first = played(Opening("saboteur", 4), seed, 15, saboteur_line)
        other = twin(first, seed)
        if other is not None:
            found += told(first.journal) != told(other.journal)
    assert found >= 3


def test_a_rounds_end_tells_that_round_and_not_the_next() -> None:
    def table(key: str, second: str) -> Twin:
        keys = {(name, n): (key if n == 1 else second) for name in ("roles", "goals") for n in (1, 2, 3)}
        return Twin(Opening("saboteur", 5), Chosen(random.Random(1), keys=keys))

    lines = ("roles Ann", "gold Bob 3", "finish --winner saboteurs --last Cem", "peek top --player Dee")
    tables = [table(*keys) for keys in (("a", "a"), ("b", "a"), ("a", "b"))]
    for n, line in enumerate(lines):
        assert len({told(t.journal) for t in tables}) == (1 if n < 3 else 2), (
            "before: nothing, after: round 1"
        )
        assert all(t.take(line) for t in tables)
    first, other_first, other_second = (told(t.journal) for t in tables)
    assert first == other_second, "what the next round hides is hidden"
    assert first != other_first, "what the round hid is told"


# --- the order in which things are told


def check_order(value: Any, names: tuple[str, ...]) -> None:
    """Wherever players are told one by one, they stand in seat order."""
    if isinstance(value, dict):
        keys = [key for key in value if key in names]
        assert keys == [name for name in names if name in keys], value
        for key, inner in value.items():
            if key not in ("looks", "picks"):  # in the order in which it was, or is to be, done
                check_order(inner, names)
    elif isinstance(value, list):
        people = [part for part in value if isinstance(part, str) and part in names]
        people += [part["name"] for part in value if isinstance(part, dict) and part.get("name") in names]
        assert people == [name for name in names if name in people], value
        for inner in value:
            check_order(inner, names)


@settings(FIXED, max_examples=30)
@given(SABOTEURS, seeds)
def test_players_are_told_in_seat_order_and_deals_as_dealt(opening: Opening, seed: int) -> None:
    table = played(opening, seed, 25, saboteur_line)
    for state in table.states:
        check_order(view(table.game, state), state.names)
    dealt = [list(deal.deal) for deal in table.state.deals if deal.name == "goals"]
    assert all(places == ["top", "middle", "bottom"] for places in dealt), (
        "not in the order of what they hide"
    )
    rounds = [deal.round for deal in table.state.deals]
    assert rounds == sorted(rounds)
    for n in set(rounds):
        assert [d.name for d in table.state.deals if d.round == n][:2] == ["roles", "goals"]


# --- the command line


def written(folder: Path, table: Twin) -> Store:
    """The table in a store of its own."""
    first, *later = table.journal.events
    store = Store(folder, games.load)
    store.open_table(table.game.key, lambda _: first)
    store.append_all(f"{table.game.key}-1", [lambda _, event=event: event for event in later])  # type: ignore[misc]
    return store


def commands(game: Game, names: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Everything that the command line can be asked about a table, and every action in forms that fail."""
    who = names[-1]
    key = game.key
    asked = [
        ("status",), ("log",), ("log", "--player", who), ("tables",), ("verify",), ("score",),
        ("verify", "--commitment", "0" * 64), ("explain",), ("explain", "now"), ("rules", key),
        ("edition", key), ("tags", key, "--list"), ("recount", "--hand", who, f"{game.kinds[0].key}=9"),
    ]  # fmt: skip
    both = [words for asked_for in asked for words in (asked_for, (*asked_for, "--json"))]
    japanese = [(word, "--lang", "ja") for word in ("status", "log", "verify", "score")]
    refused = [
        ("roles",), ("roles", "--json"), ("peek", "top", "--player", who), ("peek", "up", "--player", who),
        ("reveal", "nowhere"), ("play",), ("pin", "set", who), ("pin", "clear", who),
        ("scan", "no-such.jpg"), ("recount", "no-such.jpg"), ("rename", who, names[0]), ("use", "no-such"),
        ("explain", key, "no such word"), ("log", "--player", "Zed"), ("undo", "--by", "Zed"),
        ("status", "--table", "saboteur-9"), ("do", "--help"), ("do", "no-such"),
    ]  # fmt: skip
    refused += [("do", action.name, *more) for action in actions(game) for more in ((), ("Zed", "1", "2"))]
    return [*both, *japanese, *refused]


CHANGING: tuple[tuple[str, ...], ...] = (
    ("do", "start", "WHO"),
    ("do", "start", "WHO", "--json"),
    ("undo", "--by", "WHO", "--json"),
    ("undo",),
    ("redo", "--json"),
    ("redo",),
    ("undo", "--json"),
    ("rename", "WHO", "Zoe", "--json"),
    ("do", "gold", "Zoe", "1"),
    ("do", "gold", "Zoe", "2", "--json"),
    ("do", "holdings", "Zoe", "gold-1=1", "--json"),
    ("recount", "--hand", "Zoe", "gold-1=16", "--correct"),
    ("do", "redeal", "roles", "--json"),
    ("do", "redeal", "goals"),
    ("undo", "--json"),
    ("do", "leave", "Zoe", "--json"),
    ("status", "--json"),
    ("log", "--json"),
    ("verify",),
    ("score", "--json"),
)
OFFERED = (("do", ""), ("do", "gold", ""), ("peek", "top", "--player", ""), ("status", "--table", ""))


def offers(run: Run) -> list[str]:
    """What the shell is offered."""
    found = []
    for *words, last in OFFERED:
        variables = {
            "_COMPANION_COMPLETE": "bash_complete",
            "COMP_WORDS": " ".join(("companion", *words)) + f" {last}",
            "COMP_CWORD": str(len(words) + 1),
        }
        with mock.patch.dict("os.environ", variables):
            found.append(run().out)
    assert any(found)
    return found


def sitting(folder: Path, names: tuple[str, ...]) -> str:
    """What a sitting at the prompt prints."""
    said = io.StringIO()
    app = App({"COMPANION_DATA": str(folder)}, clock=lambda: NOW, chance=random.Random(7))
    lines = iter(
        ("", "?", "status", "log", "score", "? now", f"start {names[0]}", "what is it", "undo", "quit")
    )
    with redirect_stdout(said):
        Session(app, lambda prompt: next(lines)).run()
    return said.getvalue()


def answers(table: Twin, changing: bool) -> list[str]:
    """What the command line says to everything, with the exit status and the files it leaves."""
    with TemporaryDirectory() as place:
        folder = Path(place) / "data"
        written(folder, table)
        run, names = runner(folder, random.Random(7)), table.state.names
        asked = commands(table.game, names)
        if changing:
            asked += [tuple(names[0] if word == "WHO" else word for word in words) for words in CHANGING]
        found = []
        for words in asked:
            ran = run(*words)
            found.append(f"{words} {ran.status}\n{ran.out}\n{ran.err}")
        found += [*offers(run), sitting(folder, names), str(sorted(f.name for f in folder.iterdir()))]
        state = Store(folder, games.load).journal(f"{table.game.key}-1").state
        return [masked(without_nonces(text.replace(place, ""), state)) for text in found]


def test_the_command_line_tells_no_secret_of_saboteur() -> None:
    compared = changed = 0
    for seed in (1, 3, 4, 5, 6, 7):
        opening = Opening("saboteur", 3 + seed % 3, {"rounds": str(1 + seed % 3)}, seeded=seed % 2 == 1)
        first = played(opening, seed, 3 * seed, saboteur_line)
        other = twin(first, seed)
        if other is None:
            continue
        changing = _same_pile(first, other) and first.game.secret_score(first.state)
        for mine, theirs in zip(answers(first, changing), answers(other, changing), strict=True):
            assert mine == theirs
        compared += hidden(first.state)["roles"] != hidden(other.state)["roles"]
        changed += changing
    assert compared >= 4, "too few tables that differ"
    assert changed >= 3


@pytest.mark.parametrize("key", list(OTHERS))
def test_the_command_line_tells_no_secret_of_other_games(key: str) -> None:
    first = played(Opening(key, seeded=True), 5, 15, OTHERS[key])
    assert first.take("pin Ann 1234") or first.state.pins
    other = twin(first, 5)
    assert other is not None
    assert hidden(first.state) != hidden(other.state)
    assert answers(first, False) == answers(other, False)


@settings(FIXED, max_examples=8)
@given(st.integers(3, 10), RULES)
def test_setup_tells_no_secret(players: int, rules: dict[str, str]) -> None:
    said = []
    given_rules = [word for key, value in rules.items() for word in ("--rule", f"{key}={value}")]
    for chance in (1, 2, 3):
        with TemporaryDirectory() as place:
            run = runner(Path(place) / "data", random.Random(chance))
            setup = ("setup", "saboteur", "--players", players, "--start", "P2", *given_rules)
            ran = [run(*setup), run(*setup, "--json"), run(*setup, "--lang", "ja", "--seed", chance)]
            said.append(masked("".join(f"{r.status}{r.out}{r.err}" for r in ran).replace(place, "")))
    assert said[0] == said[1] == said[2]


def test_pictures_tell_nothing_of_what_is_on_record(tmp_path: Path) -> None:
    """A scan and a recount of the sample picture, at tables with other gold on record."""
    said = []
    for n, (ann, bob) in enumerate((("1", "2 3"), ("2 3", "1"))):
        table = Twin(Opening("saboteur", 4), Chosen(random.Random(n), other=f"key {n}"))
        assert table.take(f"gold Ann {ann}")
        assert table.take(f"gold Bob {bob}")
        written(tmp_path / f"{n}", table)
        run = runner(tmp_path / f"{n}", random.Random(7))
        picture = SAMPLES / "saboteur-ann.jpg"
        asked = [
            ("scan", picture, "--player", "Ann", "--effort", "fast", "--json"),
            ("recount", picture, "--player", "Cem", "--keep"),
            ("recount", picture, "--player", "Cem", "--correct", "--json"),
            ("scan", picture, "--player", "Dee", "--effort", "fast", "--yes"),
        ]
        ran = [run(*words) for words in asked]
        text = "".join(f"{words} {r.status}\n{r.out}\n{r.err}" for words, r in zip(asked, ran, strict=True))
        said.append(masked(re.sub(r'"milliseconds": \d+|\d+ ms', "time", text)))
    assert said[0] == said[1]


def test_nonces_are_long_and_never_the_same() -> None:
    """With less chance in it, a commitment could be tried out against every possible deal."""
    dealer = Dealer(random.SystemRandom())
    deals = [dealer.seal("goals", 1, {"top": "gold"}) for _ in range(200)]
    assert len({deal.nonce for deal in deals}) == len({deal.commitment for deal in deals}) == 200
    assert {len(deal.nonce) for deal in deals} == {64}
    ones = sum(int(deal.nonce, 16).bit_count() for deal in deals)
    assert abs(ones - 200 * 128) < 1000, "about half of all bits"
