"""Reserved keys, described in words."""

from __future__ import annotations

from collections.abc import Mapping

from naishi.common.i18n import N_

Fixed = Mapping[str, str]
"""By key, what it does, in English."""

ARROWS: Fixed = dict.fromkeys(("left", "right", "up", "down"), N_("move the cursor"))
ENDS: Fixed = dict.fromkeys(("home", "end"), N_("go to the beginning or the end"))
PAGES: Fixed = dict.fromkeys(("pageup", "pagedown"), N_("go by a page"))
ESCAPE: Fixed = {"escape": N_("go back")}
ENTER: Fixed = {"enter": N_("choose what is under the cursor")}

LIST: Fixed = {**ARROWS, **ENTER, **ESCAPE, **PAGES, **ENDS}
TEXT: Fixed = {**LIST, "enter": N_("go back")}
FIELDS: Fixed = dict.fromkeys(("tab", "shift+tab", "up", "down"), N_("go to another field"))
OPTIONS: Fixed = dict.fromkeys(("left", "right"), N_("change the choice"))
FORM: Fixed = {**FIELDS, **OPTIONS, **ESCAPE, "enter": N_("begin the game")}
SETTINGS: Fixed = {**TEXT, **FIELDS, **OPTIONS}
ANSWERS: Fixed = {
    **ENTER,
    **ESCAPE,
    **dict.fromkeys(("left", "right", "tab", "shift+tab"), N_("go to the other answer")),
}

ROUND: Fixed = dict.fromkeys((*"0123456789", "backspace"), N_("type the number of a round"))
OPTIONS_BY_NUMBER: Fixed = dict.fromkeys("0123456789", N_("choose the option of that number"))
CARDS: Fixed = dict.fromkeys("mnaskhoxftrbMNASKHOXFTRB", N_("put a card by its letter"))
COLUMNS: Fixed = dict.fromkeys("12345", N_("go to a column"))
CHAPTERS: Fixed = dict.fromkeys("abcdefghilmnoprstuvwxyz", N_("go to a chapter"))
COVER: Fixed = {"enter": N_("show the cards")}
