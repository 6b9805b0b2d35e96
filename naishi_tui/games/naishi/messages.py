"""Messages from Naishi's screens to the app."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from naishi_tui.messages import Routed

if TYPE_CHECKING:
    from naishi.games.naishi.lessons.course import Place


@dataclass
class ShowTask(Routed):
    """Work on a task of a lesson or a puzzle."""

    place: "Place"
