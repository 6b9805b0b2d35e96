"""A new game at one keyboard, as forms, lines and commands put it together."""

import secrets
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from naishi.common.i18n import NaishiError, _
from naishi.tabletop.pins import hash_pin
from naishi.tabletop.players import Player, bot_name, check_different, clean_name, numbered_by_seat

if TYPE_CHECKING:
    from naishi.tabletop.chance import Outcome, OutcomeNeededError
    from naishi.tabletop.game import Game


class NewGame:
    """Seats players, knows what they agree on, and begins; asks for what is drawn on a real table.

    Args:
        options: Values by the names of the options, `undo` among them; by default the usual ones.
        seed: All chance follows from it; by default from a secret one.
    """

    def __init__(
        self, kind: Any, options: Mapping[str, str] | None = None, seed: str = "", *, any_order: bool = False
    ) -> None:
        self.kind, self.options, self.seed, self.any_order = kind, dict(options or {}), seed, any_order
        self.players: list[Player] = []
        self._seen: list[tuple[str, Outcome]] = []

    @property
    def missing(self) -> int:
        fewest: int = self.kind.seats[0]
        return max(0, fewest - len(self.players))

    def check_seats(self, count: int) -> None:
        """Make sure that the game is for so many players. Raises NaishiError: it isn't."""
        seats: range = self.kind.seats
        if count not in seats:
            words = _("{game} is for {fewest} to {most} players.")
            raise NaishiError(words.format(game=self.kind.title(), fewest=seats[0], most=seats[-1]))

    def seat_person(self, name: str) -> None:
        """Seat a person. Raises NaishiError: there is no name, or someone at the table would be taken for them."""
        player = Player(name=clean_name(name))
        check_different([*self.players, player], self.kind.seats[-1])
        self.players.append(player)

    def protect(self, pin: str) -> None:
        """Give the person who has just sat down a PIN; none where it is empty."""
        if pin:
            self.players[-1] = self.players[-1].model_copy(update={"pin": hash_pin(pin)})

    def seat_bot(self, level: str, name: str = "") -> None:
        """Seat a bot, by its kind, under the name of its level unless it has another one.

        Raises NaishiError: someone at the table has the name that was given to it.
        """
        usual = next((each.names for each in self.kind.levels() if each.kind == level), (clean_name(level),))
        called = clean_name(name) if name else bot_name(usual, [each.name for each in self.players])
        player = Player(name=called, kind=level)
        check_different([*self.players, player], self.kind.seats[-1])
        self.players.append(player)

    def seat_bots(self, levels: Sequence[str], seats: int, name: str = "") -> None:
        """Seat a bot of each level, and more of the last one until so many players are there.

        Args:
            name: That of the first bot; by default that of its level.
        """
        for place in range(max(seats - len(self.players), len(levels))):
            self.seat_bot(levels[min(place, len(levels) - 1)], name if place == 0 else "")

    def begin(self) -> "Game":
        """Begin the game; once `outcome_seen` has been called, this can be tried again.

        Raises OutcomeNeededError: something is drawn on a real table, and has to be typed in; NaishiError: it isn't for
        so many players, or what they agree on makes no sense.
        """
        if self.any_order:
            self.any_order = False
            secrets.SystemRandom().shuffle(self.players)
            self.players = numbered_by_seat(self.players)
        game: Game = self.kind.new(self.players, self.options, self.seed, *([self._seen] if self._seen else []))
        return game

    def outcome_seen(self, needed: "OutcomeNeededError", outcome: "Outcome") -> None:
        self._seen.append((needed.name, outcome))
