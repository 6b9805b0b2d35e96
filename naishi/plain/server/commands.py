"""Commands on a server, and verbs such as `ssh host games`."""

from collections.abc import Iterator, Sequence

from naishi.common.i18n import NaishiError, _, listed, pgettext
from naishi.plain.console import Commands, CommandWord, alone, by_id, common, find, of_key
from naishi.plain.room import own
from naishi.server.match.match import NAISHI
from naishi.server.match.match_text import TWO


def in_lobby() -> Commands:
    every = (
        alone("games", _("games"), _("Your games, the open tables and the games to watch; games Bruno: those of one.")),
        of_key("lobby.joined"),
        of_key("match.next"),
        of_key("lobby.word"),
        CommandWord("watch", _("watch"), _("watch 3"), _("Watch a game: by its number, or by a word you were given.")),
        of_key("lobby.tv"),
        of_key("lobby.table"),
        of_key("lobby.pair"),
        of_key("lobby.private"),
        of_key("lobby.bot"),
        of_key("lobby.mix"),
        CommandWord(
            "begin",
            pgettext("a table", "begin"),
            _("begin 2 beginner"),
            _("Begin the game at your own table 2 with those who sit there; with a level, bots take the empty seats."),
        ),
        CommandWord(
            "leave",
            pgettext("a table", "leave"),
            _("leave 2"),
            _("Free your seat at another player's table where the game has not begun."),
            whole=True,
        ),
        of_key("lobby.close"),
        of_key("lobby.tournaments"),
        *about_players(_("decline 2")),
        of_key("lobby.history"),
        of_key("saves.replay", help_=_("Look at a finished game of yours step by step."), usage=_("replay 4")),
        of_key("saves.analyse", usage=_("analyse 4")),
        CommandWord(
            "export",
            _("export"),
            _("export 4"),
            _("A finished game as a line for naishi import at home; export all: all of them."),
        ),
        *own(NAISHI, "lobby").commands(),
        of_key("lobby.rename"),
        of_key("lobby.account"),
        of_key("account.web"),
    )
    return by_id(every, common())


def about_players(declining: str) -> tuple[CommandWord, ...]:
    return (
        of_key("lobby.people"),
        alone("ranking", pgettext("a command", "ranking"), _("The players with the highest ratings.")),
        of_key("people.name"),
        CommandWord(
            "challenge",
            _("challenge"),
            _("challenge Aiko"),
            _("Make a table for one player; behind the name, what follows new."),
        ),
        CommandWord("decline", _("decline"), declining, _("Decline a challenge.")),
        CommandWord(
            "block",
            pgettext("a command", "block"),
            _("block Bruno"),
            _("Have somebody not challenge you any more, nor sit down at your tables; alone: whom you block."),
        ),
        CommandWord("unblock", pgettext("a command", "unblock"), _("unblock Bruno"), _("Let them again.")),
    )


def in_account() -> Commands:
    every = (
        alone("keys", pgettext("of an account", "keys"), _("Your keys, and who asks to be added.")),
        of_key("account.add"),
        of_key("account.recovery"),
        of_key("account.code"),
        alone("allow", _("allow"), _("Add the key that asks to be added.")),
        alone("refuse", _("refuse"), _("Refuse the key that asks to be added.")),
        alone("withdraw", _("withdraw"), _("Withdraw your code to add a key, or the request to add yours.")),
        CommandWord("call", pgettext("a command", "call"), _("call 1 laptop"), _("Give a key of yours a name.")),
        CommandWord("remove", _("remove"), _("remove 2"), _("Remove a key of yours.")),
        alone("delete", _("delete"), _("Delete your account.")),
    )
    return by_id(every, common())


def match_commands(seats: int | None = None, *, watching: bool = False) -> Commands:
    """The commands of a match of any kind.

    Args:
        seats: How many players it has; None for the commands of all, in the words of a match of two.
    """
    about = of_key("match.menu")
    time = alone("time", pgettext("a clock", "time"), _("What both players have left, in a game with a clock."))
    leaving = of_key("match.next"), of_key("tv.leave")
    if watching:
        rematch = of_key("score.rematch", help_=_("After the game: watch the rematch, if one has begun."))
        return by_id((about, time, rematch), leaving)
    two = seats in {None, TWO}
    call_off = CommandWord(
        "call",
        pgettext("a game", "call"),
        pgettext("a game", "call off"),
        _("With more than two players: offer to end the game without a winner; all have to agree."),
    )
    several = () if seats == TWO else (call_off,)
    return by_id(several, _with_one() if two else _with_several(), (about, time), _with_clock(two=two), leaving)


