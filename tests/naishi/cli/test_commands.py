"""Printing commands: `saves`, `show`, `score`, `rules`."""

from __future__ import annotations

import io
import json
import re
import shlex
from pathlib import Path

import pytest

import naishi
from naishi.cli.group import fitted
from naishi.games.naishi.text.rules_help import rules
from naishi.saves import Saves
from tests.naishi.cli.conftest import Run, one_line
from tests.naishi.saving import play

EXAMPLE = "fort sentinel advisor banner rice / fort mountain naishi rice rice"


def test_saves_lists_games_and_what_is_wrong_with_others(
    run: Run, saves: Saves, save_id: str, finished_id: str
) -> None:
    (saves.folder / "bad.naishi.json").write_text("")
    finished, unfinished, bad = run("saves").stdout.splitlines()
    assert re.match(rf"{finished_id}  Aiko – Bruno  (Aiko|Bruno) won \d+(–| to -)\d+  ", finished)
    assert unfinished.startswith(f"{save_id}  Aiko – Bruno  round 1, Bruno to play  ")
    assert bad == "bad: The file is empty."


def test_saves_of_an_empty_folder_says_how_to_start(run: Run, saves: Saves) -> None:
    result = run("saves")
    assert result.exit_code == 0
    assert str(saves.folder) in result.stdout
    assert "`naishi new`" in result.stdout


def test_show_tells_what_everybody_sees(run: Run, save_id: str) -> None:
    shown = run("show", save_id).stdout
    assert "Aiko – Bruno, round 1: Bruno has taken a bonus and must develop" in shown
    assert "swap (Aiko, Bruno, -), discard (-, -), decree (-)." in shown
    assert "Free emissaries: Aiko 1, Bruno 1" in shown
    assert "round 1  Bruno swapped H2 and H3, face down.\n" in shown
    assert "Hand" not in shown


def test_show_is_the_same_whatever_is_hidden(run: Run, saves: Saves) -> None:
    """Cards that nobody but their owner has seen may be others, and nothing that is shown changes."""
    deal = naishi.Deal.random(7)
    (a, b), (c, d) = deal.gifts
    river = tuple((*pile[:2], *reversed(pile[2:])) for pile in deal.river)
    other = naishi.Deal(river=river, gifts=((c, b), (a, d)), shuffles=deal.shuffles)
    texts, hands = [], []
    for each in (deal, other):
        with saves.create(naishi.Game.new(deal=each)) as opened:
            for action in ("give 1", "give 1", "swap H1 H2", "develop L1", "swap H3 H4"):
                play(opened, action)
        texts.append(run("show", opened.id).stdout)
        hands.append(opened.game.view(0).mine.hand)
    assert hands[0] != hands[1]
    assert texts[0] == texts[1]


@pytest.mark.parametrize("flags", [(), ("--plain",)])
def test_show_of_a_game_with_the_expansion_hides_what_is_not_turned_up(
    run: Run, saves: Saves, flags: tuple[str, ...]
) -> None:
    text = "CFTR/SAB/KRR/OTF/HAS FMMMB/MNMAM MMMMM/SMMTM 000:000 0 - - - -"
    shown = []
    for each in (text, text.replace("CFTR", "CTFR")):
        with saves.create(naishi.Game.from_position(naishi.Position.from_text(each), ("Aiko", "Bruno"))) as opened:
            play(opened, "develop L1")
        shown.append(run("show", *flags, opened.id).stdout)
    assert shown[0] == shown[1]
    assert "Ryokan: Aiko has it, worth 4." in shown[0]
    assert "face down" in shown[0].lower()
    assert ("Aiko may use effects of Travellers" in shown[0]) == (not flags)


def test_show_of_a_finished_game_lays_the_hands_open_and_scores_them(run: Run, finished_id: str) -> None:
    shown = run("show", finished_id).stdout
    assert "finished in round" in shown
    assert "Aiko, Hand" in shown
    assert shown.count("Points: ") == 2


def test_show_takes_a_file_under_any_name(run: Run, saves: Saves, save_id: str, tmp_path: Path) -> None:
    by_id = run("show", save_id).stdout
    file = (saves.folder / f"{save_id}.naishi.json").rename(tmp_path / "a game")
    assert run("show", file).stdout == by_id
    one_line(run("show", tmp_path / "none"), "no saved game")
    one_line(run("show", tmp_path), "folder")


