"""Commands of the lobby and the account."""

from __future__ import annotations

from naishi.common.i18n import _, pgettext
from naishi.plain.commands import Commands, CommandWord, alone, by_id, common
from naishi.plain.own import own
from naishi.server.match.rows import NAISHI


def in_lobby() -> Commands:
    """The commands of the lobby."""
    every = (
        alone("games", _("games"), _("Your games, the open tables and the games to watch; games Bruno: those of one.")),
        CommandWord("go", pgettext("a command", "go"), _("go 1"),
                    _("Go to a game of the list; alone: where somebody has joined, or where it is your turn.")),
        alone("next", pgettext("a game", "next"), _("Go to the next game that waits for you."), whole=True),
        CommandWord("join", _("join"), _("join 2"),
                    _("Sit down at a table: by its number, the name of who waits there, or a word you were given.")),
        CommandWord("watch", _("watch"), _("watch 3"), _("Watch a game: by its number, or by a word you were given.")),
        alone("tv", _("tv"), _("Watch the most interesting game in progress, then the next one; quit ends that.")),
        CommandWord("new", pgettext("a table", "new"), _("new expansion rated clock 3d"),
                    _("Make a table that everyone sees: with the expansion or, without that word, a base game; for a "
                      "rated game or not; with a clock, such as 3d, three days a turn, or 15+10, minutes each and "
                      "seconds more a turn, or without. Of another game: its name first, then for how many players, "
                      "as in new ninjato 4 clock 3d.")),
        CommandWord("pair", pgettext("with a player", "pair"), _("pair rated clock 10+5"),
                    _("Find a player near your rating who waits now, or wait for one; a clock of minutes and the other "
                      "words as with new.")),
        CommandWord("private", _("private"), _("private expansion rated clock 3d"),
                    _("Make a table that only friends find, by a word; what follows is as with new.")),
        CommandWord("bot", _("bot"), _("bot strong expansion"),
                    _("Play a bot, with the expansion or without; bot strong 2: give it the only empty seat of your "
                      "own table 2. bot ninjato strong 4: another game, with three bots.")),
        CommandWord("mix", pgettext("a deal", "mix"), _("mix 2 rain on the roof"),
                    _("Add words of yours to the deal of table 2, your own or one where you sit down; alone: what the "
                      "deal is committed to. mix bot: the same for your next game against a bot.")),
        CommandWord("begin", pgettext("a table", "begin"), _("begin 2 beginner"),
                    _("Begin the game at your own table 2 with those who sit there; with a level, bots take the empty "
                      "seats.")),
        CommandWord("leave", pgettext("a table", "leave"), _("leave 2"),
                    _("Free your seat at another player's table where the game has not begun."), whole=True),
        CommandWord("close", pgettext("a command", "close"), _("close 2"), _("Close a table of yours.")),
        CommandWord("tournament", pgettext("a command", "tournament"),
                    _("tournament new Autumn Cup swiss 3 players 8 rated clock 15+10"),
                    _("Tournaments: alone, the list; tournament Autumn, one of them; tournament join Autumn, and "
                      "leave, start and close; tournament rules. A new one is swiss or robin (everyone against "
                      "everyone); with private, only whoever has its word finds it.")),
        *about_players(_("decline 2")),
        alone("history", _("history"), _("Your finished games, the newest first; history more: older ones.")),
        CommandWord("replay", _("replay"), _("replay 4"), _("Look at a finished game of yours step by step.")),
        CommandWord("analyse", _("analyse"), _("analyse 4"), _("Accuracy, luck and mistakes of a finished game.")),
        CommandWord("export", _("export"), _("export 4"),
                    _("A finished game as a line for naishi import at home; export all: all of them.")),
        *own(NAISHI, "lobby").commands(),
        CommandWord("name", pgettext("a command", "name"), _("name Aiko"), _("Take a name, or another one.")),
        alone("account", _("account"), _("Your account: keys, and codes to come back by.")),
        alone("web", _("web"), _("A link that lets a browser in as you, once.")),
    )  # fmt: skip
    return by_id(every, common())


def about_players(declining: str) -> tuple[CommandWord, ...]:
    """The commands about other players, of the lobby and as verbs.

    Args:
        declining: How a challenge is declined there.
    """
    return (
        alone("who", pgettext("a command", "who"), _("Who is here.")),
        alone("ranking", pgettext("a command", "ranking"), _("The players with the highest ratings.")),
        CommandWord("player", pgettext("a command", "player"), _("player Aiko"),
                    _("How a player has done: rating, games, against whom; alone: how you have.")),
        CommandWord("challenge", _("challenge"), _("challenge Aiko"),
                    _("Make a table for one player; behind the name, what follows new.")),
        CommandWord("decline", _("decline"), declining, _("Decline a challenge.")),
        CommandWord("block", pgettext("a command", "block"), _("block Bruno"),
                    _("Have somebody not challenge you any more, nor sit down at your tables; alone: whom you block.")),
        CommandWord("unblock", pgettext("a command", "unblock"), _("unblock Bruno"), _("Let them again.")),
    )  # fmt: skip


def in_account() -> Commands:
    """The commands of the account."""
    every = (
        alone("keys", pgettext("of an account", "keys"), _("Your keys, and who asks to be added.")),
        alone("add", pgettext("a key", "add"), _("A code to add a key, to play from another computer too.")),
        alone("recovery", _("recovery"), _("A recovery code, in case you lose your keys.")),
        CommandWord("code", _("code"), _("code key-4821-0937-7716"), _("Enter a code that you were given.")),
        alone("allow", _("allow"), _("Add the key that asks to be added.")),
        alone("refuse", _("refuse"), _("Refuse the key that asks to be added.")),
        alone("withdraw", _("withdraw"), _("Withdraw your code to add a key, or the request to add yours.")),
        CommandWord("call", pgettext("a command", "call"), _("call 1 laptop"), _("Give a key of yours a name.")),
        CommandWord("remove", _("remove"), _("remove 2"), _("Remove a key of yours.")),
        alone("delete", _("delete"), _("Delete your account.")),
    )
    return by_id(every, common())
