"""Bringing pictures together: every card once, with its owner and its set, and all that is wrong at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion import games
from companion.deck import Card, Marker
from companion.tally import faults
from companion.tally.layout import lay_out
from companion.tally.model import NOBODY, Found, Reading, Share, Situation, Tally, held, player_name, taken
from companion.tally.neighbours import Neighbours
from companion.tally.owners import Owned, owners
from companion.tally.sets import lying_sets
from companion.tally.tags import Problem, Seen, Sorted, sort, strangers, together

_CLEAR = 2 / 3
"""Of the frames of a video so many must give a card to one player."""


@dataclass(frozen=True, slots=True)
class _Claim:
    """A card with a player, as one picture or so many frames of a video have it: by these seats' markers."""

    name: str
    found: Found
    owned: Owned
    seats: frozenset[int]
    frames: int


@dataclass(slots=True)
class _Gathering:
    """What is known of the cards while pictures are gone through. Players go by name."""

    best: dict[Card, Found] = field(default_factory=dict)
    claims: dict[Card, list[_Claim]] = field(default_factory=dict)
    lies: Neighbours = field(default_factory=Neighbours)
    read: set[int] = field(default_factory=set)
    """The seats whose markers were read."""
    in_row: set[tuple[Card, str]] = field(default_factory=set)
    """Cards with whose marker they were seen in one row."""
    aside: dict[tuple[str, str], set[Card]] = field(default_factory=dict)
    """By file and player, cards in a row beside that of the marker, while not everybody's was in view."""
    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)


def bring_together(readings: Sequence[Reading], situation: Situation) -> Tally:
    """The tally of these pictures."""
    gathering = _Gathering(problems=[r.problem for r in readings if r.problem is not None])
    pictures = [
        (reading, [sort(layout, situation.game) for layout in reading.layouts]) for reading in readings
    ]
    marked = situation.owner is None and any(found.markers for _, layouts in pictures for found in layouts)
    for reading, layouts in pictures:
        for found, frames in zip(layouts, reading.stands_for or [1] * len(layouts), strict=True):
            _take_in(gathering, reading, found, situation, marked, frames)
        if reading.frames is not None:
            _settle_frames(gathering, reading.file, situation)
        gathering.problems += _file_problems(reading.file, together(layouts), situation)
    gathering.problems += faults.too_many(gathering.best, situation)
    holders = _holders(gathering)
    if marked:
        _look_aside(gathering, holders, situation)
        gathering.notes += faults.idle_markers(gathering.read, holders, situation)
    names = _names(holders, situation, marked)
    return _tally(gathering, holders, names, situation)


def _file_problems(file: str, found: Sorted, situation: Situation) -> list[Problem]:
    """What is wrong with the codes of a file, whatever cards lie there."""
    problems = strangers(file, found, situation.game)
    if situation.owner is not None:
        markers = [seen.what for seen in found.markers if isinstance(seen.what, Marker)]
        others = faults.other_marker(file, markers, situation)
        problems += [] if others is None else [others]
    return problems


def _take_in(
    gathering: _Gathering, reading: Reading, found: Sorted, situation: Situation, marked: bool, frames: int
) -> None:
    """Takes one picture (or frame) in: its cards, whose they are, which of them touch."""
    file = reading.file
    markers = _markers(gathering, file, found.markers, situation) if marked else ()
    layout = lay_out(found.cards, markers, situation.tag_mm)
    cards = [seen.what for seen in found.cards if isinstance(seen.what, Card)]
    names: list[str | None] = [default_owner(situation)] * len(cards)
    owned = [Owned(None)] * len(cards)
    seats = [m.what.seat for m in markers if isinstance(m.what, Marker)]
    if marked:
        owned = owners(layout, seats)
        names = [
            None if o.seat is None or not taken(o.seat, situation) else player_name(o.seat, situation)
            for o in owned
        ]
        if reading.frames is None:  # a video's are settled over all its frames
            gathering.problems += faults.unsure_owners(file, cards, owned, situation)
        gathering.read.update(seats)
        all_in_view = bool(situation.seats) and not faults.missing(situation, seats)
        for card, result, name in zip(cards, owned, names, strict=True):
            if name is not None and result.aside and not result.rivals and not all_in_view:
                gathering.aside.setdefault((file, name), set()).add(card)
            elif name is not None:
                gathering.in_row.add((card, name))
    for card, seen, name, result in zip(cards, found.cards, names, owned, strict=True):
        as_seen = Found(card, file, seen.sighting)
        before = gathering.best.setdefault(card, as_seen)
        if as_seen.sighting.confidence > before.sighting.confidence:
            gathering.best[card] = as_seen
        if name is not None:
            gathering.claims.setdefault(card, []).append(
                _Claim(name, as_seen, result, frozenset(seats), frames)
            )
    gathering.problems += faults.twice_in_one(file, cards, names)
    gathering.lies.take_in(cards, layout.card_rects)


def _settle_frames(gathering: _Gathering, file: str, situation: Situation) -> None:
    """Gives every card of a video to who has it in most frames: at a frame's edge markers are missing.

    Frames that show the markers of all who may have it go before others. Where they don't agree, that is a
    problem.
    """
    kept: dict[Card, _Claim] = {}
    rivals: dict[Card, set[int]] = {}
    for card, claims in gathering.claims.items():
        here = [claim for claim in claims if claim.found.file == file]
        if here:
            kept[card], rivals[card] = _settled(here)
            gathering.claims[card] = [*(claim for claim in claims if claim.found.file != file), kept[card]]
    for a, b in gathering.lies.together:
        if a in kept and b in kept and kept[a].name != kept[b].name:
            both = {seat for card in (a, b) if (seat := kept[card].owned.seat) is not None}
            if not (both <= kept[a].seats and both <= kept[b].seats):
                rivals[a] |= both
                rivals[b] |= both
    owned = [
        Owned(claim.owned.seat, tuple(sorted(rivals[card] - {claim.owned.seat})))
        for card, claim in kept.items()
    ]
    gathering.problems += faults.unsure_owners(file, list(kept), owned, situation)


