"""Ninjato as a kind of game: records, views, words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import naishi
from naishi.common.i18n import IllegalActionError, NaishiError, UnknownBotError
from naishi.games.ninjato import names
from naishi.games.ninjato.components import components
from naishi.games.ninjato.kind import NINJATO
from naishi.games.ninjato.legal import winning_plays
from naishi.games.ninjato.rules_help import FILE, REASONS
from naishi.games.ninjato.words import score_lines

NAMES = ("Aiko", "Bruno", "Chie")


def test_a_game_plays_undoes_and_is_read_again() -> None:
    game = NINJATO.new(NAMES, seed="7")
    begun = game.position_text()
    seat = game.awaited[0]
    game.play("dojo")
    game.play("draw deck")
    again = NINJATO.read(json.loads(json.dumps(game.document())))
    assert again.position_text() == game.position_text()
    again.undo()
    again.undo()
    assert again.position_text() == begun
    with pytest.raises(IllegalActionError):
        game.play("dojo", seat)
    assert NINJATO.progress(game) == f"round 1 of 7, {NAMES[seat]} to play"


def test_the_card_from_the_deck_is_in_no_other_view() -> None:
    game = NINJATO.new(NAMES, seed="7")
    seat = game.awaited[0]
    game.play("dojo")
    game.play("draw deck")
    for viewer in (None, *range(3)):
        view = NINJATO.view(json.loads(json.dumps(game.view(viewer).model_dump(mode="json"))))
        assert view == game.view(viewer)
        said = NINJATO.sentence(view.events[-1], NAMES, viewer)
        assert ("card" in view.events[-1].facts) == (viewer == seat)
        assert said.startswith("You draw a ") == (viewer == seat)


def test_a_spectator_has_nothing_to_choose() -> None:
    game = NINJATO.new(NAMES, seed="7")
    view = game.view(game.awaited[0])
    assert view.legal_actions
    assert view.refusal(view.legal_actions[0]) is None
    for watching in (view.unable(), game.view(None)):
        assert not watching.legal_actions
        assert watching.refusal(view.legal_actions[0])


def test_a_finished_game_explains_its_result() -> None:
    game = NINJATO.new(NAMES, seed="7")
    bot = NINJATO.bot("random", 1)
    while game.awaited:
        game.play(bot.choose(game.view(game.awaited[0])))
    lines = NINJATO.outcome(game.view(None), None)
    assert game.result is not None
    assert game.result.winners
    for name, points in zip(NAMES, game.result.points, strict=True):
        assert f"{name}: {points}" in lines
    assert any(name in lines[0] for name in NAMES)
    assert game.is_open


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(UnknownBotError):
        NINJATO.bot("genius", 1)
    with pytest.raises(NaishiError):
        NINJATO.new(("Aiko",))
    with pytest.raises(NaishiError):
        NINJATO.new(NAMES, {"wind": "strong"})
    with pytest.raises(NaishiError):
        NINJATO.read({})


def test_the_rules_explain_the_marks_of_the_board() -> None:
    (marks,) = next(section.paragraphs for section in NINJATO.rules() if section.title == "Marks on the table")
    for words in ("Taira, Minamoto and Go-Shirakawa", "f fan, s scroll, v vase, j jade and g gold", "r the rumours"):
        assert words in marks


def test_the_rules_list_every_card_and_say_which_values_are_assumed() -> None:
    sections = {section.title: section.paragraphs for section in NINJATO.rules()}
    box = components()
    lists = "\n".join(sections["What is in the box"])
    assert lists.count("(assumed)") == 8
    assert all(code in lists for code in (*box.decks["envoys"], *map(names.guard, box.flags)))
    assert "3: 12;" in lists
    first, *reasons = sections["What is assumed"]
    assert "The printed cards may differ: edit naishi/games/ninjato/data/components.json" in first
    assert len(reasons) == len(box.assumed)
    assert all(any(reason.rstrip(".") in said for said in reasons) for reason in box.assumed.values())
    assert set(box.assumed.values()) == set(REASONS)  # so each can be translated
    assert (Path(naishi.__file__).parent.parent / FILE).is_file()


def test_the_examples_of_the_rules_are_true() -> None:
    sections = {section.title: " ".join(section.paragraphs) for section in NINJATO.rules()}

    def beats(guard: str, mode: str, hand: str, *tiles: str) -> set[str]:
        return {play.text for play in winning_plays(tuple(hand.split()), tiles, mode, (guard,))}

    assert "Against a 4 by strength, a 5 wins; so does a 4 with an added 3, which counts 5" in sections["Raids"]
    assert beats("4", "strength", "3 4 5") >= {"play 5", "play 4 3"}
    assert "play 4" not in beats("4", "strength", "3 4 5")
    assert "play 1 kenjutsu" in beats("4", "strength", "1", "kenjutsu")
    assert "play 3" in beats("4", "stealth", "3")
    assert beats("1", "stealth", "1 3") == {"play 1 3"}
    assert "vase and 3 jade (19); scroll and 3 vases (15)" in sections["Treasures and prices"]
    assert "fan, 2 vases and gold (14)" in sections["Treasures and prices"]
    assert (
        "with three cards of Powerful Friends and five envoys you score 20; with four cards, 25" in sections["The end"]
    )


@pytest.mark.parametrize(("count", "words"), [(1, "1 card ×1 for 1 rumour"), (2, "2 cards ×2 for 2 rumours")])
def test_one_rumour_counts_as_one(count: int, words: str) -> None:
    game = NINJATO.new(NAMES, seed="7")
    rumours = [code for code in components().decks["rumours"] if code.startswith("goodwill:")][:count]
    position = game.view(None).table.copy()
    position.players[0].rumours = tuple(rumours)
    (line,) = (line for line in score_lines(position) if line.label == names.rumour("goodwill"))
    assert line.reasons[0] == words
