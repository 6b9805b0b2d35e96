"""PINs: hashed, salted, checked."""

from __future__ import annotations

import pytest

from naishi import NaishiError, Player
from naishi.tabletop.pins import check_pin, hash_pin


@pytest.mark.parametrize("pin", ["1", "1234", "correct horse battery", "ö" * 32, "秘密"])
def test_the_right_pin_opens_and_another_does_not(pin: str) -> None:
    hashed = hash_pin(pin)
    assert check_pin(pin, hashed)
    assert not check_pin(pin + "0", hashed)
    assert pin == "1" or pin not in hashed
    assert Player(name="A", pin=hashed).pin == hashed


def test_the_same_pin_is_never_hashed_the_same() -> None:
    assert hash_pin("1234") != hash_pin("1234")


def test_a_letter_typed_in_two_characters_is_the_same() -> None:
    assert check_pin("e\u0301", hash_pin("\u00e9"))


@pytest.mark.parametrize("pin", ["", "x" * 33, "a\nb", "\x1b", "\ud800"])
def test_what_can_not_be_a_pin_is_refused_and_opens_nothing(pin: str) -> None:
    with pytest.raises(NaishiError, match="1 to 32"):
        hash_pin(pin)
    assert not check_pin(pin, hash_pin("1234"))


@pytest.mark.parametrize("hashed", ["", "1234", "scrypt:1:1:1::", "scrypt:999999999:8:1:" + "0" * 32 + ":" + "0" * 64])
def test_what_is_no_hash_opens_nothing_and_costs_nothing(hashed: str) -> None:
    assert not check_pin("1234", hashed)
