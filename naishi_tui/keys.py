"""The keys of the table: one list, from which bindings, panels, the key line and the help are made."""

from __future__ import annotations

from dataclasses import dataclass

from textual.binding import Binding

from naishi.i18n import _


@dataclass(frozen=True, slots=True)
class Key:
    """A command of the table and the keys that give it."""

    id: str
    """Also the name of the screen's action, with its arguments in `action`."""
    keys: str
    """As Textual names them, with commas between; the first letter key is the one shown."""
    action: str
    shown: str
    """How the key is written on screen."""
    description: str


def table_keys() -> dict[str, Key]:
    """All keys of the table, by id."""
    return {
        key.id: key
        for key in (
            Key("choose", "enter,space", "choose", "Enter", _("choose the card under the cursor")),
            Key("back", "escape", "back", "Esc", _("one step back; at the start, leave the game (it is saved)")),
            Key("left", "left,h", "move(-1,0)", "←", _("move left")),
            Key("right", "right,l", "move(1,0)", "→", _("move right")),
            Key("up", "up,k", "move(0,-1)", "↑", _("move up")),
            Key("down", "down,j", "move(0,1)", "↓", _("move down")),
            *(
                Key(f"column_{n}", str(n), f"column({n - 1})", str(n), _("go to column {n}").format(n=n))
                for n in range(1, 6)
            ),
            Key("next", "tab", "next_target(1)", "Tab", _("next card that can be chosen")),
            Key("previous", "shift+tab", "next_target(-1)", "Shift+Tab", _("previous card that can be chosen")),
            Key("swap", "s", "begin('swap')", "s", _("bonus: swap two cards")),
            Key("discard", "d", "begin('discard')", "d", _("bonus: discard two River cards")),
            Key("bonus", "b", "bonus", "b", _("bonus: swap, then discard")),
            Key("decree", "i", "begin('decree')", "i", _("impose the imperial decree")),
            Key("recall", "r", "begin('recall')", "r", _("recall your emissaries")),
            Key("declare", "f", "begin('declare')", "f", _("declare the end of the game")),
            Key("end", "e", "end_turn", "e", _("end the turn")),
            Key("undo", "u", "undo", "u", _("take back the last action")),
            Key("redo", "ctrl+r", "redo", "^R", _("do again what was taken back")),
            Key("explain", "question_mark", "explain", "?", _("explain the card under the cursor")),
            Key("advice", "a", "advice", "a", _("advice: what the strong bot would do")),
            Key("faster", "plus", "pace(1)", "+", _("bots act faster, while you watch")),
            Key("slower", "minus", "pace(-1)", "-", _("bots act slower, while you watch")),
            Key("memory", "m", "memory", "m", _("what a perfect memory knows (memory aid)")),
            Key("log", "g", "log", "g", _("the whole log")),
            Key("rules", "f1", "rules", "F1", _("the rules and all keys")),
        )
    }


def table_bindings() -> list[Binding]:
    """The keys of the table as Textual binds them; a user's keymap may change them by id."""
    return [Binding(key.keys, key.action, key.description, id=key.id, show=False) for key in table_keys().values()]
