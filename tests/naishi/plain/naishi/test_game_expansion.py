"""Line mode with the expansion: effects as questions."""

from __future__ import annotations

from contextvars import copy_context
from pathlib import Path

import pytest

from naishi import Action, Position
from naishi.common import i18n
from naishi.games.naishi.game.game import Game
from naishi.plain.console import commands, folded
from naishi.plain.naishi.parsing import offered
from naishi.saves import Saves
from tests.naishi.plain.hearing import hear, hear_game, kept_position
from tests.naishi.plain.naishi.shared import GIRL_AND_PORTER

CHERRY = "CFTR/SAB/KRR/OTF/HAS FMMMB/MNMAM MMMMM/SMMTM 000:000 0 - - - -"
HOLDING_UMBRELLA = CHERRY.replace("FMMMB", "UMMMB").removesuffix("-") + "14"


def heard(folder: Path, position: str, *typed: str) -> list[str]:
    return hear_game(folder, kept_position(folder, position), "", *typed, "quit")


def played(folder: Path) -> list[str]:
    (entry,) = Saves(folder).list()
    return [action.text for action in Saves(folder).load(entry.id).actions]


def test_a_new_game_takes_the_expansion(tmp_path: Path) -> None:
    said = hear(tmp_path, "new Aiko Bruno seed 3 expansion", "", "table", "quit", "saves", "quit")
    (entry,) = Saves(tmp_path).list()
    assert Saves(tmp_path).load(entry.id).module == "legends-travellers"
    assert any(line.startswith("Legends in play: ") for line in said)
    assert any("nobody knows which" in line for line in said)
    assert any(line.endswith("(Legends & Travellers).") or "(Legends & Travellers)" in line for line in said)


@pytest.mark.parametrize("typed", [("new expansion", "Aiko", "Bruno"), ("new Aiko expansion", "Bruno")])
def test_a_name_that_is_missing_before_the_expansion_is_asked_for(tmp_path: Path, typed: tuple[str, ...]) -> None:
    hear(tmp_path, *typed, "quit", "quit")
    (entry,) = Saves(tmp_path).list()
    game = Saves(tmp_path).load(entry.id)
    assert ([player.name for player in game.players], game.module) == (["Aiko", "Bruno"], "legends-travellers")


def test_a_bot_plays_with_the_expansion_at_once(tmp_path: Path) -> None:
    hear(tmp_path, "bot beginner expansion", "quit", "quit")
    (entry,) = Saves(tmp_path).list()
    assert Saves(tmp_path).load(entry.id).module == "legends-travellers"


def test_an_exchange_is_asked_for_and_typed_like_a_swap(tmp_path: Path) -> None:
    said = heard(tmp_path, CHERRY, "develop line 1", "what", "what swap", "swap line 5 hand 2")
    assert "You placed Cherry Blossom Lady at Line 1, discarding Fort. You now have the Ryokan, worth 4." in said
    assert "River 1: face down, 3 cards left." in said
    asked = said.index("Cherry Blossom Lady: exchange any two of your cards, as in swap line 2 hand 4.")
    assert said[asked + 1] == "Or type end to use none."
    assert "swap: 45 possibilities; what swap lists them." in said
    assert "swap: Hand 3 with Hand 4, Hand 5" in said, "a line for each first place, not one for all"
    assert sum(line.startswith("swap: ") and " with " in line for line in said) == 9
    assert "Cherry Blossom Lady: you exchanged Banner at Line 5 and Naishi at Hand 2." in said
    assert said.index("River 1: Fort, 3 cards left.") > asked
    assert played(tmp_path) == ["develop L1", "use cherry_lady L5 H2"]


NAISHI = "CF/TFA/SRK/BOA/BFR MNMMM/MMMMM MMMMM/MMMMM 200:001 0 - - - 07"
"""The Cherry Blossom Lady may bring the naishi into the centre."""


