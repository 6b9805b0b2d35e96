"""Exact endgame values, and once-missed wins."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from naishi import Game, Territory, score
from naishi.bots import Clock, make
from naishi.games.naishi.bots.engine import observation as o
from naishi.games.naishi.bots.engine.belief import REASON, determinizations, observations, results
from naishi.games.naishi.bots.engine.network import last_preference, preference, utility
from naishi.games.naishi.bots.engine.observation import Observations
from naishi.games.naishi.bots.engine.turns import exact_at_end, final_values
from naishi.games.naishi.bots.players.master import not_behind
from tests.naishi.games.naishi.bots.engine.shared import ended
from tests.naishi.playing import chance

ENDINGS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "endings.json").read_text(encoding="utf-8"))
"""Positions, and the best actions by exact calculation; `blunder` is what the bot chose before it calculated."""


@pytest.mark.parametrize("ending", ENDINGS, ids=[f"{each['bot']} {each['seed']}" for each in ENDINGS])
def test_a_bot_takes_the_win_that_it_once_missed(ending: dict[str, Any]) -> None:
    game = Game.new(seed=ending["seed"])
    for action in ending["actions"]:
        game.play(action)
    chosen = make(ending["bot"], 7).choose(game.view(game.turn or 0), Clock())
    assert chosen.text in ending["best"]
    assert chosen.text != ending["blunder"]


@pytest.mark.parametrize("seed", range(12))
def test_the_value_of_an_ended_game_is_the_mean_over_all_hands_by_how_likely_they_are(seed: int) -> None:
    game, action, world = ended(seed)
    seat = game.turn or 0
    possible = [*islice(determinizations(game.view(seat), chance(seed)), 300)]
    for each in possible:
        each.push(action)
    shares, margins = results(possible)
    if seat == 1:
        shares, margins = 1 - shares, -margins
    likely = np.exp(-REASON * margins)  # its own points being known, the seat leads by less if the other Hand is good
    won, margin = final_values(observations([world], seat))[0]
    assert won == pytest.approx(np.average(shares, weights=likely), abs=0.15)
    assert margin == pytest.approx(np.average(margins, weights=likely), abs=2.5)


FORTS = "fort mountain mountain mountain mountain / mountain mountain mountain mountain mountain"
FORTS_AND_MONK = "fort monk mountain mountain mountain / mountain mountain mountain mountain mountain"


def over(own: str, theirs: str) -> Observations:
    """The observation of a game that is over, all cards being known."""
    row = np.zeros((1, o.WIDTH), dtype=np.uint8)
    row[0, o.OWN] = Territory.from_text(own).cards
    row[0, o.THEIR_LINE.start : o.THEIR_HAND.stop] = Territory.from_text(theirs).cards
    row[0, o.OVER], row[0, o.SURE_GIFT] = 1, o.UNKNOWN
    return row


def test_colours_break_a_tie() -> None:
    """Rulebook: final scoring."""
    assert score(FORTS).total == score(FORTS_AND_MONK).total
    assert score(FORTS).colours < score(FORTS_AND_MONK).colours
    assert final_values(over(FORTS_AND_MONK, FORTS)).tolist() == [[1, 0]]
    assert final_values(over(FORTS, FORTS_AND_MONK)).tolist() == [[0, 0]]
    assert final_values(over(FORTS, FORTS)).tolist() == [[0.5, 0]]


def test_only_ended_games_are_calculated() -> None:
    going = over(FORTS, FORTS)
    going[0, o.OVER] = 0
    rows = np.concatenate([going, over(FORTS, FORTS)])
    assert exact_at_end(lambda some: np.full((len(some), 2), 7, dtype=np.float32))(rows).tolist() == [[7, 7], [0.5, 0]]


def test_no_margin_is_worth_risking_a_certain_win() -> None:
    certain, risky = np.array([1, 4], dtype=np.float32), np.array([0.965, 13.7], dtype=np.float32)
    assert preference(np.stack([certain, risky])).argmax() == 0
    results_ = np.stack([np.tile(certain, (60, 1)), np.tile(risky, (60, 1))])
    assert not_behind(results_, np.stack([risky, risky]), 8, utility)[0] == 0
    assert not_behind(results_[:, ::-1], np.stack([risky, risky]), 8, utility)[0] == 0


def test_of_turns_that_win_most_often_the_one_with_the_larger_margin_is_best() -> None:
    turns = np.array([[0.5, 10], [0.55, 0], [1, 4], [1, 5]], dtype=np.float32)
    assert np.argsort(-preference(turns)).tolist() == [3, 2, 0, 1]
    assert np.argsort(-last_preference(turns)).tolist() == [3, 2, 1, 0]
