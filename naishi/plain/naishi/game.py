"""Naishi being played in line mode at home; on a server, `match` has more."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from typing_extensions import override

from naishi.common.i18n import _
from naishi.games.naishi.rules.actions import Give
from naishi.games.naishi.rules.cards import Phase
from naishi.plain.console import ACTIONS, SKIP, Commands, CommandWord, commands, spectating, watching
from naishi.plain.naishi.answers import answer
from naishi.plain.naishi.home import replay_room
from naishi.plain.naishi.parsing import action_of
from naishi.plain.naishi.telling import Telling
from naishi.plain.room import LOOK, MORE, Context, Room, groups_of
from naishi.plain.session_room import PlayingRoom, SessionRoom, SpectatingRoom, WatchingRoom
from naishi.plain.table_telling import Narrator
from naishi.sessions import Participant

if TYPE_CHECKING:
    from naishi.plain.replay_room import ReplayRoom


async def take_part(
    context: Context, me: Participant, narrator: Narrator, command: CommandWord, words: Sequence[str]
) -> None:
    """Do what a player of Naishi says, or answer what is asked. Raises NaishiError: it isn't possible."""
    match command.id:
        case "undo" | "redo" | "withdraw":
            await narrator.take_back(me, command.id)
        case "view":
            context.console.answer(view=me.view)
        case verb if verb in ACTIONS or verb == SKIP:
            before, action = me.view, action_of(verb, words, me.view)
            await me.play(action)
            if isinstance(action, Give) and before.dealt is not None and me.view.events == before.events:
                chosen = _("Chosen: {card}. It is given once {name} has chosen, too. To choose again: withdraw.")
                other = before.names[1 - before.seat]
                context.console.write(chosen.format(card=before.dealt[action.which - 1].noun, name=other))
            narrator.news(me)
        case _:
            answer(me.view, command.id, words, context)


class _NaishiRoom(SessionRoom):
    """What playing and watching Naishi at home have in common."""

    @override
    def help_groups(self) -> dict[str, tuple[str, ...]]:
        return groups_of(
            look=LOOK,
            act=("what", *sorted(ACTIONS), SKIP, "advice"),
            back=("last", "log", "undo", "redo", "replay", "side"),
            game=("pause", "continue", "step", "pace", "retry", "replace", "rematch"),
            more=MORE,
        )

    @override
    def replay_room(self) -> "ReplayRoom":
        return replay_room(self.context, self.session.game, public_only=False)


class PlainGame(_NaishiRoom, PlayingRoom):
    """A person, or several who pass the keyboard on, at one game."""

    @override
    def narrator(self) -> Narrator:
        return Telling(self.context)

    @override
    def commands(self) -> Commands:
        return commands()

    @override
    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        assert self._viewer is not None  # noqa: S101 - someone has sat down
        me, telling = self._seats[self._viewer], self._telling[self._viewer]
        match command.id:
            case verb if verb in ACTIONS or verb == SKIP:
                await me.play(action_of(verb, words, me.view))
                telling.news(me, turned_up=self._listens_on(me))
            case "rematch":
                self.play_again(me)
            case "replay":
                self.look_away(await self.look_back())
            case "retry" | "replace" | "pace":
                await self.run_bots(me, command, words)
            case "what" if me.view.phase is Phase.OVER and not words:
                answer(me.view, command.id, words, self.context)
                self.console.write(self.when_over())
            case _:
                await take_part(self.context, me, telling, command, words)


class _Watched(Room):
    """Room of someone who watches Naishi."""

    me: Any

    def narrator(self) -> Narrator:
        return Telling(self.context, you=False)

    def answer(self, command: CommandWord, words: Sequence[str]) -> None:
        if command.id == "view":
            self.console.answer(view=self.me.view)
        else:
            answer(self.me.view, command.id, words, self.context, you=False)


class PlainWatching(_Watched, _NaishiRoom, WatchingRoom):
    """Bots that play each other."""

    @override
    def commands(self) -> Commands:
        return watching()


class PlainSpectating(_Watched, SpectatingRoom):
    """A game that is open elsewhere."""

    @override
    def commands(self) -> Commands:
        return spectating()
