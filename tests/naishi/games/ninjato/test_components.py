"""The components of Ninjato, and refusals of wrong data."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from importlib import resources
from typing import Any

import pytest

from naishi.common.i18n import NaishiError
from naishi.games.ninjato.components import components, read

DATA = json.loads(resources.files("naishi.games.ninjato").joinpath("data", "components.json").read_text("utf-8"))


class TestComponents:
    def test_each_assumed_part_has_a_reason_and_a_name_on_the_rules_page(self) -> None:
        assert {"dojo", "guards", "elite", "envoys", "rumours", "skills", "treasures"} < set(components().assumed)
        assert all(components().assumed.values())

    @pytest.mark.parametrize(
        ("spoil", "said"),
        [
            (lambda data: data["dojo"]["cards"].update({"1": 9}), "51 dojo instead of 52"),
            (lambda data: data["dojo"]["cards"].update({"1": 9, "6": 1}), "'6' is no card"),
            (lambda data: data["envoys"]["cards"][0].update(code="T27"), "two of one age"),
            (lambda data: data["envoys"]["cards"][0].update(price="x"), "T25 has no price"),
            (lambda data: data["elite"]["cards"][0].update(flag=3), "no flag"),
            (lambda data: data["elite"].pop("reason"), "elite is assumed without a reason"),
            (lambda data: data["rumours"]["cards"][0].update(code="warrior:j"), "there twice"),
            (lambda data: data["skills"]["cards"][0].update(style="crab"), "no style"),
            (lambda data: data["skills"]["cards"][0].update(code="flying"), "'flying' is no card"),
            (lambda data: data["scoring"]["3"].update(order=["T", "T", "G"]), "each clan once"),
            (lambda data: data["scoring"].pop("3"), "after rounds 3, 5 and 7"),
            (lambda data: data["tokens"].update(on_houses=["T9", "T4", "M2", "M4", "G6"]), "doesn't exist"),
            (lambda data: data["treasures"]["worth"].pop("f"), "has a worth"),
            (lambda data: data.pop("guards"), "guards"),
        ],
    )
    def test_wrong_data_is_refused_in_one_line(self, spoil: Callable[[Any], object], said: str) -> None:
        data = copy.deepcopy(DATA)
        spoil(data)
        with pytest.raises(NaishiError) as refused:
            read(data)
        assert said in str(refused.value)
        assert "\n" not in str(refused.value)
