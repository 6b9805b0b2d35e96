"""Documents, against the code."""

from __future__ import annotations

import ast
import doctest
import json
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest

from docs.scripts import keys, rules_document
from naishi.cli.commands import naishi

PROJECT = Path(__file__).parent.parent
DOCS = PROJECT / "docs"


def test_the_document_of_the_keys_is_that_of_their_table() -> None:
    assert keys.DOCUMENT.read_text("utf-8") == keys.document(), "run docs/scripts/keys.py"


def test_extras_are_installed_from_a_clone_since_the_project_is_on_no_index() -> None:
    documents = [PROJECT / "README.md", *DOCS.glob("*.md"), *(DOCS / "examples").glob("*.py")]
    assert [path.name for path in documents if re.search(r"pip install [^\n]*naishi\[", path.read_text("utf-8"))] == []


@pytest.mark.parametrize("name", ["library.md", "conformance.md"])
def test_the_lines_of_a_document_do_what_it_says(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECT)
    failed, tried = doctest.testfile(str(DOCS / name), module_relative=False)
    assert (failed, tried > 10) == (0, True)


def test_the_pages_of_the_rules_are_those_of_the_program() -> None:
    for path, text in rules_document.documents().items():
        assert path.read_text("utf-8") == text, f"{path.name}: run docs/scripts/rules_document.py"


def test_what_is_bold_in_the_rules_is_bold_in_every_language() -> None:
    """A blank before the closing asterisks, as French has before a colon, would leave them in sight."""
    assert [
        line for text in rules_document.documents().values() for line in text.splitlines() if re.search(r"\s\*\*", line)
    ] == []


ARCHITECTURE, FOLDERS, INSIDE, RECIPES = DOCUMENTS = tuple(
    DOCS / name for name in ("architecture.md", "folders.md", "inside-a-server.md", "recipes.md")
)
WALKS = {
    ARCHITECTURE: ("A key", "A bot's move", "A secret plan", "An offer on a server", "A flag that falls"),
    INSIDE: ("A line over SSH",),
}
LINK = re.compile(r"\[([\w.]+)\]\((\.\./[\w/]+\.py)\)")
LINKS = sorted({link for document in DOCUMENTS for link in LINK.findall(document.read_text("utf-8"))})


@cache
def names_in(path: Path) -> frozenset[str]:
    """Classes, functions, methods and variables, as `Class.method`."""
    names = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        match node:
            case ast.ClassDef(name=name, body=body):
                inner = (each for each in body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef))
                names |= {name, *(f"{name}.{each.name}" for each in inner)}
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                names.add(name)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
    return frozenset(names)


def sections(document: Path) -> dict[str, str]:
    """What stands below each heading of a document."""
    _title, *parts = document.read_text("utf-8").split("\n## ")
    return {heading: text for heading, _newline, text in (part.partition("\n") for part in parts)}


def steps(text: str) -> list[str]:
    """The numbered steps of a section."""
    return re.split(r"\n\d+\. ", text)[1:]


def files_named(document: Path) -> Iterator[str]:
    """The files and folders of ours that stand in code spans, by their whole paths."""
    yield from re.findall(r"`((?:naishi|naishi_tui|scripts|tests|docs)/[\w./]*)`", document.read_text("utf-8"))


@pytest.mark.parametrize(("document", "walk"), [(document, walk) for document in WALKS for walk in WALKS[document]])
def test_every_step_of_a_walk_leads_to_the_code(document: Path, walk: str) -> None:
    way = steps(sections(document)[walk])
    assert len(way) >= 4
    assert [step for step in way if not LINK.search(step)] == []


@pytest.mark.parametrize("document", WALKS, ids=lambda path: path.name)
def test_every_way_with_numbered_steps_is_a_walk(document: Path) -> None:
    assert tuple(heading for heading, text in sections(document).items() if steps(text)) == WALKS[document]


@pytest.mark.parametrize(("name", "file"), LINKS)
def test_a_link_leads_to_what_it_names(name: str, file: str) -> None:
    assert name in names_in((DOCS / file).resolve())


@pytest.mark.parametrize("document", [ARCHITECTURE, FOLDERS, RECIPES], ids=lambda path: path.name)
def test_every_file_that_is_named_exists(document: Path) -> None:
    named = list(files_named(document))
    assert named
    assert [file for file in named if not (DOCS.parent / file).exists()] == []


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
