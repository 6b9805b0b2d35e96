"""Line mode for programs: what docs/json.md promises."""

from __future__ import annotations

import asyncio
import io
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs.scripts import json_document
from naishi import Game, Player
from naishi.common.i18n import BotFailedError
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action
from naishi.plain.home import PlainHome
from naishi.plain.json_console import JsonConsole
from naishi.plain.local import StandardLines
from naishi.plain.naishi.game import PlainGame
from naishi.saves import Saves
from naishi.sessions import Session
from naishi.settings.schema import Layers
from tests.naishi.plain.hearing import context_of, kept
from tests.naishi.plain.shared import alike_for_the_second, of_type, talk

pytestmark = pytest.mark.ci


PROJECT = Path(__file__).parents[3]


DOCS = PROJECT / "docs"


GOLDEN = Path(__file__).parent / "golden"


def test_what_programs_of_naishi_get_stays_byte_for_byte(tmp_path: Path) -> None:
    """Two games as they were written before there were others; but that a new one says who plays is newer."""
    requests, replies = [GOLDEN.joinpath(f"{name}.jsonl").read_text("utf-8") for name in ("requests", "replies")]
    out = io.StringIO()
    console = JsonConsole(StandardLines(io.StringIO(requests), out))
    asyncio.run(PlainHome(Saves(tmp_path), console, Layers()).run())
    written = re.sub(r'"game": "\w{6}"', '"game": "k4m2xq"', out.getvalue())
    assert re.sub(r'"program": "[^"]*"', '"program": "1.0.0"', written) == replies


def test_the_documents_are_those_of_the_models() -> None:
    """If this fails: .venv/bin/python docs/scripts/json_document.py."""
    assert json_document.SCHEMA.read_text("utf-8") == json_document.schema_text()
    written = json_document.DOCUMENT.read_text("utf-8")
    assert written == json_document.document(written)


def test_every_request_has_one_reply_with_its_tag(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "give 1", "give 1")
    tags: list[object] = [1, "two", [3], {"four": 4}, None]
    commands = [f"resume {id_}", "develop L4", "recall", "nonsense", "what"]
    requests = [{"do": command, "tag": tag} for command, tag in zip(commands, tags, strict=True)]
    objects = talk(tmp_path, *requests, "score", "", {"do": "quit", "tag": "end"})
    ends = [(each["type"], each["tag"]) for each in objects if each["type"] in {"reply", "error"}]
    assert ends == [
        ("reply", 1), ("reply", "two"), ("error", [3]), ("error", {"four": 4}), ("reply", None), ("reply", None),
        ("reply", "end"),
    ]  # fmt: skip


def test_every_object_has_the_version_and_the_game(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "give 1", "give 1")
    objects = talk(tmp_path, f"resume {id_}", "develop L4", "quit", "saves")
    assert {each["version"] for each in objects} == {1}
    assert objects[0]["type"] == "hello"
    assert {each["game"] for each in of_type(objects, "state")} == {id_}
    assert objects[-1]["game"] == ""


POSITION = "FTR/SM/X/-/O MMMMM/MMNMA MMMMM/SMMTM 000:000 0 - - -"


@pytest.mark.parametrize("begin", [(), ("learn",), ("replay",), ("edit", POSITION)])
def test_hello_is_written_before_anything_is_asked_for(tmp_path: Path, begin: tuple[str, ...]) -> None:
    """A client that waits for it would wait for ever."""
    if begin == ("replay",):
        begin = ("replay", kept(tmp_path, "give 1", "give 1"))
    command = [sys.executable, "-m", "naishi", "--saves", str(tmp_path), "--json", *begin]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        first = json.loads(program.stdout.readline())
        second = json.loads(program.stdout.readline()) if begin else None
        program.stdin.close()
        rest = [json.loads(line) for line in program.stdout]
        assert program.wait() == 0
    assert first["type"] == "hello"
    assert (second or first)["type"] == ("state" if begin else "hello")
    assert all(isinstance(each, dict) for each in rest)


