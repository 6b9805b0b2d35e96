"""Many games, played with one action in each at a time."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.common.errors import IllegalActionError, NaishiError
from naishi.common.i18n import _
from naishi.games.naishi.envs.batch import tables as t
from naishi.games.naishi.envs.batch.deals import random_deals
from naishi.games.naishi.envs.batch.ending import end_turns
from naishi.games.naishi.envs.batch.moments import put_position, taken_position
from naishi.games.naishi.envs.batch.observations import WIDTH, observe
from naishi.games.naishi.envs.batch.scores import scores
from naishi.games.naishi.envs.batch.state import COPY_PHASE, OVER_PHASE, PLAY_PHASE, Games, State, which
from naishi.games.naishi.envs.batch.steps import DO
from naishi.games.naishi.envs.batch.tables import Bytes
from naishi.games.naishi.game.hiding import check_seat
from naishi.games.naishi.rules.actions import BASE_ACTIONS
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.court import DECREE_SPOTS, DISCARD_SPOTS, EMISSARIES, SWAP_SPOTS
from naishi.games.naishi.rules.deal import Deal
from naishi.games.naishi.rules.position import Position

_SITUATIONS = np.array([t.GIFT_SITUATION, 0, t.COPY_SITUATIONS, t.OVER_SITUATION])
"""By phase: a situation in it."""


def _ninjas(position: Position) -> int:
    return sum(cards.count(Card.NINJA) for cards in (*position.river, *position.territories))


class Step(NamedTuple):
    """What a step has led to."""

    rewards: npt.NDArray[np.int8]
    """A row for each game, a column for each seat: 1 for a win, -1 for a loss, else 0."""
    over: npt.NDArray[np.bool_]
    """Whether the game has ended with this step."""
    points: npt.NDArray[np.int16]
    """A row for each game, a column for each seat: the points of a game that has just ended, else 0."""


class Batch:
    """Many base games. Games that end begin anew, unless asked otherwise."""

    def __init__(self, size: int, seed: int | None = None, *, begin_anew: bool = True) -> None:
        """Begin with random deals.

        Args:
            size: The number of games.
            seed: Draws all deals and random actions; None draws any.
            begin_anew: Whether a game that ends begins anew at once. Otherwise it stays as it is, and its action is
                ignored.

        Raises:
            NaishiError: Not at least one game.
        """
        if not isinstance(size, int) or size < 1:
            raise NaishiError(_("A batch has at least one game."))
        self.size, self.begin_anew = size, begin_anew
        self.chance = np.random.default_rng(seed)
        self._state = State(size)
        self._situations = np.zeros(size, dtype=np.intp)
        self._make_room()
        self.reset()

    def _make_room(self) -> None:
        """Make what is written anew by each call, and look up the tables that all batches share."""
        self._observed = np.empty((WIDTH, self.size), dtype=np.uint8)
        self._masks = np.empty((self.size, t.CODES), dtype=np.uint8)
        self._legal = t.legal()

    def copy(self) -> Batch:
        """Copy the games and their chance: both play on in the same way, independent of each other."""
        twin = type(self).__new__(type(self))
        twin.__setstate__(
            self.__getstate__()
            | {
                "chance": deepcopy(self.chance),
                "_state": self._state.copy(),
                "_situations": self._situations.copy(),
            }
        )
        return twin

    __copy__ = copy

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in {"_observed", "_masks", "_legal"}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._make_room()

    def reset(
        self,
        games: npt.ArrayLike | None = None,
        deals: Sequence[Deal] | None = None,
        positions: Sequence[Position] | None = None,
    ) -> None:
        """Begin games anew.

        Args:
            games: Their numbers; None for all.
            deals: A deal for each; None for random ones.
            positions: A position for each to begin at, instead of a deal. In play, each seat knows the other Hand, as
                if it had seen every card arrive (compare `naishi.Game.from_position`).

        Raises:
            NaishiError: There is no such game; not as many deals or positions as games; one of the expansion; or a
                position where the game is over.
        """
        games = np.arange(self.size) if games is None else self._numbered(games)
        if positions is not None:
            self._begin_at(games, positions)
            return
        if deals is None:
            self._state.begin(games, random_deals(self.chance, len(games)))
        elif len(deals) != len(games):
            raise NaishiError(_("There have to be as many deals as games."))
        elif any(deal.expansion for deal in deals):
            raise NaishiError(_("A batch plays the base game only."))
        else:
            self._state.begin_with(games, deals)
        self._situations[games] = t.GIFT_SITUATION

    def _numbered(self, games: npt.ArrayLike) -> Games:
        numbers = np.asarray(games)
        if numbers.ndim != 1 or not (np.issubdtype(numbers.dtype, np.integer) or not numbers.size):
            raise NaishiError(_("Games are given as a list of their numbers."))
        if numbers.size and not (numbers.min() >= 0 and numbers.max() < self.size):
            raise NaishiError(_("The games of this batch are numbered from 0 to {last}.").format(last=self.size - 1))
        return numbers.astype(np.intp)

    def _begin_at(self, games: Games, positions: Sequence[Position]) -> None:
        if len(positions) != len(games):
            raise NaishiError(_("There have to be as many positions as games."))
        if any(position.expansion is not None for position in positions):
            raise NaishiError(_("A batch plays the base game only."))
        if any(position.is_game_over() for position in positions):
            raise NaishiError(_("The game is over at this position, so nothing can be played there."))
        if any(_ninjas(position) > Card.NINJA.copies for position in positions):
            raise NaishiError(_("A batch plays positions with at most two ninjas, as many as the game has."))
        for game, position in zip(games, positions, strict=True):
            put_position(self._state, int(game), position)
        self._look_up()

    def position(self, game: int) -> Position:
        """Return the position of a game, with all cards open.

        A batch counts discarded cards but doesn't keep their order, except for the one on top.

        Raises:
            NaishiError: There is no such game.
        """
        (number,) = self._numbered([game])
        return taken_position(self._state, int(number))

    @property
    def turn(self) -> Bytes:
        """The seat to act in each game; once it is over, the one that acted last."""
        return self._state.turn.copy()

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Whether each game is over; only without `begin_anew` it stays so."""
        return self._state.phase == OVER_PHASE

    def masks(self) -> Bytes:
        """Return 1 for each legal action, a row for each game; all 0 where it is over.

        They change with the next call.
        """
        return self._legal.masks.take(self._situations, axis=0, out=self._masks, mode="clip")

    def observations(self, viewer: int | None = None) -> Bytes:
        """Return encoded views, a row for each game; they change with the next call.

        Args:
            viewer: The seat; None for that to act in each game.

        Raises:
            NaishiError: There is no such seat.
        """
        check_seat(viewer)
        seats = self._state.turn if viewer is None else np.full(self.size, viewer, dtype=np.uint8)
        observe(self._state, seats, self._observed)
        return self._observed.T

    def random_actions(self) -> Bytes:
        """Return a random legal action of each game."""
        counts = self._legal.counts.take(self._situations)
        chosen = (self.chance.random(self.size, dtype=np.float32) * counts).astype(np.intp)
        width = self._legal.lists.shape[1]
        return self._legal.lists.reshape(-1).take(self._situations * width + chosen)

    def step(self, actions: npt.ArrayLike) -> Step:
        """Play an action in each game.

        Args:
            actions: Their numbers.

        Raises:
            IllegalActionError: One is illegal or no action; the text says in which game, and nothing has changed.
            ValueError: Not one whole number for each game.
        """
        codes = self._checked(actions)
        kinds = t.KIND.take(codes)
        if not self.begin_anew:
            kinds[self.over] = t.NOTHING
        self._play(codes, kinds)
        end_turns(self._state, self._turn_is_over(kinds))
        self._look_up()
        return self._finish(kinds)

    def _play(self, codes: Bytes, kinds: Bytes) -> None:
        self._state.developed |= kinds == t.DEVELOP
        self._state.bonus |= (kinds == t.SWAP_RIVER) | (kinds == t.SWAP_OWN) | (kinds == t.DISCARD)
        rest = which(kinds != t.DEVELOP)  # two of three actions develop: look for the other kinds in what is left
        kinds_left = kinds.take(rest)
        for kind, do in DO.items():
            games = which(kinds == kind) if kind == t.DEVELOP else rest.take(which(kinds_left == kind))
            if len(games):
                do(self._state, games, codes.take(games))

    def _checked(self, actions: npt.ArrayLike) -> Bytes:
        numbers = np.asarray(actions)
        if numbers.shape != (self.size,) or not np.issubdtype(numbers.dtype, np.integer):
            raise ValueError(f"expected {self.size} whole numbers, not {numbers.dtype} of shape {numbers.shape}")
        codes = numbers.astype(np.uint8)
        allowed = self._legal.masks.reshape(-1).take(self._situations * t.CODES + codes, mode="clip")
        wrong = (allowed == 0) | (codes >= t.CODES) | (codes != numbers)
        if not wrong.any():
            return codes
        if (refused := wrong & ~self.over).any():
            game = int(refused.argmax())
            number = int(numbers[game])
            name = BASE_ACTIONS[number].text if 0 <= number < t.CODES else str(number)
            raise IllegalActionError(_("{action} is not possible in game {game}.").format(action=name, game=game))
        return codes * ~wrong  # a game that is over ignores any number

    def _turn_is_over(self, kinds: Bytes) -> Bytes:
        """Return where a turn ends: with an action that ends it, or because nothing is left but to end it."""
        state = self._state
        over = (kinds == t.DECREE) | (kinds == t.RECALL) | (kinds == t.END)
        over |= (state.developed & state.bonus).view(np.bool_)
        games = which((kinds == t.DEVELOP) & ~over)
        piles = state.open_piles.take(games).astype(np.intp)
        now = self._situations.take(games) & 0xFF | 1 << t.DEVELOPED | piles * 256
        over[games] = self._legal.counts.take(now) == 1
        return over.view(np.uint8)

    def _finish(self, kinds: Bytes) -> Step:
        rewards = np.zeros((self.size, 2), dtype=np.int8)
        points = np.zeros((self.size, 2), dtype=np.int16)
        over = self.over if self.begin_anew else self.over & (kinds != t.NOTHING)
        if len(games := which(over)):
            points[games], won = scores(self._state, games)
            rewards[games] = np.stack([won, -won], axis=1)
            if self.begin_anew:
                self.reset(games)
        return Step(rewards, over, points)

    def _look_up(self) -> None:
        """Work out in which situation each game is, as `tables` numbers them."""
        phase = self._state.phase
        self._situations = self._turns()
        others = which(phase != PLAY_PHASE)
        phases = phase.take(others)
        self._situations[others] = _SITUATIONS.take(phases)
        copying = others.take(which(phases == COPY_PHASE))
        self._situations[copying] = self._copying(copying)

    def _turns(self) -> npt.NDArray[np.intp]:
        """Return the numbers of the situations, where it is a seat's turn."""
        s = self._state
        swaps, discards, decrees = s.sent[:3] + s.sent[3:]
        own = s.sent[:3] + s.turn * (s.sent[3:] - s.sent[:3])
        bonuses = own[0] + own[1]
        bits = [
            bonuses + own[2] < EMISSARIES, swaps < SWAP_SPOTS, discards < DISCARD_SPOTS, decrees < DECREE_SPOTS,
            bonuses > 0, s.developed, s.bonus, s.last != 0,
        ]  # fmt: skip
        low = np.zeros(self.size, dtype=np.uint8)
        for shift, bit in enumerate(bits):
            low |= bit.view(np.uint8) * np.uint8(1 << shift)  # several times as fast as a shift
        two_left = (s.heights.sum(axis=0, dtype=np.uint8) == 2) & (s.open_piles & (s.open_piles - 1) != 0)
        high = s.open_piles | two_left.view(np.uint8) * np.uint8(32)
        return high.astype(np.intp) * 256 + low

    def _copying(self, games: Games) -> npt.NDArray[np.intp]:
        s, seat = self._state, self._state.turn.take(games)
        cell = s.ninjas[0].take(games) - 1 - seat * 10
        may = s.characters.reshape(-1).take(s.at(seat, games))
        return cell.astype(np.intp) * t.CHARACTERS + may + t.COPY_SITUATIONS
