"""Locations of saves."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from naishi.common import paths
from naishi.common.paths import command, command_on, in_short, install, saves_folder


@pytest.fixture(autouse=True)
def no_choice_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NAISHI_SAVES", raising=False)


def test_the_option_goes_before_all(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NAISHI_SAVES", "/elsewhere")
    assert saves_folder(tmp_path) == tmp_path


def test_then_the_environment_and_the_home_folder_may_be_a_tilde(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/aiko")
    monkeypatch.setenv("NAISHI_SAVES", "~/games")
    assert saves_folder() == Path("/home/aiko/games")


def test_then_the_checkout_that_the_program_runs_from(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "naishi"\n')
    (tmp_path / "saves").mkdir()
    monkeypatch.setattr(paths, "CHECKOUT", tmp_path)
    assert saves_folder() == tmp_path / "saves"


@pytest.mark.parametrize("project", [None, '[project]\nname = "another"\n'])
def test_else_the_user_s_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, project: str | None) -> None:
    (tmp_path / "saves").mkdir()
    if project:
        (tmp_path / "pyproject.toml").write_text(project)
    monkeypatch.setattr(paths, "CHECKOUT", tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert saves_folder().name == "saves"
    assert saves_folder().parent.name == "naishi"


def test_a_user_without_a_home_has_folders_for_a_while(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As in a container that runs with the number of a user that nobody has entered anywhere."""

    def nobody(_number: int) -> None:
        raise KeyError

    monkeypatch.setenv("HOME", "to be put right again")
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", nobody)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    paths.ensure_home()
    own = tmp_path / f"naishi-{os.getuid()}"
    assert os.environ["HOME"] == str(own)
    assert all(each.is_relative_to(own) for each in (paths.data_folder(), paths.state_folder(), paths.settings_file()))


@pytest.fixture
def _nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Have no program on the path."""
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))


def put_program(folder: Path, name: str) -> Path:
    program = folder / name
    program.parent.mkdir(parents=True)
    program.touch(0o755)
    return program


def test_the_program_is_called_by_its_name_where_that_is_on_the_path(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(put_program(tmp_path / "bin", "naishi").parent))
    assert command() == "naishi"


@pytest.mark.usefixtures("_nowhere")
def test_elsewhere_as_it_was_started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = put_program(tmp_path / "a venv" / "bin", "naishi")
    monkeypatch.setattr(sys, "argv", [str(script)])
    assert command() == f"'{script}'"
    monkeypatch.setattr(sys, "argv", ["naishi/__main__.py"])
    assert command() == f"{sys.executable} -m naishi"
    python = put_program(tmp_path / "here", "python3.99")
    monkeypatch.setattr(sys, "executable", str(python))
    monkeypatch.setenv("PATH", str(python.parent))
    assert command() == "python3.99 -m naishi"


def test_a_folder_that_was_chosen_by_a_flag_is_named_in_what_continues_a_game(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(put_program(tmp_path / "bin", "naishi").parent))
    assert command_on(saves_folder()) == "naishi"
    assert command_on(tmp_path / "my games") == f"naishi --saves '{tmp_path}/my games'"
    monkeypatch.setenv("NAISHI_SAVES", str(tmp_path))
    assert command_on(tmp_path, "--plain") == "naishi --plain"


def test_packages_are_installed_from_the_checkout_that_it_runs_from(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(paths, "CHECKOUT", tmp_path)
    assert install("server", "web") == "pip install 'naishi[server,web]'"
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "naishi"\n')
    (tmp_path / "saves").mkdir()
    assert install("server", "web") == f"pip install -e '{tmp_path}[server,web]'"


def test_a_path_is_written_from_the_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/aiko")
    assert in_short(Path("/home/aiko/naishi/saves")) == "~/naishi/saves"
    assert in_short(Path("/srv/saves")) == "/srv/saves"
