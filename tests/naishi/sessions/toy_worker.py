"""The process that runs bots, where the toy is a kind of game, too."""

from __future__ import annotations

from naishi.bots.worker import main
from tests.naishi.tabletop.unison import register

if __name__ == "__main__":
    register()
    main()
