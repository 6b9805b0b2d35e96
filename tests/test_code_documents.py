"""References in the documents for developers."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"
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
