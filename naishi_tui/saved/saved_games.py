"""Saved games: found, resumed, replayed, renamed, deleted; and how far a long reading of them is."""

import asyncio
import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import ClassVar, Generic, TypeVar

from rich.cells import cell_len, set_cell_size
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import Button, OptionList, Static
from textual.widgets.option_list import Option
from typing_extensions import override

from naishi.common.i18n import NaishiError, _, date, ngettext, pgettext
from naishi.saves import Problem, Saves, Summary
from naishi.saves.folder import SaveChanges, nothing_matches, reading_words, trash_is_empty
from naishi.saves.listing import Watch, state, titles
from naishi.settings.keymap import KEY
from naishi_tui import messages
from naishi_tui.dialogs.screens import Confirm, LineQuestion, SteadyScreen, Stylesheets
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.registry import brand, is_analysed
from naishi_tui.widgets.text_rows import Field, KeyHint, KeyLine, Menu, Span, TextRows, hint

AT_ONCE = 500
"""How many saves are read before a screen is drawn at all; more are read beside the app."""
SHOWN_AGAIN = 0.1
"""Seconds between two times that the screen says how far a reading is."""

Found = TypeVar("Found")


class _Stopped(Exception):  # noqa: N818 - it isn't an error
    """Nobody waits for what is read any more."""


class Reading:
    """How far a thread has come that reads many saves, shown now and then; ended with the screen."""

    def __init__(self, show: Callable[[str], None]) -> None:
        self._loop, self._show = asyncio.get_running_loop(), show
        self._shown = time.monotonic()
        self.stopped = False

    def watch(self, done: int, of: int) -> None:
        """Show it; called in the thread."""
        if self.stopped:
            raise _Stopped
        if (now := time.monotonic()) - self._shown >= SHOWN_AGAIN:
            self._shown = now
            with suppress(RuntimeError):  # the app has ended
                self._loop.call_soon_threadsafe(self._show, reading_words(done, of))


class ReadingScreen(ModalScreen[Found | None], SteadyScreen[Found | None], Generic[Found]):
    """Says how far a reading is; its result is what was read, or None where the person has stopped it."""

    CSS_PATH = stylesheet("saved/reading.tcss")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "stop", show=False)]

    def __init__(self, read: Callable[[Watch], Found]) -> None:
        super().__init__()
        self._read = read

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Static(Content(reading_words()), id="how-far")
            with Horizontal():
                yield Button(_("Back (Esc)"), id="back", compact=True)

    @work
    async def on_mount(self) -> None:
        reading = Reading(self._show)
        try:
            self.dismiss(await asyncio.to_thread(self._read, reading.watch))
        finally:
            reading.stopped = True

    def _show(self, words: str) -> None:
        if self.is_mounted and not self.dismissed:
            self.query_one("#how-far", Static).update(Content(words))

    @on(Button.Pressed)
    def action_stop(self) -> None:
        """Stop; what was read is kept for the next time."""
        self.dismiss(None)


class RenameGame(LineQuestion[str]):
    """Asks for an id until one will do; its result says what was renamed, or is None where the game keeps its id."""

    CSS_PATH: ClassVar[Stylesheets] = [stylesheet("dialogs/confirm.tcss"), stylesheet("saved/rename_game.tcss")]

    def __init__(self, game: Summary, changes: SaveChanges) -> None:
        super().__init__()
        self.game, self.changes = game, changes

    @override
    def compose(self) -> ComposeResult:
        field = Field(self.game.id, id="answer", compact=True)
        return self.box(self.changes.renaming(self.game), field, _("Rename (Enter)"))

    @override
    async def accept(self, answer: str) -> str:
        return self.changes.rename(self.game.id, answer)

    def refuse(self, why: str) -> None:
        super().refuse(why)
        self.query_one("#said").display = True
        self.query_one("#answer").focus()


