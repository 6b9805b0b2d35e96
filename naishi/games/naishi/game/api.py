"""Public names of `import naishi`, at run time: those in its stub, which type checkers and the reference read."""

import ast
from pathlib import Path

_STUB = ast.parse(Path(__file__).parents[3].joinpath("__init__.pyi").read_text("utf-8"))

HOMES = {name.name: each.module or "" for each in _STUB.body if isinstance(each, ast.ImportFrom) for name in each.names}
"""The module of each public name."""
