"""Generator of docs/keys.md: `.venv/bin/python docs/scripts/keys.py`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from naishi.settings.key_table import COMMANDS, groups
from naishi.settings.keymap import written

DOCUMENT = Path(__file__).parent.parent / "keys.md"
HEAD = """# Keys

All keys that can be chosen, by the names of their commands, with the usual ones. Press `t` in the settings to choose
them by pressing them. In the settings file they stand under `[keys]`, names with a dot in quotes; on the command line,
`--key "home.new=f7"`:

```toml
[keys]
undo = "z"
"home.new" = "f7,n"
```

No two commands of one screen can have the same key: the second one is refused, and both are named. What only a server
has gets in the way of no key at home, nor the other way round. Outside games, arrows, Enter, Esc, Tab and the like mean
the same for everybody, as do the digits of a round and the letters of cards and chapters; a refusal says what.

A command of a replay or of watched bots that is like one of the table, such as `replay.hands` and `memory`, has the key
that you have chosen for that, until you choose another one for it.

The last column is the word for the same in [line mode](line-mode.md). F1 shows the keys as you have chosen them.
(`docs/scripts/keys.py` makes this file.)

## By mouse

A click does what the cursor and Enter do: it chooses a card, an option or a line of a list, and a click at a key that
is named on the screen presses it. The wheel scrolls. The right button explains the card under it, as `?` does, and
chooses nothing; nor does the middle one. Rest the mouse on a card or on a named key to read about it in a few words.
Where a terminal is to select text itself, most do so while Shift is held.
"""


def document() -> str:
    """Return the text of docs/keys.md."""
    return "\n".join([HEAD, *_tables()])


def _tables() -> Iterator[str]:
    for title, commands in groups():
        rows = (_row(command) for command in commands)
        yield f"## {title}\n\n| command | keys | | in lines |\n|---|---|---|---|\n{chr(10).join(rows)}\n"


def _row(command: str) -> str:
    declared = COMMANDS[command]
    shown = " ".join(f"`{written(key)}`" for key in declared.keys.split(","))
    line = f"`{declared.line.word}`" if declared.line else ""
    return f"| `{command}` | {shown} | {declared.words.format(n=command[-1])} | {line} |"


if __name__ == "__main__":
    DOCUMENT.write_text(document(), "utf-8")
