"""The lessons of the first steps and of the expansion."""

from functools import partial

from naishi.common.i18n import N_
from naishi.games.naishi.lessons.task import Lesson, Panel, Task, does, earns, has_ryokan, plays, scores
from naishi.games.naishi.rules.actions import Declare, Discard, Recall, UseRecall
from naishi.games.naishi.rules.cards import Card

POINTS: frozenset[Panel] = frozenset({"points"})
COURT: frozenset[Panel] = POINTS | {"court"}
ALL: frozenset[Panel] = COURT | {"turn", "log"}

_without_opponent = partial(Task, hides="opponent")

DEVELOP = Lesson(
    "develop",
    N_("Develop a card"),
    (
        _without_opponent(
            N_(
                "These ten cards are your territory: the Line, open to all, and the Hand, which only you see. "
                "On your turn you develop: you replace one of them with the River card of its column. A fort at "
                "either end is worth 6: place it there."
            ),
            scores(Card.FORT, 6),
            answer="develop L1",
            nudge=N_("A River card can go up or down its own column, no further. Where is the fort?"),
            wrong=N_("That doesn't place the fort at an end. It lies in column 1 of the River."),
            done=N_("Six points. The card that you replaced is discarded, and the pile shows its next card."),
            position="FRA/SK/KT/AO/TB MMMMM/MRMKM MMMMM/MMMMM 000:000 0 - - -",
        ),
        _without_opponent(
            N_(
                "Columns are counted from 1 to 5, and many cards care where they stand. The naishi scores only in "
                "column 3: 12 in the Line, 8 in the Hand. Make it worth 12."
            ),
            scores(Card.NAISHI, 12),
            answer="develop L3",
            nudge=N_("Line or Hand? Of your two rows, the Line is open to all."),
            wrong=N_("That isn't worth 12: the naishi belongs in the middle of your Line."),
            done=N_("Twelve points, as much as one card ever earns by its place alone."),
            position="SK/RT/NAF/OB/TR FMMMM/MRMKM MMMMM/MMMMM 000:000 0 - - -",
        ),
        _without_opponent(
            N_(
                "Any card of yours can be replaced. Mountains cost you 5 in all, however many you have, but a single "
                "one is worth 5. You still have two: keep just one."
            ),
            scores(Card.MOUNTAIN, 5),
            answer="develop L3",
            nudge=N_("Replace one of the two mountains, either of them."),
            wrong=N_("That wouldn't leave you with just one mountain."),
            done=N_("From -5 to +5: the last mountain is worth keeping."),
            position="SA/AK/BTF/RS/TR FRMAF/SKRMO MMMMM/MMMMM 000:000 0 - - -",
        ),
    ),
)

BESIDE = Lesson(
    "beside",
    N_("What lies beside what"),
    (
        _without_opponent(
            N_(
                "Cards are beside each other if they share a side: left and right, or Line above Hand. Never "
                "diagonally. Two rice fields that touch are worth 10, three 20, four 30. Make two touch."
            ),
            scores(Card.RICE, 10),
            answer="develop L3",
            nudge=N_("There is rice in your Line. Which River rice can come to lie next to it?"),
            wrong=N_("The rice fields would not touch."),
            done=N_("They touch: 10 points. Alone, a rice field earns nothing."),
            position="RT/SK/RAF/OB/TS MRMMM/MMMKM MMMMM/MMMMM 000:000 0 - - -",
            marks=N_("Arrows look ahead: ↑ worth more, ↓ less, → the same."),
        ),
        _without_opponent(
            N_(
                "An advisor is worth 2, 4, 3, 4 or 2 by its column, and 4 more for each naishi beside it. "
                "Place an advisor beside your naishi."
            ),
            scores(Card.ADVISOR, 7),
            answer="develop L2",
            nudge=N_("Left of the naishi, right of it, or below it: which of these can an advisor reach?"),
            wrong=N_("No advisor would be beside the naishi."),
            done=N_(
                "The points of its column, and 4 for the naishi beside it. {key:explain} tells what a card scores."
            ),
            position="SK/AT/AR/OB/TS MMNMM/RMMMF MMMMM/MMMMM 000:000 0 - - -",
        ),
        _without_opponent(
            N_(
                "A sentinel earns 4 for each fort beside it, and 3 if no other sentinel is beside it. "
                "Make your sentinels earn 10 together."
            ),
            scores(Card.SENTINEL, 10),
            answer="develop H1",
            nudge=N_("Beside the fort, but not beside the sentinel that you have."),
            wrong=N_("That isn't 10: a sentinel wants a fort beside it, and no sentinel."),
            done=N_("3 for the one, 3 and 4 for the other. What stands around a card counts, too."),
            position="ST/SK/AR/OB/TR FMSMM/MRMMK MMMMM/MMMMM 000:000 0 - - -",
        ),
    ),
    panels=POINTS,
)

