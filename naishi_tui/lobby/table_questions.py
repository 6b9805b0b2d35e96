"""Questions before a table or bot game."""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any, ClassVar, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widget import Widget
from typing_extensions import override

from naishi.common.i18n import _, listed, pgettext
from naishi.server.lobby.table_flow import agreed
from naishi.server.match.clock import CHOICES
from naishi.server.match.match import Terms
from naishi.server.match.words import control_explained, control_in_words
from naishi.server.tables.actions import TableActions
from naishi.settings.keymap import KEY
from naishi.tabletop.kinds import keys, kind_of, title_of
from naishi_tui.dialogs.screens import Choice, ChooseOne
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.messages import bindings
from naishi_tui.new_game.form import Form, KindFields, form_row
from naishi_tui.registry import questions_of
from naishi_tui.table.questions import ChooseLevel
from naishi_tui.widgets.text_rows import ChoiceRow, KeyHint, hint

Chosen = TypeVar("Chosen")

CONTROLS = ("", *CHOICES)
Ask = Callable[[Screen[Any]], Awaitable[Any]]


@dataclass(frozen=True)
class Wanted:
    """A game that someone has chosen."""

    terms: Terms
    bot: str = ""
    """The kind of the bots at all other seats; empty for people."""


@dataclass(frozen=True)
class OtherGame:
    """The answer of someone who wants another kind of game first."""

    key: str


def other_game(key: str, step: int = 1) -> OtherGame:
    games = keys()
    return OtherGame(games[(games.index(key) + step) % len(games)])


def other_kind(key: str, value: Chosen) -> Choice[Chosen]:
    name, *others = (title_of(each) for each in sorted(keys(), key=lambda each: each != key))
    words = _("Game: {game}  ←→  ({others})").format(game=name, others=listed(others, conjunction=False))
    return Choice(words, value, _("Enter, or {key:form.game}: another kind of game.").format(key=KEY))


