"""A PIN before a player's secret on a screen that others use too.

A player sets one when they look at their secret; from then on every look asks for it. It keeps a curious
neighbour out, no more: whoever forgot theirs has it cleared by the whole table, which stays on record.
Only a salted scrypt hash is kept, in the hidden part of the event.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace

from companion.deals import Dealer
from companion.games.base import Action, Args, Outcome, Param
from companion.table import Json, State
from scorers.refusal import Refusal
from scorers.text import T, Text

LEAST, MOST = 4, 12
"""Digits of a PIN."""

_COST = 2**14
_SALT_BITS = 128


def is_set(state: State, player: str) -> bool:
    """Whether looks of this player (by id) ask for a PIN."""
    return player in state.pins


def holds(state: State, player: str, typed: str) -> bool:
    """Whether this is the player's PIN. False where none is set."""
    kept = state.pins.get(player)
    if kept is None:
        return False
    return hmac.compare_digest(_hash(_plain(typed), kept["salt"]), kept["hash"])


def clean(typed: str) -> str:
    """The PIN's digits. Refused (`bad-pin`) unless they are 4 to 12.

    >>> clean(" １２３４ ")
    '1234'
    """
    plain = _plain(typed)
    if not re.fullmatch(rf"[0-9]{{{LEAST},{MOST}}}", plain):
        raise Refusal("bad-pin", T("A PIN is {least} to {most} digits.", least=LEAST, most=MOST))
    return plain


def _plain(typed: str) -> str:
    return unicodedata.normalize("NFKC", typed.strip())


def _hash(pin: str, salt: str) -> str:
    return hashlib.scrypt(pin.encode(), salt=bytes.fromhex(salt), n=_COST, r=8, p=1).hex()


def _check_pin(state: State, args: Args, dealer: Dealer) -> Outcome:
    player, pin = args["player"], clean(args["pin"])
    if is_set(state, player) and not holds(state, player, args["old"] or ""):
        raise Refusal(
            "wrong-pin",
            T(
                "{player} has a PIN, and the old one given is another. The table can clear it together: "
                "`companion pin clear`.",
                player=state.name(player),
            ),
        )
    salt = f"{dealer.chance.getrandbits(_SALT_BITS):0{_SALT_BITS // 4}x}"
    return Outcome({"player": player}, {"salt": salt, "hash": _hash(pin, salt)})


def _set(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    return replace(
        state, pins={**state.pins, data["player"]: {"salt": secret["salt"], "hash": secret["hash"]}}
    )


def _set_text(state: State, data: Mapping[str, Json]) -> Text:
    return T("{player} set a PIN", player=state.name(data["player"]))


def _check_clear(state: State, args: Args, dealer: Dealer) -> Outcome:
    if not is_set(state, args["player"]):
        raise Refusal(
            "no-pin",
            T("{player} has no PIN, so nothing is to be cleared.", player=state.name(args["player"])),
        )
    return Outcome({"player": args["player"]})


def _clear(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    return replace(state, pins={who: kept for who, kept in state.pins.items() if who != data["player"]})


def _clear_text(state: State, data: Mapping[str, Json]) -> Text:
    return T("The table cleared {player}'s PIN", player=state.name(data["player"]))


PIN = Action(
    name="pin",
    help=T("NAME sets a PIN that looks at their secrets ask for."),
    params=(
        Param("player", "player", T("whose PIN")),
        Param("pin", "name", T("4 to 12 digits")),
        Param("old", "name", T("the PIN until now, if there is one"), option=True, required=False),
    ),
    check=_check_pin,
    effect=_set,
    text=_set_text,
    lasting=True,
    under_do=False,
)

CLEAR_PIN = Action(
    name="clear-pin",
    help=T("The whole table clears the PIN of NAME."),
    params=(Param("player", "player", T("whose PIN")),),
    check=_check_clear,
    effect=_clear,
    text=_clear_text,
    lasting=True,
    under_do=False,
)

ACTIONS = (PIN, CLEAR_PIN)
