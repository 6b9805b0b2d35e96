"""What can be typed at a match on a server."""

from __future__ import annotations

from naishi.common.i18n import _, pgettext
from naishi.plain.commands import ACTIONS, Commands, CommandWord, alone, by_id, commands, common, looking, side, viewing
from naishi.plain.room import LOOK, MORE, groups_of


def playing() -> Commands:
    """The commands of a player of a match."""
    own = (
        alone("undo", _("undo"), _("Undo your last turn; a person has to agree, a bot doesn't.")),
        alone("draw", _("draw"), _("Offer a draw.")),
        CommandWord("agree", _("agree"), _("agree draw"), _("Agree to what the other player offers or asks for.")),
        CommandWord("decline", _("decline"), _("decline draw"), _("Decline what the other player offers or asks for.")),
        alone("replay", _("replay"), _("After the game: look at it step by step.")),
        alone("analyse", _("analyse"), _("After the game: accuracy, luck and mistakes.")),
        alone("resign", _("resign"), _("Give the game up.")),
        alone("abort", _("abort"), _("Call a rated game off before you have acted; it isn't rated then.")),
        alone("rematch", _("rematch"), _("After the game: ask for a rematch, or agree to one.")),
        CommandWord("mix", pgettext("a deal", "mix"), _("mix rain on the roof"),
                    _("After the game: add words of yours to the deal of the rematch; mix alone says what it is "
                      "committed to."),
                    whole=True),
        CommandWord(
            "when", pgettext("a verb", "when"), _("when decree H3 play develop H3, end"),
            _("Play something if the other player does something in their next turn; when lists that, when none drops "
              "it."),
            whole=True,
        ),
        CommandWord("say", pgettext("a phrase", "say"), _("say good luck"),
                    _("Say a set phrase to the other player, by its number or its beginning; say alone lists them.")),
        CommandWord("mute", pgettext("a player", "mute"), _("mute off"),
                    _("mute: hear nothing more from the other player; mute off: hear them again. They aren't told."),
                    whole=True),
        CommandWord("report", pgettext("a player", "report"), _("report cheating"),
                    _("Report the other player to whoever runs this server: name, behaviour or cheating."),
                    whole=True),
        _about(),
        _dealt(),
        _time(),
        CommandWord("pause", pgettext("a clock", "pause"), _("pause 3"),
                    _("Offer that the clock stands still: pause 3 for three days, pause 14 for a holiday.")),
        alone("continue", pgettext("a pause", "continue"), _("End the pause.")),
        alone("claim", _("claim"), _("Without a clock: claim the game of a player who has not acted for 14 days.")),
        *_leaving(),
    )  # fmt: skip
    return by_id(commands().values(), own)


def watching_match() -> Commands:
    """The commands of somebody who watches a match."""
    rematch = alone("rematch", _("rematch"), _("After the game: watch the rematch, if one has begun."))
    return by_id(looking(), (side(), viewing(), _about(), _time(), _dealt(), rematch), common(), _leaving())


def match_groups() -> dict[str, tuple[str, ...]]:
    """Return the ids of the commands, in groups with a title."""
    return groups_of(
        look=LOOK,
        act=("what", *sorted(ACTIONS)),
        back=("last", "log", "undo", "redo", "side"),
        game=(
            "match",
            "time",
            "draw",
            "pause",
            "continue",
            "agree",
            "decline",
            "resign",
            "abort",
            "claim",
            "rematch",
            "mix",
            "when",
            "say",
            "mute",
            "report",
            "deal",
            "retry",
            "replace",
            "replay",
            "analyse",
            "next",
        ),
        more=MORE,
    )


def _about() -> CommandWord:
    return alone("match", _("match"), _("Who is here and who watches, and what you can ask for or answer."))


def _dealt() -> CommandWord:
    word = pgettext("how the cards were drawn", "deal")
    return alone("deal", word, _("How the cards were drawn, so that you can check it."))


def _time() -> CommandWord:
    return alone("time", pgettext("a clock", "time"), _("What both players have left, in a game with a clock."))


def _leaving() -> tuple[CommandWord, ...]:
    return (
        alone("next", pgettext("a game", "next"), _("Go to the next game that waits for you."), whole=True),
        alone("quit", _("quit"), _("Back to the lobby; the game waits for you.")),
    )
