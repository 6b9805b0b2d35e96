"""Whole games, lessons and replays from lines alone: home, naishi.game, naishi.lessons, naishi.editor."""

from __future__ import annotations

import asyncio
import io
import random
import re
from collections.abc import Generator
from contextvars import copy_context
from pathlib import Path

import pytest

from naishi import Game, Player
from naishi.common import i18n
from naishi.common.i18n import _
from naishi.games.naishi.game.record import Options
from naishi.games.naishi.lessons import LESSONS, Progress
from naishi.games.naishi.lessons.puzzles import puzzles
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS, Module
from naishi.plain.console import Console
from naishi.plain.home import PlainHome
from naishi.plain.local import StandardLines
from naishi.saves import Saves
from naishi.settings.schema import Layers
from tests.fuzzing import long_seeds
from tests.naishi.plain.hearing import Typist
from tests.naishi.plain.shared import SEQUENCE, UNSAYABLE

COMMANDS = re.compile(r"naishi --plain resume \w+|\S+_\S+")
"""What is to be typed as it is."""

Conversation = Generator[str, str, None]
"""Someone who hears what is sent, and yields what to type next."""

LANGUAGES = i18n.languages()
ASKED_AND_OVER = {
    "en": ("what", re.compile(r" wins?\b|A draw")),
    "fr": ("quoi", re.compile(r"l'emporte|Égalité")),
    "pl": ("co", re.compile(r"[Ww]ygrywa|Remis")),
    "de": ("was", re.compile(r"gewinnt|Unentschieden")),
}
"""By language, how a reader asks what can be done, and how it knows that the game is over."""


class Sheet(io.StringIO):
    """Standard output that takes all letters."""

    encoding = "utf-8"


class Reader(Typist):
    """Standard input of someone who reads standard output each time that a line is asked for."""

    def __init__(self, conversation: Conversation) -> None:
        super().__init__()
        self.out = Sheet()
        self._heard = 0
        self._conversation = conversation
        next(conversation)

    def readline(self, *_size: object) -> str:  # type: ignore[override]
        heard, self._heard = self.out.getvalue()[self._heard :], self.out.tell()
        try:
            return f"{self._conversation.send(heard)}\n"
        except StopIteration:
            return ""


def plays(seed: int, language: str) -> Conversation:
    """Ask what can be done, choose, and so on until the game is over."""
    chance, (what, over) = random.Random(seed), ASKED_AND_OVER[language]
    heard = yield ""
    while not over.search(heard):
        verbs = [re.split(r"\s?: ", line, maxsplit=1)[0] for line in (yield what).splitlines()]
        verb, *choices = re.split(r"\s?: ", (yield f"{what} {chance.choice(verbs)}").strip(), maxsplit=1)
        heard = yield f"{verb} {chance.choice(choices[0].split(', '))}" if choices else verb


def learns() -> Conversation:
    """Go through all lessons and puzzles by the hints."""
    before, behind = _("Type: {action}.").split("{action}")
    told = re.compile(re.escape(before) + "(.+?)" + re.escape(behind))
    yield ""
    for first in ("lesson 1", "puzzle 1"):
        heard = yield first
        while _("Back at home.") not in heard:
            found = told.search(heard)
            heard = yield found[1] if found else "hint"


def looks_back() -> Conversation:
    """Go through the newest game by steps, then through its analysis, and do better what were mistakes."""
    yield ""
    id_ = re.search(r"^(\w{6})\s?: ", (yield "saves"), re.MULTILINE)
    assert id_ is not None
    heard = yield f"replay {id_[1]}"
    while _("This is the end.") not in heard:
        heard = yield "next"
    for question in ("score", "log", "side", "both", "table", "round 2", "side", "hand", "choices"):
        yield question
    heard = yield "better"
    while _("This is the end of the line.") not in heard:
        heard = yield "next"
    for question in ("back", "numbers", "analyse", "curve", "mistake"):
        yield question
    heard = yield "exercises"
    while _("That was the last exercise for today.") not in heard:
        heard = yield "answer"
    yield "quit"


def reads(conversation: Conversation, folder: Path, *, game: bool) -> str:
    """Let someone read and type at home, or in the newest game; return what was written."""
    reader = Reader(conversation)
    home = PlainHome(Saves(folder), Console(StandardLines(reader, reader.out)), Layers(flags={"pace": "instant"}))
    if game:
        opened = home.saves.open(Saves(folder).latest().id)  # type: ignore[union-attr]
        asyncio.run(home.play(opened))
        assert opened.game.turn is None
    else:
        asyncio.run(home.run())
    text = reader.out.getvalue()
    assert not SEQUENCE.search(text)
    assert not UNSAYABLE.search(COMMANDS.sub("", text))
    return text


def in_language(language: str, conversation: Conversation, folder: Path, *, game: bool) -> str:
    here = copy_context()
    here.run(i18n.use, i18n.load(language))
    return here.run(reads, conversation, folder, game=game)


def read_a_game(folder: Path, seed: int, language: str, expansion: Module | None = None) -> None:
    kinds = ("human", "beginner") if seed % 2 else ("beginner", "human")
    players = tuple(Player(name=name, kind=kind) for name, kind in zip(("Aiko", "Bruno"), kinds, strict=True))
    with Saves(folder).create(Game.new(seed, players, options=Options(expansion=expansion))) as opened:
        opened.save()
    in_language(language, plays(seed, language), folder, game=True)


@pytest.mark.parametrize(
    ("language", "seed"),
    [
        ("en", 0),
        ("pl", 3),
        *(pytest.param(*each, marks=pytest.mark.slow) for each in [("en", 1), ("fr", 2), ("de", 4)]),
    ],
)
def test_a_reader_plays_a_whole_game_against_a_bot(tmp_path: Path, language: str, seed: int) -> None:
    read_a_game(tmp_path, seed, language)


@pytest.mark.ci
@pytest.mark.parametrize(("language", "seed"), [("en", 5), ("fr", 6)])
def test_a_reader_plays_a_whole_game_with_the_expansion(tmp_path: Path, language: str, seed: int) -> None:
    read_a_game(tmp_path, seed, language, LEGENDS_TRAVELLERS)


@pytest.mark.slow
@pytest.mark.parametrize("seed", long_seeds(0, 100))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reader_plays_a_hundred_games_in_each_language(tmp_path: Path, language: str, seed: int) -> None:
    read_a_game(tmp_path, seed, language)


@pytest.mark.slow
@pytest.mark.parametrize("seed", long_seeds(0, 25))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reader_plays_twenty_five_games_with_the_expansion(tmp_path: Path, language: str, seed: int) -> None:
    read_a_game(tmp_path, seed, language, LEGENDS_TRAVELLERS)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reader_passes_all_lessons_and_puzzles_by_the_hints(tmp_path: Path, language: str) -> None:
    text = in_language(language, learns(), tmp_path, game=False)
    assert len(text.splitlines()) > 10 * len(puzzles())
    assert {lesson.id for lesson in LESSONS} <= {*Progress().solved}


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reader_looks_back_at_a_game_and_at_its_analysis(tmp_path: Path, language: str) -> None:
    read_a_game(tmp_path, 3, language)
    in_language(language, looks_back(), tmp_path, game=False)
