"""What the two players of a match say to each other by set phrases, and what one does about the other's manners."""

from __future__ import annotations

from collections.abc import Callable

from naishi.common.errors import NaishiError
from naishi.common.i18n import N_, _
from naishi.server.play.limits import Buckets
from naishi.server.play.match_terminals import Presence
from naishi.server.play.participant import MatchParticipant
from naishi.server.play.phrases import Phrase
from naishi.server.storage.database import Database
from naishi.server.storage.muted_players import MutedPlayers
from naishi.server.storage.players import Account
from naishi.server.storage.reports import Reason, Reports
from naishi.sessions import Ask

REASONS = {
    Reason.NAME: N_("An offensive name"),
    Reason.BEHAVIOUR: N_("Bad behaviour, such as stalling"),
    Reason.CHEATING: N_("Cheating"),
}
"""In English."""


class Talk:
    """Passes phrases on and keeps reports, for a whole place.

    Phrases are of the moment: they are stored nowhere, but for a minute where several processes pass them on. Whoever
    says one is told the same whether or not the other has muted them.
    """

    def __init__(self, database: Database, clock: Callable[[], float], phrases: Buckets, reporters: Buckets) -> None:
        """Begin.

        Args:
            database: Keeps who is muted, and reports.
            clock: Tells the time of reports.
            phrases: How often somebody may speak.
            reporters: And report.
        """
        self._muted, self._reports, self._clock = MutedPlayers(database), Reports(database), clock
        self._phrases, self._reporters = phrases, reporters

    def refusal(self, me: MatchParticipant) -> str:
        """Return why the viewer of a match can't talk there; empty if they can."""
        try:
            _pair(me)
        except NaishiError as error:
            return str(error)
        return ""

    async def say(self, me: MatchParticipant, phrase: Phrase) -> None:
        """Say something to the other player of a match.

        Raises:
            NaishiError: There is nobody to hear it, or the player has said much just now.
        """
        player, other = _pair(me)
        if me.presence(me.opponent) is not Presence.HERE:
            name = me.view.names[me.opponent]
            raise NaishiError(_("{name} is not at this table, and wouldn't hear it.").format(name=name))
        if not await self._phrases.take(str(player)):
            raise NaishiError(_("You have just said a lot. Please wait a little."))
        me.conversation.speak(phrase, heard=not await self._muted.ignores(other, player))

    async def mutes(self, me: MatchParticipant) -> bool:
        """Return whether the player at a match has muted the other one; of a bot there is nothing to mute."""
        return Ask.TALK in me.allowed and await self._muted.mutes(*_pair(me))

    async def mute(self, me: MatchParticipant) -> None:
        """Show a player no more phrases of the other one, in any game; they aren't told.

        Raises:
            NaishiError: There is nobody to mute.
        """
        await self._muted.mute(*_pair(me))

    async def unmute(self, me: MatchParticipant) -> None:
        """Show them again.

        Raises:
            NaishiError: There is nobody to unmute.
        """
        await self._muted.unmute(*_pair(me))

    async def report(self, me: MatchParticipant, reason: Reason, account: Account, address: str) -> None:
        """Report the other player of a match to whoever runs the server.

        Args:
            me: Who reports.
            reason: Why.
            account: Of whoever reports.
            address: Likewise; reports of guests, who cost nothing, are counted by it.

        Raises:
            NaishiError: There is nobody to report, the player has done it already, or often of late.
        """
        pair, names = _pair(me), me.match.names
        who = address if account.guest else str(account.id)
        if not await self._reporters.take(who):
            raise NaishiError(_("You have reported a lot lately. Please wait a day."))
        seat = 1 - me.opponent
        try:
            await self._reports.add(me.match_id, pair, (names[seat], names[1 - seat]), reason, self._clock())
        except NaishiError:
            await self._reporters.give_back(who)
            raise


def _pair(me: MatchParticipant) -> tuple[int, int]:
    """Return the player at a seat, and the other one.

    Raises:
        NaishiError: There aren't two.
    """
    if me.seat is None:
        raise NaishiError(_("You are watching; only the players can do that."))
    if me.against_bot:
        raise NaishiError(_("A bot has no ear for that."))
    player, other = me.player, me.match.seats[me.opponent]
    if player is None or other is None or not me.match.between_people:
        raise NaishiError(_("{name} has left this server.").format(name=me.view.names[me.opponent]))
    return player, other
