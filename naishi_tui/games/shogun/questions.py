"""Questions at Shogun's table: which province."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Static

from naishi.common.errors import NaishiError
from naishi.common.formats import listed
from naishi.common.i18n import _, quoted
from naishi_tui.dialogs.questions import LineQuestion
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.games.shogun.plan import name_of
from naishi_tui.widgets.menu import Field


class FindProvince(LineQuestion[str]):
    """A province by its name or the beginning of it, or by its code; its result is the code, or None."""

    CSS_PATH = stylesheet("home/ask_name.tcss")

    def __init__(self, codes: Sequence[str]) -> None:
        """Ask for one of some provinces."""
        super().__init__()
        self.codes = codes

    def compose(self) -> ComposeResult:
        """Lay out the question."""
        with Vertical(id="box"):
            yield Static(Content(_("Which province? Its name, or how it begins.")))
            yield Field(id="answer", compact=True, max_length=20)
            yield Static("", id="said")
            with Horizontal():
                yield Button(_("Find (Enter)"), id="take", compact=True, variant="primary")
                yield Button(_("Back (Esc)"), id="back", compact=True)

    async def accept(self, answer: str) -> str:
        """Return the code of the province.

        Raises:
            NaishiError: None is called so, or several are.
        """
        return province_named(answer, self.codes)


def province_named(typed: str, codes: Sequence[str]) -> str:
    """Return the code of the one province that a text means.

    Raises:
        NaishiError: None begins so, or several do.
    """
    wanted = typed.strip().casefold()
    names = {code: name_of(code) for code in codes}
    exact = [code for code, name in names.items() if wanted in {code.casefold(), name.casefold()}]
    found = exact or [code for code, name in names.items() if wanted and name.casefold().startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        raise NaishiError(_("Several begin so: {provinces}.").format(provinces=listed(names[code] for code in found)))
    raise NaishiError(_("No province in the game is called {name}.").format(name=quoted(typed.strip())))
