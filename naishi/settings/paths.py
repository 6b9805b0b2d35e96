"""Where saved games and settings are kept."""

from __future__ import annotations

import os
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
"""The folder that contains the package: the checkout, if it runs from one."""


def saves_folder(option: Path | None = None) -> Path:
    """Find the folder of saves; it need not exist yet.

    Args:
        option: The folder given on the command line. By default, `NAISHI_SAVES`, else `saves` in the checkout that
            the program runs from, else the user's data folder.
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
    """Return whether a folder is a checkout of this project with its folder of saves."""
    try:
        project = (folder / "pyproject.toml").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return 'name = "naishi"' in project.splitlines() and (folder / "saves").is_dir()


def settings_file() -> Path:
    """Return the path of the user's settings file."""
    from platformdirs import user_config_path

    return user_config_path("naishi", appauthor=False) / "settings.toml"
