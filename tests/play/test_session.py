"""A sitting at the prompt, line by line, without a terminal."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion import games
from companion.cli import secrets, steps
from companion.cli.app import App
from companion.play import completing, manual, opening
from companion.play.session import Session
from companion.setup import occasion, open_table, seated
from companion.words import house_rules

NAMES = ("Ann", "Bob", "Cem Lee")
Play = Callable[..., str]


@pytest.fixture
def app(tmp_path: Path) -> App:
    return App(
        {"COMPANION_DATA": str(tmp_path / "data")},
        clock=lambda: datetime(2026, 11, 30, tzinfo=UTC),
        chance=random.Random(3),
    )


@pytest.fixture
def play(app: App, capsys: pytest.CaptureFixture[str]) -> Play:
    """`play(key, *lines)`: what a sitting prints for these lines, at a new table for a key."""

    def go(key: str | None, *lines: str, rules: tuple[str, ...] = ()) -> str:
        if key is not None:
            game = games.load(key)
            what = occasion(seated(game, NAMES, None), house_rules(game, rules), {}, "Ann")
            open_table(app.store, game, what, app.dealer(), app.at())
        typed = iter(lines)
        Session(app, _asking(typed)).run()
        assert list(typed) == []
        return capsys.readouterr().out

    return go


def _asking(typed: Iterator[str]) -> Callable[[str], str]:
    def ask(prompt: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    return ask


def actions(app: App) -> list[str]:
    """What is on record."""
    return [event.action for event in app.journal().events[1:]]


def test_the_form_and_the_sentence_record_the_same(app: App, play: Play) -> None:
    said = play("archaeology", "sell Ann coin=3 map=1", "bob sells 3 coins and a map")
    assert "= sell Bob coin=3 map=1" in said
    first, second = app.journal().events[1:]
    assert first.data["cards"] == second.data["cards"] == [["coin", 3], ["map", 1]]


def test_the_standing_follows_each_action(play: Play) -> None:
    said = play("archaeology", "ann sells 3 coins", "bob sells 4 coins", "undo")
    assert "Standing: Ann 10, Bob 0, Cem Lee 0" in said
    assert "Standing: Bob 18, Ann 10, Cem Lee 0" in said


def test_a_name_of_two_words_is_understood_in_the_form_too(app: App, play: Play) -> None:
    said = play("archaeology", "sell cem lee coin=3", "sell 'Cem Lee' coin=2")
    assert "= sell 'Cem Lee' coin=3" in said
    assert [event.data["player"] for event in app.journal().events[1:]] == ["p3", "p3"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("sell Ann cup=3", "at most 2"),
        ("sell Zed coin=1", "Nobody called 'Zed' sits here"),
        ("sell Ann cups", "is not CARD=N"),
        ("ann sells coins", "How many of Coin?"),
        ("frobnicate", "No action is named"),
        ("redo", "Nothing was undone"),
        ("undo it", "unexpected extra argument"),
        ("scan", "What is to be read?"),
        ("scan no.png --player Zed", "Nobody called 'Zed'"),
        ("recount", "Missing argument"),
        ("recount no.png", "there is no file no.png"),
        ("recount coin=2", "Add --hand NAME"),
        ("secret Ann", "has no secret"),
        ("? frob", "There is no 'frob' here"),
        ("rename Ann", "Missing argument"),
    ],
)
def test_a_line_that_can_not_be_done_says_why_and_records_nothing(
    app: App, play: Play, line: str, answer: str
) -> None:
    assert answer in play("archaeology", line)
    assert actions(app) == []


def test_a_sentence_with_two_meanings_is_asked_about(
    app: App, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games.load("archaeology")
    sell = next(action for action in game.actions if action.name == "sell")
    monkeypatch.setattr(type(game), "actions", (*game.actions, replace(sell, name="sold")))
    said = play("archaeology", "ann sold 3 coins", "")
    assert "1. sell Ann coin=3" in said
    assert "2. sold Ann coin=3" in said
    assert actions(app) == []
    play(None, "ann sold 3 coins", "2", "ann sold 2 coins", "9")
    assert actions(app) == ["sold"]


def test_a_recount_corrects_the_record(app: App, play: Play) -> None:
    said = play("archaeology", "sell Ann coin=3", "recount --hand ann coin=2 --correct", "? recount")
    assert "Recount: Ann has Coin x 2" in said
    assert "Standing: Ann 5" in said
    assert "recount FILE ... | CARD=N ..." in said
    assert actions(app) == ["sell", "recount"]


def test_a_recount_of_what_is_secret_is_refused_and_not_left_on_the_screen(app: App, play: Play) -> None:
    said = play("saboteur", "recount --hand ann gold-3=1", "Recount 'a.jpg'")
    assert "recount ..." in said
    assert "no count is held against it. `holdings` replaces" in said
    assert not any(word in said for word in ("gold-3", "a.jpg"))
    assert actions(app) == []


def test_gold_stays_secret_to_the_last_round(play: Play) -> None:
    said = play("saboteur", "ann gets gold 3 and 1", "score", "", rules=("rounds=2",))
    assert "Ann gets gold cards" in said
    assert "Standing" not in said
    assert "gold ..." in said
    assert not any(number in said for number in ("3", "4"))


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("gold Ann 3 1 77", "> gold ..."),
        ("gold Ann 77x", "> gold ..."),
        ("ann gets gold 77 of them", "> gold ..."),
        ("holdings ann gold-1=77", "> holdings ..."),
        ("god ann 77", "> ..."),
        ("ann has 77 nuggets", "> ..."),
        ("77", "> ..."),
    ],
)
def test_a_line_that_may_tell_a_secret_is_not_left_on_the_screen(
    play: Play, app: App, line: str, shown: str
) -> None:
    kept: list[str] = []
    play("saboteur")
    Session(app, _asking(iter([line, "turn Bob", "score"])), kept.append).run()
    assert kept == ["turn Bob", "score"]
    said = play(None, line, "turn Ann")
    assert shown in said
    assert "> turn Ann" in said
    assert actions(app)[-1] == "turn"


def test_gold_is_no_secret_any_more_when_the_last_round_has_ended(play: Play) -> None:
    said = play("saboteur", "finish --winner diggers --connector Bob", "gold Ann 3", rules=("rounds=1",))
    assert "> gold Ann 3" in said
    assert "Standing: Ann 3" in said


def test_a_saboteur_round_is_walked_through(app: App, play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[object] = []
    monkeypatch.setattr(secrets, "look", lambda app, name, raw: looked.append((name, raw["player"])))
    said = play("saboteur", "secret cem lee", "ann peeks at the top goal", rules=("rounds=1",))
    assert "Pass the screen round: `secret Ann`" in said
    assert looked == [("roles", "cem lee"), ("peek", "Ann")]
    said = play(None, "finish --winner diggers --connector Bob", "gold Ann 3")
    assert "Count the gold" in said
    assert "Nothing on record of Bob, Cem Lee." in said


def test_roles_that_were_dealt_again_are_looked_at_anew(play: Play) -> None:
    said = play("saboteur", "break Ann cart", "redeal roles")
    assert "Roles were dealt again in this round: each looks anew" in said


def test_a_round_under_way_is_not_held_up_by_who_did_not_look(play: Play) -> None:
    said = play("saboteur", "turn Bob")
    assert said.index("Roles not looked at yet: Ann, Bob, Cem Lee.") < said.index("The round's end:")


def test_a_distribution_names_who_takes_next(play: Play) -> None:
    said = play(
        "caravan",
        "ann stocks 2 lamps",
        "bob stocks a princess",
        "ann takes the lamps",
        "take Bob princess",
    )
    assert "A distribution: Bob takes all cards of one kind" in said


def test_whose_turn_is_said_where_the_table_records_turns(play: Play) -> None:
    assert "It is the turn of" not in play("saboteur", "")
    assert "It is the turn of Bob." in play(None, "turn Bob")


def test_closing_shows_who_won_and_ends_the_sitting(app: App, play: Play) -> None:
    said = play("archaeology", "ann sells 3 coins", "close")
    assert "Ann wins: 10 against 0" in said
    assert actions(app) == ["sell", "close"]


def test_leaving_keeps_everything_and_going_on_starts_there(app: App, play: Play) -> None:
    assert "All is on record" in play("archaeology", "ann sells 3 coins", "quit")
    said = play(None, "log", "undo")
    assert "Ann sells 3 coins for 10" in said
    assert actions(app) == ["sell", "undo"]


def test_a_refusal_says_what_to_type_here(play: Play) -> None:
    said = play("archaeology", "market coin=4 pot=1", "dig Ann treasure", "pass Ann")
    assert "companion do" not in said
    game = games.load("archaeology")
    assert manual.as_typed_here("`companion do sell NAME`, `companion setup`", game) == (
        "`sell NAME`, `companion setup`"
    )


@pytest.mark.parametrize("key", games.KEYS)
def test_help_lists_every_action_and_explains_each(play: Play, key: str) -> None:
    game = games.load(key)
    said = play(key, "?")
    for action in game.actions:
        assert f"  {action.name}" in said
        assert str(action.params[-1].help) in play(None, f"? {action.name}")


@pytest.mark.parametrize("key", games.KEYS)
def test_every_game_says_what_to_do_from_the_start_on(play: Play, key: str) -> None:
    assert len(play(key, "").splitlines()) >= 2


def test_options_of_one_line_end_with_it(app: App, play: Play) -> None:
    said = play("archaeology", "status --json", "ann sells 3 coins", "status --lang ja", "status")
    assert said.count('"table": "archaeology-1"') == 1
    assert app.json is False


def _offered(app: App, line: str) -> list[str]:
    journal = app.journal()
    typed = line.split()
    last = typed.pop() if not line.endswith(" ") and typed else ""
    return [w for w in completing.offered(journal.game, journal.state, typed) if w.startswith(last)]


def test_what_tab_offers(app: App, play: Play) -> None:
    play("archaeology")
    assert {"sell", "dig", "undo", "quit", "Ann", "'Cem Lee'"} <= set(_offered(app, ""))
    assert _offered(app, "sel") == ["sell"]
    assert {"Ann", "Bob", "coin=", "map="} <= set(_offered(app, "sell "))
    assert {"treasure", "thief", "sandstorm", "--from"} <= set(_offered(app, "dig Ann "))
    assert _offered(app, "dig Ann thief --from ") == ["Ann", "Bob", "'Cem Lee'"]
    assert "sell" in _offered(app, "ann ")
    assert _offered(app, "secret B") == ["Bob"]
    assert _offered(app, "pin ")[:2] == ["set", "clear"]
    assert "--from" not in _offered(app, "sell ")


def test_a_table_is_opened_from_answers(
    app: App, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run: list[list[str]] = []

    class Setup:
        """Keeps what `companion setup` would be run with."""

        def main(self, given: list[str], **_: object) -> None:
            run.append(given)

    monkeypatch.setattr(opening.cli.cli, "get_command", lambda *_: Setup())
    answers = iter(
        ["chess", "car", "Ann", " ann ", "", "-Bob", "", "lamps=maybe", "lamps=off tiebreak=most-cards"]
    )
    opening.open_new(app, None, _asking(answers))
    assert run == [
        [
            "caravan",
            "--step",
            "--player=Ann",
            "--player=-Bob",
            "--rule=lamps=off",
            "--rule=tiebreak=most-cards",
        ]
    ]
    said = capsys.readouterr().out
    for reason in ("no game 'chess'", "the same name", "2 to 4 players, not 1", "lamps can't be 'maybe'"):
        assert reason in said


def test_questions_end_when_the_table_is_full(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def ask(prompt: str) -> str:
        asked.append(prompt)
        return f"player {len(asked)}" if "House" not in prompt else "wrong"

    monkeypatch.setattr(opening, "_rules", lambda *_: ())
    monkeypatch.setattr(
        opening.cli.cli, "get_command", lambda *_: type("Setup", (), {"main": lambda *_, **__: None})()
    )
    opening.open_new(app, "caravan", ask)
    assert asked == ["  1: ", "  2: ", "  3: ", "  4: "]


def test_play_goes_on_only_with_an_open_table_of_the_game(app: App, play: Play) -> None:
    assert not opening.find(app, None)
    play("archaeology")
    assert opening.find(app, None)
    assert opening.find(app, "arch")
    assert not opening.find(app, "saboteur")
    play(None, "close")
    assert not opening.find(app, None)


@pytest.mark.parametrize("asked", ["now", "what may I do now", "What may I do now?"])
def test_asking_what_may_be_done_now_is_answered(app: App, play: Play, asked: str) -> None:
    advised = "Round 1 of 3. Pass the screen round: `secret Ann` shows a role to its player alone."
    said = play("saboteur", asked)
    assert said.count(advised) == 2
    assert f"> {asked}\n" in said
    assert actions(app) == []


def test_what_is_typed_as_on_the_command_line_works(app: App, play: Play) -> None:
    said = play("archaeology", "companion do sell Ann coin=3", "companion status")
    assert "Ann sells 3 coins for 10" in said
    assert "Players, clockwise: Ann, Bob, Cem Lee." in said
    assert actions(app) == ["sell"]


def test_the_guide_tells_what_to_type_here(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(steps, "walk", lambda app, guide: told.extend(app.say(s.text) for s in guide.steps))
    play("saboteur", "guide")
    assert "Run `roles` and pass the screen round" in " ".join(told)
    assert "companion roles" not in " ".join(told)


def test_the_winner_ends_the_round_as_it_is_said(app: App, play: Play) -> None:
    said = play("saboteur", "diggers win, ann connected")
    assert "= finish --winner diggers --connector Ann" in said
    assert "Round 1: the diggers win; Ann laid the last tunnel." in said
    assert actions(app) == ["finish"]


def test_a_winner_said_in_other_words_is_answered_with_the_form(app: App, play: Play) -> None:
    said = play("saboteur", "diggers win, ann laid the last tunnel")
    assert "'laid' has no meaning here." in said
    assert "The form is: finish --winner diggers|saboteurs" in said
    assert actions(app) == []
