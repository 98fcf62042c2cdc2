"""Treasure Hunt's words (rules page "Treasure Hunt")."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.glossary import NOW, Entries, Entry
from scorers.text import TC, T, Text
from scorers.treasure_hunt import JOKER, RANKS, SUITS, TRACK, TREASURES

_ACE = T(
    "The ace of a player's suit is the pawn: it stands on the start place and moves over the field cards. "
    "Face down it is only turned up on its owner's turn; face up it must move. The ace of a suit nobody "
    "plays is in the stock. It counts 1 where a number is needed."
)
_TREASURE = T(
    "A treasure. Lying on the field where an ace stops, it goes into that player's hand, and the top of "
    "the stock takes its place, face up. Each treasure card counts one at the end. Its number only "
    "matters if `tiebreak` asks for it."
)
_STOCK = T(
    "A card of the stock at the start. It comes to the field when a treasure is taken, and its number "
    "then is how far an ace on it may go and how far the thief moves."
)
_FIELD = T(
    "A field card: it lies face down in the track or a dungeon and is turned up when an ace stops on it. "
    "Its number is how far the ace may go next time, at most, and how far the thief moves, exactly."
)
_FACES: Mapping[str, Text] = {
    "J": T("A jack beats a king, and loses to a queen. As a number it is 11."),
    "Q": T("A queen beats a jack, and loses to a king. As a number it is 12."),
    "K": T("A king beats a queen, and loses to a jack. As a number it is 13."),
}
_SPARE = T("If nobody plays the suit, it lies in the field, a king in the stock.")
_RUSH = T("With `rush` and nobody playing diamonds it is a treasure on the field too.")
_SPIRIT = T("See `spirit` for laying it on the field.")


def _card(suit: str, rank: str) -> Text:
    if rank == "A":
        return _ACE
    if suit + rank in TREASURES:
        return _TREASURE
    if rank not in _FACES:
        return _STOCK if suit == "H" else _FIELD
    duel = T("{duel} It is in the battle hand of whoever plays its suit.", duel=_FACES[rank])
    spare = T("{rush} {spare}", rush=_RUSH, spare=_SPARE) if suit == "D" else _SPARE
    return T("{duel} {spare} {spirit}", duel=duel, spare=spare, spirit=_SPIRIT)


WORDS: Entries = {
    **{suit + rank: Entry(_card(suit, rank)) for suit in SUITS for rank in RANKS},
    JOKER: Entry(
        T(
            "One joker is the thief. The second one, if `jokers` plays with it, is shuffled into the "
            "field, where it counts 14; with `mimic` an ace has to fight it there."
        )
    ),
    "ace": Entry(_ACE, (T("ace"), T("pawn"))),
    "treasure": Entry(
        T(
            "The diamonds 2 to 10, nine in all, lying on the field. An ace that stops on one takes it "
            "into hand, and the top of the stock takes its place, face up. Treasures in hand can be lost; "
            "brought back to the start place they are safe. With `rush` there are up to 12."
        ),
        (T("treasure"),),
    ),
    "stock": Entry(
        T(
            "A face-down pile whose top card takes the place of a treasure taken from the field: at the "
            "start the hearts 2 to 10 and the aces and kings of suits nobody plays. Without variants, "
            "stock and treasures held always add up to the same number."
        ),
        (TC("treasure-hunt", "stock"),),
    ),
    "field-card": Entry(
        _FIELD,
        (T("field card"), T("field"), T("field pack")),
    ),
    "track": Entry(
        T(
            "A closed loop of {n} cards; each touches exactly two others of the loop by an edge. The "
            "thief goes round it clockwise.",
            n=TRACK,
        ),
        (T("track"),),
    ),
    "dungeon": Entry(
        T(
            "Chains of face-down cards that branch off the track. No four cards of the board lie in a "
            "square of two by two. The thief never goes in there."
        ),
        (T("dungeon"),),
    ),
    "entry": Entry(
        T(
            "The track card beside the start place. Stepping onto it from the start place is the first "
            "step of a move."
        ),
        (T("entry"),),
    ),
    "start-place": Entry(
        T(
            "A free place off the board, beside the entry, where the aces begin. Come back to it with "
            "treasures in hand and they are banked."
        ),
        (T("start place"),),
    ),
    "thief": Entry(
        T(
            "The joker on the track. After an ace's or a spirit's move it goes clockwise by the number of "
            "the field card on which that piece stopped. Each face-up ace it lands on or passes loses one "
            "treasure from hand: it is swapped with any face-up field card that is no treasure, and that "
            "card goes into the stock. One move of the thief robs an ace once. Without such a field card "
            "nothing is lost. Passing the thief on your own move costs nothing."
        ),
        (TC("treasure-hunt", "thief"),),
    ),
    "battle": Entry(
        T(
            "If your moving ace lands on or passes another face-up ace of another suit, you fight its "
            "owner: both show a jack, queen or king. King beats queen, queen beats jack, jack beats king; "
            "the same is a draw; who has nothing to show loses, and if neither has, it is a draw. The "
            "cards go back to the hand. The loser hands over a treasure from hand, if any. A mover who "
            "loses lies face down there and stops; one who wins lays the other ace face down and moves "
            "again, up to the number of that field card; after a draw both stay and the move ends. "
            "`magic`, `mana` and `my-god` change parts of this."
        ),
        (T("battle"), T("fight")),
    ),
    "win": Entry(
        T(
            "You win a battle with a king against a queen, a queen against a jack, a jack against a king, "
            "or with anything against nothing."
        ),
        (T("win"), T("loss"), TC("battle", "draw")),
    ),
    "hand": Entry(
        T(
            "Jack, queen and king of your suit, for battles, and the treasures you have taken but not yet "
            "banked. Later in the game cards in hand may be exchanged with others by agreement, as often "
            "as you like, treasures too."
        ),
        (T("hand"), T("battle hand"), T("exchange")),
    ),
    "suit": Entry(
        T("Each player chooses a suit; its ace, jack, queen and king are theirs."), (T("suit"), T("mark"))
    ),
    "face-down": Entry(
        T(
            "A field card lies face down until an ace stops on it, and never again after. A face-down ace "
            "was beaten: on its owner's next turn it is only turned up, and nothing moves or fights, not "
            "the thief either."
        ),
        (T("face down"), T("face up")),
    ),
    "move": Entry(
        T(
            "A face-up ace must move: at least 1 card, at most the number on the card it stands on, over "
            "edges, never diagonally. In the first turn it goes exactly as many cards as its owner's "
            "place in the order, the entry counted; what else that turn allows is settled by `first-turn`."
        ),
        (T("move"), T("step")),
    ),
    "turn": Entry(
        T(
            "A turn: exchange hand cards by agreement if you like, move your ace, fight whom you meet, "
            "take a treasure where you stop; then the thief moves. With a face-down ace you only turn it "
            "up."
        ),
        (T("turn"),),
    ),
    "take": Entry(
        T(
            "A treasure on the field card where the ace stops goes into its owner's hand; the top of the "
            "stock takes its place, face up. The companion then knows what is still out and how many "
            "cards the stock has left."
        )
    ),
    "bank": Entry(
        T(
            "When your ace comes back to the start place, lay the treasures in your hand aside: nobody "
            "can take them any more, and they count at the end like those in hand."
        )
    ),
    "order": Entry(
        T(
            "The order of play, which you agree on: the youngest chooses to go first or last. In the "
            "first turn each ace goes exactly as many cards as its owner's place in this order."
        )
    ),
    "turn-up": Entry(
        T(
            "An ace that lies face down is only turned up on its owner's turn. The turn ends with that: "
            "nothing moves or fights, not the thief either."
        )
    ),
    "give": Entry(
        T(
            "By agreement players may exchange cards in hand on a turn, as often as they like, treasures "
            "against jacks, queens and kings too. A treasure that changes hands this way is recorded here."
        )
    ),
    "spirit-move": Entry(
        T(
            "With `spirit`, a spirit may move in place of the ace: up to the number of its field card, "
            "over face-up cards only, and it may not stop on a mimic. Then the thief moves by the card "
            "where it stopped."
        )
    ),
    "spirit-battle": Entry(
        T(
            "With `spirit`, spirits fight only other players' spirits. If the mover loses, both go to the "
            "opponent's hand; after a draw they change owners' hands; if the mover wins, both go to the "
            "mover's."
        )
    ),
    "retreat": Entry(
        T(
            "With `spirit`, who has no jack, queen or king of their suit left to lay may give all "
            "treasures in hand back to the field. The ace then goes to the start place or onto a face-up "
            "track card, and that is the whole move."
        )
    ),
    NOW: Entry(
        T(
            "On your turn first exchange hand cards by agreement, if you like. A face-down ace is turned "
            "up, and that is all. A face-up ace must move, 1 card up to the number it stands on; it may "
            "not stay. Fight whom you meet, take the treasure where you stop, then move the thief. In the "
            "first turn `first-turn` may allow only the move; with `spirit` you have more choices."
        ),
        (T("what may I do now"), T("what now"), T("what can I do"), T("my turn")),
    ),
    "end": Entry(
        T(
            "The game ends when no treasure is left on the field. The most treasure cards win, those in "
            "hand and those banked together; their numbers don't matter for that."
        ),
        (T("end of the game"), T("game over"), T("scoring")),
    ),
    "tie": Entry(T("If players have equally many treasures, `tiebreak` says what happens."), (T("tie"),)),
    "setup": Entry(
        T(
            "Each player takes ace, jack, queen and king of a suit. Lay the track and the dungeons as the "
            "companion's drawing shows, the thief on its place, the aces on the start place beside the "
            "entry. `jokers`, `rush` and `spirit-spares` change which cards are used. The youngest "
            "chooses to go first or last."
        ),
        (T("setup"),),
    ),
    "mimic": Entry(
        T(
            "With `mimic` a joker on the field is a trap: an ace that stops on it or passes it must fight "
            "it. If another face-up ace is there, that battle goes first and the mimic doesn't fight. The "
            "joker changes places with a stock card, the stock is shuffled twice, and its top and bottom "
            "cards are compared. Top lower: all treasures in hand go back to the field, and the ace lies "
            "face down. Equal, or a single card in the stock: nothing happens; without a stock there is "
            "no fight. Top higher: one treasure from every player's hand, and a move up to the number of "
            "the new card. `mimic-faces` makes more cards mimics, `my-god` is kinder to the ace."
        ),
        (T("mimic"),),
    ),
    "mimic=on": Entry(T("A joker on the field is a mimic that an ace has to fight.")),
    "mimic=off": Entry(T("There are no mimics: a joker on the field is a card of number 14.")),
    "mimic-faces": Entry(
        T(
            "More mimics than the joker: `mimic-faces` says whether spare jacks, queens and kings fight "
            "too, with `mimic`."
        )
    ),
    "mimic-faces=on": Entry(
        T("With up to 3 players the jacks, queens and kings of suits nobody plays are mimics too.")
    ),
    "mimic-faces=off": Entry(T("Jacks, queens and kings on the field are ordinary field cards.")),
    "rush": Entry(
        T(
            "More treasures for up to 3 players: whether the diamonds' jack, queen and king count is "
            "settled by `rush`."
        ),
        (T("rush"),),
    ),
    "rush=on": Entry(
        T(
            "With up to 3 players, none of them playing diamonds, the diamonds' jack, queen and king on "
            "the field are treasures too. The king only comes there out of the stock."
        )
    ),
    "rush=off": Entry(T("Only the diamonds 2 to 10 are treasures.")),
    "magic": Entry(
        T("A way round a battle: whether it can be bought off is settled by `magic`."),
        (T("magic"),),
    ),
    "magic=on": Entry(
        T(
            "The mover may give the opponent a jack, queen or king to pass without a battle; each further "
            "battle on the way costs another one."
        )
    ),
    "magic=off": Entry(T("A battle can't be bought off.")),
    "my-god": Entry(
        T(
            "What a battle does to the aces: whether one is laid face down or sent away is settled by "
            "`my-god`."
        ),
        (T("my god"),),
    ),
    "my-god=on": Entry(
        T(
            "No battle lays an ace face down: the one beaten goes, face up, to a face-up dungeon card "
            "that the winner picks, or to a track card if there is none. After a draw the mover goes "
            "there, as the opponent picks. After a winning battle the mover moves again. Against a mimic "
            "a loss or a draw puts the ace back, face up, where it came from."
        )
    ),
    "my-god=off": Entry(T("An ace that is beaten lies face down on the field card fought on.")),
    "mana": Entry(
        T("Help from the ground in a battle of red against black is settled by `mana`."), (T("mana"),)
    ),
    "mana=on": Entry(
        T(
            "In a battle of a red against a black suit, a loss becomes a draw if the loser's colour is "
            "that of the field card fought on."
        )
    ),
    "mana=off": Entry(T("The field card's colour plays no part in a battle.")),
    "spirit": Entry(
        T("Whether jacks, queens and kings may be laid on the field as helpers is settled by `spirit`."),
        (T("spirit"),),
    ),
    "spirit=on": Entry(
        T(
            "Instead of moving you may lay one jack, queen or king of your suit on a face-up field card "
            "that is no mimic. On later turns it may move in place of the ace: up to its card's number, "
            "over face-up cards only; the thief moves for it too. Aces can't pass or meet other players' "
            "spirits. Spirits fight only spirits: if the mover loses, both go to the opponent's hand; "
            "after a draw they change owners' hands; if the mover wins, both are the mover's. With none "
            "of your own left to lay, you may give all treasures in hand back to the field to put your "
            "ace on the start place or a face-up track card."
        )
    ),
    "spirit=off": Entry(T("Jacks, queens and kings stay in the hand and are only shown in battles.")),
    "spirit-spares": Entry(
        T("With `spirit`, the faces of suits nobody plays may go to the hands: `spirit-spares` settles it.")
    ),
    "spirit-spares=on": Entry(
        T(
            "The jacks, queens and kings of suits nobody plays are extra hand cards; they leave the field "
            "and the stock. It needs spirit to be on."
        )
    ),
    "spirit-spares=off": Entry(
        T("The jacks and queens of suits nobody plays lie in the field, their kings in the stock.")
    ),
    "jokers": Entry(T("How many jokers are played with is settled by `jokers`.")),
    "jokers=2": Entry(T("One joker is the thief, the other is shuffled into the field.")),
    "jokers=1": Entry(T("The only joker is the thief; none is in the field.")),
    "tiebreak": Entry(
        T("What happens between players with equally many treasures is settled by `tiebreak`.")
    ),
    "tiebreak=shared": Entry(T("Players with equally many treasures share the place.")),
    "tiebreak=pip-sum": Entry(
        T("Of players with equally many treasures, the one whose treasures' numbers sum to more is first.")
    ),
    "first-turn": Entry(
        T("What happens in everybody's first turn besides the move is settled by `first-turn`.")
    ),
    "first-turn=move-only": Entry(
        T("In the first turn the aces only move: no battle, no treasure, no move of the thief.")
    ),
    "first-turn=full": Entry(T("The first turn has battles, treasures and the thief's move like any other.")),
}
