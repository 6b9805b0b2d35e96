"""Recording of a saved game, without hidden cards."""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pytest

from naishi import Game, NaishiError, Options, Phase, Position
from naishi.common import i18n
from naishi.settings.schema import Settings
from naishi.tabletop.game import EarlyEnd
from naishi_tui.games.naishi.recording import Viewpoint, record
from naishi_tui.recording import Event, Version, header, line
from tests.fuzzing import some
from tests.naishi.games.naishi.game.worlds import resampled
from tests.naishi.playing import EXPANSION, random_game
from tests.naishi_tui.casts import Cast, parse

pytestmark = pytest.mark.ci


async def written(
    game: Game,
    settings: Settings | None = None,
    size: tuple[int, int] = (80, 24),
    view: Viewpoint | None = None,
    version: Version = 2,
) -> str:
    """The file of a recording."""
    events: list[Event] = []
    await record(game, settings or Settings(), size, 1.5, events.append, view)
    before = [0.0, *(event.at for event in events)]
    lines = (line(*each, version) for each in zip(events, before, strict=False))
    return "\n".join([header(size, "Aiko – Bruno", version), *lines, ""])


async def cast(
    game: Game, settings: Settings | None = None, size: tuple[int, int] = (80, 24), view: Viewpoint | None = None
) -> Cast:
    return parse(await written(game, settings, size, view))


def finished(seed: int = 3) -> Game:
    """A short game at its end: set up shortly before it."""
    text = "R/-/S/M/F RRSAN/MMNMA MMTTT/HBSMK 000:000 0 - - -"
    game = Game.from_position(Position.from_text(text))
    draw = random.Random(seed)
    while actions := game.legal_actions():
        game.play(draw.choice([a for a in actions if a.text.startswith(("develop", "end"))] or actions))
    return game


async def test_it_ends_with_the_score() -> None:
    game = finished()
    found = await cast(game)
    end = "\n".join(found.screen())
    assert game.outcome is not None
    assert "Total" in end
    assert all(str(sheet.total) in end for sheet in game.outcome.sheets)
    assert found.labels[0] == "Round 1"
    assert found.labels[-1] == "Score"


async def test_both_versions_say_the_same() -> None:
    game = random_game(5, 6)
    two, three = parse(await written(game)), parse(await written(game, version=3))
    assert two.size == three.size == (80, 24)
    assert [event[1:] for event in two.events] == [event[1:] for event in three.events]
    assert [at for at, *_rest in three.events] == pytest.approx([at for at, *_rest in two.events])


async def test_it_is_the_same_each_time_whatever_the_terminal_is(monkeypatch: pytest.MonkeyPatch) -> None:
    game = random_game(5, 8)
    before = await written(game)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    assert await written(game) == before


async def test_nothing_is_written_twice() -> None:
    """The first frame has every cell; those after it only what differs."""
    outputs = [data for _at, code, data in (await cast(random_game(5, 8))).events if code == "o"]
    assert max(map(len, outputs[1:])) < len(outputs[0]) / 2
    assert all(one != other for one, other in pairwise(outputs))


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 36), (160, 48)])
async def test_it_fills_a_terminal_of_any_size(size: tuple[int, int]) -> None:
    found = await cast(random_game(5, 3), size=size)
    assert found.size == size
    assert re.search(r"Action 3 of 3\.", "\n".join(found.screen()))


@pytest.mark.parametrize("theme", some(["dark", "light", "terminal", "colour-blind"], 2))
async def test_it_has_the_colours_of_a_theme(theme: str) -> None:
    data = "".join(data for _at, code, data in (await cast(random_game(5, 3), Settings(theme=theme))).events)  # type: ignore[arg-type]
    assert ("38;2;" in data) is (theme != "terminal")


async def test_it_is_drawn_in_ascii_where_that_is_wanted() -> None:
    assert all(data.isascii() for _at, _code, data in (await cast(random_game(5, 6), Settings(ascii=True))).events)


@pytest.mark.parametrize(("code", "words"), [("fr", "Rivière"), ("de", "Fluss"), ("pl", "Rzeka")])
async def test_it_speaks_a_language(code: str, words: str) -> None:
    before = i18n.current()
    i18n.use(i18n.load(code))
    try:
        assert words in "\n".join((await cast(random_game(5, 3))).screen())
    finally:
        i18n.use(before)


async def test_it_has_the_expansion() -> None:
    assert "Ryokan" in "\n".join((await cast(random_game(5, 6, EXPANSION))).screen())


@pytest.mark.parametrize("view", ["first", "second", "both"])
async def test_no_hand_of_an_unfinished_game_is_shown(view: Viewpoint) -> None:
    with pytest.raises(NaishiError, match="stays hidden"):
        await written(random_game(5, 20), view=view)


@pytest.mark.parametrize("seed", some(range(4), 2))
@pytest.mark.parametrize("options", [None, EXPANSION])
async def test_what_is_hidden_makes_no_difference(seed: int, options: Options | None) -> None:
    """Games that the public can't tell apart have the same recording."""
    game = random_game(seed, 4 + 6 * seed, options)
    assert game.phase is Phase.PLAY
    other = Game(resampled(game, seed % 2, random.Random(seed)))
    while len(other.actions) < len(game.actions):
        other.redo()
    assert other.position.to_text() != game.position.to_text()
    assert await written(other) == await written(game)


async def test_each_side_sees_its_own_hand() -> None:
    game = finished()
    screens = {view: (await cast(game, view=view)).screen(1) for view in ("public", "first", "second", "both")}
    assert "what everyone sees" in screens["public"][0]
    assert "both Hands" in screens["both"][0]
    covered = {view: sum("▒▒▒" in line for line in screen) for view, screen in screens.items()}
    assert covered["both"] < covered["first"] == covered["second"] <= covered["public"]


async def test_a_game_that_its_players_ended_early_says_so_at_its_end() -> None:
    game = random_game(3, 10)
    ended = Game(game.record.model_copy(update={"early_end": EarlyEnd(how="resigned", seat=1)}))
    words = f"{game.players[1].name} resigned; {game.players[0].name} wins."
    shown = await written(ended)
    assert words in re.sub(r"\\u001b\[[0-9;]*[A-Za-z]", "", shown.splitlines()[-2] + shown)
