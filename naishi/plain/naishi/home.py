"""Naishi's own commands at home: lessons, puzzles, exercises, analyses, statistics, the editor."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from naishi.games.naishi.analysis.study import FolderStudies
from naishi.games.naishi.editor.replay import NaishiReplay
from naishi.games.naishi.game.game import of_naishi
from naishi.games.naishi.lessons import Progress
from naishi.plain.console import CommandWord, choosing, of_key
from naishi.plain.naishi.lessons import learn
from naishi.plain.new_table import NAISHI, game_named
from naishi.plain.room import HomeContext, Room
from naishi.plain.saved_games import AT_ONCE
from naishi.saves.folder import reading_words

if TYPE_CHECKING:
    from naishi.plain.home import PlainHome
    from naishi.plain.naishi.editor import PlainReplay
    from naishi.tabletop.game import Game


def replay_room(context: HomeContext, game: "Game", *, public_only: bool) -> "PlainReplay":
    """Return the replay room of a saved game, with its analysis.

    Args:
        public_only: Whether it is being played elsewhere, so that no seat may be looked from.

    Raises:
        NaishiError: It is another game.
    """
    from naishi.plain.naishi.editor import PlainReplay  # noqa: PLC0415 - not before it is wanted

    replay = NaishiReplay(of_naishi(game), public_only=public_only)
    return PlainReplay(context, replay, FolderStudies(context.saves.folder))


class NaishiHome:
    """What only Naishi has at home."""

    def __init__(self, home: "PlainHome") -> None:
        self._home, self._context = home, home.context

    @staticmethod
    def commands() -> tuple[CommandWord, ...]:
        return (
            of_key("home.learn"),
            *choosing(),
            of_key("home.mistakes"),
            of_key("saves.analyse"),
            of_key("home.statistics"),
            of_key("home.editor"),
        )

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        """Do what a command says; what needs numpy is imported only then. Raises NaishiError: it isn't possible."""
        match command.id:
            case "learn" if words and (key := game_named(words[0])) not in {None, NAISHI}:
                await self._home.sample(str(key))
            case "learn" if words and game_named(words[0]) is None:
                lesson = next(each for each in choosing() if each.id == "lesson")
                await learn(self._context, Progress(), lesson, words, self._visit)
            case "learn" | "lessons" | "puzzles" | "lesson" | "puzzle":
                await learn(self._context, Progress(), command, words, self._visit)
            case "exercises":
                from naishi.plain.naishi.study import PlainExercises  # noqa: PLC0415

                book = FolderStudies(self._context.saves.folder).book
                await self._visit(PlainExercises(self._context, book, await book.due()))
            case "analyse":
                found = self._context.saves.spectate(words[0] if words else self._home.latest(command))
                room = replay_room(self._context, found.game, public_only=found.owner is not None)
                await self._home.look_at(room, command.id, *words[1:])
            case "statistics":
                from naishi.plain.naishi.study import statistics_lines  # noqa: PLC0415

                console, saves = self._context.console, self._context.saves
                if not saves.has_at_most(AT_ONCE):
                    console.write(reading_words())
                console.write(*statistics_lines(saves.folder, " ".join(words)))
            case _:
                await self._edit(" ".join(words))

    async def _visit(self, room: Room) -> None:
        await room.run()
        self._home.come_back(room)

    async def _edit(self, text: str) -> None:
        """Set up a position; then play from it, if that is wanted."""
        from naishi.plain.naishi.editor import PlainEditor  # noqa: PLC0415

        room = PlainEditor(self._context, text, self._context.saves.last_played().two_names())
        await room.run()
        await self._home.go_on_with(room.begun, room)
