"""Treasure Hunt's thief: where it goes and whom it robs (rules page treasure-hunt, "Play")."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion import words
from companion.games.base import Action, Args, Game, Outcome, Param
from companion.games.treasure_board import TRACK
from companion.games.treasure_loot import loot_text
from companion.games.treasure_places import START, Place, find_place, layout_of, place_text
from companion.games.treasure_record import (
    ace_of,
    card_at,
    check_not_first,
    hand_size,
    in_game,
    lost,
    lost_card,
    the,
    turned_up,
    with_ace,
)
from companion.table import Json, State
from scorers.checks import all_of, joined
from scorers.refusal import Refusal
from scorers.text import T, Text
from scorers.treasure_hunt import JOKER, Ace, card_number, robbed, thief_path


def thief_place(state: State) -> int:
    """Where the thief is along the track: as recorded, else where setup laid it."""
    recorded = state.facts["thief"]
    if recorded is not None:
        return int(recorded)
    layout = layout_of(state)
    return int(layout["track"].index(layout["thief"]))


def _check(game: Game, state: State, args: Args) -> Outcome:
    by = _by(state, args["by"])
    start = thief_place(state) if args["from"] is None else args["from"]
    path = thief_path(start, by)
    told = dict(_told_ace(state, word) for word in _distinct(args["ace"], "--ace"))
    names = robbed(path, {p.name: _ace(state, p.id, told) for p in state.present})
    met = [p.id for name in names for p in state.present if p.name == name]
    waived = [player for player in met if player in args["waived"]]
    if args["waived"]:
        _check_waived(state, args["waived"], met)
    losers = [player for player in met if player not in waived]
    return Outcome(
        {
            "from": start,
            "by": by,
            "path": list(path),
            "aces": told,
            "robbed": losers,
            "waived": waived,
            "losses": _losses(game, state, args["loses"], losers),
        }
    )


def _by(state: State, asked: int | None) -> int:
    """How far the thief goes; refused where the record knows that it is another number."""
    mover = state.facts["mover"]
    if mover:
        check_not_first(state, mover["player"], T("no move of the thief in it"))
    card = card_at(state, mover["place"]) if mover else None
    if card is None and asked is None:
        raise Refusal(
            "missing-option",
            T(
                "How far the thief goes isn't on record: --by says the number of the field card that the ace "
                "stopped on, 1 to 14."
            ),
        )
    if card is not None and asked not in (None, card_number(card)):
        raise Refusal(
            "wrong-number",
            T(
                "{player} stopped on {place}, where {card} lies on record: the thief goes {number}, not "
                "{asked}. `companion do field` corrects the card, `companion do turn` says it is "
                "another's turn.",
                player=state.name(mover["player"]),
                place=place_text(mover["place"]),
                card=the(card),
                number=card_number(card),
                asked=asked,
            ),
        )
    return card_number(card) if asked is None and card is not None else int(asked or 0)


def _distinct(told: tuple[str, ...], option: str) -> tuple[str, ...]:
    for word in told:
        if "=" not in word:
            raise Refusal(
                "bad-argument",
                T("'{word}' after {option} is not NAME=VALUE, for instance Ann=5.", word=word, option=option),
            )
    return told


def _told_ace(state: State, word: str) -> tuple[str, Json]:
    """Player id and ace of `NAME=PLACE[:down]`."""
    name, _, where = word.rpartition("=")
    place, _, way = where.partition(":")
    if way.strip().casefold() not in ("", "down", "up"):
        raise Refusal(
            "bad-argument",
            T("'{word}' is not NAME=PLACE or NAME=PLACE:down: an ace lies face up or down.", word=word),
        )
    track = [str(n) for n in range(TRACK)]
    if place.strip() not in track:
        raise Refusal(
            "bad-argument",
            T(
                "'{word}': the thief meets aces on the track, places 0 to {last}. Leave out one that "
                "is elsewhere.",
                word=word,
                last=TRACK - 1,
            ),
        )
    return words.player_id(state, name), {"place": place.strip(), "up": way.strip().casefold() != "down"}


def _ace(state: State, player: str, told: Mapping[str, Json]) -> Ace:
    """The player's ace as the thief meets it: as told now, else as on record."""
    ace = told.get(player) or ace_of(state, player) or {"place": None, "up": True}
    place = ace["place"]
    on_track = int(place) if place is not None and place.isdigit() else None
    return Ace(on_track, ace["up"], max(0, hand_size(state, player)))


