"""Settings layers: precedence, and isolated faults."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from naishi.settings.check import load
from naishi.settings.schema import DEFAULTS, NAMES, Layers, kinds, read_plain

Values = dict[str, Any]


def _values() -> st.SearchStrategy[Values]:
    """Some settings, each with a value that is right."""
    each = {
        name: st.sampled_from(kind.values or (True, False))
        for name, kind in kinds().items()
        if kind.values or kind.type is bool
    }
    keys = st.dictionaries(st.sampled_from(["undo", "end", "swap"]), st.sampled_from(["f5", "f6", "f7"]), max_size=1)
    return st.fixed_dictionaries({}, optional={**each, "keys": keys, "language": st.sampled_from(["en", "pt_BR"])})


layers_of_values = st.builds(Layers, *[_values()] * 4, path=st.just(Path("settings.toml")))


@given(layers_of_values, st.sampled_from([name for name in NAMES if name != "keys"]))
def test_the_strongest_source_of_each_setting_holds(layers: Layers, name: str) -> None:
    sources = (layers.chosen, layers.flags, layers.environment, layers.file, vars(DEFAULTS))
    assert getattr(layers.effective, name) == next(source[name] for source in sources if name in source)


@pytest.mark.ci
@given(layers_of_values)
def test_a_choice_holds_and_changes_nothing_else(layers: Layers) -> None:
    chosen = layers.choose("ascii", not layers.effective.ascii)
    assert chosen.effective == replace(layers.effective, ascii=not layers.effective.ascii)
    assert (chosen.file, chosen.environment, chosen.flags) == (layers.file, layers.environment, layers.flags)
    assert not chosen.overridden_by("ascii")


@pytest.mark.ci
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(file=_values(), flags=_values(), name=st.sampled_from(["theme", "ascii", "pace"]), data=st.data())
def test_what_is_chosen_is_written_alone(tmp_path: Path, file: Values, flags: Values, name: str, data: Any) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("# mine\n" + "".join(f"{key} = {_toml(value)}\n" for key, value in file.items()))
    value = data.draw(st.sampled_from(kinds()[name].values or (True, False)))
    asyncio.run(load(flags, path).choose(name, value).write(name))
    assert tomllib.loads(path.read_text()) == file | {name: value}
    assert path.read_text().startswith("# mine\n")


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f'{name} = "{key}"' for name, key in value.items()) + "}"
    return str(value).lower() if isinstance(value, bool) else f'"{value}"'


def test_keys_are_overridden_one_by_one(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_text('[keys]\nundo = "z"\nend = "f9"\n')
    monkeypatch.setenv("NAISHI_KEYS", '{"end": "y"}')
    layers = load({"keys": {"swap": "w"}}, path)
    assert not layers.faults
    assert layers.effective.keys == {"undo": "z", "end": "y", "swap": "w"}


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("undo=z,redo=y", {"undo": "z", "redo": "y"}),
        (" undo = z , redo=Y ", {"undo": "z", "redo": "Y"}),
        ("choose=enter,space,undo=z", {"choose": "enter,space", "undo": "z"}),
        ("undo==", {"undo": "equals_sign"}),
        ("undo=z,=", {"undo": "z,equals_sign"}),
        ("undo=z,undo=y", {"undo": "y"}),
        ('{"undo": "z"}', {"undo": "z"}),
    ],
)
def test_keys_in_the_environment_are_written_like_the_flags_of_keys(
    path: Path, monkeypatch: pytest.MonkeyPatch, text: str, keys: Values
) -> None:
    monkeypatch.setenv("NAISHI_KEYS", text)
    layers = load({}, path)
    assert (layers.effective.keys, layers.faults) == (keys, ())


def test_it_is_known_what_overrides_a_setting(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_text('pace = "relaxed"\n')
    monkeypatch.setenv("NAISHI_THEME", "light")
    layers = load({"memory_aid": True, "hints": False}, path)
    overridden = {name: layers.overridden_by(name) for name in NAMES if layers.overridden_by(name)}
    assert overridden == {"theme": "NAISHI_THEME", "memory_aid": "--memory-aid", "hints": "--no-hints"}


def test_an_empty_variable_is_none(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAISHI_THEME", "")
    assert load({}, path) == read_plain({}, path)[0] == Layers(path=path)


@pytest.mark.parametrize("flags", [{}, {"theme": "terminal"}, {"ascii": False}])
@pytest.mark.parametrize("environment", [{}, {"NAISHI_THEME": "colour-blind"}, {"naishi_ascii": "On"}])
@pytest.mark.parametrize("text", ["", 'theme = "light"\nascii = true', 'theme = "pink"', "ascii = 7", "theme = ["])
def test_the_first_frame_looks_as_it_will_stay(
    path: Path, monkeypatch: pytest.MonkeyPatch, flags: Values, environment: Mapping[str, str], text: str
) -> None:
    path.write_text(text)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    (first, doubtful), layers = read_plain(flags, path), load(flags, path)
    assert (first.effective.theme, first.effective.ascii) == (layers.effective.theme, layers.effective.ascii)
    assert doubtful or first == layers


def test_what_is_plainly_right_needs_no_check(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAISHI_SAVES", "somewhere")
    monkeypatch.setenv("NAISHI_THEME", "light")
    path.write_text('theme = "terminal"\nhints = false\nlanguage = "fr"\n')
    layers, doubtful = read_plain({"ascii": True}, path)
    assert not doubtful
    assert layers == load({"ascii": True}, path)


@pytest.mark.parametrize(
    "text", ["theme = [", 'theme = "pink"', "hints = 7", 'speed = "high"', 'language = "x"', '[keys]\nundo = "z"']
)
def test_anything_else_is_doubtful(path: Path, text: str) -> None:
    path.write_text(text)
    assert read_plain({}, path)[1]


def test_so_is_a_bad_value_of_the_environment(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("naishi_pace", "7")
    assert read_plain({}, path)[1]


def test_the_first_frame_needs_no_pydantic(path: Path) -> None:
    path.write_text('theme = "light"\n')
    code = "import sys; from pathlib import Path; from naishi.settings.schema import read_plain\n"
    code += f"assert read_plain({{}}, Path({str(path)!r}))[0].effective.theme == 'light'\n"
    code += "print([name for name in sys.modules if name.split('.')[0] == 'pydantic'])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert result.stdout.strip() == "[]"
