"""What lies on the disk: neither the database nor a backup tells a secret, and no sealed row can be moved."""

from __future__ import annotations

import json
import random
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from companion import games
from companion.checkpoints import EVERY
from companion.deals import Dealer
from companion.journal import act, setup_outcome
from companion.setup import occasion, seated
from companion.store import FILE, Store, _sum
from companion.table import Event, State
from companion.words import house_rules
from scorers.refusal import Refusal
from tests.games.playing import AT
from tests.test_no_leak import written
from tests.test_store import digest, refused
from tests.twins import Chosen, Opening, Twin

PEOPLE = ("Ann", "Bob", "Cem", "Dee", "Eve")
KEY = "companion.key"
PIN, SEED = "83647201", "a seed of our own"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


def act_on(store: Store, name: str, table: str = "saboteur-1", **given: object) -> None:
    """Records an action with these arguments, the others as a command line leaves them out."""
    empty = {"saboteur": (), "no-saboteur": False}
    args = {"last": None, "connector": None, "reason": None, "old": None, **empty, **given}
    dealer = Dealer(random.SystemRandom())
    store.append(table, lambda journal: act(journal, name, args, dealer, AT))


def opened(store: Store, seed: str | None) -> None:
    game = games.load("saboteur")
    what = occasion(seated(game, PEOPLE, None), house_rules(game, ["rounds=3"]), {}, "Ann")

    def build(table: str) -> Event:
        outcome = setup_outcome(game, table, what, Dealer(random.SystemRandom(), seed))
        return Event(1, AT, "setup", outcome.data, outcome.secret)

    store.open_table("saboteur", build)


@pytest.fixture
def full(folder: Path) -> Store:
    """Two rounds of Saboteur were played, looked at, paid in gold; the third hides its deals."""
    store = Store(folder, games.load)
    opened(store, SEED)
    for _ in range(2):
        for n in range(1, 6):
            act_on(store, "roles", player=f"p{n}")
            act_on(store, "peek", player=f"p{n}", goal=("top", "middle", "bottom")[n % 3])
        act_on(store, "redeal", what="roles")
        act_on(store, "finish", winner="saboteurs", last="p3")
        for n in range(1, 6):
            act_on(store, "gold", player=f"p{n}", values=(1, 1 + n % 2))
    act_on(store, "pin", player="p2", pin=PIN)
    act_on(store, "holdings", player="p4", cards=(("gold-3", 1), ("gold-2", 2)))
    return store


def backed_up(store: Store) -> bytes:
    """The bytes of a copy that SQLite makes of the database."""
    copy = store.folder / "copy.db"
    source, target = sqlite3.connect(store.path), sqlite3.connect(copy)
    source.backup(target)
    source.close()
    target.close()
    raw = copy.read_bytes()
    copy.unlink()
    return raw


def everything(store: Store) -> dict[str, bytes]:
    """The database, its log and index while it is in use, a backup, and a plain dump."""
    reader = sqlite3.connect(store.path)
    reader.execute("BEGIN")
    reader.execute("SELECT COUNT(*) FROM events").fetchone()  # keeps the log from being folded in
    act_on(store, "gold", player="p5", values=(3,))
    found = {f.name: f.read_bytes() for f in store.folder.iterdir() if f.name != KEY}
    assert set(found) == {FILE, f"{FILE}-wal", f"{FILE}-shm"}
    assert len(found[f"{FILE}-wal"]) > 0
    reader.close()
    db = sqlite3.connect(store.path)
    dump = "\n".join(db.iterdump()).encode()
    db.close()
    return {**found, "backup": backed_up(store), "dump": dump}


def secrets_of(state: State) -> list[bytes]:
    """What nobody may find: nonces of all deals, salts and hashes, in hex and as bytes; the seed, the PIN."""
    hexes = [deal.nonce for deal in state.deals]
    hexes += [value for pin in state.pins.values() for value in pin.values()]
    found = [form for text in hexes for form in (text.encode(), text.upper().encode(), bytes.fromhex(text))]
    return [*found, SEED.encode(), PIN.encode()]


