"""Arbitrary settings files and environments."""

from __future__ import annotations

import os
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from naishi.settings.check import load
from naishi.settings.schema import NAMES as SETTINGS, read_plain
from tests.fuzzing import examples

NAMES = st.sampled_from([*SETTINGS, "colour", "keys.undo", "\x1b[31m", "__class__", "a" * 300])
VALUES = st.one_of(
    st.booleans().map(lambda value: str(value).lower()),
    st.sampled_from(['"dark"', '"light"', '""', "nan", "1e999", "[]", "{}", "2026-11-21", "'''x\ny'''", "[[[[1]]]]"]),
    st.text(max_size=40).map(lambda text: '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'),
    st.integers().map(str),
)
LINES = st.lists(st.tuples(NAMES, VALUES), max_size=6)

often = settings(
    max_examples=examples(40, 300),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    deadline=None,
)


def check(path: Path) -> None:
    layers = load({}, path)
    found = layers.effective
    assert found.theme in {"dark", "light", "colour-blind", "terminal"}
    assert isinstance(found.ascii, bool)
    assert isinstance(found.keys, dict)
    for fault in layers.faults:
        assert fault.isprintable(), "one line, and nothing that a terminal would obey"
        assert len(fault) < 400
    first, doubtful = read_plain({}, path)
    assert doubtful or first == layers


@often
@given(data=st.binary(max_size=400))
def test_any_bytes_as_a_settings_file(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "settings.toml"
    file.write_bytes(data)
    check(file)


@pytest.mark.ci
@often
@given(lines=LINES)
def test_any_names_and_values_as_settings(tmp_path: Path, lines: list[tuple[str, str]]) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("\n".join(f"{name} = {value}" for name, value in lines), "utf-8", "surrogatepass")
    check(file)


@pytest.mark.ci
@often
@given(
    values=st.dictionaries(
        st.sampled_from([f"NAISHI_{name.upper()}" for name in SETTINGS]),
        st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=30),
        max_size=4,
    )
)
def test_any_environment(tmp_path: Path, values: dict[str, str]) -> None:
    with patch.dict(os.environ, values):
        check(tmp_path / "none.toml")


def test_a_folder_a_huge_file_and_a_deep_one_are_faults_of_one_line(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.mkdir()
    check(file)
    file.rmdir()
    file.write_text('theme = "' + "x" * 10_000_000 + '"')
    check(file)
    file.write_text("a = " + "[" * 100_000)
    check(file)
