"""Game rooms of any kind, for players and watchers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.plain.commands import CommandWord
from naishi.plain.context import Context
from naishi.plain.room import Room
from naishi.plain.settings_command import value_of
from naishi.sessions import PACES, Ask, Participant


class GameRoom(Room):
    """What players and watchers of a game have in common, at home and far away."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._told_failure = ""
        """Why a bot can't go on, as it was said last; empty where all was well since."""

    def when_over(self) -> str:
        """Say what can be done once the game is over."""
        return _("Type rematch, replay, log, score or quit.")

    async def run_bots(self, me: Participant, command: CommandWord, words: Sequence[str]) -> None:
        """Do what changes how the bots go on."""
        match command.id:
            case "retry":
                me.retry()
                self._told_failure = ""
            case "replace":
                wanted = " ".join(words)
                await me.replace_bot(self.level(wanted) or wanted)
                self._told_failure = ""
            case "pace":
                if refusal := me.refusal(Ask.PACE):
                    raise NaishiError(refusal)
                pace = _pace(words)
                me.set_pace(PACES[pace])
                self.console.write(_("Set for this game. For all games: set pace {pace}.").format(pace=pace))

    def tell_failure(self, me: Participant) -> None:
        """Say why a bot can't go on, and what can be done about it; each failure once."""
        before, self._told_failure = self._told_failure, me.bots.failure
        if self._told_failure and self._told_failure != before:
            self.console.write(self._told_failure, self.failure_help())
            self.console.show(self.look(me), me)

    def failure_help(self) -> str:
        """Say what can be done once a bot has failed."""
        return _("Type retry, replace and a level, undo or quit.")

    @abstractmethod
    def level(self, typed: str) -> str | None:
        """Return the kind of the bot that a word means; None where it means none."""

    def look(self, me: Participant) -> Any:
        """Return what a participant may be shown now."""
        return me.view


def _pace(words: Sequence[str]) -> str:
    value = value_of("pace", " ".join(words))
    if value not in PACES:
        raise NaishiError(_("Say how fast: instant, quick or relaxed."))
    return str(value)
