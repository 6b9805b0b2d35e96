"""Stylesheets parsed once for all apps.

Textual parses every stylesheet for every app; with the stock widgets' own that takes 0.1 s and some megabytes. Parsed
rules are never changed, so apps with the same colours can share them. Private, and named in this file alone, are
`Stylesheet._parse_rules`, `Stylesheet._process_component_classes` and `DOMNode._component_styles`. Checked with textual
8.2.8.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar
from weakref import WeakSet

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.dom import DOMNode

MOST = 2000
"""Parsed stylesheets that are kept: each of a few themes has fewer than a hundred."""


class SharedStylesheet(Stylesheet):
    """A stylesheet whose rules belong to all apps with the same variables."""

    _shared: ClassVar[dict[tuple[object, ...], list[RuleSet]]] = {}

    def __init__(self, *, variables: dict[str, str]) -> None:
        super().__init__(variables=variables)
        self._colours = variables
        self._colours_key: tuple[object, ...] | None = None
        self.components = WeakSet[DOMNode]()
        """The nodes that stand for parts of widgets, whose styles they have; nothing else lists those."""

    def _process_component_classes(self, node: DOMNode) -> None:
        super()._process_component_classes(node)
        self.components.update(styles.node for styles in node._component_styles.values() if styles.node is not None)

    def set_variables(self, variables: dict[str, str]) -> None:
        super().set_variables(variables)
        self._colours, self._colours_key = variables, None

    def _parse_rules(
        self, css: str, read_from: CSSLocation, is_default_rules: bool = False, tie_breaker: int = 0, scope: str = ""
    ) -> list[RuleSet]:
        if self._colours_key is None:
            self._colours_key = tuple(sorted(self._colours.items()))
        key = (self._colours_key, css, read_from, is_default_rules, tie_breaker, scope)
        if key not in self._shared:
            if len(self._shared) >= MOST:
                self._shared.clear()
            self._shared[key] = super()._parse_rules(
                css, read_from=read_from, is_default_rules=is_default_rules, tie_breaker=tie_breaker, scope=scope
            )
        return self._shared[key]

    def reparse(self) -> None:
        """Parse with the variables of now. Textual would do so in a stylesheet of its own class, which shares none."""
        self.parse()

    def copy(self) -> SharedStylesheet:
        """Copy the sources; the rules are shared anyway."""
        twin = SharedStylesheet(variables=self._colours.copy())
        twin.source = self.source.copy()
        return twin


def components_of(stylesheet: Stylesheet) -> Collection[DOMNode]:
    return stylesheet.components if isinstance(stylesheet, SharedStylesheet) else ()