def test_score_tells_points_and_reasons(run: Run) -> None:
    result = run("score", EXAMPLE)
    assert result.exit_code == 0
    assert "Points: 62. Colours: 7." in result.stdout
    assert "+3 (in column 3), +4 (beside a naishi)" in result.stdout


def test_score_as_json_is_the_whole_sheet(run: Run) -> None:
    sheet = json.loads(run("score", EXAMPLE, "--json").stdout)
    assert (sheet["total"], sheet["colours"], sheet["points"]["rice"]) == (62, 7, 20)
    assert sheet == json.loads(naishi.score(EXAMPLE).model_dump_json())


def test_score_lets_ninjas_copy(run: Run) -> None:
    result = run("score", "FXABR/FMNRX", "--copy", "l2=advisor", "--copy", "H5=naishi")
    assert result.exit_code == 0
    assert "Ninja as Advisor  L2" in result.stdout
    assert "Ninja as Naishi   H5" in result.stdout


def test_score_knows_legends_and_the_ryokan(run: Run) -> None:
    result = run("score", "nFRsB/MTAXh", "--copy", "H4=advisor", "--ryokan", "7")
    assert result.exit_code == 0
    assert "Legendary Naishi    L1" in result.stdout
    assert "Ryokan                     7" in result.stdout
    assert "Points: 46. Colours: 10." in result.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("FSABR / FMNRR", "--ryokan", "5"), "worth 4 or 7, not 5"),
        (("FxABR / FMNRR",), "Say what the ninja at L2 copies"),
        (("FSABR",), "Line / Hand"),
        (("FSABR / FMNR",), "5 cards, not 4"),
        (("FSABQ / FMNRR",), "'Q' is not the letter of a card"),
        (("fort dragon fort fort fort / FMNRR",), "'dragon'"),
        (("FXABR / FMNRR",), "Say what the ninja at L2 copies"),
        (("FXABR / FMNRR", "--copy", "L2=monk"), "can't copy a monk"),
        (("FXABR / FMNRR", "--copy", "L1=advisor"), "no ninja at L1"),
        (("FXABR / FMNRR", "--copy", "Z9=advisor"), "'Z9'"),
        (("\x1b[31m / \x1b[31m",), "is not the letter of a card"),
        (("",), "Line / Hand"),
        (("TTTTT / TTTTT",), "Torii (10, not 4)"),
        (("NNSFF / nMMMM",), "Naishi (2, not 1, with its Legend)"),
        (("WWSFF / MMMMM",), "only one samurai, not 2"),
        (("nakFF / oMMMM",), "Only three Legends"),
    ],
)
def test_score_of_nonsense_is_one_line(run: Run, arguments: tuple[str, ...], says: str) -> None:
    one_line(run("score", *arguments), says)


def test_the_rules_are_printed_in_80_columns(run: Run) -> None:
    told = run("rules").stdout
    assert all(section.title in told for section in rules())
    assert all(len(line) <= 80 for line in told.splitlines())
    assert "each card is next to the cards on its left and right" in " ".join(told.split()).lower()


@pytest.mark.parametrize("arguments", ["show {id}", "saves", "stats", "rules", "score 'FSABR / FMNRR'", "replay {id}"])
def test_what_is_printed_is_lines_to_be_heard_where_that_is_wanted(run: Run, finished_id: str, arguments: str) -> None:
    """No columns, no underlines, no empty lines."""
    words = shlex.split(arguments.format(id=finished_id))
    for result in (run(*words, "--plain"), run("--plain", *words)):
        assert result.exit_code == 0
        lines = result.output.splitlines()
        assert lines
        assert not [line for line in lines if "  " in line or not line.strip() or set(line) == {"-"}]


def test_prose_is_broken_between_words_on_a_terminal_but_no_command_or_column(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("COLUMNS", "30")
    assert fitted("A line of several words that is longer than it.", Terminal()) == (
        "A line of several words that\nis longer than it."
    )
    assert fitted("So the game is kept; `naishi resume k4m` goes on.", Terminal()) == (
        "So the game is kept;\n`naishi resume k4m` goes on."
    )
    for text in ("1  Aiko     Bruno    finished in round 7", "x" * 40):
        assert fitted(text, Terminal()) == text
    assert fitted("A line of several words that is longer than it.", io.StringIO()).count("\n") == 0
