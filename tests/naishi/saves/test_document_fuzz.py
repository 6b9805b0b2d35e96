"""Arbitrary file contents."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from naishi.common.i18n import NaishiError
from naishi.saves import document
from naishi.saves.salvage import salvage
from naishi.tabletop.kinds import kind_of
from tests.fuzzing import examples
from tests.naishi.tabletop import unison

pytestmark = pytest.mark.ci


def _toy() -> bytes:
    """A save of the toy, in the middle of a round."""
    unison.register()
    game = kind_of("unison").new(("Aiko", "Bruno", "Chika"), {}, "7")
    for seat, number in ((1, 3), (0, 2), (2, 1), (2, 3)):
        game.play(str(number), seat)
    return document.write(game.document(), "k4m", *[datetime(2026, 1, 31, tzinfo=UTC)] * 2)


WHOLE = [(Path(__file__).parent / "golden" / "version-1" / "midgame.naishi.json").read_bytes(), _toy()]
"""Of the card game, and of another."""

ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["give 1", "0 1", "fort", "naishi", "\x1b[2J"]),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
many = settings(
    max_examples=examples(120, 400), deadline=1000, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def refusal(read: Callable[[], object]) -> str:
    """What is said where reading is refused; nothing but a `NaishiError` may come."""
    try:
        read()
    except NaishiError as error:
        return str(error)
    return ""


def read_or_refused(content: bytes, tmp_path: Path) -> None:
    (path := tmp_path / "fuzzed").write_bytes(content)
    for read in (lambda: document.read(content), lambda: salvage(path)):
        said = refusal(read)
        assert said.isprintable()
        assert len(said) < 400


@many
@given(st.binary(max_size=200))
def test_any_bytes(tmp_path: Path, content: bytes) -> None:
    read_or_refused(content, tmp_path)


@many
@given(st.data())
def test_a_save_with_bytes_changed_put_in_or_left_out(tmp_path: Path, data: st.DataObject) -> None:
    content = bytearray(data.draw(st.sampled_from(WHOLE)))
    for _change in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(content)))
        end = min(len(content), start + data.draw(st.integers(0, 40)))
        content[start:end] = data.draw(st.binary(max_size=40))
    read_or_refused(bytes(content), tmp_path)


def fields(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to everything in a JSON value."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for name, part in parts for found in fields(part, (*path, name)))]


PLACES = [[(content, path) for path in fields(json.loads(content))[1:]] for content in WHOLE]


@many
@given(st.one_of([st.sampled_from(places) for places in PLACES]), ANYTHING)
def test_a_save_with_any_value_anywhere_and_a_right_checksum(
    tmp_path: Path, where: tuple[bytes, tuple[Any, ...]], value: Any
) -> None:
    content, path = where
    data = json.loads(content)
    place = data
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    try:
        data["checksum"] = document.checksum(data)
    except ValueError:
        data["checksum"] = "none: not a number"
    read_or_refused(json.dumps(data).encode(), tmp_path)
