"""Translatable texts in the code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

PROJECT = Path(__file__).parent.parent
FILES = sorted([*(PROJECT / "naishi").rglob("*.py"), *(PROJECT / "naishi_tui").rglob("*.py")])
TRANSLATING = {"_", "ngettext", "pgettext"}

TYPED = {"naishi/games/naishi/rules/cards.py": 1, "naishi/games/naishi/rules/scoring.py": 1}
"""Where English names of cards belong into a sentence: they are what a person may type."""


def is_translating(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TRANSLATING


def translates(node: ast.AST) -> bool:
    return any(map(is_translating, ast.walk(node)))


def run_at_import(node: ast.AST) -> Iterator[ast.AST]:
    """Everything that runs when a module is imported: not what functions do when they are called."""
    yield node
    for name, value in ast.iter_fields(node):
        if name == "body" and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, ast.AST):
                yield from run_at_import(each)


def glued(tree: ast.AST) -> Iterator[ast.expr]:
    """Translated texts within f-strings, sums, and joins."""
    for node in ast.walk(tree):
        match node:
            case ast.JoinedStr() if translates(node):
                yield node
            case ast.BinOp(op=ast.Add() | ast.Mod()) if translates(node.left) or translates(node.right):
                yield node
            case ast.Call(func=ast.Attribute(value=ast.Constant(), attr="join")) if translates(node):
                yield node
            case ast.Call(func=ast.Attribute(value=between, attr="join")) if is_translating(between):
                yield node


def english_cards(tree: ast.AST) -> Iterator[ast.expr]:
    """Cards that go into translated texts by their names in action texts."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=text, attr="format")) if is_translating(text):
                yield from (word.value for word in node.keywords if is_english_card(word.value))
            case ast.Call() if is_translating(node):
                yield from (word.value for word in node.keywords if is_english_card(word.value))


def is_english_card(value: ast.AST) -> bool:
    """Whether something is a card itself or the `str` of cards, where a noun should be."""
    for node in ast.walk(value):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            name, first = node.func.id, node.args[0]
            if (name == "str" and is_card(first)) or (name == "map" and ast.unparse(first) == "str"):
                return True
    return is_card(value)


def is_card(node: ast.AST) -> bool:
    return isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node).split(".")[-1] in {"card", "copy_of", "top"}


class Faults(NamedTuple):
    """What is wrong in a file: the numbers of lines."""

    early: list[int]
    glued: list[int]
    english_cards: list[int]


@cache
def faults(path: Path) -> Faults:
    """Look for everything at once: to parse all files takes longer than to look through them."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    early = [node for node in run_at_import(tree) if isinstance(node, ast.Call) and is_translating(node)]
    return Faults(*([node.lineno for node in found] for found in (early, [*glued(tree)], [*english_cards(tree)])))


def places(kind: str) -> dict[str, list[int]]:
    """The files with a fault of a kind, and its lines."""
    found = {str(path.relative_to(PROJECT)): getattr(faults(path), kind) for path in FILES}
    return {path: lines for path, lines in found.items() if lines}


def test_nothing_is_translated_when_a_module_is_imported() -> None:
    assert places("early") == {}


def test_sentences_are_not_glued_together() -> None:
    assert places("glued") == {}


def test_no_english_card_stands_in_a_translated_sentence() -> None:
    assert {path: at for path, at in places("english_cards").items() if len(at) > TYPED.get(path, 0)} == {}


@pytest.mark.parametrize(
    "code",
    [
        "f\"{_('a')} b\"",
        "_('a') + b",
        "', '.join(_('a') for a in b)",
        "_(', then ').join(b)",
        "f\"{ngettext('a', 'b', 2)}\"",
    ],
)
def test_glue_is_found(code: str) -> None:
    assert list(glued(ast.parse(code)))


@pytest.mark.parametrize(
    "code",
    ["_('{card}').format(card=card)", "_('{card}').format(card=str(card))", "_('{card}').format(card=action.card)"],
)
def test_an_english_card_is_found(code: str) -> None:
    assert list(english_cards(ast.parse(code)))
    assert not list(english_cards(ast.parse("_('{card}').format(card=card.noun)")))


@pytest.mark.parametrize(
    "code", ["A = _('a')", "@f(help=_('a'))\ndef f(): ...", "class A:\n  b = _('c')", "def f(a=_('b')): ..."]
)
def test_early_translation_is_found(code: str) -> None:
    assert any(map(is_translating, run_at_import(ast.parse(code))))
    assert not any(map(is_translating, run_at_import(ast.parse("def f():\n    return _('a')"))))


LONG = 40
"""Letters from which on a text for people is a sentence of a flow, which app and lines only show."""


def sentences(path: Path) -> Iterator[str]:
    """The long texts in a file that are translated."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {*TRANSLATING, "N_"}:
            texts = (each.value for each in node.args if isinstance(each, ast.Constant))
            yield from (text for text in texts if isinstance(text, str) and len(text) > LONG)


def test_no_sentence_of_the_app_stands_below_it_too() -> None:
    files: dict[str, set[str]] = {"naishi": set(), "naishi_tui": set()}
    for path in FILES:
        files[path.relative_to(PROJECT).parts[0]].update(sentences(path))
    assert all(files.values())
    assert files["naishi"] & files["naishi_tui"] == set()
