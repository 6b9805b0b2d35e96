"""Lessons and puzzles on a server in lines; what is solved is kept with the account."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from naishi.games.naishi.lessons import Place
from naishi.games.naishi.lessons.daily import puzzle_of, today
from naishi.plain.commands import CommandWord
from naishi.plain.lessons import PlainLessons, check_left, chosen, course_lines
from naishi.plain.server.inner_room import InnerRoom
from naishi.plain.server.room import ServerRoom
from naishi.server.play.kept_progress import KeptProgress

LEARNING = ("learn", "lessons", "lesson", "puzzles", "puzzle", "today")
"""The commands that are done here."""


class Learner:
    """Somebody in the lobby who learns."""

    def __init__(self, lobby: ServerRoom, back: Callable[[], None]) -> None:
        """Begin with what isn't read yet.

        Args:
            lobby: Where it is typed.
            back: Has somebody be there again.
        """
        self._lobby, self._back = lobby, back
        self._progress = KeptProgress(lobby.visitor)

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        """Do what one of `LEARNING` says.

        Raises:
            NaishiError: It isn't possible.
        """
        await self._progress.load()
        match command.id:
            case "learn":
                check_left(self._progress)
                await self._work_on(None)
            case "lessons" | "puzzles":
                self._lobby.console.write(*course_lines(command.id, self._progress))
            case "today":
                await self._work_on(Place(puzzle_of(today())))
            case _:
                await self._work_on(Place(chosen(command, words)))

    async def _work_on(self, place: Place | None) -> None:
        """Work on tasks from one on, until that is left."""
        room = PlainLessons(self._lobby.context, self._progress, place)
        await InnerRoom(self._lobby.context, self._lobby.news, room).run()
        self._back()
