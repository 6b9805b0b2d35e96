"""App-wide state: settings, saves, wrong PINs."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from naishi.common import i18n
from naishi.common.i18n import negotiate, ngettext, unknown
from naishi.common.paths import save_files
from naishi.settings.schema import Layers, read_plain
from naishi.tabletop.pins import PinAttempts

if TYPE_CHECKING:
    from naishi.saves import Saves
    from naishi.saves.solved_exercises import Progress
    from naishi.settings.schema import Settings

FIRST_GAMES = 3
"""In how many games someone counts as new to the game."""

FAULTS_AT_HOME = 2
"""How many faults of the settings are shown at home; the screen of the settings shows all."""


class AppContext:
    """Handed to the parts of an app. Two apps in one process have one each.

    Args:
        layers: How the app looks and behaves; by default as if nothing were set.
        flags: What the command line says of settings; the environment and the file are then read too.
    """

    def __init__(self, folder: Path, layers: Layers | None = None, flags: Mapping[str, Any] | None = None) -> None:
        self.folder = folder
        self.pin_attempts = PinAttempts()
        self.on_change: Callable[[], None] = lambda: None
        self._flags = flags or {}
        self.layers, self.unchecked = layers or Layers(), False
        """The settings by source, as far as they are checked; and whether there are others to check."""
        if flags is not None:
            self.layers, self.unchecked = read_plain(flags)

    @property
    def settings(self) -> "Settings":
        """How the app looks and behaves; what isn't plainly right is checked when it is first needed."""
        return self.checked_layers().effective

    def checked_layers(self) -> Layers:
        if self.unchecked:
            from naishi.settings.check import load

            self.change(load(self._flags, self.layers.path))
        return self.layers

    def speak(self) -> None:
        wanted = self.layers.effective.language
        i18n.use(i18n.load(negotiate(wanted)) if wanted else i18n.current())

    def change(self, layers: Layers) -> None:
        before = self.layers.effective.language
        self.layers, self.unchecked = layers, False
        if layers.effective.language != before:
            i18n.switch(i18n.load(negotiate(layers.effective.language)))
        self.on_change()

    @property
    def trouble(self) -> str:
        faults = [*filter(None, (unknown(self.layers.effective.language), *self.layers.faults))]
        more = len(faults) - FAULTS_AT_HOME
        if more <= 0:
            return "\n".join(faults)
        rest = ngettext("And {count} more: see the settings.", "And {count} more: see the settings.", more)
        return "\n".join((*faults[:FAULTS_AT_HOME], rest))

    @cached_property
    def saves(self) -> "Saves":
        """The folder of saves; what reads it is imported only now, after the first frame."""
        from naishi.saves import Saves

        return Saves(self.folder)

    def nothing_saved(self) -> bool:
        """Return whether no game has been saved yet, without reading any."""
        if not self.folder.is_dir():
            return True
        with suppress(OSError):
            return next(save_files(self.folder), None) is None
        return False

    def mistakes_due(self) -> int:
        from naishi.saves.solved_exercises import count_due

        return count_due(self.folder, date.today())

    @property
    def is_newcomer(self) -> bool:
        return self.saves.has_at_most(FIRST_GAMES)

    @cached_property
    def progress(self) -> "Progress":
        from naishi.saves.solved_exercises import Progress

        return Progress()
