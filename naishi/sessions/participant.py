"""Participant: one viewer's view and possible actions."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from typing_extensions import override

from naishi.common.i18n import N_, IllegalActionError, _
from naishi.tabletop.chance import OutcomeNeededError, Tape
from naishi.tabletop.game import Game, Result

Playable = Any
"""An action of the kind of game, or its text."""


class Ask(StrEnum):
    """What a participant can ask for. Screens offer what `Participant.allowed` holds, and branch on nothing else."""

    PLAY = "play"
    """Act: the viewer is awaited."""
    ADVISE = "advise"
    """Have a bot judge the viewer's decision."""
    HAND_OVER = "hand over"
    """Hand the keyboard over to another person, who is awaited."""
    UNDO = "undo"
    REDO = "redo"
    WITHDRAW = "withdraw"
    """Withdraw one's own choice that nobody else has seen yet."""
    PAUSE = "pause"
    CONTINUE = "continue"
    PACE = "pace"
    RETRY = "retry"
    REPLACE_BOT = "replace bot"
    SUPPLY = "supply"
    """Type what a draw has given on a real table that an action of a bot waits for."""
    TAKE_OVER = "take over"
    """Continue a game that nobody has open any more."""
    BRANCH = "branch"
    """Begin something new with a moment of a replay: a game, a position, a line that wasn't played."""
    OTHER_SIDE = "other side"
    REPLAY = "replay"
    REMATCH = "rematch"
    AGREEMENT = "agreement"
    """Ask the other player, far away, to agree to something, answer what they ask for, or resign."""
    TALK = "talk"
    """Say something to the other player, far away, or report them."""


class BotDraw(NamedTuple):
    """A draw that an action of a bot waits for: it is made on a real table, by people."""

    seat: int
    needed: OutcomeNeededError

    def question(self, names: Sequence[str], *, aids: bool = True) -> str:
        return _("For {name}: {draw}").format(name=names[self.seat], draw=self.needed.question(names, aids=aids))


@dataclass(frozen=True, slots=True)
class BotStatus:
    """What the bots of a session are doing."""

    thinking: int | None = None
    """The seat whose bot is choosing; None where none is."""
    paused: bool = False
    """Whether they wait until someone resumes them."""
    failure: str = ""
    """Why a bot that is awaited can't go on, as a sentence; empty where all is well."""
    draw: BotDraw | None = None
    """What the people at the table have to draw for a bot before it can go on."""


class Change(NamedTuple):
    """What happened, and the view after it."""

    events: tuple[Any, ...]
    """What was done since the last change, oldest first; empty if something was undone or a bot started thinking."""
    view: Any


