"""Saboteur's setup guide: the numbers for each player count, the steps, the drawing (rules page saboteur)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.base import Guide, Occasion, Step
from companion.table import Json
from scorers.saboteur import GOLD, Setup, setup
from scorers.text import TN, T, Text

TUNNELS, ACTION_CARDS, ROLE_CARDS = 40, 27, 11

DRAWING = """\
                                                           ┌─────┐
                                                           │  ?  │  top
                                                           └─────┘

                                                            one card height

┌─────┐                                                    ┌─────┐
│START│    1      2      3      4      5      6      7     │  ?  │  middle
└─────┘         room for seven cards side by side          └─────┘

                                                            one card height

                                                           ┌─────┐
                                                           │  ?  │  bottom
                                                           └─────┘"""


def guide(occasion: Occasion, starter: str | None) -> Guide:
    """The guide for these players and house rules; `starter` is the start player's name where it is known."""
    row = setup(len(occasion.players))
    return Guide(_numbers(row, occasion.rules), tuple(_steps(row, occasion, starter)), DRAWING)


def _numbers(row: Setup, rules: Mapping[str, str]) -> dict[str, Json]:
    drawn = None if rules["gold-draw"] == "per-digger" else row.gold_cards
    return {
        "saboteurs_in_pool": row.saboteurs_in_pool,
        "diggers_in_pool": row.diggers_in_pool,
        "hand": row.hand,
        "gold_cards_if_diggers_win": drawn,
        "draw_pile": row.draw_pile,
    }


def _steps(row: Setup, occasion: Occasion, starter: str | None) -> Iterator[Step]:
    rules = occasion.rules
    yield Step(
        T("Sort the cards"),
        T(
            "Make heaps: the start card, 3 goal cards, {tunnels} tunnels, {actions} action cards, {gold} "
            "gold cards, {roles} role cards.",
            tunnels=TUNNELS,
            actions=ACTION_CARDS,
            gold=sum(GOLD.values()),
            roles=ROLE_CARDS,
        ),
    )
    dealt = {deal.name for deal in occasion.deals}
    yield Step(T("Goals"), _goals(rules["goals"], "goals" in dealt))
    yield Step(
        T("Start card"),
        T(
            "Lay the start card face up beside the middle goal, seven card widths away from it, as the "
            "drawing shows. It takes at least 7 tunnels to get there."
        ),
    )
    yield Step(T("Roles"), _roles(row, len(occasion.players), rules, "roles" in dealt))
    yield Step(
        T("Hands"),
        T(
            "Shuffle the {tunnels} tunnels and the {actions} action cards together. Deal {hand} cards to "
            "each of the {players} players. The other {rest} cards are the draw pile, face down.",
            tunnels=TUNNELS,
            actions=ACTION_CARDS,
            hand=row.hand,
            players=len(occasion.players),
            rest=row.draw_pile,
        ),
    )
    yield Step(T("Gold"), _gold(row, rules["gold-draw"]))
    yield Step(T("Start player"), _starter(starter))
    yield Step(T("Rounds"), _rounds(int(rules["rounds"]), rules["roles"]))


def _goals(by: str, dealt: bool) -> Text:
    if by == "cards":
        return T(
            "Shuffle the 3 goal cards and lay them face down in a column, one card height between them. "
            "From the start card's side they are the top, the middle and the bottom goal."
        )
    if dealt:
        who = T("They only mark the places: the companion has dealt what is where.")
    else:
        who = T("They only mark the places: the companion deals what is where when it opens the table.")
    return T(
        "Lay the 3 goal cards face down in a column, one card height between them: the top, the middle and "
        "the bottom goal. {who} Who plays a map looks with `companion peek GOAL --player NAME`. When a "
        "goal is reached, `companion reveal GOAL` says what it is; lay the goal card that shows it there, "
        "face up.",
        who=who,
    )


def _roles(row: Setup, players: int, rules: Mapping[str, str], dealt: bool) -> Text:
    saboteurs = TN("{count} saboteur", "{count} saboteurs", row.saboteurs_in_pool)
    pool = row.saboteurs_in_pool + row.diggers_in_pool
    redeal = rules["no-saboteur-deal"] == "redeal" and row.saboteurs_in_pool == 1
    if rules["roles"] == "cards":
        text = T(
            "Take {saboteurs} and {diggers} gold diggers out of the role cards; the others go back into the "
            "box. Shuffle these {pool} cards and deal one to each of the {players} players, face down. Put "
            "the last one aside unseen. Look at your own card and tell nobody.",
            saboteurs=saboteurs,
            diggers=row.diggers_in_pool,
            pool=pool,
            players=players,
        )
        again = T(
            "House rule: without a saboteur in play you deal anew, so have somebody who isn't playing look "
            "at the card put aside; if it is the saboteur, shuffle and deal again."
        )
    else:
        who = (
            T("the companion has dealt roles")
            if dealt
            else T("the companion deals roles when it opens the table,")
        )
        text = T(
            "Leave the role cards in the box: {who} out of {saboteurs} and {diggers} gold diggers, {pool} "
            "for {players} players, so one is left aside unseen. Run `companion roles` and pass the screen "
            "round; each of you sees your own role alone.",
            who=who,
            saboteurs=saboteurs,
            diggers=row.diggers_in_pool,
            pool=pool,
            players=players,
        )
        again = (
            T("House rule: a deal without a saboteur in play was dealt again.")
            if dealt
            else T("House rule: a deal without a saboteur in play is dealt again.")
        )
    return T("{text} {again}", text=text, again=again) if redeal else text


def _gold(row: Setup, gold_draw: str) -> Text:
    pile = T(
        "Shuffle the {gold} gold cards: the gold pile, face down. In later rounds it is what is left of "
        "them.",
        gold=sum(GOLD.values()),
    )
    if gold_draw == "per-digger":
        return T(
            "{pile} House rule: if the diggers win, one card is drawn for each digger; how many that is, you "
            "learn at the round's end.",
            pile=pile,
        )
    return T("{pile} If the diggers win, {drawn} of them are drawn.", pile=pile, drawn=row.gold_cards)


def _starter(starter: str | None) -> Text:
    later = T("In later rounds it is the left neighbour of whoever played the last card of the round before.")
    if starter is None:
        return T("The youngest of you starts, or whoever you agree on. {later}", later=later)
    return T("{player} starts, then it goes on clockwise. {later}", player=starter, later=later)


def _rounds(rounds: int, roles: str) -> Text:
    play = TN("Play {count} round.", "Play {count} rounds.", rounds)
    end = (
        T("At a round's end tell `companion do finish` who won and who the saboteurs were.")
        if roles == "cards"
        else T("At a round's end tell `companion do finish` who won.")
    )
    return T(
        "{play} Keep your gold cards face down. {end} After the last round scan or count everybody's gold; "
        "the most nuggets win.",
        play=play,
        end=end,
    )
