"""Typed commands, abbreviated or whole, English or translated."""

import difflib
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from naishi.common.i18n import NaishiError, _, listed, pgettext, quoted, translated
from naishi.plain.console import folded
from naishi.settings.key_table import COMMANDS

ACTIONS = {"give", "develop", "swap", "discard", "decree", "recall", "declare", "end", "pass", "copy", "use"}
"""The commands that play."""

SKIP = "skip"
"""One more, in games with the expansion."""


class CommandWord(NamedTuple):
    """A word that can be typed."""

    id: str
    """The English word."""
    word: str
    """The word in the language of the moment."""
    usage: str
    """The whole line, with what follows the word."""
    help: str
    whole: bool = False
    """Whether only the whole word is understood, not its beginnings."""


def alone(id_: str, word: str, help_: str, *, whole: bool = False) -> CommandWord:
    return CommandWord(id_, word, word, help_, whole)


def of_key(name: str, *, help_: str = "", usage: str | None = None, whole: bool = False) -> CommandWord:
    """Return the word of a command that has a key in the app, as the key table declares it.

    Args:
        help_: What it does in this room; by default what it does anywhere.
        usage: The whole line in this room, empty for the word alone; by default that of the table.
    """
    line = COMMANDS[name].line
    if line is None:
        raise KeyError(name)
    word = translated(line.word)
    whole_line = translated(line.usage) if usage is None else usage
    return CommandWord(str(line.word), word, whole_line or word, help_ or translated(line.help), whole or line.whole)


class UnknownCommandError(NaishiError):
    """Nothing that can be typed; the text names the nearest command."""


Commands = Mapping[str, CommandWord]


def by_id(*groups: Iterable[CommandWord]) -> Commands:
    """Return commands by their ids; of two with one id the later."""
    return {command.id: command for group in groups for command in group}


def commands() -> Commands:
    return by_id(looking(), (*acting(), _skip()), of_players(), common())


def _skip() -> CommandWord:
    """The command that leaves effects unused, as programs type it; people type end."""
    return CommandWord("skip", pgettext("effects", "skip"), "skip", _("With the expansion: use no more effects."), True)


def choosing() -> tuple[CommandWord, ...]:
    return (
        alone("lessons", _("lessons"), _("All lessons, and which of them are solved.")),
        CommandWord("lesson", _("lesson"), _("lesson 3"), _("Begin a lesson by its number.")),
        alone("puzzles", _("puzzles"), _("All puzzles, how hard they are, and which are solved.")),
        CommandWord("puzzle", _("puzzle"), _("puzzle 7"), _("Begin a puzzle by its number.")),
    )


def is_of_home(word: str) -> bool:
    """Whether a whole word is a command outside a game alone, in English or in the language of the moment."""
    known = {
        "new": _("new"), "resume": _("resume"), "games": pgettext("a command", "games"), "bot": _("bot"),
        "sample": _("sample"), "learn": _("learn"), "saves": _("saves"), "watch": _("watch"),
    }  # fmt: skip
    words = {*known.items(), *((each.id, each.word) for each in choosing())}
    return any(folded(word) in {id_, folded(here)} for id_, here in words)


def looking() -> tuple[CommandWord, ...]:
    return (
        alone("table", _("table"), _("The whole table, a row a line.")),
        alone("hand", _("hand"), _("Your Hand.")),
        alone("line", _("line"), _("Your Line.")),
        alone("river", _("river"), _("The face-up cards of the River.")),
        CommandWord("column", _("column"), _("column 3"), _("All cards of one column: River, Line, Hand, their Line.")),
        alone("theirs", _("theirs"), _("The other player's Line and free emissaries.")),
        alone("court", _("court"), _("The free spots at court, and the free emissaries.")),
        alone("pile", pgettext("discards", "pile"), _("The card on top of the discard pile.")),
        CommandWord("where", _("where"), _("where torii"), _("Every place where a card lies that you can see.")),
        alone("score", _("score"), _("Your points if the game ended now, with reasons.")),
        of_key("explain"),
        alone("last", _("last"), _("What the other player did last.")),
        of_key("log"),
        of_key("memory"),
    )