class Participant(ABC):
    """One viewer of a game: it shows no more than the viewer may know, and does no more than the viewer may do.

    This base class refuses everything; a seat or a watcher allows what it can.
    """

    @property
    @abstractmethod
    def view(self) -> Any:
        """The game as the viewer may know it now: the `View` of its kind."""

    @property
    def allowed(self) -> frozenset[Ask]:
        """What can be asked for now."""
        return frozenset()

    @property
    def bots(self) -> BotStatus:
        """What the bots are doing."""
        return BotStatus()

    @property
    def trouble(self) -> str:
        """Why the newest state is not stored, or can't be shown; empty where all is well."""
        return ""

    @property
    def kinds(self) -> tuple[str, ...]:
        """Who plays, by seat: `human`, or the kind of a bot; nothing where that is nobody's to know here."""
        return ()

    @property
    def standings(self) -> tuple[str, ...]:
        """How strong each player is, by seat, in a word or a number, where that is known; nothing where it never is."""
        return ()

    @property
    def ended_early(self) -> str:
        """How the players ended the game before its end, as a sentence; empty where they haven't."""
        return ""

    @property
    def result(self) -> Result | None:
        """Ranks and points once the game is over; None before."""
        result: Result | None = self.view.result
        return result

    @property
    def placing(self) -> str:
        """Who is first in a game that was played to its end, and who had left it; empty where nobody had."""
        return ""

    @property
    def unrated(self) -> tuple[str, ...]:
        """Why a game that was to be rated hasn't counted, at length and in short; nothing for any other one."""
        return ()

    @property
    def elsewhere(self) -> str:
        """In which other program the game is open, as a sentence; empty where it is played here."""
        return ""

    @property
    def note(self) -> str:
        """What the viewer should know beside the game, such as what the other player offers; empty for nothing."""
        return ""

    @property
    def asked_for(self) -> tuple[str, Ask] | None:
        """What news the viewer may answer, as it stands in `note`, and by what; None where there is nothing."""
        return None

    @property
    def clock(self) -> tuple[str, ...]:
        """What the players have left of their time, at length and in short; nothing where there is no clock."""
        return ()

    @property
    def goes_on_without(self) -> bool:
        """Whether the game goes on where the viewer leaves it: then that needs no second thought."""
        return False

    @property
    def in_company(self) -> bool:
        """Whether others may look on at the same screen whenever the viewer needn't be alone to act."""
        return False

    @property
    def can_undo_at_all(self) -> bool:
        """Whether undo is a thing in this game, for this viewer; what can be undone now is in `allowed`."""
        return False

    @property
    def undo_notice(self) -> str:
        """What should be known of undoing now, such as that what was revealed stays known; empty for nothing."""
        return ""

    @property
    def pace(self) -> float:
        """The least time between two actions of bots, in seconds."""
        return 0.0

    async def changes(self) -> AsyncIterator[Change]:
        """Yield whenever something has changed since this was called; a slow reader gets the newest change, no queue.

        Ends when the session is closed, and at once where nothing ever happens.
        """
        for change in tuple[Change, ...]():
            yield change

    def refusal(self, ask: Ask) -> str:
        """Return why something can't be asked for now; empty if it can."""
        return "" if ask in self.allowed else self._why_not(ask)

    def check(self, ask: Ask) -> None:
        """Make sure that something can be asked for now. Raises IllegalActionError: it can't; the text says why."""
        if ask not in self.allowed:
            raise IllegalActionError(self._why_not(ask))

    async def play(self, action: Playable) -> None:
        """Play an action; it is stored when this returns, or `trouble` says why not.

        Raises InvalidActionError: the text is no action; IllegalActionError: it isn't possible now; the text says why,
        and nothing has changed.
        """
        raise IllegalActionError(self._why_not(Ask.PLAY))

    async def play_with(self, action: Playable, seen: Tape) -> None:
        """Play an action whose draws were seen on a real table.

        Raises IllegalActionError: that isn't possible here, or the action isn't; ChanceError: what was seen is
        impossible; OutcomeNeededError: there is a further draw to be seen.
        """
        raise IllegalActionError(_("What a real tower lets fall can be typed in only where all sit at one table."))

    async def supply(self, outcome: Any) -> None:
        """Type what a draw has given that an action of a bot waits for.

        Raises IllegalActionError: none waits, or not for this viewer; ChanceError: it is impossible.
        """
        raise IllegalActionError(self._why_not(Ask.SUPPLY))

    async def undo(self) -> None:
        """Undo all actions back to the last one of a person.

        Raises IllegalActionError: there is nothing to undo, or undo is off.
        """
        raise IllegalActionError(self._why_not(Ask.UNDO))

    async def redo(self) -> None:
        """Redo what was undone last, up to the next decision of a person.

        Raises IllegalActionError: there is nothing to redo, or undo is off.
        """
        raise IllegalActionError(self._why_not(Ask.REDO))

    async def withdraw(self) -> None:
        """Withdraw one's own choice that nobody else has seen yet. Raises IllegalActionError: there is none."""
        raise IllegalActionError(self._why_not(Ask.WITHDRAW))

    def pause(self) -> None:
        """Stop the bots until `resume`. Raises IllegalActionError: there are no bots to stop."""
        raise IllegalActionError(self._why_not(Ask.PAUSE))

    def resume(self) -> None:
        """Let paused bots continue. Raises IllegalActionError: none are paused."""
        raise IllegalActionError(self._why_not(Ask.CONTINUE))

    def step(self) -> None:
        """Have paused bots do one action. Raises IllegalActionError: none are paused."""
        raise IllegalActionError(self._why_not(Ask.CONTINUE))

    def set_pace(self, seconds: float) -> None:
        """Set the least time between two actions of bots. Raises IllegalActionError: the viewer has no say in it."""
        raise IllegalActionError(self._why_not(Ask.PACE))

    def turn_table(self) -> None:
        """Look from the next side of the table.

        Raises IllegalActionError: the viewer has a side of their own, or sees nothing else from another one.
        """
        raise IllegalActionError(self._why_not(Ask.OTHER_SIDE))

    def retry(self) -> None:
        """Ask a failed bot again. Raises IllegalActionError: none has failed."""
        raise IllegalActionError(self._why_not(Ask.RETRY))

    async def replace_bot(self, kind: str) -> None:
        """Seat another bot in the place of the one that failed.

        Raises IllegalActionError: none has failed; UnknownBotError: there is no such bot.
        """
        raise IllegalActionError(self._why_not(Ask.REPLACE_BOT))

    def _why_not(self, ask: Ask) -> str:
        return _(_REFUSALS.get(ask, N_("You are watching; only the players can do that.")))


