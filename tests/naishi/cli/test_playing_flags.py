"""Settings as flags."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from naishi.settings.schema import NAMES, ON_A_SERVER_ONLY
from tests.naishi.cli.conftest import Run


def test_what_means_nothing_at_home_has_no_flag(run: Run) -> None:
    for name in ON_A_SERVER_ONLY:
        assert f"--{name}" not in run("--help").stdout


@pytest.mark.parametrize("name", sorted({*NAMES} - ON_A_SERVER_ONLY))
def test_every_setting_has_a_flag(run: Run, name: str) -> None:
    flag = "--key " if name == "keys" else f"--{name.replace('_', '-')} "
    assert flag in run("--help").stdout
    assert flag not in (own := run("resume", "--help").stdout), "twelve flags would bury what matters"
    assert "naishi --help lists them" in own


def test_flags_go_to_the_app(run: Run, app: list[Any]) -> None:
    flags = ("--no-ascii", "--theme", "light", "--pace", "instant", "--language", "pt_BR", "--key", "undo=z")
    assert run(*flags, "new", "--advice", "--key", "end=ctrl+e").exit_code == 0
    assert app[0][1]["flags"] == {
        "ascii": False,
        "theme": "light",
        "pace": "instant",
        "language": "pt_BR",
        "keys": {"undo": "z", "end": "ctrl+e"},
        "advice": True,
    }


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        (("--theme", "pink"), "Invalid value for '--theme': 'pink' is not one of"),
        (("--pace", "7"), "Invalid value for '--pace'"),
        (
            ("--language", "en; rm"),
            "Invalid value for '--language': language must be a language code, such as en or pt_BR.",
        ),
        (("--key", "undo"), "Invalid value for '--key': give a command and its key, as in undo=z"),
        (("--key", "undoo=z"), "Invalid value for '--key': There is no command called 'undoo'."),
        (("--key", "undo=zzz"), "Invalid value for '--key': There is no key called 'zzz'."),
        (("--key", "undo=,"), "Invalid value for '--key': No key was given for undo."),
    ],
)
def test_a_bad_flag_is_one_clear_line(run: Run, app: list[Any], flags: tuple[str, ...], says: str) -> None:
    result = run(*flags)
    assert result.exit_code == 2
    assert says in result.stderr.splitlines()[-1]
    assert not app


def test_the_folder_may_be_named_before_or_after_the_command(run: Run, save_id: str, tmp_path: Path) -> None:
    assert save_id in run("saves").stdout
    for arguments in (("--saves", tmp_path, "saves"), ("saves", "--saves", tmp_path)):
        assert save_id not in run(*arguments).stdout
    assert save_id in run("--saves", tmp_path, "saves", "--saves", tmp_path / "saves").stdout
