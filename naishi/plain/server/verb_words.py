"""Verbs such as `ssh host games`, and their completion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from naishi.common.errors import NaishiError
from naishi.common.formats import listed
from naishi.common.i18n import _, pgettext
from naishi.plain.commands import Commands, CommandWord, alone, by_id, find, of_key
from naishi.plain.server.commands import about_players

JSON, FOLLOW, HELP = "--json", "--follow", ("--help", "-h")
"""The options, the same in every language."""


class WrongUsageError(NaishiError):
    """The line isn't one that can be understood; nothing was tried."""


def verbs() -> Commands:
    """The verbs, in the order in which they are explained. Only whole words count: a script may outlive new ones."""
    every = (*_about_games(), *_making_games(), *about_players(_("decline k4m2")), *_small())
    return by_id(each._replace(whole=True) for each in every)


def _about_games() -> Iterator[CommandWord]:
    yield alone("games", _("games"), _("Your games, the open tables and the games to watch."))
    yield CommandWord(
        "show",
        pgettext("a verb", "show"),
        _("show k4m2 score"),
        _("Show a game: the whole table, or the answer to a question such as score, log or what; of Naishi also hand."),
    )
    yield CommandWord(
        "play",
        pgettext("a verb", "play"),
        _("play k4m2 develop L4, end"),
        _(
            "Play one action or more, separated by commas; also draw, agree, decline, undo, rematch, resign, "
            "pause, claim, say, mute, report."
        ),
    )
    yield CommandWord(
        "wait",
        pgettext("a verb", "wait"),
        _("wait k4m2"),
        _("End once it is your turn in a game, or in any without its name; with --follow, a line each time."),
    )
    yield CommandWord(
        "when",
        pgettext("a verb", "when"),
        _("when k4m2 decree H3 play develop H3, end"),
        _("Play something if the other player does something in their next turn; when k4m2 none drops that."),
    )
    yield CommandWord(
        "watch", _("watch"), _("watch k4m2 --json"), _("Watch a game; with --json, object by object until it is over.")
    )
    yield of_key("lobby.tv", help_=_("Watch the most interesting game in progress, then the next one, until Ctrl+C."))
    yield alone("history", pgettext("a verb", "history"), _("Your finished games."))
    yield CommandWord(
        "export",
        pgettext("a verb", "export"),
        _("export k4m2"),
        _("The record of a finished game of yours, for naishi import; export all: of all of them."),
    )


def _making_games() -> Iterator[CommandWord]:
    yield of_key(
        "lobby.table",
        help_=_("Make a table that everyone sees; of another game: new ninjato 4."),
        usage=_("new expansion"),
    )
    yield of_key(
        "lobby.private", help_=_("Make a table that only friends find, by a word."), usage=_("private expansion")
    )
    yield of_key(
        "lobby.bot", help_=_("Begin a game against a bot; bot ninjato strong 4: with three."), usage=_("bot strong")
    )
    yield CommandWord(
        "sit", pgettext("a verb", "sit"), _("sit k4m2"), _("Sit down at a table, without going there as join does.")
    )
    yield CommandWord(
        "begin",
        pgettext("a table", "begin"),
        _("begin k4m2 beginner"),
        _("Begin the game at your own table before it is full; with a level, bots take the empty seats."),
    )
    yield CommandWord(
        "leave", pgettext("a table", "leave"), _("leave k4m2"), _("Free your seat at another player's table.")
    )
    yield of_key("lobby.close", usage=_("close k4m2"))
    yield of_key(
        "lobby.tournaments",
        help_=_("The tournaments; one of them; or join, leave, start, close, or make one: as in line mode."),
        usage=_("tournament join Autumn"),
    )
    yield of_key("lobby.word", help_=_("Sit down at a table and play there."), usage=_("join WORD"))


def _small() -> Iterator[CommandWord]:
    yield of_key("lobby.rename")
    yield of_key("lobby.settings")
    yield CommandWord("set", _("set"), _("set hints off"), _("Change a setting."))
    yield of_key("account.web")
    yield of_key("rules", help_=_("The rules."), usage="")
    yield CommandWord(
        "completion",
        pgettext("a verb", "completion"),
        _("completion bash"),
        _("A script for your shell, bash, zsh or fish, that completes these words."),
    )
    yield CommandWord("help", _("help"), _("help play"), _("All of this, or more about one word."))


NEEDS_WORDS = {
    *("show", "play", "when", "watch", "export"),
    *("bot", "sit", "begin", "leave", "join", "challenge", "unblock", "name", "set", "completion"),
}
"""Verbs that mean nothing alone."""
ONLY_ALONE = {"tv", "history", "who", "ranking", "settings", "web", "rules"}
"""Verbs that nothing follows."""


def find_verb(word: str) -> CommandWord:
    """Find the verb that a word means, in English or in the language of the moment.

    Raises WrongUsageError: it means none; the text names the nearest.
    """
    try:
        return find(word, verbs())
    except NaishiError as error:
        raise WrongUsageError(str(error)) from None


def check_words(verb: CommandWord, words: list[str], options: set[str]) -> None:
    """Make sure that a verb can do something with what follows it.

    Raises WrongUsageError: it can't; the text shows how it is written.
    """
    known = {JSON, *HELP} | ({FOLLOW} if verb.id == "wait" else set())
    if strange := options - known:
        said = _("{verb} has no option {option}.").format(option=min(strange), verb=verb.word)
        raise WrongUsageError(f"{said} {usage(verb)}")
    goes_there = verb.id == "join"  # whoever joins stays there, with no option
    if goes_there or (verb.id in NEEDS_WORDS and not words) or (verb.id in ONLY_ALONE and words):
        raise WrongUsageError(usage(verb))


def usage(verb: CommandWord) -> str:
    return _("Write it like this: {usage}").format(usage=verb.usage)


def help_lines(words: list[str]) -> Iterator[str]:
    if words:
        verb = find_verb(words[0])
        yield _("{usage}: {help}").format(usage=verb.usage, help=verb.help)
        return
    for verb in verbs().values():
        yield _("{usage}: {help}").format(usage=verb.usage, help=verb.help)
    yield _(
        "Add {option} for objects instead of sentences. Alone, {modes} open the lobby in lines or for programs."
    ).format(option=JSON, modes=listed(("plain", "json")))


SCRIPTS = {
    "bash": """\
# eval "$({line} completion bash)"
naishi-ssh() {{ {line} "$@"; }}
_naishi_ssh() {{
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "{words}" -- "${{COMP_WORDS[1]}}")); fi
}}
complete -F _naishi_ssh naishi-ssh
""",
    "zsh": """\
# eval "$({line} completion zsh)"
naishi-ssh() {{ {line} "$@" }}
_naishi_ssh() {{ (( CURRENT == 2 )) && compadd -- {words} }}
compdef _naishi_ssh naishi-ssh
""",
    "fish": """\
# {line} completion fish | source
function naishi-ssh; {line} $argv; end
complete -c naishi-ssh -f -n '__fish_is_first_token' -a '{words}'
""",
}


def completion_script(words: Sequence[str], line: str) -> str:
    """Return the script for a shell. Raises WrongUsageError: there is no such shell."""
    if len(words) != 1 or words[0] not in SCRIPTS:
        raise WrongUsageError(usage(verbs()["completion"]))
    return SCRIPTS[words[0]].format(line=line, words=" ".join(verbs())).rstrip("\n")
