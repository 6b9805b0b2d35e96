"""Lists of people and finished games on a server, in lines."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from naishi.common.i18n import NaishiError, _, listed, ngettext
from naishi.plain.console import CommandWord, Console, folded
from naishi.plain.protocol import LobbyObject, PeopleObject, PersonObject, PlayerObject, TallyObject
from naishi.plain.replay_room import TableReplay
from naishi.plain.room import Room, own
from naishi.plain.server.match_numbers import MatchNumbers
from naishi.plain.server.objects import history_object, lobby_object, rating_object
from naishi.plain.server.room import InnerRoom, ServerRoom
from naishi.saves.document import write_line
from naishi.server import Match, MatchStage, Visitor
from naishi.server.accounts.people import Tally
from naishi.server.accounts.people_text import about, no_ranking, person, ranked
from naishi.server.match import match_text
from naishi.server.match.glicko import Standing
from naishi.server.match.match_lists import PastMatch
from naishi.server.match.match_text import TWO

MOST_TOLD = 3
"""So many tables that have just been opened are named; of more it is said how many they are."""


class PlainLists:
    """Remembers what was told of games of one's own, open tables and games to watch."""

    def __init__(self, lobby: ServerRoom, numbers: MatchNumbers) -> None:
        self._lobby, self._visitor, self.numbers = lobby, lobby.visitor, numbers
        self._told: dict[str, tuple[bool, object, object]] = {}
        """Of each game of one's own when it was told last, whose turn it was, what was new, and who sat there."""
        self._tables: frozenset[str] = frozenset()
        self._sent: object = None

    def hear(self) -> None:
        """Take what the lists say now for told."""
        listing, me = self._visitor.listing, self._visitor.account.id
        self._told = {
            match.id: (match.is_turn_of(me), match_text.news_of(match, me), _who_sits(match)) for match in listing.mine
        }
        for match in listing.mine:
            if match_text.is_current(match, me):
                self.numbers.of(match)
        self._tables = frozenset(match.id for match in listing.open)

    async def look(self) -> None:
        await self._visitor.refresh()
        self.hear()

    def tell(self) -> None:
        told, tables = self._told, self._tables
        listing, console, news = self._visitor.listing, self._lobby.console, self._lobby.news
        self.hear()
        joined = None if news.joined is None else news.joined.id
        for match in listing.mine:
            was_turn, old, sat = told.get(match.id, (False, None, _who_sits(match)))
            is_turn, new, sit = self._told[match.id]
            moved = (is_turn and not was_turn) or (new is not None and new != old) or (sit and sit != sat)
            if match.id != joined and moved:
                console.write(self.numbers.line(match))
        opened = [match for match in listing.open if match.id not in tables]
        if len(opened) > MOST_TOLD:
            console.write(ngettext("{count} more table is open.", "{count} more tables are open.", len(opened)))
        else:
            console.write(*map(self.numbers.line, opened))
        self._send()

    async def list_all(self, words: Sequence[str]) -> None:
        """Say what there is, whether or not it was told; with some words, only the lines that have them.

        Where the words are the name of a player, that is all of theirs, also what the lists have no room for.
        """
        await self._visitor.lobby.public.refresh()  # else it may be a second old
        await self._visitor.refresh()
        more = await self.numbers.unlisted_of(" ".join(words)) if words else []
        found = [*self.lines(words), *map(self.numbers.line, more)]
        self._lobby.console.write(*found or (_("No game or table matches."),))
        self.hear()
        self._sent = None  # a program that asks is answered
        self._send()

    def lines(self, words: Sequence[str] = ()) -> Iterator[str]:
        """Say what there is: games of one's own, tables and games to watch, or those with some words in their line."""
        listing, me, wanted = self._visitor.listing, self._visitor.account.id, [word.casefold() for word in words]
        mine = [match for match in listing.mine if wanted or match_text.is_current(match, me)]
        none, all_over = _("You have no game yet."), _("No game of yours goes on. Type history for the finished ones.")
        for title, matches, nothing in (
            (_("Your games:"), mine, all_over if listing.mine else none),
            (_("Open tables:"), listing.open, _("No table is open.")),
            (_("Games to watch:"), listing.watchable, _("There is no game to watch.")),
        ):
            lines = [self.numbers.line(match) for match in matches]
            lines = [line for line in lines if all(word in line.casefold() for word in wanted)]
            if lines:
                yield title
                yield from lines
            elif not wanted:
                yield nothing
        if listing.unlisted and not wanted:
            yield match_text.and_more(listing.unlisted)

    def _send(self) -> None:
        """Send the lists to a program, if they are others than before."""
        visitor, listing = self._visitor, self._visitor.listing
        standing = visitor.own_lists.standing
        now = visitor.account, standing, visitor.code, listing.mine, listing.open, listing.watchable
        if now != self._sent:
            self._sent = now
            self._lobby.console.send(self._object)

    def _object(self) -> LobbyObject:
        for match in (*self._visitor.listing.mine, *self._visitor.listing.open, *self._visitor.listing.watchable):
            self.numbers.of(match)
        return lobby_object(self._visitor)


def _who_sits(match: Match) -> object:
    """Return who sits at a table of more than two where the game has not begun; nothing of another one."""
    return match.seats if match.state is MatchStage.OPEN and len(match.seats) > TWO else ()


