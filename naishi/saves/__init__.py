"""Folder of saved games, with one writer at a time.

>>> saves = Saves(Path("saves"))                                # doctest: +SKIP
>>> with saves.create(naishi.Game.new(seed=7)) as opened:       # doctest: +SKIP
...     opened.game.play("give 1")
...     opened.save()
"""

from naishi.saves.folder import Saves
from naishi.saves.last_played import LastPlayed
from naishi.saves.listing import Problem, Summary, read_file
from naishi.saves.open_save import OpenGame, SpectatedGame

__all__ = ["LastPlayed", "OpenGame", "Problem", "Saves", "SpectatedGame", "Summary", "read_file"]
