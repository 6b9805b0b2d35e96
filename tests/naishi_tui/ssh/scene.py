"""Match between Aiko at a terminal and Bruno without."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, TypeVar, cast

import pytest
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import OptionList

from naishi import Game
from naishi.games.naishi.game.record import Options
from naishi.games.naishi.rules.actions import Action
from naishi.games.naishi.rules.cards import Module
from naishi.server import Match, MatchParticipant, OfferKind, Request, Verb, Visitor
from naishi.server.match.match import Agreements, agreements_of
from naishi.server.match.session import MatchSession
from naishi.server.match.state import Offer
from naishi.server.tables.open_tables import OpenTables
from naishi.tabletop.players import Player
from naishi_tui.games.naishi.gift import Gift
from naishi_tui.games.naishi.score import Score
from naishi_tui.games.naishi.table import Spectating, Table as NaishiTable
from naishi_tui.lobby.lobby_lists import GoToMatch
from naishi_tui.lobby.match_menu import BACK, MIX, PLAN, MatchMenu
from naishi_tui.table.game_screen import GameScreen
from naishi_tui.visit.app import LobbyApp
from tests.naishi.server.conftest import Now, Table, answer, resign
from tests.naishi.server.running import session_of, sessions_of
from tests.naishi_tui.ssh.conftest import Client, Server, named, new_keys
from tests.naishi_tui.waiting import settle, until

ActionOrText = TypeVar("ActionOrText", bound=Action | str)

DULL = ["give", "end", "skip", "develop", "pass", "discard", "swap", "recall", "decree", "declare", "copy", "use"]
"""Actions, the dullest first."""
NO_OFFER = {"draw": None, "undo": None, "pause": None}
ROUNDS = 2
"""How often in a row nothing may be left to do: one task may wake another by the database's thread."""


def new_game(*names: str, expansion: Module | None = None) -> Game:
    """A game in which, played by the dullest actions, both come to an exchange if it is with the expansion."""
    first, second = (Player(name=name) for name in names)
    options = Options(undo="off", expansion=expansion)
    return Game.new(players=(first, second), options=options, seed="pairs 28" if expansion else "pairs")


def dullest(actions: Sequence[ActionOrText]) -> ActionOrText:
    """The action that changes least: a game goes on for long by such."""
    return min(actions, key=lambda action: DULL.index(str(action).partition(" ")[0]))


