"""The participants of a session: whoever sits at a seat, and whoever watches from behind one, or as the public."""

from __future__ import annotations

from collections.abc import AsyncIterator
from gettext import NullTranslations

from naishi.common import i18n
from naishi.common.errors import IllegalActionError
from naishi.common.i18n import _
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.phase import Phase
from naishi.sessions.joined import Joined
from naishi.sessions.participant import Ask, BotStatus, Change, Participant, Playable, changes_of


class SessionParticipant(Participant):
    """A participant of a session: someone who watches it, as a seat or the public sees it."""

    def __init__(self, session: Joined, seat: int | None) -> None:
        self._session = session
        self.seat = seat
        """Whose view this is; None for the public."""
        self._view: tuple[int, PlayerView] | None = None
        """The newest view that was asked for, and of which revision of the game it is."""
        self._spoken: dict[NullTranslations, PlayerView] = {}
        """The same once the game is over, by the language of the score sheets."""

    @property
    def view(self) -> PlayerView:
        """The game as the viewer may know it now, with no action to choose: a watcher has none."""
        revision = self._session.game_revision
        if self._view is None or self._view[0] != revision:
            self._view, self._spoken = (revision, self._look()), {}
        return self._in_own_language(self._view[1])

    def _in_own_language(self, view: PlayerView) -> PlayerView:
        """Return a view with reasons for points in the language of whoever looks, not of who played last."""
        if view.outcome is None:
            return view
        language = i18n.current()
        if language not in self._spoken:
            outcome = view.outcome.model_copy(update={"sheets": view.position().sheets()})
            self._spoken[language] = view.model_copy(update={"outcome": outcome})
        return self._spoken[language]

    def _look(self) -> PlayerView:
        return self._session.game.view(self.seat).model_copy(update={"legal_actions": ()})

    @property
    def allowed(self) -> frozenset[Ask]:
        """Whoever watches bots play each other runs the table; the public only looks."""
        session = self._session
        if self.seat is None or session.people:
            return frozenset()
        asks = self._asks_after_failure() | {Ask.PACE}
        if self.view.phase is Phase.OVER:
            asks.add(Ask.REMATCH)
        elif not session.bots.failure:
            asks.add(Ask.CONTINUE if session.bots.paused else Ask.PAUSE)
        return frozenset(asks)

    @property
    def bots(self) -> BotStatus:
        """What the bots are doing."""
        return self._session.bots

    @property
    def trouble(self) -> str:
        """Why the newest state is not stored; empty where it is."""
        return str(self._session.store.unsaved or "")

    @property
    def pace(self) -> float:
        """The least time between two actions of bots, in seconds."""
        return self._session.pace

    def changes(self) -> AsyncIterator[Change]:
        """Yield whenever something has changed since this was called, the newest view each time."""
        revisions = self._session.revisions
        return changes_of(self, revisions.since(revisions.newest), self.view.events)

    def pause(self) -> None:
        """Stop the bots until `resume`."""
        self._check(Ask.PAUSE)
        self._session.pause()

    def resume(self) -> None:
        """Let paused bots continue."""
        self._check(Ask.CONTINUE)
        self._session.resume()

    def step(self) -> None:
        """Have paused bots do one action."""
        self._check(Ask.CONTINUE)
        self._session.step()

    def set_pace(self, seconds: float) -> None:
        """Set the least time between two actions of bots."""
        self._check(Ask.PACE)
        self._session.pace = seconds

    def retry(self) -> None:
        """Ask a failed bot again."""
        self._check(Ask.RETRY)
        self._session.resume()

    async def replace_bot(self, kind: str) -> None:
        """Seat another bot in the place of the one that failed."""
        self._check(Ask.REPLACE_BOT)
        await self._session.replace_bot(kind)

    def _asks_after_failure(self) -> set[Ask]:
        return {Ask.RETRY, Ask.REPLACE_BOT} if self._session.bots.failure else set()

    def _check(self, ask: Ask) -> None:
        if ask not in self.allowed:
            raise IllegalActionError(self._why_not(ask))


class SeatParticipant(SessionParticipant):
    """A person at a seat of a session."""

    seat: int

    def __init__(self, session: Joined, seat: int, *, one_keyboard: bool = False) -> None:
        """Take a seat.

        Args:
            session: The game.
            seat: 0 or 1.
            one_keyboard: Whether the other person sits at the same keyboard.
        """
        super().__init__(session, seat)
        self._one_keyboard = one_keyboard

    def _look(self) -> PlayerView:
        return self._session.game.view(self.seat)

    @property
    def allowed(self) -> frozenset[Ask]:
        """What this person can ask for now."""
        session, view = self._session, self.view
        asks = self._asks_after_failure()
        if view.turn == self.seat:
            asks.add(Ask.PLAY)
            if view.phase is Phase.PLAY:
                asks.add(Ask.ADVISE)
        elif self._one_keyboard and view.turn in session.people:
            asks.add(Ask.HAND_OVER)
        if not session.undo_refusal(self.seat):
            asks.add(Ask.UNDO)
        if not session.redo_refusal():
            asks.add(Ask.REDO)
        if len(session.people) == 1:
            asks.add(Ask.PACE)
        if view.phase is Phase.OVER:
            asks.add(Ask.REMATCH)
        return frozenset(asks)

    @property
    def can_undo_at_all(self) -> bool:
        """Whether the players agreed that actions may be undone."""
        return self._session.game.options.undo != "off"

    async def play(self, action: Playable) -> None:
        """Play an action."""
        await self._session.play(self.seat, action)

    async def undo(self) -> None:
        """Undo the last action; against a bot, back to this person's last decision."""
        await self._session.undo(self.seat)

    async def redo(self) -> None:
        """Redo what was undone last; against a bot, up to this person's next decision."""
        await self._session.redo(self.seat)

    def _why_not(self, ask: Ask) -> str:
        session, turn = self._session, self.view.turn
        if ask is Ask.UNDO:
            return session.undo_refusal(self.seat)
        if ask is Ask.REDO:
            return session.redo_refusal()
        if ask is Ask.ADVISE:
            return _("You can ask for advice only on your own turn.")
        if ask is Ask.PLAY and turn is not None:
            return _("It is {name}'s turn.").format(name=self.view.names[turn])
        return super()._why_not(ask)
