"""Words that mean the same whatever is played."""

from __future__ import annotations

from companion.games.glossary import NOW, Entries, Entry
from scorers.text import T

WORDS: Entries = {
    NOW: Entry(
        T("Do what the rules of the game allow on your turn; what you tell the companion goes on record."),
        (T("what may I do now"), T("what now"), T("what can I do"), T("my turn")),
    ),
    "setup": Entry(
        T(
            "Run `companion setup`: it tells you step by step how to lay the game out for exactly these "
            "players, and deals what must stay secret. With --step it waits after each step, so that it "
            "can be read aloud."
        ),
        (T("setup"),),
    ),
    "end": Entry(
        T(
            "When the game is over, run `companion score` for everybody's points with the reasons, and "
            "then `companion close`."
        ),
        (T("end of the game"), T("game over")),
    ),
    "tie": Entry(
        T(
            "Players whom nothing separates share the place, and the next place is left out: 1, 1, 3. If "
            "you want a single winner all the same, `companion settle` can draw lots."
        ),
        (T("tie"), T("draw for first place"), T("tiebreak")),
    ),
    "holdings": Entry(
        T(
            "States exactly what a player has for scoring and replaces what was on record. A scan of a "
            "player's cards records the same."
        ),
    ),
    "start-player": Entry(
        T(
            "Whoever takes the first turn. Then the turn goes clockwise, to the left neighbour. At setup "
            "--start names the start player."
        ),
        (T("start player"), T("first player")),
    ),
    "undo": Entry(
        T(
            "Takes the last action back; `companion redo` brings it back again. Both stay on record. What "
            "somebody has looked at can't be unseen, so a look stays."
        )
    ),
    "house-rule": Entry(
        T(
            "A switch for what the published rules leave open, or what a table likes to play differently. "
            "`companion rules` lists those of a game and where each comes from."
        ),
        (T("house rule"), T("option"), T("variant")),
    ),
    "clockwise": Entry(
        T("From each player to the left neighbour. Counter-clockwise is the other way, to the right."),
        (T("clockwise"), T("counter-clockwise"), T("left neighbour"), T("right neighbour")),
    ),
}
