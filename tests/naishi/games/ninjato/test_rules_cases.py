"""Whole games and worked examples, as given with the rules: rules, effects, legal."""

from __future__ import annotations

import json
from typing import Any

import pytest

from naishi.common.i18n import InvalidActionError
from naishi.games.ninjato.actions import action
from naishi.games.ninjato.legal import legal_actions, refusal
from naishi.games.ninjato.position import Position
from naishi.games.ninjato.rules import RULES, from_case, from_position
from naishi.tabletop.chance import Chance
from naishi.tabletop.recorded import RecordedGame
from tests.naishi.games.ninjato.playing import lines
from tests.naishi.games.ninjato.shared import EXAMPLES

GAMES = lines("games.jsonl")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game['n']} players, {game['seed']}")
def test_a_recorded_game_is_the_same_at_every_step(game: Any) -> None:
    chance = Chance("", game["chance"], 0)
    position = RULES.begin(game["n"], None, chance)
    for text, count, digest in zip(game["actions"], game["legal"], game["hashes"], strict=False):
        assert position.digest() == digest
        (seat,) = RULES.awaited(position)
        legal = RULES.legal_actions(position, seat)
        assert len(legal) == RULES.choices(position, seat) == count
        assert action(text) in legal
        position = RULES.play(position, seat, action(text), chance)
    assert position.digest() == game["hashes"][-1]
    assert position.result == game["result"]
    assert chance.at == len(game["chance"])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game['n']} players, {game['seed']}")
def test_a_recorded_game_is_a_record_that_can_be_read_and_undone(game: Any) -> None:
    played = from_case(game)
    again = RecordedGame.read(RULES, json.loads(json.dumps(played.document())))
    assert again.position_text() == played.position_text()
    assert again.result is not None
    assert again.result.winners == tuple(game["result"]["winners"])
    assert again.result.points == tuple(sheet["total"] for sheet in game["result"]["sheets"])
    for digest in reversed(game["hashes"]):
        assert again.position.digest() == digest
        if again.can_undo:
            again.undo()


@pytest.mark.parametrize("example", [each for each in EXAMPLES if "steps" in each], ids=lambda example: example["id"])
def test_an_example_of_the_rulebook(example: Any) -> None:
    game = from_position(json.dumps(example["position"]), example.get("chance", ()), seed="")
    for step in example["steps"]:
        if "do" in step:
            game.play(step["do"])
        check(game.position, step)


def check(position: Position, step: Any) -> None:
    seat = position.seat
    legal = [] if seat is None else [each.text for each in legal_actions(position, seat)]
    assert set(step.get("legal", ())) <= set(legal)
    for text in step.get("illegal", ()):
        assert text not in legal
        assert is_refused(position, text)
    assert seat == step.get("seat", seat)
    for path, value in step.get("is", {}).items():
        found = json.loads(position.to_text())
        for key in path.split("."):
            found = found[int(key) if isinstance(found, list) else key]
        assert found == value


def is_refused(position: Position, text: str) -> bool:
    try:
        return refusal(position, -1 if position.seat is None else position.seat, action(text)) is not None
    except InvalidActionError:
        return True
