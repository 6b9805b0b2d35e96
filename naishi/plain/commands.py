"""The words that can be typed: found by any unambiguous beginning, in English and in the language of the moment."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from naishi.common.errors import InvalidActionError, NaishiError
from naishi.common.formats import listed
from naishi.common.i18n import _, quoted
from naishi.game.bot_names import levels
from naishi.plain.console import to_ascii
from naishi.rules.actions import Action
from naishi.rules.cards import BASE_CARDS, Card
from naishi.text.sentences import card as card_name

ACTIONS = {"give", "develop", "swap", "discard", "decree", "recall", "declare", "end", "pass", "copy"}
"""The commands that play."""


class CommandWord(NamedTuple):
    """A word that can be typed."""

    id: str
    """The English word."""
    word: str
    """The word in the language of the moment."""
    usage: str
    """The whole line, with what follows the word."""
    help: str


class UnknownCommandError(NaishiError):
    """Nothing that can be typed; the text names the nearest command."""


def commands() -> Mapping[str, CommandWord]:
    """All commands by id, in the language of the moment."""
    return {command.id: command for command in (*_looking(), *_acting(), *_managing())}


def _looking() -> tuple[CommandWord, ...]:
    return (
        CommandWord("hand", _("hand"), _("hand"), _("Your Hand.")),
        CommandWord("line", _("line"), _("line"), _("Your Line.")),
        CommandWord("river", _("river"), _("river"), _("The face-up cards of the River.")),
        CommandWord("column", _("column"), _("column 3"), _("All cards of one column: River, Line, Hand, their Line.")),
        CommandWord("theirs", _("theirs"), _("theirs"), _("The other player's Line and free emissaries.")),
        CommandWord("court", _("court"), _("court"), _("The free spots at court, and the free emissaries.")),
        CommandWord("pile", _("pile"), _("pile"), _("The card on top of the discard pile.")),
        CommandWord("score", _("score"), _("score"), _("Your points if the game ended now, with reasons.")),
        CommandWord("why", _("why"), _("why rice"), _("Why a card scores what it does, and its rule.")),
        CommandWord("last", _("last"), _("last"), _("What the other player did last.")),
        CommandWord("log", _("log"), _("log"), _("Everything that has happened.")),
        CommandWord("what", _("what"), _("what"), _("What you can do now.")),
        CommandWord("memory", _("memory"), _("memory"), _("What a perfect memory knows, if the memory aid is on.")),
        CommandWord("advice", _("advice"), _("advice"), _("What the strong bot would do.")),
    )


def _acting() -> tuple[CommandWord, ...]:
    return (
        CommandWord("give", _("give"), _("give 1"), _("Before the first turn: give away dealt card 1 or 2.")),
        CommandWord(
            "develop", _("develop"), _("develop line 4"),
            _("Replace your card at Line 4 or Hand 4 with the card at River 4. In short: develop L4."),
        ),
        CommandWord(
            "swap", _("swap"), _("swap line 1 line 5"),
            _("Bonus: swap two River cards, two in your Line, two in your Hand, or Line and Hand in one column."),
        ),
        CommandWord("discard", _("discard"), _("discard river 2 river 5"), _("Bonus: discard two River cards.")),
        CommandWord(
            "decree", _("decree"), _("decree hand 3"),
            _("Exchange a card with the other player's at the same place; only once per game."),
        ),
        CommandWord("recall", _("recall"), _("recall"), _("Recall your emissaries; this takes your whole turn.")),
        CommandWord("declare", _("declare"), _("declare"), _("Declare the end; the other player has one last turn.")),
        CommandWord("end", _("end"), _("end"), _("End your turn.")),
        CommandWord("pass", _("pass"), _("pass"), _("Pass, when nothing else is possible.")),
        CommandWord("copy", _("copy"), _("copy hand 3 advisor"), _("At the end: what your ninja copies.")),
    )  # fmt: skip


def _managing() -> tuple[CommandWord, ...]:
    return (
        CommandWord("undo", _("undo"), _("undo"), _("Undo the last action.")),
        CommandWord("redo", _("redo"), _("redo"), _("Redo what was undone.")),
        CommandWord("retry", _("retry"), _("retry"), _("Ask a failed bot again.")),
        CommandWord("replace", _("replace"), _("replace strong"), _("Replace a failed bot with another.")),
        CommandWord(
            "rematch", _("rematch"), _("rematch"), _("After the game: play again; the other player goes first.")
        ),
        CommandWord("settings", _("settings"), _("settings"), _("The settings and their values.")),
        CommandWord("set", _("set"), _("set hints off"), _("Change a setting.")),
        CommandWord("rules", _("rules"), _("rules"), _("The rules.")),
        CommandWord("help", _("help"), _("help develop"), _("More about a command.")),
        CommandWord("quit", _("quit"), _("quit"), _("Leave; the game is saved.")),
    )


def learning() -> Mapping[str, CommandWord]:
    """The commands of a lesson: those of a game that make sense there, and a few more."""
    listed = (
        CommandWord("hint", _("hint"), _("hint"), _("A hint; again, a better one.")),
        CommandWord("skip", _("skip"), _("skip"), _("Go on to the next task.")),
        CommandWord("again", _("again"), _("again"), _("Begin this task again.")),
        CommandWord("task", _("task"), _("task"), _("What there is to do.")),
    )
    of_games = {"advice", "retry", "replace", "rematch", "set", "redo"}
    kept = {id_: command for id_, command in commands().items() if id_ not in of_games}
    return {**{command.id: command for command in listed}, **kept}


def find(word: str, among: Mapping[str, CommandWord]) -> CommandWord:
    """Find the command that a word means: the whole word, else the only command that begins with it.

    Where words of the language of the moment begin so, those that begin so in English are not meant.

    Raises:
        UnknownCommandError: None, or more than one, begins so.
    """
    typed = _folded(word)
    for command in among.values():
        if typed in {command.id, _folded(command.word)}:
            return command
    here = {c.id: c for c in among.values() if _folded(c.word).startswith(typed)}
    beginning = here or {c.id: c for c in among.values() if c.id.startswith(typed)}
    if len(beginning) == 1:
        return next(iter(beginning.values()))
    if beginning:
        words = listed((command.word for command in beginning.values()), conjunction=False)
        raise UnknownCommandError(_("{typed} could be: {words}.").format(typed=quoted(word), words=words))
    raise UnknownCommandError(_what_instead(word, among))


def _what_instead(word: str, among: Mapping[str, CommandWord]) -> str:
    """Say that a word is no command, and what to type instead."""
    words = {_folded(command.word): command.word for command in among.values()}
    if near := difflib.get_close_matches(_folded(word), words, n=1):
        return _("{typed} is not a command. Did you mean {word}?").format(typed=quoted(word), word=words[near[0]])
    if "help" in among:
        return _("{typed} is not a command. Type what or help.").format(typed=quoted(word))
    return _("{typed} is not a command. Type one of these: {words}.").format(
        typed=quoted(word), words=", ".join(words.values())
    )


def _folded(word: str) -> str:
    """Fold case and accents: whoever lacks a key for a letter types it without its accent."""
    return to_ascii(word).casefold()


def action_of(verb: str, words: Sequence[str]) -> Action:
    """Read an action: `develop L4`, `develop line 4`, `swap line 1 line 5`, `discard 2 5`, `copy hand 3 advisor`.

    Args:
        verb: The English verb.
        words: What follows it.

    Raises:
        InvalidActionError: No such action; the text shows how it is written.
    """
    text = _action_text(verb, words)
    try:
        return Action.from_text(text)
    except InvalidActionError:
        usage = commands()[verb].usage
        raise InvalidActionError(_("Write it like this: {usage}").format(usage=usage)) from None


def _action_text(verb: str, words: Sequence[str]) -> str:
    cells = [
        f"{_zones()[zone]}{number}" for zone, number in _PLACES.findall(_folded(" ".join(words))) if zone in _zones()
    ]
    numbers = [word for word in words if word in set("12345")]
    if verb == "discard" and not cells:
        cells = [f"R{number}" for number in numbers]
    if verb == "give":
        return " ".join([verb, *words])
    rest = [find_card(words[-1])] if verb == "copy" and words else []
    return " ".join([verb, *sorted(cells, key=_order), *(str(card) for card in rest)])


def find_card(word: str) -> Card:
    """Find a card by its English name, by its name or short name in the language of the moment, or their beginnings.

    Raises:
        InvalidActionError: There is none, or more than one begins so.
    """
    typed = _folded(word)
    here = {_folded(name): card for card in BASE_CARDS for name in (card_name(card).short, card_name(card))}
    names = {**{str(card): card for card in BASE_CARDS}, **here}
    if typed in names:
        return names[typed]
    found = {card for name, card in names.items() if name.startswith(typed)}
    if len(found) == 1:
        return found.pop()
    raise InvalidActionError(
        _("There is no card called {word}. The cards are: {names}.").format(
            word=quoted(word), names=listed(map(card_name, BASE_CARDS), conjunction=False)
        )
    )


def find_level(word: str) -> str | None:
    """Find the kind of bot that a word means, in English or in the language of the moment; None for a name."""
    typed = _folded(word.strip())
    return next((kind for kind, here in levels() if typed in {kind, _folded(here)}), None)


_PLACES = re.compile(r"([^\W\d]+)\s*([1-5])(?!\d)")


def _zones() -> dict[str, str]:
    """The words for the rows of cards, and their letters."""
    local = {_folded(_("line")): "L", _folded(_("hand")): "H", _folded(_("river")): "R"}
    return {"line": "L", "hand": "H", "river": "R", "l": "L", "h": "H", "r": "R", **local}


def _order(cell: str) -> tuple[int, str]:
    """Places in the order of action texts: Line before Hand, lower positions first."""
    return "LHR".index(cell[0]), cell
