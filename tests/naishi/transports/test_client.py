"""Commands of `ssh host COMMAND`."""

from __future__ import annotations

import shlex

import pytest

from naishi.transports.client import InitialCommand, Mode, parse_command

NAMES = ("O'Brien", "Rock'n'Roll", "L'Automne", "d'Artagnan", "players'", "'tis", "l’été")


@pytest.mark.parametrize("name", NAMES)
def test_an_apostrophe_in_a_name_is_no_quote(name: str) -> None:
    assert parse_command(f"player {name}") == InitialCommand(request=("player", name))
    assert parse_command(f"plain tournament join {name}") == InitialCommand(
        request=("tournament", "join", name), mode=Mode.PLAIN
    )


@pytest.mark.parametrize("name", [*NAMES, "two words", 'a "quoted" one', "it's two words"])
def test_what_was_quoted_for_a_shell_is_one_word(name: str) -> None:
    """As `naishi join` hands words on, and as people quote them."""
    assert parse_command(shlex.join(["player", name])) == InitialCommand(request=("player", name))
    assert parse_command(f'player "{name}"') == InitialCommand(request=("player", name)) or '"' in name


def test_what_is_too_long_or_cannot_be_printed_is_nothing() -> None:
    assert parse_command("player " + "x" * 400) is None
    assert parse_command("player \x1b[2J") is None