GAP = "   "
FIRST = 40
"""How many of more games are drawn first at most: as many as fit on a screen."""
FIRST_WITHIN = 0.2
"""Seconds in which these are read, but for one."""
MOST = 300
"""How many games are drawn at once."""
MARGIN = 4
"""Columns beside the list: the padding of a line, and the scrollbar."""


READING = "reading"  # the worker that reads a long list


class SavedGames(SteadyScreen[None]):
    """The games of the folder, newest first; files that can't be used stand at the end and say why."""

    CSS_PATH = stylesheet("saved/saved_games.tcss")
    AUTO_FOCUS = "#games"
    BINDINGS: ClassVar[list[BindingType]] = [
        *messages.back_bindings(),
        Binding("down", "to_list", show=False),
        *messages.own_bindings("saves.replay", "screen.rules", "saves.analyse", "saves.rename", "saves.filter"),
        *messages.own_bindings("saves.learn", "saves.statistics", "saves.delete", "saves.undelete", "saves.trash"),
    ]

    def __init__(self, saves: Saves) -> None:
        super().__init__()
        self.saves, self.changes = saves, SaveChanges(saves)
        self.in_trash = False
        self.found: list[Summary | Problem] = []
        self.entries: dict[str, Summary] = {}
        self._all_lines: tuple[int, Mapping[str, str]] | None = None
        """The room for lines, and the lines about all games, once they were filtered."""
        self.is_read = False
        """Whether the whole list has been read, and not only the newest games of it."""

    @override
    def compose(self) -> ComposeResult:
        yield TextRows(id="heading")
        yield Menu(id="games", compact=True)
        yield Field(placeholder=_("a name, an ID, a round …"), id="filter", compact=True)
        yield Static("", id="said")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        self.query_one("#filter").display = False
        self.show()

    def show(self, said: str = "") -> None:
        """Draw the games as they lie in the folder now, and a line below them; a long list is read beside the app."""
        self.is_read = False
        if (self.saves.trash if self.in_trash else self.saves).has_at_most(AT_ONCE):
            self.workers.cancel_group(self, READING)
            self._show(self.saves.trash.list() if self.in_trash else self.saves.list(), said)
        else:
            self._read(said)

    @work(exclusive=True, group=READING)
    async def _read(self, said: str) -> None:
        """Read a long list, the newest games first; with the screen, it ends."""
        self.query_one("#said", Static).update(Content(said or reading_words()))
        reading = Reading(self._show_progress)
        try:
            if not self.in_trash and not self.found:
                newest = await asyncio.to_thread(self._newest)
                self._show(newest, reading_words(), is_all=False)
            read = self.saves.trash.list if self.in_trash else partial(self.saves.list, reading.watch)
            self._show(await asyncio.to_thread(read), said)
        finally:
            reading.stopped = True

    def _newest(self) -> Sequence[Summary]:
        until, found = time.monotonic() + FIRST_WITHIN, list[Summary]()
        for game in itertools.islice(self.saves.newest(), FIRST):
            found.append(game)
            if time.monotonic() > until:
                break
        return found

    def _show_progress(self, words: str) -> None:
        if not self.is_read and self.is_mounted:
            self.query_one("#said", Static).update(Content(words))

    def _show(self, entries: Sequence[Summary | Problem], said: str, *, is_all: bool = True) -> None:
        games = [entry for entry in entries if isinstance(entry, Summary)]
        games += self.saves.examples() if is_all and not self.in_trash else ()
        self.is_read = is_all
        self.found = [*games, *(entry for entry in entries if isinstance(entry, Problem))]
        self.entries = {entry.id: entry for entry in games}
        self._all_lines = None
        self.list_games()
        heading = _("deleted games") if self.in_trash else _("saved games")
        title = Span(f" {brand(entry.game for entry in self.entries.values())} ", "title")
        self.query_one("#heading", TextRows).rows = ((title, Span(f" {heading}")),)
        self._show_keys()
        nothing = trash_is_empty()
        if not self.in_trash:
            nothing = _("No saved games yet. Press Esc, then {key:home.new} to start one.").format(key=KEY)
        self.query_one("#said", Static).update(Content(said or ("" if self.found else nothing)))

    @on(OptionList.OptionHighlighted)
    @on(events.DescendantFocus)
    def _show_keys(self) -> None:
        self.query_one("#keys", KeyLine).show(self._key_hints())

    def _key_hints(self) -> Iterator[KeyHint]:
        if self.query_one("#filter", Field).has_focus:
            yield KeyHint("to_list", _("Enter"), _("games"))
            yield KeyHint("back", _("Esc"), _("all games"))
            return
        if self.entries:
            yield KeyHint("", "↑↓", _("choose"))
        yield from self._keys_of_trash() if self.in_trash else self._keys_of_games()
        if self.entries:
            yield hint("saves.filter")
        yield KeyHint("back", _("Esc"), _("back"))

    def _keys_of_trash(self) -> Iterator[KeyHint]:
        if self.entries:
            yield KeyHint("resume", _("Enter"), _("restore"))
        if self.found:
            yield hint("saves.delete", _("empty the trash"))
        yield hint("saves.trash", _("games"))

    def _keys_of_games(self) -> Iterator[KeyHint]:
        if self.entries:
            yield KeyHint("resume", _("Enter"), pgettext("key", "resume"))
            yield hint("saves.replay", minor=True)
            entry = self._highlighted()
            if entry is not None and entry.finished and is_analysed(entry.game):
                yield hint("saves.analyse", minor=True)
            yield hint("saves.rename")
        yield hint("saves.learn", minor=True)
        yield hint("saves.statistics", minor=True)
        if self.entries:
            yield hint("saves.delete", pgettext("key", "delete"))
        yield hint("saves.trash")

    def list_games(self) -> None:
        """Draw the games in columns, or each in two lines where the longest names leave no room for that."""
        games = self.query_one("#games", OptionList)
        before, row = self._highlighted(), games.highlighted or 0
        games.clear_options()
        wanted = self.query_one("#filter", Field).value.casefold().split()
        lines = self._lines(everything=bool(wanted))
        found = [each for each in self.entries if all(word in lines.get(each, "").casefold() for word in wanted)]
        games.add_options(Option(Content(lines[each]), id=each) for each in found[:MOST])
        if left := len(found[MOST:]):
            words = ngettext(
                "{count} older game: the filter finds it.", "{count} older games: the filter finds them.", left
            )
            games.add_option(Option(Content.styled(words, "$quiet"), id="more", disabled=True))
        for place, each in enumerate(self.found):
            line = f"{each.id}  {each.error}" if isinstance(each, Problem) else ""
            if line and all(word in line.casefold() for word in wanted):
                games.add_option(Option(Content.styled(line, "$quiet"), id=f"problem {place}", disabled=True))
        self._highlight(before, row)

    def _lines(self, *, everything: bool) -> Mapping[str, str]:
        """Return the lines about the newest games, or about all: to filter thousands, they are made only once."""
        room = self.app.size.width - MARGIN
        if not everything:
            return _lines([*self.entries.values()][:MOST], room)
        if self._all_lines is None or self._all_lines[0] != room:
            self._all_lines = room, _lines(self.entries.values(), room)
        return self._all_lines[1]

    @override
    def fit(self, size: Size) -> None:
        super().fit(size)
        self.list_games()

    def go_back(self) -> None:
        """Show all games again, or those that weren't deleted; go home where they are shown."""
        field = self.query_one("#filter", Field)
        if field.display:
            field.value, field.display = "", False
            self.query_one("#games").focus()
        elif self.in_trash:
            self.action_trash()
        else:
            self.dismiss()

    def action_filter(self) -> None:
        field = self.query_one("#filter", Field)
        field.display = True
        field.focus()

    @on(Field.Submitted, "#filter")
    def action_to_list(self) -> None:
        self.query_one("#games").focus()

    @on(Field.Changed, "#filter")
    def _filtered(self, event: Field.Changed) -> None:
        self.list_games()
        nothing = event.value and not self.query_one("#games", OptionList).option_count
        self.query_one("#said", Static).update(Content(nothing_matches(event.value) if nothing else ""))

    @on(OptionList.OptionSelected)
    def action_resume(self) -> None:
        if (entry := self._highlighted()) is None:
            return
        if self.in_trash:
            self._restore(entry.id)
        elif entry.early_end is None:
            self.post_message(messages.ResumeGame(entry.id))
        else:
            self.post_message(messages.ShowReplay(entry.id))

    def action_replay(self) -> None:
        if not self.in_trash and (entry := self._highlighted()) is not None:
            self.post_message(messages.ShowReplay(entry.id))

    def action_analyse(self) -> None:
        if not self.in_trash and (entry := self._highlighted()) is not None:
            self.post_message(messages.ShowAnalysis(entry.id))

    def action_learn(self) -> None:
        self.post_message(messages.ShowExercises())

    def action_statistics(self) -> None:
        self.post_message(messages.ShowStatistics())

    def action_trash(self) -> None:
        self.in_trash = not self.in_trash
        self.found, self.entries = [], {}
        self.list_games()
        self.show()

    def action_undelete(self) -> None:
        if self.changes.can_undelete:
            self._restore("")

    def _restore(self, save_id: str) -> None:
        """Bring a game back from the trash; with no id, the one that was deleted last."""
        try:
            self.show(self.changes.restore(save_id))
        except NaishiError as error:
            self.show(str(error))

    @work
    async def action_rename(self) -> None:
        entry = self._highlighted()
        if self.in_trash or entry is None:
            return
        if (said := await self.app.push_screen_wait(RenameGame(entry, self.changes))) is not None:
            self.show(said)

    @work
    async def action_delete(self) -> None:
        """Move the highlighted game to the trash, or empty the trash, if that is really meant."""
        entry = None if self.in_trash else self._highlighted()
        if entry is None and not (self.in_trash and self.found):
            return
        if await self.app.push_screen_wait(Confirm(self.changes.deleting(entry))):
            self.show(self._delete(entry))

    def _delete(self, entry: Summary | None) -> str:
        """Delete a game, or all in the trash; return what there is to say."""
        said = _("Deleted {id}. {key:saves.undelete}: restore it. It stays in the trash ({key:saves.trash}).")
        try:
            if entry is None:
                return self.changes.empty_trash()
            return said.format(key=KEY, id=self.changes.delete(entry.id))
        except NaishiError as error:
            return str(error)

    def _highlight(self, entry: Summary | None, row: int) -> None:
        games = self.query_one("#games", OptionList)
        shown = [option.id for option in games.options if not option.disabled]
        if shown:
            games.highlighted = shown.index(entry.id) if entry and entry.id in shown else min(row, len(shown) - 1)

    def _highlighted(self) -> Summary | None:
        games = self.query_one("#games", OptionList)
        if games.highlighted is None:
            return None
        return self.entries.get(games.get_option_at_index(games.highlighted).id or "")


def _lines(entries: Iterable[Summary], room: int) -> dict[str, str]:
    entries = tuple(entries)
    kinds = titles(entries)
    texts = {
        entry.id: (
            entry.id,
            *((kinds[entry.game],) if kinds else ()),
            _players(entry),
            state(entry, in_short=True),
            date(entry.updated),
        )
        for entry in entries
    }
    widths = [max(map(cell_len, column)) for column in zip(*texts.values(), strict=True)]
    if sum(widths) + len(GAP) * (len(widths) - 1) <= room:
        return {each: GAP.join(map(set_cell_size, parts, widths)).rstrip() for each, parts in texts.items()}
    return {each: f"{GAP.join(who)}\n  {when}{GAP}{how}" for each, (*who, how, when) in texts.items()}


def _players(entry: Summary) -> str:
    names = " – ".join(entry.names)
    return _("{players} (example)").format(players=names) if entry.example else names
