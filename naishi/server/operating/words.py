"""Operator output, in lines and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from naishi.common.i18n import N_, _, pgettext
from naishi.server.lobby.closing import stop_moment
from naishi.server.maintenance.audit import Entry
from naishi.server.match import match_text
from naishi.server.match.match import Match, MatchStage
from naishi.server.match.words import moment
from naishi.server.moderation.sanctions import Ban, Silence
from naishi.server.operating.orders import VERBS, Order
from naishi.tabletop.kinds import kind_of

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
