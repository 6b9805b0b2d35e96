"""Commands of the lobby and the account."""

from __future__ import annotations

from naishi.common.i18n import _, pgettext
from naishi.plain.commands import Commands, CommandWord, alone, by_id, common, of_key
from naishi.plain.own import own
from naishi.server.match.rows import NAISHI


def in_lobby() -> Commands:
    """The commands of the lobby."""
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
    """The commands about other players, of the lobby and as verbs.

    Args:
        declining: How a challenge is declined there.
    """
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
    """The commands of the account."""
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