def test_a_state_follows_each_step_of_a_replay_and_each_change_of_a_position(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "give 1", "give 1", "develop L4", "end")
    objects = talk(tmp_path, f"replay {id_}", "next", "next", "table", "next", "previous", "side", "quit")
    heard: list[object] = []
    lengths = []
    for state in of_type(objects, "state"):
        heard = heard[: len(heard) - state["undone"]] + state["events"]
        lengths.append(len(heard))
        assert state["actions"] == []  # nothing can be played in a replay
    assert lengths[:5] == [0, 1, 2, 3, 2]
    objects = talk(tmp_path, f"edit {POSITION}", "check", "turn", "quit")
    assert [each["turn"] for each in of_type(objects, "state")] == [0, 1]


def test_a_state_is_written_of_each_task_and_of_what_was_played_in_it(tmp_path: Path) -> None:
    objects = talk(tmp_path, "lesson 1", "hint", "skip", "quit")
    states = of_type(objects, "state")
    assert len(states) == 2
    assert all(each["actions"] for each in states)


@pytest.mark.parametrize(
    "line", ["{", '{"do": 7}', '{"tag": 1}', '{"do": "river", "also": 1}', '{"do": "river"} {}', "{" * 5000]
)
def test_what_only_begins_like_a_request_is_refused(tmp_path: Path, line: str) -> None:
    (error,) = of_type(talk(tmp_path, line), "error")
    assert (error["code"], error["tag"]) == ("bad_request", 1 if "tag" in line else None)


def test_the_mark_that_some_editors_begin_a_file_with_is_no_part_of_a_request(tmp_path: Path) -> None:
    (reply,) = of_type(talk(tmp_path, '\ufeff{"do": "saves", "tag": 1}'), "reply")
    assert reply["tag"] == 1


@pytest.mark.parametrize("tag", ["NaN", "1e999", "[-Infinity]"])
def test_a_tag_that_could_not_be_read_back_is_refused(tmp_path: Path, tag: str) -> None:
    (error,) = of_type(talk(tmp_path, f'{{"do": "saves", "tag": {tag}}}'), "error")
    assert (error["code"], error["tag"]) == ("bad_request", None)


@pytest.mark.parametrize(
    "tag",
    [
        *("[" * depth + "]" * depth for depth in (198, 199, 255, 300, 5000)),
        '{"a":' * 300 + "1" + "}" * 300,
        '"\\ud800"',
    ],
)
def test_a_tag_that_cannot_be_said_ends_nothing(tmp_path: Path, tag: str) -> None:
    objects = talk(tmp_path, f'{{"do": "saves", "tag": {tag}}}', {"do": "saves", "tag": 2}, "quit")
    first, second = [each for each in objects if each["type"] in {"reply", "error"}][:2]
    if first["type"] == "error":
        assert (first["code"], first["tag"]) == ("bad_request", None)
    else:
        assert first["tag"] == json.loads(tag)
    assert (second["type"], second["tag"]) == ("reply", 2)


def test_an_empty_request_has_a_reply_too(tmp_path: Path) -> None:
    """Else a program that waits for it waits for ever."""
    objects = talk(tmp_path, {"do": "", "tag": 2}, {"do": " ", "tag": 3}, "quit")
    assert [each["tag"] for each in of_type(objects, "reply")][:2] == [2, 3]


def test_events_are_told_once_and_what_was_undone_is_counted(tmp_path: Path) -> None:
    id_ = kept(tmp_path, kinds=("human", "beginner"))
    actions = ["give 1", "develop L1", "undo", "develop L2", "undo", "redo", "log"]
    objects = talk(tmp_path, f"resume {id_}", *actions)
    heard: list[object] = []
    for state in of_type(objects, "state"):
        heard = heard[: len(heard) - state["undone"]] + state["events"]
    assert heard == of_type(objects, "reply")[-1]["events"]


