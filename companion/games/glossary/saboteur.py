"""Saboteur's words (rules page "Saboteur")."""

from __future__ import annotations

from companion.games.glossary import NOW, Entries, Entry
from scorers.saboteur import GOLD, PAY
from scorers.text import TN, T, Text


def _gold(nuggets: int) -> Text:
    return TN(
        "A gold card with {count} nugget. There are {copies} of them. Keep it face down: what you have is "
        "secret to the end.",
        "A gold card with {count} nuggets. There are {copies} of them. Keep it face down: what you have "
        "is secret to the end.",
        nuggets,
        copies=GOLD[nuggets],
    )


_NUGGETS = sum(value * copies for value, copies in GOLD.items())

WORDS: Entries = {
    **{f"gold-{nuggets}": Entry(_gold(nuggets)) for nuggets in GOLD},
    "gold-card": Entry(
        T(
            "What is won in a round: {cards} cards with {nuggets} nuggets in all. They are kept face down "
            "and secret to the end. Cards handed out stay out; those drawn and not handed out go back and "
            "the pile is shuffled again.",
            cards=sum(GOLD.values()),
            nuggets=_NUGGETS,
        ),
        (T("gold card"), T("nugget"), T("gold pile")),
    ),
    "gold": Entry(
        T(
            "Adds gold cards of value 1, 2 or 3 to what a player has. Nobody is shown what is whose "
            "before the end. As a goal, the gold is the one of the three goal cards that the diggers dig "
            "for: who reaches it ends the round."
        ),
        (T("gold"),),
    ),
    "saboteur": Entry(
        T(
            "A secret role: saboteurs win the round if the gold is not reached. A single saboteur in play "
            "gets {pay1} nuggets, 2 or 3 get {pay2} each, 4 get {pay4} each. A deal may leave one of them "
            "aside, so there may be one fewer than the pool holds; with 3 or 4 players there may be none "
            "at all.",
            pay1=PAY[1],
            pay2=PAY[2],
            pay4=PAY[4],
        ),
        (T("saboteur"),),
    ),
    "digger": Entry(
        T(
            "A gold digger, the other role: the diggers win the round if a path reaches the gold. Then "
            "they share out gold cards: see picks."
        ),
        (T("gold digger"), T("digger")),
    ),
    "role": Entry(
        T(
            "Digger or saboteur, secret until the round ends. There is one role more than players; the "
            "one left over stays aside unseen. Who deals them, the companion or the role cards, is "
            "settled by `roles`."
        ),
        (T("role"), T("role card")),
    ),
    "roles": Entry(
        T(
            "With `companion roles` each of you sees your own role alone, on a screen that is wiped "
            "afterwards; it is on record that you looked. Whether the companion deals the roles at all is "
            "settled by `roles`."
        )
    ),
    "goal": Entry(
        T(
            "Three cards lie face down at the far end, top, middle and bottom: one hides the gold, two "
            "are stone. A goal that a path reaches is turned up. Who deals them is settled by `goals`."
        ),
        (T("goal"), T("goal card")),
    ),
    "stone": Entry(
        T(
            "A goal without gold. When a path reaches it, it is turned up and laid so that one of its "
            "exits joins the path; its other edges need not fit, and the round goes on."
        ),
        (T("stone"), T("coal")),
    ),
    "peek": Entry(
        T(
            "A map card lets one player look at one goal, which `companion peek` shows to them alone. "
            "That they looked goes on record, what they saw doesn't, and they may say about it what they "
            "like, also a lie. A goal that is open already can't be looked at. With `goals` on cards you "
            "lift the card itself."
        ),
        (T("look"),),
    ),
    "map": Entry(
        T("An action card: look at one face-down goal and put it back. See peek. There are 6."),
        (T("map"), T("treasure map")),
    ),
    "reveal": Entry(
        T(
            "When a path reaches a goal, `companion reveal` turns it up for everybody. Stone: the round "
            "goes on. Gold: the diggers have won it."
        )
    ),
    "path": Entry(
        T(
            "A path card must join the start card by an unbroken path, lie the same way round as the "
            "others, long side to long side, and fit all its neighbours. The mine may grow in any "
            "direction. Who has a broken tool may not lay one."
        ),
        (T("path card"), T("tunnel")),
    ),
    "start-card": Entry(
        T("The card from which every path begins, seven card widths from the middle goal."),
        (T("start card"),),
    ),
    "action-card": Entry(
        T(
            "One of 27 cards that are played instead of a path card: broken tools, repairs, maps and "
            "rockfalls. Broken tools of your own don't keep you from playing one."
        ),
        (T("action card"),),
    ),
    "break": Entry(
        T(
            "A broken tool is laid before any player: pickaxe, lantern or cart. Until it is mended, that "
            "player may lay no path card; action cards are still allowed. Nobody can have two of the same "
            "tool broken, so three at most."
        )
    ),
    "broken-tool": Entry(
        T(
            "An action card that keeps a player from laying path cards until it is mended: a pickaxe, a "
            "lantern or a cart, three cards of each. One player has at most one of each kind before them."
        ),
        (T("broken tool"), T("pickaxe"), T("lantern"), T("cart")),
    ),
    "mend": Entry(
        T(
            "A repair of the same tool takes a broken tool away again, your own or another player's. A "
            "double repair mends one of its two tools, not both."
        )
    ),
    "repair": Entry(
        T(
            "An action card that mends a broken tool of the same kind, your own or another's. There are "
            "two for each tool and three double ones, which mend one of their two."
        ),
        (T("repair"), T("double repair")),
    ),
    "rockfall": Entry(
        T(
            "An action card that takes away any one path card, but neither the start card nor a goal. A "
            "path cut by it has to be mended before it can go on. There are 3."
        ),
        (T("rockfall"),),
    ),
    "draw-pile": Entry(
        T(
            "The cards left after the deal. Each turn ends by drawing one while there are any. When it is "
            "used up and nobody has a card left, the saboteurs win the round."
        ),
        (T("draw pile"),),
    ),
    "turn": Entry(
        T(
            "States whose turn it is, as far as the table wants to record it. It is never enforced: the "
            "companion only shows it."
        )
    ),
    "last": Entry(
        T(
            "Records who played the last card so far. If the round ends there, that player's left "
            "neighbour starts the next round."
        )
    ),
    "start": Entry(
        T(
            "States who starts this round. In the first round it is the youngest, or whoever you agree "
            "on; later, the left neighbour of whoever played the last card of the round before."
        )
    ),
    "redeal": Entry(
        T(
            "A deal that went wrong, or that somebody saw by accident, is void: the companion deals it "
            "again with a new commitment, and that it was dealt again stays on record."
        ),
        (T("misdeal"),),
    ),
    "finish": Entry(
        T(
            "The round is over: say who won, and for diggers who laid the last tunnel. The companion then "
            "tells in which order gold cards are picked, or what each saboteur is paid. The roles become "
            "known, and if it deals them, the next round is dealt at once."
        ),
        (T("end of the round"), T("round")),
    ),
    "picks": Entry(
        T(
            "When the diggers win, whoever laid the last tunnel picks one gold card and passes the rest "
            "to the right, counter-clockwise; only diggers pick, until no card is left, so some pick "
            "twice. If a saboteur laid that tunnel, the first digger to the right begins. How many cards "
            "are drawn is settled by `gold-draw`."
        ),
        (T("picks"), T("pick order"), T("share out")),
    ),
    "pay": Entry(
        T(
            "When the gold is not reached, the saboteurs in play are paid out of the gold pile: one alone "
            "{pay1} nuggets, 2 or 3 of them {pay2} each, 4 of them {pay4} each. With none in play nobody "
            "gets anything. Where the cards left can't make the number exactly, `inexact-pay` decides.",
            pay1=PAY[1],
            pay2=PAY[2],
            pay4=PAY[4],
        ),
        (T("pay"), T("payout")),
    ),
    "commitment": Entry(
        T(
            "A long number shown with each secret deal before anybody looks. After the round the deal is "
            "shown with the number it was mixed with, and `companion verify` works out that the two "
            "belong together, so nothing was changed."
        ),
        (T("commitment"),),
    ),
    NOW: Entry(
        T(
            "On your turn do one of three things: lay a path card (not with a broken tool before you), "
            "play an action card, or discard one card face down and pass. Then draw a card while there "
            "are any. Without a card you pass."
        ),
        (T("what may I do now"), T("what now"), T("what can I do"), T("my turn")),
    ),
    "pass": Entry(
        T("To pass you discard one card face down and draw a new one. Who has no card left passes without."),
        (T("pass"), T("discard")),
    ),
    "end": Entry(
        T(
            "A round ends when the gold is reached (the diggers win), or when the draw pile is empty and "
            "nobody has a card left (the saboteurs win). How many rounds there are is settled by "
            "`rounds`; after the last one the most nuggets win."
        ),
        (T("end of the game"), T("game over"), T("scoring")),
    ),
    "tie": Entry(
        T(
            "Players with the same number of nuggets share the place. `companion settle` may draw a "
            "winner by lot if you want one, and it says that it is a lot."
        ),
        (T("tie"),),
    ),
    "setup": Entry(
        T(
            "Lay the three goals face down in a column and the start card seven card widths away. Roles "
            "are dealt, one more than players. Shuffle tunnels and action cards together and deal hands; "
            "the rest is the draw pile. Shuffle the gold cards into a face-down pile. `roles` and `goals` "
            "say what the companion deals for you."
        ),
        (T("setup"),),
    ),
    "gold-draw": Entry(T("How many gold cards are drawn when the diggers win is settled by `gold-draw`.")),
    "gold-draw=per-player": Entry(
        T("If the diggers win, as many gold cards are drawn as there are players; at 10 players 9.")
    ),
    "gold-draw=per-digger": Entry(T("If the diggers win, each digger gets exactly one gold card.")),
    "no-saboteur-deal": Entry(
        T(
            "With 3 or 4 players it can happen that nobody is a saboteur. What becomes of such a deal is "
            "settled by `no-saboteur-deal`."
        )
    ),
    "no-saboteur-deal=allowed": Entry(T("A deal in which nobody is a saboteur is played like any other.")),
    "no-saboteur-deal=redeal": Entry(T("A deal in which nobody is a saboteur is dealt again.")),
    "inexact-pay": Entry(
        T(
            "Late in the game the gold left may not make a saboteur's pay exactly; `inexact-pay` says "
            "what happens then."
        )
    ),
    "inexact-pay=credit": Entry(
        T(
            "Where the gold left can't pay the saboteurs exactly, the right number is credited, and the "
            "companion says so."
        )
    ),
    "inexact-pay=largest-below": Entry(
        T("Where the gold left can't pay the saboteurs exactly, the largest amount below is paid.")
    ),
    "rounds": Entry(T("How many rounds are played is settled by `rounds`; the published rules play 3.")),
    "roles=companion": Entry(T("The companion deals the roles, and shows each player their own alone.")),
    "roles=cards": Entry(
        T("The role cards are dealt as printed; who was what is asked for at the round's end.")
    ),
    "goals": Entry(T("Whether the companion or the goal cards hide the gold is settled by `goals`.")),
    "goals=companion": Entry(
        T("The companion has dealt which goal hides the gold; the goal cards only mark the places.")
    ),
    "goals=cards": Entry(
        T("The goal cards are shuffled and lie face down; the companion doesn't know what they hide.")
    ),
}
