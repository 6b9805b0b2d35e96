"""Generator of the conformance cases: `python -m tests.conformance.cases`.

It writes the same bytes each time.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from naishi import Action, Deal, Game, Phase, Position, ScoreSheet, UseExchange, perft, score
from naishi.games.naishi.rules.cards import (
    BASE_CARDS,
    DECK,
    LEGENDS,
    LEGENDS_TRAVELLERS,
    REPLACED,
    TERRITORY,
    TRAVELLERS,
    Card,
    Cell,
    Kind,
    Module,
    Territory,
)
from naishi.games.naishi.rules.totals import best_copies

FOLDER = Path(__file__).parent

Case = dict[str, Any]


def expansion_scores(count: int) -> Iterator[Case]:
    """Territories with cards of the expansion, most with a Legend or two; each ninja copies what it may."""
    draw = random.Random(2)
    characters = [card for card in BASE_CARDS if card.kind is Kind.CHARACTER and card is not Card.NINJA]
    for _case in range(count):
        deck, legends = [*DECK], draw.sample(LEGENDS, 3)
        for legend in legends:
            deck.remove(REPLACED[legend])
        few = [*draw.sample(deck, 16), *draw.sample(TRAVELLERS, 2), Card.MOUNTAIN, Card.MOUNTAIN]
        cards = draw.sample([*legends, *few], 10)
        own = [card for card in characters if card in cards]
        may = {Card.NINJA: own, Card.LEGENDARY_NINJA: characters}
        copies = {cell: draw.choice(may[card]) for cell, card in zip(TERRITORY, cards, strict=True) if may.get(card)}
        ryokan = draw.choice((0, 4, 7))
        yield {
            **_territory(cards, copies),
            "ryokan": ryokan,
            **_sheet(score(Territory(tuple(cards)), copies, ryokan=ryokan)),
        }


def _territory(cards: Iterable[Card], copies: Mapping[Cell, Card]) -> Case:
    return {
        "cards": {str(cell): str(card) for cell, card in zip(TERRITORY, cards, strict=True)},
        "copies": {str(cell): str(card) for cell, card in copies.items()},
    }


def _sheet(sheet: ScoreSheet) -> Case:
    return {
        "points": {str(card): points for card, points in sheet.points.items()},
        "colours": sheet.colours,
        "total": sheet.total,
    }


def scores(count: int) -> Iterator[Case]:
    """Territories drawn from the box, with what each type of card earned."""
    draw, box = random.Random(1), [*DECK]
    of_each = [card for card in BASE_CARDS if card not in {Card.MOUNTAIN, Card.NINJA}]
    for case in range(count):
        cards = draw.sample([*box, *[Card.MOUNTAIN] * 4] if case % 25 else of_each, 10)
        copies = best_copies(Territory(tuple(cards)))
        yield _territory(cards, copies) | _sheet(score(Territory(tuple(cards)), copies))


def games(count: int, *, whole: int, expansion: Module | None = None) -> Iterator[Case]:
    """Random games: each action, and in some what was legal before it and the position after it."""
    for seed in range(count):
        deal, draw = Deal.random(seed, expansion), random.Random(seed)
        position, steps = Position(deal), []
        while legal := position.legal_actions():
            action = _choose(draw, legal)
            position.push(action)
            texts = {"legal": [each.text for each in legal], "after": position.to_text()} if seed < whole else {}
            steps.append({"play": action.text, **texts})
        totals = position.totals()
        outcome = position.outcome()
        yield {
            "deal": deal.model_dump(mode="json"),
            "steps": steps,
            "points": [each.points for each in totals],
            "colours": [each.colours for each in totals],
            "winner": outcome and outcome.winner,
        }


def perfts(count: int) -> Iterator[Case]:
    """How many sequences of actions follow a moment."""
    for seed in range(count):
        deal = Deal.random(seed)
        actions, position = _some_actions(deal, seed, 2 + 3 * seed), Position(deal)
        for action in actions:
            position.push(action)
        texts = [action.text for action in actions]
        yield {
            "deal": deal.model_dump(mode="json"),
            "actions": texts,
            "counts": [perft(position, depth) for depth in (1, 2)],
        }


def views(count: int, expansion: Module | None = None) -> Iterator[Case]:
    """What a seat knows of the other Hand, with a perfect memory."""
    for seed in range(count):
        game = Game.new(deal=Deal.random(seed, expansion))
        for action in _some_actions(game.deal, seed, 4 + 2 * (seed % 14)):
            game.play(action)
        if game.phase is not Phase.PLAY:
            continue
        for seat in (0, 1):
            hand = [None if card is None else str(card) for card in game.view(seat).theirs.hand]
            texts = [action.text for action in game.actions]
            yield {"deal": game.deal.model_dump(mode="json"), "actions": texts, "seat": seat, "other_hand": hand}


def _choose(draw: random.Random, legal: Sequence[Action]) -> Action:
    """Choose any action; among effects of Travellers, one in two times what isn't one of the many exchanges."""
    few = [action for action in legal if not isinstance(action, UseExchange)]
    return draw.choice(few if len(few) < len(legal) and draw.random() < 0.5 else legal)


def _some_actions(deal: Deal, seed: int, count: int) -> list[Action]:
    position, draw = Position(deal), random.Random(seed)
    actions: list[Action] = []
    while len(actions) < count and (legal := position.legal_actions()):
        actions.append(_choose(draw, legal))
        position.push(actions[-1])
    return actions


def documents() -> dict[str, str]:
    """Return the files by their names."""
    cases: dict[str, Iterable[Case]] = {
        "scores": scores(500),
        "games": games(60, whole=8),
        "perft": perfts(8),
        "views": views(28),
        "expansion_scores": expansion_scores(500),
        "expansion_games": games(60, whole=4, expansion=LEGENDS_TRAVELLERS),
        "expansion_views": views(28, LEGENDS_TRAVELLERS),
    }
    return {f"{name}.jsonl": "".join(json.dumps(case) + "\n" for case in each) for name, each in cases.items()}


if __name__ == "__main__":
    for name, text in documents().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        sys.stdout.write(f"{name} {len(text) // 1024} KB\n")
