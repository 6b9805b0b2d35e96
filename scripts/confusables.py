"""Generator of the lookalike table: `python scripts/confusables.py confusables.txt`.

The source is `confusables.txt` of Unicode's security mechanisms (UTS #39). The table has one line for each result, with
the characters that are drawn like it; all are hexadecimal. It holds only what is left of a name after NFKD and case
folding, so upper case and lower case share an entry:

* Where one of them is drawn like ASCII, that counts; where both are and differ, upper case counts (Greek eta is h, not
  n).
* Latin letters lose what distinguishes them from plain ones: strokes, hooks, being small capitals or turned.
* Elsewhere, what differs by a mark or a stroke is another letter, and stays one.
* Digits count as the letters that they stand for in "4nna" or "0tto"; those of other scripts count by what they are
  drawn like, else by their value.

The results are stored with the players of a server (`players.name_key`): who changes the table has to migrate them.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from naishi.common.files import write_atomically
from naishi.server.database.names import TABLE, folded

OWN = {
    **dict(zip("012345789", "olzeastbg", strict=True)),  # all different, so that numbers stay different: 6 stays 6
    "i": "l",
    **dict(zip("ʌɒλəĸŋȷ", "aaaeknj", strict=True)),
    "л": "л",  # in Unicode's table it is drawn like Greek lambda
}
"""What Unicode leaves out, or what we see differently, by its folded character."""

PLAIN = re.compile(r"LATIN (?:(?:SMALL|CAPITAL) LETTER|LETTER SMALL CAPITAL) ([A-Z])(?: WITH .+)?")
VARIANT = re.compile(r"LATIN .+ ([A-Z])(?: WITH .+)?")
"""Insular, turned, reversed letters and the like. They count as the plain one unless they are drawn like another."""
MODIFIER = re.compile(r"MODIFIER LETTER .+|ARABIC TATWEEL")
"""Counts as nothing, unless it is drawn like a letter: apostrophes, tones, and a line that stretches words."""


def prototypes(text: str) -> tuple[str, Mapping[str, str]]:
    """Read Unicode's file: its version, and what each character is drawn like."""
    version = re.search(r"^# Version: (\S+)$", text, re.MULTILINE)
    if version is None:
        raise click.ClickException("This is not Unicode's confusables.txt.")
    rows = (line.split("#")[0].split(";") for line in text.splitlines() if ";" in line.split("#")[0])
    return version[1], {decoded(source): decoded(target) for source, target, _kind in rows}


def decoded(codes: str) -> str:
    """Return the text of hexadecimal code points."""
    return "".join(chr(int(code, 16)) for code in codes.split())


class Maker:
    """Works out what each folded character counts as."""

    def __init__(self, prototypes: Mapping[str, str]) -> None:
        self._prototypes = prototypes

    def table(self) -> dict[str, str]:
        """Return what each folded character counts as, where that is something else."""
        everything = (chr(code) for code in range(sys.maxunicode + 1))
        # Hangul syllables fold to jamo, which look like something else only where they stand alone.
        keys = [c for c in everything if folded(c) == c and not unicodedata.name(c, "").startswith("HANGUL")]
        first = {key: self._counts_as(key) for key in keys}
        # An accent that a result loses can leave a letter that has a result itself.
        final = {key: self._followed(key, first) for key in keys}
        return {key: result for key, result in final.items() if result != key}

    def _counts_as(self, key: str) -> str:
        if key in OWN:
            return OWN[key]
        if key.isascii():
            return key
        if key.isdecimal():
            drawn = self._drawn(key)
            return drawn if drawn != key else str(unicodedata.decimal(key))
        results = [self._drawn(form) for form in (key.upper(), key.lower(), key) if len(form) == 1]
        ascii_ones = [result for result in results if result.isascii()]
        return ascii_ones[0] if ascii_ones else results[0]

    def _drawn(self, form: str) -> str:
        """What a character of one case is drawn like, folded."""
        name = unicodedata.name(form, "")
        if plain := PLAIN.fullmatch(name):
            return plain[1].lower()
        target = self._prototypes.get(form, form)
        result = folded(target)
        if MODIFIER.fullmatch(name):
            return result if result.isascii() else ""
        if len(result) < len(target) and not name.startswith("LATIN "):
            return folded(form)
        variant = VARIANT.fullmatch(name)
        return variant[1].lower() if variant and result == folded(form) else result

    def _followed(self, key: str, first: Mapping[str, str]) -> str:
        """Look a result up again until nothing changes; of characters that lead to each other the first counts."""
        seen, text = [key], first[key]
        while (after := "".join(first.get(c, c) for c in text)) != text:
            if text in seen:
                return min(seen[seen.index(text) :])
            seen.append(text)
            text = after
        return text


def lines(version: str, table: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of the table."""
    yield f"# Made by scripts/confusables.py from Unicode's confusables.txt {version}; licence: confusables.LICENSE."
    sources: dict[str, list[str]] = {}
    for key, result in sorted(table.items()):
        sources.setdefault(result, []).append(key)
    for result, keys in sorted(sources.items()):
        yield f"{coded(result)}: {' '.join(map(coded, keys))}".strip()


def coded(text: str) -> str:
    """Return the hexadecimal code points of a text."""
    return "+".join(f"{ord(c):x}" for c in text)


@click.command()
@click.argument("source", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def main(source: Path) -> None:
    """Make the table of characters that look alike from Unicode's confusables.txt."""
    version, known = prototypes(source.read_text("utf-8-sig"))
    table = Maker(known).table()
    write_atomically(TABLE, ("\n".join(lines(version, table)) + "\n").encode("ascii"), mode=0o644)
    click.echo(f"{len(table)} characters of Unicode {version} in {TABLE}.")


if __name__ == "__main__":
    main()