RIVER = Lesson(
    "river",
    N_("The River and its piles"),
    (
        _without_opponent(
            N_(
                "The River is five piles; below each top card you see how many are left. One torii costs you 5, two "
                "are worth nothing, three or more 30, wherever they are. Take the third."
            ),
            scores(Card.TORII, 30),
            answer="develop L4",
            nudge=N_("Take the torii, but mind what it replaces."),
            wrong=N_("You would not have three torii."),
            done=N_("Thirty points. A card that you replace is gone for good, so look twice."),
            position="SK/AO/NR/TB/FS TMMMM/MRMTK MMMMM/MMMMM 000:000 0 - - -",
        ),
        _without_opponent(
            N_(
                "Meet Bruno, your opponent. He took the ninja from pile 2 and uncovered a monk, for both of you. So "
                "look at what your turn turns up, too! A monk is worth 5 in the Hand. Take it."
            ),
            scores(Card.MONK, 5),
            answer="develop H2",
            nudge=N_("Your Hand is the lower row."),
            wrong=N_("A monk in the Line, or none at all, earns nothing here."),
            done=N_("Five points, and a monk earns 2 more for each torii beside it."),
            position="SA/XKT/NR/TB/FS FMMMR/MMMSM MMMMM/MMMMM 000:000 1 - - -",
            before="develop L2, end",
        ),
        _without_opponent(
            N_(
                "Some cards wait for others. A horseman in the Hand is worth 3, and 10 more if a banner lies right "
                "above it in the Line. Give your horseman its banner."
            ),
            scores(Card.HORSEMAN, 13),
            answer="develop L5",
            nudge=N_("Find the banner in the River, and the place above your horseman."),
            wrong=N_("The banner has to lie in the Line, right above the horseman."),
            done=N_("10 more for the horseman, which makes 13, and 3 for the banner itself."),
            position="SK/AO/NR/TF/BS FMMMM/RMMMH MMMMM/MMMMM 000:000 0 - - -",
        ),
    ),
    panels=POINTS,
)

GIFT = Lesson(
    "gift",
    N_("The gift"),
    (
        Task(
            N_(
                "Before the first turn each of you is dealt two cards, keeps one and gives the other away. Two torii "
                "lie in the River, and three are worth 30. Keep yours: give the ronin."
            ),
            plays("give 2"),
            answer="give 2",
            nudge=N_("The ronin is your second card."),
            wrong=N_("That gives your torii to Bruno."),
            done=N_("Bruno gives you a card too. Neither of you sees the other's gift before both have chosen."),
            position="TRASKB/AKSTFN/TSAFKR/RFNAOH/RHXFBX MMMMM/MMMTO MMMMM/MMMRS 000:000 0 g-:30142:21340 - -",
        ),
        _without_opponent(
            N_(
                "Three mountains, the card that you kept and Bruno's gift, rice, were shuffled into your Hand. From "
                "now on their order is fixed. So build around them: put rice beside the rice."
            ),
            scores(Card.RICE, 10),
            answer="develop H5",
            nudge=N_("Beside it in the Hand, or above it in the Line."),
            wrong=N_("The rice fields would not touch."),
            done=N_("Ten points. Cards move only when an action moves them."),
            position="TRASKB/AKSTFN/TSAFKR/RFNAOH/RHXFBX MMMMM/TMMRM MMMMM/MMSOM 000:000 0 - - -",
        ),
    ),
    panels=POINTS,
)

