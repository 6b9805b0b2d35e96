"""One seat of Naishi as a Gymnasium environment, a bot at the other.

>>> from naishi.games.naishi.envs.against_bot import AgainstBot
>>> env = AgainstBot("novice")
>>> observation, info = env.reset(seed=7)  # the deal of `naishi new --seed 7`

Importing this module also registers it: `gymnasium.make("naishi/AgainstBot-v0", opponent="novice")`.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from naishi.bots import Bot, Clock, make
from naishi.common.i18n import IllegalActionError, NaishiError
from naishi.games.naishi.envs.encoded_game import HIGHEST, Row, action_count, row_width
from naishi.games.naishi.game.encoding import decode_action, encode_view
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS, Deal

Observation = dict[str, Row]


class AgainstBot(gymnasium.Env[Observation, int]):
    """A game for one agent. Observations, masks and action numbers are those of the other environments.

    A win brings 1, a loss -1, all else 0. An illegal action loses the game, and `info["illegal"]` says why it is.
    """

    def __init__(
        self, opponent: str | Callable[[int], Bot] = "novice", *, seat: int | None = None, expansion: bool = False
    ) -> None:
        """Make an environment.

        Args:
            opponent: The name of a bot, as for `naishi arena`, or what makes one from a seed.
            seat: The agent's, 0 or 1; None draws one by lot for each game.
            expansion: Whether it is played with Legends & Travellers.

        Raises:
            NaishiError: There is no such bot, or no such seat.
        """
        if seat not in {None, 0, 1}:
            raise NaishiError(f"seat is 0, 1 or None, not {seat!r}")
        self.expansion = expansion
        self._opponents: Callable[[int], Bot] = opponent if callable(opponent) else partial(make, opponent)
        self._opponents(0)  # refuses a bot that there isn't
        self._wanted = seat
        codes, width = action_count(expansion=expansion), row_width(expansion=expansion)
        self.action_space = spaces.Discrete(codes)
        self.observation_space = spaces.Dict({
            "observation": spaces.Box(0, HIGHEST, (width,), np.int8),
            "action_mask": spaces.Box(0, 1, (codes,), np.int8),
        })  # fmt: skip

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal, and play up to the agent's first decision.

        Args:
            seed: The seed of the deal, as in `Deal.random`, of the bot, and of the games that follow without one.
            options: `{"deal": deal}` begins with a deal of your own.

        Raises:
            NaishiError: It is no deal of the game that the environment plays.
        """
        super().reset(seed=seed)
        number = int(self.np_random.integers(1 << 62)) if seed is None else seed
        deal = (options or {}).get("deal")
        if deal is None:
            deal = Deal.random(number, LEGENDS_TRAVELLERS if self.expansion else None)
        if not isinstance(deal, Deal) or (deal.expansion is not None) != self.expansion:
            raise NaishiError("options['deal'] has to be a naishi.Deal for the game that the environment plays")
        self._game = Game.new(deal=deal)
        self.seat = int(self.np_random.integers(2)) if self._wanted is None else self._wanted
        self._bot, self._lost = self._opponents(number), False
        self._have_bot_play()
        return self._observation(), {"seat": self.seat}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action, and the bot's up to the agent's next decision.

        Raises:
            gymnasium.error.ResetNeeded: No game has begun, or it is over.
        """
        if not hasattr(self, "_game") or self._lost or self._game.outcome is not None:
            raise gymnasium.error.ResetNeeded("reset() begins a game")
        if not self.action_space.contains(action):
            raise gymnasium.error.InvalidAction(f"{action!r} is not in the action space")
        try:
            self._game.play(decode_action(int(action)))
        except IllegalActionError as error:
            self._lost = True
            return self._observation(), -1.0, True, False, {"seat": self.seat, "illegal": str(error)}
        self._have_bot_play()
        outcome, info = self._game.outcome, {"seat": self.seat}
        if outcome is None:
            return self._observation(), 0.0, False, False, info
        points = [outcome.sheets[each].total for each in (self.seat, 1 - self.seat)]
        won = 0.0 if outcome.winner is None else 1.0 if outcome.winner == self.seat else -1.0
        return self._observation(), won, True, False, {**info, "points": points[0], "opponent_points": points[1]}

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Return which actions are legal, as MaskablePPO asks for it."""
        return self._observation()["action_mask"].astype(np.bool_)

    def _have_bot_play(self) -> None:
        while self._game.turn == 1 - self.seat:
            self._game.play(self._bot.choose(self._game.view(1 - self.seat), Clock()))

    def _observation(self) -> Observation:
        mask = np.zeros(action_count(expansion=self.expansion), dtype=np.int8)
        if self._game.turn == self.seat and not self._lost:
            mask[[action.code for action in self._game.legal_actions()]] = 1
        width = row_width(expansion=self.expansion)
        return {"observation": np.array(encode_view(self._game.view(self.seat))[:width], np.int8), "action_mask": mask}


gymnasium.register("naishi/AgainstBot-v0", entry_point="naishi.games.naishi.envs.against_bot:AgainstBot")
