"""Every screen in ASCII, every theme, and without colour: cells, theme, terminal.colours, card, naishi.reading."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.color import Color
from textual.css.stylesheet import Stylesheet

import naishi_tui
from naishi import Game
from naishi.transports.capabilities import depth_of
from naishi_tui.drawing.cells import in_console_font, plain
from naishi_tui.drawing.theme import THEMES
from naishi_tui.games.naishi.cards.card import CardRow, CardSlot
from naishi_tui.games.naishi.reading import WIDTH, legend
from naishi_tui.terminal.colours import downgraded
from tests.fuzzing import some
from tests.naishi_tui.desk import COMPACT, GRAND, LARGEST, ROOMY, STANDARD, Desk, app_with, desk, still
from tests.naishi_tui.drawing.shared import contrast
from tests.naishi_tui.games.ninjato.playing import bots_until
from tests.naishi_tui.games.ninjato.shared import played_at_random
from tests.naishi_tui.games.shogun.shared import fighting, planning, played
from tests.naishi_tui.scenes import SCENES, texts_of
from tests.naishi_tui.waiting import settle

pytestmark = pytest.mark.ci

KINDS = ["new-game", "gift", "table-swap", "palette", "score", "saves"]
"""Screens of each kind of widget: fields, cards, lists, the pad, Textual's own."""

ATTRIBUTES = re.compile(r"\x1b\[[\d;]*m")
COLOUR = re.compile(r"\x1b\[[\d;]*(?<!\d)(?:[34][0-8]|9[0-7]|10[0-7])(?:;[\d;]*)?m")
COLOURED = [theme for theme in THEMES if theme.name != "terminal"]


@pytest.mark.parametrize(
    "name", [name if name in KINDS else pytest.param(name, marks=pytest.mark.slow) for name in SCENES]
)
async def test_ascii_means_no_character_above_127(name: str, folder: Path) -> None:
    app = SCENES[name].app(folder, ascii=True)
    async with app.run_test(size=STANDARD) as pilot:
        at = await SCENES[name].reach(app, pilot)
        for size in (STANDARD, COMPACT, ROOMY, GRAND):
            await at.resize(*size)
            assert [line for line in at.lines if not line.isascii()] == []
            assert {len(line) for line in at.lines} == {size[0]}
    app.close_game()


async def test_ascii_holds_for_the_line_that_asks_for_a_larger_window_and_for_names(folder: Path) -> None:
    async with desk(folder, Game.new(7, ("Ólafur 東京", "Zoë")), settings=still(ascii=True), uncovered=False) as at:
        assert at.text.isascii()
        assert "Zoe" in at.text
        await at.resize(50, 10)
        assert at.text.isascii()


CP437 = {*bytes(range(128, 256)).decode("cp437"), *"•←↑→↓▲▼♦§¶"}
"""What the font has that the Linux kernel comes with, but for ASCII."""


async def drawn_on_console(at: Desk, *sizes: tuple[int, int]) -> None:
    """Draw a screen in sizes, with all glyphs and with those of a console; nothing is unknown or moves."""
    for size in sizes:
        at.app.on_console = False
        await at.resize(*size)
        before = at.lines
        at.app.on_console = True
        at.app.screen.refresh(repaint=True)
        await settle(at.pilot)
        lines = at.lines
        assert {*"".join(lines)} - CP437 - {*map(chr, range(32, 127))} == set()
        assert [line for line, was in zip(lines, before, strict=True) if line.count("?") > was.count("?")] == []
        assert {len(line) for line in lines} == {size[0]}


@pytest.mark.parametrize(
    "name", [name if name in KINDS else pytest.param(name, marks=pytest.mark.slow) for name in SCENES]
)
async def test_a_linux_console_has_every_glyph(name: str, folder: Path) -> None:
    app = SCENES[name].app(folder)
    async with app.run_test(size=STANDARD) as pilot:
        await drawn_on_console(await SCENES[name].reach(app, pilot), STANDARD, COMPACT, ROOMY, GRAND)
    app.close_game()