def test_questions_are_answered_with_data(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "give 1", "give 1")
    objects = talk(tmp_path, f"resume {id_}", "what", "score", "view", "advice", "hand", "last", "table")
    what, score, view, advice, hand, last, table = of_type(objects, "reply")[1:]
    game = Saves(tmp_path).load(id_)
    assert what["actions"] == [action.text for action in game.legal_actions()]
    assert len(score["sheets"]) == 1
    assert view["view"]["sides"][1]["hand"] == [None] * 5
    assert view["view"]["events"] == []
    assert 0 <= advice["advice"][0]["chance"] <= 1
    assert len(hand["text"]) == 5
    assert last["events"]
    assert table["text"][0].startswith("River: ")


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        ("lesson 1", "Lesson 1 of 8: Develop a card, 1 of 3"),
        (
            "edit FTR/SM/X/-/O MMMMM/MMNMA MMMMM/SMMTM 000:000 0 - - -",
            "River: Fort 3, Sentinel 2, Ninja 1, empty, Ronin 1.",
        ),
        ("help", "Play: resume, new, bot, games, watch."),
    ],
)
def test_what_a_room_says_first_is_in_the_reply_to_who_went_there(tmp_path: Path, request_: str, says: str) -> None:
    assert says in of_type(talk(tmp_path, request_), "reply")[0]["text"]


def test_a_name_that_is_missing_is_asked_for(tmp_path: Path) -> None:
    objects = talk(tmp_path, {"do": "new Aiko", "tag": 1}, {"do": "Bruno"}, "quit")
    assert [each["type"] for each in objects[:4]] == ["hello", "question", "reply", "state"]
    assert objects[3]["names"] == ["Aiko", "Bruno"]


def test_a_game_says_whether_it_is_saved_when_it_is_left(tmp_path: Path) -> None:
    (closed,) = of_type(talk(tmp_path, "new Aiko Bruno", "give 1", "quit"), "closed")
    assert closed["saved"]
    assert closed["text"] == ""


class FailingBots:
    """Bots that fail."""

    async def choose(self, game: str, kind: str, seed: int, view: PlayerView) -> Action:
        raise BotFailedError("It is tired.")


async def test_a_bot_that_fails_is_told_each_time(tmp_path: Path) -> None:
    players = Player(name="Bot", kind="beginner"), Player(name="Aiko")
    opened, out = Saves(tmp_path).create(Game.new(7, players)), io.StringIO()
    context = context_of(JsonConsole(StandardLines(io.StringIO("retry\nquit\n"), out)), tmp_path)
    await PlainGame(context, Session(opened.game, opened, bots=FailingBots())).play()
    states = of_type([json.loads(line) for line in out.getvalue().splitlines()], "state")
    failed = [each for each in states if [fault["code"] for fault in each["troubles"]] == ["bot_failed"]]
    assert len(failed) >= 2


def test_nothing_of_a_hand_is_written_for_the_other_player(tmp_path: Path) -> None:
    """Two deals that differ in the Hand of the first player only are written alike for the second."""
    written = []
    for folder, id_ in alike_for_the_second(tmp_path):
        asked = ["view", "log", "table", "hand", "what", "score", "last", "theirs"]
        objects = talk(folder, f"resume {id_}", *asked, "quit")
        written.append([{**each, "game": ""} for each in objects])
    assert written[0] == written[1]


@pytest.mark.parametrize("seed", range(3))
def test_a_program_plays_a_whole_game_at_random_by_the_states_alone(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    out = io.StringIO()

    class Program(io.StringIO):
        def readline(self, *_size: object) -> str:  # type: ignore[override]
            state = of_type([json.loads(line) for line in out.getvalue().splitlines()], "state")[-1]
            return "" if state["outcome"] else f"{chance.choice(state['actions'])}\n"

    home = PlainHome(Saves(tmp_path), JsonConsole(StandardLines(Program(), out)), Layers(flags={"pace": "instant"}))
    opened = home.saves.create(Game.new(seed, ("Aiko", Player(name="Bruno", kind="beginner"))))
    asyncio.run(home.play(opened))
    assert opened.game.turn is None
    assert '"error"' not in {json.loads(line)["type"] for line in out.getvalue().splitlines()}


def test_the_example_plays_a_whole_game_and_resumes_one(tmp_path: Path) -> None:
    example = DOCS / "examples" / "json_client.py"
    assert len(example.read_text("utf-8").splitlines()) <= 51
    environment = {**os.environ, "NAISHI_SAVES": str(tmp_path), "PYTHONPATH": str(PROJECT)}
    done = subprocess.run([sys.executable, str(example)], env=environment, capture_output=True, text=True, check=True)
    (entry,) = Saves(tmp_path).list()
    assert done.stdout.startswith(f"{entry.id} ")
    assert Saves(tmp_path).load(entry.id).turn is None