class Scene:
    """One terminal at a server, at one match after the other."""

    def __init__(
        self, server: Server, client: Client, app: LobbyApp, people: tuple[Visitor, Visitor, Visitor], now: Now
    ) -> None:
        self.server, self.client, self.app = server, client, app
        self.people, self.now = people, now
        self.table: Table

    @classmethod
    async def open(cls, server: Server, now: Now) -> Scene:
        """Have Aiko come to the lobby; Bruno and Carol are players who have no terminal."""
        keys = new_keys(3)
        aiko, bruno, carol = [
            await named(server, key, name) for key, name in zip(keys, ("Aiko", "Bruno", "Carol"), strict=True)
        ]
        client = await server.visit(keys[0])
        await client.see("Your games")
        return cls(server, client, server.app, (aiko, bruno, carol), now)

    @property
    def me(self) -> MatchParticipant:
        """Aiko, as her terminal has her."""
        assert self.app.match.participant is not None
        return self.app.match.participant

    @property
    def second(self) -> MatchParticipant:
        """Another terminal of Aiko's."""
        return self._at_seat_of(self.people[0])

    @property
    def bruno(self) -> MatchParticipant:
        return self._at_seat_of(self.people[1])

    def _at_seat_of(self, person: Visitor) -> MatchParticipant:
        return next(seat for seat in self.table.seats if seat.player == person.account.id)

    @property
    def screen(self) -> Screen[Any]:
        return self.app.screen

    @property
    def highlighted(self) -> str:
        """The option under the cursor of the menu; empty where no menu is open."""
        if not isinstance(self.screen, MatchMenu):
            return ""
        option = self.screen.query_one("#requests", OptionList).highlighted_option
        return "" if option is None else option.id or ""

    async def new_match(
        self, played: Sequence[Action], expansion: Module | None = None, *, rated: bool = False
    ) -> None:
        """Begin a match with a clock between Aiko, who goes first, and Bruno, in which so much has been played."""

        first, second, _watcher = self.people
        game = new_game(first.account.name, second.account.name, expansion=expansion)
        for action in played:
            game.play(action)
        seats, fill = (first.account.id, second.account.id), OpenTables.fill

        async def fill_with_game(tables: OpenTables, match: str, _deal: object) -> Match:
            return await fill(tables, match, lambda _secret: (game, seats))

        with pytest.MonkeyPatch.context() as monkeypatch:
            monkeypatch.setattr(OpenTables, "fill", fill_with_game)
            self.table = await Table.of(
                self.server.lobby, first, second, expansion=expansion, control="15+10", rated=rated
            )

    async def come(self) -> None:
        """Have Aiko's terminal show the match."""
        match = self.table.match.id
        self.app.post_message(GoToMatch(self.table.match))
        await until(
            lambda: self.app.match.participant is not None and self.app.match.participant.match_id == match,
            "at the match",
        )
        await self.rest()

    async def finish(self) -> None:
        """End the match, and have everybody leave it."""
        if not self.second.over:
            await resign(self.second)
        if self.app.match.participant is not None and not self.me.over:  # the rematch
            await resign(self.me)
        for person in self.people:
            for participant in list(person.participants):
                await person.detach(participant)
        await self.rest()

    async def play_on(self) -> None:
        """Play the dullest action."""
        seat = self.table.seats[self.bruno.view.turn or 0]
        await seat.play(dullest(seat.view.legal_actions))

    async def rest(self) -> None:
        """Wait until nothing is left to do: in the app, in the match, and in the database."""
        for _round in range(ROUNDS):
            await settle(cast("Pilot[Any]", SimpleNamespace(app=self.app)))
            await self.server.lobby.settled()
            for session in list(sessions_of(self.server.lobby).values()):
                await session.actor.look()
            await self.server.lobby.matches.get(self.table.match.id)
        await until(self.server.hears, "keys are heard")

    async def press(self, key: str) -> None:
        """Press a key at Aiko's terminal, and wait until all has come of it."""
        await until(self.server.hears, "keys are heard")
        top = self.screen
        self.client.press(key)
        await self.client.rest()
        if key == "escape":  # a terminal says no more than that one of several keys may have been begun
            await until(lambda: self.screen is not top, "another screen")
        await self.rest()

    async def point_at(self, option: str) -> None:
        """Move the menu's cursor to an option whose id begins so."""
        for _key in range(10):
            if self.highlighted.startswith(option):
                return
            await self.press("down")
        raise AssertionError(f"{option} is not among {[request.id for request in self.me.requests]}")

    async def ask(self, who: MatchParticipant, id_: str) -> None:
        """Have someone ask for something, named by its verb and its kind."""
        verb, _space, kind = id_.partition(" ")
        match Verb(verb):
            case Verb.RESIGN:
                await resign(who)
            case Verb.OFFER:
                request = next(each for each in who.requests if (each.verb, each.kind) == (Verb.OFFER, OfferKind(kind)))
                await who.request(request)
            case answered:
                await answer(who, answered)

    async def check(self) -> None:
        """Check that nobody was disconnected, the screen is true, and everybody knows the same."""
        await self.rest()
        assert not self.client.ended
        assert self.app.is_running
        await self._check_match()
        self._check_screens()
        await self._check_terminal()

    async def _check_match(self) -> None:
        matches, played = self.server.lobby.matches, self.table.match.id
        stored, bruno, next_ = await matches.load(played), self.bruno, self.bruno.agreements.next
        assert agreements_of(stored) == bruno.agreements == self.second.agreements
        assert len(stored.game.actions) == len(self.session_of(bruno).game.actions)
        assert [self.second.view, bruno.view] == [self._viewed(seat) for seat in (self.second, bruno)]
        if next_ is None:
            assert self.me.match_id == played
            assert (self.me.agreements, self.me.seat) == (agreements_of(stored), self.second.seat)
        else:
            assert self.me.match_id == next_
            assert self.me.agreements == agreements_of(await matches.load(next_))
            assert self.me.seat == bruno.seat, "the seats are changed"

    def session_of(self, participant: MatchParticipant) -> MatchSession:
        return session_of(self.server.lobby, participant.match_id)

    def _viewed(self, seat: MatchParticipant) -> object:
        if seat.agreements.ended:
            return seat.view
        assert seat.seat is not None
        return self.session_of(seat).game.view(seat.seat)

    def _check_screens(self) -> None:
        """Check that the screens show the match as it is, whatever lies above."""
        me, game = self.me, self.app.screen_stack[1]
        assert isinstance(game, GameScreen)
        waits = game is not self.screen and game.outdated()  # for what lies above to be closed
        assert waits or isinstance(game, fitting_screen(me)), type(game)
        assert game.participant is me
        assert game.view == me.view
        if isinstance(self.screen, MatchMenu):
            assert self.screen.participant is me
            options = self.screen.query_one("#requests", OptionList).options
            requests = {request.id: request for request in me.requests}
            planning = [] if me.over or me.against_bot else [PLAN]
            assert [option.id for option in options if option.id not in {PLAN, MIX}] == [BACK, *requests]
            assert [option.id for option in options[-2:-1] if option.id == PLAN] == planning, "resigning stays the last"
            assert [*requests] == [*self.screen.requests]
            shown = [str(option.prompt) for option in options[1:] if option.id not in {PLAN, MIX}]
            assert shown == [me.words_of(each) for each in requests.values()]
            assert self.highlighted

    async def _check_terminal(self) -> None:
        """Check what stands on the terminal: it comes by a socket, so wait for it."""
        me = self.me
        if isinstance(self.screen, MatchMenu):
            said = [me.ended_early, me.news.offered, *(me.words_of(request) for request in me.requests)]
        elif len(self.app.screen_stack) > 2:
            return
        else:
            said = [me.ended_early, me.note]
            if not me.news.offered:
                await self.client.until(lambda: "x: answer" not in self.client.text, "no offer")
            if not me.news.latest:
                await self.client.until(lambda: "Waiting for" not in self.client.text, "nothing to wait for")
        for words in filter(None, said):
            await self.client.see(words)

    async def check_enter(self) -> None:
        """Press Enter, and check that it did what the screen said and nothing else."""
        menu, me = self.screen if isinstance(self.screen, MatchMenu) else None, self.me
        session = self.session_of(me)
        before, played = me.agreements, len(session.game.actions)
        sealed = session.game.can_withdraw(1 - (me.seat or 0))
        mine = me.view.turn == me.seat and len(self.app.screen_stack) == 2
        request = None if menu is None else menu.requests.get(self.highlighted)
        meant = menu is not None and menu.resigning
        await self.press("enter")
        after, actions = session.agreements, len(session.game.actions)
        if menu is not None:
            assert after == agreed(before, request, me.seat or 0, after.next, meant=meant)
            undone = request is not None and request.verb is Verb.AGREE and request.kind is OfferKind.UNDO
            assert actions < played if undone else actions == played
            asked_first = request is not None and request.verb is Verb.RESIGN and not meant
            assert (self.screen is menu) is asked_first
        elif actions != played:
            assert mine
            assert actions == played + 1 + sealed, "with one's own gift, the other's is given, too"
            assert after.without_offers() == before.without_offers()
        else:
            assert after == before
        if after.next is not None and before.next is None:
            await until(lambda: self.app.match.participant and self.me.match_id == after.next, "at the rematch")


