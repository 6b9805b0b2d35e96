"""New games of any kind in line mode: players, bots, options."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi.saves import Saves, Summary
from tests.naishi.plain.hearing import hear
from tests.naishi.tabletop import unison


@pytest.fixture(autouse=True)
def _register() -> None:
    unison.register()


def test_what_is_typed_for_a_command_at_the_question_for_a_name_seats_nobody(tmp_path: Path) -> None:
    lines = hear(tmp_path, "new ninjato", "2", "Aiko", "help", "quit", "quit")
    assert any(line.startswith("Type the name of a person, or one of ") for line in lines)
    assert not Saves(tmp_path).list()


def test_a_new_game_says_who_plays_and_so_does_one_that_is_resumed_without_its_name(tmp_path: Path) -> None:
    lines = hear(tmp_path, "new shogun Aiko Bruno beginner setup=printed", "quit", "saves", "resume", "quit", "quit")
    assert "New game of Shogun: Aiko, Bruno and Yoshitsune (beginner)." in lines
    (entry,) = Saves(tmp_path).list()
    assert f"{entry.id}: Shogun, Aiko, Bruno and Yoshitsune (beginner)." in lines
    assert any(line.startswith(f"{entry.id}: Shogun, Aiko, Bruno and Yoshitsune (beginner), year 1") for line in lines)


def test_a_new_game_asks_for_players_and_options(tmp_path: Path) -> None:
    hear(tmp_path, "new shogun", "3", "Aiko", "beginner", "beginner", "printed", "", "quit")
    (entry,) = Saves(tmp_path).list()
    game = Saves(tmp_path).load(entry.id)
    assert [(player.name, player.kind) for player in game.players] == [
        ("Aiko", "human"),
        ("Yoshitsune", "beginner"),
        ("Benkei", "beginner"),
    ]
    assert (game.options.setup, game.options.tower) == ("printed", "published")


def test_a_level_called_random_is_a_bot_and_shuffle_changes_who_sits_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("random.SystemRandom.shuffle", lambda _self, players: players.append(players.pop(0)))
    hear(tmp_path, "new shogun Aiko random beginner shuffle seed 5 setup=printed", "quit")
    (entry,) = Saves(tmp_path).list()
    assert isinstance(entry, Summary)
    assert entry.kinds == ("random", "beginner", "human")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("new unison Aiko Aiko", "All players need different names."),
        ("new shogun Aiko aiko Bruno", "All players need different names."),
        ("new unison A B C D E F", "2 to 5 players"),
        ("new unison A B seed", "Options are: seed and a deal code"),
        ("new shogun A B C tower=sand", "Option: tower=published"),
        ("new unison A B cards=1", "Options are: seed and a deal code"),
        ("bot ninjato strong 0", "Ninjato is for 2 to 4 players."),
        ("bot ninjato 1", "Ninjato is for 2 to 4 players."),
        ("bot ninjato strong 99999", "Ninjato is for 2 to 4 players."),
        ("new ninjato Aiko master", "'master' isn't a level of Ninjato: "),
        ("new ninjato Aiko strnog", "Did you mean strong?"),
        ("new Aiko stong", "Did you mean strong?"),
        ("new Aiko Bruno Chika", "Naishi is for two players; for more: new ninjato or new shogun."),
        ("bot shogun dragon", "Say which bots: random, beginner, intermediate, strong."),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(tmp_path: Path, line: str, says: str) -> None:
    assert says in "\n".join(hear(tmp_path, line, "quit"))
    assert Saves(tmp_path).list() == ()


def test_bots_sit_down_at_once_and_who_sits_where_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("random.SystemRandom.shuffle", lambda _self, players: players.append(players.pop(0)))
    hear(tmp_path, "bot unison steady 4", "quit")
    (entry,) = Saves(tmp_path).list()
    assert isinstance(entry, Summary)
    assert entry.names == ("Hiro", "Hiro 2", "Hiro 3", "Player 1")


def test_naishi_named_as_a_game_is_what_is_played_without_a_name(tmp_path: Path) -> None:
    hear(tmp_path, "new naishi Aiko Bruno", "quit")
    hear(tmp_path, "bot naishi strong", "quit")
    entries = Saves(tmp_path).list()
    assert {entry.game for entry in entries if isinstance(entry, Summary)} == {"naishi"}
    assert len(entries) == 2