@pytest.mark.ci
def test_advice_on_an_effect_says_why(tmp_path: Path) -> None:
    said = heard(tmp_path, NAISHI, "advice", "develop hand 1", "advice")
    assert any("In the same turn, an exchange can then bring plus 12." in line for line in said)
    (told,) = [line for line in said if "It puts a naishi in the centre (plus 12)." in line]
    assert told.startswith("Swap Naishi at Line 2 with Mountain at Line 3: ")


def test_several_effects_are_asked_for_in_one_go(tmp_path: Path) -> None:
    said = heard(tmp_path, GIRL_AND_PORTER, "develop line 1", "what", "recall", "develop hand 3")
    assert "Porter: type recall to recall your emissaries." in said
    assert "Little Girl: develop once more, from another pile, as in develop line 4." in said
    assert "recall" in said
    assert played(tmp_path) == ["develop L1", "use porter", "use little_girl H3"]


def test_what_is_turned_up_only_then_is_said_then(tmp_path: Path) -> None:
    said = heard(tmp_path, GIRL_AND_PORTER, "develop line 1", "develop hand 3", "recall")
    recalled = said.index("Porter: you recalled your emissaries.")
    assert said[recalled + 1 : recalled + 3] == ["River 1: Fort, 3 cards left.", "River 3: Rice, 2 cards left."]


def test_the_legends_and_travellers_in_play_are_said_at_the_start(tmp_path: Path) -> None:
    said = heard(tmp_path, "CFTR/nAU/KRR/PTF/HsS GMMkB/MNEAM FMMMM/SMMTM 110:000 0 - - - 14")
    assert "Legends in play: Legendary Naishi, Legendary Sentinel, Legendary Monk." in said
    assert any(line.startswith("Travellers, all but one of these") for line in said)
    assert said.count("Legends in play: Legendary Naishi, Legendary Sentinel, Legendary Monk.") == 1


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("lesson 11", "'lesson' is a command of home. To go there, type quit."),
        ("memory", "The memory aid is off. To switch it on, type set memory aid on."),
        ("pile 2", "That is the discard pile. For the piles of the River, type river or column 2."),
    ],
)
def test_what_is_asked_at_the_wrong_place_is_told_the_right_one(tmp_path: Path, typed: str, why: str) -> None:
    assert why in heard(tmp_path, CHERRY, typed)


def test_end_uses_none(tmp_path: Path) -> None:
    said = heard(tmp_path, CHERRY, "develop line 1", "end")
    assert "You left unused: Cherry Blossom Lady." in said
    assert played(tmp_path) == ["develop L1", "skip"]


def test_actions_may_be_typed_as_programs_write_them(tmp_path: Path) -> None:
    heard(tmp_path, GIRL_AND_PORTER, "develop L1", "use little_girl H3", "skip")
    assert played(tmp_path) == ["develop L1", "use little_girl H3", "skip"]


def test_what_use_lists_the_effects_with_their_travellers(tmp_path: Path) -> None:
    said = heard(tmp_path, GIRL_AND_PORTER, "develop line 1", "what use")
    assert said[-9:-1] == [f"use Little Girl {row} {n}" for row in ("Hand", "Line") for n in range(2, 6)]
    assert said[-1] == "use Porter"
    heard(tmp_path / "again", GIRL_AND_PORTER, "develop line 1", "use little girl hand 3", "use porter", "use nobody")
    assert played(tmp_path / "again") == ["develop L1", "use little_girl H3", "use porter"]


@pytest.mark.parametrize(
    ("language", "develop", "told"),
    [
        ("en", "develop line 1", "use umbrella lady line 2 hand 4"),
        ("de", "entwickeln Reihe 1", "nutzen Dame mit Schirm Reihe 2 Hand 4"),
        ("fr", "développer ligne 1", "utiliser Dame au parapluie ligne 2 main 4"),
        ("pl", "rozwiń rząd 1", "użyj Dama z parasolką rząd 2 ręka 4"),
    ],
)
def test_help_tells_a_form_of_use_that_works(tmp_path: Path, language: str, develop: str, told: str) -> None:
    game = kept_position(tmp_path, HOLDING_UMBRELLA)
    said = hear_game(tmp_path, game, "", develop, "help use", told, "quit", language=language)
    assert any(folded(line).startswith(folded(told)) for line in said)
    assert "cherry_lady" not in " ".join(said)
    assert played(tmp_path) == ["develop L1", "use umbrella_lady L2 H4"]


