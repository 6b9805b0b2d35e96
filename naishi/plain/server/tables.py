"""Tables in lines: made, mixed and joined."""

import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial

from naishi.common.i18n import NaishiError, _, listed, naming_nearest, pgettext
from naishi.plain.console import CommandWord, folded
from naishi.plain.new_table import game_and_rest, game_named, known_levels, option_lines, option_of
from naishi.plain.room import own
from naishi.plain.server.lists import PlainLists
from naishi.plain.server.room import ServerRoom
from naishi.plain.table_answers import level_of
from naishi.server import Match, MatchStage
from naishi.server.lobby.table_flow import TableFlow, agreed, check_against_bots
from naishi.server.match import match_text
from naishi.server.match.clock import CHOICES
from naishi.server.match.match import NAISHI, Terms
from naishi.server.match.match_text import TWO
from naishi.server.match.words import check_control
from naishi.tabletop.chance import committed
from naishi.tabletop.kinds import keys, kind_of

_DAYS = re.compile(r"(\d+)(\w)")


def terms_of(words: Sequence[str], command: str) -> Terms:
    """Read the words behind a command that makes a table.

    Of Naishi these are `expansion`, `rated`, then `clock 3d`; of another game its name, for how many players, its
    options and the clock.

    Raises:
        NaishiError: One is unknown, or there is no such clock.
    """
    game, words = game_and_rest(words)
    terms, others = terms_among(words, game)
    if others and terms.game != NAISHI:
        raise NaishiError(_how_to_make(terms.game, command))
    if others:
        why = _("Type {word} alone, or with the words expansion and rated, or with clock and one of {choices}.")
        raise NaishiError(why.format(word=command, choices=listed(CHOICES, conjunction=False)))
    return terms


def _how_to_make(game: str, command: str) -> str:
    kind = kind_of(game)
    why = _("Type {word} {game}, a number of players from {fewest} to {most}, and clock with one of {choices}.")
    choices, seats = listed(CHOICES, conjunction=False), kind.seats
    said = why.format(word=command, game=game, fewest=seats[0], most=seats[-1], choices=choices)
    return " ".join((said, *option_lines(kind, far_away=True)))


def terms_among(words: Sequence[str], game: str = NAISHI) -> tuple[Terms, list[str]]:
    """Return what some words say about a table of a game, and the other words.

    Raises NaishiError: there is no such clock, or no such option.
    """
    control, others = _clock_among(words)
    rated_words = {"rated", folded(pgettext("an option", "rated"))}
    rated = any(folded(word) in rated_words for word in others)
    others = [word for word in others if folded(word) not in rated_words]
    if game == NAISHI:
        expansion, others = own(NAISHI, "terms")(others)
        return Terms(expansion, control, rated), others
    kind, options, rest = kind_of(game), dict[str, str](), list[str]()
    places: int | None = None
    for word in others:
        name, equals, value = word.partition("=")
        if equals:
            options |= option_of(kind, name, value, far_away=True)
        elif word.isdecimal() and len(word) == 1 and places is None:
            places = int(word)
        else:
            rest.append(word)
    terms = agreed(game, places, options, control=control, rated=rated)
    return terms, rest


def _clock_among(words: Sequence[str]) -> tuple[str, list[str]]:
    """Return the clock that some words ask for, empty for none, and the other words.

    Raises NaishiError: there is no such clock.
    """
    names = {"clock", folded(pgettext("an option", "clock"))}
    if (at := next((place for place, word in enumerate(words) if folded(word) in names), None)) is None:
        return "", [*words]
    behind = [*words[at + 1 :]]
    place = next((place for place, word in enumerate(behind) if _control(word) in CHOICES), 0)
    control = _control(" ".join(behind[place : place + 1]))
    check_control(control or "?")
    return control, [*words[:at], *behind[:place], *behind[place + 1 :]]


def naming_nearest_option(error: NaishiError, words: Sequence[str]) -> NaishiError:
    local = (pgettext("an option", "expansion"), pgettext("an option", "rated"), pgettext("an option", "clock"))
    options = {folded(option): option for option in ("expansion", "rated", "clock", *local)}
    return naming_nearest(error, map(folded, words), options)


def _control(typed: str) -> str:
    """Return a clock as it was typed, with the letter for days of the language of the moment, too."""
    text = folded(typed)
    if (found := _DAYS.fullmatch(text)) and found[2] == folded(pgettext("days", "d")):
        return f"{found[1]}d"
    return text


