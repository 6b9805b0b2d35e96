"""Faulty weights files: one-line errors, other bots unaffected."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from naishi.bots import BotNotReadyError, make
from naishi.games.naishi.bots.engine import weights
from naishi.games.naishi.bots.engine.network import Network
from tests import forked
from tests.naishi.bots.shared import played


@pytest.fixture
def lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A place where the weights are looked for instead."""
    path = tmp_path / "value.npz"
    monkeypatch.setattr(weights, "SHIPPED", path)
    weights.shipped.cache_clear()
    yield path
    weights.shipped.cache_clear()


def test_the_shipped_weights_load_and_tell_where_they_come_from() -> None:
    weights.load()
    told = weights.provenance()
    assert told["made by"] == "naishi train"
    assert {"games", "minutes", "workers", "plan", "commit"} <= told.keys()


def test_the_shipped_weights_are_small() -> None:
    assert weights.SHIPPED.stat().st_size <= 250_000


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    network = Network.random(3)
    weights.save(tmp_path / "w.npz", network, {"games": 1})
    for layer, again in zip(network.layers, weights.load(tmp_path / "w.npz").layers, strict=True):
        assert np.allclose(layer, again, rtol=1e-3, atol=weights.STEP)
    assert weights.provenance(tmp_path / "w.npz") == {"games": 1}


@pytest.mark.parametrize("name", ["intermediate", "strong", "master"])
def test_missing_weights_are_told_in_a_line(name: str, lost: Path) -> None:
    with pytest.raises(BotNotReadyError, match="weights of the learned bots are missing") as error:
        make(name)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("damage", ["empty", "cut", "flipped", "foreign", "shape", "nan", "pickle"])
def test_damaged_weights_are_told_in_a_line(damage: str, lost: Path) -> None:
    whole = Path(weights.__file__).parents[1] / "weights" / "value.npz"
    data = whole.read_bytes()
    network = Network.random(1)
    if damage == "empty":
        lost.write_bytes(b"")
    elif damage == "cut":
        lost.write_bytes(data[: len(data) // 2])
    elif damage == "flipped":
        middle = len(data) // 2
        lost.write_bytes(data[:middle] + bytes(b ^ 255 for b in data[middle : middle + 100]) + data[middle + 100 :])
    elif damage == "foreign":
        lost.write_bytes(b"PK\x03\x04 this is no archive at all")
    elif damage == "pickle":
        np.savez(lost, layer0=np.array([{}], dtype=object), allow_pickle=True)
    else:
        network.layers[0] = network.layers[0][:-1] if damage == "shape" else network.layers[0] * np.nan
        weights.save(lost, network, {})
    with pytest.raises(BotNotReadyError, match="are damaged") as error:
        make("strong")
    assert "\n" not in str(error.value)


def test_the_other_bots_still_play_without_weights(lost: Path) -> None:
    assert played(("greedy", "random"), 1).outcome is not None


def test_the_command_tells_missing_weights_in_a_line(tmp_path: Path) -> None:
    lost = "from pathlib import Path\nfrom naishi.games.naishi.bots.engine import weights\n"
    lost += "weights.SHIPPED = Path('nowhere.npz')"
    result = forked.run("arena", "strong", "greedy", "--games", "2", before=lost)
    assert result.returncode == 1
    assert result.stderr.startswith(b"naishi: The weights of the learned bots are missing")
    assert len(result.stderr.splitlines()) == 1
