"""PettingZoo environment, by PettingZoo's tests and the game."""

from __future__ import annotations

import copy
import pickle
import random
import warnings
from itertools import count
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from naishi import (
    Deal,
    Game,
    IllegalActionError,
    InvalidActionError,
    NaishiError,
    Options,
    Position,
    decode_action,
    encode_view,
    legal_mask,
)

pettingzoo = pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (extra rl)")

from gymnasium.error import Error as SeedError  # noqa: E402
from pettingzoo.test import api_test, performance_benchmark, seed_test  # noqa: E402

from naishi.games.naishi.envs import naishi_v0  # noqa: E402

KINDS = pytest.mark.parametrize("expansion", [False, True], ids=["base", "expansion"])


def act(env: Any, chance: random.Random) -> int:
    """Play a random legal action; return it."""
    observation = env.observe(env.agent_selection)
    assert observation is not None
    action = chance.choice(np.flatnonzero(observation["action_mask"]).tolist())
    env.step(action)
    return int(action)


def play_to_the_end(env: Any, seed: int = 1) -> None:
    chance = random.Random(seed)
    while not any(env.terminations.values()):
        act(env, chance)


@KINDS
def test_it_passes_the_tests_of_pettingzoo(expansion: bool, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        # that an observation is a dict is worth a warning to it, except for the environments that it knows
        warnings.filterwarnings("ignore", message="Observation (is not a NumPy array|space for each agent)")
        warnings.simplefilter("error", category=DeprecationWarning)
        api_test(naishi_v0.env(expansion=expansion, render_mode="ansi"), num_cycles=100)
        seed_test(lambda: naishi_v0.env(expansion=expansion), num_cycles=100)
    assert "Passed API test" in capsys.readouterr().out


def test_it_passes_the_benchmark_of_pettingzoo(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock that ticks once a look, for it plays until five seconds are over."""
    ticks = count()
    module = __import__("sys").modules[performance_benchmark.__module__]
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(ticks) / 20))
    performance_benchmark(naishi_v0.env())


@KINDS
def test_it_is_registered(expansion: bool) -> None:
    env = pettingzoo.make("aec", "naishi/naishi_v0", expansion=expansion)
    env.reset(seed=1)
    assert env.action_space("player_0").n == (234 if expansion else 131)


@KINDS
def test_a_game_is_that_of_the_library(expansion: bool) -> None:
    env = naishi_v0.raw_env(expansion=expansion)
    options = Options(expansion="legends-travellers" if expansion else None)
    for seed in range(3):
        env.reset(seed=seed)
        game, chance = Game.new(seed=seed, options=options), random.Random(seed)
        while game.outcome is None:
            for seat, agent in enumerate(env.possible_agents):
                assert_same_view(env.observe(agent), game, seat)
            assert env.agent_selection == f"player_{game.turn}"
            game.play(decode_action(act(env, chance)))
        first, second = (sheet.total for sheet in game.outcome.sheets)
        winner = game.outcome.winner
        assert (env.infos["player_0"]["points"], env.infos["player_1"]["points"]) == (first, second)
        assert env.rewards["player_0"] == -env.rewards["player_1"] == (0 if winner is None else 1 - 2 * winner)


def assert_same_view(observation: dict[str, Any], game: Game, seat: int) -> None:
    view = game.view(seat)
    row, mask = observation["observation"], observation["action_mask"]
    assert row.tolist() == list(encode_view(view)[: len(row)])
    assert mask.tolist() == list(legal_mask(view)[: len(mask)])
    assert not any(encode_view(view)[len(row) :])
    assert not any(legal_mask(view)[len(mask) :])


def test_an_action_that_is_illegal_loses_and_the_next_game_can_be_played() -> None:
    env = naishi_v0.env()
    env.reset(seed=1)
    env.step(91)  # end
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": -1, "player_1": 1}
    assert "First choose which" in env.infos["player_0"]["illegal"]
    assert env.last()[1:4] == (-1, True, True)
    env.step(None)
    assert env.last()[1:4] == (1, True, True)
    env.reset(seed=2)
    play_to_the_end(env)
    assert sum(env.rewards.values()) == 0


def test_a_number_that_is_no_action_is_refused_and_the_game_goes_on() -> None:
    env = naishi_v0.env()
    env.reset(seed=1)
    for wrong in (131, -1, "give 1", 92.0):
        with pytest.raises(AssertionError, match="not in action space"):
            env.step(wrong)
    play_to_the_end(env)


def test_after_the_end_only_none_is_an_action() -> None:
    env = naishi_v0.env()
    env.reset(seed=1)
    play_to_the_end(env)
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(91)
    env.step(None)
    env.step(None)
    assert env.agents == []
    env.reset()
    play_to_the_end(env)


@pytest.mark.parametrize("seed", ["7", 1.5, -1])
def test_a_wrong_seed_is_refused_and_the_game_goes_on(seed: object) -> None:
    env = naishi_v0.env()
    env.reset(seed=1)
    with pytest.raises(SeedError):
        env.reset(seed=seed)
    play_to_the_end(env)


def test_games_without_a_seed_follow_from_the_last_one() -> None:
    def second_game() -> Any:
        env = naishi_v0.raw_env()
        env.reset(seed=5)
        env.reset()
        return env.observe("player_0")["observation"].tolist()

    env = naishi_v0.raw_env()
    env.reset(seed=5)
    assert second_game() == second_game() != env.observe("player_0")["observation"].tolist()


def test_a_deal_of_your_own() -> None:
    env, deal = naishi_v0.raw_env(), Deal.random("mine")
    env.reset(options={"deal": deal})
    assert env.observe("player_0")["observation"].tolist() == list(encode_view(Game.new(deal=deal).view(0))[:100])
    for wrong in (Deal.random(1, "legends-travellers"), "deal"):
        with pytest.raises(ValueError, match="Deal"):
            env.reset(options={"deal": wrong})
    play_to_the_end(env)


@pytest.mark.parametrize("make", [naishi_v0.env, naishi_v0.raw_env])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])  # noqa: S301
@KINDS
def test_copies_keep_the_game_and_the_deals_to_come(make: Any, copied: Any, expansion: bool) -> None:
    env, chance = make(expansion=expansion), random.Random(2)
    env.reset(seed=2)
    for _turn in range(11):
        act(env, chance)
    twin, state = copied(env), chance.getstate()
    played = [act(env, chance) for _turn in range(6)]
    chance.setstate(state)
    assert [act(twin, chance) for _turn in range(6)] == played
    act(twin, chance)
    for each in (env, twin):
        play_to_the_end(each)
        each.reset()
    first, second = (each.observe("player_0")["observation"].tolist() for each in (env, twin))
    assert first == second


def test_an_environment_is_copied_before_its_first_game() -> None:
    env = naishi_v0.env(expansion=True)
    ends = []
    for each in (pickle.loads(pickle.dumps(env)), env):  # noqa: S301 - our own
        each.reset(seed=1)
        play_to_the_end(each)
        ends.append({player: each.observe(player)["observation"].tolist() for player in each.possible_agents})
    assert ends[0] == ends[1]


@KINDS
def test_a_game_begins_at_a_position(expansion: bool) -> None:
    env, chance = naishi_v0.env(expansion=expansion), random.Random(5)
    position = Position(Deal.random(5, "legends-travellers" if expansion else None))
    for _turn in range(9):
        position.push(chance.choice(position.legal_actions()))
    before = position.to_text()
    env.reset(options={"position": position})
    assert env.agent_selection == f"player_{position.turn}"
    for seat, agent in enumerate(env.possible_agents):
        assert_same_view(env.observe(agent), Game.from_position(position), seat)
    play_to_the_end(env)
    assert position.to_text() == before
    for options in (
        {"position": Position(Deal.random(1, None if expansion else "legends-travellers"))},
        {"position": before},
        {"position": position, "deal": Deal.random(1)},
    ):
        with pytest.raises(NaishiError):
            env.reset(options=options)


def test_without_wrappers_the_errors_are_those_of_the_library() -> None:
    env = naishi_v0.raw_env()
    env.reset(seed=1)
    with pytest.raises(IllegalActionError, match="First choose which"):
        env.step(91)
    for wrong in (999, 92.9, "92", -1):
        with pytest.raises(InvalidActionError):
            env.step(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="None"):
        env.step(None)
    play_to_the_end(env)


def test_it_can_be_rendered_as_text() -> None:
    env = naishi_v0.env(render_mode="ansi")
    env.reset(seed=7)
    assert "River   X F O X N" in env.render()
    with pytest.raises(ValueError, match="render_mode"):
        naishi_v0.env(render_mode="human")
