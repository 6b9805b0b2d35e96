"""Answers to questions about a game, in lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from naishi.common.errors import NaishiError
from naishi.common.formats import listed
from naishi.common.i18n import _
from naishi.game.view import PlayerView
from naishi.plain import facts
from naishi.plain.commands import commands, find, find_card
from naishi.plain.settings_command import setting_lines
from naishi.rules.phase import Phase
from naishi.text.advised import advised
from naishi.text.reasons import reason
from naishi.text.rules_help import rules
from naishi.text.sentences import last_turn, sentences

if TYPE_CHECKING:
    from naishi.settings.layers import Layers


def answer(view: PlayerView, command: str, words: Sequence[str], layers: Layers) -> Iterator[str]:
    """Answer a question about a game.

    Raises:
        NaishiError: It can't be answered, or the settings don't want it to be.
    """
    match command:
        case "column":
            if len(words) != 1 or words[0] not in set("12345"):
                raise NaishiError(_("Say which column: column 1 to column 5."))
            return facts.column_lines(view, int(words[0]) - 1)
        case "why":
            if not words:
                raise NaishiError(_("Say which card: why rice."))
            return facts.why_lines(view, find_card(" ".join(words)))
        case "help":
            return _help(words)
        case "memory":
            if not layers.effective.memory_aid:
                raise NaishiError(_("The memory aid is off; it can be switched on in the settings."))
            return facts.memory_lines(view)
        case "settings":
            return setting_lines(layers)
        case "advice":
            return _advice(view, layers)
        case _:
            return _ANSWERS[command](view)


def _advice(view: PlayerView, layers: Layers) -> Iterator[str]:
    from naishi.bots import advise  # noqa: PLC0415 - numpy is not imported before somebody asks

    if not layers.effective.advice:
        raise NaishiError(_("Advice is off; it can be switched on in the settings."))
    found = advise(view)
    if not found:
        raise NaishiError(_("You can ask for advice only on your own turn."))
    for each in found:
        yield f"{advised(view, each.action, each.win_chance)} {reason(view, each.turn)}".rstrip()


def _possible(view: PlayerView) -> Iterator[str]:
    if not view.legal_actions:
        yield _("The game is over.") if view.phase is Phase.OVER else _("It is not your turn.")
    yield from facts.possible_lines(view)


def _help(words: Sequence[str]) -> Iterator[str]:
    if words:
        command = find(words[0], commands())
        yield _("{usage}: {help}").format(usage=command.usage, help=command.help)
        return
    yield _("Look: {words}.").format(
        words=_words("hand", "line", "river", "column", "theirs", "court", "pile", "score", "why")
    )
    yield _("Act: {words}. To see what is possible: what.").format(
        words=_words("develop", "swap", "discard", "decree", "recall", "declare", "end")
    )
    yield _("Look back: {words}.").format(words=_words("last", "log", "undo", "redo"))
    yield _(
        "The first letters of a word will do. More about a command: help develop. The rules: rules. To leave: quit."
    )
    yield _(
        "Before you pass the keyboard on, clear your terminal's history so that nobody can scroll back to your cards."
    )


def _words(*ids: str) -> str:
    """List commands as they are typed."""
    known = commands()
    return listed((known[each].word for each in ids), conjunction=False)


def rules_text() -> Iterator[str]:
    """The rules, a paragraph a line."""
    for section in rules():
        yield _("{title}:").format(title=section.title)
        yield from section.paragraphs


_ANSWERS: Mapping[str, Callable[[PlayerView], Iterator[str]]] = {
    "hand": facts.hand_lines,
    "line": facts.line_lines,
    "river": facts.river_lines,
    "theirs": facts.their_lines,
    "court": facts.court_lines,
    "pile": lambda view: iter((facts.discard_line(view),)),
    "score": facts.score_lines,
    "last": lambda view: sentences(view, last_turn(view)),
    "log": lambda view: sentences(view, view.events),
    "what": _possible,
    "rules": lambda _view: rules_text(),
}
