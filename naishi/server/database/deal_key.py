"""Secrets behind deals of rematches and tournaments.

They follow from a key that is drawn once for a server. So each is committed to long before it is needed, at any time
and by any process, and nothing has to be stored of it.
"""

from __future__ import annotations

import hmac
import json
import secrets
from typing import NamedTuple

from sqlalchemy import Connection, insert, select

from naishi.server.database.schema import deal_key
from naishi.tabletop.commitments import commitment_to

_KEY = select(deal_key.c.key).where(deal_key.c.id == 1)
THE_DEAL_KEY = _KEY.scalar_subquery().label("deal_key")
"""The key, as a column of another statement."""


class DealKey(NamedTuple):
    """What they follow from; as secret as all of them."""

    key: str

    def of_rematch(self, match: str) -> str:
        """Return the secret of the rematch of a match."""
        return self._secret("rematch", match)

    def of_round(self, tournament: str, number: int, boards: int) -> list[str]:
        """Return the secrets of a round of a tournament, board by board."""
        return [self._secret("tournament", tournament, number, board) for board in range(1, boards + 1)]

    def commitments(self, tournament: str, number: int, boards: int) -> tuple[str, ...]:
        """Return the commitments to the secrets of a round."""
        return tuple(map(commitment_to, self.of_round(tournament, number, boards)))

    def _secret(self, *what: str | int) -> str:
        return hmac.new(self.key.encode(), json.dumps(what).encode(), "sha256").hexdigest()[:32]


def make_deal_key(db: Connection) -> None:
    """Draw the key of a server that has none."""
    if db.execute(_KEY).first() is None:
        db.execute(insert(deal_key).values(id=1, key=secrets.token_hex(32)))


def find_deal_key(db: Connection) -> DealKey:
    """Return the key of the server."""
    return DealKey(db.execute(_KEY).scalar_one())