TABLES = ("new", "pair", "private", "bot", "mix", "begin", "leave", "close", "challenge", "decline")


class PlainTables:
    """What a visitor does in the lobby about tables, beside coming to one."""

    def __init__(self, lobby: ServerRoom, lists: PlainLists, go_to: Callable[[Match], Awaitable[None]]) -> None:
        self._lobby, self._console, self._visitor = lobby, lobby.console, lobby.visitor
        self._lists, self._numbers, self._go_to = lists, lists.numbers, go_to
        self.flow = TableFlow(lobby.visitor, partial(lobby.confirmed, if_not=_("You haven't sat down.")))

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        """Do what one of `TABLES` says. Raises NaishiError: that isn't possible; the text says why."""
        match command.id:
            case "bot":
                await self._play_bot(words)
            case "mix":
                await self._mix(words)
            case "begin":
                await self._begin(words)
            case "close" | "leave":
                await self._leave(words, command)
            case "challenge":
                await self._challenge(words, command)
            case "decline":
                await self._decline(words)
            case "pair":
                await self._pair(words, command)
            case _:
                await self._open(words, command)

    async def _open(self, words: Sequence[str], command: CommandWord) -> None:
        terms = terms_of(words, command.word)
        match, word = await self.flow.open(terms, public=command.id == "new")
        line = self._lobby.context.ssh_line("join", word)
        await self._lists.look()
        number = self._numbers.of(match)
        yours = _("Table {number} is yours and waits. A friend can join with:")
        with_it = _("Table {number}, with Legends & Travellers, is yours and waits. A friend can join with:")
        with_terms = _("Table {number} ({terms}) is yours and waits. A friend can join with:")
        more = terms.control or terms.rated or terms.game != NAISHI
        told = with_terms if more else with_it if terms.expansion else yours
        self._console.write(told.format(number=number, terms=match_text.terms(match)))
        self._console.write_exactly(line)
        self._console.write(*self._begins(match))

    def _begins(self, table: Match) -> Iterator[str]:
        if len(table.seats) > TWO:
            words = _("It begins once all seats are taken. Before that: begin {number}, or with a level of bots, too.")
            yield words.format(number=self._numbers.of(table))

    async def _pair(self, words: Sequence[str], command: CommandWord) -> None:
        at = await self.flow.pair(terms_of(words, command.word) if words else None)
        await self._lists.look()
        if at.has_begun:
            await self._go_to(at.match)
        else:
            closing = _("To close the table: close {number}.").format(number=self._numbers.of(at.match))
            self._console.write(at.said, closing)

    async def _challenge(self, words: Sequence[str], command: CommandWord) -> None:
        if not words:
            raise NaishiError(_("Write it like this: {usage}").format(usage=command.usage))
        game = next((key for word in words[1:] if (key := game_named(word)) is not None), NAISHI)
        behind = [word for word in words[1:] if game_named(word) is None]
        terms, others = terms_among(behind, game)
        name = " ".join((words[0], *others))
        try:
            at = await self.flow.challenge(name, terms)
        except NaishiError as error:
            raise naming_nearest_option(error, others) from None
        await self._lists.look()
        if at.has_begun:
            await self._go_to(at.match)
            return
        self._console.write(self._numbers.line(at.match), *self._begins(at.match))

    async def _decline(self, words: Sequence[str]) -> None:
        """Decline the challenge that words name; the only one, where none is named."""
        waiting = self._visitor.own_lists.challenges
        match = self._numbers.found(words, waiting) if words else waiting[0] if len(waiting) == 1 else None
        if match is None:
            raise NaishiError(_("Say which challenge, by its number.") if waiting else _("Nobody challenges you."))
        said = await self.flow.leave(match)
        await self._lists.look()
        self._console.write(said)

    async def _play_bot(self, words: Sequence[str]) -> None:
        game, words = game_and_rest(words)
        terms, others = terms_among(words, game)
        check_against_bots(terms)
        if game != NAISHI:
            await self._go_to(await self.flow.against_bots(terms, _level(game, " ".join(others))))
            return
        typed, table = _level_among(others)
        await self._visitor.refresh()  # someone may just have sat down
        try:
            own = self._own_table(table) if table else None
        except NaishiError as error:
            if not typed:
                raise _unknown_level(self._game_among(table) or NAISHI) from None
            raise naming_nearest_option(error, table) from None
        level = _level(NAISHI if own is None else own.game, typed)
        if own is not None and terms.expansion:
            raise NaishiError(_("The expansion is chosen when a table is made: new expansion."))
        if own is not None and len(own.empty) > 1:
            words_ = _("Several seats are empty at this table. To have bots take them all: begin {number} {level}.")
            raise NaishiError(words_.format(number=self._numbers.of(own), level=typed))
        if own is not None and own.game != NAISHI:
            await self._go_to(await self._visitor.tables.begin(own, level))
        else:
            await self._go_to(await self._visitor.tables.play_bot(level, own, expansion=terms.expansion))

    async def _begin(self, words: Sequence[str]) -> None:
        typed, rest = _level_among(words)
        try:
            table = self._own_table(rest)
        except NaishiError:
            if len(rest) > 1 and (game := self._game_among(rest)) is not None:
                raise _unknown_level(game) from None
            raise
        level = _level(table.game, typed) if typed else ""
        try:
            match = await self._visitor.tables.begin(table, level)
        except NaishiError as error:
            if level or not table.empty or not self.flow.is_host(table):
                raise
            levels = kind_of(table.game).levels()
            bot = next((each for each in levels if each.kind == "beginner"), levels[0]).words
            words_ = _("{error} To have bots take the empty seats: begin {number} {level}.")
            raise NaishiError(words_.format(error=error, number=self._numbers.of(table), level=bot)) from None
        await self._go_to(match)

    def _game_among(self, words: Sequence[str]) -> str | None:
        """Return what is played at the table whose number is among some words; None where none is."""
        found = (self._numbers.found([word]) for word in words if word.isdecimal())
        return next((match.game for match in found if match is not None), None)

    async def _mix(self, words: Sequence[str]) -> None:
        """Add words to the deal of a table, or say what it is committed to."""
        number, *word = words or ("",)
        if folded(number) in {"bot", folded(_("bot"))}:
            deal = self._visitor.tables.bot_deal
            if word:
                deal.add(" ".join(word))
            said = _("Your words are added to the deal of your next game against a bot.")
            self._console.write(said if word else committed(deal.commitment))
            return
        table = self._numbers.find([number])
        if not word:
            self._console.write(await self.flow.commitment(table))
            return
        at = await self.flow.mix(table, " ".join(word))
        if at.has_begun:
            await self._go_to(at.match)
        else:
            self._console.write(at.said)

    async def _leave(self, words: Sequence[str], command: CommandWord) -> None:
        match = self._own_table(words, joined=command.id == "leave")
        own = self.flow.is_host(match)
        if command.id == "leave" and own:
            words_ = _("This table is your own. To close it: close {number}.")
            raise NaishiError(words_.format(number=self._numbers.of(match)))
        if command.id == "close" and match.challenged is None and not own:
            words_ = _("This table is {name}'s. To leave it: leave {number}.")
            host = match.names[match.seats.index(match.host)]
            raise NaishiError(words_.format(name=host, number=self._numbers.of(match)))
        said = await self.flow.leave(match)
        self._lobby.news.gave_up(match)
        await self._lists.look()
        self._console.write(said)

    def _own_table(self, words: Sequence[str], *, joined: bool = False) -> Match:
        """Return a table of the visitor's that is still waiting; the only one, where none is named."""
        me = self._visitor.account.id
        waiting = [match for match in self._visitor.listing.mine if match.state is MatchStage.OPEN]
        meant = [match for match in waiting if (match.host != me) == joined]
        meant = meant or waiting  # what can't be done with another one is said by name
        match = self._numbers.find(words) if words else meant[0] if len(meant) == 1 else None
        if match is None or match not in waiting:
            raise NaishiError(_("Say which table of yours that is still waiting, by its number."))
        return match


def _level_among(words: Sequence[str]) -> tuple[str, list[str]]:
    known = {folded(level) for key in keys() for each in kind_of(key).levels() for level in (each.kind, each.words)}
    others = [word for word in words if folded(word) not in known]
    return " ".join(word for word in words if folded(word) in known), others


def _level(game: str, typed: str) -> str:
    """Return the kind of a bot by its level. Raises NaishiError: there is none; the text names those that there are."""
    if (level := level_of(kind_of(game), typed)) is None:
        raise _unknown_level(game)
    return level


def _unknown_level(game: str) -> NaishiError:
    words = _("Say which bot, as in bot strong: {levels}.") if game == NAISHI else _("Say which bots: {levels}.")
    return NaishiError(words.format(levels=known_levels(kind_of(game))))
