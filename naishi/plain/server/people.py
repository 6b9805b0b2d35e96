"""People in lines: presence, leaderboard, records."""

from __future__ import annotations

from naishi.common.errors import NaishiError
from naishi.common.formats import listed
from naishi.common.i18n import _, ngettext
from naishi.plain.commands import CommandWord
from naishi.plain.console import Console
from naishi.plain.protocol import PeopleObject, PersonObject, PlayerObject, TallyObject
from naishi.plain.server.objects import rating_object
from naishi.server import Visitor
from naishi.server.accounts import people_text
from naishi.server.accounts.people_store import Tally
from naishi.server.match.glicko import Standing


class PlainPeople:
    """Answers one visitor."""

    def __init__(self, console: Console, visitor: Visitor) -> None:
        self._console, self._visitor = console, visitor

    async def obey(self, command: CommandWord, name: str) -> None:
        """Say who is here, who leads, or how a player has done; block somebody, or let them again.

        Raises:
            NaishiError: There is no player of that name.
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
                await self._block(name, block=command.id == "block")

    async def _block(self, name: str, *, block: bool) -> None:
        other = await self._visitor.lobby.company.find(name)
        self._console.write(await (self._visitor.block(other) if block else self._visitor.unblock(other)))

    async def _who(self) -> None:
        people = await self._visitor.lobby.company.here()
        count = ngettext("{count} player is here:", "{count} players are here:", len(people))
        self._console.write(count.format(count=len(people)), *map(people_text.person, people))
        found = tuple(_person(each.account.name, each.standing, playing=each.plays) for each in people)
        self._console.send(lambda: PeopleObject(people=found))

    async def _ranking(self) -> None:
        ranking = await self._visitor.lobby.company.ranking()
        lines = [people_text.ranked(place, each) for place, each in enumerate(ranking, 1)]
        self._console.write(*lines or [people_text.no_ranking()])
        found = tuple(_person(each.name, each.standing) for each in ranking)
        self._console.send(lambda: PeopleObject(people=found))

    async def _player(self, name: str) -> None:
        company, me = self._visitor.lobby.company, self._visitor.account
        account = await company.find(name) if name else me
        page = await company.page(account, me)
        self._console.write(f"{account.name}:", *people_text.about(page))
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
