"""Refusals of positions of Ninjato."""

from __future__ import annotations

from typing import Any

import pytest

from naishi.common.i18n import InvalidPositionError
from naishi.games.ninjato.position import Position
from tests.naishi.games.ninjato.shared import position, with_player


class TestPositions:
    @pytest.mark.parametrize("text", ["", "x", "[]", "{}", "null", "1", "[" * 100_000, '{"n":2}'])
    def test_nonsense_is_refused_in_one_line(self, text: str) -> None:
        with pytest.raises(InvalidPositionError) as refused:
            Position.from_text(text)
        assert "\n" not in str(refused.value)

    @pytest.mark.parametrize(
        ("changes", "said"),
        [
            ({"n": 5}, "n: "),
            ({"n": True}, "n: "),
            ({"n": 3}, "players: "),
            ({"order": [0, 0]}, "order: "),
            ({"turn": 6}, "turn: "),
            ({"round": 8}, "round: "),
            ({"stage": "nap"}, "stage: "),
            ({"stage": "fight"}, "raid: "),
            ({"stage": "draw", "draws": 0}, "draws: "),
            ({"stage": "drop"}, "stage: "),
            ({"stage": "disguise"}, "scoring: "),
            ({"stage": "over"}, "result: "),
            ({"draws": 1}, "draws: "),
            ({"open": ["6"]}, "open: "),
            ({"open": [["1"]]}, "open: "),
            ({"palace": ["T25", "T25"]}, "envoys: "),
            ({"supply": ["T2"]}, "tokens: "),
            ({"raid": {"house": 0}}, "raid: "),
            ({"scoring": []}, "scoring: "),
            ({"houses": []}, "houses: "),
            ({"players": with_player(hand="12")}, "players.0.hand: "),
            ({"players": with_player(honour=-1)}, "players.0.honour: "),
            ({"players": with_player(loot=["f*"])}, "players.0.loot: "),
        ],
    )
    def test_a_contradiction_is_named(self, changes: Any, said: str) -> None:
        with pytest.raises(InvalidPositionError) as refused:
            position(**changes)
        assert said in str(refused.value)
