"""What the marks on the table mean."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from naishi.common.i18n import _, pgettext
from naishi_tui.drawing.card_art import LEGEND
from naishi_tui.drawing.card_text import TRAVELLER
from naishi_tui.drawing.roles import SHAPES, player_role
from naishi_tui.keys import shown

WIDTH = 4
"""The column of the marks."""


def legend(*, expansion: bool = False) -> Iterator[Content]:
    """Yield a line for each mark: the mark as it is drawn, and what it means; with the `expansion`, also its own."""
    for mark, style, words in (*_marks(), *(_marks_of_expansion() if expansion else ())):
        yield Content.assemble(" " * (WIDTH - len(mark)), Content.styled(mark, style), f"  {words}")


def _marks() -> Iterator[tuple[str, str, str]]:
    first, second = SHAPES
    accent = "bold $accent"
    yield first, f"bold ${player_role(0)}", _("the first player: name, emissaries, log entries")
    yield second, f"bold ${player_role(1)}", _("the second player")
    yield "·", accent, _("a free spot at court")
    yield pgettext("place", "H4"), "bold", _("card 4 of the Hand; L is the Line, R the River")
    yield "•", accent, _("changed in the last turn")
    yield "◇", accent, _("can be chosen now")
    yield "▼", accent, _("comes to you if you press {key}").format(key=shown("choose"))
    yield "◆", accent, _("chosen")
    yield "★", accent, _("advised")
    yield "▸", accent, _("what you are about to do")
    yield "–", "$quieter", _("not possible now; click it to see why")
    yield "⚑", accent, _("the end of the game is near")
    yield "□", "bold", _("a character")
    yield "⬡", "bold", _("a province")
    yield "▪▪▪", "$quiet", _("three cards left in this pile")
    yield "▒▒▒", "$quiet", _("a face-down card")
    yield "+12", "bold $success", _("what the card is worth now")
    yield "↑+20/3", "bold $success", _("what it would be worth then; ↓ less, → as much in another group")
    yield "-5/8", "bold $error", _("eight cards together cost 5 points")


def _marks_of_expansion() -> Iterator[tuple[str, str, str]]:
    yield LEGEND, "bold", _("a Legend: it scores by its own rule, and counts as its character for all other cards")
    yield TRAVELLER, "bold", _("a Traveller: no points, but effects while you develop")
    yield "▒▪▒", "$quiet", _("not turned up before all effects are settled")
