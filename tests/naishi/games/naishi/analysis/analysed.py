"""Games to analyse, with minimal effort."""

from __future__ import annotations

from functools import cache
from math import sin
from pathlib import Path

from naishi import Game, Options, Player
from naishi.bots import Clock, make
from naishi.games.naishi.analysis.choices import Depth
from naishi.games.naishi.analysis.decisions import Assessor, Decision, decisions_of
from naishi.games.naishi.analysis.exercises import AnalysisStore
from naishi.games.naishi.analysis.reasons import Reason
from naishi.games.naishi.analysis.report import Analysis
from naishi.games.naishi.analysis.truth import Truth, truth
from naishi.games.naishi.rules.cards import Card

REASONS = (
    Reason(aspect="gains", points=10, cards={Card.RICE: 10}, count=2),
    Reason(aspect="denies", points=30, move="take", card=Card.TORII),
)
"""Of a mistake that nobody has judged."""
TINY = Depth(worlds=4, rounds=1, candidates=1, trials=0)


@cache
def game(options: Options | None = None) -> Game:
    """A finished game of a novice and the quick bot."""
    played = Game.new(11, (Player(name="Aiko"), Player(name="Bruno", kind="strong")), options=options)
    bots = make("novice", 1), make("quick", 2)
    while (turn := played.turn) is not None:
        played.play(bots[turn].choose(played.view(turn), Clock()))
    return played


def deficit() -> int:
    """By how many points the novice loses it."""
    outcome = game().outcome
    assert outcome is not None
    novice, quick = (sheet.total for sheet in outcome.sheets)
    return quick - novice


@cache
def analysis(options: Options | None = None) -> Analysis:
    """What a small analysis of it finds."""
    played = game(options)
    assessor = Assessor(played, TINY)
    return Analysis.of(played, "quick", truth(played), tuple(map(assessor.assess, decisions_of(played))))


def made_up(of: Game) -> Analysis:
    """An analysis that no network made, so that it is the same on every machine; every ninth decision is a mistake."""
    count, events = len(of.actions), of.events()
    chances = [0.5 + 0.4 * sin(ply / 5) for ply in range(count)]
    decisions = []
    for ply in decisions_of(of):
        legal = of.at(ply).legal_actions()
        played, other = of.actions[ply], next(each for each in legal if each != of.actions[ply])
        loss = (0.06, 0.12, 0.22)[ply // 9 % 3] if ply % 9 == 3 else 0.0
        mine = chances[ply] if events[ply].seat == 0 else 1 - chances[ply]
        decisions.append(Decision(
            ply=ply, seat=events[ply].seat, round=events[ply].round, played=played, best=other if loss else played,
            best_turn=(other if loss else played,), chance=max(mine - loss, 0.0), error=0.02, best_chance=mine,
            best_error=0.02, loss=loss, loss_error=0.01 if loss else 0.0, reasons=REASONS if loss else (),
        ))  # fmt: skip
    assert of.outcome is not None
    first, second = (sheet.total for sheet in of.outcome.sheets)
    found = Truth(
        chances=(*(0.5 + 0.4 * sin(ply / 5 + 0.6) for ply in range(count)), float(of.outcome.winner == 0)),
        deal=-2.0,
        changes=tuple((-1.5, 1.0)[event.seat] for event in events),
        lucks=(*[0.0] * (count - 1), first - second + 2.0 - sum((-1.5, 1.0)[event.seat] for event in events)),
        bests=tuple(of.actions[ply] if ply % 9 != 3 else of.at(ply).legal_actions()[0] for ply in range(count)),
    )
    return Analysis.of(of, "quick", found, tuple(decisions))


def keep_made_up(folder: Path, of: Game) -> None:
    """Put it where the app finds it."""
    AnalysisStore(folder).keep(made_up(of))
