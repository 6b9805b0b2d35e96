"""First screen: continue, start or load a game."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from naishi.common.i18n import _, language, listed
from naishi.settings.key_table import COMMANDS
from naishi.settings.keymap import KEY, offered
from naishi.tabletop.kinds import keys, kind_of, title_of
from naishi_tui import messages
from naishi_tui.dialogs.screens import SteadyScreen
from naishi_tui.drawing.cells import cut, wrap
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.messages import bindings
from naishi_tui.registry import picture_of
from naishi_tui.widgets.text_rows import Column, Ground, Menu

if TYPE_CHECKING:
    from naishi.saves import LastPlayed, Summary

FIRST = keys()[0]

WIDTH = 56
"""The columns of the menu, as its stylesheet has it at least."""

LEADS_TO: Mapping[str, Callable[[], messages.Routed]] = {
    "learn": messages.ShowLessons,
    "saves": messages.ShowSaves,
    "mistakes": messages.ShowExercises,
    "statistics": messages.ShowStatistics,
    "editor": messages.ShowEditor,
    "settings": messages.ShowSettings,
}
"""By option; its id is how its command ends."""


class HomeMenu(Menu):
    """The menu at home; a click at an arrow behind an option chooses another one of what it offers."""

    @dataclass
    class Stepped(Message):
        """An arrow of the option under the cursor was clicked."""

        by: int

    def on_click(self, event: events.Click) -> None:
        super().on_click(event)
        number = event.style.meta.get("option")
        arrows = self.render_line(event.y).text.find("←→")
        if number is not None and number < self.option_count and 0 <= event.x - arrows <= 1 and arrows >= 0:
            event.prevent_default()
            event.stop()
            self.highlighted = number
            self.post_message(self.Stepped(1 if event.x > arrows else -1))


class Home(SteadyScreen[None], Ground):
    """Where the app begins and where games are left to.

    Args:
        find_last_played: Looks into the saved games; the bots are those of the kind of game of a key.
        covered: Whether the app begins with another screen: then this one is laid out once someone comes here.
        newcomer: Whether no game has been saved yet, so that the first frame is the one that stays.
    """

    CSS_PATH = stylesheet("home/home.tcss")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "other_level(-1)", show=False),
        Binding("right", "other_level(1)", show=False),
        Binding("escape", "stay", show=False),
        *bindings({each: f"option({each.removeprefix('home.')!r})" for each in COMMANDS if each.startswith("home.")}),
    ]

    def __init__(
        self,
        find_last_played: "Callable[[str], LastPlayed]",
        count_due: Callable[[], int],
        trouble: str = "",
        *,
        covered: bool = False,
        newcomer: bool = False,
    ) -> None:
        super().__init__()
        self.find_last_played, self.count_due = find_last_played, count_due
        self.trouble, self.covered = trouble, covered
        self.latest: Summary | None = None
        self.drawn_in = ""
        self.game = self.played_last = FIRST
        self.picture = picture_of(FIRST)
        self.level = self.levels()[0][0]
        self.due, self.newcomer = 0, newcomer
        self.parting = ""
        """What there is to say about the game that was left just before."""

    def compose(self) -> ComposeResult:
        if self.covered:
            return
        with Center(), Column(id="home"):
            yield Static(Content("N A I S H I"), id="title")
            yield Static(id="subtitle")
            yield from self.picture.widgets()
            yield HomeMenu(id="menu", compact=True)
        yield Static(Content(_note()), id="note")

    @property
    def takes_input(self) -> bool:
        """Whether all widgets are there: while it is covered from the start, there are none."""
        return super().takes_input and bool(self.query("#home"))

    def draw(self) -> None:
        self.drawn_in = language()
        self.show_title()
        self.picture.draw(self)

    def show_title(self) -> None:
        self.query_one("#title", Static).update(Content(" ".join(self.game.upper())))
        seats = kind_of(self.game).seats
        subtitle = _("a game for {least} to {most} players").format(least=seats[0], most=seats[-1])
        if self.game == FIRST:
            subtitle = _("a game for two at the imperial court")
        self.query_one("#subtitle", Static).update(Content(subtitle))
        for cards in self.query("#cards, #gallery"):
            cards.set_class(self.game != FIRST, "-of-another-game")

    async def on_screen_resume(self) -> None:
        """Offer the games that can be continued; the saves are read after the first frame."""
        if self.covered:
            self.covered = False
            return
        if not self.query("#home"):
            await self.recompose()
        if language() != self.drawn_in:
            self.draw()
        self.show(self.trouble or self.parting)
        self.call_after_refresh(self.offer_to_go_on)

    def offer_to_go_on(self) -> None:
        last, due = self.find_last_played(self.game), self.count_due()
        shown = self.game
        if last.game != self.played_last:
            self.played_last = self.game = last.game
            self.show_title()
            last = self.find_last_played(self.game)
        before = (shown, self.latest, self.level, self.newcomer, self.due)
        if (self.game, last.unfinished, last.level, last.nothing, due) != before:
            self.latest, self.level, self.newcomer, self.due = last.unfinished, last.level, last.nothing, due
            self.show(self.trouble or self.parting)

    def on_screen_suspend(self) -> None:
        self.parting = ""

    def action_stay(self) -> None:
        """Say how to quit: one key too many on the way out of a game shouldn't end the program."""
        self.show(_("Press {key:home.quit} to quit.").format(key=KEY))

    def show(self, said: str = "", *, at: str = "") -> None:
        """Draw the menu, with the cursor at an option, or at the first one, and what there is to say below it."""
        if not self.query("#home"):
            return
        level = dict(self.levels())[self.level]
        name, *others = (title_of(key) for key in sorted(keys(), key=lambda key: key != self.game))
        game = _("{key:home.game}  Game: {game}  ←→  ({others})")
        options = [
            Option(_("{key:home.new}  New game").format(key=KEY), id="new"),
            Option(Content(_("{key:home.bot}  Play a bot: {level}  ←→").format(key=KEY, level=level)), id="bot"),
            Option(Content(game.format(key=KEY, game=name, others=listed(others, conjunction=False))), id="game"),
            *self._lessons(),
            Option(_("{key:home.saves}  Saved games").format(key=KEY), id="saves"),
            *(() if self.newcomer else self._what_there_is()),
            Option(_("{key:home.rules}  Rules").format(key=KEY), id="rules"),
            Option(_("{key:home.settings}  Settings").format(key=KEY), id="settings"),
            Option(_("{key:home.quit}  Quit").format(key=KEY), id="quit"),
        ]
        if self.latest is not None:
            from naishi.saves.listing import state

            *first, second = self.latest.names
            words = _("{key:home.continue}  Continue: {first} and {second}, {when}")
            if {self.latest.game, self.game} != {FIRST}:  # beside another game, also the first one is named
                words = _("{key:home.continue}  Continue {game}: {first} and {second}, {when}")
            words = words.format(
                key=KEY,
                game=title_of(self.latest.game),
                first=", ".join(first),
                second=second,
                when=state(self.latest, in_short=True),
            )
            options.insert(0, Option(Content(words), id="continue"))
        if self.newcomer:  # learning comes first
            options.sort(key=lambda option: option.id != "learn")
        menu = self.query_one("#menu", OptionList)
        menu.clear_options()
        menu.add_options(_in_columns(options))
        menu.highlighted = menu.get_option_index(at) if at else 0
        self.query_one("#note", Static).update(Content(said or _note()))

    def levels(self) -> Sequence[tuple[str, str]]:
        """Return the bots, weakest first, each with how strong it is."""
        return [(level.kind, level.words) for level in kind_of(self.game).levels()]

    def _lessons(self) -> tuple[Option, ...]:
        if self.game == FIRST:
            return (Option(_("{key:home.learn}  Learn to play").format(key=KEY), id="learn"),)
        title = kind_of(self.game).sample_title()
        sample = Option(Content(_("{key:home.learn}  {sample}").format(key=KEY, sample=title)), id="learn")
        return (sample,) if title else ()

    def _what_there_is(self) -> tuple[Option, ...]:
        """Offer what someone has who has played before; only of the first game there is so much."""
        if self.game != FIRST:
            return ()
        mistakes = _("{key:home.mistakes}  Learn from your mistakes")
        if self.due:
            mistakes = _("{key:home.mistakes}  Learn from your mistakes ({count})")
        return (
            Option(mistakes.format(key=KEY, count=self.due), id="mistakes"),
            Option(_("{key:home.statistics}  Statistics").format(key=KEY), id="statistics"),
            Option(_("{key:home.editor}  Position editor").format(key=KEY), id="editor"),
        )

    def action_other_level(self, step: int) -> None:
        """Choose a weaker bot, or a stronger one; where the cursor is on the game, another game."""
        here = self.query_one("#menu", OptionList)
        if here.highlighted is not None and here.get_option_at_index(here.highlighted).id == "game":
            self.action_other_game(step)
            return
        kinds = [kind for kind, _words in self.levels()]
        self.level = kinds[min(max(kinds.index(self.level) + step, 0), len(kinds) - 1)]
        self.show(at="bot")

    def action_other_game(self, step: int) -> None:
        every = keys()
        self.game = every[(every.index(self.game) + step) % len(every)]
        self.level = self.find_last_played(self.game).level
        self.show_title()
        self.show(at="game")

    def commands(self) -> Iterator[tuple[str, Callable[[], None], str]]:
        menu = self.query_one("#menu", OptionList)
        for option in menu.options:
            if option.id is not None and not (declared := COMMANDS[f"home.{option.id}"]).unlisted:
                key, _gap, words = str(option.prompt).partition("  ")
                title = f"{' '.join(words.partition('  ←→')[0].split())} ({key})"
                also = " ".join(keys()) if option.id == "game" else _(declared.found_by)
                yield title, partial(self.action_option, option.id), also
        if self.newcomer:
            for later in ("mistakes", "statistics", "editor"):
                command = f"home.{later}"
                yield offered(command), partial(self.action_option, later), _(COMMANDS[command].found_by)

    def action_option(self, option: str) -> None:
        # For other games, no key does more than the menu.
        offered_now = self.game == FIRST or any(
            each.id == option for each in self.query_one("#menu", OptionList).options
        )
        match option:
            case "continue" if self.latest is not None:
                self.post_message(messages.ResumeGame(self.latest.id))
            case "bot":
                self.post_message(messages.PlayBot(self.level, game=self.game))
            case "new":
                self.post_message(messages.ShowNewGame(game=self.game))
            case "rules":
                self.post_message(messages.ShowRules(self.game))
            case "game":
                self.action_other_game(1)
            case "quit":
                self.app.exit()
            case "learn" if offered_now and self.game != FIRST:
                self.post_message(messages.ShowSample(self.game))
            case _ if offered_now and option in LEADS_TO:
                self.post_message(LEADS_TO[option]())

    @on(HomeMenu.Stepped)
    def _stepped(self, event: HomeMenu.Stepped) -> None:
        self.action_other_level(event.by)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.action_option(event.option_id or "")


def _note() -> str:
    return _("Games are saved after every action. {key:screen.rules}: help, ^P: commands.").format(key=KEY)


def _in_columns(options: Sequence[Option]) -> Iterator[Option]:
    """Yield the options of the menu with their words below each other, whatever keys were chosen, and however long."""
    parts = [str(option.prompt).partition("  ") for option in options]
    widest = max(cell_len(key) for key, _gap, _words in parts)
    for option, (key, gap, words) in zip(options, parts, strict=True):
        room, below = WIDTH - widest - len(gap), "\n" + " " * (widest + len(gap))
        lines = below.join(wrap(words, room)) if cell_len(words) > room else words
        yield Option(Content(f"{cut(key, widest)}{gap}{lines}"), id=option.id)
