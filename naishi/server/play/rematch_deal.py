"""Deals of rematches."""

from __future__ import annotations

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server.match.apply import rematch_hindrance
from naishi.server.play.match_session import MatchSession, Seated
from naishi.server.storage.match import Match
from naishi.server.storage.rows import NAISHI
from naishi.tabletop.commitments import read_word


class RematchDeal:
    """What a player may know of the deal of the rematch, and add to it, once their game is over."""

    def __init__(self, session: MatchSession, player: Seated) -> None:
        self._session, self._player = session, player

    @property
    def commitment(self) -> str | None:
        """What it is committed to; None while the game goes on, where there can be no rematch, or for watchers.

        Only deals of Naishi are drawn from words.
        """
        if self._player.seat is None or self._session.game.key != NAISHI or rematch_hindrance(self._session.state):
            return None
        return self._session.rows.rematch_commitment

    async def add(self, word: str) -> None:
        """Add a word of the player's to it; another one takes its place.

        Raises:
            NaishiError: It isn't plain ASCII or too long, there can be no rematch now, or none drawn from words.
            StorageError: It couldn't be stored.
        """
        if self._player.seat is None:
            raise NaishiError(_("You are watching; only the players can do that."))
        if hindrance := rematch_hindrance(self._session.state):
            raise NaishiError(hindrance)
        check_has_words(self._session.match)
        await self._session.rows.give_rematch_word(self._player.seat, read_word(word))


def check_has_words(match: Match) -> None:
    """Make sure that players can add words to the deal of a table.

    Raises:
        NaishiError: They can't.
    """
    if match.game != NAISHI:
        raise NaishiError(_("Only to the deal of a game of Naishi can words be added."))
