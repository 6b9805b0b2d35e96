"""Hosting documents: commands, systemd unit, container steps."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from naishi.cli.commands import naishi

PROJECT = Path(__file__).parent.parent
SERVER = (PROJECT / "docs" / "server.md").read_text("utf-8")
UNIT = PROJECT / "docs" / "naishi.service"
CONTAINER = (PROJECT / "Containerfile").read_text("utf-8").replace("\\\n", " ")
WORST = 1.5
"""Of 10: how exposed the unit may be, by `systemd-analyze security`."""


def step(word: str) -> list[str]:
    """What follows a word of the Containerfile, wherever it stands."""
    return re.findall(rf"^{word} +(.*)$", CONTAINER, re.MULTILINE)


def commands() -> Iterator[list[str]]:
    """The words behind `naishi` in each command, wherever it stands."""
    for block in re.findall(r"```(?:sh|console)\n(.*?)```", SERVER, re.DOTALL):
        for line in block.replace("\\\n", " ").splitlines():
            if (found := re.search(r"(?:^|[ /])naishi (?=serve|export|import|host|join)(.*)", line)) is not None:
                yield shlex.split(re.sub(r"\$\(.*?\)|[<>].*", "", found[1]), comments=True)
    yield shlex.split(re.findall(r"ExecStart=\S+ (.*)", UNIT.read_text("utf-8"))[0])
    yield json.loads(step("CMD")[-1])
    yield json.loads(re.findall(r"HEALTHCHECK .*CMD (\[.*\])", CONTAINER)[0])[1:]


COMMANDS = [*commands()]


@pytest.mark.parametrize("words", COMMANDS, ids=shlex.join)
def test_every_command_is_understood(words: list[str]) -> None:
    name, *arguments = words
    with click.Context(naishi) as context:
        naishi.commands[name].make_context(name, arguments, context, resilient_parsing=False)


def test_the_commands_were_found() -> None:
    found = {word for words in COMMANDS for word in words}
    assert {"--status", "--backup", "--check", "--reports", "--web", "--proxy", "export", "import"} <= found


def test_every_option_of_the_server_is_in_its_document() -> None:
    options = {name for each in naishi.commands["serve"].params for name in each.opts}
    assert {name for name in options if f"`{name}" not in SERVER and f" {name}" not in SERVER} == {"--help"} & options


def test_all_that_the_container_copies_is_there_and_all_that_the_package_is_built_of_is_copied() -> None:
    copied = [word for line in step("COPY") for word in line.split()[:-1]]
    assert [name for name in copied if not (PROJECT / name).exists()] == []
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = ["pyproject.toml", project["project"]["readme"], *wheel["packages"], *wheel["force-include"]]
    assert set(needed) <= set(copied)
    assert all(any(file.startswith(name) for name in copied) for file in project["project"]["license-files"])
    (extras,) = re.findall(r"'/src\[([\w,]+)\]'", CONTAINER)
    assert set(extras.split(",")) <= project["project"]["optional-dependencies"].keys()


def test_the_container_runs_as_a_user_with_one_volume_and_looks_how_it_is_doing() -> None:
    (user,), (volume,) = step("USER"), step("VOLUME")
    (made,) = (line for line in step("RUN") if "useradd" in line)
    assert f"--home-dir {volume} " in made
    assert made.endswith(f"chown {user}: {volume}")
    assert CONTAINER.index("\nUSER ") < CONTAINER.index("\nENTRYPOINT ")
    (started,), (asked,) = step("CMD"), step("HEALTHCHECK")
    assert f'"serve", "--data", "{volume}"' in started
    assert f'"serve", "--status", "--data", "{volume}"' in asked


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here")
def test_the_unit_is_as_sealed_as_the_document_says() -> None:
    result = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", f"--threshold={int(WORST * 10)}", str(UNIT)],
        capture_output=True,
        text=True,
        check=False,
    )
    if "unrecognized option" in result.stderr:
        pytest.skip("systemd-analyze is too old to look at a file")
    assert result.returncode == 0, result.stdout
    assert f"gives it {re.findall(r'naishi.service: ([0-9.]+)', result.stdout)[0]} of 10" in SERVER
