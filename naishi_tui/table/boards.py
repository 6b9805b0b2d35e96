"""Board interface of a kind of game."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple

from naishi.common.i18n import _, listed, sentence_case
from naishi.tabletop.kinds import Section, kind_of
from naishi_tui.drawing.cells import cut_off, wrap
from naishi_tui.table.cover import CoverWords, cards_words
from naishi_tui.table.picker import Tree, tree_of
from naishi_tui.table.widgets import LETTERS, Canvas, Drawing, seat_role


class ScoreRow(NamedTuple):
    """A line of the score."""

    label: str
    points: Sequence[int]
    """By seat."""
    reasons: Sequence[str] = ()
    """By seat, why; empty where there is nothing to explain."""


class Board:
    """A plain board: who plays, and the table in words. That of a kind of game draws what lies there.

    It knows views of its kind and texts of actions; it keeps nothing. An option is named by its words, from the first.
    """

    whole: ClassVar[Mapping[str, int]] = {}
    """By verb, after how many words all that follows of an action is one choice."""
    is_wide: ClassVar[bool] = False
    """Whether it uses all columns of a screen that is no wider than 120; the log has a key there."""
    shortcuts: ClassVar[Mapping[str, str]] = {}
    """By the command of a key, the text of the action that it does at once."""
    has_log: ClassVar[bool] = False
    """Whether it draws what happened last itself on the largest screens."""

    def __init__(self, key: str, *, aids: bool = True) -> None:
        self.key, self.aids = key, aids

    def draw(self, view: Any, width: int, height: int, pointed: str) -> Drawing:
        """Return the board of a view.

        Args:
            pointed: The beginning of an action's text that the cursor is on; empty for none.
        """
        canvas = Canvas(width, height, pointed)
        points = view.result.points if view.result is not None else ()
        for seat, name in enumerate(view.names):
            x = canvas.put(2, 1 + seat, f"{LETTERS[seat]} {name}", seat_role(seat))
            if seat < len(points):
                canvas.put(x + 2, 1 + seat, str(points[seat]), "strong")
        top = len(view.names) + 2
        write_lines(canvas, kind_of(self.key).lines(view), 2, top, width - 4, height - top)
        return canvas.drawing()

    def draw_page(self, view: Any, width: int, height: int, page: Section) -> Drawing:
        canvas = Canvas(width, height)
        write_page(canvas, page, 1, 1, width - 2, height - 1)
        return canvas.drawing()

    def ahead(self, view: Any) -> Callable[[], object] | None:
        """Return what takes long and has to be worked out before all of a view can be drawn, once; None for nothing.

        Until it is done, the view is drawn without. Where nobody asks, it is worked out as it is drawn.
        """
        return None

    def tree(self, view: Any) -> Tree:
        return tree_of([action.text for action in view.legal_actions], self.whole)

    def types(self, view: Any) -> bool:
        """Return whether the viewer's action has to be typed: there are too many to choose from."""
        return not view.public and view.seat in view.awaited and not view.legal_actions

    def cover_words(self) -> CoverWords:
        """Return what a cover says of what a seat hides: its cards."""
        return cards_words()

    def when(self, view: Any) -> str:
        """Return when in the game this is, for the first line."""
        return _("round {round}").format(round=view.round)

    def question(self, view: Any) -> str:
        return _("Choose what to do.")

    def label(self, view: Any, option: str, path: str) -> str:
        """Return what the menu shows for an option."""
        return option[len(path) :].strip() or _("that is all")

    def numbers(self, options: Sequence[str], path: str) -> Mapping[str, str]:
        """Return the options that are chosen by a number of their own, and which: those whose word is a number."""
        words = {option: option[len(path) :].strip() for option in options}
        return {option: word for option, word in words.items() if word.isascii() and word.isdecimal()}

    def first_option(self, view: Any, options: Sequence[str], path: str) -> int:
        return 0

    def trail(self, view: Any, path: str) -> str:
        words = path.split()
        beginnings = [" ".join(words[:count]) for count in range(len(words) + 1)]
        return " ▸ ".join(self.label(view, words, before) for before, words in pairwise(beginnings))

    def action(self, option: str) -> str:
        return option

    def shortcut_label(self, command: str) -> str:
        return self.shortcuts[command]

    def warning(self, view: Any, action: str) -> str:
        """Say what an action would lose that a key too many shouldn't lose; empty for most."""
        return ""

    def about(self, view: Any, option: str, path: str = "") -> str:
        """Say what an option would do, what matters most first; empty where its label says it all."""
        return ""

    def explained(self, view: Any, option: str) -> Sequence[Section]:
        """Explain what the cursor is on, as far as a line has no room for it; of a finished game, how it was scored."""
        return ()

    def overview(self, view: Any) -> Sequence[Section]:
        """Return what everybody has, and what it is worth, where the board has no room for all of it."""
        return ()

    def legend(self, view: Any) -> Sequence[Section]:
        return ()

    def sentences(self, view: Any, event: Any, reader: int | None) -> Sequence[str]:
        """Say what was done and what followed from it, a line of the log each."""
        return [*kind_of(self.key).sentences(event, view.names, reader)]

    def log_lines(self, view: Any, event: Any, reader: int | None) -> Sequence[tuple[int | None, str]]:
        """Return the same lines, each with the seat that it is about; None where it is about no one."""
        return [(event.seat, line) for line in self.sentences(view, event, reader)]

    def score(self, view: Any) -> Sequence[ScoreRow]:
        """Return the lines of the score of a finished game, the total last."""
        return () if view.result is None else (ScoreRow(_("Points"), view.result.points),)

    def tries(self, view: Any) -> Sequence[str]:
        """Return actions of which a person may wonder why they aren't possible."""
        return ()

    def subject(self, view: Any, text: str) -> str:
        """Return what the refusal of an action is about, in words."""
        return self.label(view, text, "")

    def why_not(self, view: Any, action: str) -> str | None:
        refusal: str | None = view.refusal(kind_of(self.key).action(action))
        return refusal


PAGE = "page"
"""What a click on a page is about: no action."""


def write_page(canvas: Canvas, page: Section, x: int, y: int, width: int, height: int) -> None:
    """Write a page into a part of a board: the title, and the paragraphs below it. A click there turns the page."""
    for row in range(y, y + height):
        canvas.place(x, row, width, PAGE)
    canvas.put(x, y, page.title, "section", width)
    write_lines(canvas, page.paragraphs, x, y + 1, width, height - 1)


def write_lines(canvas: Canvas, paragraphs: Sequence[str], x: int, y: int, width: int, height: int) -> None:
    """Write paragraphs into a part of a board, with a mark at the end where there is no room for all of them."""
    lines = [line for paragraph in paragraphs for line in wrap(paragraph, width)]
    if len(lines) > height:
        lines = [*cut_off(lines, height, width)] if height > 0 else []
    for number, line in enumerate(lines, y):
        canvas.put(x, number, line, "", width)


def who_is_awaited(view: Any) -> str:
    return sentence_case(waiting(view))


def waiting(view: Any, reader: int | None = None) -> str:
    """Say who is awaited; a reader at one of the seats is addressed."""
    names = [view.names[seat] for seat in view.awaited if seat != reader]
    if reader is not None and reader in view.awaited:
        if not names:
            return _("your turn")
        names.insert(0, _("you"))
    if len(names) == 1:
        return _("waiting for {name}").format(name=names[0])
    return _("waiting for {names}").format(names=listed(names)) if names else _("game over")