async def changes_of(
    participant: Participant, revisions: AsyncIterator[object], events: tuple[Any, ...]
) -> AsyncIterator[Change]:
    async for _revision in revisions:
        view = participant.view
        new = view.events[len(events) :] if view.events[: len(events)] == events else ()
        events = view.events
        yield Change(new, view)


_REFUSALS = {
    Ask.UNDO: N_("You are watching; only the players can undo."),
    Ask.REDO: N_("You are watching; only the players can redo."),
    Ask.RETRY: N_("No bot has failed."),
    Ask.REPLACE_BOT: N_("No bot has failed."),
    Ask.SUPPLY: N_("No bot waits for what you could type."),
    Ask.PAUSE: N_("There are no bots to pause."),
    Ask.PACE: N_("No bot plays in this game."),
    Ask.CONTINUE: N_("No bots are paused."),
    Ask.REPLAY: N_("This game isn't over yet. Once it is, you can look at all of it again."),
}


INTERVAL = 1.0
"""Seconds between two looks at the file. Nothing is yielded where nothing has happened."""


class Followed(Protocol):
    """A game that is open elsewhere, wherever it is kept."""

    id: str
    trouble: str
    """Why its newest state can't be read; empty where it can."""

    @property
    def game(self) -> Game: ...

    @property
    def owner(self) -> object | None:
        """Which program has the game open, as `str` says it; None where none has any more."""

    def follow(self) -> bool:
        """Look again; return whether anything is different now."""


class Spectator(Participant):
    """The public's view of a game that is played in another program, read from its save."""

    def __init__(self, game: Followed, interval: float | None = None) -> None:
        self._game = game
        self._interval = INTERVAL if interval is None else interval
        self._view: Any = game.game.view()

    @property
    def id(self) -> str:
        return self._game.id

    @property
    def owner(self) -> object | None:
        return self._game.owner

    @property
    def view(self) -> Any:
        return self._view

    @property
    def allowed(self) -> frozenset[Ask]:
        """The game can be taken over once no program has it open, and looked at again once it is over."""
        if not self.view.awaited:
            return frozenset({Ask.REPLAY})
        return frozenset() if self.owner is not None else frozenset({Ask.TAKE_OVER})

    @property
    @override
    def elsewhere(self) -> str:
        return _("It is open elsewhere: {owner}.").format(owner=self.owner) if self.owner else ""

    @property
    def trouble(self) -> str:
        return self._game.trouble

    async def changes(self) -> AsyncIterator[Change]:
        while True:
            await asyncio.sleep(self._interval)
            if self._game.follow():
                before, self._view = self._view.events, self._game.game.view()
                now = self._view.events
                yield Change(now[len(before) :] if now[: len(before)] == before else (), self._view)

    def _why_not(self, ask: Ask) -> str:
        if ask is Ask.PLAY:
            return _("You are watching. To play on here, close the game in the other window.")
        if ask is Ask.REMATCH:
            return _("You are watching; start a new game from the home screen.")
        return _("You are watching; this game is being played elsewhere.")
