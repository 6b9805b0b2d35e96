"""The public names: `import naishi` offers those of the one list, and imports them when they are first used."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent.parent


def exported() -> list[str]:
    """The names that the one list exports for type checkers: `import X as X`."""
    tree = ast.parse((PROJECT / "naishi" / "api.py").read_text(encoding="utf-8"))
    aliases = [alias for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names]
    assert all(alias.asname == alias.name for alias in aliases)
    return sorted(alias.name for alias in aliases)


@pytest.mark.parametrize("first", ["", "import naishi.rules.perft, naishi.game.encoding; ", "dir(naishi); "])
def test_the_package_offers_the_names_of_the_one_list(first: str) -> None:
    code = f"import naishi; {first}from naishi import *; import sys\n"
    code += "print(sorted(name for name in naishi.__all__ if globals()[name] is getattr(naishi, name)))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=PROJECT)
    assert ast.literal_eval(result.stdout) == exported()


def test_the_package_has_no_other_names_and_imports_none_before_it_is_used() -> None:
    code = "import naishi, sys; print('naishi.api' in sys.modules, hasattr(naishi, 'nothing'), 'Game' in dir(naishi))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=PROJECT)
    assert result.stdout.split() == ["False", "False", "True"]
