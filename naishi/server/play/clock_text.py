"""What is said of clocks and of the time that players have left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from naishi.common.errors import NaishiError
from naishi.common.formats import listed, universal
from naishi.common.i18n import _, ngettext
from naishi.server.play.time_left import TimeLeft
from naishi.server.storage.clock import CHOICES, DAY, HOUR, MINUTE, TimeControl


def check_choice(control: str) -> None:
    """Make sure that players may choose a clock.

    Raises:
        NaishiError: They may not; the text says which they may.
    """
    if control and control not in CHOICES:
        choices = listed(CHOICES, conjunction=False)
        raise NaishiError(_("There is no such clock. Choose one of {choices}.").format(choices=choices))


def agreed(control: str) -> str:
    """Say how much time players have: "3 days a turn"; empty for no clock."""
    if (time := TimeControl.from_text(control)) is None:
        return ""
    if time.increment is None:
        days = round(time.time / DAY)
        return ngettext("{count} day a turn", "{count} days a turn", days)
    minutes, seconds = round(time.time / MINUTE), round(time.increment)
    return _("{minutes} min + {seconds} s").format(minutes=minutes, seconds=seconds)


def explained(control: str) -> str:
    """Say in a sentence or two what a clock means."""
    if (time := TimeControl.from_text(control)) is None:
        return _("No clock: a game may wait for days. After 14 days without a move it can be claimed.")
    if time.a_turn:
        return _("Whoever lets the time for a turn run out loses.")
    return _("For all of one's turns, and some seconds more after each. It starts once both are at the table.")


def in_short(seconds: float, *, to_the_second: bool = False) -> str:
    """Write a time in short: "2 d 4 h", "4 h 12 min", "12 min"; the last minute by seconds, where that is wanted."""
    if seconds >= DAY:
        return _("{days} d {hours} h").format(days=int(seconds // DAY), hours=int(seconds % DAY // HOUR))
    if seconds >= HOUR:
        return _("{hours} h {minutes} min").format(hours=int(seconds // HOUR), minutes=int(seconds % HOUR // MINUTE))
    if seconds > MINUTE:
        return _("{minutes} min").format(minutes=int(seconds // MINUTE))
    return _("{seconds} s").format(seconds=int(seconds)) if to_the_second else _("under 1 min")


def in_words(seconds: float) -> str:
    """Say a time in words: "2 days and 4 hours", "9 minutes and 41 seconds"."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    said = (
        (days, ngettext("{count} day", "{count} days", days)),
        (hours, ngettext("{count} hour", "{count} hours", hours)),
        (minutes, ngettext("{count} minute", "{count} minutes", minutes)),
        (rest, ngettext("{count} second", "{count} seconds", rest)),
    )
    first = next((place for place, (count, _words) in enumerate(said) if count), len(said) - 1)
    two = said[first : first + 2]
    return listed(words for count, words in two if count or len(two) == 1)


def moment(at: float) -> str:
    """Write a moment: in universal time, for nobody knows what time it is where the other player is."""
    return universal(datetime.fromtimestamp(at, UTC))


def beside_the_turn(time: TimeLeft, names: Sequence[str], viewer: int | None) -> tuple[str, ...]:
    """Say what players have left, beside whose turn it is: at length, and in short.

    Args:
        time: What is left.
        names: Of both players.
        viewer: The seat of whoever reads it; None for somebody who watches.
    """
    if time.turn is None:
        return ()
    if (pause := time.paused_until) is not None:
        return _("paused until {moment}").format(moment=moment(pause)), _("paused")
    if (latest := time.starts_at) is not None:
        words = _("the clock starts when both are here, or at {moment}")
        return words.format(moment=moment(latest)), _("the clock waits")
    if time.waits:
        return _("the clock starts when both are here"), _("the clock waits")
    shown = [in_short(time.of(seat), to_the_second=seat == viewer) for seat in (0, 1)]
    short = _("{time} left").format(time=shown[time.turn])
    if time.clock.agreed is None or time.clock.agreed.a_turn:
        return (short,)
    both = (_("{name} {time}").format(name=name, time=left) for name, left in zip(names, shown, strict=True))
    return listed(both, conjunction=False), short


def told(time: TimeLeft, names: Sequence[str], viewer: int | None) -> Iterator[str]:
    """Say in sentences what players have left, and what the clock waits for.

    Args:
        time: What is left.
        names: Of both players.
        viewer: The seat of whoever reads it; None for somebody who watches.
    """
    yield _("The clock: {clock}.").format(clock=agreed(time.clock.control))
    if time.turn is None:
        return
    a_turn = time.clock.agreed is None or time.clock.agreed.a_turn
    for seat in (time.turn,) if a_turn else (0, 1):
        words = _("You have {time} left.") if seat == viewer else _("{name} has {time} left.")
        yield words.format(name=names[seat], time=in_words(time.of(seat)))
    if still := stands_still(time):
        yield still


def stands_still(time: TimeLeft) -> str:
    """Say why the time of nobody counts; empty where it does."""
    if (pause := time.paused_until) is not None:
        return _("Paused until {moment}.").format(moment=moment(pause))
    if (latest := time.starts_at) is not None:
        words = _("The clock starts when both are at the table, or at {moment} without them.")
        return words.format(moment=moment(latest))
    if time.unmet:
        return _("The other player has not come; you can call the game off, and nobody loses.")
    return _("The clock starts when both are at the table.") if time.waits else ""
