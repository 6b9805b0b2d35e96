"""The sides from which a replay is looked at in line mode, and who has to be at the keyboard for them."""

from __future__ import annotations

from naishi.common.i18n import _
from naishi.games.naishi.editor.replay import NaishiReplay
from naishi.plain.context import Context
from naishi.plain.following import whose_view
from naishi.plain.pin_prompt import ask_pin, pin_refusal
from naishi.sessions.one_keyboard import is_covered_in_replay


class ReplaySides:
    """Goes from side to side of a replay, behind a cover where a Hand is somebody's secret still."""

    def __init__(self, context: Context, replay: NaishiReplay) -> None:
        self.context, self.console, self.me = context, context.console, replay
        self.readers: set[int] = set()
        """The seats whose players have read here what the game still hides, or may be at the keyboard."""
        self._asked = replay.seat
        """The side that was asked for last; its cards may have stayed covered."""

    async def look_from_next(self) -> None:
        """Look from the next seat, or as the public; from a covered seat once its player is at the keyboard."""
        viewpoints = self.me.viewpoints
        self._asked = seat = viewpoints[(viewpoints.index(self._asked) + 1) % len(viewpoints)]
        if self._is_covered(seat) or self._is_covered(self.me.seat):
            self.me.look_from(None)
            self.console.cover()
        if seat is not None and self._is_covered(seat) and not await self._is_there(seat):
            self.readers.update((0, 1))  # whoever has tried may be at the keyboard still
            seat = None
        self._look_from(seat)

    def look_from_turn(self) -> None:
        """Look from the seat that acts at this moment of a finished game."""
        self._asked = self.me.turn
        self.me.look_from(self._asked)

    def _look_from(self, seat: int | None) -> None:
        if seat is not None and not self.me.revealed:
            self.readers.add(seat)
            self.console.hand_over(self.me.players[seat].name)
        self.me.look_from(seat)
        self.console.write(whose_view(self.me))

    def _is_covered(self, seat: int | None) -> bool:
        return is_covered_in_replay(self.me, seat, self.context.settings.handover)

    async def _is_there(self, seat: int) -> bool:
        """Whether the player of a covered seat is at the keyboard."""
        self.console.hand_over(None)
        player = self.me.players[seat]
        if player.pin is None:
            asked = _("Only {name} may look. Press Enter if you are alone. ").format(name=player.name)
            return await self.console.ask(asked) == ""
        typed = await ask_pin(self.context, player)
        if typed and (refusal := pin_refusal(self.context, player, typed)):
            self.console.write(refusal)
            return False
        return bool(typed)
