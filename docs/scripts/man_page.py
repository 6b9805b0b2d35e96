"""Generator of the man page: `.venv/bin/python docs/scripts/man_page.py`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from naishi.cli.commands import naishi
from naishi.cli.group import CUT_OFF, INTERRUPTED, OF_USE_AT_ONCE, WRONG_USAGE
from naishi.common.version import __version__
from naishi.settings.schema import NAMES

PAGE = Path(__file__).parents[2] / "share" / "man" / "man1" / "naishi.1"

HEAD = """.\\" docs/scripts/man_page.py makes this file.
.TH NAISHI 1 "" "Naishi {version}" "Games"
.SH NAME
naishi \\- play the board games Naishi, Ninjato and Shogun in the terminal
.SH SYNOPSIS
{synopsis}
.SH DESCRIPTION
{description}
.PP
Without a command it opens the game. It draws on the whole terminal, from 60 columns and 20 rows up; with
.B \\-\\-plain
it writes lines of text, and with
.B \\-\\-json
objects for programs."""

ENVIRONMENT = {
    "NAISHI_SAVES": "The folder for saved games.",
    "NAISHI_THEME, NAISHI_LANGUAGE, …": "Any setting, by its name in capitals; flags count for more.",
    "NAISHI_DEBUG": "If it is set, an internal error shows where it happened.",
    "NO_COLOR": "If it is set, nothing is told by colours.",
}
STATUSES = {
    "0": "All went well.",
    "1": "Something that you can fix; one line on standard error says what.",
    str(WRONG_USAGE): "The command was used wrongly, or there is no terminal.",
    str(INTERRUPTED): "Ctrl+C ended it.",
    str(CUT_OFF): "What reads its output has gone.",
}


def page() -> str:
    """Return the man page, in the language of man."""
    context = click.Context(naishi, info_name="naishi")
    head = HEAD.format(version=__version__, synopsis=_usage(context), description=_written(naishi.help or ""))
    own = [(option.name in {*NAMES} - OF_USE_AT_ONCE, option.get_help_record(context)) for option in naishi.params]
    lines = [head, ".SH COMMANDS", *_commands(context)]
    for title, settings in (("OPTIONS", False), ("SETTINGS, FOR ONE RUN", True)):
        lines += [f".SH {title}", *_list(record for is_setting, record in own if record and is_setting is settings)]
    lines += [".SH ENVIRONMENT", *_list(ENVIRONMENT.items()), ".SH EXIT STATUS", *_list(STATUSES.items())]
    return "\n".join([*lines, ".SH EXAMPLES", _written(naishi.epilog or "")]) + "\n"


def _commands(context: click.Context) -> Iterator[str]:
    for name in naishi.list_commands(context):
        command = naishi.get_command(context, name)
        if command is None or command.hidden:
            continue
        inner = click.Context(command, info_name=name, parent=context)
        yield from (".SS " + _escaped(f"naishi {name}"), _usage(inner), ".PP", _written(command.help or ""))
        yield from _list(record for option in command.params if (record := option.get_help_record(inner)))


def _usage(context: click.Context) -> str:
    pieces = context.command.collect_usage_pieces(context)
    return f".B {_escaped(context.command_path)}\n{_escaped(' '.join(pieces))}"


def _written(text: str) -> str:
    """Write paragraphs; click marks those whose lines are kept."""
    return "\n.PP\n".join(
        f".nf\n{_lines(each.removeprefix(chr(8)))}\n.fi" if each.startswith("\b") else _escaped(" ".join(each.split()))
        for each in text.split("\n\n")
    )


def _lines(text: str) -> str:
    return "\n".join(_escaped(line) for line in text.strip("\n").splitlines())


def _list(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    for term, meaning in rows:
        if meaning:  # arguments have none of their own: the command explains them
            yield f".TP\n.B {_escaped(term)}\n{_escaped(' '.join(meaning.split()))}"


def _escaped(text: str) -> str:
    safe = text.replace("\\", "\\e").replace("-", "\\-")
    if safe.startswith((".", "'")):
        safe = rf"\&{safe}"
    return "".join(each if each.isascii() else f"\\[u{ord(each):04X}]" for each in safe)


if __name__ == "__main__":
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(page(), encoding="ascii")
