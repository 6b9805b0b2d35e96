"""Write the cases in tests/conformance: `python scripts/conformance.py`. The same bytes each time."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "conformance"
sys.path.insert(0, str(FOLDER.parent.parent))

from naishi import Action, Deal, Game, Phase, Position, perft, score  # noqa: E402
from naishi.rules.cards import BASE_CARDS, DECK, Card  # noqa: E402
from naishi.rules.territory import TERRITORY, Territory  # noqa: E402
from naishi.rules.totals import best_copies  # noqa: E402

Case = dict[str, Any]


def _deal(seed: int) -> Case:
    return Deal.random(seed).model_dump(mode="json")


def scores(count: int) -> Iterator[Case]:
    """Territories drawn from the box, with what each type of card earned."""
    draw, box = random.Random(1), [*DECK]  # noqa: S311
    of_each = [card for card in BASE_CARDS if card not in {Card.MOUNTAIN, Card.NINJA}]
    for case in range(count):
        cards = draw.sample([*box, *[Card.MOUNTAIN] * 4] if case % 25 else of_each, 10)
        copies = best_copies(Territory(tuple(cards)))
        sheet = score(Territory(tuple(cards)), copies)
        yield {
            "cards": {str(cell): str(card) for cell, card in zip(TERRITORY, cards, strict=True)},
            "copies": {str(cell): str(card) for cell, card in copies.items()},
            "points": {str(card): points for card, points in sheet.points.items()},
            "colours": sheet.colours,
            "total": sheet.total,
        }


def games(count: int, *, whole: int) -> Iterator[Case]:
    """Random games: each action, and in some what was legal before it and the position after it."""
    for seed in range(count):
        deal, draw = _deal(seed), random.Random(seed)  # noqa: S311
        position, steps = Position(Deal.random(seed)), []
        while legal := position.legal_actions():
            action = draw.choice(legal)
            position.push(action)
            texts = {"legal": [each.text for each in legal], "after": position.to_text()} if seed < whole else {}
            steps.append({"play": action.text, **texts})
        totals = position.totals()
        outcome = position.outcome()
        yield {
            "deal": deal,
            "steps": steps,
            "points": [each.points for each in totals],
            "colours": [each.colours for each in totals],
            "winner": outcome and outcome.winner,
        }


def perfts(count: int) -> Iterator[Case]:
    """How many sequences of actions follow a moment."""
    for seed in range(count):
        actions = _some_actions(seed, 2 + 3 * seed)
        position = Position(Deal.random(seed))
        for action in actions:
            position.push(action)
        texts = [action.text for action in actions]
        yield {"deal": _deal(seed), "actions": texts, "counts": [perft(position, depth) for depth in (1, 2)]}


def views(count: int) -> Iterator[Case]:
    """What a seat knows of the other Hand, with a perfect memory."""
    for seed in range(count):
        game = Game.new(deal=Deal.random(seed))
        for action in _some_actions(seed, 4 + 2 * (seed % 14)):
            game.play(action)
        if game.phase is not Phase.PLAY:
            continue
        for seat in (0, 1):
            hand = [None if card is None else str(card) for card in game.view(seat).theirs.hand]
            texts = [action.text for action in game.actions]
            yield {"deal": _deal(seed), "actions": texts, "seat": seat, "other_hand": hand}


def _some_actions(seed: int, count: int) -> list[Action]:
    position, draw = Position(Deal.random(seed)), random.Random(seed)  # noqa: S311
    actions: list[Action] = []
    while len(actions) < count and (legal := position.legal_actions()):
        actions.append(draw.choice(legal))
        position.push(actions[-1])
    return actions


def documents() -> dict[str, str]:
    """Return the files by their names."""
    cases: dict[str, Iterable[Case]] = {
        "scores": scores(500),
        "games": games(60, whole=8),
        "perft": perfts(8),
        "views": views(28),
    }
    return {f"{name}.jsonl": "".join(json.dumps(case) + "\n" for case in each) for name, each in cases.items()}


if __name__ == "__main__":
    for name, text in documents().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        sys.stdout.write(f"{name} {len(text) // 1024} KB\n")
