"""The settings, changed one by one and written at once."""

from collections.abc import Awaitable, Callable, Collection, Container, Iterator, Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option
from typing_extensions import override

from naishi.common.i18n import N_, NaishiError, _, find_language, languages, pgettext, reason, sentence_case
from naishi.settings.key_table import AT_HOME as KEYS_AT_HOME
from naishi.settings.keymap import KEYS, Keymap, check_keys, described, quoted_description
from naishi.settings.schema import NAMES, Layers, kinds, variable
from naishi_tui.dialogs.screens import SteadyScreen
from naishi_tui.drawing.cells import wrap
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.messages import ChangeSettings, back_bindings, bindings, field_bindings
from naishi_tui.new_game.form import form_row
from naishi_tui.widgets.text_rows import ChoiceRow, KeyHint, KeyLine, Menu, hint

MARGIN = 5
"""Columns beside the commands: the padding of the list and of a line, and the scrollbar."""
COLUMN = 11
"""The column of the keys."""


class KeysScreen(SteadyScreen[Layers]):
    """The commands with their keys; its result is the settings with the keys that were chosen."""

    CSS_PATH = stylesheet("settings/keys_screen.tcss")
    AUTO_FOCUS = "#commands"
    BINDINGS: ClassVar[list[BindingType]] = [*back_bindings(), *bindings({"keys.usual": "usual"})]

    def __init__(self, layers: Layers, remappable: Container[str]) -> None:
        super().__init__()
        self.settings_layers, self.remappable = layers, remappable

    @override
    def compose(self) -> ComposeResult:
        yield Static(Content(_("Keys")), id="title")
        yield Menu(id="commands", compact=True)
        yield Static("", id="said")
        change, back = KeyHint("change", _("Enter"), _("change")), KeyHint("back", _("Esc"), _("back"))
        yield KeyLine([change, hint("keys.usual"), back])

    def on_mount(self) -> None:
        self.draw()

    def draw(self) -> None:
        options: list[Option] = []
        width = self.app.size.width - MARGIN
        for title, of_screen in Keymap(self.settings_layers.effective.keys).grouped():
            here = [each for each in of_screen if each[0] in self.remappable]
            if here:
                options.append(Option(Content.styled(title, "$quiet"), disabled=True))
            options += (Option(Content(_row(key, does, width)), id=id_) for id_, key, does in here)
        self.query_one("#commands", Menu).fill(options)

    @override
    def fit(self, size: Size) -> None:
        super().fit(size)
        self.draw()

    @override
    def go_back(self) -> None:
        self.dismiss(self.settings_layers)

    def action_change(self) -> None:
        self.query_one("#commands", OptionList).action_select()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        command = event.option_id or ""
        self.app.push_screen(PressKey(described(command), lambda key: self.assign(command, key)))

    async def action_usual(self) -> None:
        option = self.query_one("#commands", OptionList).highlighted_option
        if option is not None and option.id is not None:
            try:
                await self.assign(option.id, "")
            except NaishiError as error:
                self.query_one("#said", Static).update(Content(str(error)))

    async def assign(self, command: str, key: str) -> None:
        """Assign a key to a command, or its usual one where none is given.

        Raises NaishiError: it can't have this key, or that can't be kept; the text says why.
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


def _row(key: str, does: str, width: int) -> str:
    return f"{key:<{COLUMN - 1}} " + f"\n{' ' * COLUMN}".join(wrap(does, width - COLUMN))


class PressKey(ModalScreen[None], SteadyScreen[None]):
    """Asks for a key, by pressing it, until one will do.

    Args:
        accept: Takes the key; raises a `NaishiError` that says why it can't be used.
    """

    CSS_PATH = stylesheet("settings/keys_screen.tcss")

    def __init__(self, command: str, accept: Callable[[str], Awaitable[None]]) -> None:
        super().__init__()
        self.command, self.accept = command, accept

    @override
    def compose(self) -> ComposeResult:
        question = _("Which key do you want for this? Press it. Esc: back.")
        with Vertical(id="box"):
            yield Static(Content(f"{self.command}\n\n{question}"))
            yield Static("", id="said")

    def reads_key(self, key: str) -> bool:
        return bool(key)

    async def on_key(self, event: events.Key) -> None:
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


Choices = tuple[tuple[object, str], ...]

AT_HOME = tuple(name for name in NAMES if name != "plain")
"""Line mode is chosen with the command there."""


def _named(*values: str) -> Choices:
    return tuple((each, _(each)) for each in values)


def _rows() -> dict[str, tuple[str, Choices]]:
    off_on: Choices = ((False, _("off")), (True, _("on")))
    rows: dict[str, tuple[str, Choices]] = {
        "theme": (_("Theme"), _named(N_("dark"), N_("light"), N_("colour-blind"), N_("terminal"))),
        "ascii": (_("ASCII only"), off_on),
        "pictures": (_("True pictures"), off_on),
        "animations": (_("Animations"), off_on),
        "hints": (_("Card points"), off_on),
        "memory_aid": (_("Memory aid"), off_on),
        "advice": (_("Advice"), off_on),
        "nudges": (_("Nudges"), off_on),
        "pace": (_("Bots' pace"), _named(N_("instant"), N_("quick"), N_("relaxed"))),
        "bell": (_("Bell"), (("off", _("off")), ("turn", _("on your turn")), ("always", _("on every move")))),
        "handover": (sentence_case(_("handover")), (("always", _("between turns")), ("never", _("never")))),
    }
    if len(languages()) > 1:
        rows["language"] = (_("Language"), (("", _("system")), *languages().items()))
    rows["plain"] = (_("Line mode"), ((False, _("off")), (True, _("on, from the next visit"))))
    notices = *_named(N_("off"), N_("bell"), N_("notification")), ("title", pgettext("of a window", "title"))
    rows["notice"] = (_("Notices"), notices)
    return rows


class SettingsScreen(SteadyScreen[None]):
    """A row of options for each setting; a choice holds at once and is written to the file, it alone."""

    CSS_PATH = stylesheet("settings/settings.tcss")
    AUTO_FOCUS = "ChoiceRow"
    VERTICAL_BREAKPOINTS = [(0, "-short"), (28, "-tall")]  # noqa: RUF012 - as Textual declares it
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter", "back", show=False),
        *field_bindings(),
        Binding("pagedown", "page(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        *bindings({"list.down": "app.focus_next", "list.up": "app.focus_previous"}, priority=True),
        *bindings({"list.back": "back", "screen.rules": "rules", "settings.keys": "keys"}),
    ]

    def __init__(
        self, layers: Layers, offered: Collection[str] = AT_HOME, remappable: Container[str] = KEYS_AT_HOME
    ) -> None:
        super().__init__()
        self.settings_layers = layers
        self.offered, self.remappable = offered, remappable
        self.failure = ""
        self.choices = {name: choices for name, (_title, choices) in self._rows().items()}

    def _rows(self) -> dict[str, tuple[str, Choices]]:
        return {name: row for name, row in _rows().items() if name in self.offered}

    @override
    def compose(self) -> ComposeResult:
        with VerticalScroll(id="form", can_focus=False):
            yield Static(Content(_("Settings")), id="title")
            for name, (title, choices) in self._rows().items():
                chosen = self._chosen(name, [value for value, _words in choices])
                yield form_row(title, ChoiceRow(*(words for _value, words in choices), id=name, chosen=chosen))
            yield Static(Content(self._notes()), id="said")
        yield Static(id="explained")
        yield KeyLine(self.key_hints())

    def key_hints(self) -> Iterator[KeyHint]:
        yield KeyHint("", "↑↓", _("setting"))
        yield KeyHint("", "←→", _("change"))
        yield hint("settings.keys")
        yield KeyHint("back", _("Esc"), _("back"))

    async def recompose(self) -> None:
        """Lay out the settings again, in another language; the focus stays where it is."""
        focused = self.focused.id if self.focused is not None else None
        await super().recompose()
        if focused is not None:
            self.query(f"#{focused}").focus()  # none, if it is being laid out once more

    def on_descendant_focus(self) -> None:
        name = "" if self.focused is None else self.focused.id or ""
        if name in self.choices and self.can_draw:
            self.query_one("#explained", Static).update(Content(_(kinds()[name].help)))

    def _chosen(self, name: str, values: Sequence[object]) -> int:
        value = getattr(self.settings_layers.effective, name)
        if name == "language":  # fr_CA is served by fr; the first is the system's
            value = find_language(value)
            return values.index(value) if value in values else 0
        return values.index(value)

    def _notes(self) -> str:
        notes = self.settings_layers.kept, *self._overrides(), *self.settings_layers.faults
        return self.failure or "\n".join(notes)

    def _overrides(self) -> Iterator[str]:
        for name, (title, _choices) in self._rows().items():
            if source := self.settings_layers.overridden_by(name):
                yield _("{setting}: set by {source} for this run.").format(setting=title, source=source)
            elif name in self.settings_layers.environment:
                source = variable(name)
                yield _("{setting}: {source} sets it again at the next start.").format(setting=title, source=source)

    def action_keys(self) -> None:
        self.app.push_screen(KeysScreen(self.settings_layers, self.remappable), self._keys_changed)

    def _keys_changed(self, layers: Layers | None) -> None:
        self.settings_layers = layers or self.settings_layers

    def action_page(self, pages: int) -> None:
        form = self.query_one("#form", VerticalScroll)
        form.scroll_page_down() if pages > 0 else form.scroll_page_up()

    @on(ChoiceRow.Changed)
    async def _changed(self, event: ChoiceRow.Changed) -> None:
        name = event.control.id or ""
        value = self.choices[name][event.chosen][0]
        if getattr(self.settings_layers.effective, name) == value:
            return
        self.settings_layers = self.settings_layers.choose(name, value)
        self.post_message(ChangeSettings(self.settings_layers))
        self.failure = ""
        try:
            await self.settings_layers.write(name)
            mended = self.settings_layers.mended(name)
            if mended.faults != self.settings_layers.faults:
                self.settings_layers = mended
                self.post_message(ChangeSettings(mended))
        except NaishiError as error:
            self.failure = _("Not saved. {why}").format(why=error)
        except OSError as error:
            words = _("Couldn't write the settings to {file}: {why}.")
            self.failure = words.format(file=self.settings_layers.path, why=reason(error))
        for said in self.query("#said").results(Static):  # none, while the screen is laid out in another language
            said.update(Content(self._notes()))
