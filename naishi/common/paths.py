"""Locations of saved games, settings and crash reports."""

import os
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
"""The folder that contains the package: the checkout, if it runs from one."""
EXAMPLES = CHECKOUT / "naishi" / "saves" / "examples"
"""The example games in the package, where `pyproject.toml` puts them when it is built."""
SAVE_SUFFIX = ".naishi.json"
"""How the names of saved games end."""


def save_files(folder: Path) -> Iterator[Path]:
    """Find the files that look like saves; a missing folder has none. Raises OSError: the folder can't be read."""
    try:
        entries = os.scandir(folder)
    except FileNotFoundError:
        return
    with entries:
        for entry in entries:
            if entry.name.endswith(SAVE_SUFFIX) and not entry.name.startswith("."):
                yield folder / entry.name


def saves_folder(option: Path | None = None) -> Path:
    """Find the folder of saves; it need not exist yet.

    Args:
        option: The folder given on the command line. By default, `NAISHI_SAVES`, else that of the program.
    """
    chosen = option or os.environ.get("NAISHI_SAVES")
    return Path(os.path.expanduser(chosen)) if chosen else programs_folder()


def examples_folder(saves: Path) -> Path:
    """Find the example games that go with a folder of saves; it need not exist.

    They lie in it, as they do in a checkout. Those of an installed program lie in its package, and go with its folder.
    """
    inside = saves / "examples"
    return EXAMPLES if not inside.is_dir() and saves == programs_folder() else inside


def programs_folder() -> Path:
    """Return the folder of saves that is nobody's choice: in the checkout, else in the user's data folder."""
    return (CHECKOUT if in_checkout(CHECKOUT) else data_folder()) / "saves"


def in_checkout(folder: Path) -> bool:
    try:
        project = (folder / "pyproject.toml").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return 'name = "naishi"' in project.splitlines() and (folder / "saves").is_dir()


def command() -> str:
    """Return how the program is called from the shell that started it: by its name only where that is on the path."""
    import shutil

    if shutil.which("naishi"):
        return "naishi"
    if Path(sys.argv[0]).stem == "naishi" and (called := shutil.which(sys.argv[0])):
        return shlex.quote(called if os.path.isabs(sys.argv[0]) else sys.argv[0])
    python = Path(sys.executable or "python3")
    name = python.name if shutil.which(python.name) == str(python) else str(python)
    return f"{shlex.quote(name)} -m naishi"


def command_on(saves: Path, *flags: str) -> str:
    chosen = ("--saves", shlex.quote(str(saves))) if saves != saves_folder() else ()
    return " ".join((command(), *flags, *chosen))


def install(*extras: str) -> str:
    """Return the line that installs packages which only some commands need; from the checkout, where it runs in one."""
    wanted = ",".join(extras)
    if in_checkout(CHECKOUT):
        return f"pip install -e {shlex.quote(f'{CHECKOUT}[{wanted}]')}"
    return f"pip install 'naishi[{wanted}]'"


def in_short(folder: Path) -> str:
    """Return a path as people write it: from the home folder, where it lies there."""
    home = os.path.expanduser("~")
    inside = os.path.isabs(home) and folder.is_relative_to(home) and home != "/"
    return f"~/{folder.relative_to(home)}" if inside else str(folder)


def state_folder() -> Path:
    """Return the folder for what a program leaves that is neither a document nor a setting."""
    from platformdirs import user_state_path

    return user_state_path("naishi", appauthor=False)


def settings_file() -> Path:
    from platformdirs import user_config_path

    return user_config_path("naishi", appauthor=False) / "settings.toml"


def data_folder() -> Path:
    from platformdirs import user_data_path

    return user_data_path("naishi", appauthor=False)


def ensure_home() -> None:
    """Have a home folder for a while where there is none, as in a container that runs with a user by number alone."""
    if not os.path.isabs(os.path.expanduser("~")):
        import tempfile

        os.environ["HOME"] = os.path.join(tempfile.gettempdir(), f"naishi-{os.getuid()}")
