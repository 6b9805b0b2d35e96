"""Replays of other games in line mode, by seat."""

from __future__ import annotations

import asyncio
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from naishi.games.shogun.bots import make
from naishi.plain.home import PlainHome
from naishi.plain.json_console import JsonConsole
from naishi.plain.local import StandardLines
from naishi.plain.naishi.objects import Written
from naishi.saves import Saves
from naishi.settings.schema import Layers
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.pins import hash_pin
from naishi.tabletop.players import Player
from tests.naishi.plain.hearing import hear
from tests.naishi.tabletop import unison

PEOPLE = (Player(name="Aiko", pin=hash_pin("11")), Player(name="Bruno", pin=hash_pin("22")), Player(name="Chika"))


@pytest.fixture(autouse=True)
def _register() -> None:
    unison.register()


def saved(folder: Path, game: Any) -> str:
    with Saves(folder).create(game) as opened:
        return opened.id


def finished(folder: Path) -> str:
    """Save a finished game of the toy; return its id."""
    game = kind_of("unison").new(("Aiko", "Bruno"), {}, "5")
    for first, second in ("32", "21", "13"):
        game.play(first, 0)
        game.play(second, 1)
    return saved(folder, game)


def planned(folder: Path, *players: Player) -> tuple[str, list[str]]:
    """Save a game of Shogun that is planned; return its id and the plans."""
    game, bot = kind_of("shogun").new(players or PEOPLE, {"setup": "printed"}, "5"), make("beginner", 1)
    for seat in range(3):
        game.play(bot.choose(game.view(seat), None), seat)
    return saved(folder, game), [action.text for action in game.actions]


def test_it_goes_back_and_forth_by_actions_turns_rounds_and_numbers(tmp_path: Path) -> None:
    typed = "next", "next", "round 3", "previous", "to 6", "next", "start", "previous", "finish", "next turn", "to 7"
    lines = hear(tmp_path, f"replay {finished(tmp_path)}", *typed, "quit", "quit")
    start = lines.index("Aiko and Bruno, 6 actions. Type next, or help.")
    assert lines[start + 1] == "You see what Aiko sees."
    heard = lines[start + 2 :]
    numbers = [line for line in heard if line.startswith(("Action", "This"))]
    assert numbers == [
        *("Action 1 of 6.", "Action 2 of 6.", "Action 4 of 6.", "Action 3 of 6.", "Action 6 of 6."),
        *("This is the end.", "Action 0 of 6.", "This is the beginning.", "Action 6 of 6.", "This is the end."),
    ]
    assert heard[:4] == ["Action 1 of 6.", "Aiko has chosen 3.", "Action 2 of 6.", "Bruno has chosen 2."]
    assert "Aiko: 5" in heard
    assert any(line.startswith("Say a number from 1 to 6, as in: to 6") for line in heard)


def test_a_choice_that_was_secret_is_heard_once_all_have_chosen(tmp_path: Path) -> None:
    lines = hear(tmp_path, f"replay {finished(tmp_path)}", "side", "next", "next", "quit", "quit")
    start = lines.index("You see what Bruno sees.")
    assert lines[start + 1 : start + 6] == [
        *("Action 1 of 6.", "Aiko has chosen.", "Action 2 of 6.", "Aiko has chosen 3.", "Bruno has chosen 2."),
    ]


def test_a_round_that_there_is_not_is_refused(tmp_path: Path) -> None:
    lines = hear(tmp_path, f"replay {finished(tmp_path)}", "round 4", "quit", "quit")
    assert "Say a number from 1 to 3, as in: round 3" in lines


def test_what_is_asked_of_a_replay_names_no_command_that_is_not_there(tmp_path: Path) -> None:
    id_, _plans = planned(tmp_path, Player("Aiko"), Player("Bruno"), Player("Chika"))
    lines = hear(tmp_path, f"replay {id_}", "start", "what", "look", "quit", "quit")
    assert any(line.startswith("Year 1, spring: ") for line in lines)
    assert not [line for line in lines if "why" in line or "Type plan" in line]


def test_all_sides_of_a_finished_game_are_looked_from_in_turn(tmp_path: Path) -> None:
    lines = hear(tmp_path, f"replay {finished(tmp_path)}", *["side"] * 3, "log", "score", "quit", "quit")
    views = [line for line in lines if line.startswith("You see")]
    assert views == [
        *("You see what Aiko sees.", "You see what Bruno sees."),
        *("You see what everyone at the table sees.", "You see what Aiko sees."),
    ]


