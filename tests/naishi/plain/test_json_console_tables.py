"""Tables of any game for programs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from naishi.saves import Saves
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import Player
from tests.naishi.plain.tables import WITH_A_BOT, at_its_last_action, kept, objects, shogun
from tests.naishi.tabletop import unison


@pytest.fixture(autouse=True)
def _register() -> None:
    unison.register()


@pytest.mark.parametrize("key", ["unison", "ninjato"])
def test_programs_get_a_table_whose_view_the_kind_reads_again(tmp_path: Path, key: str) -> None:
    kind = kind_of(key)
    level = kind.levels()[0].kind
    id_ = kept(tmp_path, key, "Aiko", Player("Bot", level))
    found = objects(tmp_path, f"resume {id_}", '{"do": "view", "tag": 1}', "quit")
    tables = [each for each in found if each["type"] == "table"]
    newest = tables[-1]
    assert newest["key"] == key
    assert newest["kinds"] == ["human", level]
    assert newest["awaited"] == [0]
    view = kind.view(newest["view"])
    assert [action.text for action in view.legal_actions] == newest["actions"]
    assert {each["type"] for each in found} <= {"hello", "reply", "table", "closed"}


def test_events_of_tables_add_up_and_a_secret_one_comes_again_once_it_is_known(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "unison", "Aiko", Player("Hiro", "highest"))
    events: list[dict[str, Any]] = []
    secret = False
    for table in (
        each for each in objects(tmp_path, f"resume {id_}", "1", "2", "3", "quit") if each["type"] == "table"
    ):
        events = events[: len(events) - table["undone"]] + table["events"]
        secret = secret or any(each["action"] is None for each in events)
    assert secret
    assert [each["action"] for each in events if each["seat"] == 0] == ["1", "2", "3"]
    assert [each["action"] for each in events if each["seat"] == 1] == ["3", "2", "1"]
    assert (
        table["result"] == {"ranks": list(Saves(tmp_path).load(id_).result.ranks), "points": [0, 0]} or table["result"]
    )
    assert table["awaited"] == []


def test_no_program_at_the_keyboard_reads_a_plan_that_nobody_had_to_be_alone_for(tmp_path: Path) -> None:
    id_, plans = shogun(tmp_path)
    found = objects(tmp_path, f"resume {id_}", *plans, "quit")
    newest = [each for each in found if each["type"] == "table"][-1]
    assert newest["seat"] is None
    assert newest["actions"]
    for plan in newest["view"]["plans"]:
        assert {*plan[:-1]} <= {"?", ""}


def test_a_program_gives_the_pin_before_it_plans_what_follows_on_a_bots_action(tmp_path: Path) -> None:
    id_, _last = at_its_last_action(tmp_path, *WITH_A_BOT, seat=2)
    found = objects(tmp_path, f"resume {id_}", "0", "quit", "quit")
    assert next(each["text"] for each in found if each["type"] == "error").startswith("That is not Aiko's PIN.")
    assert not [each for each in found if each["type"] == "reply" and "view" in each]
    assert not [each for each in found if each["type"] == "table" and each["seat"] is not None]
