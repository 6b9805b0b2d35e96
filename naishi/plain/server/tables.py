"""Tables in lines: made, mixed and joined."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence

from naishi.common.errors import NaishiError
from naishi.common.formats import listed
from naishi.common.i18n import _, pgettext
from naishi.common.nearest import naming_nearest
from naishi.games.naishi.game.bot_names import known_levels
from naishi.plain.commands import CommandWord
from naishi.plain.naishi.new_game import expansion_among
from naishi.plain.naishi.parsing import find_level
from naishi.plain.server.lists import PlainLists
from naishi.plain.server.room import ServerRoom
from naishi.plain.speech import folded
from naishi.server import Match, MatchStage
from naishi.server.match.clock import CHOICES
from naishi.server.match.words import check_control
from naishi.server.play import match_text
from naishi.server.storage.terms import Terms
from naishi.tabletop.commitments import committed

_DAYS = re.compile(r"(\d+)(\w)")


def terms_of(words: Sequence[str], command: str) -> Terms:
    """Read the words behind a command that makes a table: `expansion`, `rated`, then `clock 3d`.

    Raises:
        NaishiError: One is unknown, or there is no such clock.
    """
    terms, others = terms_among(words)
    if others:
        why = _("Type {word} alone, or with the words expansion and rated, or with clock and one of {choices}.")
        raise NaishiError(why.format(word=command, choices=listed(CHOICES, conjunction=False)))
    return terms


def terms_among(words: Sequence[str]) -> tuple[Terms, list[str]]:
    """Return what some words say about a table, and the other words.

    Raises:
        NaishiError: There is no such clock.
    """
    expansion, others = expansion_among(words)
    rated, others = rated_among(others)
    names, control = {"clock", folded(pgettext("an option", "clock"))}, ""
    if (at := next((place for place, word in enumerate(others) if folded(word) in names), None)) is not None:
        chosen, rest = others[at + 1 : at + 2], others[at + 2 :]
        control = _control(" ".join(chosen))
        check_control(control or "?")
        others = [*others[:at], *rest]
    return Terms(expansion, control, rated), others


def naming_nearest_option(error: NaishiError, words: Sequence[str]) -> NaishiError:
    """Return an error that also names the option that one of some words is nearest to, if one is near any."""
    local = (pgettext("an option", "expansion"), pgettext("an option", "rated"), pgettext("an option", "clock"))
    options = {folded(option): option for option in ("expansion", "rated", "clock", *local)}
    return naming_nearest(error, map(folded, words), options)


def rated_among(words: Sequence[str]) -> tuple[bool, list[str]]:
    """Return whether some words ask for a rated game, and the other words."""
    names = {"rated", folded(pgettext("an option", "rated"))}
    others = [word for word in words if folded(word) not in names]
    return len(others) < len(words), others


def _control(typed: str) -> str:
    """Return a clock as it was typed, with the letter for days of the language of the moment, too."""
    text = folded(typed)
    if (found := _DAYS.fullmatch(text)) and found[2] == folded(pgettext("days", "d")):
        return f"{found[1]}d"
    return text


TABLES = ("new", "private", "bot", "mix", "close", "challenge", "decline")
"""The commands that are done here."""


class PlainTables:
    """What a visitor does in the lobby about tables, beside coming to one."""

    def __init__(self, lobby: ServerRoom, lists: PlainLists, go_to: Callable[[Match], Awaitable[None]]) -> None:
        """Begin.

        Args:
            lobby: Where it is typed.
            lists: What is told there of tables.
            go_to: Has the visitor be at a match.
        """
        self._lobby, self._console, self._visitor = lobby, lobby.console, lobby.visitor
        self._lists, self._numbers, self._go_to = lists, lists.numbers, go_to

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        """Do what one of `TABLES` says.

        Raises:
            NaishiError: That isn't possible; the text says why.
        """
        match command.id:
            case "bot":
                await self._play_bot(words)
            case "mix":
                await self._mix(words)
            case "close":
                await self._close(words)
            case "challenge":
                await self._challenge(words, command)
            case "decline":
                await self._decline(words)
            case _:
                await self._open(words, command)

    async def _open(self, words: Sequence[str], command: CommandWord) -> None:
        terms = terms_of(words, command.word)
        public = command.id == "new"
        match = await self._visitor.tables.open(terms, public=public)
        line = self._lobby.context.ssh_line("join", match.id if public else match.invite)
        await self._lists.look()
        number = self._numbers.of(match)
        yours = _("Table {number} is yours and waits. A friend can join with:")
        with_it = _("Table {number}, with Legends & Travellers, is yours and waits. A friend can join with:")
        with_terms = _("Table {number} ({terms}) is yours and waits. A friend can join with:")
        told = with_terms if terms.control or terms.rated else with_it if terms.expansion else yours
        self._console.write(told.format(number=number, terms=match_text.terms(match)))
        self._console.write_exactly(line)

    async def _challenge(self, words: Sequence[str], command: CommandWord) -> None:
        if not words:
            raise NaishiError(_("Write it like this: {usage}").format(usage=command.usage))
        terms, others = terms_among(words[1:])
        name = " ".join((words[0], *others))
        try:
            match = await self._visitor.tables.challenge(name, terms)
        except NaishiError as error:
            raise naming_nearest_option(error, others) from None
        await self._lists.look()
        self._console.write(self._numbers.line(match))

    async def _decline(self, words: Sequence[str]) -> None:
        """Decline the challenge that words name; the only one, where none is named."""
        waiting = self._visitor.own_lists.challenges
        match = self._numbers.found(words, waiting) if words else waiting[0] if len(waiting) == 1 else None
        if match is None:
            raise NaishiError(_("Say which challenge, by its number.") if waiting else _("Nobody challenges you."))
        await self._visitor.tables.close(match)
        await self._lists.look()
        self._console.write(_("Declined."))

    async def _play_bot(self, words: Sequence[str]) -> None:
        expansion, others = expansion_among(words)
        kind, *table = others or ("",)
        level = find_level(kind)
        if level is None:
            raise NaishiError(_("Say which bot, as in bot strong: {levels}.").format(levels=known_levels()))
        if rated_among(table)[0]:
            raise NaishiError(_("Games against bots aren't rated."))
        if table and expansion:
            raise NaishiError(_("The expansion is chosen when a table is made: new expansion."))
        try:
            own = self._own_table(table) if table else None
        except NaishiError as error:
            raise naming_nearest_option(error, table) from None
        await self._go_to(await self._visitor.tables.play_bot(level, own, expansion=expansion))

    async def _mix(self, words: Sequence[str]) -> None:
        """Add words to the deal of a table, or say what it is committed to."""
        number, *word = words or ("",)
        if folded(number) in {"bot", folded(_("bot"))}:
            self._mix_for_bot(" ".join(word))
            return
        table = self._numbers.find([number])
        if table.state is not MatchStage.OPEN:
            raise NaishiError(_("This table is gone: it was closed, or someone else has just joined."))
        if not word:
            self._console.write(committed(await self._visitor.tables.commitment(table)))
        elif table.host == self._visitor.account.id:
            await self._visitor.tables.give_word(table, " ".join(word))
            self._console.write(_("Your words are added to the deal."))
        else:
            await self._go_to(await self._visitor.tables.join(table, " ".join(word)))

    def _mix_for_bot(self, word: str) -> None:
        """Add words to the deal of the next game against a bot, or say what that is committed to."""
        if word:
            self._visitor.tables.bot_deal.add(word)
            self._console.write(_("Your words are added to the deal of your next game against a bot."))
        else:
            self._console.write(committed(self._visitor.tables.bot_deal.commitment))

    async def _close(self, words: Sequence[str]) -> None:
        await self._visitor.tables.close(self._own_table(words))
        await self._lists.look()
        self._console.write(_("The table is closed."))

    def _own_table(self, words: Sequence[str]) -> Match:
        """Return a table of the visitor's own at which nobody has joined; the only one, where none is named."""
        waiting = [match for match in self._visitor.listing.mine if match.state is MatchStage.OPEN]
        match = self._numbers.find(words) if words else waiting[0] if len(waiting) == 1 else None
        if match is None or match not in waiting:
            raise NaishiError(_("Say which table of yours that is still waiting, by its number."))
        return match