def agreed(
    before: Agreements, request: Request | None, seat: int, next_: str | None, *, meant: bool = True
) -> Agreements:
    """What the players have agreed on after a request: worked out here once more, in the plainest way."""
    match request:
        case Request(Verb.OFFER, OfferKind() as kind):
            number = before.offers + 1
            made = Offer(seat=seat, number=number, days=request.days)
            return before.model_copy(update={kind.value: made, "offers": number})
        case Request(Verb.AGREE, OfferKind.DRAW):
            return before.model_copy(update={**NO_OFFER, "drawn": True})
        case Request(Verb.AGREE, OfferKind.UNDO):
            return before.model_copy(update=NO_OFFER)
        case Request(Verb.AGREE, OfferKind.PAUSE):
            return before.model_copy(update={"pause": None})
        case Request(Verb.AGREE, OfferKind.REMATCH):
            assert next_ is not None
            return before.model_copy(update={"rematch": None, "next": next_})
        case Request(Verb.DECLINE | Verb.RETRACT, OfferKind() as kind):
            return before.model_copy(update={kind.value: None})
        case Request(Verb.RESIGN | Verb.ABORT as verb) if meant or verb is Verb.ABORT:
            ended = "aborted" if verb is Verb.ABORT else "resigned"
            return before.model_copy(update={**NO_OFFER, ended: seat})
    return before


def fitting_screen(me: MatchParticipant) -> type[Spectating | Score | Gift | NaishiTable]:
    """The screen that a player sees below everything else."""
    if me.ended_early:
        return Spectating
    if me.view.outcome is not None:
        return Score
    return Gift if me.view.dealt else NaishiTable
