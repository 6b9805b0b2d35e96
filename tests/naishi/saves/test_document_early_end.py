"""Games ended early on a server, finished at home."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from naishi.common.i18n import NaishiError, SaveError
from naishi.games.naishi.analysis.statistics import overview, summary
from naishi.games.naishi.editor.replay import NaishiReplay
from naishi.games.naishi.game.game import Game
from naishi.saves import Saves, document
from naishi.saves.listing import Summary, state
from naishi.tabletop.game import EarlyEnd, describe, in_a_list
from naishi_tui.games.naishi.recording import look_from
from tests import forked
from tests.naishi.playing import random_game

NOW = datetime(2026, 1, 31, 18, 30, tzinfo=UTC)
ENDS = (
    (EarlyEnd(how="resigned", seat=1), 0, "Bruno has resigned"),
    (EarlyEnd(how="timed out", seat=0), 1, "Aiko lost on time"),
    (EarlyEnd(how="claimed", seat=1), 0, "Bruno stayed away and lost"),
    (EarlyEnd(how="drawn"), None, "a draw was agreed"),
    (EarlyEnd(how="aborted", seat=1), None, "called off"),
)


def ended(end: EarlyEnd) -> Game:
    game = random_game(3, 10)
    for seat, name in enumerate(("Aiko", "Bruno")):
        game.change_player(seat, name=name)
    return Game(game.record.model_copy(update={"early_end": end}))


def put(folder: Path, end: EarlyEnd) -> Saves:
    folder.mkdir(exist_ok=True)
    (folder / f"k4m{document.SUFFIX}").write_bytes(document.write(ended(end).document(), "k4m", NOW, NOW))
    return Saves(folder)


@pytest.mark.parametrize(("end", "winner", "told"), ENDS, ids=lambda each: getattr(each, "how", None))
def test_it_is_listed_as_finished_with_how_it_ended(
    tmp_path: Path, end: EarlyEnd, winner: int | None, told: str
) -> None:
    saves = put(tmp_path, end)
    (game,) = saves.list()
    assert isinstance(game, Summary)
    assert (game.finished, end.winner, game.awaited, state(game)) == (True, winner, (), told)
    assert saves.latest() is None
    with pytest.raises(SaveError, match="replay k4m"):
        saves.open("k4m")
    saves.delete("k4m")


@pytest.mark.parametrize(("end", "winner", "told"), ENDS, ids=lambda each: getattr(each, "how", None))
def test_it_counts_in_statistics_unless_it_was_called_off(
    tmp_path: Path, end: EarlyEnd, winner: int | None, told: str
) -> None:
    put(tmp_path, end)
    for _look in range(2):  # what is remembered says the same
        found = {each.name: (each.all.games, each.all.won) for each in overview(tmp_path)}
        assert found == ({} if end.how == "aborted" else {"Aiko": (1, winner == 0), "Bruno": (1, winner == 1)}), told


def test_it_is_replayed_and_recorded_with_both_hands_and_not_analysed() -> None:
    game = ended(ENDS[0][0])
    replay = NaishiReplay(game)
    assert replay.ended == "Bruno resigned; Aiko wins."
    assert replay.viewpoints == (0, 1, None)
    assert look_from(game, "second").seat == 1
    with pytest.raises(NaishiError, match="ended before all was played"):
        replay.finished_game()
    assert replay.branch(game.players).early_end is None


def test_a_game_that_was_played_to_its_end_says_nothing_of_it() -> None:
    assert b"early_end" not in document.write(random_game(3).document(), "k4m", NOW, NOW)
    assert "early_end" not in random_game(3).record.model_dump_json()


@pytest.mark.parametrize("wrong", [{"how": "drawn", "seat": 1}, {"how": "resigned"}, {"how": "resigned", "seat": 2}])
def test_an_impossible_end_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises((ValidationError, NaishiError)):
        EarlyEnd.model_validate(wrong)


@pytest.mark.parametrize(
    ("end", "winner", "sentence", "listed"),
    [
        (EarlyEnd(how="resigned", seat=2, first=(0,)), 0, "Chiyo resigned; Aiko wins.", "Chiyo has resigned"),
        (
            EarlyEnd(how="claimed", seat=0, first=(3,)),
            3,
            "Aiko stayed away; Dora has claimed the game.",
            "Aiko stayed away and lost",
        ),
        (
            EarlyEnd(how="timed out", seat=1, first=(2, 3)),
            None,
            "Bruno lost on time; Chiyo and Dora share the first place.",
            "Bruno lost on time",
        ),
        (
            EarlyEnd(how="resigned", seat=1, first=(0, 1, 2, 3)),
            None,
            "Bruno was the last to leave; nobody has won.",
            "Bruno has resigned",
        ),
        (EarlyEnd(how="unplayed", first=(0, 1, 2, 3)), None, "The game was called off.", "called off"),
        (EarlyEnd(how="aborted", seat=3, first=(0, 1, 2)), None, "Dora has called the game off.", "called off"),
    ],
)
def test_an_end_among_several_says_who_won(end: EarlyEnd, winner: int | None, sentence: str, listed: str) -> None:
    names = ("Aiko", "Bruno", "Chiyo", "Dora")
    assert (end.winner, describe(end, names), in_a_list(end, names)) == (winner, sentence, listed)
    assert EarlyEnd.model_validate(end.model_dump(mode="json")) == end


@pytest.mark.ci
@pytest.mark.parametrize("plain", [(), ("--plain",)])
@pytest.mark.parametrize(
    ("end", "sentence"),
    [(ENDS[0][0], "Bruno resigned; Aiko wins."), (ENDS[3][0], "The players agreed on a draw.")],
)
def test_commands_say_how_it_ended_and_that_it_can_be_replayed(
    tmp_path: Path, end: EarlyEnd, sentence: str, plain: tuple[str, ...]
) -> None:
    saves = put(tmp_path / "saves", end)
    shown = forked.run("show", "k4m", *plain, "--saves", str(saves.folder)).stdout.decode()
    assert sentence in shown
    assert "to play" not in shown
    imported = forked.run("import", str(saves.path("k4m")), "--saves", str(tmp_path / "other")).stdout.decode()
    assert imported == f"Imported as k4m; `naishi --saves {tmp_path}/other replay k4m` shows it.\n"


def test_points_of_games_that_were_not_played_to_their_end_do_not_count(tmp_path: Path) -> None:
    put(tmp_path, ENDS[0][0])
    (aiko,) = (each for each in overview(tmp_path) if each.name == "Aiko")
    assert summary(aiko) == "Aiko: no game played to its end yet, so there are no points."
    whole = random_game(4)
    for seat, name in enumerate(("Aiko", "Bruno")):
        whole.change_player(seat, name=name)
    assert whole.outcome is not None
    points = whole.outcome.sheets[0].total
    with Saves(tmp_path).create(whole) as opened:
        opened.save()
    (aiko,) = (each for each in overview(tmp_path) if each.name == "Aiko")
    assert summary(aiko) == f"Aiko: {points}.0 points on average, {points} at best. 1 game was played to its end."
