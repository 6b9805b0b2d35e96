"""Control characters that were typed, and what is answered to them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from naishi.common.i18n import NaishiError
from naishi.plain.server.commands import in_account, in_lobby, match_commands, verbs
from naishi.server import Lobby
from naishi.tabletop.kinds import kind_of
from tests.naishi.plain.server.people import Program, Reader
from tests.naishi.plain.server.shared import Asked
from tests.naishi.server.conftest import Table, player

HOSTILE = "x\x1b]0;title\a\x1b[31m\x9b2J\u202e\u2066\u200f"
RAW = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
LEAVING = {"quit", "delete", "resign", "abort", "web", "leave"}
ROOMS = {"lobby": in_lobby, "account": in_account, "match": match_commands}


def typed(room: str) -> list[str]:
    words = [each.word for each in ROOMS[room]().values() if each.id not in LEAVING]
    return [HOSTILE, *(f"{word}{rest}" for word in words for rest in (f" {HOSTILE}", f" 1 {HOSTILE}", HOSTILE))]


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from strings(each)


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("kind", [Reader, Program])
async def test_nothing_that_was_typed_comes_back_raw(table: Table, kind: type[Reader], room: str) -> None:
    answers = set[str]()
    for line in typed(room):
        reader = kind(table.people[0], first=f"join {table.match.id}" if room == "match" else "")
        reader.type(*(["account"] if room == "account" else []), line)
        await reader.leave()
        said = strings(reader.objects) if isinstance(reader, Program) else reader.written.split("\n")
        answers |= {each for each in said if "]0;title" in each or RAW.search(each)}
    assert len(answers) > 10, "many repeat what was typed"
    assert not [each for each in answers if RAW.search(each)]


@pytest.mark.parametrize("key", ["naishi", "ninjato", "shogun"])
def test_no_game_repeats_what_is_no_action(key: str) -> None:
    kind, answers = kind_of(key), list[str]()
    verbs = "give develop swap plan choose move revolt take draw place stay raid dojo learn bid attack"
    parts = ["", HOSTILE, f"tax:{HOSTILE}", f"{HOSTILE}:2", f"Kii:{HOSTILE}", f"bid:{HOSTILE}", f"Kii Ise {HOSTILE}"]
    for line in (f"{verb} {part}" for verb in [HOSTILE, *verbs.split()] for part in parts):
        try:
            kind.action(line)
        except NaishiError as error:
            answers.append(str(error))
    assert any("title" in each for each in answers)
    assert not [each for each in answers if RAW.search(each)]


async def test_no_verb_repeats_it_either(lobby: Lobby) -> None:
    visitor, answers = await player(lobby, "Aiko"), list[str]()
    for word in verbs():
        for line in (f"{word} {HOSTILE}", f"{word} x {HOSTILE} {HOSTILE}"):
            asked = Asked(visitor, line)
            await asked.visit.run()
            answers += (asked.said + asked.complained).splitlines()
    assert not [each for each in answers if RAW.search(each)]
