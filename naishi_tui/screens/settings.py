"""The settings, changed one by one and written at once."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Label, Static

from naishi.i18n import _
from naishi.settings import layers as settings_file
from naishi.settings.layers import Settings
from naishi_tui.messages import ChangeSettings, Command
from naishi_tui.screens.dismiss_once import PassingScreen
from naishi_tui.widgets.choice_row import OneOf
from naishi_tui.widgets.key_line import Hint, KeyLine

Choices = tuple[tuple[object, str], ...]
"""The values of a setting, and their words."""


def _rows() -> dict[str, tuple[str, Choices]]:
    """What can be set here: the words for it, and its values. Keys are set in the file."""
    off_on: Choices = ((False, _("off")), (True, _("on")))
    return {
        "theme": (
            _("Theme"),
            (
                ("dark", _("dark")),
                ("light", _("light")),
                ("colour-blind", _("colour-blind")),
                ("terminal", _("terminal")),
            ),
        ),
        "ascii": (_("Only ASCII"), off_on),
        "animations": (_("Animations"), off_on),
        "hints": (_("Score hints"), off_on),
        "memory_aid": (_("Memory aid"), off_on),
        "advice": (_("Advice"), off_on),
        "pace": (
            _("Bots act"),
            (("instant", _("at once")), ("quick", _("quickly")), ("relaxed", _("relaxed"))),
        ),
        "handover": (_("Cover Hands"), (("always", _("always")), ("never", _("never, we learn together")))),
    }


class SettingsScreen(PassingScreen[None]):
    """A row of options for each setting; what is chosen holds at once and is written to the file."""

    CSS_PATH = "settings.tcss"
    AUTO_FOCUS = "OneOf"
    VERTICAL_BREAKPOINTS = [(0, "-short"), (28, "-tall")]  # noqa: RUF012 - as Textual declares it
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter", "back", show=False),
        Binding("down,j", "app.focus_next", show=False),
        Binding("up,k", "app.focus_previous", show=False),
    ]

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        self.choices = {name: choices for name, (_title, choices) in _rows().items()}

    def compose(self) -> ComposeResult:
        """Lay out the settings."""
        with Vertical(id="form"):
            yield Static(Content(_("Settings")), id="title")
            for name, (title, choices) in _rows().items():
                values = [value for value, _words in choices]
                with Horizontal(classes="field"):
                    yield Label(Content(title))
                    yield OneOf(
                        *(words for _value, words in choices),
                        id=name,
                        chosen=values.index(getattr(self.settings, name)),
                    )
            yield Static(Content(_("They are kept in {file}.").format(file=settings_file.FILE)), id="said")
        yield KeyLine([Hint("", "↑↓", _("setting")), Hint("", "←→", _("change")), Hint("back", "Esc", _("back"))])

    def action_back(self) -> None:
        """Go back to where one came from."""
        self.dismiss()

    @on(OneOf.Changed)
    def _changed(self, event: OneOf.Changed) -> None:
        name = event.control.id or ""
        value = self.choices[name][event.chosen][0]
        if getattr(self.settings, name) == value:
            return
        self.settings = self.settings.model_copy(update={name: value})
        self.post_message(ChangeSettings(self.settings))
        try:
            settings_file.save(self.settings)
        except OSError as error:
            words = _("Not written to {file}: {why}.").format(file=settings_file.FILE, why=error.strerror)
            self.query_one("#said", Static).update(Content(words))

    @on(Command)
    def _back_clicked(self) -> None:
        self.dismiss()
