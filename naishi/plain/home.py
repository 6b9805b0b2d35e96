"""Line mode before and after a game."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from naishi.common.i18n import N_, NaishiError, SaveInUseError, SaveNotFoundError, _, listed, ngettext, pgettext
from naishi.common.paths import command_on
from naishi.plain.console import Commands, CommandWord, Console, alone, by_id, common, folded, of_key
from naishi.plain.new_table import NAISHI, against_bots, game_and_rest, games_lines, new_table
from naishi.plain.replay_room import PlainSample, ReplayRoom, TableReplay
from naishi.plain.room import MORE, HomeContext, Room, own
from naishi.plain.saved_games import AT_ONCE, SavedGames, as_typed_here, of_saves, with_levels
from naishi.plain.session_room import SessionRoom, SpectatingRoom
from naishi.plain.table_room import TableGame, TableSpectating, TableWatching
from naishi.saves import OpenGame, Saves, Summary, read_file
from naishi.saves.open_save import rescue
from naishi.sessions import PACES, Session, Spectator
from naishi.sessions.one_keyboard import AllSeries, with_winner
from naishi.sessions.replay import Replay
from naishi.tabletop.game import Game as AnyGame
from naishi.tabletop.kinds import kind_of

if TYPE_CHECKING:
    from naishi.settings.schema import Layers


def at_home() -> Commands:
    known = by_id(
        (
            of_key("home.continue"),
            of_key("home.new"),
            alone(
                "games",
                pgettext("a command", "games"),
                _("The other games that can be played here, and how to begin one."),
            ),
            CommandWord(
                "sample", _("sample"), _("sample ninjato"),
                _("Part of another game with comments, step by step; then your first game of it."),
                whole=True,
            ),
            of_key("home.bot"),
            of_key("saves.replay"),
            CommandWord("watch", _("watch"), _("watch k4m"), _("Watch a game that is open in another window.")),
        ),
        own(NAISHI, "home").commands(),
    )  # fmt: skip
    order = (
        *("resume", "new", "games", "sample", "learn", "lessons", "lesson", "puzzles", "puzzle", "exercises"),
        *("bot", "replay", "analyse", "watch", "statistics", "edit"),
    )
    return by_id((known[each] for each in order), of_saves(), common())


class PlainHome(Room):
    """Asks which game to play, and plays it."""

    context: HomeContext
    asks = N_("naishi> ")

    def __init__(self, saves: Saves, console: Console, layers: "Layers") -> None:
        super().__init__(HomeContext(console=console, layers=layers, saves=saves))
        self.saves = saves
        self._saved_games = SavedGames(saves)
        self._all_series = AllSeries()
        self._own = own(NAISHI, "home")(self)
        """What only the first game has at home."""
        self._greeted = False

    def commands(self) -> Commands:
        return at_home()

    def help_groups(self) -> dict[str, tuple[str, ...]]:
        return {
            _("Play"): ("resume", "new", "bot", "games", "watch"),
            _("Learn"): ("learn", "sample", "lessons", "lesson", "puzzles", "puzzle", "exercises"),
            _("Saved games"): ("saves", "replay", "analyse", "rename", "delete", "trash", "restore", "empty"),
            _("More"): ("statistics", "edit", *MORE),
        }

    def enter(self) -> None:
        self.console.write(_("Naishi, Ninjato and Shogun in a terminal."))
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

    def come_back(self, room: Room) -> None:
        if room.left and self._greeted:
            self.console.write(_("Back at home."), _("Type resume, new or learn; help names everything else."))
        super().enter()

    async def begin(self, game: AnyGame) -> None:
        opened = self.saves.create(game)
        self._say_who_plays(_("New game of {game}: {players}."), game)
        await self.play(opened)

    def _say_who_plays(self, words: str, game: AnyGame, **gaps: str) -> None:
        names, kinds = zip(*((player.name, player.kind) for player in game.players), strict=True)
        players = listed(with_levels(game.key, names, kinds))
        self.console.write(words.format(game=kind_of(game.key).title(), players=players, **gaps))

    async def play(self, opened: OpenGame) -> None:
        """Play a game of any kind, and rematches, until someone leaves."""
        won = self._all_series.before(opened.game, opened.created)
        while (following := await self._play_one(opened)) is not None:
            won = with_winner(won, opened.game.result, [player.name for player in opened.game.players])
            if won and following.actions == ():
                scores = (_("{what} {value}").format(what=name, value=won[name]) for name in sorted(won))
                self.console.write(_("Games won: {scores}.").format(scores=listed(scores, conjunction=False)))
            opened = self.saves.create(following)
            if not following.actions:
                self._say_who_plays(_("New game of {game}: {players}."), following)
            self._all_series.begin(opened.game, opened.created, won)
        super().enter()

    async def _play_one(self, opened: OpenGame) -> AnyGame | None:
        """Play a game; return the one to go on with, if there is one."""
        session = Session(opened.game, opened, pace=PACES[self.context.settings.pace])
        made = own(opened.game.key, "play" if session.people else "watch")
        room: SessionRoom = (made or (TableGame if session.people else TableWatching))(self.context, session)
        goes_on = False
        try:
            await room.play()
            goes_on = True
        finally:
            session.close()
            self._say_where_it_is(opened, goes_on=goes_on)
        if room.again:
            again: AnyGame = opened.game.rematch()
            return again
        return room.begun

    def _say_where_it_is(self, opened: OpenGame, *, goes_on: bool) -> None:
        """Say what became of a game that is left, however that came.

        Args:
            goes_on: Whether the program is still there to continue it, so that nobody needs its whole command.
        """
        said = rescue(opened)
        self.context.unsaved |= opened.unsaved is not None
        self.console.hand_over("")
        with suppress(OSError):  # the terminal may be gone
            if said:
                self.console.trouble(said)
            if opened.unsaved is None and not opened.untouched and self.console.interactive:
                over = opened.game.result is not None
                continues, shows = _("Saved. resume {id} continues it."), _("Saved. replay {id} shows it again.")
                if not goes_on:
                    continues = _("Saved. {command} resume {id} continues it.")
                    shows = _("Saved. {command} replay {id} shows it again.")
                command = command_on(self.saves.folder, "--plain")
                self.console.write_exactly((shows if over else continues).format(command=command, id=opened.id))
            self.console.opened("", ("", ""))

    async def replay(self, game: str) -> None:
        """Look at a saved game. Raises NaishiError: it can't be read."""
        try:
            found = self.saves.spectate(game)
        except SaveNotFoundError:
            if not (path := Path(game)).exists():
                raise
            recorded, elsewhere = read_file(path).game, False
        else:
            recorded, elsewhere = found.game, found.owner is not None
        if (made := own(recorded.key, "saved replay")) is not None:
            await self.look_at(made(self.context, recorded, public_only=elsewhere))
        else:
            await self.look_at(TableReplay(self.context, Replay(recorded, public_only=elsewhere)))

    async def look_at(self, room: ReplayRoom, *first: str) -> None:
        """Look at a game, from what is said first on; then play what was begun from it."""
        if first:
            await room.take(" ".join(first))
        await room.run()
        self.console.hand_over("")
        self.console.opened("", ("", ""))
        await self.go_on_with(room.begun, room)

    async def go_on_with(self, begun: AnyGame | None, room: Room) -> None:
        if begun is None:
            self.come_back(room)
        else:
            await self.play(self.saves.create(begun))

    async def sample(self, key: str) -> None:
        """Go through the sample of a game; then begin one, if that is wanted.

        Raises NaishiError: there is no sample of it.
        """
        room = PlainSample(self.context, key)
        await room.run()
        if room.wants_to_play:
            level = [each.kind for each in room.kind.levels() if each.kind == "beginner"]
            await self.begin(against_bots(self.saves, key, level))
        else:
            self.come_back(room)

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        """Do what a command says.

        Raises SaveNotFoundError: there is no such game; the text names the command of this place.
        """
        try:
            await self._obey(command, words)
        except SaveNotFoundError as error:
            raise SaveNotFoundError(as_typed_here(str(error))) from None

    async def _obey(self, command: CommandWord, words: Sequence[str]) -> None:
        match command.id:
            case "new":
                key, words = game_and_rest(words)
                await self.begin(await (own(key, "new") or partial(new_table, key=key))(self.console, words=words))
            case "games":
                self.console.write(*games_lines())
            case "bot":
                key, words = game_and_rest(words)
                await self.begin((own(key, "against bot") or partial(against_bots, key=key))(self.saves, words=words))
            case "resume" if not words:
                await self._resume(self.latest(command), named=False)
            case "resume" | "watch" | "replay":
                does = {"resume": self._resume, "watch": self._watch, "replay": self.replay}[command.id]
                await does(words[0] if words else self.latest(command))
            case "sample":
                await self.sample(folded(" ".join(words)) or NAISHI)
            case each if each in by_id(self._own.commands()):
                await self._own.obey(command, words)
            case _:
                lines = self._saved_games.obey(command, words)
                self.console.write(next(lines))  # at once: a long list takes a while to be read
                self.console.write(*lines)

    async def _resume(self, game: str, *, named: bool = True) -> None:
        """Continue a game; one that wasn't named is said to be which."""
        try:
            opened = self.saves.open(game)
        except SaveInUseError as error:
            raise SaveInUseError(_("{why} To watch it: watch {id}.").format(why=error, id=game), error.owner) from None
        if not named:
            self._say_who_plays(_("{id}: {game}, {players}."), opened.game, id=opened.id)
        await self.play(opened)

    async def _watch(self, game: str) -> None:
        watched = self.saves.spectate(game)
        made = own(watched.game.key, "spectate") or TableSpectating
        room: SpectatingRoom = made(self.context, Spectator(watched), watched.game)
        if await room.watch():
            await self.play(self.saves.open(game))
        else:
            self.come_back(room)

    def latest(self, command: CommandWord) -> str:
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
