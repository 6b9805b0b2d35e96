"""Naishi as a game of OpenSpiel.

>>> import pyspiel
>>> import naishi.games.naishi.envs.spiel  # registers it
>>> game = pyspiel.load_game("naishi(expansion=False)")

docs/environments.md says how a deal becomes chance nodes, and what observations and information states contain.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

from naishi.common.i18n import InvalidPositionError, _
from naishi.games.naishi.envs.encoded_game import CARDS, action_count, row_width
from naishi.games.naishi.envs.unfolding import CHANCE, OVER, Draw, Unfolding, redealt, setup
from naishi.games.naishi.game.encoding import VIEW_LEGEND
from naishi.games.naishi.rules.actions import ACTIONS
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.position import Position

_TYPE = pyspiel.GameType(
    short_name="naishi",
    long_name="Naishi",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"expansion": False, "position": ""},
)

_PLAYERS = {(0,), (1,)}

SMALL = "OR/KN/HT/-/- MSFNM/MBMBM MAXXM/MTMMR 110:110 0 - - -"
"""A position with three cards left and hardly an emissary: a small game, of which exact methods see every state."""


def longest(*, expansion: bool) -> int:
    """Return a number of actions that no game exceeds.

    Each draw of the River is a turn of at most two actions, each recall needs a bonus before it, and a decree, a
    declaration and a pass come once. To these come two gifts, at most three copies, and the effects of five Travellers.
    """
    cards = 35 if expansion else 30
    return 3 * cards + 3 + 2 + (3 + 2 * 5 if expansion else 2)


def most_seen(*, expansion: bool) -> int:
    """Return a number that what a seat sees never exceeds: actions, two cards with each, and those that are drawn."""
    return 3 * longest(expansion=expansion) + len(setup(expansion=expansion)) + (35 if expansion else 30)


class NaishiGame(pyspiel.Game):
    """The game, with or without the expansion Legends & Travellers.

    Its parameters are `expansion`, and `position`: the text of a position to begin at, instead of a deal.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Make the game.

        Raises:
            NaishiError: The position isn't one, the game is over there, or it is for the other of base game and
                expansion.
        """
        params = dict(params or {})
        self.expansion, text = bool(params.get("expansion", False)), str(params.get("position", ""))
        self.start = self._read(text) if text else None
        info = pyspiel.GameInfo(
            num_distinct_actions=action_count(expansion=self.expansion),
            max_chance_outcomes=max(Card) + 1,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest(expansion=self.expansion),
        )
        super().__init__(_TYPE, info, params)

    def _read(self, text: str) -> Position:
        position = Position.from_text(text)
        if position.is_game_over():
            raise InvalidPositionError(_("The game is over at this position, so nothing can be played there."))
        if (position.expansion is not None) != self.expansion:
            words = _("With a position of the expansion, the parameter expansion is True, else False.")
            raise InvalidPositionError(words)
        return position

    def new_initial_state(self) -> "NaishiState":
        return NaishiState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return how often chance decides at most: before the first action, and for each card that is turned up."""
        if self.start is not None:
            return sum(map(len, self.start.river))
        return len(setup(expansion=self.expansion)) + (30 if self.expansion else 25)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> "NaishiObserver":
        """Return what writes observations, or information states if they are to have perfect recall."""
        return NaishiObserver(
            iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params, expansion=self.expansion
        )


