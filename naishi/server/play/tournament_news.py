"""Notice of a new tournament round, once per terminal."""

from __future__ import annotations

from collections.abc import Mapping

from naishi.server.play import tournament_text
from naishi.server.play.lobby import Visitor
from naishi.server.storage.match import MatchStage


class TournamentNews:
    """Knows what one terminal of a player has been told of."""

    def __init__(self, visitor: Visitor) -> None:
        """Begin with what is in the lists of the visitor now: that isn't news."""
        self._visitor = visitor
        self._known = {match.id for match in visitor.listing.mine}

    def look(self) -> Mapping[str, str]:
        """Return what to tell the player, a sentence for each new game, by its id: it holds while that goes on."""
        mine, me = self._visitor.listing.mine, self._visitor.account.id
        new = [match for match in mine if match.id not in self._known and match.tournament is not None]
        self._known |= {match.id for match in mine}
        return {match.id: tournament_text.began(match, me) for match in new if match.state is MatchStage.PLAYING}
