"""Shortcuts of app start-up, for fast tests.

The names of Textual's that are replaced or asked here are private, but for a few. Checked with textual 8.2.8.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from types import FunctionType
from typing import Any

import pytest
from rich.console import RenderableType
from textual import _callback, message_pump
from textual._compositor import Compositor
from textual.css import match, stylesheet
from textual.css.model import CombinatorType, RuleSet, Selector
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.message import Message
from textual.message_pump import MessagePump

_parse = Stylesheet._parse_rules
_render = Compositor.render_update
_dispatch = MessagePump._get_dispatch_methods
_prevent = MessagePump.prevent
_check = match._check_selectors
_NOTHING = nullcontext()
_parsed: dict[tuple[object, ...], list[RuleSet]] = {}


def take(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parse each stylesheet once for each set of colours, paint only where someone looks, and hash each PIN once."""
    parse_once(monkeypatch)
    ask_less(monkeypatch)
    monkeypatch.setattr(Compositor, "render_update", _render_for_eyes)
    monkeypatch.setattr(hashlib, "scrypt", cache(hashlib.scrypt))  # slow on purpose


def parse_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parse each stylesheet once for each set of colours."""
    monkeypatch.setattr(Stylesheet, "_parse_rules", _parse_once)
    monkeypatch.setattr(RuleSet, "__hash__", object.__hash__)  # Textual's says the same, but is a function in Python


def ask_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what Textual asks again with every message and every rule, though the answer is the same."""
    monkeypatch.setattr(MessagePump, "_get_dispatch_methods", _handlers)
    monkeypatch.setattr(MessagePump, "prevent", _prevent_if_any)
    monkeypatch.setattr(message_pump, "log", _NoLog())
    monkeypatch.setattr(_callback, "_count_parameters", _parameter_count)
    monkeypatch.setattr(stylesheet, "_check_selectors", _check_last_first)


def _handlers(self: MessagePump, method_name: str, message: Message) -> Iterator[Any]:
    """Look through the classes of a widget only where one of them has a handler that was declared for the message."""
    kind = type(self)
    if not _declared(kind).isdisjoint(type(message).__mro__):
        yield from _dispatch(self, method_name, message)
        return
    private = f"_{method_name}"
    if getattr(kind, private, None) is None and getattr(kind, method_name, None) is None:
        return
    for each in kind.__mro__:
        if message._no_default_action:
            break
        own = each.__dict__
        method = own.get(private) or own.get(method_name)
        if method is not None and not getattr(method, "_textual_on", None):
            yield each, method.__get__(self, each)


@cache
def _declared(kind: type[MessagePump]) -> frozenset[type[Message]]:
    """The kinds of messages that a class has handlers for by `@on`."""
    return frozenset(message for each in kind.__mro__ for message in each.__dict__.get("_decorated_handlers", ()))


def _prevent_if_any(self: MessagePump, *kinds: type[Message]) -> AbstractContextManager[None]:
    return _prevent(self, *kinds) if kinds else _NOTHING


class _NoLog:
    """What nobody reads: the log of every message, which is for Textual's own console."""

    @property
    def event(self) -> _NoLog:
        return self

    def verbosity(self, _verbose: bool) -> _NoLog:
        return self

    def __call__(self, *_said: object) -> None:
        pass


def _parameter_count(function: Callable[..., Any]) -> int:
    """Read from the code of a plain function what its signature would say."""
    if type(function) is not FunctionType or vars(function):
        return len(inspect.signature(function).parameters)
    code = function.__code__
    rest = bool(code.co_flags & inspect.CO_VARARGS) + bool(code.co_flags & inspect.CO_VARKEYWORDS)
    return code.co_argcount + code.co_kwonlyargcount + rest


def _check_last_first(selectors: list[Selector], path: list[DOMNode]) -> bool:
    """Ask first whether the widget itself is meant, as the last part of every selector says."""
    if not selectors[-1].check(path[-1]):
        return False
    if len(selectors) == 1 and selectors[0].combinator is CombinatorType.DESCENDENT:
        return True
    return _check(selectors, path)


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
