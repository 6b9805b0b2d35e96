"""A match that somebody is at: its session, who is there, and what the players have agreed on."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from enum import StrEnum

from naishi.errors import IllegalActionError, SaveNotWrittenError
from naishi.game.game import Game
from naishi.game.view import PlayerView
from naishi.i18n import _
from naishi.rules.actions import Action
from naishi.rules.legal import Phase
from naishi.server.match import Agreed, Match
from naishi.server.matches import Matches
from naishi.sessions import Ask, BotExecutor, BotStatus, Change, Participant, Session

PACE = 0.6
"""Seconds between two actions of a bot."""


class Presence(StrEnum):
    """Where a player is."""

    HERE = "here"
    """At this match."""
    AWAY = "away"
    """On the server, but not at this match."""
    GONE = "gone"


class MatchStore:
    """The row of a match, as the store of its session."""

    def __init__(
        self, match: str, matches: Matches, stored: Callable[[], None], here: Callable[[], Sequence[int]]
    ) -> None:
        """Load a match.

        Args:
            match: Its id.
            matches: Where it is stored.
            stored: Called whenever it was stored.
            here: Returns the seats whose players see every change at once.
        """
        self.id = match
        self.game, self.agreed, self._revision = matches.load(match)
        self.unsaved: SaveNotWrittenError | None = None
        self._matches = matches
        self._stored, self._here = stored, here

    def save(self) -> None:
        """Store the game as it stands, and what was agreed on."""
        try:
            self._matches.write(self.id, self._revision, self.game, self.agreed, self._here())
        except SaveNotWrittenError as error:
            self.unsaved = error
        else:
            self._revision += 1
            self.unsaved = None
            self._stored()

    def close(self) -> None:
        """Store what couldn't be stored before."""
        if self.unsaved is not None:
            self.save()


class LiveMatch:
    """A match in memory. All terminals at it share one session."""

    def __init__(
        self,
        match: Match,
        matches: Matches,
        executor: BotExecutor | None,
        is_online: Callable[[int], bool],
        stored: Callable[[], None],
    ) -> None:
        """Load a match.

        Args:
            match: Its row.
            matches: Where it is stored.
            executor: Where its bots think.
            is_online: Whether a player is on the server at all.
            stored: Called whenever it was stored.

        Raises:
            NaishiError: It has not begun.
        """
        self.match = match
        self._matches = matches
        self._store = MatchStore(match.id, matches, stored, self._seats_here)
        self._is_online = is_online
        self.session = Session(self._store.game, self._store, bots=executor, pace=PACE)
        self._here: Counter[int] = Counter()
        """By seat, at how many terminals its player is here."""
        self._watching: Counter[str] = Counter()
        self.session.start()

    @property
    def agreed(self) -> Agreed:
        """What the players have offered and agreed on."""
        return self._store.agreed

    @agreed.setter
    def agreed(self, agreed: Agreed) -> None:
        """Set what will be stored with the next change of the game."""
        self._store.agreed = agreed

    @property
    def game(self) -> Game:
        """The game."""
        return self._store.game

    @property
    def over(self) -> bool:
        """Whether nothing can be played any more."""
        return self.agreed.ended or self.game.phase is Phase.OVER

    @property
    def watchers(self) -> tuple[str, ...]:
        """The names of those who watch."""
        return tuple(sorted(self._watching))

    @property
    def empty(self) -> bool:
        """Whether nobody is at the match any more."""
        return not self._here and not self._watching

    def presence(self, seat: int) -> Presence:
        """Return where the player at a seat is; a bot is always here."""
        player = self.match.seats[seat]
        if player is None or self._here[seat]:
            return Presence.HERE
        return Presence.AWAY if self._is_online(player) else Presence.GONE

    def arrive(self, seat: int | None, name: str) -> None:
        """Count a terminal that has come to the match, at a seat or to watch."""
        if seat is None:
            self._watching[name] += 1
        else:
            self._here[seat] += 1
            self._matches.looked(self.match.id, seat)
        self.session.notify()

    def leave(self, seat: int | None, name: str) -> None:
        """Count a terminal off."""
        if seat is None:
            self._watching -= Counter((name,))
        else:
            self._here -= Counter((seat,))
        self.session.notify()

    def _seats_here(self) -> Sequence[int]:
        return tuple(self._here)

    def change(self, **agreed: object) -> None:
        """Store what the players have agreed on, and show it to everybody.

        Raises:
            SaveNotWrittenError: It couldn't be stored; nothing has changed.
        """
        before = self._store.agreed
        self._store.agreed = before.model_copy(update=agreed)
        self._store.save()
        if self._store.unsaved is not None:
            self._store.agreed = before
            raise self._store.unsaved
        self.session.notify()

    def take_back(self, seat: int) -> None:
        """Undo the last turn of a seat, as both players agreed."""
        self._store.agreed = self.agreed.model_copy(update={"take_back": None})
        self.session.take_back(seat)


