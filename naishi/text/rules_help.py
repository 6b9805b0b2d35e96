"""The rules in our own words, for `naishi rules` and the rules screen. (Rulebook: all of it.)"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from naishi.i18n import _


class Section(NamedTuple):
    """A part of the rules."""

    title: str
    paragraphs: tuple[str, ...]


def rules() -> tuple[Section, ...]:
    """Tell the rules, in the language of the moment."""
    return tuple(section() for section in _SECTIONS)


def _aim() -> Section:
    return Section(
        _("The game"),
        (
            _(
                "Two players each govern a territory of ten cards: five in the Line, open on the table, and five in "
                "the Hand, which only its owner sees. In the end the Hand is laid under the Line, and what the cards "
                "are worth depends on where they lie and what lies beside them. Most points win."
            ),
            _(
                "The order of Line and Hand is fixed. Cards are never moved about freely: only what a turn does "
                "moves them. Positions count from 1 to 5 from the left, the same for Line, Hand and River."
            ),
        ),
    )


def _setup() -> Section:
    return Section(
        _("Before the first turn"),
        (
            _(
                "Between the players lies the River: five piles of six cards, the top card of each face up. Each Line "
                "starts as five mountains. Each player is dealt two cards and three mountains."
            ),
            _(
                "Look at your two cards and at the River, then give one of the two to your opponent and keep the "
                "other. Neither sees the gift before both have chosen. Your three mountains, the card you kept and "
                "the one you were given are shuffled: that is your Hand."
            ),
        ),
    )


def _turn() -> Section:
    return Section(
        _("A turn"),
        (
            _("On your turn do exactly one of these four things:"),
            _(
                "Develop: discard a card of your Line or Hand, open for both to see, and put the face-up River card "
                "of the same position in its place. The next card of that pile is turned up. An empty pile gives "
                "nothing. Before or after it you may also take one bonus."
            ),
            _("Impose the imperial decree: once in the whole game, see below."),
            _(
                "Recall: take back all your emissaries from the court, but not one on the decree. You need at least "
                "one there to take back."
            ),
            _("Declare the end: when at least one pile is empty, see below."),
            _("Should none of these be possible, you pass. A turn is over by itself once nothing is left to choose."),
        ),
    )


def _bonus() -> Section:
    return Section(
        _("The bonus"),
        (
            _(
                "You have two emissaries. With a develop, before or after it, you may send one that is free to a "
                "free spot of the imperial court, which both players share. It stays there until you recall it."
            ),
            _(
                "Swap (three spots): exchange two cards of your Line, or two of your Hand, or a Line card and the Hand "
                "card of the same position, or two face-up cards of the River."
            ),
            _("Discard (two spots): discard the face-up cards of two different piles, then turn up the next ones."),
            _(
                "A bonus before the develop must leave a River card to develop with; and once you have taken one, "
                "you must develop."
            ),
        ),
    )


def _decree() -> Section:
    return Section(
        _("The imperial decree"),
        (
            _(
                "Instead of developing, send a free emissary to the padlock. Exchange one of your Line cards with your "
                "opponent's Line card of the same position, or one of your Hand cards with their Hand card of the "
                "same position."
            ),
            _("Only one player can do this, once in the whole game, and that emissary never comes back."),
        ),
    )


def _end() -> Section:
    return Section(
        _("How the game ends"),
        (
            _(
                "When a turn ends with two or more piles empty, the game ends with the second player's turn: if it was "
                "the first player's turn, the second plays one last turn; if it was the second's, it is over at once."
            ),
            _(
                "Or you declare the end, once at least one pile is empty. That is your whole turn, and your opponent "
                "plays one last turn. An end that has been triggered is not triggered again."
            ),
            _(
                "Then both Hands are laid open under the Lines, each ninja chooses what it copies, and the points "
                "are counted."
            ),
        ),
    )


def _beside() -> Section:
    return Section(
        _("What lies beside what"),
        (
            _(
                "Your territory is two rows of five, the Line above the Hand. Beside a card are the cards to its left "
                "and right and the one above or below it; never the ones across a corner."
            ),
        ),
    )


def _provinces() -> Section:
    return Section(
        _("Mountains and provinces"),
        (
            _("Mountain (16): exactly one is worth 5. Two or more cost 5, all together."),
            _("Fort (4): 6 for each one at position 1 or 5, in Line or Hand."),
            _("Torii (4): a single one costs 5, two are worth nothing, three or more 30, wherever they lie."),
            _("Rice (5): fields beside each other make a group; two are worth 10, three 20, four or more 30."),
            _("Banner (2): only in the Line: one is worth 3, both together 8."),
        ),
    )


def _characters() -> Section:
    return Section(
        _("Characters"),
        (
            _("Naishi (2): only at position 3: 12 in the Line, 8 in the Hand."),
            _(
                "Advisor (4): 2, 4, 3, 4, 2 for positions 1 to 5, in Line or Hand, and 4 more for each naishi beside "
                "it."
            ),
            _("Sentinel (4): 3 if no sentinel is beside it; and, in any case, 4 for each fort beside it."),
            _("Monk (3): 5 in the Hand; and, wherever it is, 2 for each torii beside it."),
            _("Horseman (2): 3 in the Hand, and 10 more if a banner lies above it, in the Line at its position."),
            _(
                "Ronin (2): count the different characters and provinces of your territory, mountains and ninjas left "
                "out: 8 are worth 8, 9 are worth 15, 10 are worth 45."
            ),
            _(
                "Ninja (2): copies a character of your territory, but no ninja. It scores as that card, has its "
                "colour, and counts as it for its neighbours, but adds nothing to what a ronin counts. Two ninjas may "
                "copy the same or different ones. With nothing to copy it has no points and no colour."
            ),
        ),
    )


def _ties() -> Section:
    return Section(
        _("A tie"),
        (
            _(
                "With equal points, the territory with more different colours wins; the white of the mountains is a "
                "colour too. If those are equal as well, nobody wins: play again."
            ),
        ),
    )


def _hidden() -> Section:
    return Section(
        _("What is hidden"),
        (
            _(
                "Your Hand is for your eyes only. But everything that is done is open: which River card went where, "
                "which card was discarded, which positions were swapped, what the decree exchanged. Who watches well "
                "knows much of the other Hand. Two cards swapped within a Hand stay face down."
            ),
            _("Of the discarded cards only the last one is to be seen; nobody may look through the pile."),
        ),
    )


_SECTIONS: tuple[Callable[[], Section], ...] = (
    _aim, _setup, _turn, _bonus, _decree, _end, _beside, _provinces, _characters, _ties, _hidden,
)  # fmt: skip
