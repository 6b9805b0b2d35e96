"""Games of any kind at home: played, watched, or open elsewhere."""

import asyncio
from abc import abstractmethod
from collections.abc import Iterator, Sequence, Set
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from naishi.common.i18n import NaishiError, UnknownCommandError, _
from naishi.plain.console import CommandWord, find, folded, handing_over
from naishi.plain.new_table import NAISHI
from naishi.plain.room import Context, HomeContext, Room, ask_pin, follow, value_of, whose_view
from naishi.plain.table_answers import level_of
from naishi.plain.table_telling import Narrator
from naishi.sessions import PACES, Ask, Participant, Session, Spectator
from naishi.sessions.one_keyboard import PinEntry, PinHandover, is_covered, is_covered_at_table, next_viewer
from naishi.sessions.session import SeatParticipant
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import Player

if TYPE_CHECKING:
    from naishi.plain.replay_room import ReplayRoom
    from naishi.tabletop.game import Game


class GameRoom(Room):
    """What players and watchers of a game have in common, at home and far away."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._told_failure = ""
        """Why a bot can't go on, as it was said last; empty where all was well since."""

    @property
    @abstractmethod
    def key(self) -> str:
        """The key of the kind of game."""

    def when_over(self) -> str:
        return _("Type rematch, replay, log, score or quit.")

    async def run_bots(self, me: Participant, command: CommandWord, words: Sequence[str]) -> None:
        match command.id:
            case "retry":
                me.retry()
                self._told_failure = ""
            case "replace":
                wanted = " ".join(words)
                await me.replace_bot(level_of(kind_of(self.key), wanted) or wanted)
                self._told_failure = ""
            case "pace":
                if refusal := me.refusal(Ask.PACE):
                    raise NaishiError(refusal)
                pace = str(value_of("pace", " ".join(words)))
                if pace not in PACES:
                    raise NaishiError(_("Say how fast: instant, quick or relaxed."))
                me.set_pace(PACES[pace])
                self.console.write(_("Set for this game. For all games: set pace {pace}.").format(pace=pace))

    def tell_failure(self, me: Participant) -> None:
        """Say why a bot can't go on, and what can be done about it; each failure once."""
        before, self._told_failure = self._told_failure, me.bots.failure
        if self._told_failure and self._told_failure != before:
            example = _("Type retry, replace strong, undo or quit.")
            general = _("Type retry, replace and a level, undo or quit.")
            self.console.write(self._told_failure, example if self.key == NAISHI else general)
            self.console.show(self.look(me), me)

    def look(self, me: Participant) -> Any:
        return me.view


class SessionRoom(GameRoom):
    """A game at home: it is played or watched in this process."""

    context: HomeContext

    def __init__(self, context: HomeContext, session: Session) -> None:
        super().__init__(context)
        self.session = session
        self.again = False
        self.begun: Game | None = None

    @property
    def key(self) -> str:
        return str(self.session.game.key)

    @abstractmethod
    async def play(self) -> None:
        """Play or watch until the game is left."""

    @abstractmethod
    def narrator(self) -> Narrator:
        """Return what tells one person, or several who listen together, what happens."""

    def begin(self) -> None:
        self.enter()
        game = self.session.game
        self.console.opened(self.session.store.id, tuple(player.kind for player in game.players), game.key)

    def settings_changed(self) -> None:
        self.session.pace = PACES[self.context.settings.pace]

    def play_again(self, me: Participant) -> None:
        """Leave the game for a rematch. Raises NaishiError: the game isn't over."""
        if Ask.REMATCH not in me.allowed:
            raise NaishiError(_("You can ask for a rematch once the game is over."))
        self.again = self.left = True

    @abstractmethod
    def replay_room(self) -> "ReplayRoom":
        """Return the room that replays the game from its beginning."""

    async def look_back(self) -> Set[int]:
        """Look at the game from its beginning; return the seats whose players have read hidden cards there."""
        room = self.replay_room()
        await room.run()
        self.begun, self.left = room.begun, room.begun is not None
        if room.left and not self.left:
            self.console.write(_("Back in the game."))
        self.enter()
        return room.sides.readers


