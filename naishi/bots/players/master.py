"""A bot that plays its best turns on, two rounds deep, in sampled worlds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from naishi.bots.engine.belief import likely_worlds
from naishi.bots.engine.effects import Rows
from naishi.bots.engine.evaluation import both_ways, utility
from naishi.bots.engine.matches import Match
from naishi.bots.engine.network import Floats
from naishi.bots.engine.selfplay import decide
from naishi.bots.players.learned import LearnedBot, turns_of
from naishi.bots.protocol import Clock, chance_for
from naishi.game.view import PlayerView
from naishi.rules.actions import Action, Develop, Discard

TURNS = 8
"""How many turns are tried."""
ROUNDS = 2
"""How far each is played on: to the end of the other seat's second turn."""
BATCH = 12
"""Worlds that are tried together."""
WORLDS = 60
"""Worlds in all."""
PRIOR = 8
"""How many worlds the network's own judgement of a turn counts for."""
DOUBT = 1.7
"""A turn is given up once it is this many standard errors behind the best."""


class MasterBot(LearnedBot):
    """Tries the best turns, as the network judges them, in likely worlds, and has both seats play on there.

    Both play on as the intermediate bot does, one action at a time: that is weaker than whole turns and ten times
    as fast, so that more worlds are seen, and further (Tesauro and Galperin, "On-line policy improvement using
    Monte-Carlo search", NIPS 1996; the play is cut short and the rest judged by the network, as they suggest).

    The worlds are the same for each turn, so that turns differ by what they are and not by luck (common random
    numbers); a turn that falls behind clearly isn't tried further.
    """

    def in_turn(self, view: PlayerView, clock: Clock) -> Action:
        """Choose the first action of the turn that does best."""
        tried, judged = self._candidates(view)
        chance = chance_for(self.seed, view)
        draw = np.random.default_rng(chance.getrandbits(64))
        drawn = likely_worlds(view, WORLDS, self.evaluate, chance)
        results = np.zeros((len(tried), 0), dtype=np.float32)
        left = np.arange(len(tried))
        while len(left) > 1 and results.shape[1] < WORLDS and not clock.expired:
            batch = drawn[results.shape[1] :][:BATCH]
            new = np.full((len(tried), BATCH), -np.inf, dtype=np.float32)
            matches = [_after(world, tried[i]) for i in left for world in batch]
            new[left] = self._play_on(matches, view.seat, draw, clock).reshape(len(left), BATCH)
            results = np.concatenate([results, new], axis=1)
            left = _not_behind(results, left, judged)
        return tried[int(left[0])][0]

    def _candidates(self, view: PlayerView) -> tuple[list[tuple[Action, ...]], Floats]:
        """List the best turns, as far as they are decided before new cards are seen, and the judgement of each."""
        able = turns_of(view, both_ways(self.evaluate))
        best = able.different(0, TURNS)
        tried = [able.actions(turn) for turn in best]
        begun = [actions[:1] if isinstance(actions[0], Develop | Discard) else actions for actions in tried]
        return begun, utility(able.values[best])

    def _play_on(self, matches: Sequence[Match], seat: int, draw: np.random.Generator, clock: Clock) -> Floats:
        """Play on from after a turn of a seat's; return what each match came to for it."""
        for mover in (seat, 1 - seat) * ROUNDS:
            while turn := [match for match in matches if match.playing and match.position.turn == mover]:
                clock.check()
                for match, choice in zip(turn, decide(turn, self.evaluate, draw), strict=True):
                    match.push(choice.action)
        values = np.array([self._over(match, seat) for match in matches], dtype=np.float32)
        going = [i for i, match in enumerate(matches) if match.playing]
        if going:
            last = decide([matches[i] for i in going], both_ways(self.evaluate), draw)
            values[going] = [choice.best for choice in last]
        return utility(values)

    @staticmethod
    def _over(match: Match, seat: int) -> tuple[float, float]:
        """Return the result of a match that is over, else nothing yet."""
        if match.playing:
            return 0, 0
        match.settle()
        share, lead = match.result()
        return (share, lead) if seat == 0 else (1 - share, -lead)


def _after(world: Match, actions: Sequence[Action]) -> Match:
    match = world.copy()
    for action in actions:
        match.push(action)
    return match


def _not_behind(results: Floats, left: Rows, judged: Floats) -> Rows:
    """Order the turns by what they came to, the best one first, and drop those that are clearly behind it."""
    count = results.shape[1]
    found = (results[left].sum(axis=1) + PRIOR * judged[left]) / (count + PRIOR)
    best_first = np.argsort(-found, kind="stable")
    order, found = left[best_first], found[best_first]
    error = (results[order[0]] - results[order]).std(axis=1) / np.sqrt(count)
    kept: Rows = order[found[0] - found <= DOUBT * error]
    return kept