BONUS = Lesson(
    "bonus",
    N_("Swap and discard"),
    (
        _without_opponent(
            N_(
                "You have two emissaries. Before or after developing, you may send one to court for a bonus. "
                "A swap ({key:swap}) exchanges two cards of your Line, for example. Move the fort to either end."
            ),
            scores(Card.FORT, 6),
            answer="swap L1 L2",
            nudge=N_("Swap the fort with the card at an end of the Line ({key:swap})."),
            wrong=N_("The fort would not be in column 1 or 5."),
            done=N_("Six points. In a game you would now develop as well: a swap comes in addition."),
            position="SK/AO/NR/TB/BS MFMRM/KMMMS MMMMM/MMMMM 000:000 0 - - -",
        ),
        _without_opponent(
            N_(
                "A swap may also exchange two cards of your Hand, two of the River, or the Line card and the Hand "
                "card of one column. This horseman and this banner lie the wrong way round: swap them."
            ),
            scores(Card.HORSEMAN, 13),
            answer="swap L4 H4",
            nudge=N_("The banner belongs in the Line, the horseman below it ({key:swap})."),
            wrong=N_("The horseman would not lie in the Hand below the banner."),
            done=N_("From nothing to 16 points with one emissary."),
            position="SK/AO/NR/TF/RS RMMHM/MMMBM MMMMM/MMMMM 000:000 0 - - -",
        ),
        _without_opponent(
            N_(
                "The other bonus ({key:discard}) discards the top cards of two piles. Bruno has two torii, and a third "
                "is worth 30 to him. Two lie in the River: discard both."
            ),
            plays("discard R2 R4"),
            answer="discard R2 R4",
            nudge=N_("Discard the torii of pile 2 and that of pile 4 ({key:discard})."),
            wrong=N_("Bruno could still take a torii."),
            done=N_("Both are gone, and the next cards are turned up. In a game you would now develop as well."),
            position="SK/TO/NR/TB/FS FMMRM/KMMMS MTMMM/MMMMT 000:000 0 - - -",
        ),
    ),
    panels=COURT,
)

RECALL = Lesson(
    "recall",
    N_("Emissaries"),
    (
        _without_opponent(
            N_(
                "An emissary stays at court after its bonus. Both of yours are there: no bonus for you until you "
                "recall them ({key:recall}). That takes a whole turn, and frees them all."
            ),
            does(Recall),
            answer="recall",
            nudge=N_("Recall your emissaries ({key:recall})."),
            wrong=N_("That isn't a recall."),
            done=N_("Both are free again. A turn for two bonuses: often a good bargain."),
            position="SK/AO/NR/TB/FS FRRMM/KMMMS MMTMM/MMMMM 200:000 0 - - MMM",
        ),
        _without_opponent(
            N_(
                "You share the spots at court with Bruno: three to swap, two to discard. All three to swap are taken "
                "until one of you recalls. So discard ({key:discard}) any two River cards."
            ),
            does(Discard),
            answer="discard R1 R2",
            nudge=N_("Any two cards of the River will do ({key:discard})."),
            wrong=N_("Without the discard, your emissary stays at home."),
            done=N_("The court always shows which spots are left."),
            position="SK/AO/NR/TB/FS FRRMM/KMMMS MMTMM/MMMMM 100:200 0 - - MMM",
        ),
    ),
    panels=ALL,
)

