"""What the apps of the tests do only once or not at all: a test opens an app, a thousand tests a thousand."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

import pytest
from rich.console import RenderableType
from textual._compositor import Compositor
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

_parse = Stylesheet._parse_rules
_render = Compositor.render_update
_parsed: dict[tuple[object, ...], list[RuleSet]] = {}


def take(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parse each stylesheet once for each set of colours, paint only where somebody looks, and hash each PIN once."""
    parse_once(monkeypatch)
    monkeypatch.setattr(Compositor, "render_update", _render_for_eyes)
    monkeypatch.setattr(hashlib, "scrypt", cache(hashlib.scrypt))  # slow on purpose


def parse_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parse each stylesheet once for each set of colours."""
    monkeypatch.setattr(Stylesheet, "_parse_rules", _parse_once)
    monkeypatch.setattr(RuleSet, "__hash__", object.__hash__)  # Textual's says the same, but is a function in Python


def _parse_once(self: Stylesheet, *source: Any, **more: Any) -> list[RuleSet]:
    key = (source, *more.items(), *self._variables.items())
    if key not in _parsed:
        _parsed[key] = _parse(self, *source, **more)
    return _parsed[key]


def _render_for_eyes(self: Compositor, full: bool = False, **how: Any) -> RenderableType | None:
    """Leave out the frames of a terminal that isn't there; pictures and the words of a screen are full ones."""
    if full or self.root is None or not self.root.app.is_headless:
        return _render(self, full, **how)
    self._dirty_regions.clear()
    return None
