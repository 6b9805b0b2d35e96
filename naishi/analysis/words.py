"""What an analysis says, in words."""

from __future__ import annotations

from naishi.analysis.decisions import Decision, Verdict
from naishi.analysis.report import Analysis
from naishi.common.formats import listed, number
from naishi.common.i18n import _, ngettext


def verdict(of: Verdict) -> str:
    """Name a verdict."""
    return {
        Verdict.FINE: _("fine"),
        Verdict.TOO_CLOSE: _("too close to call"),
        Verdict.INACCURACY: _("inaccuracy"),
        Verdict.MISTAKE: _("mistake"),
        Verdict.BLUNDER: _("blunder"),
    }[of]


def explained() -> tuple[str, ...]:
    """Say what the numbers of an analysis mean, in paragraphs."""
    return (
        _(
            "Each decision is compared with the best one, by what its player could know then: both are played on in "
            "many deals that look the same to that player. What it lost is said in percentage points of the chance to "
            "win, and ± contains nineteen of twenty true values."
        ),
        _(
            "A loss of 5 is an inaccuracy, of 10 a mistake, of 15 a blunder. Where ± leaves that open, it is "
            "only perhaps one."
        ),
        _("Accuracy sums up all decisions of a player by the formula that lichess uses for chess; 100% is best."),
    )


def summary(analysis: Analysis, seat: int) -> str:
    """Say how accurately a player played, and how many decisions were called what."""
    counts = analysis.verdicts(seat)
    counted = [
        ngettext("{count} blunder", "{count} blunders", counts[Verdict.BLUNDER]),
        ngettext("{count} mistake", "{count} mistakes", counts[Verdict.MISTAKE]),
        ngettext("{count} inaccuracy", "{count} inaccuracies", counts[Verdict.INACCURACY]),
    ]
    if counts[Verdict.TOO_CLOSE]:
        counted.append(ngettext("{count} too close to call", "{count} too close to call", counts[Verdict.TOO_CLOSE]))
    name, accuracy = analysis.names[seat], analysis.accuracies[seat]
    if accuracy is None:
        return _("{name} had nothing to decide.").format(name=name)
    return _("{name}: accuracy {accuracy}%, {counted}.").format(
        name=name, accuracy=number(accuracy, 1), counted=listed(counted)
    )


def decision(of: Decision) -> str:
    """Say what a decision cost, and what would have been better."""
    return _("{played} ({chance}%) instead of {better} ({best}%): {verdict}, {loss} ± {error} points.").format(
        played=of.played,
        chance=number(100 * of.chance),
        better=of.best,
        best=number(100 * of.best_chance),
        verdict=verdict(of.verdict),
        loss=number(100 * of.loss, 1),
        error=number(100 * of.loss_error, 1),
    )


def in_short(of: Decision) -> str:
    """Say in a line what was played instead of what."""
    return _("Round {round}: {played} instead of {better} ({verdict}, {loss}%)").format(
        round=of.round, better=of.best, played=of.played, verdict=verdict(of.verdict), loss=number(100 * of.loss)
    )
