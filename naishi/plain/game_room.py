"""What players and watchers of a game have in common in line mode."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence, Set
from enum import Enum
from typing import Any

from naishi.common.errors import NaishiError
from naishi.common.i18n import _, quoted
from naishi.games.naishi.editor.replay import NaishiReplay
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.rules.phase import Phase
from naishi.plain.answers import answer
from naishi.plain.ascii_text import folded
from naishi.plain.commands import ACTIONS, SKIP, CommandWord, UnknownCommandError
from naishi.plain.context import Context, HomeContext
from naishi.plain.lessons import choosing
from naishi.plain.parsing import action_of, find_level
from naishi.plain.room import LOOK, MORE, Room, groups_of
from naishi.plain.settings_command import value_of
from naishi.plain.telling import Telling
from naishi.sessions import PACES, Ask, Participant, Session


class Left(Enum):
    """How somebody left a game."""

    QUIT = "quit"
    REMATCH = "rematch"


class GameRoom(Room):
    """What players and watchers of a game have in common, at home and far away."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._told_failure = ""
        """Why a bot can't go on, as it was said last; empty where all was well since."""

    def help_groups(self) -> dict[str, tuple[str, ...]]:
        """Return the ids of the commands, in groups with a title."""
        return groups_of(
            look=LOOK,
            act=("what", *sorted(ACTIONS), SKIP, "advice"),
            back=("last", "log", "undo", "redo", "replay", "side"),
            game=("pause", "continue", "step", "pace", "retry", "replace", "rematch"),
            more=MORE,
        )

    def when_over(self) -> str:
        """Say what can be done once the game is over."""
        return _("Type rematch, replay, log, score or quit.")

    async def take_part(self, me: Participant, telling: Telling, command: CommandWord, words: Sequence[str]) -> None:
        """Do what a player says, or answer what is asked."""
        match command.id:
            case "undo":
                before = me.view
                await me.undo()
                telling.undone(before, me)
            case "redo":
                await me.redo()
                telling.news(me)
            case "what" if me.view.phase is Phase.OVER and not words:
                answer(me.view, command.id, words, self.context)
                self.console.write(self.when_over())
            case "view":
                self.console.answer(view=me.view)
            case verb if verb in ACTIONS or verb == SKIP:
                await me.play(action_of(verb, words, me.view))
                telling.news(me)
            case "retry" | "replace" | "pace":
                await self.run_bots(me, command, words)
            case _:
                answer(me.view, command.id, words, self.context)

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
                me.set_pace(PACES[_pace(words)])
                self.console.write(_("Set."))

    def tell_failure(self, me: Participant) -> None:
        """Say why a bot can't go on, and what can be done about it; each failure once."""
        before, self._told_failure = self._told_failure, me.bots.failure
        if self._told_failure and self._told_failure != before:
            self.console.write(self._told_failure, self.failure_help())
            self.console.show(self.look(me), me)

    def failure_help(self) -> str:
        """Say what can be done once a bot has failed."""
        return _("Type retry, replace strong, undo or quit.")

    def level(self, typed: str) -> str | None:
        """Return the kind of the bot that a word means; None where it means none."""
        return find_level(typed)

    def look(self, me: Participant) -> Any:
        """Return what a participant may be shown now."""
        return me.view


class SessionRoom(GameRoom):
    """A game at home: it is played or watched in this process."""

    context: HomeContext

    def __init__(self, context: HomeContext, session: Session) -> None:
        super().__init__(context)
        self.session = session
        self.how = Left.QUIT
        """How the game was left."""
        self.begun: Game | None = None
        """A new game that somebody has begun from a moment of this one."""

    @abstractmethod
    async def play(self) -> Left:
        """Play or watch until the game is left."""

    def find(self, word: str) -> CommandWord:
        """Find the command that a word means; say of one that begins a lesson or puzzle that it is for home."""
        try:
            return super().find(word)
        except UnknownCommandError:
            if any(folded(word) in {each.id, folded(each.word)} for each in choosing()):
                words = _("{typed} is a command of home. To go there, type quit.")
                raise UnknownCommandError(words.format(typed=quoted(word))) from None
            raise

    def begin(self) -> None:
        """Begin to read, and say to a program which game this is."""
        self.enter()
        game = self.session.game
        self.console.opened(self.session.store.id, tuple(player.kind for player in game.players), game.key)

    def settings_changed(self) -> None:
        """Have the bots act as fast as the settings say now."""
        self.session.pace = PACES[self.context.settings.pace]

    def play_again(self, me: Participant) -> None:
        """Leave the game for a rematch.

        Raises:
            NaishiError: The game isn't over.
        """
        if Ask.REMATCH not in me.allowed:
            raise NaishiError(_("You can ask for a rematch once the game is over."))
        self.how, self.left = Left.REMATCH, True

    async def look_back(self) -> Set[int]:
        """Look at the game from its beginning; return the seats whose players have read hidden cards there."""
        from naishi.plain.replay import PlainReplay  # noqa: PLC0415 - not before it is wanted

        room = PlainReplay(self.context, NaishiReplay(self.session.game), self.context.studies)
        await room.run()
        self.begun, self.left = room.begun, room.begun is not None
        if room.left and not self.left:
            self.console.write(_("Back in the game."))
        self.enter()
        return room.sides.readers


def _pace(words: Sequence[str]) -> str:
    value = value_of("pace", " ".join(words))
    if value not in PACES:
        raise NaishiError(_("Say how fast: instant, quick or relaxed."))
    return str(value)
