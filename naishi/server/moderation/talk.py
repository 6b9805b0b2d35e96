"""Phrases, muted players and reports."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Connection, Executable, and_, bindparam, delete, exists, func, insert, select, union_all, update
from sqlalchemy.dialects.postgresql import insert as insert_or

from naishi.common.i18n import N_, NaishiError, _, listed, ngettext
from naishi.server.database.database import Database
from naishi.server.database.names import shown_name
from naishi.server.database.schema import blocked_players, left_phrases, matches, muted_players, players, reports
from naishi.server.database.sharing import replace_row
from naishi.server.match.participant import MatchParticipant
from naishi.server.match.session import Presence
from naishi.server.match.words import Phrase, Spoken, has_left, moment
from naishi.server.moderation.sanctions import Sanctions, silence_words
from naishi.server.presence.limits import Buckets
from naishi.server.presence.presence import Account
from naishi.sessions import Ask


class Reason(StrEnum):
    """Why someone was reported."""

    NAME = "name"
    BEHAVIOUR = "behaviour"
    CHEATING = "cheating"


@dataclass(frozen=True, slots=True)
class Report:
    """What one player has reported of another one in a match."""

    at: float
    match: str
    revision: int
    """Of the match, as it was then."""
    reason: Reason
    reporter: str
    reported: str
    reported_now: str
    """What the player is called by now."""


_BY_AGE = (
    select(reports, func.coalesce(players.c.name, reports.c.reported_name).label("now"))
    .outerjoin(players, players.c.id == reports.c.reported)
    .order_by(reports.c.at, reports.c.number)
)


def every_report(db: Connection) -> Sequence[Report]:
    return [
        Report(row.at, row.match, row.revision, Reason(row.reason), row.reporter_name, row.reported_name, row.now)
        for row in db.execute(_BY_AGE)
    ]


def give_reports(db: Connection, before: int, now: int) -> None:
    """Give the reports by and about a player to another one; those between the two go, and what is there twice."""
    both, twin = (before, now), reports.alias()
    db.execute(delete(reports).where(reports.c.reporter.in_(both), reports.c.reported.in_(both)))
    for who, other in (("reporter", "reported"), ("reported", "reporter")):
        same = twin.c.match == reports.c.match, twin.c[who] == now, twin.c[other] == reports.c[other]
        db.execute(delete(reports).where(reports.c[who] == before, exists().where(*same)))
        db.execute(update(reports).where(reports.c[who] == before).values({who: now}))


def forget_reports(db: Connection, player: int, nameless: str) -> None:
    """Remove the reports about a player whose account is deleted, and the name from those by them."""
    db.execute(delete(reports).where(reports.c.reported == player))
    nobody = {"reporter": None, "reporter_name": nameless}
    db.execute(update(reports).where(reports.c.reporter == player).values(nobody))


_MUTED = select(muted_players.c.player).where(
    muted_players.c.player == bindparam("player"), muted_players.c.muted == bindparam("other")
)
_BLOCKED = select(blocked_players.c.player).where(
    blocked_players.c.player == bindparam("player"), blocked_players.c.blocked == bindparam("other")
)
_IGNORES = union_all(_MUTED, _BLOCKED)


REASONS = {
    Reason.NAME: N_("An offensive name"),
    Reason.BEHAVIOUR: N_("Bad behaviour, such as stalling"),
    Reason.CHEATING: N_("Cheating"),
}


class Talk:
    """Passes phrases on and keeps reports, for a whole place.

    Phrases are of the moment: they aren't stored, but for a minute where several processes pass them on, and the last
    one to a player who is away until they come. Whoever says one is told the same whether or not others have muted
    them.
    """

    def __init__(
        self,
        database: Database,
        clock: Callable[[], float],
        phrases: Buckets,
        reporters: Buckets,
        sanctions: Sanctions,
    ) -> None:
        self._database, self._clock, self._sanctions = database, clock, sanctions
        self._phrases, self._reporters = phrases, reporters

    def refusal(self, me: MatchParticipant) -> str:
        """Return why the viewer of a match can't talk there; empty if they can."""
        try:
            _listeners(me)
        except NaishiError as error:
            return str(error)
        return ""

    async def say(self, me: MatchParticipant, phrase: Phrase) -> str:
        """Say something to the other players of a match; for those who are away, it waits until they come.

        Returns:
            Who is to read it later, in a sentence; empty where all are here.

        Raises:
            NaishiError: There is nobody to say it to, the player has said much just now, or the operator has muted
                them.
        """
        if me.is_vacated:
            raise NaishiError(has_left() if me.has_left else _("You have left this game."))
        player, others = _listeners(me)
        if (silence := await self._sanctions.silence_of(player)) is not None:
            raise NaishiError(silence_words(silence))
        async with self._phrases.counted(str(player), _("You have just said a lot. Please wait a little.")):
            others = {seat: other for seat, other in others.items() if seat in me.audience}
            unheard = [seat for seat, other in others.items() if await self._holds(_IGNORES, other, player)]
            away = [seat for seat in others if me.presence(seat) is not Presence.HERE]
            readers = [seat for seat in away if seat not in unheard]
            await self._leave(me, readers, phrase)
        me.conversation.speak(phrase, unheard)
        if not away:
            return ""
        count, names = len(away), listed(me.view.names[seat] for seat in away)
        return ngettext(
            "{names} will see it on their next visit.", "{names} will see it on their next visit.", count, names=names
        )

    async def _leave(self, me: MatchParticipant, readers: Collection[int], phrase: Phrase) -> None:
        """Store a phrase as the last one of its speaker for each of some readers, until they come to the match."""
        said = {"match": me.match_id, "speaker": me.seat or 0, "phrase": phrase.value}

        def leave(db: Connection) -> None:
            for seat in readers:
                replace_row(db, left_phrases, said | {"reader": seat})

        if readers:
            await self._database.write(leave)

    async def arrive(self, me: MatchParticipant) -> None:
        for_them = left_phrases.c.match == me.match_id, left_phrases.c.reader == me.seat
        waiting = select(left_phrases).where(*for_them).order_by(left_phrases.c.speaker)
        found = await self._database.read(lambda db: db.execute(waiting).all())
        if found:
            await self._database.write(lambda db: db.execute(delete(left_phrases).where(*for_them)))
        me.conversation.left = [Spoken(0, row.speaker, Phrase(row.phrase)) for row in found]

    async def _holds(self, found: Executable, player: int, other: int) -> bool:
        asked = {"player": player, "other": other}
        return await self._database.read(lambda db: db.execute(found, asked).first() is not None)

    async def mutes(self, me: MatchParticipant, seat: int | None = None) -> bool:
        """Return whether a player has muted the one at a seat, or the only other one; a bot can't be muted."""
        return Ask.TALK in me.allowed and await self._holds(_MUTED, *_pair(me, seat))

    async def mute(self, me: MatchParticipant, seat: int | None = None) -> str:
        """Show a player no more phrases of another one, in any game; return what to say of it.

        Raises NaishiError: there is nobody to mute, or several of whom none is named.
        """
        pair = dict(zip(("player", "muted"), _pair(me, seat), strict=True))
        await self._database.write(lambda db: db.execute(insert_or(muted_players).on_conflict_do_nothing(), pair))
        return _("You hear nothing more from {name}; they aren't told.").format(name=_called(me, seat))

    async def unmute(self, me: MatchParticipant, seat: int | None = None) -> str:
        """Show them again; return what to say of it. Raises NaishiError: as `mute` does."""
        player, other = _pair(me, seat)
        pair = and_(muted_players.c.player == player, muted_players.c.muted == other)
        await self._database.write(lambda db: db.execute(delete(muted_players).where(pair)))
        return _("You hear {name} again.").format(name=_called(me, seat))

    async def report(
        self, me: MatchParticipant, reason: Reason, account: Account, address: str, seat: int | None = None
    ) -> str:
        """Report another player of a match to whoever runs the server; return what to say of it.

        Args:
            address: Of the player; reports of guests, who cost nothing, are counted by it.
            seat: Of who is reported; None where there is only one.

        Raises:
            NaishiError: There is nobody to report, the player has done it already, or has reported often of late.
        """
        reporter, reported = _pair(me, seat)
        who = address if account.guest else str(account.id)
        mine, theirs = (me.match.names[me.match.seat_of(player) or 0] for player in (reporter, reported))
        two = len(me.match.seats) == 2

        def add(db: Connection) -> None:
            same = and_(reports.c.match == me.match_id, reports.c.reporter == reporter, reports.c.reported == reported)
            if db.execute(select(reports.c.number).where(same)).first() is not None:
                said = _("You have reported this game already.") if two else _("You have reported {name} already.")
                raise NaishiError(said.format(name=theirs))
            revision = db.execute(select(matches.c.revision).where(matches.c.id == me.match_id)).scalar_one()
            people = {"reporter": reporter, "reporter_name": mine, "reported": reported, "reported_name": theirs}
            row = {"at": self._clock(), "match": me.match_id, "revision": revision, "reason": reason.value}
            db.execute(insert(reports), row | people)

        async with self._reporters.counted(who, _("You have reported a lot lately. Please wait a day.")):
            await self._database.write(add)
        return _("Kept for whoever runs this server.")


