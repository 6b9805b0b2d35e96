"""Renamed players of a saves folder."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from naishi.common.errors import NaishiError, SaveError, SaveNotWrittenError
from naishi.common.i18n import _, quoted
from naishi.saves import disk
from naishi.tabletop.players import clean_name, same_name

FILE = ".names.json"
SIZE_LIMIT = 100_000


class OwnNames:
    """What people who played under another name are called now.

    Games keep the names that they were played with: it is new games, and statistics, that go by this.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE

    def now(self, name: str) -> str:
        """Return what someone is called now who played under a name."""
        return self._read().get(name, name)

    def all(self) -> Mapping[str, str]:
        """Return the present name for each that was given up."""
        return self._read()

    def change(self, before: str, after: str, taken: Iterable[str] = ()) -> str:
        """Have someone be called otherwise from now on; return the name as it is kept.

        Args:
            before: Their name until now.
            after: The new one.
            taken: What the others are called.

        Raises:
            NaishiError: It is no name, or somebody else's, or it can't be stored.
        """
        if any(same_name(after, name) for name in taken):
            raise NaishiError(_("Another player is called {name}.").format(name=quoted(after)))
        after = clean_name(after)
        known = {old: after if new == before else new for old, new in self._read().items()}
        known[before] = after
        known.pop(after, None)  # back to a name from before
        known = {old: new for old, new in known.items() if old != new}
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            disk.write_atomically(self._file, json.dumps(known, ensure_ascii=False, indent=1).encode())
        except OSError as error:
            raise SaveNotWrittenError(_("The name can't be saved: {why}.").format(why=disk.reason(error))) from None
        return after

    def _read(self) -> dict[str, str]:
        """Read the file; one that can't be understood counts as none."""
        with suppress(OSError, SaveError, ValueError, NaishiError):
            found = json.loads(disk.read_file(self._file, SIZE_LIMIT))
            if isinstance(found, dict):
                return {clean_name(str(old)): clean_name(str(new)) for old, new in found.items()}
        return {}
