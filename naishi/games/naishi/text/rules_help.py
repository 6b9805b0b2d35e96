"""Rules in our own words.

For `naishi rules` and the rules screen. (Rulebook and expansion: all of them.)
"""

from naishi.common.i18n import N_, _
from naishi.tabletop.kinds import Section


def rules() -> tuple[Section, ...]:
    return tuple(Section(_(title), tuple(map(_, paragraphs))) for title, *paragraphs in _SECTIONS)


_SECTIONS: tuple[tuple[str, ...], ...] = (
    (
        N_("The game"),
        N_(
            "Each of the two players governs a territory of ten cards: five in the Line, face up on the table, "
            "and five in the Hand, which only its owner sees. At the end, each Hand is revealed below its Line. "
            "What a card is worth depends on where it is and what is next to it. The most points win."
        ),
        N_(
            "The order of Line and Hand is fixed: cards move only when an action moves them. Positions are "
            "numbered 1 to 5 from the left, and position 3 of the Line, the Hand and the River line up."
        ),
    ),
    (
        N_("Before the first turn"),
        N_(
            "Between the players is the River: five piles of six cards, the top card of each face up. Each Line "
            "starts as five mountains. Each player also gets three mountains and is dealt two cards."
        ),
        N_(
            "Look at your two cards and at the River, then give one of the two to your opponent and keep the "
            "other. Neither of you sees the gift until both have chosen. Shuffle your three mountains, the card "
            "you kept and the card you were given: they are your Hand."
        ),
    ),
    (
        N_("A turn"),
        N_("On your turn, do exactly one of these four things:"),
        N_(
            "Develop: discard a card from your Line or Hand, face up, and put the face-up River card from the "
            "same position in its place. Then the next card of that pile is turned up. An empty pile can't be "
            "used. Before or after developing, you may also take one bonus."
        ),
        N_("Impose the imperial decree, which happens only once per game; see below."),
        N_("Recall all your emissaries from the court, except one on the decree. You need at least one to recall."),
        N_("Declare the end, once at least one pile is empty; see below."),
        N_("If none of these is possible, you pass. Your turn ends by itself once there is nothing left to choose."),
    ),
    (
        N_("The bonus"),
        N_(
            "You have two emissaries. When you develop, you may send a free one to a free spot at the imperial "
            "court, either before or after developing. Both players share the court. Your emissary stays there "
            "until you recall it."
        ),
        N_(
            "Swap (three spots): exchange two cards in your Line, or two in your Hand, or a Line card and the "
            "Hand card at the same position, or two face-up River cards."
        ),
        N_("Discard (two spots): discard the face-up cards of two different River piles, then turn up the next ones."),
        N_("If you take your bonus first, it must leave a River card to develop with, and then you must develop."),
    ),
    (
        N_("The imperial decree"),
        N_(
            "Instead of developing, send a free emissary to the decree spot at court. Exchange one of your Line "
            "cards with your opponent's Line card at the same position, or one of your Hand cards with their Hand "
            "card at the same position."
        ),
        N_("Only one player can do this, only once per game, and that emissary never comes back."),
    ),
    (
        N_("How the game ends"),
        N_(
            "When a turn ends with two or more piles empty, the game is about to end. After the first player's "
            "turn, the second player takes one last turn; after the second player's turn, the game ends at once."
        ),
        N_(
            "Once at least one pile is empty, you can also declare the end. That is your whole turn, and your "
            "opponent takes one last turn. There is never more than one last turn."
        ),
        N_(
            "Then both Hands are revealed below the Lines, each player chooses what their ninjas copy, and the "
            "points are counted."
        ),
    ),
    (
        N_("Adjacent cards"),
        N_(
            "Your territory is two rows of five, the Line above the Hand. Each card is next to the cards on its "
            "left and right and the one directly above or below it, never diagonally."
        ),
    ),
    (
        N_("Mountains and provinces"),
        N_("Mountain (16): exactly one is worth 5. Two or more cost you 5 in all, however many there are."),
        N_("Fort (4): 6 for each one at position 1 or 5, in Line or Hand."),
        N_(
            "Torii (4): a single one costs you 5, two are worth nothing, three or more are worth 30, wherever they are."
        ),
        N_("Rice (5): adjacent rice fields form a group. A group of two is worth 10, three 20, four or more 30."),
        N_("Banner (2): scores only in the Line, 3 for one or 8 for both."),
    ),
    (
        N_("Characters"),
        N_("Naishi (2): scores only at position 3, 12 in the Line or 8 in the Hand."),
        N_("Advisor (4): 2, 4, 3, 4 or 2 at positions 1 to 5, in Line or Hand, plus 4 for each naishi next to it."),
        N_("Sentinel (4): 3 if no other sentinel is next to it. In any case, 4 for each fort next to it."),
        N_("Monk (3): 5 in the Hand. In Line or Hand, 2 for each torii next to it."),
        N_("Horseman (2): 3 in the Hand, plus 10 if a banner is directly above it in the Line."),
        N_(
            "Ronin (2): count the different types of characters and provinces in your territory, leaving out "
            "mountains and ninjas: 8 types are worth 8, 9 are worth 15, all 10 are worth 45."
        ),
        N_(
            "Ninja (2): copies another character in your territory, but not the other ninja. It scores as that "
            "character, takes its colour, and counts as that character for its neighbours, but it adds no type "
            "for a ronin. Two ninjas may copy the same character or different ones. A ninja with nothing to copy "
            "has no points and no colour."
        ),
    ),
    (
        N_("A tie"),
        N_(
            "If the points are equal, the territory with more different colours wins; white, the colour of the "
            "mountains, counts too. If that is equal as well, the game is a draw: play again!"
        ),
    ),
    (
        N_("What is hidden"),
        N_(
            "Your Hand is for your eyes only. But everything a player does is public: which River card went "
            "where, which card was discarded, which positions were swapped, what the decree exchanged. A careful "
            "observer knows most of the other Hand. Two cards swapped within a Hand stay face down."
        ),
        N_("Only the top card of the discard pile is visible; nobody may look through the rest."),
    ),
    (
        N_("The expansion: Legends & Travellers"),
        N_(
            "You choose before a game whether to play with it. Three of the seven Legends take part, drawn at "
            "random, and everybody knows which; each replaces one card of its character. Five of the six "
            "Travellers take part, and nobody knows which one is missing."
        ),
        N_(
            "They are shuffled into the River, whose piles then have seven cards each. Nobody is dealt one of "
            "them. Everything else is as in the base game."
        ),
    ),
    (
        N_("Travellers"),
        N_(
            "A Traveller is worth nothing at the end, has no colour and counts as nothing, but may have an effect "
            "when you develop: some when you take them from the River, others when you discard them from your "
            "Line or Hand. Swaps, exchanges, the decree and discards from the River trigger nothing."
        ),
        N_("Cherry Blossom Lady, when taken, and Umbrella Lady, when discarded: exchange any two of your ten cards."),
        N_("Porter, when taken, and Old Man, when discarded: recall all your emissaries except one on the decree."),
        N_("Little Girl, when discarded: develop once more, from another pile."),
        N_("Samurai, when taken: take the Ryokan, wherever it is, with its 7 up. This always happens."),
        N_(
            "A develop can trigger two effects, and the Little Girl's develop can add more. Use them at once, in "
            "any order, or leave them unused. Until then, the next card of the pile stays face down. They are "
            "neither your action nor your bonus: the turn goes on afterwards."
        ),
        N_(
            "An emissary that has come back can take your bonus, unless you have taken one this turn. An effect "
            "that can do nothing, such as a recall of nobody, is lost. A pile that the Little Girl's develop "
            "empties counts for the end like any other, and effects work in the last turn, too."
        ),
    ),
    (
        N_("The Ryokan"),
        N_(
            "The Ryokan lies beside the table, belonging to nobody. Whoever takes a Traveller from the River takes "
            "it too, also from the other player, with its 4 up. If it is yours already, turn it to 7. The Samurai "
            "always brings it with 7 up. Nothing else moves or turns it."
        ),
        N_(
            "At the end it is worth 4 or 7 points to its owner. It is black, a colour that no other card has, and "
            "one more type for a ronin: 11 types are worth 45, as 10 are. It is next to nothing."
        ),
    ),
    (
        N_("Legends"),
        N_(
            "A Legend scores by its own rule. For all other cards it counts as the card it replaces, and it has "
            "that card's colour."
        ),
        N_("Legendary Naishi: 10 at position 1, 3 or 5 of the Line or position 3 of the Hand."),
        N_(
            "Legendary Advisor: 5 for each of your advisors, itself and copies included. Nothing if you have any "
            "naishi, be it a copy."
        ),
        N_(
            "Legendary Sentinel: 5 if no other sentinel is next to it. In any case, 3 for each fort and each rice "
            "field in its own row."
        ),
        N_(
            "Legendary Monk: 2 for each character next to it; Travellers are none, nor is a ninja that copies "
            "nothing. It counts as a monk and as a torii, for a ronin as two types, but has only the monk's "
            "colour."
        ),
        N_(
            "Legendary Horseman: 4 for each province next to it, and 8 instead for a banner. Line or Hand alike. "
            "The Legendary Monk is a province for it."
        ),
        N_(
            "Legendary Ronin: count the character or province that you have most of, adjacent or not, a ninja as "
            "what it copies. 3 are worth 8, 4 are worth 15, 5 or more are worth 25. Mountains don't count."
        ),
        N_(
            "Legendary Ninja: copies a character in the other territory, but no ninja and no Legend. It scores as "
            "that character in your own territory and adds it to the types of a ronin. It must copy if it can, and "
            "scores nothing if it can't. A ninja can't copy a Legend either."
        ),
    ),
)
"""Titles and paragraphs, in English; those of the expansion are the last ones."""