@pytest.mark.parametrize("language", ["en", "de", "fr", "pl"])
def test_use_without_what_it_needs_names_what_can_be_typed(tmp_path: Path, language: str) -> None:
    game = kept_position(tmp_path, CHERRY)
    said = hear_game(tmp_path, game, "", "develop L1", "use", "use cherry lady", language=language)
    swap = folded(copy_context().run(_word, language, "swap"))
    asked, *refused = [line for line in said if f"{swap} " in folded(line)]
    assert len(refused) == 2
    assert all(line.startswith(asked) for line in refused)


def _word(language: str, command: str) -> str:
    i18n.use(i18n.load(language))
    return commands()[command].word


def test_what_an_effect_can_not_do_is_refused_with_what_it_can(tmp_path: Path) -> None:
    said = heard(tmp_path, GIRL_AND_PORTER, "develop line 1", "develop line 1", "discard 2 3", "swap line 1 line 2")
    assert "The next card of River pile 1 is not turned up yet." in said
    assert said.count("First use the pending effects, or skip them.") == 2
    assert played(tmp_path) == ["develop L1"]


def test_short_words_of_the_base_game_stay_short(tmp_path: Path) -> None:
    """The commands of the expansion have no beginnings, and its cards give way to those of the base game."""
    said = heard(tmp_path, CHERRY, "develop line 1", "u", "why s", "where legendary sentinel")
    assert any(line.startswith("Undone: You placed Cherry Blossom Lady at Line 1") for line in said)
    assert any(line.startswith("Sentinel: ") for line in said)
    assert "There is no legendary sentinel that you can see." in said


def test_cards_of_the_expansion_in_play_are_named_and_answered(tmp_path: Path) -> None:
    position = CHERRY.replace("FMMMB", "FMsMh")
    said = heard(tmp_path, position, "why legendary", "why legendary s", "where umbr", "why rock")
    assert "'legendary' could be: Legendary Sentinel, Legendary Horseman." in said
    assert any(line.startswith("Legendary Sentinel at Line 3: ") for line in said)
    assert "There is no umbrella lady that you can see." in said
    unknown = next(line for line in said if line.startswith("There is no card called 'rock'"))
    assert unknown.endswith("Samurai.")
    assert "Legendary Horseman, " in unknown
    assert "Legendary Monk" not in unknown


def test_the_ryokan_is_answered(tmp_path: Path) -> None:
    said = heard(tmp_path, CHERRY, "where ryokan", "develop line 1", "where ryokan", "why ryokan")
    assert "Ryokan: nobody has it yet." in said
    assert said.count("Ryokan: yours, worth 4.") == 2
    assert any(line.startswith("Worth 4 or 7 to its owner.") for line in said)


def test_a_ronin_is_explained_with_the_ryokan(tmp_path: Path) -> None:
    said = heard(tmp_path, CHERRY, "why ronin")
    assert any("and the Ryokan if you have it" in line for line in said)


def test_the_ryokan_is_counted(tmp_path: Path) -> None:
    said = heard(tmp_path, CHERRY, "develop line 1", "score", "table")
    assert "Ryokan: 4 points." in said
    assert "Ryokan: yours, worth 4." in said


def test_of_two_travellers_with_the_same_effect_the_first_is_offered() -> None:
    game = Game.from_position(Position.from_text(HOLDING_UMBRELLA), ("Aiko", "Bruno"))
    game.play("develop L1")
    assert len(game.legal_actions()) == 91
    assert [action for action in offered(game.view(0)) if action.text.startswith("use cherry")] == []
    assert Action.from_text("use umbrella_lady L1 L2") in offered(game.view(0))
