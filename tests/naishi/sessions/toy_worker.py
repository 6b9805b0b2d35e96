"""Bot worker process that knows the toy."""

from __future__ import annotations

from naishi.bots.worker import main
from tests.naishi.tabletop.unison import register

if __name__ == "__main__":
    register()
    main()