DECREE = Lesson(
    "decree",
    N_("The imperial decree"),
    (
        Task(
            N_(
                "Once in a game, one of you may send an emissary to impose the decree instead of developing: "
                "exchange your Line card with the one opposite. Take Bruno's naishi by decree ({key:decree})."
            ),
            scores(Card.NAISHI, 12),
            answer="decree L3",
            nudge=N_("The naishi lies in column 3 of Bruno's Line: choose your own card there."),
            wrong=N_("That doesn't bring you the naishi."),
            done=N_("12 for you, and 16 less for Bruno, whose advisor was beside it. That emissary never comes back."),
            position="SK/AO/RA/TB/FS RRMMF/MKMMS MMNAM/MMMMM 000:000 0 - - MMMM",
            hides="river",
        ),
        Task(
            N_(
                "The decree can exchange Hand cards too, unseen: unless you remember. Bruno has just taken the torii "
                "into his Hand, at H2, and you have two. Take his."
            ),
            scores(Card.TORII, 30),
            answer="decree H2",
            nudge=N_("What everybody saw go to H2 is still there ({key:decree})."),
            wrong=N_("That doesn't bring you a third torii."),
            done=N_("Thirty points for a good memory. What goes into a Hand is seen by both of you."),
            position="SK/TO/RA/SB/FS TMMMF/RMTMS MMMAM/MMMMM 000:000 1 - - MMMM",
            before="develop H2, end",
            hides="river",
        ),
    ),
    panels=ALL,
)

END = Lesson(
    "end",
    N_("The end, and ninjas"),
    (
        _without_opponent(
            N_(
                "Two empty piles end the game, once both have had the same number of turns. As soon as one is empty, "
                "you may declare the end instead of a turn; Bruno then plays one last turn. You are far ahead: "
                "declare it ({key:declare})."
            ),
            does(Declare),
            answer="declare",
            nudge=N_("Declare the end ({key:declare})."),
            wrong=N_("Every further turn gives Bruno time to catch up."),
            done=N_("Bruno has one turn left, and can't catch up. Declare when you are ahead, and not too late."),
            position="-/SK/R/TB/FS FANRF/SKARR MFMKM/MMMMM 000:000 0 - - MMMMMMMM",
        ),
        _without_opponent(
            N_(
                "This time Bruno has declared the end: this is your last turn. Only points count now. "
                "Make your rice worth 30."
            ),
            scores(Card.RICE, 30),
            answer="develop H4",
            nudge=N_("A fourth rice field, beside one of your three."),
            wrong=N_("That doesn't make four rice fields that touch."),
            done=N_("Thirty points, and then both Hands are opened."),
            position="-/RK/N/RT/FS FRRAF/SMRMO MFMKM/MMMMM 000:000 0 - 0 MMMMMMMM",
        ),
        Task(
            N_("Both Hands are open. Your ninja copies any character of your territory: the one that brings most."),
            earns(70),
            answer="copy H3 naishi",
            nudge=N_("What is worth most in column 3, and brings the advisor beside it 4 more?"),
            wrong=N_("Another character brings more."),
            done=N_("As a naishi it earns 8, and 4 for the advisor beside it. That was the last lesson!"),
            position="-/SK/R/TB/FS FANRF/SAXRM MFMKM/MMMMM 000:000 0 c: 0 MMMMMMMM",
        ),
    ),
    panels=ALL,
)

LESSONS = (DEVELOP, BESIDE, RIVER, GIFT, BONUS, RECALL, DECREE, END)


