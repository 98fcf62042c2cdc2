"""The store: what was accepted stays, what is damaged is said and left alone, and writers wait their turn."""

from __future__ import annotations

import hashlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion import games
from companion.checkpoints import EVERY
from companion.deals import Dealer
from companion.journal import Journal, act, setup_outcome, undo
from companion.setup import occasion, seated
from companion.store import FILE, Store
from companion.table import Event
from companion.words import house_rules
from scorers.refusal import Refusal
from tests.cli.conftest import COMMAND, environment

AT = "2026-11-29T20:15:00Z"


def opened(store: Store, game: str = "archaeology", players: int = 2) -> Journal:
    """A table opened in the store."""
    played = games.load(game)
    what = occasion(seated(played, (), players), house_rules(played, ()), {}, None)

    def build(table: str) -> Event:
        outcome = setup_outcome(played, table, what, Dealer(random.Random(1)))
        return Event(1, AT, "setup", outcome.data, outcome.secret)

    return store.open_table(game, build)


def holdings(card: str, n: int) -> Callable[[Journal], Event]:
    """Builds an event in which P1 holds n cards."""
    args = {"player": "p1", "cards": ((card, n),)}
    return lambda journal: act(journal, "holdings", args, Dealer(random.Random(1)), AT)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "data", games.load)