def acting() -> tuple[CommandWord, ...]:
    return (
        alone(
            "what", _("what"), _("What you can do now; what swap and what line 3 list every possibility.")
        ),
        of_key("advice"),
        CommandWord("give", _("give"), _("give 1"), _("Before the first turn: give away dealt card 1 or 2.")),
        CommandWord(
            "develop", _("develop"), _("develop line 4"),
            _("Replace your card at Line 4 or Hand 4 with the card at River 4. In short: dev l4."),
        ),
        of_key("swap"),
        of_key("discard"),
        of_key("decree"),
        of_key("recall"),
        of_key("declare"),
        of_key("end"),
        alone("pass", _("pass"), _("Pass, when nothing else is possible.")),
        CommandWord("copy", _("copy"), _("copy hand 3 advisor"), _("At the end: what your ninja copies.")),
        CommandWord(
            "use", _("use"), _("use umbrella lady line 2 hand 4"),
            _(
                "With the expansion: the effect of a Traveller. In short: swap line 2 hand 4, recall or develop line "
                "4; end uses none."
            ),
            whole=True,
        ),
    )  # fmt: skip


def undoing() -> tuple[CommandWord, ...]:
    return (
        of_key("undo"),
        of_key("redo"),
    )


def of_players() -> tuple[CommandWord, ...]:
    return (
        *undoing(),
        *_of_bots(),
        viewing(),
        of_key("score.replay"),
        of_key("score.rematch"),
    )


def handing_over() -> Commands:
    clear = alone("clear", pgettext("a command", "clear"), _("Have the terminal forget everything that it has shown."))
    known = by_id(undoing(), (clear,), common())
    return {each: known[each] for each in ("undo", "clear", "help", "quit")}


def watching() -> Commands:
    own = (
        of_key("watch.pause"),
        alone("continue", _("continue"), _("Let the bots go on; Enter alone does so, too.")),
        of_key("watch.step"),
        side(),
    )
    of_a_game = (each for each in of_players() if each.id not in {"undo", "redo"})
    return by_id(looking(), own, of_a_game, common())


def spectating() -> Commands:
    own = alone("takeover", _("takeover"), _("Continue the game here, once nobody has it open any more."))
    return by_id(looking(), (own,), common())


def withdrawing() -> CommandWord:
    return alone(
        "withdraw", pgettext("a command", "withdraw"), _("Choose again, before the others have seen your choice.")
    )


def viewing() -> CommandWord:
    """The command of programs that want to know everything that the viewer may know."""
    return alone(
        "view",
        pgettext("a command", "view"),
        _("For programs: everything that you may know."),
    )


def side() -> CommandWord:
    return of_key("watch.other_side")


def _of_bots() -> tuple[CommandWord, ...]:
    return (
        of_key("faster"),
        of_key("retry"),
        of_key("replace_bot"),
    )


def common() -> tuple[CommandWord, ...]:
    return (
        of_key("home.settings"),
        CommandWord("set", _("set"), _("set hints off"), _("Change a setting.")),
        of_key("rules"),
        CommandWord("help", _("help"), _("help develop"), _("All commands here, or more about one.")),
        of_key("home.quit"),
    )


def find(word: str, among: Commands) -> CommandWord:
    """Find the command that a word means: the whole word, else the only command that begins with it.

    Where words of the language of the moment begin so, those that begin so in English are not meant.

    Raises:
        UnknownCommandError: None, or more than one, begins so.
    """
    typed = folded(word)
    for command in among.values():
        if typed in {command.id, folded(command.word)}:
            return command
    if typed in {"look", folded(_("Look"))} and "table" in among:  # help has a group of that name
        return among["table"]
    shortened = [command for command in among.values() if not command.whole]
    here = {c.id: c for c in shortened if folded(c.word).startswith(typed)}
    beginning = here or {c.id: c for c in shortened if c.id.startswith(typed)}
    if len(beginning) == 1:
        return next(iter(beginning.values()))
    if beginning:
        words = listed((command.word for command in beginning.values()), conjunction=False)
        raise UnknownCommandError(_("{typed} could be: {words}.").format(typed=quoted(word), words=words))
    raise UnknownCommandError(_what_instead(word, among))


def words_beginning(text: str, among: Commands) -> list[str]:
    typed = folded(text)
    here = [command.word for command in among.values() if folded(command.word).startswith(typed)]
    return here or [command.id for command in among.values() if command.id.startswith(typed)]


def _what_instead(word: str, among: Commands) -> str:
    words = {folded(command.word): command.word for command in among.values()}
    if near := difflib.get_close_matches(folded(word), words, n=1):
        return _("{typed} is not a command. Did you mean {word}?").format(typed=quoted(word), word=words[near[0]])
    if "what" in among:
        return _("{typed} is not a command. Type what or help.").format(typed=quoted(word))
    return _("{typed} is not a command. Type help.").format(typed=quoted(word))
