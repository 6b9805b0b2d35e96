"""What the lobby says of a match in a line."""

from __future__ import annotations

from naishi.common.i18n import _
from naishi.server import Match, MatchState
from naishi.server.play import match_text, rating_text
from naishi_tui.keys import named


def row(match: Match, player: int, now: float) -> str:
    """Describe a match to a player: what is new, whose turn it is and how long, or how to join."""
    return _table(match, player) if match.state is MatchState.OPEN else match_text.begun(match, player, now)


def sit_down(match: Match) -> str:
    """Ask whoever comes to a table by a word, and hasn't seen it in a list, whether they agree to how it is played."""
    if match.control or match.rated:
        words = _("{name} is waiting to play ({terms}). Sit down?")
    elif match.expansion:
        words = _("{name} is waiting to play with Legends & Travellers, the expansion. Sit down?")
    else:
        words = _("{name} is waiting to play. Sit down?")
    return words.format(name=rating_text.named(match, 0), terms=match_text.terms(match))


def mix(*, joins: bool) -> str:
    """Ask for a word for the deal of a table: one's own table, or one at which the player sits down with it."""
    why = _("With a word of yours in the deal, not even the server can have chosen the cards.")
    keys = _("Enter: sit down. Esc: back.") if joins else _("Enter: add it. Esc: back.")
    return f"{why}\n{keys}"


def _table(match: Match, player: int) -> str:
    terms = match_text.terms(match, in_short=True)
    if match.challenged is not None:
        return _challenge(match, player, f" ({terms})" if terms else "")
    if match.host != player and (match.control or match.rated):
        words = _("{name} is waiting for an opponent ({terms}). Enter: join.")
        return words.format(name=rating_text.named(match, 0), terms=terms)
    if match.host != player:
        words = _("{name} is waiting for an opponent. Enter: join.")
        with_it = _("{name} is waiting to play Legends & Travellers. Enter: join.")
        return (with_it if match.expansion else words).format(name=rating_text.named(match, 0))
    word = match.id if match.public else match.invite
    words = _("Waiting for an opponent: join {word} (Enter: a bot; d: close)")
    if match.rated:
        words = _("Waiting for an opponent ({terms}): join {word} (d: close)")
    elif terms:
        words = _("Waiting for an opponent ({terms}): join {word} (Enter: a bot; d: close)")
    return named(words, "lobby.close").format(word=word, terms=terms)


def _challenge(match: Match, player: int, kind: str) -> str:
    """Say of a table that was made for one player who waits for whom."""
    if match.challenged == player:
        words = named(_("{name} challenges you{kind}. Enter: play; d: decline."), "lobby.close")
        return words.format(name=rating_text.named(match, 0), kind=kind)
    words = named(_("Waiting for {name}{kind} (d: close)"), "lobby.close")
    return words.format(name=match.challenged_name, kind=kind)
