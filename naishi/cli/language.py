"""The language of the command, set before anything is shown: help and wrong usage are answered in it as well."""

from __future__ import annotations

import gettext
from collections.abc import Sequence
from itertools import pairwise

from naishi.common import i18n
from naishi.settings.layers import read_plain
from naishi.settings.negotiation import negotiate, put_in_list, unknown

FLAG = "--language"


def speak(arguments: Sequence[str]) -> str:
    """Speak the language that the command line, the environment, the settings file or the system says.

    Click has its own sentences, which it takes from gettext's catalogue of the process: that is set as well, since
    this process is the command's.

    Args:
        arguments: The command line.

    Returns:
        A line about a language that isn't here; else nothing.
    """
    said = _said(arguments)
    layers, _more = read_plain({"language": said} if said else {})
    wanted = layers.effective.language
    code = negotiate(wanted)
    i18n.use(i18n.load(code))
    if code != i18n.ENGLISH:
        gettext.bindtextdomain("naishi", i18n.LOCALES)
        gettext.textdomain("naishi")
        put_in_list(code)
    return unknown(wanted)


def _said(arguments: Sequence[str]) -> str:
    """Find the language on a command line that is not understood yet: the last one, before `--`."""
    said = ""
    for word, following in pairwise((*arguments, "")):
        if word == "--":
            break
        if word == FLAG:
            said = following
        elif word.startswith(f"{FLAG}="):
            said = word.removeprefix(f"{FLAG}=")
    return said