@pytest.mark.parametrize("game", ["ninjato", "raid", "shogun", "plan", "battle", "over"])
async def test_a_linux_console_has_every_glyph_of_other_games(game: str, folder: Path) -> None:
    games: dict[str, Callable[[], Any]] = {
        "ninjato": lambda: played_at_random(3, 40),
        "raid": lambda: bots_until(lambda view: view.table.stage == "fight"),
        "shogun": lambda: played(5, 80),
        "plan": planning,
        "battle": fighting,
        "over": lambda: played_at_random(3, 900),
    }
    async with desk(folder, games[game](), size=STANDARD) as at:
        await drawn_on_console(at, STANDARD, COMPACT, ROOMY, GRAND)


def test_letters_of_our_languages_stay_on_a_linux_console() -> None:
    assert in_console_font("Żółw – „Œuf” ⬡ 東京 …") == 'Żółw - "Œuf" * ? ? ..'


def test_no_two_marks_of_the_table_look_alike_in_ascii() -> None:
    for likeness in (plain, in_console_font):
        marks = [likeness(line.plain[: WIDTH + 2].strip()) for line in legend(expansion=True)]
        assert sorted(set(marks)) == sorted(marks)


def test_what_is_cut_looks_cut_in_ascii() -> None:
    assert plain("Koshiki…") == "Koshiki~"
    assert plain("Thinking …") == "Thinking.."


def test_letters_and_quotes_of_our_languages_stay_readable_in_ascii() -> None:
    assert plain("„Żółw w łodzi” «Œuf à la coque»") == '"Zolw w lodzi" "Ouf a la coque"'


async def test_cards_stay_recognisable_in_ascii(folder: Path) -> None:
    """Kinds, the cursor, what can be chosen and what is chosen differ without colour and marks."""
    lines = await texts_of(SCENES["table-swap"], folder, ascii=True)
    text = "\n".join(lines)
    for mark in ("Rice    *", "Monk    #", "[ Rice", ">s swap", "@ ^ ."):
        assert mark in text, text
    chosen, possible, neither = (text[text.index(foot) - 1] for foot in ("L1    ^0", "L2  -5", "H2    +5"))
    assert len({chosen, possible, neither}) == 3


@pytest.mark.parametrize("look", [{}, {"ascii": True}], ids=["marks", "ascii"])
async def test_what_is_advised_stands_out_from_what_is_possible(look: dict[str, bool], folder: Path) -> None:
    """By a mark of its own, which the advice itself begins with."""
    best = "!" if look else "★"
    chosen = "&" if look else "◆"
    app = SCENES["table-advice-swap"].app(folder, **look)
    async with app.run_test(size=STANDARD) as pilot:
        at = await SCENES["table-advice-swap"].reach(app, pilot)
        for size in (STANDARD, COMPACT, ROOMY, GRAND):
            if size != at.app.size:
                await at.resize(*size)
            for words in (f"{chosen}L2 ", f"{best}H2 ", f"{best} Swap Mountain at L2 with Ninja at H2: 71% to win."):
                assert words in at.text
            assert f"{best}L1" not in at.text
    app.close_game()


async def test_points_of_a_group_stand_clear_of_the_mark(folder: Path) -> None:
    assert "◇L2  -5/2  " in "\n".join(await texts_of(SCENES["table-swap"], folder))


async def test_below_its_picture_a_card_tells_what_it_told_without(folder: Path) -> None:
    """Its name and kind, what it scores and is worth, where it lies, and the marks of a choice."""
    app = SCENES["table-swap"].app(folder)
    async with app.run_test(size=STANDARD) as pilot:
        at = await SCENES["table-swap"].reach(app, pilot)
        for size in (ROOMY, GRAND, LARGEST):
            await at.resize(*size)
            for row in ("#their-line", "#river", "#my-line", "#my-hand"):
                for slot in at.app.screen.query_one(row, CardRow).query(CardSlot):
                    tells_all(slot, foot=row != "#their-line")
    app.close_game()


