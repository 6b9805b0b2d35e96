"""View of a match on one terminal."""

from __future__ import annotations

from typing import Any

from naishi.server.play.match_session import MatchSession
from naishi.server.storage.names import shown_name


class MatchView:
    """Makes of what a seat or the public may know what is shown at the match.

    It is seen from the side that a watcher chose, and whole once a game of Naishi has ended.
    """

    def __init__(self, session: MatchSession) -> None:
        self._session = session
        self.side = 0
        """The seat from whose side somebody who watches looks."""
        self._made: tuple[Any, bool, int, Any] | None = None
        """The newest view that was made: of which one, whether the game had ended early, and from which side."""

    def of(self, view: Any, side: int | None = None) -> Any:
        """Return what is shown for a view: itself, unless the game was ended early, or something else is to differ.

        Args:
            view: What a seat or the public may know.
            side: The seat from whose side the public looks; by default the one that was chosen.
        """
        ended, names, side = self._session.state.is_cut_short, shown_names(view), self.side if side is None else side
        if not ended and not (view.public and side) and names == view.names:
            return view
        made = self._made
        if made is None or made[0] is not view or made[1:3] != (ended, side) or made[3].names != names:
            shown = view.shown_as(names, side)
            if ended:
                shown = self._session.game.laid_open(shown)
            self._made = made = view, ended, side, shown
        return made[3]


def shown_names(view: Any) -> tuple[str, ...]:
    """Return the names of the players; words for one who has deleted their account."""
    return tuple(map(shown_name, view.names))
