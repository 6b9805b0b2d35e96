"""Cover before a replay that shows one player's knowledge."""

from __future__ import annotations

from naishi.common.i18n import _
from naishi.tabletop.pins import PinAttempts
from naishi.tabletop.players import Player
from naishi_tui.table.cover import Cover, CoverWords


class ReplayCover(Cover):
    """The same cover as during play; `uncovered` tells whether the player has shown the cards."""

    def __init__(self, players: tuple[Player, ...], seat: int, attempts: PinAttempts, words: CoverWords) -> None:
        super().__init__(players, seat, _("Replay"), "", attempts, words)

    def greeting(self, name: str) -> str:
        """Say whom the cover is for."""
        return _("{name}, only you may see what you knew.").format(name=name)

    def leaving(self) -> str:
        """Say what it means to leave."""
        return _("back")

    def show_cards(self) -> None:
        """Show them below."""
        self.dismiss()

    def leave(self) -> None:
        """Leave the cards covered."""
        self.dismiss()
