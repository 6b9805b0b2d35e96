from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, strategies as st
from pydantic import ValidationError

from naishi import Game, GameRecord, NaishiError, Options, Player
from naishi.tabletop.players import NAME_LENGTH, clean_name
from tests.naishi.playing import SEEDS, random_game


@given(SEEDS, st.integers(0, 60))
def test_a_record_is_a_document(seed: int, steps: int) -> None:
    record = random_game(seed, steps).record
    assert GameRecord.model_validate_json(record.model_dump_json()) == record


@given(SEEDS, st.integers(0, 60))
def test_a_record_replays_to_the_same_position(seed: int, steps: int) -> None:
    game = random_game(seed, steps)
    again = Game(GameRecord.model_validate_json(game.record.model_dump_json()))
    assert (again.position.to_text(), again.actions) == (game.position.to_text(), game.actions)


@given(SEEDS, st.integers(0, 20))
def test_a_record_keeps_what_was_taken_back(seed: int, undone: int) -> None:
    game = random_game(seed, 30)
    for _step in range(min(undone, len(game.actions))):
        game.undo()
    again = Game(GameRecord.model_validate_json(game.record.model_dump_json()))
    assert (again.position.to_text(), again.record) == (game.position.to_text(), game.record)


def test_a_record_spells_cards_and_actions_as_people_do() -> None:
    game = Game.new(seed=7, players=("Aiko", "Bruno"))
    game.play("give 1")
    document = json.loads(game.record.model_dump_json())
    assert document["actions"] == ["give 1"]
    assert document["deal"]["river"][0][0] == str(game.deal.river[0][0])


def document(**changes: Any) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(random_game(7, 6).record.model_dump_json())
    return made | changes


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"cursor": 7}, "The cursor is beyond the last action."),
        ({"cursor": -1}, "greater than or equal to 0"),
        ({"actions": ["fly"]}, "'fly' is not an action"),
        ({"actions": ["end"] * 1001}, "at most 1000"),
        ({"players": [{"name": "Aiko"}]}, "Field required"),
        ({"players": [{"name": "Aiko"}, {"name": "\u200b"}]}, "A player needs a name."),
        ({"players": [{"name": "Aiko"}, {"name": "Bruno", "kind": "Big Bot"}]}, "String should match pattern"),
        ({"options": {"undo": "sometimes"}}, "'free' or 'off'"),
        ({"extra": 1}, "Extra inputs are not permitted"),
        ({"deal": None}, "either with a deal or at a position"),
        ({"position": "FTR"}, "8 fields"),
        ({"position": Game.new(7).position.to_text()}, "either with a deal or at a position"),
    ],
)
def test_a_bad_record_says_what_is_wrong(changes: dict[str, Any], why: str) -> None:
    with pytest.raises((ValidationError, NaishiError), match=why):
        GameRecord.model_validate(document(**changes))


def test_an_illegal_action_in_a_record_is_named_with_its_number() -> None:
    record = GameRecord.model_validate(document(actions=["give 1", "give 2", "end"], cursor=3))
    with pytest.raises(NaishiError, match=r"Action 3 \(end\) is not allowed: Before ending your turn"):
        Game(record)


def test_an_illegal_action_among_those_taken_back_is_found_too() -> None:
    with pytest.raises(NaishiError, match=r"Action 1 \(pass\) is not allowed"):
        Game(GameRecord.model_validate(document(actions=["pass"], cursor=0)))


class TestNames:
    @pytest.mark.parametrize(
        ("text", "name"),
        [
            ("Aiko", "Aiko"),
            ("  Aiko   Mori ", "Aiko Mori"),
            ("Élodie", "Élodie"),
            ("E\u0301lodie", "Élodie"),
            ("Łukasz", "Łukasz"),
            ("愛子", "愛子"),
            ("Ai\x1b[31mko", "Ai[31mko"),
            ("Ai\nko", "Aiko"),
            ("Ai\u202eko", "Aiko"),
            ("Ai\u2028ko", "Aiko"),
            ("a" * 40, "a" * NAME_LENGTH),
            ("a" * 15 + " b", "a" * 15),
            ("z" + "\u0335" * 100, "z" + "\u0335" * 3),
            ("हिन्दी", "हिन्दी"),
            ("กิตติ", "กิตติ"),
            ("e\u200d\u0301", "é"),
            ("\u0301Aiko \u0301Mori", "Aiko Mori"),
            ("a\ufe0f1\u20e3\u034f", "a1"),
            ("न्" * 20, "न्" * 8),
            ("a" * 15 + "न्", "a" * 15),
        ],
    )
    def test_a_name_is_made_safe_to_draw(self, text: str, name: str) -> None:
        assert clean_name(text) == name

    @given(st.text(max_size=40))
    def test_a_clean_name_is_composed_short_and_stays_as_it_is(self, text: str) -> None:
        try:
            name = clean_name(text)
        except NaishiError:
            return
        assert 0 < len(name) <= NAME_LENGTH
        assert (clean_name(name), unicodedata.normalize("NFC", name)) == (name, name)

    @pytest.mark.parametrize("text", ["", "   ", "\x00", "\u200b\u200d", "\u0301", "\ufe0f"])
    def test_a_player_needs_a_name(self, text: str) -> None:
        with pytest.raises(NaishiError, match="A player needs a name"):
            clean_name(text)

    def test_a_player_without_a_name_is_refused_by_the_document(self) -> None:
        with pytest.raises(ValidationError, match="A player needs a name"):
            Player.model_validate({"name": " "})

    @pytest.mark.parametrize(
        ("make", "text"),
        [
            (lambda: Player(""), "name: A player needs a name."),
            (lambda: Player("Aiko", "Bot!"), "kind: String should match pattern '^[a-z0-9_-]{1,32}\\Z'"),
            (lambda: Options(undo="never"), "undo: Input should be 'free' or 'off'"),  # type: ignore[arg-type]
            (lambda: Options(expansion="x"), "expansion: Input should be 'legends-travellers'"),  # type: ignore[arg-type]
        ],
        ids=["no name", "no kind", "undo", "expansion"],
    )
    def test_what_no_player_or_option_can_be_is_said_in_one_line(self, make: Callable[[], object], text: str) -> None:
        with pytest.raises(NaishiError) as raised:
            make()
        assert str(raised.value) == text
