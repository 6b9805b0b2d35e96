"""PPO baseline of docs/examples: bots.protocol, arena.games."""

from __future__ import annotations

import importlib
import json
import random
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from click.testing import CliRunner

from naishi import Game
from naishi.bots import Clock, make
from naishi.bots.arena.games import play, schedule

EXAMPLES = Path(__file__).parents[5] / "docs" / "examples"


@pytest.fixture
def ppo_bot(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(EXAMPLES)
    return importlib.import_module("ppo_bot")


@pytest.fixture
def ppo(ppo_bot: ModuleType) -> ModuleType:
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed (extra ppo)")
    return importlib.import_module("ppo")


def layers(*widths: int) -> list[tuple[object, object]]:
    chance = np.random.default_rng(1)
    return [
        (chance.normal(size=(after, before)).astype(np.float32), chance.normal(size=after).astype(np.float32))
        for before, after in pairwise(widths)
    ]


def test_a_policy_plays_whole_games_in_the_arena(
    ppo_bot: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NAISHI_POLICIES", str(tmp_path))
    ppo_bot.Policy(layers(ppo_bot.EVERY_ACTION.inputs, 8, ppo_bot.EVERY_ACTION.options)).write(tmp_path / "itself.npz")
    results = [play(pairing, 10) for pairing in schedule(["ppo_bot:itself", "random"], 4, 0)]
    assert [result.forfeit for result in results] == [None] * 4


def test_a_policy_prefers_or_draws_what_is_legal(ppo_bot: ModuleType) -> None:
    game, clock = Game.new(seed=7), Clock()
    while (seat := game.turn) is not None:
        for decisions in (ppo_bot.EVERY_ACTION, ppo_bot.BEST_TURNS):
            policy = ppo_bot.Policy(layers(decisions.inputs, 8, decisions.options))
            for chance in (None, np.random.default_rng(1)):
                action = ppo_bot.PolicyBot(policy, decisions, chance).choose(game.view(seat), clock)
                assert action in game.legal_actions()
        game.play(action)


@pytest.mark.slow
class TestLearning:
    def test_a_run_writes_its_policy_and_its_curve_and_goes_on(self, ppo: ModuleType, tmp_path: Path) -> None:
        sizes = ["--envs", "2", "--steps", "16", "--updates", "1", "--games", "2"]
        for hours in ("1e-9", "1e-4"):  # the second goes on where the first has stopped
            command = [str(tmp_path), "--against", "itself", "--hours", hours, *sizes]
            done = CliRunner().invoke(ppo.main, command, catch_exceptions=False)
            assert done.exit_code == 0, done.output
        points = [json.loads(line) for line in (tmp_path / "progress.jsonl").read_text("utf-8").splitlines()]
        assert [point["steps"] for point in points] == [32 * number for number in range(len(points))]
        assert len(points) >= 3
        assert len([*(tmp_path / "policies").iterdir()]) == len(points)

    def test_what_is_written_prefers_what_the_model_does(self, ppo: ModuleType, tmp_path: Path) -> None:
        sizes = ppo.Sizes(envs=2, steps=16, updates=1, games=2)
        run = ppo.Run(tmp_path, ppo.EVERY_ACTION, [])
        model = ppo.model_for(run, partial(make, "random"), 1, sizes)
        policy, game, chance = ppo.exported(model), Game.new(seed=7), random.Random(1)
        while (seat := game.turn) is not None:
            inputs, options = ppo.EVERY_ACTION.of(game.view(seat))
            mask = np.isin(np.arange(ppo.EVERY_ACTION.options), [*options])
            code, _state = model.predict(inputs, action_masks=mask, deterministic=True)
            assert policy.choose(inputs, [*options]) == code
            game.play(chance.choice([*options.values()]))

    def test_a_response_begins_with_what_the_strong_bot_finds_best(self, ppo: ModuleType, tmp_path: Path) -> None:
        run, sizes = ppo.Run(tmp_path, ppo.BEST_TURNS, []), ppo.Sizes(envs=2, steps=16, updates=1, games=2)
        policy, game = ppo.exported(ppo.model_for(run, partial(make, "random"), 1, sizes)), Game.new(seed=7)
        while (seat := game.turn) is not None:
            inputs, options = ppo.BEST_TURNS.of(game.view(seat))
            assert policy.choose(inputs, [*options]) == 0
            game.play(options[0])

    def test_the_environment_plays_one_seat(self, ppo: ModuleType) -> None:
        env, chance = ppo.OneSeat(partial(make, "random"), ppo.EVERY_ACTION), random.Random(1)
        for seed in range(4):
            row, _info = env.reset(seed=seed)
            again, _info = env.reset(seed=seed)
            assert (row == again).all()
            with pytest.raises(ValueError, match="no option"):
                env.step(int(np.flatnonzero(~env.action_masks())[0]))
            over = False
            while not over:
                row, reward, over, _cut, _info = env.step(chance.choice(np.flatnonzero(env.action_masks())))
                assert env.observation_space.contains(row)
                assert over or reward == 0
            assert abs(reward) < 3
