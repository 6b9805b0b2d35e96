"""Naishi as a PettingZoo environment (AEC).

>>> from naishi.games.naishi.envs import naishi_v0
>>> env = naishi_v0.env(expansion=False)
>>> env.reset(seed=7)  # the deal of `naishi new --seed 7`

Importing this module also registers it: `pettingzoo.make("aec", "naishi/naishi-v0")`.
"""

from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, register
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from naishi.common.i18n import NaishiError, _
from naishi.games.naishi.envs.encoded_game import HIGHEST, EncodedGame, Row, action_count, row_width
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS, Deal
from naishi.games.naishi.rules.position import Position

Observation = dict[str, Row]

AGENTS = "player_0", "player_1"


def env(*, expansion: bool = False, render_mode: str | None = None) -> AECEnv:
    """Make an environment that takes mistakes as PettingZoo's own do.

    An illegal action loses the game, with a warning; a number that is no action is an `AssertionError`; and calls in
    the wrong order are refused.
    """
    return Referee(raw_env(expansion=expansion, render_mode=render_mode))


class Referee(OrderEnforcingWrapper):
    """What PettingZoo's wrappers for illegal actions, numbers out of bounds and calls in the wrong order do together.

    Three wrappers, one around the other, would take longer than the game itself.
    """

    @property
    def agents(self) -> list[str]:
        """The agents that still have to step. By way of their wrappers' `__getattr__`, reading it takes far longer."""
        agents: list[str] = self.env.agents if self._has_reset else self.__getattr__("agents")
        return agents

    @property
    def agent_selection(self) -> str:
        agent: str = self.env.agent_selection if self._has_reset else self.__getattr__("agent_selection")
        return agent

    def step(self, action: int | None) -> None:
        """Play an action; one that is illegal loses the game, with a warning.

        Raises:
            AssertionError: It is no action.
            ValueError: It isn't None although the game is over.
        """
        game: raw_env = self.env
        if not self._has_reset or not game.agents:
            super().step(action)
            return
        self._has_updated = True
        if not game.can_play(action):
            agent = game.agent_selection
            is_over = game.terminations[agent] or game.truncations[agent]
            if not (is_over and action is None):
                contained = game.action_spaces[agent].contains(action)
                assert contained, "action is not in action space"  # noqa: S101 - as theirs
            if not is_over:
                EnvLogger.warn_on_illegal_move()
                game.forfeit(action)
                return
        game.step(action)

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Return what the agent to act observes, and what has come of its last action."""
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        last: tuple[Observation | None, float, bool, bool, dict[str, Any]] = self.env.last(observe)
        return last


class raw_env(AECEnv):  # noqa: N801 - PettingZoo's own have this name
    """The game without wrappers: an illegal action raises `IllegalActionError`, and nothing changes."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "naishi_v0", "render_modes": ["ansi"], "is_parallelizable": False,
    }  # fmt: skip

    def __init__(self, *, expansion: bool = False, render_mode: str | None = None) -> None:
        """Make an environment.

        Args:
            expansion: Whether it is played with Legends & Travellers.
            render_mode: `ansi` or None.
        """
        super().__init__()
        if render_mode not in {None, "ansi"}:
            raise ValueError(f"render_mode is 'ansi' or None, not {render_mode!r}")
        self.expansion, self.render_mode = expansion, render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        codes, width = action_count(expansion=expansion), row_width(expansion=expansion)
        self.action_spaces = {agent: spaces.Discrete(codes) for agent in AGENTS}
        self.observation_spaces = {
            agent: spaces.Dict({
                "observation": spaces.Box(0, HIGHEST, (width,), np.int8),
                "action_mask": spaces.Box(0, 1, (codes,), np.int8),
            })
            for agent in AGENTS
        }  # fmt: skip
        self._chance: np.random.Generator | None = None
        """Draws the deals of games that are begun without a seed."""

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal and begin a game.

        Args:
            seed: The seed of the deal, as in `Deal.random`, and of those of the games that follow without one.
            options: `{"deal": deal}` begins with a deal of your own, `{"position": position}` at a position; there, in
                play, each seat knows the other Hand, as if it had seen every card arrive.

        Raises:
            gymnasium.error.Error: The seed isn't a whole number from 0 up; the game that was there goes on.
            NaishiError: The deal or position isn't one, or is for the other of base game and expansion; the game is
                over at the position; or both are given.
        """
        self._game = EncodedGame(self._start(seed, **(options or {})))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self._game.position.turn]
        self._skip_agent_selection = None

    def _start(
        self, seed: int | None, deal: object = None, position: object = None, **others: object
    ) -> Deal | Position:
        if seed is not None or self._chance is None:
            self._chance, _seed = seeding.np_random(seed)
        if deal is not None and position is not None:
            raise NaishiError(_("A game begins with a deal or at a position, not with both."))
        if deal is None and position is None:
            number = int(self._chance.integers(1 << 63)) if seed is None else seed
            return Deal.random(number, LEGENDS_TRAVELLERS if self.expansion else None)
        if isinstance(position, Position) and (position.expansion is not None) == self.expansion:
            return position
        if isinstance(deal, Deal) and (deal.expansion is not None) == self.expansion:
            return deal
        if deal is None:
            raise NaishiError("options['position'] has to be a naishi.Position of the game that the environment plays")
        raise NaishiError("options['deal'] has to be a naishi.Deal for the game that the environment plays")

    def observe(self, agent: str) -> Observation:
        """Return what an agent may know, and its legal actions; all zeros if it isn't its turn."""
        seat = AGENTS.index(agent)
        return {"observation": self._game.row(seat), "action_mask": self._game.mask(seat)}

    def step(self, action: int | None) -> None:
        """Play an action for the agent to act; None for one whose game is over.

        Raises:
            IllegalActionError: It is illegal; the text says why, and nothing has changed.
            InvalidActionError: There is no action with this number.
            ValueError: None while the game goes on, or something else once it is over.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("None is an action only for an agent whose game is over")
        self._game.play(action)
        self._cumulative_rewards[agent] = 0.0
        if (turn := self._game.turn) is not None:
            self.agent_selection = AGENTS[turn]
            return
        totals = self._game.position.totals()
        self.rewards = dict(zip(AGENTS, self._game.returns(), strict=True))
        self.infos = {agent: total._asdict() for agent, total in zip(AGENTS, totals, strict=True)}
        self.terminations = dict.fromkeys(AGENTS, True)
        self.agent_selection = AGENTS[0]
        self._accumulate_rewards()

    def can_play(self, action: object) -> bool:
        """Return whether an action is a legal one of the agent to act."""
        return isinstance(action, (int, np.integer)) and action in self._game.position.legal_set().codes

    def forfeit(self, action: Any) -> None:
        """End the game: the agent to act has lost it.

        Args:
            action: What it wanted to play; its `infos` say why that is illegal.
        """
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {each: -1.0 if each == agent else 1.0 for each in AGENTS}
        self.terminations, self.truncations = dict.fromkeys(AGENTS, True), dict.fromkeys(AGENTS, True)
        self.infos[agent] = {"illegal": self._game.refusal(action)}
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        """Return the whole table as text, with all cards open: for debugging, never for a player."""
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
            return None
        return str(self._game.position)

    def close(self) -> None:
        """Do nothing: there is no window."""


register("aec", "naishi/naishi-v0", entry_point="naishi.games.naishi.envs.naishi_v0:env")
