"""People of a server: presence, records, leaderboard."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server.accounts.login import Login
from naishi.server.accounts.people_store import People, Profile
from naishi.server.match.glicko import Standing
from naishi.server.presence.account import Account
from naishi.server.presence.presence import Everybody
from naishi.server.ratings.ratings import Ranked, Ratings

MOST_LISTED = 60
"""So many of those who are here are named."""


class Person(NamedTuple):
    """Somebody who is here."""

    account: Account
    standing: Standing | None
    plays: bool
    """Whether a game of theirs is on their screen."""


class Page(NamedTuple):
    """What there is to read of a player."""

    profile: Profile
    curve: Sequence[float]
    """Their points after each of the newest rated games."""
    here: bool
    aborts: int
    """The rated games that they have called off, or given up before the tenth action, in the last thirty days."""


class Company:
    """The people of a place, as one visitor or another asks for them."""

    def __init__(self, people: People, ratings: Ratings, visitors: Collection[Login], everybody: Everybody) -> None:
        """Look players up among the stored ones and those present.

        Args:
            people: The players, as they are stored.
            ratings: Their ratings.
            visitors: Those who are here.
            everybody: And at other processes of the server.
        """
        self._people, self._ratings, self._visitors, self._everybody = people, ratings, visitors, everybody

    async def here(self) -> Sequence[Person]:
        """List the players who are here, each once; visitors without a name or a game are nobody yet."""
        plays: dict[int, bool] = {}
        accounts: dict[int, Account] = {}
        for account, at_game in self._everybody.elsewhere.accounts.values():
            accounts[account.id], plays[account.id] = account, at_game
        for visitor in self._visitors:
            account = visitor.account
            if account.stored:
                accounts[account.id] = account
                plays[account.id] = plays.get(account.id, False) or visitor.plays
        listed = sorted(accounts.values(), key=lambda account: account.name.casefold())[:MOST_LISTED]
        standings = await self._people.standings([account.id for account in listed])
        return [Person(account, standings.get(account.id), plays[account.id]) for account in listed]

    async def ranking(self) -> Sequence[Ranked]:
        """List the players whose rating isn't provisional, the highest first."""
        return await self._ratings.ranking()

    async def find(self, name: str) -> Account:
        """Return the player of a name.

        Raises:
            NaishiError: There is none; the text names who is meant perhaps.
        """
        account = await self._people.of_name(name)
        if account is not None:
            return account
        known = [visitor.account.name for visitor in self._visitors if visitor.account.stored]
        known += [ranked.name for ranked in await self.ranking()]
        near = get_close_matches(name, known, 1)
        if near:
            raise NaishiError(_("There is no player called {name}. Did you mean {other}?").format(
                name=name, other=near[0]
            ))  # fmt: skip
        raise NaishiError(_("There is no player called {name}.").format(name=name))

    async def page(self, account: Account, viewer: Account) -> Page:
        """Return what a viewer may read of a player."""
        profile = await self._people.profile(account, viewer.id)
        curve = await self._ratings.curve(account.id)
        here = account.id in self._everybody
        return Page(profile, curve, here, await self._ratings.aborts(account.id, 30))
