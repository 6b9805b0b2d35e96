"""A better line than a game's own in line mode, action by action; it isn't the game, and says so."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from naishi.common.errors import NaishiError
from naishi.common.i18n import _, pgettext
from naishi.games.naishi.text.sentences import sentence
from naishi.plain.answers import answer
from naishi.plain.choices import weigh_aloud
from naishi.plain.commands import Commands, CommandWord, alone, by_id, common, looking
from naishi.plain.context import Context
from naishi.plain.facts import turned_up_lines
from naishi.plain.parsing import find_number
from naishi.plain.room import LOOK, MORE, Room, groups_of

if TYPE_CHECKING:
    from naishi.games.naishi.analysis.choices import WeighedTurn
    from naishi.games.naishi.editor.better_line import BetterLine
    from naishi.games.naishi.editor.replay import NaishiReplay
    from naishi.games.naishi.game.game import Game


def walking() -> Commands:
    """The commands of a better line."""
    own = (
        alone("next", pgettext("a command", "next"), _("One action on; next turn: to the next turn.")),
        alone("previous", _("previous"), _("One action back; previous turn: to the turn before.")),
        alone("back", pgettext("a command", "back"), _("Back to the game.")),
    )
    return by_id(own, looking(), common())


class Weighed(NamedTuple):
    """What was weighed last."""

    ply: int
    """At which moment."""
    seat: int | None
    """From which side; None for the public."""
    game: Game
    choices: tuple[WeighedTurn, ...]


class ReplayChoices:
    """What could be done at a moment of a replay, and the line that would have followed."""

    def __init__(self, context: Context, replay: NaishiReplay) -> None:
        self.context, self.me = context, replay
        self._weighed: Weighed | None = None

    async def weigh(self, depth: str) -> Weighed:
        """Tell the best actions of the seat to act at this moment, as far as it could know.

        Raises:
            NaishiError: There is nothing to choose, or it would show what the game still hides.
        """
        game = self.me.to_weigh()
        if not self.me.revealed and not self.context.settings.advice:
            raise NaishiError(_("Advice is off; it can be switched on in the settings."))
        about = _("Chances to win, as far as {name} could know in round {round}.")
        self.context.console.write(about.format(name=self.me.players[game.turn or 0].name, round=game.round))
        choices = await weigh_aloud(self.context.console, game, depth)
        self._weighed = Weighed(self.me.ply, self.me.seat, game, choices)
        return self._weighed

    async def show_line(self, command: CommandWord, words: Sequence[str]) -> None:
        """Go through the line after one of the choices, the best one if none is named.

        Raises:
            NaishiError: There is none of this number.
        """
        from naishi.games.naishi.editor.better_line import play_better_line  # noqa: PLC0415 - not before it is wanted

        weighed = self._kept() or await self.weigh("quick")
        chosen = weighed.choices[find_number(words, len(weighed.choices), command) - 1 if words else 0]
        line = await asyncio.to_thread(play_better_line, weighed.game, chosen.turn)
        await PlainBetterLine(self.context, line).run()
        self.context.console.write(_("Back in the game."))

    def _kept(self) -> Weighed | None:
        """What was weighed at this moment, unless somebody else has asked for it in a game that isn't over."""
        kept = self._weighed
        here = kept is not None and kept.ply == self.me.ply
        return kept if here and kept is not None and (self.me.revealed or kept.seat == self.me.seat) else None


class PlainBetterLine(Room):
    """A line that wasn't played, read action by action."""

    def __init__(self, context: Context, line: BetterLine) -> None:
        """Begin after its first action."""
        super().__init__(context)
        self.me = line

    @property
    def prompt(self) -> str:
        """What stands before the line that is typed."""
        return _("better line> ")

    def commands(self) -> Commands:
        """Return what can be typed here."""
        return walking()

    def help_groups(self) -> dict[str, tuple[str, ...]]:
        """Return the ids of the commands, in groups with a title."""
        return {_("Move"): ("next", "previous", "back"), **groups_of(look=LOOK, back=("last", "log"), more=MORE)}

    def enter(self) -> None:
        """Say what this is, and the first action."""
        self.console.write(_("This is a better line, not the game. Type next, previous or back."))
        self._tell()
        super().enter()

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        """Do what a command says."""
        match command.id:
            case "back":
                self.left = True
            case "next" | "previous":
                before, step = self.me.ply, 1 if command.id == "next" else -1
                turns = bool(words) and words[0] in {"turn", pgettext("a command", "turn")}
                self.me.go_by_turns(step) if turns else self.me.go(before + step)
                if self.me.ply == before:
                    self.console.write(_("This is the end of the line.") if step > 0 else _("The line begins here."))
                else:
                    self._tell()
            case _:
                answer(self.me.view, command.id, words, self.context, you=False)

    def _tell(self) -> None:
        """Say where this is, and what would have been done there."""
        line, view = self.me, self.me.view
        if line.ply == line.start:
            self.console.write(_("The line begins here."))
            return
        self.console.write(
            _("Better line, action {number} of {count}.").format(
                number=line.ply - line.start, count=line.length - line.start
            )
        )
        done = view.events[-1:]
        self.console.write(*(sentence(event, view.names) for event in done), *turned_up_lines(view, done))
