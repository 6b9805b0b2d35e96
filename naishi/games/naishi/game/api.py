"""Public names of `import naishi`, at run time: those in its stub, which type checkers and the reference read."""

import re
from pathlib import Path

_STUB = Path(__file__).parents[3].joinpath("__init__.pyi").read_text("utf-8")

HOMES = {name: module for module, name in re.findall(r"^from (\S+) import (\w+)", _STUB, re.MULTILINE)}
"""The module of each public name."""
