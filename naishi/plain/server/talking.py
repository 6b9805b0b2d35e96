"""Phrases between players in lines; muting and reports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from naishi.common.errors import NaishiError
from naishi.common.formats import listed
from naishi.common.i18n import _, pgettext
from naishi.common.nearest import naming_nearest
from naishi.plain.commands import CommandWord
from naishi.plain.console import Console
from naishi.plain.server.agreeing import seat_named
from naishi.plain.speech import folded
from naishi.server import MatchParticipant, Phrase, Visitor
from naishi.server.match.match_text import TWO
from naishi.server.match.phrases import told, words_of
from naishi.server.moderation.store import Reason
from naishi.server.moderation.talk import REASONS

TALKING = {"say", "mute", "report"}
"""The commands that are done here."""


class Talking:
    """Tells a player at a match what is said there, and says what they type."""

    def __init__(self, console: Console, visitor: Visitor, me: MatchParticipant) -> None:
        """Begin; what was said before is no news."""
        self._console, self._visitor, self._me = console, visitor, me
        self._told = me.conversation.newest

    def tell(self) -> None:
        """Tell what was said since the last time."""
        before, self._told = self._told, self._me.conversation.newest
        new = [*self._me.conversation.left]
        new += (each for each in self._me.conversation.spoken if each.number > before)
        self._me.conversation.left = ()
        self._console.write(*(told(each, self._me.seat, self._me.view.names) for each in new))

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        """Say something, mute the other player or hear them again, or report them.

        Raises:
            NaishiError: It isn't possible, or isn't understood.
        """
        talk, me = self._visitor.lobby.talk, self._me
        match command.id:
            case "say" if not words:
                self._console.write(*_numbered())
            case "say":
                later = await talk.say(me, phrase_of(" ".join(words)))
                self.tell()
                self._console.write(*filter(None, [later]))
            case "mute":
                await self._mute(command, words)
            case _:
                seat, words = self._named(words, most=1)
                reason = _reason(words)
                said = await talk.report(me, reason, self._visitor.account, self._visitor.address, seat)
                self._console.write(said)

    async def _mute(self, command: CommandWord, words: Sequence[str]) -> None:
        """Mute a player, or hear them again."""
        talk, me = self._visitor.lobby.talk, self._me
        again = bool(words) and folded(words[-1]) in {"off", folded(pgettext("mute", "off"))}
        seat, rest = self._named(words[: len(words) - again], most=0)
        if rest:
            raise NaishiError(_("Write it like this: {usage}").format(usage=command.usage))
        self._console.write(await (talk.unmute if again else talk.mute)(me, seat))

    def _named(self, words: Sequence[str], *, most: int) -> tuple[int | None, Sequence[str]]:
        """Return the seat of the player whom words name first, and the other words.

        At a table of two nobody has to be named, and of several only where there is more than one to be meant.

        Args:
            words: What was typed.
            most: How many words may follow a name.
        """
        if len(self._me.view.names) == TWO or len(words) <= most:
            return None, words
        cut = len(words) - most
        return seat_named(words[:cut], self._me), words[cut:]


def _numbered() -> Iterator[str]:
    for number, phrase in enumerate(Phrase, 1):
        yield f"{number}: {words_of(phrase)}"


def phrase_of(typed: str) -> Phrase:
    """Return the phrase that somebody means by its number, its English id or its first letters.

    Raises:
        NaishiError: There is none, or more than one.
    """
    wanted, every = folded(typed), list(Phrase)
    if wanted.isdecimal() and len(wanted) < 4 and 0 < int(wanted) <= len(every):
        return every[int(wanted) - 1]
    if wanted in {each.value for each in every}:
        return Phrase(wanted)
    found = [each for each in every if folded(words_of(each)).startswith(wanted)]
    if not found:
        raise _no_phrase(wanted, every)
    if len(found) > 1:
        raise NaishiError(_("Say which: {kinds}.").format(kinds=listed(map(words_of, found), conjunction=False)))
    return found[0]


def _no_phrase(typed: str, every: Sequence[Phrase]) -> NaishiError:
    """Return the error that says that there is no such phrase, and which is the nearest."""
    why = _("There is no such phrase. Type say to hear them all.")
    known: dict[str, str] = {}
    for phrase in every:
        words = words_of(phrase).rstrip(" \u00a0\u202f!.")
        known |= dict.fromkeys((phrase.value, folded(words)), words)
    return naming_nearest(NaishiError(why), [typed], known)


def _reason(words: Sequence[str]) -> Reason:
    """Return why somebody is reported.

    Raises:
        NaishiError: That wasn't said.
    """
    by_word = {folded(each): reason for reason, word in reason_words().items() for each in (reason.value, word)}
    if words and (reason := by_word.get(folded(words[0]))) is not None:
        return reason
    known = (
        _("{word} ({meaning})").format(word=word, meaning=_(REASONS[reason])) for reason, word in reason_words().items()
    )
    raise NaishiError(_("Say why: {reasons}.").format(reasons=listed(known, conjunction=False)))


def reason_words() -> dict[Reason, str]:
    """Return what is typed for each reason of a report, in the language of the moment."""
    return {
        Reason.NAME: pgettext("a reason", "name"),
        Reason.BEHAVIOUR: pgettext("a reason", "behaviour"),
        Reason.CHEATING: pgettext("a reason", "cheating"),
    }