def test_it_goes_on_by_itself(tmp_path: Path) -> None:
    lines = hear(tmp_path, f"replay {finished(tmp_path)}", "run", person=False)
    assert [line for line in lines if line.startswith("Action")] == [f"Action {ply} of 6." for ply in range(1, 7)]


def test_an_unfinished_game_is_replayed_as_everyone_saw_it_until_a_player_says_who_they_are(tmp_path: Path) -> None:
    id_, plans = planned(tmp_path)
    typed = "finish", "log", "side", "99", "side", "22", "log", "side", "", "log", "quit", "quit"
    lines = hear(tmp_path, f"replay {id_}", *typed)
    text = "\n".join(lines)
    assert "You see what everyone at the table sees." in lines
    assert "That is not Aiko's PIN. Try again in 1 second." in lines
    public, _mark, rest = text.partition("You see what Bruno sees.")
    bruno, _mark, chika = rest.partition("You see what Chika sees.")

    def cards(seat: int) -> set[str]:
        return {word.partition(":")[2] for word in plans[seat].split() if ":" in word and "bid" not in word}

    for seat in range(3):
        assert not any(f"{card}" in public for card in cards(seat))
    assert any(card in bruno for card in cards(1))
    assert not any(card in bruno for card in cards(0) | cards(2))
    assert not any(card in chika for card in cards(0) | cards(1))


def test_a_game_that_is_being_played_is_replayed_and_covered_again_after_looking_at_secrets(tmp_path: Path) -> None:
    id_ = saved(tmp_path, kind_of("unison").new(PEOPLE[:2], {}, "5"))
    there = "", "22"
    typed = "", "11", "1", *there, "replay", "finish", "log", "side", "11", "log", "quit", *there, "log", "quit", "quit"
    lines = hear(tmp_path, f"resume {id_}", *typed)
    aiko, bruno, aiko_again, bruno_again = re.split(r"\n{30,}", "\n".join(lines))
    assert "Aiko has chosen 1." in aiko
    assert "Type next, or help." in bruno
    assert "Aiko has chosen." in bruno
    assert "has chosen 1" not in bruno
    assert "Aiko has chosen 1." in aiko_again
    assert "Back in the game." in aiko_again
    assert "Aiko has chosen." in bruno_again
    assert "has chosen 1" not in bruno_again


def test_bots_that_were_watched_are_replayed(tmp_path: Path) -> None:
    game = kind_of("unison").new((Player("Hiro", "highest"), Player("Hana", "highest")), {}, "5")
    while game.awaited:
        game.play(game.view(game.awaited[0]).legal_actions[-1], game.awaited[0])
    lines = hear(tmp_path, f"resume {saved(tmp_path, game)}", "replay", "next", "side", "quit", "quit", "quit")
    start = lines.index("Hiro and Hana, 6 actions. Type next, or help.")
    assert lines[start + 1 : start + 5] == [
        *("You see what Hiro sees.", "Action 1 of 6.", "Hiro has chosen 3.", "You see what Hana sees."),
    ]


def test_what_only_naishi_has_is_no_command(tmp_path: Path) -> None:
    id_ = finished(tmp_path)
    lines = hear(tmp_path, f"replay {id_}", "analyse", "both", "help", "quit", f"analyse {id_}", "quit")
    assert sum("is not a command" in line for line in lines) == 2
    assert any(line.startswith("Move: next, previous, round, to, start, finish, run.") for line in lines)
    assert any(line.startswith("This is a game of Unison") for line in lines)


def test_a_program_gets_the_table_of_each_moment(tmp_path: Path) -> None:
    out = io.StringIO()
    typed = f"replay {finished(tmp_path)}\nnext\nnext\nside\nview\nprevious\nquit\nquit\n"
    asyncio.run(PlainHome(Saves(tmp_path), JsonConsole(StandardLines(io.StringIO(typed), out)), Layers()).run())
    objects: list[dict[str, Any]] = [json.loads(line) for line in out.getvalue().splitlines()]
    adapter: TypeAdapter[Any] = TypeAdapter(Written)
    for each in objects:
        adapter.validate_python(each)
    tables = [each for each in objects if each["type"] == "table"]
    assert [each["seat"] for each in tables] == [0, 0, 0, 1, 1, 1]
    assert [len(each["events"]) for each in tables] == [0, 1, 1, 2, 0, 1]
    assert [each["undone"] for each in tables] == [0, 0, 0, 0, 0, 2]
    assert tables[-1]["events"][0]["action"] is None
    assert tables[1]["events"][0]["action"] == "3"
    assert {each["key"] for each in tables} == {"unison"}
    assert all(each["actions"] == [] for each in tables)
    assert not any(each["type"] == "closed" for each in objects)
