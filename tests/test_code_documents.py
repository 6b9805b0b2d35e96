"""Every step of docs/architecture.md leads to something that exists, in the file that it names."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parent.parent / "docs" / "architecture.md"
LINKS = sorted(set(re.findall(r"\[([\w.]+)\]\((\.\./[\w/]+\.py)\)", DOCUMENT.read_text("utf-8"))))


def names_in(path: Path) -> set[str]:
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
    return names


def test_there_are_three_walks() -> None:
    assert len(LINKS) >= 20


@pytest.mark.parametrize(("name", "file"), LINKS)
def test_a_step_leads_to_what_it_names(name: str, file: str) -> None:
    assert name in names_in((DOCUMENT.parent / file).resolve())
