"""Form for a new game of any kind."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import partial
from pathlib import PurePath
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input, Label

from naishi.common.i18n import _
from naishi.tabletop.chance import OutcomeNeededError, Tape
from naishi.tabletop.kinds import Level
from naishi.tabletop.players import NAME_LENGTH, check_different, unlike
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.messages import StartGame
from naishi_tui.new_game.naishi import NewGameScreen
from naishi_tui.table.canvas import LETTERS
from naishi_tui.table.questions import TypeOutcome
from naishi_tui.widgets.menu import ChoiceRow, Field


class GameForm(NewGameScreen):
    """How many play, who they are, and what they agree on; a line for each player."""

    CSS_PATH: ClassVar[list[str | PurePath]] = [stylesheet("new_game/form.tcss"), stylesheet("new_game/new_game.tcss")]
    DEFAULT_CLASSES = "-any-game"
    AUTO_FOCUS = "#seats"

    def __init__(self, kind: Any, people: Sequence[str]) -> None:
        """Begin with the people who played last; bots take the seats that are left.

        Args:
            kind: The kind of game.
            people: Their names.
        """
        self.kind = kind
        self.rules_of = kind.key
        self.levels = tuple(kind.levels())
        self.rows = tuple(kind.option_rows())
        known = [*people][: kind.seats[-1]] or [_("Player {number}").format(number=1)]
        unnamed = (_("Player {number}").format(number=seat + 1) for seat in range(len(known), kind.seats[-1]))
        super().__init__([*known, *unnamed])
        self._seen: Tape = ()
        """What came of draws of the set-up that were made on a real table."""
        self.people = len(known)
        """How many seats begin with a person."""
        usual = next((place for place, level in enumerate(self.levels) if level.kind == "beginner"), 0)
        self.kinds = [0 if seat < self.people else usual + 1 for seat in range(kind.seats[-1])]

    def heading(self) -> str:
        """Return the name of the game."""
        return _("New game: {game}").format(game=self.kind.title())

    def begins(self) -> str:
        """Say what begins the game."""
        return _("Begin")

    def bots(self) -> Sequence[Level]:
        """Return the bots that may play."""
        return self.levels

    def about_pin(self) -> str:
        """Say what a PIN is for, in words of any game."""
        return _("A PIN keeps what you hide covered until you enter it.")

    def explained(self, level: int) -> str:
        """Say nothing of a level: its word says how strong it is."""
        return ""

    def fields(self) -> ComposeResult:
        """Lay out how many play, a line for each, and what they agree on."""
        counts, least = [str(count) for count in self.kind.seats], self.kind.seats[0]
        with Horizontal(classes="field"):
            yield Label(Content(_("Players")))
            yield ChoiceRow(*counts, id="seats", chosen=max(self.people - least, 0))
        given: list[str] = []
        for seat, name in enumerate(self.names):
            level = self.kinds[seat]
            given.append(unlike(self.levels[level - 1].player_name, given) if level else name)
            with Horizontal(classes="field player", id=f"player-{seat}"):
                yield Label(Content(LETTERS[seat]), classes="letter")
                yield Field(given[-1], max_length=NAME_LENGTH, compact=True, classes="name", id=f"name-{seat}")
                words = [_("person"), *(each.words for each in self.levels)]
                yield ChoiceRow(*words, id=f"kind-{seat}", chosen=level)
                yield Field(
                    password=True, placeholder=_("no PIN"), max_length=32, compact=True, classes="pin", id=f"pin-{seat}"
                )
        for row in self.rows:
            with Horizontal(classes="field"):
                yield Label(Content(row.label[:1].upper() + row.label[1:]))
                yield ChoiceRow(*(words for _value, words in row.values), id=f"option-{row.name}")
        yield from self._agreed()

    def _agreed(self) -> ComposeResult:
        with Horizontal(classes="field"):
            yield Label(Content(_("Seats")))
            yield ChoiceRow(_("as above"), _("random"), id="order")
        with Horizontal(classes="field"):
            yield Label(Content(_("Undo")))
            yield ChoiceRow(_("allowed"), _("off"), id="undo")
        with Horizontal(classes="field"):
            yield Label(Content(_("Code")))
            yield Field(placeholder=_("random, or any word or number"), max_length=40, compact=True, id="seed")

    @property
    def count(self) -> int:
        """How many play."""
        return int(self.kind.seats[self.query_one("#seats", ChoiceRow).chosen])

    def on_mount(self) -> None:
        """Show a line for each who plays."""
        self.show_seats()

    @on(ChoiceRow.Changed, "#seats")
    def show_seats(self) -> None:
        """Show as many lines of players as there are."""
        for seat in range(len(self.names)):
            self.query_one(f"#player-{seat}").display = seat < self.count

    def rename(self, seat: int, level: int) -> None:
        """Give a seat the name of its bot, unlike all others, or that of a person again."""
        field = self.query_one(f"#name-{seat}", Input)
        bots = [bot.player_name for bot in self.levels]
        if field.value == self.names[seat] or any(field.value.startswith(name) for name in bots):
            others = [self.query_one(f"#name-{each}", Input).value for each in range(len(self.names)) if each != seat]
            field.value = unlike(bots[level - 1], others) if level else self.names[seat]

    def message(self) -> StartGame:
        """Return what begins the game that the form describes.

        Raises:
            NaishiError: A name or a PIN is invalid, or a draw has to be made on a real table first.
        """
        players = [self.player(seat) for seat in range(self.count)]
        check_different(players)
        if self.query_one("#order", ChoiceRow).chosen:
            secrets.SystemRandom().shuffle(players)
        options = {
            row.name: row.values[self.query_one(f"#option-{row.name}", ChoiceRow).chosen][0] for row in self.rows
        }
        options["undo"] = "off" if self.query_one("#undo", ChoiceRow).chosen else "free"
        begin = partial(self.kind.new, players, options, self.query_one("#seed", Input).value.strip())
        seen, self._seen = self._seen, ()
        try:
            return StartGame(begin(seen) if seen else begin())
        except OutcomeNeededError as needed:
            self.app.push_screen(TypeOutcome(needed), partial(self._outcome_seen, (*seen,), needed.name))
            raise

    def _outcome_seen(self, seen: Tape, name: str, outcome: Any) -> None:
        if outcome is not None:
            self._seen = (*seen, (name, outcome))
            self.action_begin()