def _ending() -> tuple[CommandWord, ...]:
    return (
        of_key("score.replay", help_=_("After the game: look at it step by step.")),
        of_key("score.rematch", help_=_("After the game: ask for a rematch, or agree to one.")),
    )


def _with_one() -> tuple[CommandWord, ...]:
    return (
        of_key("undo", help_=_("Undo your last turn; a person has to agree, a bot doesn't.")),
        alone("draw", _("draw"), _("Offer a draw.")),
        CommandWord("agree", _("agree"), _("agree draw"), _("Agree to what the other player offers or asks for.")),
        CommandWord(
            "decline",
            _("decline"),
            _("decline draw"),
            _("Decline what the other player offers or asks for, or withdraw your own offer."),
        ),
        alone("resign", _("resign"), _("Give the game up.")),
        alone("abort", _("abort"), _("Call a rated game off before you have acted; it isn't rated then.")),
        *_ending(),
        of_key("match.talk"),
        CommandWord(
            "mute",
            pgettext("a player", "mute"),
            _("mute off"),
            _("mute: hear nothing more from the other player; mute off: hear them again. They aren't told."),
            whole=True,
        ),
        CommandWord(
            "report",
            pgettext("a player", "report"),
            _("report cheating"),
            _("Report the other player to whoever runs this server: name, behaviour or cheating."),
            whole=True,
        ),
    )


def _with_several() -> tuple[CommandWord, ...]:
    return (
        of_key("undo", help_=_("Undo your last turn; all other people have to agree, bots don't.")),
        CommandWord("agree", _("agree"), _("agree undo"), _("Agree to what another player offers or asks for.")),
        CommandWord(
            "decline",
            _("decline"),
            _("decline undo"),
            _("Decline what another player offers or asks for, or withdraw your own offer."),
        ),
        alone(
            "resign",
            _("resign"),
            _("Leave the game for good, and come last; the others play on while two people are left."),
        ),
        alone("abort", _("abort"), _("Call a game off where a player has not come; nobody loses.")),
        *_ending(),
        of_key(
            "match.talk",
            help_=_("Say a set phrase to all at the table, by its number or its beginning; say alone lists them."),
        ),
        CommandWord(
            "mute",
            pgettext("a player", "mute"),
            _("mute Bruno"),
            _("mute Bruno: hear nothing more from Bruno; mute Bruno off: hear them again. They aren't told."),
            whole=True,
        ),
        CommandWord(
            "report",
            pgettext("a player", "report"),
            _("report Bruno cheating"),
            _("Report a player to whoever runs this server: name, behaviour or cheating."),
            whole=True,
        ),
    )


def _with_clock(*, two: bool) -> tuple[CommandWord, ...]:
    claim = alone("claim", _("claim"), _("Without a clock: claim the game of a player who has not acted for 14 days."))
    if not two:
        claim = CommandWord("claim", _("claim"), _("claim Bruno"),
                            _("Without a clock: go on without a player who has not acted for 14 days."))  # fmt: skip
    return (
        CommandWord("pause", pgettext("a clock", "pause"), _("pause 3"),
                    _("Offer that the clock stands still: pause 3 for three days, pause 14 for a holiday.")),
        alone("continue", pgettext("a pause", "continue"), _("End the pause.")),
        claim,
    )  # fmt: skip


GROUP = (
    *("match", "time", "draw", "call", "pause", "continue", "agree", "decline", "resign", "abort", "claim", "rematch"),
    *("mix", "when", "say", "mute", "report", "deal", "retry", "replace", "replay", "analyse", "next"),
)
"""The ids of the commands about a match, in the order of the help."""

OF_PLAYERS = frozenset({
    *("draw", "call", "pause", "continue", "agree", "decline", "resign", "abort", "claim", "rematch", "when"),
    *("actions", "why", "odds"),
})  # fmt: skip
"""Those that do nothing for whoever has left a game that goes on; `GameLines.plays` come to them."""


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
ONLY_ALONE = {"tv", "history", "who", "ranking", "settings", "web", "rules"}


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
    for verb in [find_verb(words[0])] if words else verbs().values():
        yield _("{usage}: {help}").format(usage=verb.usage, help=verb.help)
    if not words:
        more = _(
            "Add {option} for objects instead of sentences. Alone, {modes} open the lobby in lines or for programs."
        )
        yield more.format(option=JSON, modes=listed(("plain", "json")))


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