def test_nothing_on_the_disk_tells_a_secret(full: Store) -> None:
    state = full.journal("saboteur-1").state
    assert len(state.deals) == 8, "roles and goals of three rounds, and two deals of roles that were void"
    assert state.pins
    for name, raw in everything(full).items():
        for secret in secrets_of(state):
            assert secret not in raw, name
        for word in (
            b'"role"',
            b'"aside"',
            b'digger"',
            b"stone-left",
            b"stone-right",
            b'"gold-1"',
            b'"gold-2"',
            b'"gold-3"',
            b'"values"',
            b'"holdings":{',
        ):
            assert word not in raw, (name, word)
        # after a round's end it is on record who the saboteurs were: by id, and only in `finish`
        near = re.findall(rb'(?:Ann|Bob|Cem|Dee|Eve|p\d)[^{}]{0,40}"saboteur"', raw)
        assert not near, (name, near)
        told = re.findall(rb'"saboteurs":\[[^\]]*\]', raw)
        assert set(told) <= {
            b'"saboteurs":' + json.dumps(e["saboteurs"], separators=(",", ":")).encode()
            for e in state.facts["finished"]
        }


def test_a_look_for_words_would_find_them_unsealed(full: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search above finds what it looks for where nothing is sealed."""
    monkeypatch.setattr("companion.sealing.Seal.seal", lambda self, text, place: text)
    monkeypatch.setattr("companion.sealing.Seal.open", lambda self, text, place: text)
    bare = Store(full.folder.with_name("bare"), games.load)
    opened(bare, SEED)
    act_on(bare, "gold", player="p1", values=(3, 1))
    raw = bare.path.read_bytes() + backed_up(bare)
    assert all(word in raw for word in (b'"role"', b'"aside"', b"stone-left", b'"values"', SEED.encode()))
    assert all(deal.nonce.encode() in raw for deal in bare.journal("saboteur-1").state.deals)


def test_the_key_lies_apart_for_its_owner_alone(full: Store) -> None:
    key = full.folder / KEY
    assert key.stat().st_mode & 0o777 == 0o600
    assert full.path.stat().st_mode & 0o777 == 0o600
    digits = key.read_text().strip()
    assert len(bytes.fromhex(digits)) == 32
    for raw in everything(full).values():
        assert digits.encode() not in raw
        assert bytes.fromhex(digits) not in raw
    assert [f.name for f in full.folder.iterdir() if KEY in f.name] == [KEY], "no copy of it stays"


@pytest.mark.parametrize(
    ("key", "kind", "near"),
    [
        (None, "no-key", "Put it back"),
        ("00" * 32, "wrong-key", "Put the right one back"),
        ("00" * 31, "wrong-key", "64 hex digits"),
        ("not a key", "wrong-key", "64 hex digits"),
        ("", "wrong-key", "64 hex digits"),
    ],
)
def test_without_the_key_nothing_is_read_written_or_made(
    full: Store, key: str | None, kind: str, near: str
) -> None:
    path = full.folder / KEY
    path.unlink()
    if key is not None:
        path.write_text(key)
    before = digest(full.folder)
    tries: tuple[Callable[[Store], object], ...] = (
        lambda store: store.journal("saboteur-1"),
        lambda store: act_on(store, "gold", player="p1", values=(1,)),
        lambda store: act_on(store, "break", player="p1", tool="cart"),
        Store.examine,
    )
    for attempt in tries:
        refusal = refused(lambda attempt=attempt: attempt(Store(full.folder, games.load)))  # type: ignore[misc]
        assert refusal.kind == kind
        assert str(path) in str(refusal.text)
        assert near in str(refusal.text)
        assert digest(full.folder) == before
    assert Store(full.folder, games.load).tables() == ["saboteur-1"], "what is no secret can be read"


def test_with_the_key_put_back_all_is_there(full: Store) -> None:
    path, state = full.folder / KEY, full.journal("saboteur-1").state
    key = path.read_text()
    path.unlink()
    assert refused(lambda: Store(full.folder, games.load).journal("saboteur-1")).kind == "no-key"
    path.write_text(key)
    assert Store(full.folder, games.load).journal("saboteur-1").state == state


def change(store: Store, statement: str, *values: object) -> None:
    db = sqlite3.connect(store.path)
    with db:
        assert db.execute(statement, values).rowcount == 1
    db.close()


def sum_again(store: Store, table: str, number: int) -> None:
    """Makes an event's checksum right again, as somebody who tampers would."""
    db = sqlite3.connect(store.path)
    with db:
        (row,) = db.execute(
            "SELECT e.number, e.at, e.action, e.data, s.secret FROM events e JOIN secrets s"
            " ON s.table_id = e.table_id AND s.number = e.number WHERE e.table_id = ? AND e.number = ?",
            (table, number),
        )
        db.execute(
            "UPDATE events SET sum = ? WHERE table_id = ? AND number = ?", (_sum(table, *row), table, number)
        )
    db.close()


def sealed(store: Store, table: str, number: int) -> str:
    db = sqlite3.connect(store.path)
    (found,) = db.execute(
        "SELECT secret FROM secrets WHERE table_id = ? AND number = ?", (table, number)
    ).fetchone()
    db.close()
    return str(found)


def gold_events(store: Store, table: str) -> list[int]:
    return [event.number for event in store.journal(table).events if event.action == "gold"]


@pytest.mark.parametrize(
    "where", ["another event", "another table", "one bit changed", "cut short", "no text"]
)
def test_a_sealed_row_in_another_place_is_refused(full: Store, where: str) -> None:
    """Else whoever writes to the database could give Ann's gold to Bob, or read a secret at another table."""
    opened(full, None)
    act_on(full, "gold", "saboteur-2", player="p1", values=(2,))
    one, other = gold_events(full, "saboteur-1")[:2]
    (there,) = gold_events(full, "saboteur-2")
    table, number, row = {
        "another event": ("saboteur-1", other, sealed(full, "saboteur-1", one)),
        "another table": ("saboteur-2", there, sealed(full, "saboteur-1", one)),
        "one bit changed": ("saboteur-2", there, _flipped(sealed(full, "saboteur-2", there))),
        "cut short": ("saboteur-2", there, sealed(full, "saboteur-2", there)[:8]),
        "no text": ("saboteur-2", there, "\x00é"),
    }[where]
    change(full, "UPDATE secrets SET secret = ? WHERE table_id = ? AND number = ?", row, table, number)
    sum_again(full, table, number)
    before = full.path.read_bytes()
    with pytest.raises(Refusal) as found:
        list(Store(full.folder, games.load).journal(table).events)
    assert found.value.kind == "wrong-key"
    assert refused(Store(full.folder, games.load).examine).kind == "wrong-key"
    assert full.path.read_bytes() == before


def _flipped(text: str) -> str:
    return text[:40] + ("A" if text[40] != "A" else "B") + text[41:]


@pytest.mark.parametrize("where", ["another event", "another table", "a secret's place"])
def test_a_checkpoint_in_another_place_is_refused(full: Store, where: str) -> None:
    opened(full, None)
    for n in range(EVERY):
        act_on(full, "last", "saboteur-2", player=f"p{n % 5 + 1}")
    db = sqlite3.connect(full.path)
    rows = {(t, n): text for t, n, text in db.execute("SELECT table_id, number, sealed FROM checkpoints")}
    db.close()
    last = max(n for t, n in rows if t == "saboteur-1")
    table, number, row = {
        "another event": ("saboteur-1", last, rows["saboteur-1", EVERY]),
        "another table": ("saboteur-2", EVERY, rows["saboteur-1", EVERY]),
        "a secret's place": ("saboteur-2", EVERY, sealed(full, "saboteur-2", 1)),
    }[where]
    assert last > EVERY
    change(
        full,
        "UPDATE checkpoints SET sealed = ?, sum = ? WHERE table_id = ? AND number = ?",
        row,
        _sum(table, number, row),
        table,
        number,
    )
    assert refused(lambda: Store(full.folder, games.load).journal(table)).kind == "wrong-key"
    assert refused(Store(full.folder, games.load).examine).kind == "wrong-key"


def test_the_length_of_what_is_sealed_tells_nothing(tmp_path: Path) -> None:
    lengths = set()
    for n, gold in enumerate((("1", "3 3 3 1 2"), ("3 2 2 1 1", "2"), ("1 1 1 1", "1 2"))):
        table = Twin(Opening("saboteur", 5), Chosen(random.Random(n), other=f"key {n}"))
        for who, values in zip(("Ann", "Bob"), gold, strict=True):
            assert table.take(f"gold {who} {values}")
        assert table.take(f"holdings Cem {' '.join(f'gold-{value}={n + 1}' for value in range(1, n + 2))}")
        for _ in range(EVERY):
            assert table.take("last Ann")
        store = written(tmp_path / f"{n}", table)
        db = sqlite3.connect(store.path)
        of_events = db.execute("SELECT number, length(secret) FROM secrets").fetchall()
        of_checkpoints = db.execute("SELECT number, length(sealed) FROM checkpoints").fetchall()
        db.close()
        assert of_checkpoints
        lengths.add((*of_events, *of_checkpoints))
    assert len(lengths) == 1
