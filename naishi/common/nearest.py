"""Nearest known name to a mistyped one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from naishi.common.errors import NaishiError
from naishi.common.i18n import _


def naming_nearest(error: NaishiError, typed: Iterable[str], known: Mapping[str, str]) -> NaishiError:
    """Return an error that also names what was meant perhaps; the same one if nothing is near.

    Args:
        error: What was wrong.
        typed: What was typed, in the ways that it can be read, the likeliest first.
        known: What could have been typed, and how each is written.
    """
    near = [found for text in typed for found in get_close_matches(text, known, 1)]
    return NaishiError(_("{why} Did you mean {word}?").format(why=error, word=known[near[0]])) if near else error
