from __future__ import annotations

import re
from pathlib import Path

import pytest

from naishi import Game, PlayerView, Position
from naishi.games.naishi.analysis.choices import CHOICES, Depth
from naishi.saves import Saves
from tests.naishi.plain.hearing import hear, hear_game, kept, kept_position
from tests.naishi.plain.shared import alike_for_the_second, finished, run, saved


def test_whoever_comes_back_to_a_game_hears_it(tmp_path: Path) -> None:
    said = hear_game(tmp_path, kept(tmp_path), "", "replay", "quit", "quit")
    assert said[-1] == "Back in the game."


def test_after_the_end_what_says_what_is_possible(tmp_path: Path) -> None:
    said = hear_game(tmp_path, finished(tmp_path), "what", "quit")
    assert said[-2:] == ["The game is over.", "Type rematch, replay, log, score, undo or quit."]
    assert said.count(said[-1]) == 2


def test_advice_at_a_table_is_the_deepest_look_at_that_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CHOICES, "quick", Depth(worlds=4, rounds=1, candidates=3, trials=0))
    monkeypatch.setitem(CHOICES, "deep", Depth(worlds=9, rounds=1, candidates=3, trials=0))
    id_ = kept(tmp_path, "give 1", "give 1", kinds=("human", "beginner"))
    look = f"replay {id_}", "finish", "side", "choices", "choices deep", "choices", "quit"
    said = hear(tmp_path, *look, f"resume {id_}", "advice", "quit", "quit")
    quick, deep, again = [line for line in said if line.startswith("1: ")]
    assert "Ninja to Line 4 for Mountain" in quick
    assert deep == again == "1: Ninja to Line 1 for Mountain, 54.3 percent."
    assert said.count("Quick look, the same as advice.") == 1
    assert said.count("Deeper look, the same as advice.") == 2
    assert "Place Ninja at Line 1, discarding Mountain: 54 percent to win." in said


def test_a_position_of_the_end_is_heard_whole(tmp_path: Path) -> None:
    id_ = kept_position(
        tmp_path, "A/A/A/-/- FXSAM/MMMMM MMMMM/MMMMM 000:000 0 - 0 -", "develop L1", "end", "copy L2 advisor"
    )
    said = hear_game(tmp_path, id_, "score", "quit")
    assert sum(line.startswith("Aiko: ") for line in said) == 2


def test_after_a_rematch_the_games_won_are_said(tmp_path: Path) -> None:
    id_ = kept_position(tmp_path, "A/A/A/-/- FSSAM/MMMMM FMMMM/MMMMM 000:000 0 - 0 -")
    said = hear(tmp_path, f"resume {id_}", "", "develop line 1", "end", "rematch", "quit", "quit")
    assert any(line.startswith("Games won: ") for line in said)


def test_both_who_pass_the_keyboard_on_read_the_open_hands_once_and_how_to_undo(tmp_path: Path) -> None:
    id_ = kept_position(tmp_path, "A/AA/A/-/A FSSAM/MMXMM FMMMS/MMXMM 000:000 0 - - -")
    turns = ("", "develop line 1", "end", "", "develop line 2", "end", "copy advisor", "copy sentinel")
    said = hear(tmp_path, f"resume {id_}", *turns, "undo", "undo", "quit", "quit")
    opened = next(number for number, line in enumerate(said) if "both Hands are open" in line)
    assert sum("'s Hand: " in line for line in said[opened:]) == 2
    assert sum(line.startswith("Aiko, say what your ninja") for line in said) == 2, "asked again after the undo"
    assert "Type rematch, replay, log, score, undo or quit." in said
    assert "Undone: Your ninja at Hand 3 copies a sentinel." in said


def test_who_leaves_a_rematch_goes_on_with_the_series(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "A/A/A/-/- FSSAM/MMMMM FMMMM/MMMMM 000:000 0 - 0 -"
    id_ = kept_position(tmp_path, text)
    monkeypatch.setattr(Game, "rematch", lambda _over: Game.from_position(Position.from_text(text), ("Aiko", "Bruno")))
    played = ("", "develop line 1", "end", "rematch", "quit")
    said = hear(tmp_path, f"resume {id_}", *played, "resume", *played, "quit")
    assert [line for line in said if line.startswith("Games won: ")] == ["Games won: Aiko 1.", "Games won: Aiko 2."]


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("fr", ["Le dernier tour est fini : les deux Mains sont ouvertes.", "Annule : ", "Main 2", "l'emporte"]),
        ("pl", ["Ostatnia tura minela i obie rece sa odkryte.", "Cofniete: ", "Rzad 2", "wygrywa"]),
        ("de", ["Der letzte Zug ist vorbei, und beide Haende sind offen.", "Zurueckgenommen: ", "Hand 2", "gewinnt"]),
    ],
)
def test_the_end_is_heard_whole_in_each_language(tmp_path: Path, language: str, sentences: list[str]) -> None:
    """Without accents: the standard output of this test has ASCII only."""
    id_ = kept_position(tmp_path, "A/A/A/-/- FXSAM/MMMMM MMMMM/MMMMM 000:000 0 - 0 -")
    typed = [
        "",
        "swap h2 h3",
        "undo",
        "develop l1",
        "swap h1 h2",
        "undo",
        "end",
        "table",
        "copy advisor",
        "quit",
        "quit",
    ]
    said = " ".join(hear(tmp_path, f"resume {id_}", *typed, language=language)).replace("\xa0", " ")
    for sentence in sentences:
        assert sentence in said


def test_an_action_is_read_in_words_and_as_action_text(tmp_path: Path) -> None:
    id_ = saved(tmp_path, "give 1", "give 1")
    run(tmp_path, f"resume {id_}\nswap line 5 line 1\ndev hand 2\n")
    assert [str(action) for action in Saves(tmp_path).load(id_).actions[2:]] == ["swap L1 L5", "develop H2"]


def test_who_sits_down_hears_what_was_done_and_what_the_river_shows_now(tmp_path: Path) -> None:
    id_ = saved(tmp_path, "give 1", "give 1")
    text = run(tmp_path, f"resume {id_}\ndevelop L4\nend\n")
    view: PlayerView = Saves(tmp_path).load(id_).view(1)
    greeting = text[text.index("Aiko placed") :]
    assert f"River 4: {view.river[3].top.noun}, 5 cards left." in greeting  # type: ignore[union-attr]


def test_points_for_one_reason_are_said_once(tmp_path: Path) -> None:
    id_ = saved(tmp_path, "give 1", "give 1")
    text = run(tmp_path, f"resume {id_}\nwhy mountain\n")
    assert re.search(r"^Mountain at .+: minus 5 points, more than one mountain\.$", text, re.MULTILINE)


def test_nothing_of_a_hand_is_written_for_the_other_player(tmp_path: Path) -> None:
    """Two deals that differ in the Hand of the first player only are read alike by the second."""
    questions = "hand\nline\nriver\ncourt\ntheirs\npile\nscore\nlog\nlast\nwhat\ncolumn 3\n"
    heard = []
    for folder, id_ in alike_for_the_second(tmp_path):
        heard.append(run(folder, f"resume {id_}\n{questions}"))
    assert heard[0] == heard[1]