def command(folder: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """One run of the command line in a process of its own."""
    return subprocess.run(
        [*COMMAND, *map(str, words)],
        env=environment(folder),
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )


def refused(what: Callable[[], object]) -> Refusal:
    with pytest.raises(Refusal) as found:
        what()
    return found.value


def test_nothing_is_made_before_the_first_write(store: Store) -> None:
    assert store.tables() == []
    assert store.current() is None
    assert refused(lambda: store.journal("saboteur-1")).kind == "no-table"
    assert not store.folder.exists()


def test_what_was_recorded_is_read_back_alike(store: Store) -> None:
    opened(store, "saboteur", 5)
    opened(store)
    for n in (1, 2, 3):
        store.append("archaeology-1", holdings("coin", n))
    store.append("archaeology-1", lambda j: undo(j, AT))
    again = Store(store.folder, games.load)
    assert again.tables() == ["saboteur-1", "archaeology-1"]
    assert again.current() == "archaeology-1"
    journal = again.journal("archaeology-1")
    assert [e.number for e in journal.events] == [1, 2, 3, 4, 5]
    assert journal.state.facts["holdings"] == {"p1": [["coin", 2]]}
    assert again.journal("saboteur-1").state.deals == store.journal("saboteur-1").state.deals


def test_files_are_for_their_owner_only_and_no_helper_file_stays(store: Store) -> None:
    opened(store)
    assert (store.folder.stat().st_mode & 0o777, store.path.stat().st_mode & 0o777) == (0o700, 0o600)
    assert {f.name for f in store.folder.iterdir()} == {FILE, "companion.key"}


def test_it_is_a_write_ahead_log_with_full_sync(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(store)
    seen: list[int] = []

    def build(journal: Journal) -> Event:
        seen.extend(db.execute("PRAGMA synchronous").fetchone()[0] for db in connections)
        seen.extend(db.execute("PRAGMA journal_mode").fetchone()[0] == "wal" for db in connections)
        return holdings("coin", 1)(journal)

    connections: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def watched(*args: object, **more: object) -> sqlite3.Connection:
        connections.append(connect(*args, **more))  # type: ignore[call-overload]
        return connections[-1]

    monkeypatch.setattr(sqlite3, "connect", watched)
    store.append("archaeology-1", build)
    assert seen == [2, True]


def test_a_refused_action_leaves_nothing(store: Store) -> None:
    opened(store)
    before = len(store.journal("archaeology-1").events)
    assert refused(lambda: store.append("archaeology-1", holdings("coin", 6))).kind == "over-limit"
    assert len(store.journal("archaeology-1").events) == before


def test_several_events_are_all_kept_or_none(store: Store) -> None:
    opened(store)
    refused(lambda: store.append_all("archaeology-1", [holdings("coin", 1), holdings("coin", 99)]))
    assert len(store.journal("archaeology-1").events) == 1
    made = store.append_all("archaeology-1", [holdings("coin", 1), holdings("coin", 2)])
    assert [r.event.number for r in made] == [2, 3]
    assert store.journal("archaeology-1").state == made[-1].after.state


@pytest.fixture
def written(store: Store) -> Store:
    """A store with two tables, a secret one among them, and some events."""
    opened(store, "saboteur", 5)
    opened(store)
    store.append_all("archaeology-1", [holdings("coin", n % 5 + 1) for n in range(EVERY + 3)])
    return store


def digest(folder: Path) -> dict[str, str]:
    """What lies in the folder, byte for byte."""
    return {f.name: hashlib.sha256(f.read_bytes()).hexdigest() for f in sorted(folder.iterdir())}


READING: tuple[Callable[[Store], object], ...] = (
    Store.tables,
    Store.current,
    lambda store: store.journal("archaeology-1"),
    lambda store: store.journal("saboteur-1"),
)
WRITING: tuple[Callable[[Store], object], ...] = (
    lambda store: store.use("saboteur-1"),
    lambda store: store.append("archaeology-1", holdings("coin", 5)),
    lambda store: opened(store),
)


def spoil(kind: str, path: Path) -> str:
    """Damages the database in one way; gives the kind of refusal that must follow."""
    data = path.read_bytes()
    if kind == "random bytes":
        path.write_bytes(random.Random(1).randbytes(len(data)))
    elif kind == "text":
        path.write_text("this is no database\n" * 100)
    elif kind == "truncated":
        path.write_bytes(data[: len(data) // 2])
    elif kind == "cut short by a few bytes":
        path.write_bytes(data[:-100])
    elif kind == "empty":
        path.write_bytes(b"")
    elif kind == "header gone":
        path.write_bytes(bytes(100) + data[100:])
    elif kind == "another program's":
        path.unlink()
        with sqlite3.connect(path) as db:
            db.execute("CREATE TABLE recipes (name TEXT)")
        db.close()
    elif kind == "newer":
        change(path, "PRAGMA user_version = 99")
        return "newer-store"
    else:
        change(path, kind)
    return "damaged-store"


def change(path: Path, statement: str) -> None:
    db = sqlite3.connect(path)
    with db:
        db.execute(statement)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()


DAMAGE = [
    "random bytes", "text", "truncated", "cut short by a few bytes", "empty", "header gone",
    "another program's", "newer",
    "DROP TABLE events", "DROP TABLE tables", "DROP TABLE settings", "DROP TABLE secrets",
]  # fmt: skip

ROWS = [
    "UPDATE events SET data = replace(data, 'c', 'd') WHERE number = 18",
    "UPDATE events SET at = '2026-11-29T20:15:01Z' WHERE number = 18",
    "UPDATE events SET action = 'sell' WHERE number = 18",
    "UPDATE events SET number = 99 WHERE number = 20",
    "UPDATE events SET table_id = 'saboteur-1' WHERE number = 20",
    "UPDATE events SET data = CAST(x'ff00' AS TEXT) WHERE number = 18",
    "UPDATE events SET sum = 5 WHERE number = 1 AND table_id = 'archaeology-1'",
    "UPDATE secrets SET secret = replace(secret, 'A', 'B')",
    "UPDATE secrets SET number = 7",
    "DELETE FROM secrets",
    "DELETE FROM events WHERE number = 20",
    "DELETE FROM events WHERE number = 18",
    "DELETE FROM events",
    "UPDATE checkpoints SET sealed = replace(sealed, 'A', '!')",
    "UPDATE tables SET events = 19 WHERE id = 'archaeology-1'",
    "UPDATE tables SET id = 'archaeology-2' WHERE id = 'archaeology-1'",
]
"""Changes to what every reading of a table meets: its first and its latest events, its latest checkpoint."""

FAR = [
    "UPDATE events SET data = replace(data, 'c', 'd') WHERE number = 3",
    "UPDATE events SET number = 99 WHERE number = 3",
    "DELETE FROM events WHERE number = 3",
]
"""Changes to what only the log, a deep undo and `examine` read."""


def check_untouched(store: Store, kind: str, acts: tuple[Callable[[Store], object], ...]) -> None:
    """Each of these is refused as `kind`, names the file, and changes no byte in the folder."""
    before = digest(store.folder)
    for what in acts:
        refusal = refused(lambda what=what: what(store))  # type: ignore[misc]
        assert refusal.kind == kind
        assert str(store.path) in str(refusal)
        assert digest(store.folder) == before


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_database_is_refused_by_all_and_kept_byte_for_byte(written: Store, damage: str) -> None:
    kind = spoil(damage, written.path)
    # a lost list of secrets or settings is met by those who read it
    acts = READING + WRITING if not damage.startswith("DROP") else ()
    check_untouched(written, kind, acts)
    if damage in ("DROP TABLE events", "DROP TABLE secrets"):
        check_untouched(written, kind, (*READING[2:], WRITING[1]))
    if damage == "DROP TABLE tables":
        check_untouched(written, kind, READING + WRITING)
    if damage == "DROP TABLE settings":
        check_untouched(written, kind, (Store.current,))


@pytest.mark.parametrize("damage", ROWS)
def test_a_changed_or_missing_row_is_noticed(written: Store, damage: str) -> None:
    table = "saboteur-1" if "secrets" in damage else "archaeology-1"
    change(written.path, damage)
    acts: tuple[Callable[[Store], object], ...] = (
        lambda store: store.journal(table),
        lambda store: store.append(table, lambda j: undo(j, AT)),
        Store.examine,
    )
    check_untouched(written, "damaged-store", acts)


@pytest.mark.parametrize("damage", FAR)
def test_damage_far_back_is_noticed_by_whoever_goes_there(written: Store, damage: str) -> None:
    change(written.path, damage)
    acts: tuple[Callable[[Store], object], ...] = (
        lambda store: store.journal("archaeology-1").events[:],
        Store.examine,
    )
    check_untouched(written, "damaged-store", acts)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE settings SET value = 'saboteur-1'",
        "UPDATE settings SET value = 'saboteur-9'",
        "UPDATE settings SET key = 'curent'",
        "DELETE FROM settings",
    ],
)
def test_a_damaged_choice_of_table_is_noticed_and_choosing_again_mends_it(
    written: Store, damage: str
) -> None:
    change(written.path, damage)
    check_untouched(written, "damaged-store", (Store.current,))
    written.use("saboteur-1")
    assert written.current() == "saboteur-1"


def seen(answer: object) -> object:
    """An answer that can be compared: a journal by its events, its state, and what can be undone."""
    if isinstance(answer, Journal):
        return (list(answer.events), answer.state, answer.done, answer.undone)
    return answer


def test_no_flipped_byte_gives_a_wrong_answer_or_a_crash(written: Store, tmp_path: Path) -> None:
    whole = written.path.read_bytes()
    right = [seen(what(written)) for what in READING]
    chance = random.Random(5)
    used = [at for at in range(len(whole)) if whole[at]]
    flipped = Store(tmp_path / "flipped", games.load)
    flipped.folder.mkdir()
    shutil.copy(written.folder / "companion.key", flipped.folder)
    kinds: list[str] = []
    for at in chance.sample(used, 250):
        spoiled = bytearray(whole)
        spoiled[at] ^= 1 << chance.randrange(8)
        flipped.path.write_bytes(spoiled)
        for what, answer in zip(READING, right, strict=True):
            try:
                assert seen(what(flipped)) == answer, at
            except Refusal as refusal:
                kinds.append(refusal.kind)
        assert flipped.path.read_bytes() == spoiled
    assert set(kinds) <= {"damaged-store", "newer-store", "data-folder"}
    assert len(kinds) > 150


@pytest.mark.parametrize("damage", ["random bytes", "truncated", "empty"])
def test_every_command_says_that_the_database_is_damaged(written: Store, damage: str) -> None:
    spoil(damage, written.path)
    before = digest(written.folder)
    for words in (("tables",), ("status",), ("do", "holdings", "P1", "coin=1"), ("undo",), ("doctor",),
                  ("setup", "caravan", "--players", "2")):  # fmt: skip
        ran = command(written.folder, *words)
        said = ran.stdout + ran.stderr
        assert ran.returncode == 1, words
        assert str(written.path) in said
        assert "Traceback" not in said
        assert digest(written.folder) == before, words


def test_a_file_in_the_folders_place_is_said_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "data"
    file.write_text("a letter")
    for place in (file, file / "deeper"):
        store = Store(place, games.load)
        for what in (*READING, lambda s: opened(s)):
            refusal = refused(lambda what=what, store=store: what(store))  # type: ignore[misc]
            assert refusal.kind == "data-folder"
            assert str(place) in str(refusal)
    assert file.read_text() == "a letter"


def test_a_folder_in_the_databases_place_is_said(store: Store) -> None:
    store.path.mkdir(parents=True)
    for what in (*READING, lambda s: opened(s)):
        assert refused(lambda what=what: what(store)).kind in ("data-folder", "damaged-store")  # type: ignore[misc]


UNPRIVILEGED = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
# root passes over file permissions by its capabilities; without them it is a user as any other
assert libc.capset((ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()) == 0
from companion.cli import main
main()
"""


def unprivileged(folder: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """One run by a user whom file permissions hold back."""
    return subprocess.run(
        [sys.executable, "-c", UNPRIVILEGED, *map(str, words)],
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="capabilities are Linux's")
def test_a_read_only_folder_can_be_read_and_refuses_to_write(written: Store, tmp_path: Path) -> None:
    written.path.chmod(0o444)
    written.folder.chmod(0o555)
    before = digest(written.folder)
    read = unprivileged(written.folder, "log")
    assert (read.returncode, len(read.stdout.splitlines())) == (0, EVERY + 4), read
    for words in (("do", "holdings", "P1", "coin=1"), ("setup", "caravan", "--players", "2"), ("undo",)):
        ran = unprivileged(written.folder, *words)
        assert (ran.returncode, ran.stdout) == (1, ""), ran
        assert str(written.folder) in ran.stderr
        assert "--data" in ran.stderr
        assert "Traceback" not in ran.stderr
    assert digest(written.folder) == before
    empty = tmp_path / "empty"
    empty.mkdir(mode=0o555)
    for folder in (empty, empty / "deeper"):
        ran = unprivileged(folder, "setup", "caravan", "--players", "2")
        assert (ran.returncode, ran.stdout) == (1, ""), ran
        assert str(folder) in ran.stderr
        assert "Traceback" not in ran.stderr
    assert not list(empty.iterdir())
    hidden = tmp_path / "hidden"
    shutil.copytree(written.folder, hidden)
    hidden.chmod(0o000)
    ran = unprivileged(hidden, "log")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert str(hidden) in ran.stderr
    for folder in (written.folder, hidden, empty):
        folder.chmod(0o700)


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
sys.argv[1:2] = []
from companion.cli import main
main()
"""


def limited(folder: Path, size: int, *words: object) -> subprocess.CompletedProcess[str]:
    """One run that may make no file larger than `size` bytes: the nearest to a full disk without one."""
    return subprocess.run(
        [sys.executable, "-c", LIMITED, str(size), *map(str, words)],
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("size", [0, 1000, 4096, 20000])
def test_a_disk_that_fills_up_keeps_nothing_half_done(written: Store, tmp_path: Path, size: int) -> None:
    fresh = limited(tmp_path / "fresh", size, "setup", "saboteur", "--players", "5")
    assert (fresh.returncode, fresh.stdout) == (1, ""), fresh
    assert str(tmp_path / "fresh") in fresh.stderr
    assert not list((tmp_path / "fresh").iterdir())
    assert command(tmp_path / "fresh", "setup", "saboteur", "--players", "5").returncode == 0
    if size < 4096:
        before = len(written.journal("archaeology-1").events)
        ran = limited(written.folder, size, "do", "holdings", "P1", "coin=5")
        assert (ran.returncode, ran.stdout) == (1, ""), ran
        assert "Traceback" not in ran.stderr
        assert len(written.journal("archaeology-1").events) == before
        written.append("archaeology-1", holdings("coin", 5))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 128 KiB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", str(disk)]
    try:
        made = subprocess.run(mount, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("there is no mount here")
    if made.returncode:
        pytest.skip(f"a small disk can't be mounted: {made.stderr.strip()}")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_a_full_disk_refuses_and_keeps_what_was_accepted(small_disk: Path) -> None:
    folder = small_disk / "data"
    assert command(folder, "setup", "archaeology", "--players", "2").returncode == 0
    store = Store(folder, games.load)
    done = 1
    for n in range(400):
        try:
            store.append("archaeology-1", holdings("coin", n % 5 + 1))
        except Refusal as refusal:
            kind = refusal.kind
            break
        done += 1
    else:
        pytest.fail("the disk never filled up")
    assert kind == "data-folder"
    assert done > 5
    ran = command(folder, "do", "holdings", "P1", "coin=1")
    if ran.returncode:
        assert (ran.returncode, ran.stdout) == (1, "")
        assert str(folder) in ran.stderr
    else:
        done += 1
    log = command(folder, "log")
    assert (log.returncode, len(log.stdout.splitlines())) == (0, done), log


WRITER = """
import sys
from companion.cli import main
sys.stdout.reconfigure(line_buffering=True)
n = 0
while True:
    n += 1
    try:
        main(["do", "holdings", "P1", f"coin={n % 5 + 1}"])
    except SystemExit as ended:
        assert not ended.code
"""


def test_thirty_kills_lose_nothing_that_was_reported_as_done(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    store = Store(folder, games.load)
    opened(store)
    chance = random.Random()
    reported = 0
    for _ in range(30):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER],
            env=environment(folder),
            stdout=subprocess.PIPE,
            text=True,
        )
        assert writer.stdout is not None
        lines = [writer.stdout.readline() for _ in range(2)]
        time.sleep(chance.uniform(0, 0.06))
        writer.send_signal(signal.SIGKILL)
        lines += writer.stdout.read().splitlines(keepends=True)
        writer.stdout.close()
        writer.wait()
        whole = [line for line in lines if line.endswith("\n")]
        assert len(whole) >= 2, "the writer didn't come to write"
        reported += len(whole)
        events = store.journal("archaeology-1").events
        # one more may be on disk: killed between the commit and the word about it
        assert reported <= len(events) - 1 <= reported + 1
        assert f"P1 has Coin x {events[-1].data['cards'][0][1]}".startswith(whole[-1].strip()[:7])
        reported = len(events) - 1
    assert [e.number for e in events] == list(range(1, len(events) + 1))


def test_a_kill_during_the_very_first_start_leaves_a_store_that_works(tmp_path: Path) -> None:
    chance = random.Random()
    for n in range(8):
        folder = tmp_path / f"data{n}"
        first = subprocess.Popen(
            [*COMMAND, "setup", "saboteur", "--players", "5"],
            env=environment(folder),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        # kill around the moment at which the folder comes to be
        end = time.monotonic() + 10
        while not folder.exists() and first.poll() is None and time.monotonic() < end:
            time.sleep(0.001)
        time.sleep(chance.uniform(0, 0.03))
        first.kill()
        said = first.communicate()[0]
        kept = Store(folder, games.load).tables()
        assert kept in ([], ["saboteur-1"])
        assert kept or "saboteur-1 is open" not in said
        again = command(folder, "setup", "saboteur", "--players", "5")
        assert again.returncode == 0, again
        assert len(Store(folder, games.load).journal(f"saboteur-{len(kept) + 1}").events) == 1


MANY = """
import sys
from companion.cli import main
for n in range(25):
    try:
        main(["do", "holdings", sys.argv[1], f"coin={n % 3 + 1}"])
    except SystemExit as ended:
        assert not ended.code
"""


def test_four_writers_at_once_lose_nothing_and_never_interleave(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    store = Store(folder, games.load)
    opened(store, players=4)
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", MANY, f"P{n}"], env=environment(folder), stdout=subprocess.DEVNULL
        )
        for n in range(1, 5)
    ]
    assert [writer.wait(60) for writer in writers] == [0, 0, 0, 0]
    events = store.journal("archaeology-1").events
    assert [e.number for e in events] == list(range(1, 102))
    for n in range(1, 5):
        own = [e.data["cards"][0][1] for e in events[1:] if e.data["player"] == f"p{n}"]
        assert own == [k % 3 + 1 for k in range(25)]


def test_first_writers_at_once_make_one_database(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    writers = [
        subprocess.Popen(
            [*COMMAND, "setup", "caravan", "--players", "2"],
            env=environment(folder),
            stdout=subprocess.DEVNULL,
        )
        for _ in range(6)
    ]
    assert [writer.wait(60) for writer in writers] == [0] * 6
    assert Store(folder, games.load).tables() == [f"caravan-{n}" for n in range(1, 7)]
    assert {f.name for f in folder.iterdir()} == {FILE, "companion.key"}


def test_a_database_held_too_long_is_said(written: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.store._PATIENCE_S", 0.1)
    other = sqlite3.connect(written.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    refusal = refused(lambda: written.append("archaeology-1", holdings("coin", 5)))
    assert refusal.kind == "busy"
    assert len(written.journal("archaeology-1").events) == EVERY + 4
    other.close()
    written.append("archaeology-1", holdings("coin", 5))