TRAVELLERS = Lesson(
    "travellers",
    N_("Travellers and the Ryokan"),
    (
        _without_opponent(
            N_(
                "Travellers score nothing, but each can act once. The Cherry Blossom Lady acts when you take her: "
                "exchange any two of your ten cards, wherever they lie. Take her, and then bring your naishi to "
                "column 3 of the Line."
            ),
            scores(Card.NAISHI, 12),
            answer="develop L1, use cherry_lady L3 H5",
            nudge=N_("First take her from pile 1. Then choose your naishi, and the card that lies in its place."),
            wrong=N_("That doesn't bring the naishi to the middle of your Line."),
            done=N_(
                "Twelve points, and 4 for the Ryokan: every Traveller that you take brings it. The Umbrella Lady lets "
                "you exchange too, but when you discard her."
            ),
            position="CK/RT/AO/FB/TS MRMMF/MRMSN MMMMM/MMMMM 000:000 0 - - - -",
            longest=2,
        ),
        _without_opponent(
            N_(
                "Other Travellers act when you discard them. Both of your emissaries are at court, and to recall them "
                "would take a whole turn. Replace the Old Man, and let him recall them at once."
            ),
            does(UseRecall),
            answer="develop L4, use old_man",
            nudge=N_("The Old Man lies in column 4 of your Line."),
            wrong=N_("The Old Man has to leave, and then to recall them."),
            done=N_(
                "Both are free, and you have replaced a card as well. You may even send one of them now. The Porter "
                "does the same, but when you take him."
            ),
            position="SK/RT/AO/FB/TS FRREM/KMMMS MMMMM/MMMMM 200:000 0 - - MMM 04",
            longest=2,
        ),
        _without_opponent(
            N_(
                "The Little Girl, too, acts when you discard her: replace one more card, from another pile. Rice lies "
                "on two piles. Take both cards, so that three rice fields touch, worth 20."
            ),
            scores(Card.RICE, 20),
            answer="develop L2, use little_girl L3",
            nudge=N_("Begin with the Little Girl: replace her with rice."),
            wrong=N_("The three rice fields would not all touch."),
            done=N_(
                "Twenty points in one turn. Pile 2 turns up its next card only now: as long as an effect is open, "
                "nobody knows it."
            ),
            position="SK/RT/RO/FB/TS RGMMF/KMMMS MMMMM/MMMMM 000:000 0 - - - 04",
            longest=2,
        ),
        _without_opponent(
            N_(
                "Whoever takes a Traveller from the River gets the Ryokan, worth 4, even from the other player; who "
                "has it already turns it to 7. The Samurai brings it with 7 at once. Nobody has it yet: get it with 7."
            ),
            has_ryokan(7),
            answer="develop H3",
            nudge=N_("Two Travellers lie in the River. Which of them brings 7?"),
            wrong=N_("That wouldn't bring you the Ryokan, or only its 4."),
            done=N_("Seven points. Swaps, the decree and discards neither move it nor wake a Traveller."),
            position="PK/RT/WO/FB/TS FRRMF/KMMMS MMMMM/MMMMM 000:000 0 - - - -",
        ),
    ),
    panels=ALL,
)

LEGENDS = Lesson(
    "legends",
    N_("Legends"),
    (
        _without_opponent(
            N_(
                "Three Legends take part in each game. For all other cards, the Legendary Naishi is a naishi. But she "
                "scores by a rule of her own: 10 at L1, L3, L5 or H3. Make her score."
            ),
            scores(Card.NAISHI, 10),
            answer="develop L5",
            nudge=N_("She can go up or down her own column. Where is she worth 10?"),
            wrong=N_("She would not score."),
            done=N_(
                "Ten points, and the advisor beside her has 4 more: a naishi is beside him. {key:explain} tells the "
                "rule of each Legend."
            ),
            position="SK/RT/AO/FB/nS FRRAM/KMMMS MMMMM/MMMMM 000:000 0 - - - -",
        ),
        _without_opponent(
            N_(
                "The Legendary Monk counts as a monk and as a torii. You have two torii, and three are worth 30. By "
                "its own rule it scores 2 for each character beside it. Place it beside two."
            ),
            scores(Card.MONK, 4),
            answer="develop H2",
            nudge=N_("Up or down column 2: where is it between two characters?"),
            wrong=N_("The Legendary Monk would not be beside two characters."),
            done=N_("30 points for three torii, and 4 for the two characters beside it."),
            position="SK/kT/AO/FB/RS TRMFM/SMAMT MMMMM/MMMMM 000:000 0 - - - -",
        ),
        Task(
            N_(
                "Both Hands are open. The Legendary Ninja copies one of Bruno's characters, but no Legend: "
                "which brings most?"
            ),
            earns(40),
            answer="copy H3 naishi",
            nudge=N_("What is worth most in column 3 of your Hand, and brings the advisor beside it 4 more?"),
            wrong=N_("Another character brings more."),
            done=N_(
                "In your territory it earns 8 as a naishi, and 4 for the advisor beside it. That was the last lesson!"
            ),
            position="-/SK/R/TB/FS FRMRF/SAxRM MKMhM/MNSAM 000:000 0 c: 0 MMMMMMMM -",
        ),
    ),
    panels=ALL,
)

EXPANSION_LESSONS = (TRAVELLERS, LEGENDS)
