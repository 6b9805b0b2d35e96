"""Where saved games are kept."""

from __future__ import annotations

import os
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
"""The folder that holds the package: the checkout, where it is run from one."""


def saves_folder(option: Path | None = None) -> Path:
    """Find the folder of saves; it need not exist yet.

    Args:
        option: What the person asked for; else `NAISHI_SAVES`, else `saves` in the checkout that the program runs
            from, else the place that the system has for a user's data.
    """
    if option is not None:
        return Path(os.path.expanduser(option))
    if chosen := os.environ.get("NAISHI_SAVES"):
        return Path(os.path.expanduser(chosen))
    if in_checkout(CHECKOUT):
        return CHECKOUT / "saves"
    from platformdirs import user_data_path

    return user_data_path("naishi", appauthor=False) / "saves"


def in_checkout(folder: Path) -> bool:
    """Tell whether a folder is a checkout of this project, with its folder of saves."""
    try:
        project = (folder / "pyproject.toml").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return 'name = "naishi"' in project.splitlines() and (folder / "saves").is_dir()


def settings_file() -> Path:
    """The file that holds a person's settings."""
    from platformdirs import user_config_path

    return user_config_path("naishi", appauthor=False) / "settings.toml"
