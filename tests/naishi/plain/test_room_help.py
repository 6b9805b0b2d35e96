"""Help in the rooms of line mode."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from naishi.plain.console import Commands, commands
from naishi.plain.home import at_home
from naishi.plain.naishi.editor import editing, replaying
from naishi.plain.naishi.lessons import learning
from tests.naishi.plain.hearing import hear
from tests.naishi.plain.shared import POSITION, finished


@pytest.mark.parametrize(
    ("way", "room"),
    [
        ((), at_home),
        (("new Aiko Bruno", ""), commands),
        (("lesson 1",), learning),
        ((f"edit {POSITION}",), editing),
        (("replay {id}",), replaying),
    ],
)
def test_help_names_every_command_where_it_works(
    tmp_path: Path, way: tuple[str, ...], room: Callable[[], Commands]
) -> None:
    id_ = finished(tmp_path)
    said = hear(tmp_path, *(each.format(id=id_) for each in way), "help", "quit", "quit")
    named = {word.strip(" .") for line in said for word in line.partition(":")[2].split(",")}
    for_programs = {"view"}
    assert room().keys() - for_programs <= named