PATIENCE = 2.0
"""Seconds of silence after which it is said that a bot is thinking."""


class PlayingRoom(SessionRoom):
    """A person, or several who pass the keyboard on, at one game."""

    def __init__(self, context: HomeContext, session: Session) -> None:
        super().__init__(context, session)
        people = session.people
        self._seats = {seat: SeatParticipant(session, seat, one_keyboard=len(people) > 1) for seat in people}
        self._viewer: int | None = None
        """The seat whose person is at the keyboard and has said so."""
        self._clearing_told = False
        """Whether it was said how to clear what was heard before."""
        self._uncovered = False
        """Whether someone's cards were read out since the last cover."""
        together = self.narrator()
        self._telling = {seat: self.narrator() if self._is_covered else together for seat in people}
        """What each person has heard; those who play with open Hands hear everything together."""

    def when_over(self) -> str:
        if self._viewer is not None and Ask.UNDO in self._seats[self._viewer].allowed:
            return _("Type rematch, replay, log, score, undo or quit.")
        return super().when_over()

    def more_help(self) -> Iterator[str]:
        if len(self._seats) > 1:
            yield _(
                "When you pass the keyboard on, clear has the terminal forget everything, so that nobody can scroll "
                "back to your cards."
            )

    async def play(self) -> None:
        """Play until the game is left. Raises NaishiError: a script asked for something that isn't possible."""
        self.begin()
        while not self.left:
            me = await self._seated()
            if me is None:
                break
            await self._bots_act(me)
            if self._must_sit_down(me.seat):
                continue
            self._telling[me.seat].ask(me, self.when_over())
            line = await self.console.read(self.prompt)
            if line is None:
                break
            await self.take(line)

    def look_away(self, readers: Set[int]) -> None:
        """Have the person at the keyboard sit down again where the other one has read their own cards meanwhile."""
        assert self._viewer is not None  # noqa: S101 - someone has asked for the replay
        if readers - {self._viewer}:
            self._viewer = None
        else:
            self.console.hand_over(self.session.game.players[self._viewer].name)

    def _listens_on(self, me: SeatParticipant) -> bool:
        return not self._is_covered or not me.view.awaited or me.seat in me.view.awaited

    @property
    def _is_covered(self) -> bool:
        """Whether one of two people at the keyboard hides their Hand from the other."""
        players, handover = self.session.game.players, self.context.settings.handover
        return len(self._seats) > 1 and any(is_covered(players, seat, handover) for seat in self._seats)

    async def _bots_act(self, me: SeatParticipant) -> None:
        """Tell what bots do, as they do it, until a person has to act or a bot has failed."""
        self.session.start()
        loop, heard = asyncio.get_running_loop(), len(me.view.events)
        thinking: asyncio.TimerHandle | None = None
        async for _revision in self.session.revisions.since(-1):
            if thinking is not None:
                thinking.cancel()
            self._telling[me.seat].news(me)
            if self.context.settings.bell == "always" and len(me.view.events) > heard:
                self.console.ring()
            if (seat := self.session.bots.thinking) is None:
                break
            thinking = loop.call_later(PATIENCE, self._say_that_it_thinks, seat)
        if self.context.settings.bell == "turn" and len(me.view.events) > heard:
            self.console.ring()
        self.tell_failure(me)

    def _say_that_it_thinks(self, seat: int) -> None:
        self.console.write(_("{name} is thinking.").format(name=self.session.game.players[seat].name))

    def _must_sit_down(self, viewer: int) -> bool:
        """Whether the person at the keyboard, after what bots have done, has to sit down first, or another one has."""
        return next_viewer(self.session, viewer) != viewer

    async def _seated(self) -> SeatParticipant | None:
        """Have the person sit down whose turn it is; None where they leave instead."""
        before = self._viewer
        while (seat := next_viewer(self.session, self._viewer)) != self._viewer:
            self._viewer = None
            self.console.hand_over(None)
            if not await self._uncover(seat):
                if self.left:
                    return None
                continue
            self.console.hand_over(self.session.game.players[seat].name)
            self._viewer, self._uncovered = seat, True
            together = before is not None and self._hears_on()
            tell = self._telling[seat].heard_beside if together else self._telling[seat].news
            tell(self._seats[seat])
            self._telling[seat].ask_again()
        return self._seats[seat]

    def _hears_on(self) -> bool:
        is_open: bool = self.session.game.is_open
        return is_open

    async def _uncover(self, seat: int) -> bool:
        """Hide what the other player read, and let only the player of a seat go on, until all cards are open."""
        game = self.session.game
        if not game.is_private(seat):
            return True
        if self._uncovered and self._is_covered:
            self.console.cover()
            if self.console.interactive and not self._clearing_told:
                self._clearing_told = True
                self.console.write(_("Whoever scrolls back reads it all: to have the terminal forget it, type clear."))
        self._uncovered = False
        if not is_covered_at_table(game, seat, self.context.settings.handover):
            return True
        player = game.players[seat]
        if len(self._seats) > 1 and self.console.interactive and not await self._is_alone(player):
            return False
        return player.pin is None or await self._gives_pin(seat)

    async def _gives_pin(self, seat: int) -> bool:
        """Ask for a player's PIN until it is given; False where they leave, or the other player is asked to drop it."""
        pin, helped = PinHandover(self.session.game.players, seat, self.context.pin_attempts), False
        while (typed := await ask_pin(self.context, pin.player)) is not None:
            if not typed:
                continue
            if not (refusal := pin.refusal(typed)):
                return True
            if folded(typed) in {"quit", folded(_("quit"))}:
                break
            if folded(typed) in {"forgotten", folded(_("forgotten"))} and pin.others:
                await self._ask_to_drop(pin)
                return False
            self.console.refuse(NaishiError(refusal))
            if not helped:
                helped = True
                self.console.write(*filter(None, [pin.forgotten_help()]), _("To leave the game, type quit."))
        self.left = True
        return False

    async def _ask_to_drop(self, pin: PinHandover) -> None:
        """Let a player go on without a PIN, if another one agrees: with their own PIN, where they have one."""
        for other in pin.others:
            self.console.write(pin.question(other.player))
            if agreed := await self._agrees(other):
                break
        if agreed:
            await self.session.drop_pin(pin.seat)
            self.console.write(_("{name} plays on without a PIN.").format(name=pin.player.name))
            covered = is_covered_at_table(self.session.game, pin.seat, self.context.settings.handover)
            if self.console.interactive and not covered:  # else the player is asked to sit down anyway
                self.left = await self.console.read(self._asked_to_sit_down(pin.player)) is None
        else:
            self.console.write(_("The PIN stays."))

    async def _agrees(self, other: PinEntry) -> bool:
        if other.player.pin is None:
            return folded(await self.console.ask(_("Type yes to agree: ")) or "") in {"yes", folded(_("yes"))}
        typed = await ask_pin(self.context, other.player)
        if refusal := other.refusal(typed) if typed else "":
            self.console.refuse(NaishiError(refusal))
        return bool(typed) and not refusal

    def _asked_to_sit_down(self, player: Player) -> str:
        return _("The keyboard is {name}'s. Press Enter when you are alone. ").format(name=player.name)

    async def _is_alone(self, player: Player) -> bool:
        """Ask the next person to sit down; before they do, the last action can be undone."""
        line = await self.console.read(self._asked_to_sit_down(player))
        if line is None or not line.strip():
            self.left = line is None
            return not self.left
        try:
            match self._meant(line):
                case "undo":
                    await self._undo_unseen()
                case "quit":
                    self.left = True
                case "clear":
                    self.console.write(
                        _("What was shown is gone.")
                        if self.console.clear()
                        else _("This terminal can't be cleared from here: clear its history by its menu.")
                    )
                case _:
                    self.console.write(
                        _(
                            "Press Enter alone to go on. undo: undo the last action. clear: clear the terminal. "
                            "quit: leave."
                        )
                    )
        except NaishiError as error:
            self.console.write(str(error))
        return False

    def _meant(self, line: str) -> str:
        """Return the id of the command that is typed while the keyboard is passed on; empty for none."""
        try:
            return find(line.split(maxsplit=1)[0], handing_over()).id
        except UnknownCommandError:
            return ""

    async def _undo_unseen(self) -> None:
        """Undo the last action while nobody's cards are shown; what was undone is said in words for everybody."""
        public, notice = self.session.join(), self.session.undo_notice()
        before = public.view
        await self._seats[next_viewer(self.session)].undo()
        said = next(iter(self._telling.values())).undone_lines(before, public.view)
        self.console.write(*said, *filter(None, [notice]))
        for seat, telling in self._telling.items():
            telling.forget(self._seats[seat].view)


