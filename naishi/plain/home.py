"""Line mode before and after a game."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from naishi.common.errors import NaishiError, SaveInUseError, SaveNotFoundError
from naishi.common.formats import listed
from naishi.common.i18n import _, ngettext, pgettext
from naishi.common.paths import saves_folder
from naishi.games.naishi.editor.replay import NaishiReplay
from naishi.games.naishi.game.bot_names import known_levels
from naishi.games.naishi.game.game import Game, of_naishi
from naishi.games.naishi.game.record import Options
from naishi.games.naishi.lessons import Place, Progress
from naishi.plain.commands import Commands, CommandWord, alone, by_id, common
from naishi.plain.console import Console
from naishi.plain.context import HomeContext
from naishi.plain.naishi.game import Left, PlainGame, SessionRoom
from naishi.plain.naishi.lessons import PlainLessons, check_left, choosing, chosen, course_lines
from naishi.plain.naishi.new_game import expansion_among, new_game
from naishi.plain.naishi.parsing import find_bot
from naishi.plain.naishi.watching import PlainSpectating, PlainWatching
from naishi.plain.new_table import NAISHI, against_bots, game_named, games_lines, new_table
from naishi.plain.replay_room import ReplayRoom
from naishi.plain.room import MORE, Room
from naishi.plain.saved_games import AT_ONCE, SavedGames, as_typed_here, of_saves
from naishi.plain.speech import folded
from naishi.plain.table_replay import TableReplay
from naishi.plain.table_room import TableGame, TableSpectating, TableWatching
from naishi.saves import OpenGame, Saves, Summary, read_file
from naishi.saves.open_save import rescue
from naishi.sessions import PACES, Session, Spectator
from naishi.sessions.replay import Replay
from naishi.sessions.series import AllSeries, with_winner
from naishi.tabletop.game import Game as AnyGame
from naishi.tabletop.players import Player

if TYPE_CHECKING:
    from naishi.settings.layers import Layers


def at_home() -> Commands:
    """The commands outside a game."""
    own = (
        alone(
            "resume", _("resume"), _("Continue the game played last, or another one: resume k4m.")
        ),
        CommandWord(
            "new", _("new"), _("new Aiko strong"),
            _(
                "Start a new game; a level stands for a bot. Behind both players: seed and a word, random, noundo, "
                "pin, expansion."
            ),
        ),
        alone(
            "games", pgettext("a command", "games"), _("The other games that can be played here, and how to begin one.")
        ),
        CommandWord(
            "sample", _("sample"), _("sample ninjato"),
            _("Part of another game with comments, step by step; then your first game of it."),
            whole=True,
        ),
        alone("learn", _("learn"), _("Learn the game in eight short lessons, and solve puzzles.")),
        *choosing(),
        alone(
            "exercises", _("exercises"), _("Your own mistakes that are due today, to do better.")
        ),
        CommandWord(
            "bot", _("bot"), _("bot strong"),
            _("Play a bot at once; alone: the same as the last time; bot strong expansion: with the expansion.")
        ),
        CommandWord("replay", _("replay"), _("replay k4m"), _("Look at a saved game step by step.")),
        CommandWord("analyse", _("analyse"), _("analyse k4m"), _("Accuracy, luck and mistakes of a finished game.")),
        CommandWord("watch", _("watch"), _("watch k4m"), _("Watch a game that is open in another window.")),
        alone(
            "statistics", _("statistics"), _("How everybody has done; statistics Aiko: one person.")
        ),
        alone("edit", _("edit"), _("Set up any position, and play or analyse from it.")),
        *of_saves(),
    )  # fmt: skip
    return by_id(own, common())


class PlainHome(Room):
    """Asks which game to play, and plays it."""

    context: HomeContext

    def __init__(self, saves: Saves, console: Console, layers: Layers) -> None:
        super().__init__(HomeContext(console=console, layers=layers, saves=saves))
        self.saves = saves
        self._saved_games = SavedGames(saves)
        self._all_series = AllSeries()
        self._greeted = False
        """Whether somebody was asked here before, and comes back."""

    @property
    def prompt(self) -> str:
        """What stands before the line that is typed."""
        return _("naishi> ")

    @property
    def unsaved(self) -> bool:
        """Whether a game was played that couldn't be saved in its folder."""
        return self.context.unsaved

    def commands(self) -> Commands:
        """Return what can be typed at home."""
        return at_home()

    def help_groups(self) -> dict[str, tuple[str, ...]]:
        """Return the ids of the commands, in groups with a title."""
        return {
            _("Play"): ("resume", "new", "bot", "games", "watch"),
            _("Learn"): ("learn", "sample", "lessons", "lesson", "puzzles", "puzzle", "exercises"),
            _("Saved games"): ("saves", "replay", "analyse", "rename", "delete", "trash", "restore", "empty"),
            _("More"): ("statistics", "edit", *MORE),
        }

    def enter(self) -> None:
        """Greet."""
        self.console.write(_("Naishi, a card game for two."))
        unfinished = self.saves.last_played().unfinished is not None
        if self.saves.has_at_most(AT_ONCE):
            games = [entry for entry in self.saves.list() if isinstance(entry, Summary) and not entry.finished]
            unfinished = bool(games)
            self.console.write(ngettext("{count} unfinished game.", "{count} unfinished games.", len(games)))
        self.console.write(
            _("Type resume, new or learn; help names everything else.")
            if unfinished
            else _("Type learn or new; help names everything else.")
        )
        self._greeted = True
        super().enter()

    def _come_back(self, room: Room) -> None:
        """Read here again, and say so to whoever has left another room for this one."""
        if room.left and self._greeted:
            self.console.write(_("Back at home."), _("Type resume, new or learn; help names everything else."))
        super().enter()

    async def play(self, opened: OpenGame) -> None:
        """Play a game of any kind, and rematches, until somebody leaves."""
        won = self._all_series.before(opened.game, opened.created)
        while (following := await self._play_one(opened)) is not None:
            won = with_winner(won, opened.game.result, [player.name for player in opened.game.players])
            if won and following.actions == ():
                scores = (_("{what} {value}").format(what=name, value=won[name]) for name in sorted(won))
                self.console.write(_("Games won: {scores}.").format(scores=listed(scores, conjunction=False)))
            opened = self.saves.create(following)
            self._all_series.begin(opened.game, opened.created, won)
        super().enter()

    async def _play_one(self, opened: OpenGame) -> AnyGame | None:
        """Play a game; return the one to go on with, if there is one."""
        session = Session(opened.game, opened, pace=PACES[self.context.settings.pace])
        if opened.game.key == NAISHI:
            room: SessionRoom = (PlainGame if session.people else PlainWatching)(self.context, session)
        else:
            room = (TableGame if session.people else TableWatching)(self.context, session)
        try:
            how = await room.play()
        finally:
            session.close()
            self._say_where_it_is(opened)
        if how is Left.REMATCH:
            again: AnyGame = opened.game.rematch()
            return again
        return room.begun

    def _say_where_it_is(self, opened: OpenGame) -> None:
        """Say what became of a game that is left, however that came."""
        said = rescue(opened)
        self.context.unsaved |= opened.unsaved is not None
        self.console.hand_over("")
        with suppress(OSError):  # the terminal may be gone
            if said:
                self.console.trouble(said)
            if opened.unsaved is None and not opened.untouched and self.console.interactive:
                over = opened.game.result is not None
                command = "naishi --plain"
                if self.saves.folder != saves_folder():
                    command = f"{command} --saves {shlex.quote(str(self.saves.folder))}"
                continues = _("Saved. {command} resume {id} continues it.")
                shows = _("Saved. {command} replay {id} shows it again.")
                self.console.write_exactly((shows if over else continues).format(command=command, id=opened.id))
            self.console.opened("", ("", ""))

    async def replay(self, game: str) -> None:
        """Look at a saved game.

        Raises:
            NaishiError: It can't be read.
        """
        try:
            found = self.saves.spectate(game)
        except SaveNotFoundError:
            if not (path := Path(game)).exists():
                raise
            recorded, elsewhere = read_file(path).game, False
        else:
            recorded, elsewhere = found.game, found.owner is not None
        if recorded.key == NAISHI:
            await self._look_at(NaishiReplay(of_naishi(recorded), public_only=elsewhere))
        else:
            await self._look_at(Replay(recorded, public_only=elsewhere))

    async def _look_at(self, replay: Replay, *first: str) -> None:
        """Look at a game; then play what was begun from it."""
        if isinstance(replay, NaishiReplay):
            from naishi.plain.naishi.replay import PlainReplay  # noqa: PLC0415 - not before it is wanted

            room: ReplayRoom = PlainReplay(self.context, replay, self.context.studies)
        else:
            room = TableReplay(self.context, replay)
        if first:
            await room.take(" ".join(first))
        await room.run()
        self.console.hand_over("")
        self.console.opened("", ("", ""))
        if room.begun is None:
            self._come_back(room)
        else:
            await self.play(self.saves.create(room.begun))

    async def learn(self, place: Place | None = None) -> None:
        """Go through the lessons and the puzzles, from a task on; by default from the first that isn't solved.

        Raises:
            NaishiError: Everything is solved.
        """
        progress = Progress()
        if place is None:
            check_left(progress)
        lessons = PlainLessons(self.context, progress, place)
        await lessons.run()
        self._come_back(lessons)

    async def sample(self, key: str) -> None:
        """Go through the sample of a game; then begin one, if that is wanted.

        Raises:
            NaishiError: There is no sample of it.
        """
        from naishi.plain.sample import PlainSample  # noqa: PLC0415 - not before it is wanted

        room = PlainSample(self.context, key)
        await room.run()
        if room.wants_to_play:
            level = [each.kind for each in room.kind.levels() if each.kind == "beginner"]
            await self.play(self.saves.create(against_bots(self.saves, key, level)))
        else:
            self._come_back(room)

    async def edit(self, text: str = "") -> None:
        """Set up a position; then play from it, if that is wanted.

        Raises:
            NaishiError: The text is no position.
        """
        from naishi.plain.naishi.editor import PlainEditor  # noqa: PLC0415 - not before it is wanted

        room = PlainEditor(self.context, text, self.saves.last_played().two_names())
        await room.run()
        if room.begun is None:
            self._come_back(room)
        else:
            await self.play(self.saves.create(room.begun))

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        """Do what a command says.

        Raises:
            SaveNotFoundError: There is no such game; the text names the command of this place.
        """
        try:
            await self._obey(command, words)
        except SaveNotFoundError as error:
            raise SaveNotFoundError(as_typed_here(str(error))) from None

    async def _obey(self, command: CommandWord, words: Sequence[str]) -> None:
        match command.id:
            case "new":
                await self.play(self.saves.create(await self._new(words)))
            case "games":
                self.console.write(*games_lines())
            case "bot" if words and (key := game_named(words[0])) not in {None, NAISHI}:
                await self.play(self.saves.create(against_bots(self.saves, str(key), words[1:])))
            case "bot":
                words = words[1:] if words and game_named(words[0]) else words
                module, level = expansion_among(words)
                players = self._against_bot(" ".join(level))
                await self.play(self.saves.create(Game.new(players=players, options=Options(expansion=module))))
            case "resume" | "watch" | "replay" | "analyse":
                await self._open(command.id, words[0] if words else self._latest(command), words[1:])
            case "learn" | "sample":
                await (self.learn() if command.id == "learn" else self.sample(folded(" ".join(words)) or NAISHI))
            case "lessons" | "puzzles":
                self.console.write(*course_lines(command.id, Progress()))
            case "lesson" | "puzzle":
                await self.learn(Place(chosen(command, words)))
            case "exercises" | "statistics" | "edit":
                await self._look_back(command.id, " ".join(words))
            case _:
                lines = self._saved_games.obey(command, words)
                self.console.write(next(lines))  # at once: a long list takes a while to be read
                self.console.write(*lines)

    async def _new(self, words: Sequence[str]) -> AnyGame:
        """Begin the game that the first word names; by default Naishi."""
        key = game_named(words[0]) if words else None
        if key in {None, NAISHI}:
            return await new_game(self.console, words[1:] if key else words)
        return await new_table(self.console, str(key), words[1:])

    async def _open(self, how: str, game: str, rest: Sequence[str]) -> None:
        """Open a saved game, to play it or to look at it."""
        match how:
            case "resume":
                await self._resume(game)
            case "watch":
                await self._watch(game)
            case "replay":
                await self.replay(game)
            case _:
                found = self.saves.spectate(game)
                replay = NaishiReplay(of_naishi(found.game), public_only=found.owner is not None)
                await self._look_at(replay, how, *rest)

    async def _look_back(self, where: str, rest: str) -> None:
        """Go where numpy is needed, which is not imported before."""
        match where:
            case "exercises":
                from naishi.plain.naishi.study import PlainExercises  # noqa: PLC0415

                book = self.context.studies.book
                exercises = PlainExercises(self.context, book, await book.due())
                await exercises.run()
                self._come_back(exercises)
            case "statistics":
                from naishi.plain.naishi.statistics import statistics_lines  # noqa: PLC0415

                self.console.write(*statistics_lines(self.saves.folder, rest))
            case _:
                await self.edit(rest)

    async def _resume(self, game: str) -> None:
        try:
            opened = self.saves.open(game)
        except SaveInUseError as error:
            raise SaveInUseError(_("{why} To watch it: watch {id}.").format(why=error, id=game), error.owner) from None
        await self.play(opened)

    async def _watch(self, game: str) -> None:
        """Watch a game that is open elsewhere; continue it here, if that is wanted."""
        watched = self.saves.spectate(game)
        key, spectator = watched.game.key, Spectator(watched)
        room = (
            PlainSpectating(self.context, spectator)
            if key == NAISHI
            else TableSpectating(self.context, spectator, key, watched.game.players)
        )
        if await room.watch():
            await self.play(self.saves.open(game))
        else:
            self._come_back(room)

    def _against_bot(self, level: str) -> tuple[Player, Player]:
        """Seat a person and a bot, as the last time; who goes first is drawn.

        Raises:
            NaishiError: There is no such level.
        """
        kind = find_bot(level) if level else ""
        if kind is None:
            raise NaishiError(_("Say which bot, as in bot strong: {levels}.").format(levels=known_levels()))
        return self.saves.last_played().against_bot(kind)

    def _latest(self, command: CommandWord) -> str:
        """Return the id of the game played last that a command can be about."""
        if command.id in {"replay", "analyse"}:
            played = self.saves.newest()
            found = next((each for each in played if each.finished or command.id == "replay"), None)
            if found is None:
                raise NaishiError(_("Say which game: {usage}. saves lists them.").format(usage=command.usage))
            return found.id
        latest = self.saves.latest()
        if latest is None:
            raise NaishiError(_("There is no unfinished game. Type new."))
        return latest.id