def _listeners(me: MatchParticipant) -> tuple[int, dict[int, int]]:
    """Return the player at a seat, and by seat the others, who are people. Raises NaishiError: there are none."""
    if me.seat is None:
        raise NaishiError(_("You are watching; only the players can do that."))
    found = ((seat, me.match.seats[seat]) for seat in me.listeners)
    others = {seat: player for seat, player in found if player is not None}
    if not others and me.against_bot:
        raise NaishiError(_("A bot has no ear for that."))
    if me.player is None or not others:
        raise NaishiError(_("{name} has left this server.").format(name=me.view.names[me.others[0]]))
    return me.player, others


def _pair(me: MatchParticipant, seat: int | None) -> tuple[int, int]:
    """Return the player at a seat, and the one at another seat; None is the only other player.

    Raises NaishiError: there is no such player, or more than one.
    """
    player, others = _listeners(me)
    if seat is None and len(others) > 1:
        names = listed((me.view.names[each] for each in others), conjunction=False)
        raise NaishiError(_("Say whom: {names}.").format(names=names))
    meant = next(iter(others)) if seat is None else seat
    if meant not in others:
        raise NaishiError(_("No other player sits there."))
    return player, others[meant]


def _called(me: MatchParticipant, seat: int | None) -> str:
    name: str = me.view.names[me.listeners[0] if seat is None else seat]
    return name


def report_line(report: Report) -> str:
    """Say when, where and why someone was reported, by the names of that moment; and a name that has changed since."""
    reported = report.reported
    if report.reported_now != reported:
        reported = _("{name} (now {other})").format(name=reported, other=report.reported_now)
    return _("{moment}, game {game}, revision {revision}: {name} reports {other}. {reason}.").format(
        moment=moment(report.at),
        game=report.match,
        revision=report.revision,
        name=shown_name(report.reporter),
        other=reported,
        reason=_(REASONS[report.reason]),
    )