class WatchingRoom(SessionRoom):
    """Bots that play each other; whoever watches sees what everybody at the table sees, or looks from a seat."""

    def __init__(self, context: HomeContext, session: Session) -> None:
        super().__init__(context, session)
        self.me = session.join(0)
        self._public = session.join()
        self._telling = self.narrator()

    async def play(self) -> None:
        """Watch until it is left. Raises NaishiError: a script asked for something that isn't possible."""
        self.begin()
        self.console.write(_("Enter alone pauses the bots. Type help for more."))
        self.session.start()
        async with aclosing(follow(self, self.session.revisions.since(-1))) as lines:
            async for line in lines:
                if line is None:
                    self._tell()
                else:
                    by_enter = next((ask.value for ask in (Ask.CONTINUE, Ask.PAUSE) if ask in self.me.allowed), "")
                    await self.take(line if line.strip() else by_enter)
                if self.left or (line is None and self._nothing_comes()):
                    return

    def _tell(self) -> None:
        over = not self._public.view.awaited
        self._telling.news(self._public)
        self.tell_failure(self.me)
        if over and self.console.interactive:
            self.console.write(self.when_over())

    def _nothing_comes(self) -> bool:
        status = self.session.bots
        return not self.console.interactive and (self.session.over or status.paused or bool(status.failure))

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        match command.id:
            case "pause":
                self.me.pause()
                self.console.write(_("Paused. Enter alone: continue. step: one action."))
            case "continue":
                self.me.resume()
            case "step":
                self.me.step()
            case "side":
                seat = 0 if self.me.seat is None else self.me.seat + 1
                self.me = self.session.join(seat if seat < len(self.session.game.players) else None)
                self.console.write(whose_view(self.me))
            case "retry" | "replace" | "pace":
                await self.run_bots(self.me, command, words)
            case "rematch":
                self.play_again(self.me)
            case "replay":
                await self.look_back()
            case _:
                self.answer(command, words)

    @abstractmethod
    def answer(self, command: CommandWord, words: Sequence[str]) -> None:
        """Answer what is asked."""


