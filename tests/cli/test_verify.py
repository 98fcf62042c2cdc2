"""`verify` with a copy of a commitment that somebody kept since the start of the round."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import segno

from tests.cli.conftest import Run

Told = Callable[..., Any]
OTHER = "0123456789abcdef" * 4


@pytest.fixture
def kept(told: Told) -> dict[str, str]:
    """A table of Saboteur was opened; the commitments shown then, by the deals' names."""
    opened = told("setup", "saboteur", "--players", 4, "--start", "P1")
    return {deal["name"]: deal["commitment"] for deal in opened["deals"]}


def grouped(commitment: str) -> str:
    """As people write long numbers down: capitals, four by four."""
    return " ".join(commitment[i : i + 4] for i in range(0, 64, 4)).upper()


def test_a_copy_is_found_on_record_at_any_time(told: Told, kept: dict[str, str]) -> None:
    for _ in range(2):
        shown = told("verify", "--commitment", kept["roles"], "--commitment", grouped(kept["goals"]))
        assert shown["copies"] == [
            {"commitment": kept["roles"], "name": "roles", "round": 1, "ok": True},
            {"commitment": kept["goals"], "name": "goals", "round": 1, "ok": True},
        ]
        told("do", "finish", "--winner", "diggers", "--connector", "P1")


def test_a_copy_tells_no_secret(told: Told, kept: dict[str, str]) -> None:
    shown = told("verify", "--commitment", kept["roles"])
    assert shown["deals"] == told("verify")["deals"]
    assert all(set(deal) == {"name", "round", "commitment", "ok"} for deal in shown["deals"])
    assert "copies" not in told("verify")


@pytest.mark.parametrize(
    ("words", "which"),
    [
        ((), ["roles", "goals"]),
        (("--deal", "goals"), ["goals"]),
        (("--deal", "roles", "--round", 1), ["roles"]),
    ],
)
def test_another_commitment_is_cried_out_with_those_on_record(
    run: Run, kept: dict[str, str], words: tuple[object, ...], which: list[str]
) -> None:
    ran = run("verify", "--commitment", OTHER, *words)
    assert (ran.status, ran.err) == (1, "")
    lines = ran.out.splitlines()
    said = lines.index("The copy is NOT a commitment on record:")
    assert lines[said + 1] == OTHER
    assert lines[said + 3 :: 2] == [kept[name] for name in which]
    as_json = run("verify", "--commitment", OTHER, *words, "--json")
    assert as_json.status == 1
    assert as_json.json["copies"] == [{"commitment": OTHER, "name": None, "round": None, "ok": False}]


def test_one_digit_or_another_deal_is_a_difference(run: Run, kept: dict[str, str]) -> None:
    last = "0" if kept["roles"][-1] != "0" else "1"
    assert run("verify", "--commitment", kept["roles"][:-1] + last).status == 1
    assert run("verify", "--commitment", kept["roles"], "--deal", "goals").status == 1
    plain = run("verify", "--commitment", kept["roles"], "--deal", "roles")
    assert plain.status == 0
    assert plain.out.endswith("The copy equals the commitment to the deal 'roles', round 1.\n")


def test_a_copy_of_a_void_deal_is_called_that(told: Told, run: Run, kept: dict[str, str]) -> None:
    told("do", "redeal", "roles")
    ran = run("verify", "--commitment", kept["roles"])
    assert ran.status == 0
    assert "a deal 'roles', round 1, that was dealt again since" in ran.out


@pytest.mark.parametrize(
    ("words", "error", "near"),
    [
        (("--commitment", "ab" * 31), (2, "bad-argument"), "these are 62"),
        (("--commitment", "xy" * 32), (2, "bad-argument"), "x, y"),
        (("--commitment", ""), (2, "bad-argument"), "these are 0"),
        (
            ("--commitment", OTHER, "--deal", "rolls"),
            (1, "unknown-deal"),
            "roles of round 1, goals of round 1",
        ),
        (("--commitment", OTHER, "--round", 2), (1, "unknown-deal"), "goals of round 1"),
        (("--commitment", OTHER, "--round", 0), (2, "usage"), "0"),
        (("--deal", "roles"), (2, "usage"), "--commitment"),
        (("--photo", "no-such.png"), (1, "not-found"), "no-such.png"),
    ],
)
@pytest.mark.usefixtures("kept")
def test_what_is_no_copy_is_refused(
    run: Run, words: tuple[object, ...], error: tuple[int, str], near: str
) -> None:
    ran = run("verify", *words, "--json")
    assert ran.error == error
    assert near in ran.json["error"]["message"]


def test_a_copy_is_read_from_a_picture(told: Told, run: Run, kept: dict[str, str], tmp_path: Path) -> None:
    mine, others, none = (tmp_path / f"{name}.png" for name in ("mine", "others", "none"))
    segno.make_qr(f"roles {kept['roles']}").save(mine, scale=8, border=4)
    segno.make_qr(OTHER.upper()).save(others, scale=8, border=4)
    segno.make_qr("SA:G1:01").save(none, scale=8, border=4)
    assert [(c["name"], c["ok"]) for c in told("verify", "--photo", mine)["copies"]] == [("roles", True)]
    assert run("verify", "--photo", others).status == 1
    both = run("verify", "--photo", mine, "--photo", others, "--json")
    assert (both.status, [c["ok"] for c in both.json["copies"]]) == (1, [True, False])
    refused = run("verify", "--photo", none, "--json")
    assert refused.error == (1, "no-commitment")
    assert "1 other code was read" in refused.json["error"]["message"]
