"""The turning point of a game, in words."""

from collections.abc import Iterator, Sequence

from naishi.common.i18n import _, percent
from naishi.games.naishi.game.turns import TurningPoint
from naishi.games.naishi.text.sentences import in_short, sentence


def heading(of: TurningPoint) -> str:
    return _("Turning point: round {round}").format(round=of.turn[0].round)


def told(of: TurningPoint, names: Sequence[str], reader: int | None) -> Iterator[str]:
    """Say what was done.

    Args:
        reader: The seat that is addressed as "you"; None for none.
    """
    return (sentence(event, names, reader) for event in of.turn)


def told_in_short(of: TurningPoint, names: Sequence[str]) -> str:
    return _("{name}: {what}").format(name=names[of.turn[0].seat], what="; ".join(map(in_short, of.turn)))


def balance(of: TurningPoint) -> str:
    words = _("Chances: {balance}") if of.chances else _("Points: {balance}")
    return words.format(balance=bare_balance(of))


def bare_balance(of: TurningPoint) -> str:
    sign = percent(0).removeprefix("0") if of.chances else ""
    below = min(*of.before, *of.after) < 0
    words = _("{left} to {right}") if below else "{left}–{right}"  # a dash before a minus can't be read
    before, after = (
        words.format(left=f"{first:.0f}", right=f"{second:.0f}") for first, second in (of.before, of.after)
    )
    return f"{before} → {after}{sign}"
