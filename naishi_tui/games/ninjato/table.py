"""Table of Ninjato: the keys of a raid."""

from typing import ClassVar

from textual.binding import BindingType

from naishi_tui.messages import bindings_of
from naishi_tui.table.table import GameTable


class NinjatoTable(GameTable):
    """A table on which a raid has keys of its own."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("raid.banzai", "raid.retreat", "raid.give_up")]
