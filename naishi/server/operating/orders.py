"""Orders of an operator, and what they print."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple

from naishi.common.i18n import N_, NaishiError, _, pgettext, quoted
from naishi.server.lobby.closing import stop_moment
from naishi.server.maintenance.cleanup import Entry
from naishi.server.match import match_text
from naishi.server.match.match import Match, MatchStage
from naishi.server.match.words import moment
from naishi.server.moderation.sanctions import Ban, BanKind, Silence
from naishi.server.presence.limits import counted_network
from naishi.tabletop.kinds import kind_of

SPANS: Mapping[str, float] = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0, "w": 604_800.0}
LONGEST = 3650 * SPANS["d"]
WIDEST = {4: 8, 6: 16}
"""Bits that the networks of a ban have to share at least: a slip of the hand keeps nobody else out."""
KEYS = ("SHA256:", "web:", "unix:")
"""How the fingerprints of keys begin; no name of a player has a colon in it."""
MOST_ENTRIES = 10_000
LONGEST_TEXT = 90
"""Columns of a message: at a table there are two short lines for it."""

_SPAN = re.compile(r"(\d{1,6})([smhdw])")


class Verb(NamedTuple):
    """Something that an operator can ask for."""

    follows: str
    """What follows it; in brackets what may be left out."""
    does: str


VERBS: Mapping[str, Verb] = {
    "here": Verb("", N_("List who is here: name, key, address, game.")),
    "games": Verb("[NAME]", N_("List the open tables and the games that go on, or those of a player.")),
    "close": Verb("TABLE", N_("Close an open table.")),
    "call-off": Verb("GAME", N_("End a game without a winner.")),
    "rename": Verb("NAME NEW_NAME", N_("Give a player another name; nobody may have the old one for 90 days.")),
    "mute": Verb("NAME TIME", N_("Let a player say nothing to others for a time.")),
    "unmute": Verb("NAME", N_("Let a player speak again.")),
    "ban": Verb("WHOM TIME", N_("Keep a player, a key, an address or a network out for a time.")),
    "unban": Verb("WHOM", N_("Let them in again.")),
    "delete": Verb("NAME", N_("Delete the account of a player; unfinished games are given up.")),
    "say": Verb("TEXT", N_("Say something to everybody who is here.")),
    "stop": Verb("TIME", N_("Stop the server after a time; everyone is told now, and reminded.")),
    "cancel": Verb("", N_("Don't stop it after all.")),
    "bans": Verb("", N_("List who is banned, and until when.")),
    "mutes": Verb("", N_("List who is muted, and until when.")),
    "audit": Verb("[COUNT]", N_("List what operators have done; the newest 50 changes if not said otherwise.")),
}
SERVING = frozenset({"here", "say", "stop", "cancel"})
"""The verbs that need a server that runs."""


class Target(NamedTuple):
    """What a ban is for, as far as that is known from how it is written."""

    kind: BanKind
    subject: str
    """The fingerprint of a key, a network, or the name of a player."""


class OrderError(NaishiError):
    """Words that are no order; nothing was asked of any server."""


class Order(NamedTuple):
    """A verb with what follows it, understood."""

    verb: str
    whom: str = ""
    """A name, the id of a match, or the subject of a target."""
    target: Target | None = None
    text: str = ""
    seconds: float = 0.0
    most: int = 50


def parse(words: Sequence[str]) -> Order:
    """Understand the words of an operator. Raises OrderError: they are no order; the text says what is wrong."""
    verb, *rest = words
    if verb not in VERBS:
        near = get_close_matches(verb, VERBS, 1)
        hint = _("Did you mean {word}?").format(word=near[0]) if near else _("naishi serve --admin lists all.")
        raise OrderError(_("There is no {word} for operators. {hint}").format(word=quoted(verb), hint=hint))
    follows = VERBS[verb].follows.split()
    needed = [each for each in follows if not each.startswith("[")]
    if len(rest) < len(needed) or (len(rest) > len(follows) and "TEXT" not in follows):
        line = f"naishi serve --admin {verb} {VERBS[verb].follows}".strip()
        raise OrderError(_("Write it so: {line}").format(line=line))
    order = Order(verb)
    for place, each in enumerate(follows):
        if place < len(rest):
            order = _with(order, each, rest[place:])
    return order


def _with(order: Order, place: str, rest: Sequence[str]) -> Order:
    """Return an order with what stands at one of its places. Raises OrderError: it can't stand there."""
    match place:
        case "TIME":
            return order._replace(seconds=span(rest[0]))
        case "TEXT":
            return order._replace(text=message(" ".join(rest)))
        case "NEW_NAME":
            return order._replace(text=rest[0])
        case "[COUNT]":
            if not rest[0].isdecimal() or not 1 <= int(rest[0]) <= MOST_ENTRIES:
                raise OrderError(_("{text} is no count; give one such as 200.").format(text=quoted(rest[0])))
            return order._replace(most=int(rest[0]))
        case "WHOM":
            target = target_of(rest[0])
            return order._replace(whom=target.subject, target=target)
        case _:
            return order._replace(whom=rest[0])


def span(text: str) -> float:
    """Return the seconds of a time such as `7d`. Raises OrderError: it is no time, or too long."""
    found = _SPAN.fullmatch(text)
    seconds = int(found[1]) * SPANS[found[2]] if found else 0.0
    if not 0 < seconds <= LONGEST:
        words = _("{text} is no time; give one such as 30m, 12h, 7d or 4w, of ten years at most.")
        raise OrderError(words.format(text=quoted(text)))
    return seconds