class ChooseInGame(ChooseOne[Chosen]):
    """A question about one kind of game, from which another kind can be reached."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "other_game(-1)", show=False),
        Binding("right", "other_game(1)", show=False),
        *bindings({"form.game": "other_game(1)"}),
    ]

    key: str
    other: OtherGame | None = None
    has_others = True

    def action_other_game(self, step: int) -> None:
        if self.has_others:
            self.other = other_game(self.key, step)
            self.dismiss(None)


class ChooseClock(ChooseOne[str]):
    """A clock for a table; its result is what `clock.TimeControl` reads, empty for no clock, or None for no choice."""

    CSS_PATH = stylesheet("dialogs/choose_one.tcss")

    def __init__(self, control: str) -> None:
        super().__init__()
        self.control = control

    @override
    def question(self) -> str:
        return _("How much time do both players have? Esc: back.")

    @override
    def choices(self) -> list[Choice[str]]:
        return [Choice(control_in_words(each) or _("No clock"), each, control_explained(each)) for each in CONTROLS]

    def on_mount(self) -> None:
        self.menu.highlighted = CONTROLS.index(self.control)


class TableForm(Form[Wanted | OtherGame]):
    """What is agreed on with a game of some kind; its result is that, another kind of game, or None.

    Args:
        last: What was chosen last for a game of this kind: the fields begin with that.
        against_bots: Whether bots take all other seats at once; there is no clock then.
        switched: Whether another kind was asked about just before: then the next one is a key away, too.
    """

    CSS_PATH: ClassVar[list[str | PurePath]] = [stylesheet("new_game/form.tcss"), stylesheet("lobby/table_form.tcss")]
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [*bindings({"form.game": "other_game(1)"})]

    def __init__(self, key: str, asked: str, last: Wanted, *, against_bots: bool, switched: bool = False) -> None:
        super().__init__()
        self.switched, self.key, self.rules_of = switched, key, key
        self.asked, self.last, self.against_bots = asked, last, against_bots
        self.of_kind = KindFields(kind_of(key), places=last.terms.places, chosen=last.terms.options, at_home=False)
        self.levels = tuple(kind_of(key).levels())

    @override
    def heading(self) -> str:
        return self.asked

    @override
    def begins(self) -> str:
        return _("Begin") if self.against_bots else _("Make the table")

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        yield hint("form.game", pgettext("a kind", "game"), gives="other_game(1)")
        yield from super().key_hints()

    @override
    def fields(self) -> ComposeResult:
        games = keys()
        yield form_row(_("Game"), ChoiceRow(*map(title_of, games), id="game", chosen=games.index(self.key)))
        yield self.of_kind.seats_field()
        if self.against_bots:
            bots = [level.kind for level in self.levels]
            at = next((bots.index(kind) for kind in (self.last.bot, "beginner") if kind in bots), 0)
            yield form_row(_("Bots"), ChoiceRow(*(level.words for level in self.levels), id="bot", chosen=at))
        yield from self.of_kind.option_fields()
        if not self.against_bots:
            clocks = (control_in_words(control) or _("none") for control in CONTROLS)
            yield form_row(_("Clock"), ChoiceRow(*clocks, id="clock", chosen=CONTROLS.index(self.last.terms.control)))

    def on_mount(self) -> None:
        self.query_one("#game" if self.switched else "#seats").focus()

    @override
    def explain(self, field: Widget) -> str:
        if isinstance(field, ChoiceRow) and field.id == "clock":
            return control_explained(CONTROLS[field.chosen])
        if field.id != "seats" or self.against_bots:
            return ""
        words = _("The game begins when all seats are taken. You can begin sooner, with fewer or with bots.")
        return words if len(self.of_kind.seats) > 1 else ""

    @on(ChoiceRow.Changed, "#clock")
    def _clock_changed(self, event: ChoiceRow.Changed) -> None:
        self.show_explanation(self.explain(event.choice_row))

    @on(ChoiceRow.Changed, "#game")
    def _game_changed(self, event: ChoiceRow.Changed) -> None:
        self.dismiss(OtherGame(keys()[event.chosen]))

    def action_other_game(self, step: int) -> None:
        self.dismiss(other_game(self.key, step))

    @override
    def take(self) -> None:
        control = "" if self.against_bots else CONTROLS[self.query_one("#clock", ChoiceRow).chosen]
        bot = self.levels[self.query_one("#bot", ChoiceRow).chosen].kind if self.against_bots else ""
        terms = agreed(self.key, self.of_kind.count(self), self.of_kind.options(self), control=control)
        self.dismiss(Wanted(terms, bot))


def who_watches() -> str:
    return _("Everyone here can watch it. For one that nobody finds: {key:lobby.private}, then a bot.").format(key=KEY)


class TableQuestions:
    """Questions to the maker of a table for a kind of game, or to a player of bots."""

    def __init__(self, key: str, ask: Ask, *, switched: bool = False) -> None:
        self.key, self._ask, self._switched = key, ask, switched

    async def table(self, asked: str, last: Terms, rating: str) -> Wanted | OtherGame | None:
        """Ask what is agreed on with a new table.

        Args:
            rating: What is said of the player's rating; empty where the game can't be rated.
        """
        return await self._form(asked, Wanted(last), against_bots=False)

    async def against_bots(self, last: Wanted, tables: TableActions) -> Wanted | OtherGame | None:
        asked = _("A game against bots. Esc: none.")
        return await self._form("\n".join((asked, who_watches())), last, against_bots=True)

    async def _form(self, asked: str, last: Wanted, *, against_bots: bool) -> Wanted | OtherGame | None:
        form = TableForm(self.key, asked, last, against_bots=against_bots, switched=self._switched)
        answer: Wanted | OtherGame | None = await self._ask(form)
        return answer

    async def bot(self, asked: str) -> str | None:
        chosen: str | None = await self._ask(ChooseLevel(kind_of(self.key), asked))
        return chosen


Question = Callable[[TableQuestions, Wanted], Awaitable[Wanted | OtherGame | None]]
"""Asks something about a kind of game, of which a game was chosen last."""


class LastWanted:
    """The games that someone has chosen last, of each kind."""

    def __init__(self) -> None:
        self.key = ""
        """The kind of the last one of all; empty for none."""
        self._wanted: dict[str, Wanted] = {}

    def last(self, key: str) -> Wanted:
        return self._wanted.get(key, Wanted(Terms(game=key)))

    async def choose(self, ask: Ask, question: Question, first: str) -> Wanted | None:
        """Return the game that someone chooses now, of whatever kind; None for none."""
        key, switched = self.key or first, False
        while True:
            last = self.last(key)
            answer = await question(questions_of(key)(key, ask, switched=switched), last)
            if not isinstance(answer, OtherGame):
                break
            key, switched = answer.key, True
        if answer is None:
            return None
        if answer.bot:  # a game against bots has no clock, and isn't rated
            kept = replace(answer, terms=replace(answer.terms, control=last.terms.control, rated=last.terms.rated))
        else:
            kept = replace(answer, bot=last.bot)
        self.key, self._wanted[key] = key, kept
        return answer
