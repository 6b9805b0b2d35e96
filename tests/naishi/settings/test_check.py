"""Faults of settings: all reported, and the rest holds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest

from naishi.settings.check import load
from naishi.settings.schema import DEFAULTS, NAMES, variable


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("undo", "NAISHI_KEYS must assign keys to commands, as in undo=z,redo=y."),
        ("=z", "NAISHI_KEYS must assign keys to commands, as in undo=z,redo=y."),
        ("[1]", "NAISHI_KEYS must assign keys to commands, as in undo=z,redo=y."),
        ('{"undo": 1}', "NAISHI_KEYS must assign keys to commands, as in undo=z,redo=y."),
        ('{"undo":', "NAISHI_KEYS must assign keys to commands, as in undo=z,redo=y."),
        ("undo=", "NAISHI_KEYS: No key was given for undo."),
        ("undoo=z", "NAISHI_KEYS: There is no command called 'undoo'."),
        ("undo=zzz", "NAISHI_KEYS: There is no key called 'zzz'."),
        ("undo=e", "NAISHI_KEYS: e can't be the key for undo: it is already the key for end."),
    ],
)
def test_keys_in_the_environment_that_are_wrong_are_one_fault(
    path: Path, monkeypatch: pytest.MonkeyPatch, text: str, fault: str
) -> None:
    monkeypatch.setenv("NAISHI_KEYS", text)
    layers = load({}, path)
    assert (layers.effective.keys, layers.faults) == ({}, (fault,))


def test_every_fault_is_reported_and_the_rest_holds(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_text('theme = "pink"\nspeed = 1\nascii = true\n\n[keys]\nundo = "z"\nend = "z"\nrecall = "<any>"\n')
    monkeypatch.setenv("NAISHI_PACE", "7")
    monkeypatch.setenv("NAISHI_KEYS", "{")
    monkeypatch.setenv("NAISHI_ADVICE", "off")
    layers = load({"keys": {"swap": "z", "log": "f9"}}, path)
    assert layers.faults == (
        "settings.toml, line 1: theme must be one of: dark, light, colour-blind, terminal.",
        "settings.toml, line 2: There is no setting called 'speed'.",
        "settings.toml, line 8: There is no key called '<any>'.",
        "settings.toml, line 7: z can't be the key for end: it is already the key for undo.",
        "NAISHI_PACE must be one of: instant, quick, relaxed.",
        "NAISHI_KEYS must assign keys to commands, as in undo=z,redo=y.",
        "--key: z can't be the key for swap: it is already the key for undo.",
    )
    assert layers.effective == replace(DEFAULTS, ascii=True, advice=False, keys={"undo": "z", "log": "f9"})


@pytest.mark.parametrize("name", NAMES)
def test_one_bad_variable_spoils_no_other(path: Path, name: str) -> None:
    good = {"theme": "light", "ascii": "1", "pace": "instant", "language": "fr"}
    environment = {variable(each): value for each, value in good.items()} | {variable(name): "??"}
    with patch.dict("os.environ", environment):
        layers = load({}, path)
    assert len(layers.faults) == 1
    assert name in layers.faults[0] or variable(name) in layers.faults[0]
    assert layers.environment.keys() == good.keys() - {name}
