"""Key settings: each command, and its new key."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Container, Iterator
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from naishi.common.errors import NaishiError, reason
from naishi.common.i18n import _
from naishi.settings.keymap import KEYS, Keymap, check_keys, described, quoted_description
from naishi.settings.layers import Layers
from naishi_tui.dialogs.steady_screen import SteadyScreen
from naishi_tui.drawing.cells import wrap
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.keys import back_bindings, bindings
from naishi_tui.messages import ChangeSettings
from naishi_tui.widgets.menu import Menu
from naishi_tui.widgets.prompt import KeyHint, KeyLine, hint

MARGIN = 5
"""Columns beside the commands: the padding of the list and of a line, and the scrollbar."""
COLUMN = 11
"""The column of the keys."""


class KeysScreen(SteadyScreen[Layers]):
    """The commands with their keys; its result is the settings with the keys that were chosen."""

    CSS_PATH = stylesheet("settings/keys_screen.tcss")
    AUTO_FOCUS = "#commands"
    BINDINGS: ClassVar[list[BindingType]] = [
        *back_bindings(),
        *bindings({"keys.usual": "usual"}),
    ]

    def __init__(self, layers: Layers, remappable: Container[str]) -> None:
        """Begin.

        Args:
            layers: The settings as they are.
            remappable: The commands whose keys can be chosen here.
        """
        super().__init__()
        self.settings_layers, self.remappable = layers, remappable

    def compose(self) -> ComposeResult:
        """Lay out the commands."""
        yield Static(Content(_("Keys")), id="title")
        yield Menu(id="commands", compact=True)
        yield Static("", id="said")
        yield KeyLine(
            [
                KeyHint("change", _("Enter"), _("change")),
                hint("keys.usual"),
                KeyHint("back", _("Esc"), _("back")),
            ]
        )

    def on_mount(self) -> None:
        """Draw the commands."""
        self.draw()

    def draw(self) -> None:
        """Draw the commands, the cursor where it was."""
        options: list[Option] = []
        width = self.app.size.width - MARGIN
        keymap = Keymap(self.settings_layers.effective.keys)
        for title, of_screen in keymap.grouped():
            here = [each for each in of_screen if each[0] in self.remappable]
            if here:
                options.append(Option(Content.styled(title, "$quiet"), disabled=True))
            options += (Option(Content("\n".join(_row(key, does, width))), id=id_) for id_, key, does in here)
        self.query_one("#commands", Menu).fill(options)

    def fit(self, size: Size) -> None:
        """Draw the commands as they fit now."""
        super().fit(size)
        self.draw()

    def go_back(self) -> None:
        """Go back to the settings."""
        self.dismiss(self.settings_layers)

    def action_change(self) -> None:
        """Change the key under the cursor."""
        self.query_one("#commands", OptionList).action_select()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        command = event.option_id or ""
        self.app.push_screen(PressKey(described(command), lambda key: self.assign(command, key)))

    async def action_usual(self) -> None:
        """Give the command under the cursor its usual key again."""
        option = self.query_one("#commands", OptionList).highlighted_option
        if option is not None and option.id is not None:
            try:
                await self.assign(option.id, "")
            except NaishiError as error:
                self.query_one("#said", Static).update(Content(str(error)))

    async def assign(self, command: str, key: str) -> None:
        """Assign a key to a command, or its usual one where none is given.

        Raises:
            NaishiError: It can't have this key, or that can't be kept; the text says why.
        """
        chosen = {name: keys for name, keys in self.settings_layers.effective.keys.items() if name != command}
        wanted = chosen | {command: key or KEYS[command]}
        good, wrong = check_keys(wanted, place=self.remappable, called=quoted_description)
        if wrong:
            raise NaishiError(next(iter(wrong.values())))
        if not key:
            del good[command]
        changed = self.settings_layers.choose("keys", good)
        try:
            await changed.write_key(command)
        except OSError as error:
            words = _("Couldn't write the settings to {file}: {why}.")
            raise NaishiError(words.format(file=changed.path, why=reason(error))) from None
        self.settings_layers = changed
        self.post_message(ChangeSettings(changed))
        self.query_one("#said", Static).update("")
        self.draw()


def _row(key: str, does: str, width: int) -> Iterator[str]:
    """Yield the lines of a command, all that it does beside its key."""
    first, *rest = wrap(does, width - COLUMN)
    yield f"{key:<{COLUMN - 1}} {first}"
    yield from (f"{' ' * COLUMN}{line}" for line in rest)


class PressKey(ModalScreen[None], SteadyScreen[None]):
    """Asks for a key, by pressing it, until one will do."""

    CSS_PATH = stylesheet("settings/keys_screen.tcss")

    def __init__(self, command: str, accept: Callable[[str], Awaitable[None]]) -> None:
        """Ask.

        Args:
            command: What the key is for, in words.
            accept: Takes the key; raises a `NaishiError` that says why it can't be used.
        """
        super().__init__()
        self.command, self.accept = command, accept

    def compose(self) -> ComposeResult:
        """Lay out the question."""
        question = _("Which key do you want for this? Press it. Esc: back.")
        with Vertical(id="box"):
            yield Static(Content(f"{self.command}\n\n{question}"))
            yield Static("", id="said")

    def reads_key(self, key: str) -> bool:
        """Take every key as it is."""
        return bool(key)

    async def on_key(self, event: events.Key) -> None:
        """Take the key."""
        event.stop()
        if event.key == "escape":
            self.dismiss()
            return
        try:
            await self.accept(event.key)
        except NaishiError as error:
            self.query_one("#said", Static).update(Content(str(error)))
        else:
            self.dismiss()
