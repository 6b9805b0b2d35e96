"""Deals of rematches and of games against bots."""

from __future__ import annotations

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server.match.apply import rematch_hindrance
from naishi.server.play.match_session import MatchSession, Seated
from naishi.server.play.tables import check_has_words
from naishi.server.storage.rows import NAISHI
from naishi.tabletop.commitments import DealProof, commitment_to, new_secret, read_word


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


class BotDeal:
    """Its secret, which is committed to before the visitor adds a word.

    It belongs to one visit: the commitment is shown there and kept nowhere else, and the next visit has another one.
    """

    def __init__(self) -> None:
        self._secret, self._word = new_secret(), ""

    @property
    def commitment(self) -> str:
        """What the deal is committed to."""
        return commitment_to(self._secret)

    def add(self, word: str) -> None:
        """Add a word of the visitor's; another one takes its place.

        Raises:
            NaishiError: It isn't plain ASCII, or too long, or empty.
        """
        self._word = read_word(word)

    def proof(self) -> DealProof:
        """Return what the deal is drawn from."""
        return DealProof.draw(self._secret, (self._word, ""))
