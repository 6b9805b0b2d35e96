"""The deal of the next game that a visitor begins against a bot."""

from __future__ import annotations

from naishi.games.naishi.game.deal_proof import DealProof
from naishi.tabletop.commitments import commitment_to, new_secret, read_word


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