class NaishiState(pyspiel.State):
    """A game being dealt and played.

    What programs in Python ask at every action is answered here: by way of C++ and back, OpenSpiel's own methods take
    as long as the rest of the action. Where nobody is to act, they are asked, so that the answers are always theirs.
    """

    _checks = True
    """Whether outcomes of chance are checked."""

    def __init__(self, game: NaishiGame) -> None:
        super().__init__(game)
        self._expansion, self._start = game.expansion, game.start
        self._player = CHANCE if game.start is None else game.start.turn

    @cached_property
    def unfolding(self) -> Unfolding:
        """The game as far as it is dealt and played.

        Made when it is first needed: OpenSpiel makes a state for each tensor, to learn how large tensors are.
        """
        return Unfolding(expansion=self._expansion, start=self._start)

    def current_player(self) -> int:
        """Return the seat to act, chance, or that the game is over. OpenSpiel asks a dozen times an action."""
        return self._player

    def is_terminal(self) -> bool:
        return self._player == OVER

    def is_chance_node(self) -> bool:
        return self._player == CHANCE

    def legal_actions(self, *player: int) -> list[int]:
        """Return the numbers of the legal actions, sorted: of a player, or of the one to act."""
        acts = self._player
        if acts < 0 or (player and player != (acts,)):
            return super().legal_actions(*player)  # type: ignore[no-any-return]
        return [*self.unfolding.game.legal(acts)]  # type: ignore[union-attr] # it is there once someone is to act

    def legal_actions_mask(self, *player: int) -> list[int]:
        """Return 1 for each legal action, else 0: of a player, or of the one to act."""
        acts = self._player
        if acts < 0 or (player and player != (acts,)):
            return super().legal_actions_mask(*player)  # type: ignore[no-any-return]
        return self.unfolding.game.flags(acts)  # type: ignore[union-attr]

    def observation_tensor(self, *player: int) -> list[float]:
        """Return what a player observes, or the one to act."""
        acts = self._player
        if acts < 0 or (player and player not in _PLAYERS):
            return super().observation_tensor(*player)  # type: ignore[no-any-return]
        row = self.unfolding.game.row(player[0] if player else acts)  # type: ignore[union-attr]
        return row.astype(np.float64).tolist()  # type: ignore[no-any-return]

    def _legal_actions(self, player: int) -> Sequence[int]:
        played = self.unfolding.game
        return () if played is None else played.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.unfolding.outcomes()

    def _apply_action(self, action: int) -> None:
        self.unfolding.apply(action, check=self._checks)
        self._player = self.unfolding.player

    def _action_to_string(self, player: int, action: int) -> str:
        draw = self.unfolding.draw
        if player != pyspiel.PlayerId.CHANCE:
            return ACTIONS[action].text
        return str(action) if draw is None else _drawn_text(draw, action)

    def returns(self) -> list[float]:
        """Return 1 for the winner and -1 for the loser, 0 for a draw and while the game goes on."""
        played = self.unfolding.game
        return [0.0, 0.0] if played is None else list(played.returns())

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "NaishiState":
        """Return a random state that has the same information state for a player.

        Args:
            sampler: Draws numbers from 0 to 1, as `pyspiel.UniformProbabilitySampler` does.
        """
        chance = random.Random(sampler())  # noqa: S311 - a game, not a secret
        state = self.get_game().new_initial_state()
        state._checks = False
        for number in redealt(self.unfolding, player, chance):
            state.apply_action(number)
        state._checks = True
        return state  # type: ignore[no-any-return]

    def __str__(self) -> str:
        """Return the whole table as text, with all cards open."""
        played = self.unfolding.game
        return f"drawn: {self.unfolding.history}" if played is None else str(played.position)


def _drawn_text(draw: Draw, number: int) -> str:
    match draw.what:
        case "kept" | "received":
            return f"seat {draw.at} lays {draw.what} at H{number + 1}"
        case "dealt":
            return f"seat {draw.at} is dealt {CARDS[number]}"
        case "top":
            return f"R{draw.at + 1} {CARDS[number]}"
    return f"{draw.what} {CARDS[number]}"


class NaishiObserver:
    """Writes what a player observes, as OpenSpiel asks for it (`PyObserver`).

    The observation is the encoded view, all zeros while something is drawn. With perfect recall, all that the player
    has seen follows it. Public information alone is the view of someone who only watches, private information alone
    the player's dealt cards and Hand.
    """

    def __init__(self, kind: Any, params: Mapping[str, Any] | None, *, expansion: bool) -> None:
        if params:
            raise ValueError(f"observers of Naishi have no parameters; passed {params}")
        private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not private and (kind.perfect_recall or kind.private_info != pyspiel.PrivateInfoType.NONE):
            raise ValueError("what observers of Naishi remember or show is that of one player")
        self._public, self._private, self._recall = kind.public_info, private, kind.perfect_recall
        width = row_width(expansion=expansion)
        pieces = {"observation": width if self._public else _PRIVATE.size if private else 0}
        if self._recall:
            pieces["seen"] = most_seen(expansion=expansion)
        self.tensor = np.zeros(sum(pieces.values()), np.float32)
        first = pieces["observation"]
        self._observation, self._seen = self.tensor[:first], self.tensor[first:]
        self.dict = {"observation": self._observation} | ({"seen": self._seen} if self._recall else {})

    def set_from(self, state: NaishiState, player: int) -> None:
        row = self._row(state, player)
        self._observation[:] = 0 if row is None else row
        if self._recall:
            self._seen.fill(0)
            seen = state.unfolding.seen[player].numbers
            self._seen[: len(seen)] = seen

    def string_from(self, state: NaishiState, player: int) -> str:
        if self._recall:
            return f"p{player}: " + ", ".join(state.unfolding.seen[player].words())
        row = self._row(state, player)
        return " ".join([f"p{player}", *map(str, [] if row is None else row.tolist())])

    def _row(self, state: NaishiState, player: int) -> npt.NDArray[np.int8] | None:
        """Return the numbers of an observation; None while something is drawn, and where nothing is to be shown."""
        if state.current_player() == CHANCE or (played := state.unfolding.game) is None:
            return None
        if not self._private:
            return played.row(None) if self._public else None
        row = played.row(player)
        return row if self._public else row[_PRIVATE]


_NAMES = [field.name for field in VIEW_LEGEND for _ in range(field.size)]
_PRIVATE = np.array([at for at, name in enumerate(_NAMES) if name == "dealt" or (name == "own_cards" and at > 4)])
"""The columns of an encoded view that only its seat can see."""


pyspiel.register_game(_TYPE, NaishiGame)
