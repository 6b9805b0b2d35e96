"""Shell completion."""

from __future__ import annotations

import pytest

from naishi.saves import Saves
from tests import forked
from tests.naishi.cli.conftest import Run


@pytest.mark.parametrize(
    ("shell", "asks"), [("bash", "bash_complete"), ("zsh", "zsh_complete"), ("fish", "fish_complete")]
)
def test_a_shell_gets_its_completion_script(run: Run, shell: str, asks: str) -> None:
    script = run("completion", shell).stdout
    assert f"_NAISHI_COMPLETE={asks}" in script


def test_the_shell_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"_NAISHI_COMPLETE": "bash_complete", "COMP_WORDS": "naishi res", "COMP_CWORD": "1"}.items():
        monkeypatch.setenv(name, value)
    assert forked.run().stdout.decode().splitlines() == ["plain,restore", "plain,resume"]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("arena strong bri", ["brief"]), ("arena gre", ["greedy"]), ("new --bot mas", ["master"]),
        ("--language p", ["pl"]), ("new --language d", ["de"]), ("arena --game ninjato gre", []),
    ],
)  # fmt: skip
def test_the_shell_completes_bots_and_languages(monkeypatch: pytest.MonkeyPatch, typed: str, found: list[str]) -> None:
    words = f"naishi {typed}"
    for name, value in {
        "_NAISHI_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    assert forked.run().stdout.decode().split() == [f"plain,{each}" for each in found]


@pytest.mark.parametrize("command", ["resume", "show", "check x", "--saves {saves} resume", "resume --saves {saves}"])
def test_the_shell_completes_the_id_of_a_game(
    monkeypatch: pytest.MonkeyPatch, saves: Saves, save_id: str, command: str
) -> None:
    words = f"naishi {command.format(saves=saves.folder)} {save_id[:2]}"
    for name, value in {
        "_NAISHI_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    assert forked.run().stdout.decode().splitlines() == [f"plain,{save_id}"]


def test_the_shell_completes_the_id_of_a_deleted_game(
    monkeypatch: pytest.MonkeyPatch, saves: Saves, save_id: str
) -> None:
    saves.delete(save_id)
    for name, value in {
        "_NAISHI_COMPLETE": "bash_complete",
        "COMP_WORDS": "naishi restore ",
        "COMP_CWORD": "2",
    }.items():
        monkeypatch.setenv(name, value)
    assert forked.run().stdout.decode().splitlines() == [f"plain,{save_id}"]


@pytest.mark.parametrize(("line", "found"), [("--admin un", ["unmute", "unban"]), ("un", []), ("--admin ban un", [])])
def test_the_shell_completes_the_verb_of_an_operator(
    monkeypatch: pytest.MonkeyPatch, line: str, found: list[str]
) -> None:
    words = f"naishi serve {line}"
    for name, value in {
        "_NAISHI_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
    }.items():
        monkeypatch.setenv(name, value)
    assert forked.run().stdout.decode().split() == [f"plain,{verb}" for verb in found]
