"""Games of any kind at one keyboard in line mode."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from naishi.bots import protocol
from naishi.common.i18n import IllegalActionError
from naishi.games.shogun.words import space_name
from naishi.plain.console import Console
from naishi.plain.local import StandardLines
from naishi.plain.table_room import TableGame
from naishi.saves import Saves
from naishi.sessions import Session
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.pins import hash_pin
from naishi.tabletop.players import Player
from tests.naishi.plain.hearing import context_of, hear, hear_game
from tests.naishi.plain.tables import WITH_A_BOT, at_its_last_action, between_covers, kept, objects, shogun, store
from tests.naishi.tabletop import unison


@pytest.fixture(autouse=True)
def _register() -> None:
    unison.register()


def said(lines: Sequence[str]) -> list[str]:
    return [line for line in lines if line.strip()]


def test_the_toy_is_played_by_three_at_one_keyboard_from_the_first_question_to_a_rematch(tmp_path: Path) -> None:
    rounds = [word for number in ("1", "2", "3") for _seat in range(3) for word in ("", number)]
    lines = said(hear(tmp_path, "new unison Aiko Bruno Chika", *rounds[:-1], rounds[-1], "score", "rematch", "quit"))
    assert lines.count("Aiko has chosen 3.") == 1
    assert "Type rematch, replay, log, score, undo or quit." in lines
    assert lines.count("Aiko: 0") == 2
    saves = Saves(tmp_path)
    names = {tuple(player.name for player in saves.load(each.id).players) for each in saves.list()}
    assert ("Aiko", "Bruno", "Chika") in names


def test_a_secret_choice_is_heard_by_its_seat_alone_until_all_have_chosen(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "unison", "Aiko", "Bruno", "Chika")
    lines = hear(tmp_path, f"resume {id_}", "", "2", "", "look", "log", "1", "", "log", "3", "", "quit")
    first, second, rest = between_covers(lines)
    third, _revealed, after = rest.partition("Aiko has chosen 2.")
    assert "Aiko has chosen 2." in first
    for part in (second, third):
        assert "chosen 2" not in part
        assert "Aiko has chosen." in part
    assert "You have chosen" not in second
    assert "Bruno has chosen 1." in second
    assert "chosen 1" not in third
    assert {"Bruno has chosen 1.", "Chika has chosen 3."} <= {*after.splitlines()}


def test_a_choice_is_withdrawn_and_others_hear_nothing_of_what_it_was(tmp_path: Path) -> None:
    players = (Player("Aiko"), Player("Hiro", "highest"))
    lines = hear_game(tmp_path, kept(tmp_path, "unison", *players), "withdraw", "1", "log", "quit")
    assert "You have nothing to withdraw that the others haven't seen." in lines
    assert lines.count("Hiro has chosen 3.") == 2
    game = kind_of("unison").new(("Aiko", "Bruno"), {}, "5")
    with Saves(tmp_path).create(game) as opened:
        pass
    lines = hear_game(tmp_path, opened.id, "", "2", "withdraw", "undo", "", "1", "quit")
    assert "Undone: Aiko has chosen." in lines


def test_undo_and_redo_go_over_the_bots(tmp_path: Path) -> None:
    players = (Player("Aiko"), Player("Hiro", "highest"))
    lines = hear_game(tmp_path, kept(tmp_path, "unison", *players), "1", "undo", "redo", "quit")
    assert "Undone: Aiko has chosen 1." in lines
    assert "The same luck comes again." in lines
    assert lines.count("Aiko has chosen 1.") == 2


def heard_as(card: str) -> str:
    """Return how a card of a plan is read aloud."""
    space, _colon, province = card.partition(":")
    return f"{space_name(space)} {province}"


def test_what_a_real_tower_lets_fall_is_typed_in_line_mode(tmp_path: Path) -> None:
    words = "new shogun Aiko Bruno Chika tower=real setup=printed"
    lines = said(hear(tmp_path, words, "A9", "A4 B4 C6 f8", "quit"))
    asked = "Throw A7 B7 C7 f10 into the tower, and type in what falls out, such as A2 B2 C2 f2; - for nothing."
    assert asked in lines
    assert "9 armies of A can't have fallen out: 7 went in and 0 were inside. Count again." in lines
    (summary,) = Saves(tmp_path).list()
    game = Saves(tmp_path).load(summary.id)
    assert game.position_text().split()[5] == "3.3.1.2"


def test_a_plan_of_shogun_is_typed_by_each_seat_and_covered_before_anybody_else_sits_down(tmp_path: Path) -> None:
    id_, plans = shogun(tmp_path)
    typed = [word for plan in plans for word in ("", plan)]
    lines = hear(tmp_path, f"resume {id_}", "", "actions", *typed[1:], "look", "log", "quit")
    parts = between_covers(lines)
    assert len(parts) == 4
    assert "There is no list of actions now; why and an action says whether it is possible." in parts[0]
    assert "Aiko has planned." in parts[1]
    cards = [[each for each in plan.split()[1:] if not each.startswith("bid")] for plan in plans]
    for seat, part in enumerate(parts[:3]):
        for other, own in enumerate(cards):
            if other != seat:
                assert not any(f"{heard_as(each)}" in part for each in own)
    assert "the rest face down" in parts[3]
    for own in cards:
        assert not any(f"{heard_as(each)}," in parts[3] for each in own)


def test_where_nobody_had_to_be_alone_a_plan_is_not_shown_to_who_says_look(tmp_path: Path) -> None:
    """A game that is resumed while special cards are chosen asks for no PIN, and shows no plan."""
    id_, plans = shogun(tmp_path, Player("Aiko", pin=hash_pin("1")), Player("Bruno", pin=hash_pin("2")), "Chika")
    saves = Saves(tmp_path)
    with saves.open(id_) as opened:
        for seat, plan in enumerate(plans):
            opened.game.play(plan, seat)
        store(opened)
    lines = hear_game(tmp_path, id_, "look", "log", "undo", "quit")
    shown = "\n".join(lines)
    assert "the rest face down" in shown
    for plan in plans:
        for each in plan.split()[1:]:
            if not each.startswith("bid"):
                assert heard_as(each) not in shown


def test_a_rematch_is_announced(tmp_path: Path) -> None:
    players = (Player("Aiko"), Player("Hiro", "highest"))
    lines = hear_game(tmp_path, kept(tmp_path, "unison", *players), "1", "2", "3", "rematch", "quit")
    assert [line for line in lines if line.startswith("New game of Unison: ")]


def test_whoever_passes_the_keyboard_on_can_have_the_terminal_forget_what_it_has_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_, (plan, *_plans) = shogun(tmp_path)
    monkeypatch.setenv("TERM", "xterm")
    lines = hear(tmp_path, f"resume {id_}", "", plan, "clear", "quit", "quit")
    (hint,) = [number for number, line in enumerate(lines) if "type clear" in line]
    cleared = lines.index("What was shown is gone.")
    assert "\x1b[3J" in lines[cleared - 1]
    assert hint < cleared
    assert any(" plans: " in line for line in lines[:hint])
    monkeypatch.setenv("TERM", "dumb")
    lines = hear(tmp_path, f"resume {id_}", "clear", "quit", "quit")
    assert "This terminal can't be cleared from here: clear its history by its menu." in lines
    assert not [line for line in lines if "\x1b" in line]


def test_any_other_player_can_let_one_go_on_without_a_forgotten_pin(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "unison", Player("Aiko", pin=hash_pin("1")), "Bruno", "Chika")
    lines = hear_game(tmp_path, id_, "", "2", "", "forgotten", "no", "yes", "", "2", "quit")
    assert "If it is forgotten, type forgotten: another player can let you go on without." in lines
    assert "Aiko plays on without a PIN." in lines
    asked = "{}, do you agree that Aiko plays on without a PIN? What Aiko hides stays covered for now."
    assert [line for line in lines if line in {asked.format("Bruno"), asked.format("Chika")}] == [
        asked.format("Bruno"),
        asked.format("Chika"),
    ]
    assert Saves(tmp_path).load(id_).players[0].pin is None
    lines = hear_game(tmp_path, kept(tmp_path, "unison", Player("Aiko", pin=hash_pin("1")), "Bruno"), "", "2", "quit")
    assert "If it is forgotten, type forgotten: the other player can let you go on without." in lines


def test_a_game_against_bots_is_played_to_its_end(tmp_path: Path) -> None:
    players = (Player("Aiko"), Player("Hiro", "highest"), Player("Hiro 2", "highest"))
    lines = hear_game(tmp_path, kept(tmp_path, "unison", *players), "1", "2", "3", "rematch", "quit")
    assert sum(line.startswith("Aiko: ") for line in lines) == 1
    assert len(Saves(tmp_path).list()) == 2


def test_bots_alone_are_watched(tmp_path: Path) -> None:
    players = [Player(f"Hiro {number}", "highest") for number in (1, 2, 3)]
    id_ = kept(tmp_path, "unison", *players)
    lines = hear(tmp_path, f"resume {id_}", person=False)
    assert "Hiro 3 has chosen 1." in lines
    assert "Hiro 1: 0" in lines


def test_a_game_that_is_open_elsewhere_is_watched_as_everybody_sees_it(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "unison", "Aiko", "Bruno")
    with Saves(tmp_path).open(id_) as opened:
        opened.game.play("2", 0)
        store(opened)
        lines = hear(tmp_path, f"watch {id_}", "look", "log", "quit")
    assert "Aiko has chosen." in lines
    assert not any("chosen 2" in line for line in lines)


class Broken:
    def choose(self, view: Any, clock: protocol.Clock) -> Any:
        raise RuntimeError("on purpose")


def test_a_bot_that_failed_is_replaced_by_a_level_of_its_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make = unison.UnisonKind.bot
    monkeypatch.setattr(
        unison.UnisonKind, "bot", lambda kind, name, seed: Broken() if name == "broken" else make(kind, name, seed)
    )
    monkeypatch.setattr(unison.UnisonKind, "bots", lambda _kind: ("broken", "highest"))
    id_ = kept(tmp_path, "unison", "Aiko", Player("Hiro", "broken"))
    lines = hear_game(tmp_path, id_, "1", "replace steady", "quit")
    assert "Type retry, replace and a level, undo or quit." in lines
    assert "Hiro has chosen 3." in lines


def test_who_plans_after_a_bot_has_ended_the_season_sits_down_behind_a_cover_first(tmp_path: Path) -> None:
    id_, _last = at_its_last_action(tmp_path, *WITH_A_BOT, seat=2)
    before, after = between_covers(hear(tmp_path, f"resume {id_}", "", "1", "what", "quit", "quit"))
    assert "A new season: year 1, summer." in before
    assert "your plan is awaited" not in before
    assert "your plan is awaited" in after
    (plan,) = {*re.findall(r"such as (plan .*)\.$", after, re.MULTILINE)}
    hear(tmp_path, f"resume {id_}", plan, "0", plan, "quit", "quit")
    assert not [event for event in Saves(tmp_path).load(id_).events() if event.round == 2 and event.seat != 2]


def test_no_action_is_taken_where_nobody_is_known_to_be_alone(tmp_path: Path) -> None:
    id_, (plan, *_plans) = shogun(tmp_path)

    async def plans() -> None:
        with Saves(tmp_path).open(id_) as opened:
            console = Console(StandardLines(io.StringIO(), io.StringIO()))
            room = TableGame(context_of(console, tmp_path), Session(opened.game, opened))
            room._viewer = 0
            with pytest.raises(IllegalActionError, match=r"It is Aiko's turn\."):
                await room.understand(plan.split())

    asyncio.run(plans())
    assert not Saves(tmp_path).load(id_).actions


def test_after_a_bot_of_ninjato_the_next_person_sits_down_alone_before_a_line_is_read(tmp_path: Path) -> None:
    for seed in map(str, range(50)):
        game = kind_of("ninjato").new((*WITH_A_BOT[:2], Player("Chika", "beginner")), {}, seed)
        seats = list[int]()
        while len(seats) < 50 and seats[-2:] != [2, 1]:
            seats += game.awaited
            game.play(game.view(seats[-1]).legal_actions[-1])
        game = game.at(len(seats) - 2)
        if game.awaited == (2,):
            break
    with Saves(tmp_path).create(game) as opened:
        pass
    lines = hear(tmp_path, f"resume {opened.id}", "", "1", "hand", "quit", "quit")
    assert any(line.startswith("Chika ") for line in lines)
    assert not [line for line in lines if line.startswith("Your hand")]
    assert "Press Enter alone to go on. undo: undo the last action. clear: clear the terminal. quit: leave." in lines
    found = objects(tmp_path, f"resume {opened.id}", "1", "hand", "quit", "quit")
    assert next(each["text"] for each in found if each["type"] == "error").startswith("That is not Bruno's PIN.")
