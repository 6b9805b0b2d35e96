"""The two lessons of the expansion Legends & Travellers."""

from __future__ import annotations

from naishi.common.i18n import N_
from naishi.games.naishi.lessons.first_steps import ALL
from naishi.games.naishi.lessons.goals import Does, Earns, HasRyokan, Scores
from naishi.games.naishi.lessons.task import Lesson, Task
from naishi.games.naishi.rules.actions import UseRecall
from naishi.games.naishi.rules.cards import Card

TRAVELLERS = Lesson(
    "travellers",
    N_("Travellers and the Ryokan"),
    (
        Task(
            N_(
                "Travellers score nothing, but each can act once. The Cherry Blossom Lady acts when you take her: "
                "exchange any two of your ten cards, wherever they lie. Take her, and then bring your naishi to "
                "column 3 of the Line."
            ),
            Scores(Card.NAISHI, 12),
            answer="develop L1, use cherry_lady L3 H5",
            nudge=N_("First take her from pile 1. Then choose your naishi, and the card that lies in its place."),
            wrong=N_("That doesn't bring the naishi to the middle of your Line."),
            done=N_(
                "Twelve points, and 4 for the Ryokan: every Traveller that you take brings it. The Umbrella Lady lets "
                "you exchange too, but when you discard her."
            ),
            position="CK/RT/AO/FB/TS MRMMF/MRMSN MMMMM/MMMMM 000:000 0 - - - -",
            longest=2,
            hides="opponent",
        ),
        Task(
            N_(
                "Other Travellers act when you discard them. Both of your emissaries are at court, and to recall them "
                "would take a whole turn. Replace the Old Man, and let him recall them at once."
            ),
            Does(UseRecall),
            answer="develop L4, use old_man",
            nudge=N_("The Old Man lies in column 4 of your Line."),
            wrong=N_("The Old Man has to leave, and then to recall them."),
            done=N_(
                "Both are free, and you have replaced a card as well. You may even send one of them now. The Porter "
                "does the same, but when you take him."
            ),
            position="SK/RT/AO/FB/TS FRREM/KMMMS MMMMM/MMMMM 200:000 0 - - MMM 04",
            longest=2,
            hides="opponent",
        ),
        Task(
            N_(
                "The Little Girl, too, acts when you discard her: replace one more card, from another pile. Rice lies "
                "on two piles. Take both cards, so that three rice fields touch, worth 20."
            ),
            Scores(Card.RICE, 20),
            answer="develop L2, use little_girl L3",
            nudge=N_("Begin with the Little Girl: replace her with rice."),
            wrong=N_("The three rice fields would not all touch."),
            done=N_(
                "Twenty points in one turn. Pile 2 turns up its next card only now: as long as an effect is open, "
                "nobody knows it."
            ),
            position="SK/RT/RO/FB/TS RGMMF/KMMMS MMMMM/MMMMM 000:000 0 - - - 04",
            longest=2,
            hides="opponent",
        ),
        Task(
            N_(
                "Whoever takes a Traveller from the River gets the Ryokan, worth 4, even from the other player; who "
                "has it already turns it to 7. The Samurai brings it with 7 at once. Nobody has it yet: get it with 7."
            ),
            HasRyokan(7),
            answer="develop H3",
            nudge=N_("Two Travellers lie in the River. Which of them brings 7?"),
            wrong=N_("That wouldn't bring you the Ryokan, or only its 4."),
            done=N_("Seven points. Swaps, the decree and discards from the River don't move it, nor wake a Traveller."),
            position="PK/RT/WO/FB/TS FRRMF/KMMMS MMMMM/MMMMM 000:000 0 - - - -",
            hides="opponent",
        ),
    ),
    panels=ALL,
)

LEGENDS = Lesson(
    "legends",
    N_("Legends"),
    (
        Task(
            N_(
                "Three Legends take part in each game. For all other cards, the Legendary Naishi is a naishi. But she "
                "scores by a rule of her own: 10 at L1, L3, L5 or H3. Make her score."
            ),
            Scores(Card.NAISHI, 10),
            answer="develop L5",
            nudge=N_("She can go up or down her own column. Where is she worth 10?"),
            wrong=N_("She would not score."),
            done=N_(
                "Ten points, and the advisor beside her has 4 more: a naishi is beside him. {explain} tells the rule "
                "of each Legend."
            ),
            position="SK/RT/AO/FB/nS FRRAM/KMMMS MMMMM/MMMMM 000:000 0 - - - -",
            hides="opponent",
        ),
        Task(
            N_(
                "The Legendary Monk counts as a monk and as a torii. You have two torii, and three are worth 30. By "
                "its own rule it scores 2 for each character beside it. Place it beside two."
            ),
            Scores(Card.MONK, 4),
            answer="develop H2",
            nudge=N_("Up or down column 2: where is it between two characters?"),
            wrong=N_("The Legendary Monk would not be beside two characters."),
            done=N_("30 points for three torii, and 4 for the two characters beside it."),
            position="SK/kT/AO/FB/RS TRMFM/SMAMT MMMMM/MMMMM 000:000 0 - - - -",
            hides="opponent",
        ),
        Task(
            N_(
                "Both Hands are open. The Legendary Ninja copies one of Bruno's characters, but no Legend: "
                "which brings most?"
            ),
            Earns(40),
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
