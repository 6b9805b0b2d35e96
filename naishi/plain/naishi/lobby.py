"""Naishi's commands in a server's lobby."""

from collections.abc import Callable, Sequence

from naishi.common.i18n import NaishiError, _
from naishi.games.naishi.lessons import Place
from naishi.games.naishi.lessons.puzzles import puzzle_of, today
from naishi.plain.console import CommandWord, alone, choosing, of_key
from naishi.plain.naishi.editor import PlainReplay
from naishi.plain.naishi.lessons import PlainLessons, learn
from naishi.plain.naishi.study import PlainExercises, lines_of
from naishi.plain.room import Room
from naishi.plain.server.room import InnerRoom, ServerRoom
from naishi.server.history.past_games import KeptProgress, PastGame
from naishi.server.naishi.studies import MatchStudies, own_statistics, replay_of


def replay_room(room: ServerRoom, past: PastGame) -> PlainReplay:
    """Return the replay room of a finished match, with its analysis."""
    return PlainReplay(room.context, replay_of(past), MatchStudies(room.visitor, past.match.id))


class NaishiLobby:
    """What only Naishi has in the lobby."""

    looking_back = ("exercises", "statistics")
    learning = ("learn", "lessons", "lesson", "puzzles", "puzzle", "today")

    def __init__(self, lobby: ServerRoom, back: Callable[[], None]) -> None:
        self._lobby, self._back = lobby, back
        self._progress = KeptProgress(lobby.visitor.lobby.solved, lobby.visitor)

    @staticmethod
    def commands() -> tuple[CommandWord, ...]:
        return (
            of_key("home.mistakes"),
            of_key("home.statistics", help_=_("How you have done in all your games here.")),
            of_key("lobby.learn"),
            *choosing(),
            alone("today", _("today"), _("The puzzle of the day, the same for everybody.")),
        )

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        """Do what a command says. Raises NaishiError: it isn't possible."""
        match command.id:
            case "exercises":
                book = MatchStudies(self._lobby.visitor).book
                await self._visit(PlainExercises(self._lobby.context, book, await book.due()))
            case "statistics":
                if (found := await own_statistics(self._lobby.visitor)) is None:
                    raise NaishiError(_("No game of yours is over yet."))
                self._lobby.console.write(*lines_of(found))
            case "today":
                await self._progress.load()
                await self._visit(PlainLessons(self._lobby.context, self._progress, Place(puzzle_of(today()))))
            case _:
                await self._progress.load()
                await learn(self._lobby.context, self._progress, command, words, self._visit)

    async def _visit(self, room: Room) -> None:
        await InnerRoom(self._lobby.context, self._lobby.news, room).run()
        self._back()