def _check_waived(state: State, waived: tuple[str, ...], met: list[str]) -> None:
    _check_robbed(state, waived, met)
    there = {
        place: card
        for place, card in state.facts["field"].items()
        if card is not None and card != JOKER and card not in in_game(state)
    }
    if there and not state.facts["loose"]:
        place, card = next(iter(there.items()))
        raise Refusal(
            "not-waived",
            T(
                "A loss is waived only where no face-up field card that is no treasure lies there to "
                "be swapped "
                "with: on {place} lies {card}.",
                place=place_text(place),
                card=the(card),
            ),
        )


def _check_robbed(state: State, players: tuple[str, ...], met: list[str]) -> None:
    for player in players:
        if player not in met:
            raise Refusal(
                "not-robbed",
                T(
                    "The thief doesn't rob {player} on this way. Robbed: {robbed}.",
                    player=state.name(player),
                    robbed=tuple(state.name(p) for p in met) or T("nobody"),
                ),
            )


def _losses(game: Game, state: State, told: tuple[str, ...], losers: list[str]) -> list[Json]:
    """What each loses, in the order robbed: the card where named or the only one, and where it lies now."""
    named: dict[str, tuple[str, Place | None]] = {}
    for word in _distinct(told, "--loses"):
        name, _, what = word.rpartition("=")
        card, _, place = what.partition(":")
        player = words.player_id(state, name)
        _check_robbed(state, (player,), losers)
        named[player] = (words.card(game, card), _swap_place(state, place) if place else None)
    losses: list[Json] = []
    for player in losers:
        card_named, at = named.get(player, (None, None))
        losses.append({"player": player, "card": lost_card(state, player, card_named), "at": at})
    return losses


def _swap_place(state: State, word: str) -> Place:
    """The place of a face-up field card that a lost treasure is swapped with."""
    place = find_place(state, word)
    card = card_at(state, place)
    if place == START or card in in_game(state):
        raise Refusal(
            "bad-argument",
            T(
                "A lost treasure is swapped with a face-up field card that is no treasure; on "
                "{place} lies {card}.",
                place=place_text(place),
                card=T("no field card") if card is None else the(card),
            ),
        )
    return place


def _effect(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    for player, ace in data["aces"].items():
        state = turned_up(with_ace(state, player, ace["place"], up=ace["up"]), ace["place"], None)
    for loss in data["losses"]:
        state = lost(state, loss["player"], loss["card"], None, loss["at"])
    return state.with_facts(thief=data["path"][-1], mover=None)


def _text(state: State, data: Mapping[str, Json]) -> Text:
    went = T(
        "The thief goes {by} from place {start} to place {end}",
        by=data["by"],
        start=data["from"],
        end=data["path"][-1],
    )
    if not data["robbed"]:
        robbing = T("{went} and robs nobody", went=went)
    else:
        names = all_of([state.name(player) for player in data["robbed"]])
        robbing = T("{went} and robs {names}", went=went, names=names)
    losses = [loot_text(state, loss["player"], loss["card"], None) for loss in data["losses"]]
    kept = [T("{player} keeps theirs", player=state.name(player)) for player in data["waived"]]
    return joined([robbing, *losses, *kept])


def _answer(before: State, after: State, data: Mapping[str, Json]) -> Mapping[str, Json]:
    return {
        "path": data["path"],
        "robbed": [before.name(player) for player in data["robbed"]],
        "unnamed": [before.name(loss["player"]) for loss in data["losses"] if loss["card"] is None],
    }


def thief_action(game: Callable[[], Game]) -> Action:
    """The action `thief` of a game, which is handed in by a function because it lists its actions itself."""
    return Action(
        name="thief",
        help=T("The thief moves clockwise along the track and robs face-up aces on its way."),
        params=(
            Param(
                "from",
                "number",
                T("its place, 0 to 11; as recorded, if left out"),
                option=True,
                required=False,
            ),
            Param(
                "by",
                "number",
                T("the number of the field card stopped on; as recorded, if left out"),
                option=True,
                required=False,
            ),
            Param(
                "ace",
                "words",
                T("NAME=PLACE[:down], an ace along the track; else as recorded"),
                option=True,
                required=False,
            ),
            Param(
                "loses",
                "words",
                T("NAME=CARD[:PLACE], the treasure that NAME loses, and where it lies now"),
                option=True,
                required=False,
            ),
            Param(
                "waived",
                "players",
                T("who loses nothing, as no face-up field card can be swapped with"),
                option=True,
                required=False,
            ),
        ),
        check=lambda state, args, dealer: _check(game(), state, args),
        effect=_effect,
        text=_text,
        answer=_answer,
    )
