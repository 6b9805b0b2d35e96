"""Games to analyse, and how little is enough for a test."""

from __future__ import annotations

from functools import cache

from naishi import Game, Player
from naishi.analysis.decisions import Assessor, Depth, decisions_of
from naishi.analysis.report import Analysis
from naishi.analysis.truth import truth
from naishi.bots import Clock, make

TINY = Depth(worlds=6, rounds=1, candidates=1, trials=0)


@cache
def game() -> Game:
    """A finished game of a beginner and the strong bot."""
    played = Game.new(11, (Player(name="Aiko"), Player(name="Bruno", kind="strong")))
    bots = make("beginner", 1), make("strong", 2)
    while (turn := played.turn) is not None:
        played.play(bots[turn].choose(played.view(turn), Clock()))
    return played


@cache
def analysis() -> Analysis:
    """What a small analysis of it finds."""
    assessor = Assessor(game(), TINY)
    return Analysis.of(game(), "quick", truth(game()), tuple(map(assessor.assess, decisions_of(game()))))
