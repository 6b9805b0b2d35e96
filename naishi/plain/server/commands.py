"""Commands of the lobby, the account and a match on a server."""

from __future__ import annotations

from naishi.common.i18n import _, pgettext
from naishi.plain.commands import Commands, CommandWord, alone, by_id, common, of_key
from naishi.plain.context import own
from naishi.server.match.match_text import TWO
from naishi.server.match.rows import NAISHI


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
    if watching:
        rematch = of_key("score.rematch", help_=_("After the game: watch the rematch, if one has begun."))
        return by_id((_about(), _time(), rematch), _leaving())
    two = seats in {None, TWO}
    agreeing = _between_two() if two else _among_several()
    several = () if seats == TWO else (_call_off(),)
    talking = _talking_to_one() if two else _talking_to_several()
    return by_id(several, agreeing, _ending(), talking, (_about(), _time()), _with_clock(two=two), _leaving())


def _between_two() -> tuple[CommandWord, ...]:
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
    )


def _among_several() -> tuple[CommandWord, ...]:
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
    )


def _call_off() -> CommandWord:
    return CommandWord(
        "call",
        pgettext("a game", "call"),
        pgettext("a game", "call off"),
        _("With more than two players: offer to end the game without a winner; all have to agree."),
    )


def _ending() -> tuple[CommandWord, ...]:
    return (
        of_key("score.replay", help_=_("After the game: look at it step by step.")),
        of_key("score.rematch", help_=_("After the game: ask for a rematch, or agree to one.")),
    )


def _talking_to_one() -> tuple[CommandWord, ...]:
    return (
        of_key("match.talk"),
        CommandWord("mute", pgettext("a player", "mute"), _("mute off"),
                    _("mute: hear nothing more from the other player; mute off: hear them again. They aren't "
                      "told."),
                    whole=True),
        CommandWord("report", pgettext("a player", "report"), _("report cheating"),
                    _("Report the other player to whoever runs this server: name, behaviour or cheating."),
                    whole=True),
    )  # fmt: skip


def _talking_to_several() -> tuple[CommandWord, ...]:
    return (
        of_key(
            "match.talk",
            help_=_("Say a set phrase to all at the table, by its number or its beginning; say alone lists them."),
        ),
        CommandWord("mute", pgettext("a player", "mute"), _("mute Bruno"),
                    _("mute Bruno: hear nothing more from Bruno; mute Bruno off: hear them again. They aren't told."),
                    whole=True),
        CommandWord("report", pgettext("a player", "report"), _("report Bruno cheating"),
                    _("Report a player to whoever runs this server: name, behaviour or cheating."),
                    whole=True),
    )  # fmt: skip


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


def _about() -> CommandWord:
    return of_key("match.menu")


def _time() -> CommandWord:
    return alone("time", pgettext("a clock", "time"), _("What both players have left, in a game with a clock."))


def _leaving() -> tuple[CommandWord, ...]:
    return (
        of_key("match.next"),
        of_key("tv.leave"),
    )
