"""What can be typed in the position editor."""

from __future__ import annotations

from naishi.common.i18n import _, pgettext
from naishi.plain.commands import Commands, CommandWord, alone, by_id, common, looking, side, undoing


def editing() -> Commands:
    """The commands of the editor."""
    own = (
        CommandWord(
            "put", _("put"), _("put fort line 3"), _("Put a card in a place; on the far side: put fort their line 3.")
        ),
        CommandWord(
            "take",
            pgettext("a command", "take"),
            _("take river 2"),
            _("Take the top card off a pile; elsewhere, put a mountain."),
        ),
        CommandWord("pile", _("pile"), _("pile 2 rice fort"), _("All cards of a pile, the face-up one first.")),
        CommandWord(
            "row",
            _("row"),
            _("row line fort rice rice torii monk"),
            _("All five cards of a Line or Hand; row their line, on the far side."),
        ),
        CommandWord("add", pgettext("a command", "add"), _("add 2"), _("Slip a card of the box below a pile.")),
        CommandWord("drop", _("drop"), _("drop 2"), _("Take the lowest card of a pile away.")),
        alone("deal", _("deal"), _("Deal the face-down cards anew from all that lie nowhere else.")),
        CommandWord("discards", _("discards"), _("discards rice fort"), _("The discard pile, the oldest card first.")),
        CommandWord(
            "send",
            _("send"),
            _("send swap"),
            _("Send an emissary to swap, discard or decree; where none is left, recall them."),
        ),
        alone("turn", pgettext("a command", "turn"), _("Let the other player act.")),
        alone("stage", _("stage"), _("How far the turn is: begun, developed, bonus, scoring, gifts.")),
        alone("ending", _("ending"), _("Whether this is the last turn.")),
        alone("ryokan", _("ryokan"), _("With the expansion: who has the Ryokan, and which side lies up.")),
        side(),
        alone("check", _("check"), _("What is wrong with the position, if anything; and its text.")),
        alone("position", _("position"), _("The position as a text; with a text, take that one.")),
        alone("choices", _("choices"), _("The best actions with their chances; choices deep: more exactly.")),
        CommandWord("do", _("do"), _("do 1"), _("Do one of the choices.")),
        CommandWord(
            "play",
            pgettext("a command", "play"),
            _("play strong"),
            _("Play from here: play strong anew, play person same."),
        ),
    )
    of_a_game = (each for each in looking() if each.id not in {"pile", "last", "log", "memory"})
    return by_id(of_a_game, own, undoing(), common())
