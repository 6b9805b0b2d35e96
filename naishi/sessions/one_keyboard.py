"""Shared keyboard: viewers, covers, and forgotten PINs."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from math import ceil
from typing import TYPE_CHECKING

from naishi.common.i18n import _, ngettext
from naishi.sessions.replay import Replay
from naishi.sessions.session import Session
from naishi.tabletop.game import Game
from naishi.tabletop.pins import PinAttempts
from naishi.tabletop.players import HUMAN, Player

if TYPE_CHECKING:
    from naishi.tabletop.game import Result


GamesWon = Mapping[str, int]
"""How many games of a series each player has won, by name; nobody who has won none."""


def with_winner(won: GamesWon, result: "Result | None", names: Sequence[str]) -> GamesWon:
    """Return the games won with one more, if one player has won it alone.

    Args:
        result: How the game ended; None if it was not played to the end.
    """
    if result is None or result.winner is None:
        return won
    winner = names[result.winner]
    return {**won, winner: won.get(winner, 0) + 1}


class AllSeries:
    """How every series stood before its newest game, since the program began: who leaves one goes on with that.

    A game is known by how it began and when, which it keeps whatever its file is called.
    """

    def __init__(self) -> None:
        self._before: dict[tuple[datetime, str], GamesWon] = {}

    def before(self, game: Game, created: datetime) -> GamesWon:
        """Return the games won before a game; none before one that no series is known of."""
        return self._before.get((created, game.at(0).position_text()), {})

    def begin(self, game: Game, created: datetime, won: GamesWon) -> None:
        self._before[created, game.at(0).position_text()] = won


def next_viewer(session: Session, viewer: int | None = None) -> int:
    """Return the seat from which the game is shown next.

    Returns:
        The person at the keyboard, if awaited; else the next awaited person round the table. Where no person is
        awaited, the one at the keyboard, or the first one; seat 0 where there are only bots.
    """
    people, count = session.people, len(session.game.players)
    here = 0 if viewer is None else viewer
    awaited: list[int] = [seat for seat in session.game.awaited if seat in people]
    if awaited:
        return min(awaited, key=lambda seat: (seat - here) % count)
    return (*people, 0)[0] if viewer is None else viewer


def people_among(players: Sequence[Player]) -> tuple[int, ...]:
    return tuple(seat for seat, player in enumerate(players) if player.kind == HUMAN)


def is_passed_on(players: Sequence[Player], handover: str) -> bool:
    """Return whether the keyboard goes from one person to another, behind a cover, by the setting `handover`."""
    return handover == "always" and len(people_among(players)) > 1


def is_covered(players: Sequence[Player], seat: int, handover: str) -> bool:
    """Return whether what a seat hides is covered until its player says that they are at the keyboard."""
    return players[seat].pin is not None or is_passed_on(players, handover)


def is_covered_at_table(game: Game, seat: int, handover: str) -> bool:
    return game.is_private(seat) and is_covered(game.players, seat, handover)


def is_covered_in_replay(replay: Replay, seat: int | None, handover: str) -> bool:
    """Return whether what a viewer knew is covered until the player says that they are there; never for the public."""
    return seat is not None and not replay.revealed and is_covered(replay.players, seat, handover)


def who_may_drop_pin(players: Sequence[Player], seat: int) -> tuple[int, ...]:
    """Return the people one of whom has to agree that a player goes on without a forgotten PIN, the next first.

    Where others have PINs it takes one of those: a person without one can't be told from the one who asks.
    """
    count = len(players)
    others = sorted((each for each in people_among(players) if each != seat), key=lambda each: (each - seat) % count)
    return tuple(each for each in others if players[each].pin is not None) or tuple(others)


class PinEntry:
    """A player's PIN as it is typed; a wrong one is counted, and makes one wait.

    Args:
        player: Who is asked; one without a PIN is believed.
    """

    def __init__(self, player: Player, attempts: PinAttempts) -> None:
        self.player, self.attempts = player, attempts

    @property
    def wait(self) -> int:
        """The seconds that the last wrong PIN makes one wait still."""
        return 0 if self.player.pin is None else max(0, ceil(self.attempts.wait(self.player.pin)))

    def refusal(self, typed: str) -> str:
        """Say why what was typed isn't taken; empty where it is right."""
        if self.player.pin is None:
            return ""
        if self.wait:
            return self.too_early()
        return "" if self.attempts.admits(typed, self.player.pin) else self.wrong()

    def too_early(self) -> str:
        return ngettext(
            "Not yet: wait {count} second before you type the PIN.",
            "Not yet: wait {count} seconds before you type the PIN.",
            self.wait,
        )

    def wrong(self) -> str:
        return ngettext(
            "That is not {name}'s PIN. Try again in {count} second.",
            "That is not {name}'s PIN. Try again in {count} seconds.",
            max(1, self.wait),
            name=self.player.name,
        )


class PinHandover(PinEntry):
    """The PIN of the player who sits down next, and the others, who may let them go on without it."""

    def __init__(self, players: Sequence[Player], seat: int, attempts: PinAttempts) -> None:
        super().__init__(players[seat], attempts)
        self.players, self.seat = players, seat
        may_drop = () if players[seat].pin is None else who_may_drop_pin(players, seat)
        self.others = tuple(PinEntry(players[each], attempts) for each in may_drop)
        """Those of whom one has to agree that the PIN is dropped, the next first; all have PINs, or none has."""

    def question(self, other: Player) -> str:
        asked = _("{other}, do you agree that {name} plays on without a PIN? What {name} hides stays covered for now.")
        return asked.format(name=self.player.name, other=other.name)

    def forgotten_help(self) -> str:
        """Say what can be typed where the PIN is forgotten; nothing where no one could agree to that."""
        if not self.others:
            return ""
        if len(self.players) == 2:
            return _("If it is forgotten, type forgotten: the other player can let you go on without.")
        return _("If it is forgotten, type forgotten: another player can let you go on without.")