def _settled(claims: Sequence[_Claim]) -> tuple[_Claim, set[int]]:
    """The claim that counts of a video's to one card, and the seats that may have it as well."""
    seats = {seat for c in claims for seat in (c.owned.seat, *c.owned.rivals) if seat is not None}
    with_all = [claim for claim in claims if seats <= claim.seats]
    votes: Counter[str] = Counter()
    doubted = 0
    for claim in with_all or claims:
        votes[claim.name] += claim.frames
        doubted += claim.frames if claim.owned.rivals else 0
    ((most, frames),) = votes.most_common(1)
    clear = frames >= _CLEAR * votes.total() and doubted <= (1 - _CLEAR) * votes.total()
    moved = bool(with_all) and with_all[-1].name != most
    kept = next(claim for claim in with_all or claims if claim.name == most)
    return kept, seats if moved or not clear else set()


def _look_aside(gathering: _Gathering, holders: Mapping[Card, str], situation: Situation) -> None:
    """Tells of cards that nowhere lie in the row of their holder's marker: a problem while a marker that was
    read in no picture may be theirs.
    """
    missing = faults.missing(situation, gathering.read)
    unsure = [c for c in _in_order(gathering.best) if (c, holders.get(c)) not in gathering.in_row]
    found = []
    for (file, name), aside in gathering.aside.items():
        cards = [card for card in unsure if card in aside and holders.get(card) == name]
        if cards:
            found.append(faults.aside(file, name, cards, missing))
    (gathering.problems if missing else gathering.notes).extend(found)
    if missing and not found:
        gathering.notes.append(faults.unmarked(missing))


def default_owner(situation: Situation) -> str | None:
    """Whose cards are without markers: who was named, who plays alone, or, without a table, `NOBODY`."""
    if situation.owner is not None:
        return situation.owner
    if len(situation.seats) == 1:
        return situation.seats[0].name
    return None if situation.seats else NOBODY


def _markers(
    gathering: _Gathering, file: str, markers: Sequence[Seen], situation: Situation
) -> tuple[Seen, ...]:
    """The markers. One of a seat that nobody has is reported; what lies with it is nobody's."""
    for marker in markers:
        if isinstance(marker.what, Marker) and not taken(marker.what.seat, situation):
            gathering.problems.append(faults.no_such_seat(file, marker.what, len(situation.seats)))
    return tuple(marker for marker in markers if isinstance(marker.what, Marker))


def _holders(gathering: _Gathering) -> dict[Card, str]:
    """Who has each card: of two, who has it in the surest read; and the problem is reported."""
    holders = {}
    for card, claims in gathering.claims.items():
        holders[card] = max(claims, key=lambda claim: claim.found.sighting.confidence).name
        files: dict[str, str] = {}
        for claim in claims:
            files.setdefault(claim.name, claim.found.file)
        if len(files) > 1:
            gathering.problems.append(faults.same_card_twice(card, files, holders[card]))
    return holders


def _names(holders: Mapping[Card, str], situation: Situation, marked: bool) -> list[str]:
    """Who has cards, in seat order; who was meant to have some is there with none too."""
    always = None if marked else default_owner(situation)
    if always is not None:
        return [always]
    present = set(holders.values())
    if situation.seats:
        return [player.name for player in situation.seats if player.name in present]
    return sorted(present, key=lambda name: (len(name), name))


def _tally(
    gathering: _Gathering, holders: Mapping[Card, str], names: Sequence[str], situation: Situation
) -> Tally:
    shares = []
    ordered = _in_order(gathering.best)
    touching, nearly = gathering.lies.together, gathering.lies.nearly
    gathering.notes += gathering.lies.doubts()
    for name in names:
        cards = [card for card in ordered if holders.get(card) == name and held(card)]
        sets, notes = lying_sets(name, cards, touching, nearly)
        gathering.notes += notes
        if cards or len(names) == 1:
            shares.append(Share(name, tuple(gathering.best[card] for card in cards), sets))
    given = {found.card for share in shares for found in share.cards}
    rest = tuple(gathering.best[card] for card in ordered if card not in given)
    decks = {card.game for card in ordered}
    game = situation.game or (games.load(next(iter(decks))) if len(decks) == 1 else None)
    gathering.notes += faults.left_over(rest)
    if game is None and decks:
        gathering.notes.append(faults.several_games(list(dict.fromkeys(card.game for card in ordered))))
    return Tally(game, tuple(shares), rest, _once(gathering.problems), _once(gathering.notes))


def _in_order(cards: Mapping[Card, Found]) -> list[Card]:
    """The cards in the order of their decks."""
    places = {
        (key, kind.key): (g, k)
        for g, key in enumerate(dict.fromkeys(card.game for card in cards))
        for k, kind in enumerate(games.load(key).kinds)
    }
    return sorted(cards, key=lambda card: (*places[card.game, card.kind], card.copy))


def _once(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """Each problem once: a video shows the same one in many frames."""
    return tuple({(p.kind, str(p.text), p.cards): p for p in problems}.values())
