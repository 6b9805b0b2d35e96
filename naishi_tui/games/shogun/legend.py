"""Marks of Shogun's board, explained."""

from collections.abc import Sequence

from naishi.common.i18n import N_, _
from naishi.games.shogun import words as say
from naishi.games.shogun.data import SPECIALS, event_indexes
from naishi.games.shogun.rules_help import explained
from naishi.games.shogun.view import ShogunView
from naishi.tabletop.kinds import Section

_MAP = (
    ("SetB 4", N_("a province by its code, Settsu, the letter of its owner (- for nobody), and its armies")),
    ("ct.", N_("what is built there: c castle, t temple, n Noh theatre; a dot is a free slot")),
    ("g r p b y", N_("its region: green, red, purple, brown or yellow")),
    ("!2", N_("its revolt markers")),
    ("[ ]", N_("the cursor")),
    ("+ ~", N_("a neighbour of the province under the cursor, by land or by sea")),
    ("(3)", N_("the digit that leads there")),
    ("▸", N_("what is in question now, and who is to decide")),
)
_LINES = (
    (
        "fightA tax",
        N_("the actions in their order; those done are in parentheses, ? lies face down"),
    ),
    ("12c 3r 0p", N_("chests, rice and points of a player; 30a: armies in reserve")),
    ("A3 f2", N_("cubes of A and of the farmers inside the tower, or on its tray")),
    ("groups", N_("in the draft: the groups of armies you have still to place, one in each province you take")),
)
_PLAN = (
    ("-3", N_("what an action costs, in chests")),
    ("rice, tax", N_("what a province brings if its card lies on that action")),
    ("free", N_("its free slots for buildings")),
    ("bid", N_("who bids most is the first to pick a special card")),
)


def legend(view: ShogunView) -> Sequence[Section]:
    """Return what the marks on the board mean, and the codes of what lies there now."""
    events = [*([view.event] if view.event else []), *view.open_events]
    sections = [
        Section(_("The map"), _explained(_MAP)),
        Section(_("The lines below it"), _explained(_LINES)),
        Section(_("A plan"), _explained(_PLAN)),
        Section(_("Events"), tuple(explained(code, say.event_text(event_indexes()[code])) for code in events)),
        Section(_("Special cards"), tuple(explained(code, say.special_text(n)) for n, code in enumerate(SPECIALS))),
    ]
    return [section for section in sections if section.paragraphs]


def _explained(marks: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(explained(mark, _(meaning)) for mark, meaning in marks)