class SpectatingRoom(Room):
    """A game that is open elsewhere."""

    def __init__(self, context: Context, spectator: Spectator, game: "Game") -> None:
        super().__init__(context)
        self.me, self._game = spectator, game
        self.taken_over = False
        self._telling = self.narrator()
        self._owner: object = ""

    @abstractmethod
    def narrator(self) -> Narrator:
        """Return what tells what happens."""

    async def watch(self) -> bool:
        """Watch until it is left; return whether the game is to be continued here."""
        self.enter()
        self.console.opened(self.me.id, ("",) * len(self._game.players), self._game.key)
        self._tell()
        async with aclosing(follow(self, self.me.changes())) as lines:
            async for line in lines:
                if line is None:
                    self._tell()
                else:
                    await self.take(line)
                still = self.me.owner is None or not self.me.view.awaited
                if self.left or (line is None and not self.console.interactive and still):
                    break
        return self.taken_over

    def _tell(self) -> None:
        self._telling.news(self.me)
        if self.me.trouble:
            self.console.write_exactly(self.me.trouble)
        if self.me.owner != self._owner and self.me.view.awaited:
            self._owner = self.me.owner
            self.console.write(
                _("Nobody has this game open: takeover continues it here.")
                if self.me.owner is None
                else _("This game is open in {owner}; you hear what happens there.").format(owner=self.me.owner)
            )

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        if command.id == "takeover":
            if refusal := self.me.refusal(Ask.TAKE_OVER):
                self.console.write(refusal)
            else:
                self.left = self.taken_over = True
        else:
            self.answer(command, words)

    @abstractmethod
    def answer(self, command: CommandWord, words: Sequence[str]) -> None:
        """Answer what is asked."""
