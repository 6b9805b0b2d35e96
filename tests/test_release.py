"""Release: version, man page, completions, wheel."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

import pytest

from docs.scripts import man_page
from naishi.common.version import __version__
from naishi.tabletop.kinds import KINDS, keys, kind_of

PROJECT = Path(__file__).parent.parent
SHARE = PROJECT / "share"


def run(command: Sequence[str | Path], folder: Path = PROJECT, environment: Mapping[str, str] | None = None) -> str:
    """Run a command that succeeds, and return what it prints."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.ci
def test_the_version_is_the_same_everywhere() -> None:
    page = (SHARE / "man" / "man1" / "naishi.1").read_text("ascii")
    told = run([sys.executable, "-m", "naishi", "--version"]).split()[1]
    assert {version("naishi"), told, *re.findall(r'"Naishi ([^"]+)"', page)} == {__version__}


def test_the_metadata_says_who_has_written_it_as_the_licence_does() -> None:
    (author,) = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]["authors"]
    assert author["name"] in (PROJECT / "LICENSE").read_text("utf-8").splitlines()[2]


def test_the_man_page_is_that_of_the_commands() -> None:
    """If this fails: .venv/bin/python docs/scripts/man_page.py."""
    assert man_page.PAGE.read_text("ascii") == man_page.page()


def test_whoever_looks_for_a_game_finds_it_by_the_first_line_of_the_man_page_and_of_the_package() -> None:
    name = man_page.page().partition(".SH NAME\n")[2].partition("\n")[0]
    description = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]["description"]
    titles = [kind_of(key).title() for key in keys() if KINDS[key].startswith("naishi.games.")]
    assert len(titles) > 2
    assert [title for title in titles if title not in name or title not in description] == []


@pytest.mark.skipif(shutil.which("groff") is None, reason="needs groff")
def test_the_man_page_is_sound() -> None:
    done = subprocess.run(
        ["groff", "-man", "-ww", "-Tutf8", SHARE / "man" / "man1" / "naishi.1"], capture_output=True, check=True
    )
    assert done.stderr == b""


@pytest.mark.ci
@pytest.mark.parametrize(("typed", "completed"), [("naishi sco", ["score"]), ("naishi completion fi", ["fish"])])
def test_bash_completes_by_the_script_that_is_installed(typed: str, completed: list[str]) -> None:
    script = SHARE / "bash-completion" / "completions" / "naishi"
    tab = f"COMP_WORDS=({typed}); COMP_CWORD={typed.count(' ')}; _naishi_completion naishi"
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    code = f'. "{script}"; {tab}; echo "${{COMPREPLY[@]}}"'
    assert run(["bash", "-c", code], environment={**os.environ, "PATH": path}).split() == completed


def test_the_scripts_of_other_shells_ask_the_command_too() -> None:
    for path, shell in (("zsh/site-functions/_naishi", "zsh"), ("fish/vendor_completions.d/naishi.fish", "fish")):
        assert f"naishi completion {shell}" in (SHARE / path).read_text("ascii")


@pytest.mark.slow
def test_the_program_runs_with_the_lowest_versions_of_all_dependencies(tmp_path: Path) -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    needed = [*project["dependencies"], *extras["server"], *extras["web"], *extras["postgres"]]
    run([sys.executable, "-m", "venv", tmp_path / "venv"])
    python = tmp_path / "venv" / "bin" / "python"
    tests = [each for each in extras["test"] if re.match(r"hypothesis|pyte|syrupy", each)]
    run([python, "-m", "pip", "install", "-q", *[each.replace(">=", "==") for each in needed], *tests])
    environment = {**os.environ, "PYTHONPATH": str(PROJECT), "NAISHI_SAVES": str(tmp_path), "COLUMNS": "80"}
    listed = run([python, "-m", "naishi", "--help"], tmp_path, environment)
    commands = re.findall(r"^  ([a-z]+)  ", listed, re.MULTILINE)
    assert "arena" in commands
    for command in commands:
        assert "Usage: naishi" in run([python, "-m", "naishi", command, "--help"], tmp_path, environment)
    assert "62" in run([python, "-m", "naishi", "score", "FSABR/FMNRR"], tmp_path, environment)
    game = ["import naishi; print(naishi.Game.new(seed=7).record.model_dump_json())"]
    assert "river" in run([python, "-c", *game], tmp_path, environment)
    folders = ("cli", "plain/test_json_console.py", "saves", "server/database", "settings", "tabletop")
    tested = [f"tests/naishi/{each}" for each in folders] + [f"tests/naishi_tui/{each}" for each in ("saved", "ssh")]
    run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tested], environment=environment)


@pytest.mark.slow
def test_the_wheel_needs_no_checkout(tmp_path: Path) -> None:
    wheels, prefix, home = (tmp_path / name for name in ("wheels", "prefix", "home"))
    home.mkdir()
    run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", wheels, PROJECT])
    (wheel,) = wheels.iterdir()
    assert wheel.name == f"naishi-{__version__}-py3-none-any.whl"
    install = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-compile", "--ignore-installed"]
    run([*install, "--prefix", prefix, wheel])
    (package,) = prefix.glob("**/*-packages/naishi/__init__.py")
    before = sorted(prefix.rglob("*"))
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(home), "PYTHONPATH": str(package.parent.parent),
        "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "80",
    }  # fmt: skip

    def naishi(*arguments: str) -> str:
        return run([sys.executable, "-m", "naishi", *arguments], home, environment)

    where = "import naishi, naishi_tui; print([naishi.__file__, naishi_tui.__file__, naishi.__version__])"
    found = ast.literal_eval(run([sys.executable, "-c", where], home, environment))
    assert found == [str(package), str(package.parent.parent / "naishi_tui" / "__init__.py"), __version__]
    assert "62" in naishi("score", "FSABR / FMNRR")
    assert "rulebook" in naishi("saves")
    assert "Le jeu" in naishi("--language", "fr", "rules")
    assert "strong beats" in naishi("arena", "strong", "beginner", "--games", "6", "--workers", "1")
    assert '"version": 2' in naishi("record", "rulebook").splitlines()[0]
    shared = {path.relative_to(SHARE) for path in SHARE.rglob("*") if path.is_file()}
    assert shared <= {path.relative_to(prefix / "share") for path in (prefix / "share").rglob("*")}
    assert sorted(prefix.rglob("*")) == before  # nothing is written into the package
