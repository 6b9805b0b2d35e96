"""Weights file of the network: half precision, with provenance."""

import io
import json
import zipfile
import zlib
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np

from naishi.common.files import write_atomically
from naishi.common.i18n import BotNotReadyError, _
from naishi.games.naishi.bots.engine import expansion_features, features
from naishi.games.naishi.bots.engine.network import OUTPUTS, Evaluate, Floats, Network, by_network
from naishi.games.naishi.bots.engine.observation import Observations, is_wide

SHIPPED = Path(__file__).parents[1] / "weights" / "value.npz"
"""The weights of the bots; made by `naishi train`."""
EXPANSION = SHIPPED.with_name("expansion.npz")
"""The same for games with the expansion."""
STEP = 1 / 2048
"""Weights are rounded to multiples of this; they are about 0.15 in size."""


def save(path: Path, network: Network, provenance: Mapping[str, object]) -> None:
    layers = {f"layer{i}": (np.round(layer / STEP) * STEP).astype(np.float16) for i, layer in enumerate(network.layers)}
    file = io.BytesIO()
    np.savez_compressed(file, provenance=np.array(json.dumps(provenance, indent=1)), **layers)  # type: ignore[arg-type]
    write_atomically(path, file.getvalue(), mode=0o666)


def load(path: Path = SHIPPED) -> Network:
    """Read weights. Raises BotNotReadyError: they are missing or damaged."""
    try:
        with np.load(path, allow_pickle=False) as arrays:
            count = sum(name.startswith("layer") for name in arrays.files)
            layers = [arrays[f"layer{i}"].astype(np.float32) for i in range(count)]
        if not _sound(layers):
            raise ValueError("the layers don't fit each other, or hold numbers that aren't finite")
    except FileNotFoundError:
        raise BotNotReadyError(
            _(
                "The weights of the learned bots are missing ({path}). Reinstall Naishi, or play against another bot."
            ).format(path=path)
        ) from None
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise BotNotReadyError(
            _(
                "The weights of the learned bots are damaged ({path}). Reinstall Naishi, or play against another bot."
            ).format(path=path)
        ) from error
    return Network(layers)


def provenance(path: Path = SHIPPED) -> dict[str, object]:
    """Read the provenance of weights. Raises BotNotReadyError: the file is missing or damaged."""
    load(path)
    with np.load(path, allow_pickle=False) as arrays:
        found: dict[str, object] = json.loads(str(arrays["provenance"]))
    return found


@cache
def shipped(*, expansion: bool = False) -> Network:
    return load(EXPANSION if expansion else SHIPPED)


def shipped_evaluation() -> Evaluate:
    """Evaluate with the weights of the bots, each position with those of its game.

    Raises BotNotReadyError: Those of the base game are missing or damaged. Those of the expansion are read when they
    are asked for.
    """
    shipped()
    return _evaluate  # a function of the module, so that a bot can be pickled


def _evaluate(rows: Observations) -> Floats:
    return _evaluation(expansion=is_wide(rows))(rows)


@cache
def _evaluation(*, expansion: bool) -> Evaluate:
    return by_network(shipped(expansion=expansion))


def _sound(layers: list[np.ndarray[tuple[int, ...], np.dtype[np.float32]]]) -> bool:
    """Return whether the layers fit each other and hold finite numbers."""
    if len(layers) != 6 or any(matrix.ndim != 2 for matrix in layers[::2]):
        return False
    inputs = expansion_features.WIDTH if len(layers[0]) == expansion_features.WIDTH else features.WIDTH
    widths = pairwise([inputs, *(matrix.shape[1] for matrix in layers[:4:2]), OUTPUTS])
    shapes = [shape for wide, narrow in widths for shape in ((wide, narrow), (narrow,))]
    return [layer.shape for layer in layers] == shapes and all(bool(np.isfinite(layer).all()) for layer in layers)
