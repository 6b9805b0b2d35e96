"""Stylesheets that all apps of a process share once they are parsed: a test opens an app, a hundred tests a hundred."""

from __future__ import annotations

from typing import Any

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

_parse = Stylesheet._parse_rules
_parsed: dict[tuple[object, ...], list[RuleSet]] = {}


def share(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parse each stylesheet once for each set of colours, and find rules as fast as Python does by itself."""
    monkeypatch.setattr(Stylesheet, "_parse_rules", _parse_once)
    monkeypatch.setattr(RuleSet, "__hash__", object.__hash__)  # Textual's says the same, but is a function in Python


def _parse_once(self: Stylesheet, css: str, **source: Any) -> list[RuleSet]:
    key = (css, *source.items(), *self._variables.items())
    if key not in _parsed:
        _parsed[key] = _parse(self, css, **source)
    return _parsed[key]