def message(text: str) -> str:
    """Return a message as it may be shown.

    Raises OrderError: it is empty, too long, or has something in it that isn't shown.
    """
    clean = " ".join(text.split())
    if not clean or not clean.isprintable():
        raise OrderError(_("A message needs words that can be shown."))
    if sum(2 if unicodedata.east_asian_width(each) in {"W", "F"} else 1 for each in clean) > LONGEST_TEXT:
        words = _("A message can be at most {count} columns wide: all of it has to fit below a table.")
        raise OrderError(words.format(count=LONGEST_TEXT))
    return clean


def target_of(text: str) -> Target:
    """Return what a ban is for: a network, the fingerprint of a key, or else the name of a player.

    Raises OrderError: it is a network that is too large.
    """
    if text.startswith(KEYS):
        return Target(BanKind.KEY, text)
    try:
        network = counted_network(text)
    except ValueError:
        return Target(BanKind.PLAYER, text)
    if network.prefixlen < WIDEST[network.version]:
        words = _("{network} is too large a network to keep out; {version} needs /{bits} at least.")
        version, bits = f"IPv{network.version}", WIDEST[network.version]
        raise OrderError(words.format(network=network, version=version, bits=bits))
    alone = network.version == 4 and network.prefixlen == network.max_prefixlen
    return Target(BanKind.NETWORK, str(network.network_address if alone else network))


DONE = {
    "close": N_("Table {whom} is closed."),
    "call-off": N_("Game {whom} is called off."),
    "rename": N_("{whom} is called {text} now."),
    "mute": N_("{whom} is muted until {moment}."),
    "unmute": N_("{whom} can speak again."),
    "ban": N_("{whom} is banned until {moment}."),
    "unban": N_("{whom} is no longer banned."),
    "delete": N_("The account of {whom} is deleted."),
    "say": N_("It was said."),
    "stop": N_("The server stops at {moment}."),
    "cancel": N_("The server doesn't stop."),
}


class Reply(NamedTuple):
    """What comes of an order."""

    lines: Sequence[str]
    document: Any
    """The same for programs: an object for a change, else a list of objects."""


class Guest(NamedTuple):
    """Someone who is here."""

    name: str
    player: int | None
    key: str | None
    address: str
    game: str | None
    """The id of the match that is on their screen."""


def verb_lines() -> list[str]:
    return list(_columns([(f"{name} {verb.follows}".strip(), _(verb.does)) for name, verb in VERBS.items()]))


def done(order: Order, whom: str, until: float | None = None) -> Reply:
    written = stop_moment if order.verb == "stop" else moment
    words = _(DONE[order.verb]).format(whom=whom, text=order.text, moment="" if until is None else written(until))
    fields = {"done": order.verb, "whom": whom, "text": order.text, "until": until}
    return Reply([words], {name: value for name, value in fields.items() if value not in {"", None}})


def guests(here: Sequence[Guest]) -> Reply:
    rows = [(each.name, each.key or "–", each.address, each.game or "") for each in here]
    return Reply(list(_columns(rows)), [each._asdict() for each in here])


def matches(found: Sequence[Match]) -> Reply:
    return Reply(
        list(_columns([_match_row(each) for each in found])),
        [
            {
                "id": each.id,
                "game": each.game,
                "state": each.state.value,
                "players": list(each.names),
                "public": each.public,
                "rated": each.rated,
                "tournament": None if each.tournament is None else each.tournament.name,
                "round": each.round,
                "updated": each.updated,
            }
            for each in found
        ],
    )


def _match_row(match: Match) -> tuple[str, ...]:
    names = " – ".join(name or "…" for name in match.names)
    stage = _("open table") if match.state is MatchStage.OPEN else match_text.standing(match, -1)
    return match.id, kind_of(match.game).title(), names, stage, moment(match.updated)


def bans(found: Sequence[Ban]) -> Reply:
    rows = [(each.whom, _("until {moment}").format(moment=moment(each.until)), each.why) for each in found]
    objects = [
        {"kind": each.kind.value, "whom": each.whom, "at": each.at, "until": each.until, "why": each.why}
        for each in found
    ]
    return Reply(list(_columns(rows)), objects)


def silences(found: Sequence[Silence]) -> Reply:
    rows = [(each.name, _("until {moment}").format(moment=moment(each.until)), each.why) for each in found]
    objects = [{"whom": each.name, "at": each.at, "until": each.until, "why": each.why} for each in found]
    return Reply(list(_columns(rows)), objects)


def entries(found: Sequence[Entry]) -> Reply:
    return Reply([_entry_line(each) for each in found], [each._asdict() for each in found])


def _entry_line(entry: Entry) -> str:
    words = " ".join(filter(None, (entry.what, entry.whom, entry.detail)))
    until = ""
    if entry.until is not None:
        at = pgettext("of a stop", "for {moment}") if entry.what == "stop" else _("until {moment}")
        until = at.format(moment=(stop_moment if entry.what == "stop" else moment)(entry.until))
    why = f"({entry.why})" if entry.why else ""
    done = " ".join(filter(None, (words, until, why)))
    return _("{moment}, {user}: {done}").format(moment=moment(entry.at), user=entry.who, done=done)


def _columns(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