class PlainPeople:
    """Answers one visitor."""

    def __init__(self, console: Console, visitor: Visitor) -> None:
        self._console, self._visitor = console, visitor

    async def obey(self, command: CommandWord, name: str) -> None:
        """Say who is here, who leads, or how a player has done; block someone, or let them again.

        Raises NaishiError: there is no player of that name.
        """
        match command.id:
            case "who":
                await self._who()
            case "ranking":
                await self._ranking()
            case "player":
                await self._player(name)
            case "block" if not name:
                names = listed(await self._visitor.lobby.challenging.blocked_by(self._visitor.account))
                self._console.write(_("You block {names}.").format(names=names) if names else _("You block nobody."))
            case _ if not name:
                raise NaishiError(_("Write it like this: {usage}").format(usage=command.usage))
            case "block" | "unblock":
                does = self._visitor.block if command.id == "block" else self._visitor.unblock
                self._console.write(await does(await self._visitor.lobby.company.find(name)))

    async def _who(self) -> None:
        people = await self._visitor.lobby.company.here()
        count = ngettext("{count} player is here:", "{count} players are here:", len(people))
        self._console.write(count.format(count=len(people)), *map(person, people))
        found = tuple(_person(each.account.name, each.standing, playing=each.plays) for each in people)
        self._console.send(lambda: PeopleObject(people=found))

    async def _ranking(self) -> None:
        ranking = await self._visitor.lobby.company.ranking()
        lines = [ranked(place, each) for place, each in enumerate(ranking, 1)]
        self._console.write(*lines or [no_ranking()])
        found = tuple(_person(each.name, each.standing) for each in ranking)
        self._console.send(lambda: PeopleObject(people=found))

    async def _player(self, name: str) -> None:
        company, me = self._visitor.lobby.company, self._visitor.account
        account = await company.find(name) if name else me
        page = await company.page(account, me)
        self._console.write(f"{account.name}:", *about(page))
        profile = page.profile
        found = PlayerObject(
            player=_person(account.name, profile.standing),
            here=page.here,
            curve=tuple(page.curve),
            aborted=page.aborts,
            all=_tally(profile.all),
            opponents=tuple(map(_tally, profile.opponents)),
        )
        self._console.send(lambda: found)


def _person(name: str, standing: Standing | None, *, playing: bool = False) -> PersonObject:
    games = 0 if standing is None else standing.games
    return PersonObject(name=name, rating=rating_object(standing), games=games, playing=playing)


def _tally(of: Tally) -> TallyObject:
    return TallyObject(name=of.name, won=of.won, drawn=of.drawn, lost=of.lost)


LOOKING_BACK = ("history", "replay", "analyse", "export")
PAGE = 20


class LookingBack:
    """What someone in the lobby can do with games that are over."""

    def __init__(self, lobby: ServerRoom, numbers: MatchNumbers, back: Callable[[], None]) -> None:
        self._lobby, self._numbers, self._back = lobby, numbers, back
        self._visitor, self._games = lobby.visitor, lobby.visitor.past_games
        self._last: PastMatch | None = None
        """The game that was told last; None where there is nothing older."""

    async def obey(self, command: str, words: Sequence[str]) -> None:
        """Do what one of `LOOKING_BACK` says. Raises NaishiError: it isn't possible."""
        match command:
            case "history":
                await self._list(words)
            case "export":
                await self._export(words)
            case _:
                await self._replay(command, words)

    async def _list(self, words: Sequence[str]) -> None:
        more = bool(words) and folded(words[0]) in {"more", folded(_("more"))}
        if more and self._last is None:
            raise NaishiError(_("There are no older games."))
        found = await self._games.page(self._last if more else None, PAGE)
        console, self._last = self._lobby.console, found[-1] if len(found) == PAGE else None
        if not found:
            console.write(_("There are no older games.") if more else _("No game of yours is over yet."))
        console.write(*map(self._numbers.past_line, found))
        if self._last is not None:
            console.write(_("Type history more for older ones."))
        console.send(lambda: history_object(found, more=self._last is not None))

    async def _replay(self, command: str, words: Sequence[str]) -> None:
        match_id = self._numbers.find_past(words) if words else await self._newest()
        await look_at(self._lobby, match_id, command)
        self._back()

    async def _export(self, words: Sequence[str]) -> None:
        """Write games as lines, the newest first; what takes long ends with the terminal."""
        console, context = self._lobby.console, self._lobby.context
        if not words or folded(words[0]) not in {"all", folded(_("all"))}:
            match_id = self._numbers.find_past(words) if words else await self._newest()
            console.write_exactly(write_line(*await self._games.record(match_id)))
            return
        await self._visitor.check_pace()
        last: PastMatch | None = None
        while page := await self._games.page(last, PAGE):
            for last in page:
                with suppress(NaishiError):  # a damaged one must not spoil the others
                    console.write_exactly(write_line(*await self._games.record(last.match.id)))
                await console.lines.taken()
                if context.visitor not in context.visitor.lobby.visitors:
                    return

    async def _newest(self) -> str:
        found = await self._games.page(count=1)
        if not found:
            raise NaishiError(_("No game of yours is over yet."))
        return found[0].match.id


async def look_at(room: ServerRoom, match_id: str, command: str) -> None:
    """Replay a finished match, or begin with its analysis, until that is left.

    Args:
        command: `replay` or `analyse`.

    Raises:
        NaishiError: It isn't a finished match of the visitor's.
    """
    past = await room.visitor.past_games.load(match_id)
    if (make := own(past.match.game, "replay")) is not None:
        inner: Room = make(room, past)
    elif command == "replay":
        inner = TableReplay(room.context, past.replay())
    else:
        raise NaishiError(_("Only games of Naishi are analysed. To look at this one: replay."))
    await InnerRoom(room.context, room.news, inner, command if command == "analyse" else "").run()
