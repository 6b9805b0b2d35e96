"""Gymnasium environment against a bot, by Gymnasium's checker and the game."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import numpy as np
import pytest

from naishi import Action, Deal, Game, NaishiError, PlayerView, decode_action, encode_view
from naishi.bots import Bot, Clock, make

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402 - only where it is installed

from naishi.games.naishi.envs.against_bot import AgainstBot  # noqa: E402

both = pytest.mark.parametrize("expansion", [False, True])


class Recorder:
    """A random bot that keeps what it was shown."""

    def __init__(self, seed: int) -> None:
        self.bot, self.views = make("random", seed), list[PlayerView]()

    def choose(self, view: PlayerView, clock: Clock) -> Action:
        self.views.append(view)
        chosen: Action = self.bot.choose(view, clock)
        return chosen


@both
def test_it_is_an_environment_of_gymnasium(expansion: bool) -> None:
    check_env(AgainstBot("random", expansion=expansion), skip_render_check=True)
    made = gymnasium.make("naishi/AgainstBot-v0", opponent="random", seat=1)
    assert made.reset(seed=7)[1] == {"seat": 1}


@both
def test_a_game_is_played_to_its_end_and_the_winner_has_one(expansion: bool) -> None:
    env, chance, returns = AgainstBot("random", expansion=expansion), np.random.default_rng(1), set()
    for seed in range(6):
        observation, info = env.reset(seed=seed)
        over = False
        while not over:
            mask = observation["action_mask"]
            assert mask.any()
            assert [*env.action_masks()] == [*mask]
            observation, reward, over, cut, info = env.step(int(chance.choice(np.flatnonzero(mask))))
            assert not cut
        assert not observation["action_mask"].any()
        assert reward == np.sign(info["points"] - info["opponent_points"]) or info["points"] == info["opponent_points"]
        returns.add((info["seat"], reward))
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step(0)
    assert {seat for seat, _reward in returns} == {0, 1}


def test_each_seat_observes_what_it_may_know_and_no_more() -> None:
    bots: list[Recorder] = []

    def opponent(seed: int) -> Bot:
        bots.append(Recorder(seed))
        return bots[-1]

    env = AgainstBot(opponent, seat=0)
    observation, _info = env.reset(seed=7)
    game = Game.new(deal=Deal.random(7))
    assert (*observation["observation"],) == encode_view(game.view(0))[: len(observation["observation"])]
    observation, *_more = env.step(int(np.flatnonzero(observation["action_mask"])[0]))
    assert {view.seat for view in bots[-1].views} == {1}
    assert "action_mask" in observation


def test_the_same_seed_has_the_same_game() -> None:
    first, second = ([*AgainstBot("random").reset(seed=5)[0]["observation"]] for _time in range(2))
    assert first == second
    one, other = AgainstBot("random", seat=0), AgainstBot("random", seat=0)
    deal = Deal.random(9)
    shown = [each.reset(seed=1, options={"deal": deal})[0]["observation"].tolist() for each in (one, other)]
    assert shown[0] == shown[1]
    assert (*shown[0],) == encode_view(Game.new(deal=deal).view(0))[: len(shown[0])]


@pytest.mark.parametrize("bot", ["random", "novice", "beginner"])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])  # noqa: S301 - our own
def test_a_copy_plays_the_same_game_on(bot: str, copied: Callable[[AgainstBot], AgainstBot]) -> None:
    env = AgainstBot(bot)
    observation, _info = env.reset(seed=7)
    for _step in range(3):
        observation, *_more = env.step(int(np.flatnonzero(observation["action_mask"])[0]))
    twin, over = copied(env), False
    while not over:
        action = int(np.flatnonzero(observation["action_mask"])[-1])
        (observation, reward, over, *_cut), (other, same, *_others) = env.step(action), twin.step(action)
        assert (observation["observation"].tolist(), reward) == (other["observation"].tolist(), same)


def test_an_illegal_action_loses_the_game_and_says_why() -> None:
    env = AgainstBot("random", seat=0)
    observation, _info = env.reset(seed=7)
    illegal = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    after, reward, over, _cut, info = env.step(illegal)
    assert (reward, over) == (-1.0, True)
    assert not after["action_mask"].any()
    with pytest.raises(NaishiError, match=r"\w") as refused:
        Game.new(deal=Deal.random(7)).play(decode_action(illegal))
    assert info["illegal"] == str(refused.value)


@pytest.mark.parametrize(
    "wrong", [lambda: AgainstBot("nobody"), lambda: AgainstBot("random", seat=2), lambda: _with("deal")]
)
def test_what_makes_no_sense_is_refused(wrong: object) -> None:
    assert callable(wrong)
    with pytest.raises(NaishiError):
        wrong()


def _with(deal: object) -> None:
    AgainstBot("random").reset(options={"deal": deal})
