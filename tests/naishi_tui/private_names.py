"""Private names of other libraries used in a file."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Sequence

FRAMEWORKS = {"textual", "rich", "asyncssh"}
PUBLIC = {"os._exit", "textual.__version__"}
"""Found by the search, but public."""
OF_TUPLES = {"_asdict", "_fields", "_make", "_replace"}
"""Public too, of named tuples."""

IN_CODE = re.compile(r"(?<=[\w)\]])\.(_[a-z]\w*)|\bimport (_[a-z]\w*)|['\"](_[a-z]\w*)['\"]")
"""In a text that is run, or names what a test replaces."""


def in_program(tree: ast.Module, known: Collection[str]) -> Iterator[str]:
    """Yield what a file of the app imports, asks of something else than `self`, or inherits.

    Args:
        tree: The file.
        known: Names that it is known to inherit.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in FRAMEWORKS:
            yield from (alias.name for alias in node.names if is_of_private_module(node) and alias.name[0].islower())
        elif isinstance(node, ast.Attribute) and is_private(node.attr) and not is_public(node):
            if not is_self(node.value) or node.attr in known:
                yield node.attr
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "_wrap":
            yield node.attr
        elif isinstance(node, ast.keyword) and is_private(node.arg or ""):
            yield str(node.arg)
        elif isinstance(node, ast.FunctionDef) and node.name in known:
            yield node.name


def is_public(node: ast.Attribute) -> bool:
    """Return whether a name is public, though it begins like a private one."""
    return node.attr in OF_TUPLES or ast.unparse(node) in PUBLIC


def in_test(tree: ast.Module) -> Iterator[str]:
    """Yield what a file of the tests imports, asks of something that isn't its own, or names in a text."""
    nodes = [*ast.walk(tree)]  # to walk takes longer than to look
    own = defined_in(nodes)
    of_classes = {each for node in nodes if isinstance(node, ast.ClassDef) for each in ast.walk(node)}
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            private = is_of_private_module(node)
            yield from (alias.name for alias in node.names if private or is_private(alias.name))
        elif isinstance(node, ast.Attribute) and is_private(node.attr) and node.attr not in OF_TUPLES:
            is_own = is_self(node.value) and node in of_classes and node.attr in own
            if not is_own and ast.unparse(node) not in PUBLIC:
                yield node.attr
        elif isinstance(node, ast.keyword) and is_private(node.arg or ""):
            yield str(node.arg)
    for text in texts_in(nodes):
        found = map("".join, IN_CODE.findall(f"'{text}'"))
        yield from (name for name in found if name not in own | OF_TUPLES and name != "_exit")


def defined_in(nodes: Iterable[ast.AST]) -> set[str]:
    """Return what a file defines: functions, classes, variables, and what its classes set on themselves."""
    own = set()
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            own.add(node.name)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and is_self(node.value):
            own.add(node.attr)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            own.add(node.id)
    return own


def texts_in(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """Yield the texts of a file, without what is only said about it."""
    said = {node.value for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in said:
            yield node.value


def is_of_private_module(node: ast.ImportFrom) -> bool:
    """Whether something is imported from a module of which a part of the name is private."""
    return any(map(is_private, (node.module or "").split(".")))


def names_in(node: ast.ClassDef) -> set[str]:
    """The private names that a class of ours defines, or asks of itself."""
    own = {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute) and is_self(each.value)}
    own |= {each.name for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}
    for line in node.body:
        if isinstance(line, ast.Assign | ast.AnnAssign):
            own |= {
                each.id for each in ast.walk(line) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
            }
    return {name for name in own if is_private(name)}


def is_private(name: str) -> bool:
    """Whether a name begins as private ones do; `_` alone translates."""
    return len(name) > 1 and name.startswith("_") and not name.startswith("__")


def is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in {"self", "cls"}
