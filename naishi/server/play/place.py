"""Interfaces between a lobby and its visitors."""

# ruff: noqa: D102 - `Lobby` and `Visitor` say what each does

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from naishi.server.play.accounts import Accounts
from naishi.server.play.allowances import Allowances
from naishi.server.play.analysis_queue import AnalysisQueue
from naishi.server.play.challenging import Challenging
from naishi.server.play.identities import Identities
from naishi.server.play.limits import Limits
from naishi.server.play.link_requests import LinkRequests
from naishi.server.play.login import Login
from naishi.server.play.one_time_words import WebLinks
from naishi.server.play.pairing import Pairing
from naishi.server.play.participant import MatchParticipant
from naishi.server.play.people import Company
from naishi.server.play.plans import Plans
from naishi.server.play.presence import Everybody
from naishi.server.play.public_lists import PublicLists
from naishi.server.play.rated_tables import RatedTables
from naishi.server.play.sanctions import Sanctions
from naishi.server.play.tables import Tables
from naishi.server.play.talk import Talk
from naishi.server.play.tournaments import Tournaments
from naishi.server.storage.account import Account
from naishi.server.storage.account_codes import AccountCodes
from naishi.server.storage.learning import Learning
from naishi.server.storage.match_lists import PastMatches
from naishi.server.storage.matches import Matches
from naishi.server.storage.players import Players
from naishi.server.storage.solved_tasks import SolvedTasks


class LobbyForVisitors(Protocol):
    """What visitors need of the lobby."""

    accounts: Accounts
    players: Players
    codes: AccountCodes
    matches: Matches
    rated: RatedTables
    company: Company
    challenging: Challenging
    past: PastMatches
    learning: Learning
    solved: SolvedTasks
    everybody: Everybody
    limits: Limits
    allowances: Allowances
    analyses: AnalysisQueue
    link_requests: LinkRequests
    web_links: WebLinks
    identities: Identities
    public: PublicLists
    tables: Tables
    pairing: Pairing
    plans: Plans
    talk: Talk
    sanctions: Sanctions
    tournaments: Tournaments

    @property
    def visitors(self) -> Collection[Login]: ...

    async def settle_clocks(self) -> None: ...
    async def attach(self, match_id: str, player: Account) -> MatchParticipant: ...
    async def follow(self, participant: MatchParticipant) -> MatchParticipant: ...
    async def detach(self, participant: MatchParticipant) -> None: ...
    async def resign_all(self, player_id: int) -> None: ...
    async def players_changed(self, *player_ids: int) -> None: ...
