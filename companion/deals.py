"""Random deals that can be checked afterwards.

The commitment is SHA-256, in hex, over the nonce in hex, a colon and the deal as canonical JSON (sorted
keys, no spaces, UTF-8). It is shown before the first look; nonce and deal when the secret is over.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.table import Deal, Json
from scorers.refusal import Refusal
from scorers.text import T

NONCE_BITS = 256


def canonical(deal: Json) -> str:
    """The deal as canonical JSON.

    >>> canonical({"b": 1, "a": ["ä"]})
    '{"a":["ä"],"b":1}'
    """
    return json.dumps(deal, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def commitment(nonce: str, deal: Json) -> str:
    """The 64 hex digits that bind whoever shows them to this deal.

    >>> commitment("00", {"a": 1})[:16]
    'd0f655ef0efd1b92'
    """
    return hashlib.sha256(f"{nonce}:{canonical(deal)}".encode()).hexdigest()


def holds(deal: Deal) -> bool:
    """Whether the deal's nonce and content give the commitment that was shown."""
    return commitment(deal.nonce, deal.deal) == deal.commitment


def commitments_in(text: str) -> list[str]:
    """The commitments that stand in a text, as 64 small hex digits each.

    >>> commitments_in("roles " + "AB" * 32) == ["ab" * 32]
    True
    """
    return re.findall(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])", unicodedata.normalize("NFKC", text).lower())


def clean_commitment(typed: str) -> str:
    """A commitment as somebody typed it, in capitals or in groups. Refused (`bad-argument`) if it is none.

    >>> clean_commitment("ABCD-" * 16) == "abcd" * 16
    True
    """
    digits = re.sub(r"[\s:.-]", "", unicodedata.normalize("NFKC", typed).lower())
    if re.fullmatch(r"[0-9a-f]{64}", digits):
        return digits
    strange = tuple(dict.fromkeys(c for c in digits if c not in "0123456789abcdef"))
    if strange:
        raise Refusal(
            "bad-argument",
            T("A commitment is 64 hex digits, 0-9 and a-f; {strange} is none.", strange=strange),
        )
    raise Refusal("bad-argument", T("A commitment is 64 hex digits, and these are {n}.", n=len(digits)))


@dataclass(frozen=True, slots=True)
class Dealer:
    """Where chance comes from: the operating system, or a seed that repeats every deal exactly.

    `chance` is the randomness of an unseeded table, handed in so that a test can fix it. `undone` gives the
    deals of actions that were undone: dealing the same things anew gives the same deal, so that nobody can
    have secrets dealt until they please. `event` is the number that the event will have.
    """

    chance: random.Random
    seed: str | None = None
    undone: Callable[[], Sequence[Deal]] = tuple
    event: int = 0

    def randomness(self, name: str, round_: int) -> random.Random:
        """The randomness for one deal. Under a seed each deal has its own, whatever was dealt before."""
        if self.seed is None:
            return self.chance
        return random.Random(f"{self.seed}/{name}/{round_}")

    def seal(self, name: str, round_: int, deal: Json, *, value: Json = None) -> Deal:
        """The deal with a fresh nonce and its commitment; with a `value` it is open from the start."""
        for before in self.undone():
            if (before.name, before.round) == (name, round_) and _things(before.deal) == _things(deal):
                return before
        nonce = f"{self.randomness(f'{name}/nonce', round_).getrandbits(NONCE_BITS):064x}"
        return Deal(name, round_, commitment(nonce, deal), nonce, deal, value, open=value is not None)


def _things(deal: Json) -> list[str]:
    """What is dealt, in whatever order it came out.

    >>> _things({"top": "gold", "middle": "stone"}) == _things({"top": "stone", "middle": "gold"})
    True
    """
    if isinstance(deal, dict):
        deal = list(deal.values())
    if isinstance(deal, list):
        return sorted(thing for part in deal for thing in _things(part))
    return [canonical(deal)]


def to_record(deals: Sequence[Deal]) -> tuple[list[Json], list[Json]]:
    """Deals in JSON form for an event: what anyone may read, and what is kept secret, in the same order."""
    public = [{"name": d.name, "round": d.round, "commitment": d.commitment, "value": d.value} for d in deals]
    secret = [{"nonce": d.nonce, "deal": d.deal} for d in deals]
    return public, secret


def from_record(public: Sequence[Json], secret: Sequence[Json]) -> tuple[Deal, ...]:
    """The deals that `to_record` wrote."""
    return tuple(
        Deal(
            name=p["name"],
            round=p["round"],
            commitment=p["commitment"],
            nonce=s["nonce"],
            deal=s["deal"],
            value=p["value"],
            open=p["value"] is not None,
        )
        for p, s in zip(public, secret, strict=True)
    )
