"""Line mode before and after a game: which one to play."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from naishi.common.errors import NaishiError
from naishi.common.formats import listed
from naishi.common.i18n import _, ngettext
from naishi.game.bot_names import player_name
from naishi.game.game import Game
from naishi.game.record import HUMAN, Player, clean_name
from naishi.lessons import Progress
from naishi.plain.answers import rules_text
from naishi.plain.commands import CommandWord, find, find_level
from naishi.plain.console import Console
from naishi.plain.game import Left, PlainGame
from naishi.plain.lessons import PlainLessons
from naishi.plain.settings_command import set_setting, setting_lines
from naishi.saves import OpenGame, Saves, Summary
from naishi.saves.rescue import rescue
from naishi.sessions import PACES, Session

if TYPE_CHECKING:
    from naishi.settings.layers import Layers


class PlainHome:
    """Asks which game to play, and plays it."""

    def __init__(self, saves: Saves, console: Console, layers: Layers) -> None:
        self.saves = saves
        self.console = console
        self.layers = layers
        self.unsaved = False
        """Whether a game was played that couldn't be saved in its folder."""

    async def run(self) -> None:
        """Ask until it is left."""
        self._greet()
        while (line := self.console.read(_("naishi> "))) is not None:
            words = line.split()
            if not words:
                continue
            try:
                command = find(words[0], _commands())
                if command.id == "quit":
                    return
                await self._obey(command.id, words[1:])
            except NaishiError as error:
                self.console.refuse(error)

    async def play(self, opened: OpenGame) -> None:
        """Play a game, and rematches, until somebody leaves."""
        while await self._play_one(opened) is Left.REMATCH:
            opened = self.saves.create(opened.game.rematch())
        if opened.unsaved is None and self.console.interactive:
            self.console.write(_("Saved. naishi --plain resume {id} continues it.").format(id=opened.id))

    async def _play_one(self, opened: OpenGame) -> Left:
        """Play a game; whatever ends it, say where it is if its folder refused it."""
        session = Session(opened.game, opened, pace=PACES[self.layers.effective.pace])
        game = PlainGame(session, self.console, self.layers)
        try:
            return await game.play()
        finally:
            self.layers = game.layers
            session.close()
            said = rescue(opened)
            self.unsaved |= opened.unsaved is not None
            self.console.hand_over("")
            if said:
                with suppress(OSError):  # the terminal may be gone
                    self.console.trouble(said)

    async def learn(self) -> None:
        """Go through the lessons and the puzzles that aren't solved yet."""
        await PlainLessons(self.console, self.layers, Progress()).run()

    def _greet(self) -> None:
        games = [entry for entry in self.saves.list() if isinstance(entry, Summary) and not entry.finished]
        self.console.write(
            _("Naishi, a card game for two."),
            ngettext("{count} unfinished game.", "{count} unfinished games.", len(games)),
            _("Type {words}.").format(
                words=listed((command.word for command in _commands().values()), conjunction=False)
            ),
        )

    async def _obey(self, command: str, words: Sequence[str]) -> None:
        match command:
            case "new":
                await self.play(self.saves.create(self._new_game(words)))
            case "resume":
                await self.play(self.saves.open(words[0] if words else self._latest()))
            case "learn":
                await self.learn()
            case "saves":
                self._list()
            case "delete" if words:
                self.saves.delete(words[0])
                self.console.write(_("Deleted. naishi restore {id} brings it back.").format(id=words[0]))
            case "settings":
                self.console.write(*setting_lines(self.layers))
            case "set":
                self.layers = await set_setting(self.layers, words)
                self.console.write(_("Set."))
            case "rules":
                self.console.write(*rules_text())
            case _:
                self.console.write(_commands()[command].help)

    def _latest(self) -> str:
        latest = self.saves.latest()
        if latest is None:
            raise NaishiError(_("There is no unfinished game. Type new."))
        return latest.id

    def _list(self) -> None:
        entries = (*self.saves.list(), *self.saves.examples())
        if not entries:
            self.console.write(_("No saved games."))
        for entry in entries:
            if not isinstance(entry, Summary):
                self.console.write(_("{name}: {problem}").format(name=entry.id, problem=entry.error))
            elif entry.example:
                self.console.write(_("{id}: an example, {first} and {second}, round {round}.").format(**_gaps(entry)))
            elif entry.finished:
                self.console.write(_("{id}: {first} and {second}, finished.").format(**_gaps(entry)))
            else:
                self.console.write(_("{id}: {first} and {second}, round {round}.").format(**_gaps(entry)))

    def _new_game(self, words: Sequence[str]) -> Game:
        """Ask who plays, unless the line says so: two names, a bot's level standing for a bot."""
        answers = list(words[:2])
        questions = (
            _("Who goes first? A name, or beginner, intermediate, strong or master for a bot: "),
            _("Who plays second? A name, or a bot's level: "),
        )
        for question in questions[len(answers) :]:
            answer = self.console.read(question)
            if answer is None:
                raise NaishiError(_("A game needs two players."))
            answers.append(answer)
        first, second = map(_player, answers)
        if first.name == second.name:
            raise NaishiError(_("The two players need different names."))
        return Game.new(players=(first, second))


def _player(answer: str) -> Player:
    if level := find_level(answer):
        return Player(name=clean_name(player_name(level)), kind=level)
    return Player(name=clean_name(answer), kind=HUMAN)


def _gaps(entry: Summary) -> dict[str, object]:
    return {"id": entry.id, "first": entry.names[0], "second": entry.names[1], "round": entry.round}


def _commands() -> dict[str, CommandWord]:
    listed = (
        CommandWord(
            "resume", _("resume"), _("resume"), _("Continue the game played last, or another one: resume k4m.")
        ),
        CommandWord("new", _("new"), _("new Aiko strong"), _("Start a new game; a bot's level stands for that bot.")),
        CommandWord("learn", _("learn"), _("learn"), _("Learn the game in eight short lessons, and solve puzzles.")),
        CommandWord("saves", _("saves"), _("saves"), _("The saved games.")),
        CommandWord("delete", _("delete"), _("delete k4m"), _("Move a saved game to the trash: delete k4m.")),
        CommandWord("settings", _("settings"), _("settings"), _("The settings and their values.")),
        CommandWord("set", _("set"), _("set hints off"), _("Change a setting: set hints off.")),
        CommandWord("rules", _("rules"), _("rules"), _("The rules.")),
        CommandWord("quit", _("quit"), _("quit"), _("Leave.")),
    )
    return {command.id: command for command in listed}