class MatchParticipant(Participant):
    """One terminal at a match: a player at their seat, or somebody who watches."""

    def __init__(self, live: LiveMatch, seat: int | None) -> None:
        self._live = live
        self.seat = seat
        self._inner = live.session.join(seat)
        self._side = 0
        self._shown: tuple[PlayerView, bool, int, PlayerView] | None = None

    @property
    def match_id(self) -> str:
        """The id of the match."""
        return self._live.match.id

    @property
    def agreed(self) -> Agreed:
        """What the players have offered and agreed on."""
        return self._live.agreed

    @property
    def over(self) -> bool:
        """Whether nothing can be played any more."""
        return self._live.over

    @property
    def watchers(self) -> tuple[str, ...]:
        """The names of those who watch."""
        return self._live.watchers

    def presence(self, seat: int) -> Presence:
        """Return where the player at a seat is."""
        return self._live.presence(seat)

    @property
    def view(self) -> PlayerView:
        """The game as the viewer may know it now: the whole of it once it is over, also where it was ended early."""
        view, ended = self._inner.view, self._live.agreed.ended
        if not ended and not (view.public and self._side):
            return view
        shown = self._shown
        if shown is None or shown[0] is not view or shown[1:3] != (ended, self._side):
            changes: dict[str, object] = {"seat": self._side} if view.public else {}
            if ended:
                whole = tuple(self._live.game.view(seat).sides[seat] for seat in (0, 1))
                changes |= {"sides": whole, "turn": None, "legal_actions": ()}
            self._shown = shown = view, ended, self._side, view.model_copy(update=changes)
        return shown[3]

    def turn_table(self) -> None:
        """Have somebody who watches look from the other side of the table."""
        self._side = 1 - self._side

    @property
    def allowed(self) -> frozenset[Ask]:
        """What can be asked for now. Advice would be thought up in the process that serves everybody."""
        if self._live.agreed.ended:
            return frozenset() if self.seat is None else frozenset({Ask.REMATCH})
        return self._inner.allowed - {Ask.ADVISE}

    @property
    def bots(self) -> BotStatus:
        """What the bots are doing."""
        return self._inner.bots

    @property
    def trouble(self) -> str:
        """Why the newest state is not stored; empty where it is."""
        return self._inner.trouble

    @property
    def can_undo_at_all(self) -> bool:
        """Whether undo is a thing in this game, for this viewer."""
        return self._inner.can_undo_at_all

    @property
    def opponent(self) -> int:
        """The seat opposite; for somebody who watches, the second."""
        return 1 - (self.seat or 0)

    def changes(self) -> AsyncIterator[Change]:
        """Yield whenever something has changed since this was called."""
        return self._inner.changes()

    async def play(self, action: Action | str) -> None:
        """Play an action; an offer of the other player that wasn't taken up is off."""
        self._check_going_on()
        agreed = self._live.agreed
        if self.seat is not None and not self._live.over:
            self._live.agreed = agreed.model_copy(update=_declined(agreed, self.opponent))
        try:
            await self._inner.play(action)
        except IllegalActionError:
            self._live.agreed = agreed
            raise

    async def undo(self) -> None:
        """Undo, against a bot; between people it takes an agreement."""
        self._check_going_on()
        await self._inner.undo()

    async def redo(self) -> None:
        """Redo what was undone."""
        self._check_going_on()
        await self._inner.redo()

    def retry(self) -> None:
        """Ask a failed bot again."""
        self._inner.retry()

    def replace_bot(self, kind: str) -> None:
        """Seat another bot in the place of the one that failed."""
        self._inner.replace_bot(kind)

    def resign(self) -> None:
        """Give the game up.

        Raises:
            IllegalActionError: The viewer isn't playing, or the game is over.
        """
        self._check_player()
        self._live.change(resigned=self.seat, draw=None, take_back=None)

    def draw(self) -> None:
        """Offer a draw, or agree to one.

        Raises:
            IllegalActionError: The viewer isn't playing, the game is over, or the opponent is a bot.
        """
        self._check_player(person=True)
        if self._live.agreed.draw == self.opponent:
            self._live.change(drawn=True, draw=None, take_back=None)
        else:
            self._live.change(draw=self.seat)

    def take_back(self) -> None:
        """Ask to take the last turn back, or agree to that.

        Raises:
            IllegalActionError: The viewer isn't playing, the game is over, or there is nothing to undo.
        """
        seat = self._check_player(person=True)
        agreed = self._live.agreed
        if agreed.take_back == self.opponent:
            self._live.take_back(self.opponent)
        elif not any(event.seat == seat for event in self._live.game.events(seat)):
            raise IllegalActionError(_("You have nothing to undo yet."))
        else:
            self._live.change(take_back=seat)

    def decline(self) -> None:
        """Decline what the other player offers.

        Raises:
            IllegalActionError: The viewer isn't playing.
        """
        self._check_player()
        self._live.change(**_declined(self._live.agreed, self.opponent))

    def _check_player(self, *, person: bool = False) -> int:
        self._check_going_on()
        if self.seat is None:
            raise IllegalActionError(_("You are watching; only the players can do that."))
        if self._live.over:
            raise IllegalActionError(_("The game is over."))
        if person and self._live.match.seats[self.opponent] is None:
            raise IllegalActionError(_("You don't need a bot's agreement."))
        return self.seat

    def _check_going_on(self) -> None:
        if self._live.agreed.ended:
            raise IllegalActionError(_("The game is over."))

    def _why_not(self, ask: Ask) -> str:
        if self._live.agreed.ended:
            return _("The game is over.")
        if ask is Ask.ADVISE:
            return _("There is no advice on the server.")
        if ask in {Ask.UNDO, Ask.REDO} and self.seat is not None and not self.can_undo_at_all:
            return _("Against a person, undo needs their agreement: x.")
        return self._inner.refusal(ask) or super()._why_not(ask)


def _declined(agreed: Agreed, seat: int) -> dict[str, None]:
    """What changes when the offers of a seat are declined."""
    return {name: None for name in ("draw", "take_back") if getattr(agreed, name) == seat}
