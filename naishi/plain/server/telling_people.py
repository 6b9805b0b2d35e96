"""Who is at a match in lines: the players, and those who watch."""

from __future__ import annotations

from collections.abc import Iterator

from naishi.common.formats import listed
from naishi.common.i18n import _
from naishi.plain.context import Context
from naishi.server import MatchParticipant, Presence
from naishi.server.play import match_text


class TellingPeople:
    """Tells who comes and goes, and answers who is here."""

    def __init__(self, context: Context, me: MatchParticipant) -> None:
        self._console, self._me = context.console, me
        self._presence = Presence.HERE
        """Where the other player was when it was told last."""
        self._watchers: tuple[str, ...] = ()
        """Who watched then, but for whoever is told."""

    def here(self) -> Iterator[str]:
        """Say who is here."""
        me = self._me
        for seat, name in enumerate(me.view.names):
            if seat != me.seat:
                here = me.presence(seat) is Presence.HERE
                yield (_("{name} is here.") if here else _("{name} is not here.")).format(name=name)
        if me.watchers:
            yield _("Watched by {names}.").format(names=listed(me.watchers))

    def tell(self) -> None:
        """Tell who has come and gone since the last time."""
        me = self._me
        if me.seat is not None and not me.over:
            self._tell_of_opponent()
        others = tuple(name for name in me.watchers if me.seat is not None or name != me.name)
        if new := [name for name in others if name not in self._watchers]:
            self._console.write(_("Watched by {names}.").format(names=listed(new)))
        self._watchers = others

    def _tell_of_opponent(self) -> None:
        me, before = self._me, self._presence
        self._presence = me.presence(me.opponent)
        if self._presence is not before:
            self._console.write(match_text.whereabouts(self._presence, me.view.names[me.opponent], me.time))