def tells_all(slot: CardSlot, *, foot: bool) -> None:
    face = slot.face
    assert face is not None
    lines = [slot.render_line(y).text[1:] for y in range(slot.size.height)]
    words = " ".join(" ".join(lines).split())
    assert lines[0].strip().startswith(face.name)
    assert lines[0].endswith(face.kind or " ")
    assert {*"▀▄█"} & {*"".join(lines)}
    assert any(" ".join(told.split()) in words for told in (face.rule_line, face.scoring))
    assert face.worth in lines[-1]
    assert ("◆" in lines[-1], "◇" in lines[-1]) == (face.chosen, face.target)
    assert not foot or face.foot in lines[-1]


@pytest.mark.parametrize("theme", [theme.name for theme in THEMES])
def test_every_theme_has_the_colours_of_every_stylesheet(theme: str, folder: Path) -> None:
    """One it has not would end the app with the first screen that wants it."""
    stylesheet = Stylesheet(variables=app_with(folder, settings=still(theme=theme)).get_css_variables())
    files = sorted(Path(naishi_tui.__file__).parent.rglob("*.tcss"))
    stylesheet.read_all(files)
    stylesheet.parse()
    assert len(stylesheet.rules) > len(files) > 10


@pytest.mark.parametrize(
    "name", some(["new-game", "gift", "handover-pin", "table-swap", "score", "saves", "settings"], 2)
)
async def test_a_theme_changes_no_text(name: str, folder: Path) -> None:
    app = SCENES[name].app(folder)
    async with app.run_test(size=STANDARD) as pilot:
        at = await SCENES[name].reach(app, pilot)
        plain = at.lines
        for theme in THEMES:
            app.theme = theme.name
            await settle(pilot)
            assert at.lines == plain
    app.close_game()


@pytest.mark.parametrize("name", ["explain", "saves-delete"])
async def test_a_box_has_a_frame_where_it_has_no_ground_of_its_own(name: str, folder: Path) -> None:
    """The terminal's own colours know one ground only."""
    assert "┌───" in "".join(await texts_of(SCENES[name], folder / "terminal", theme="terminal"))
    assert "+---" in "".join(await texts_of(SCENES[name], folder / "ascii", theme="terminal", ascii=True))
    assert "┌───" not in "".join(await texts_of(SCENES[name], folder / "dark"))


async def test_without_colour_everything_is_still_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The app draws in colour all the same, and the terminal gets none of it: drivers leave the colours out."""
    coloured = await texts_of(SCENES["table-swap"], folder / "coloured")
    monkeypatch.setenv("NO_COLOR", "1")
    app = SCENES["table-swap"].app(folder / "plain")
    async with app.run_test(size=STANDARD) as pilot:
        at = await SCENES["table-swap"].reach(app, pilot)
        drawn = "\n".join("".join(strip.render(app.console) for strip in line) for line in at.strips)
    app.close_game()
    written = downgraded(drawn, depth_of("xterm-256color", os.environ))
    assert COLOUR.search(drawn)
    assert COLOUR.findall(written) == []
    assert ATTRIBUTES.sub("", written).split("\n") == coloured


@pytest.mark.parametrize("theme", COLOURED, ids=lambda theme: theme.name)
def test_words_stand_out_from_the_ground(theme: object) -> None:
    variables = theme.variables  # type: ignore[attr-defined]
    background = Color.parse(theme.background)  # type: ignore[attr-defined]
    body = Color.parse(variables["card-body"])
    for ground in (background, body, Color.parse(variables["card-chosen"])):
        assert contrast(ground, Color.parse(theme.foreground)) >= 4.5  # type: ignore[attr-defined]
    for ground in (background, body):
        assert contrast(ground, Color.parse(variables["quiet"])) >= 4.5
    assert contrast(background, Color.parse(variables["quieter"])) >= 3
