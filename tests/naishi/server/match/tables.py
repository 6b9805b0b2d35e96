"""Matches of any size, without loop, disk or clock."""

from __future__ import annotations

from collections.abc import Sequence

from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.record import Options
from naishi.server.match.apply import apply, requests
from naishi.server.match.clock import Clock
from naishi.server.match.state import (
    Anything,
    Conditions,
    Event,
    Happened,
    LastTurn,
    MatchState,
    Offer,
    OfferKind,
    Play,
    Request,
    SeatRequest,
    Verb,
    begun,
    holders,
)
from naishi.tabletop.players import HUMAN, Player
from tests.naishi.tabletop import unison

NAMES = ("Aiko", "Bruno", "Chiyo", "Daiki", "Emi")
HIGHEST = "highest"
"""A bot of the toy."""


def toy(kinds: Sequence[str], control: str = "", seed: str = "7", now: float = 0.0, revision: int = 0) -> MatchState:
    """A match of the toy, with people and bots by seat."""
    people = sum(kind == HUMAN for kind in kinds)
    players = [Player(name, kind) for name, kind in zip(NAMES, kinds, strict=False)]
    game = unison.UNISON.new(players, {"undo": "free" if people == 1 else "off"}, seed)
    accounts = [seat + 1 if kind == HUMAN else None for seat, kind in enumerate(kinds)]
    clock = Clock.begun(control, len(kinds), now) if people > 1 else None
    return begun(MatchState(game, holders(players, accounts), clock=clock, revision=revision))


def of_people(seats: int, control: str = "", now: float = 0.0) -> MatchState:
    """A match of the toy with people only."""
    return toy((HUMAN,) * seats, control, now=now)


def cards(control: str = "", *, terms: Conditions | None = None, seed: int = 7, bot: str = "") -> MatchState:
    """A match of the card game between two people, or against a bot."""
    players = Player("Aiko"), Player("Bruno", bot or HUMAN)
    game = Game.new(seed, players, options=Options(undo="free" if bot else "off"))
    clock = None if bot else Clock.begun(control, 2, 0.0)
    seats = holders(players, (1, None if bot else 2))
    return begun(MatchState(game, seats, terms or Conditions(), clock))


def after(state: MatchState, *asked: Anything, now: float = 0.0) -> MatchState:
    """The match after all of some requests."""
    for request in asked:
        state, _events = apply(state, request, now)
    return state


def played(state: MatchState, *actions: tuple[int, str], now: float = 0.0) -> MatchState:
    """The match after some actions, each of a seat."""
    return after(state, *(Play(seat, text) for seat, text in actions), now=now)


def what(events: Sequence[Event]) -> list[Happened]:
    """What has happened, in short."""
    return [event.what for event in events]


def requests_of(state: MatchState, seat: int, now: float) -> list[SeatRequest]:
    """What is shown to a seat, as it asks for that."""
    return [SeatRequest(seat, each) for each in requests(state, seat, now)]


def propose(seat: int, kind: OfferKind, turn: LastTurn | None = None, days: int | None = None) -> SeatRequest:
    return SeatRequest(seat, Request(Verb.OFFER, kind, turn=turn, days=days))


def answer(seat: int, kind: OfferKind, offer: Offer, agree: bool) -> SeatRequest:
    return SeatRequest(seat, Request(Verb.AGREE if agree else Verb.DECLINE, kind, offer))


def retract(seat: int, kind: OfferKind, offer: Offer) -> SeatRequest:
    return SeatRequest(seat, Request(Verb.RETRACT, kind, offer))


def claim(seat: int, against: int | None = None) -> SeatRequest:
    return SeatRequest(seat, Request(Verb.CLAIM, against=against))


def resign(seat: int) -> SeatRequest:
    return SeatRequest(seat, Request(Verb.RESIGN))


def abort(seat: int) -> SeatRequest:
    return SeatRequest(seat, Request(Verb.ABORT))


def end_pause(seat: int) -> SeatRequest:
    return SeatRequest(seat, Request(Verb.CONTINUE))
