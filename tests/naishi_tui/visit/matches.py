"""Lobby app at a match of any game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, TypeVar

from textual.screen import Screen
from typing_extensions import override

from naishi.server import Match, MatchParticipant, Visitor
from naishi.tabletop.kinds import kind_of
from naishi_tui.lobby.lobby_lists import GoToMatch
from tests.naishi.server.conftest import player
from tests.naishi_tui.lobby.terminals import Terminal, terminal_of
from tests.naishi_tui.ssh.rest import WatchedLobby, at_rest, is_shown, rest
from tests.naishi_tui.waiting import settle, until

NAMES = ("Aiko", "Bruno", "Chiyo", "Dora", "Emil")
AnyScreen = TypeVar("AnyScreen", bound=Screen[Any])


class Seats:
    """A match of people, each of whom is at it without a terminal."""

    def __init__(self, lobby: WatchedLobby, people: Sequence[Visitor], match: Match) -> None:
        self.lobby, self.people, self.match = lobby, people, match
        self.seats: list[MatchParticipant] = []

    @classmethod
    async def begin(cls, lobby: WatchedLobby, game: str, count: int, *, control: str = "", **options: str) -> Seats:
        """Begin a match of a kind of game, with the first of `NAMES` in their order."""
        people = [await player(lobby, name) for name in NAMES[:count]]
        dealt = kind_of(game).new(NAMES[:count], {"undo": "off", **options}, seed="7")
        accounts = tuple(person.account.id for person in people)
        match = await lobby.matches.start(accounts[0], dealt, accounts, public=True, control=control)
        await lobby.public.look()
        return cls(lobby, people, match)

    async def come(self, *seats: int) -> None:
        """Have those at some seats come to the match; by default all but the first, who has a terminal."""
        for seat in seats or range(1, len(self.people)):
            self.seats.append(await self.people[seat].attach(self.match.id))

    def at(self, seat: int) -> MatchParticipant:
        """The one at a seat."""
        return next(each for each in self.seats if each.seat == seat)

    async def act(self, seat: int, me: MatchParticipant | None = None) -> str:
        """Have a seat do what a bot would; by default one without a terminal. Returns the action."""
        who = self.at(seat) if me is None else me
        action = str(kind_of(self.match.game).bot("beginner", seat).choose(who.view))
        await who.play(action)
        return action


class AtMatch(Terminal):
    """A terminal whose app may be at a match."""

    @property
    def me(self) -> MatchParticipant:
        assert self.app.match.participant is not None
        return self.app.match.participant

    def screen(self, kind: type[AnyScreen]) -> AnyScreen:
        assert isinstance(self.app.screen, kind), type(self.app.screen)
        return self.app.screen

    @override
    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.rest()
            await self.pilot.press(key)
        await self.rest()

    async def rest(self) -> None:
        """Wait until everything has come of what was done."""
        await settle(self.pilot)
        await rest(lambda: is_shown(self.app) and at_rest(self.lobby, ()))
        await self.lobby.settled()
        await settle(self.pilot)

    async def go_to(self, match: Match) -> None:
        """Come to a match."""
        self.app.post_message(GoToMatch(match))
        await until(lambda: self.app.match.here == match.id and len(self.app.screen_stack) > 1, "at the match")
        await self.rest()


terminal = partial(terminal_of, AtMatch)
