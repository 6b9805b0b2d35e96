"""A report in a line, for whoever runs the server."""

from __future__ import annotations

from naishi.common.i18n import _
from naishi.server.match.words import moment
from naishi.server.play.talk import REASONS
from naishi.server.storage.names import shown_name
from naishi.server.storage.reports import Report


def report_line(report: Report) -> str:
    """Say when, where and why somebody was reported, by the names of that moment; and a name that has changed since."""
    reported = report.reported
    if report.reported_now != reported:
        reported = _("{name} (now {other})").format(name=reported, other=report.reported_now)
    return _("{moment}, game {game}, revision {revision}: {name} reports {other}. {reason}.").format(
        moment=moment(report.at),
        game=report.match,
        revision=report.revision,
        name=shown_name(report.reporter),
        other=reported,
        reason=_(REASONS[report.reason]),
    )
