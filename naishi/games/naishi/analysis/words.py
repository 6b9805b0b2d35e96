"""Text of an analysis, and plots of its curves."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from naishi.common.i18n import _, listed, ngettext, number, sentence_case
from naishi.games.naishi.analysis.choices import BAR, CHOICES
from naishi.games.naishi.analysis.decisions import DEPTHS, INACCURACY, Decision, Verdict
from naishi.games.naishi.analysis.reasons import sentences
from naishi.games.naishi.analysis.report import NOTHING, Analysis
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.rules.actions import Action
from naishi.games.naishi.text.sentences import bare_balance, estimated, heading, planned, told_in_short, without_cards

KNOWN, TRUE, BOTH, HALF, EMPTY = "*", "o", "@", "-", " "
"""What stands for the curves, for a place on both, and for an even chance; all in ASCII."""


class CurvePoint(NamedTuple):
    """Both chances of a player to win at one moment, from 0 to 1."""

    ply: int
    known: float
    """What the player could know, when it decided last."""
    true: float
    """With all cards open."""


def curve_points(analysis: Analysis, seat: int) -> tuple[CurvePoint, ...]:
    known = dict(analysis.known(seat))
    now = next(iter(known.values())) if len(known) > 1 else 0.5
    return tuple(CurvePoint(ply, now := known.get(ply, now), true) for ply, true in enumerate(analysis.true(seat)))


def plot(curve: Sequence[CurvePoint], width: int, height: int) -> list[str]:
    """Plot both curves, an even chance in the middle row.

    Args:
        height: In rows; an odd number has a middle row.
    """
    rows = [[EMPTY] * width for _row in range(height)]
    rows[height // 2] = [HALF] * width
    for x in range(width):
        moment = curve[round(x * (len(curve) - 1) / max(width - 1, 1))]
        known, true = (round((1 - chance) * (height - 1)) for chance in (moment.known, moment.true))
        rows[true][x] = TRUE
        rows[known][x] = BOTH if known == true else KNOWN
    return ["".join(row) for row in rows]


def axis(analysis: Analysis, rounds: Sequence[int], width: int) -> str:
    line, free = "", 0
    for ply, this in enumerate(rounds):
        if ply and rounds[ply - 1] == this:
            continue
        x = round(ply * (width - 1) / max(len(analysis.actions), 1))
        if x >= free and x + len(str(this)) <= width:
            line = f"{line:{x}}{this}"
            free = x + len(str(this)) + 1
    return line


def verdict(of: Decision) -> str:
    """Say what a decision is called; of one that may be less than that, that it is so only perhaps."""
    called = {
        Verdict.FINE: _("fine"),
        Verdict.TOO_CLOSE: _("too close to call"),
        Verdict.INACCURACY: _("inaccuracy"),
        Verdict.MISTAKE: _("mistake"),
        Verdict.BLUNDER: _("blunder"),
    }
    perhaps = {
        Verdict.INACCURACY: _("perhaps an inaccuracy"),
        Verdict.MISTAKE: _("perhaps a mistake"),
        Verdict.BLUNDER: _("perhaps a blunder"),
    }
    return called[of.verdict] if of.sure else perhaps[of.verdict]


def explained() -> tuple[str, ...]:
    return (
        _(
            "Each decision is compared with the best one, by what its player could know then: both are played on in "
            "many deals that look the same to that player. What it lost is given in percentage points of the chance "
            "to win. The figure after ± says how far off that may be: nineteen of twenty true values lie within it."
        ),
        _(
            "A loss of 5 is an inaccuracy, of 10 a mistake, of 15 a blunder. Where that figure leaves room for doubt, "
            "or the advice at the table was the same, it is uncertain: perhaps a mistake. What may "
            "have lost nothing at all is too close to call."
        ),
        which_is_deeper(),
        _("Accuracy sums up all decisions of a player by the formula that lichess uses for chess; 100% is best."),
    )


def which_is_deeper() -> str:
    return _(
        "The choices at a moment are compared in {choices} deals, in the deeper look in {deep_choices}; the decisions "
        "of a game in up to {quick}, in a deep analysis in {deep}. The more deals, the better founded."
    ).format(
        choices=CHOICES["quick"].worlds,
        deep_choices=CHOICES["deep"].worlds,
        quick=DEPTHS["quick"].worlds,
        deep=DEPTHS["deep"].worlds,
    )


def look(depth: str) -> str:
    return _("Deeper look, the same as advice.") if depth == "deep" else _("Quick look, the same as advice.")


def summary(analysis: Analysis, seat: int) -> str:
    counts, unsure = analysis.verdicts(seat), analysis.unsure(seat)
    counted = [
        ngettext("{count} blunder", "{count} blunders", counts[Verdict.BLUNDER]),
        ngettext("{count} mistake", "{count} mistakes", counts[Verdict.MISTAKE]),
        ngettext("{count} inaccuracy", "{count} inaccuracies", counts[Verdict.INACCURACY]),
    ]
    if unsure:
        counted.append(ngettext("{count} uncertain", "{count} uncertain", unsure))
    if counts[Verdict.TOO_CLOSE]:
        counted.append(ngettext("{count} too close to call", "{count} too close to call", counts[Verdict.TOO_CLOSE]))
    name, accuracy = analysis.names[seat], analysis.accuracies[seat]
    if accuracy is None:
        return _("{name} had nothing to decide.").format(name=name)
    return _("{name}: accuracy {accuracy}%, {counted}.").format(
        name=name, accuracy=number(accuracy, 1), counted=listed(counted)
    )


def turn(game: Game, actions: Sequence[Action], *, brief: bool = False) -> Iterator[str]:
    """Say what some actions of the seat to act do, one after the other, naming the cards that it knows.

    Args:
        brief: See `planned`.
    """
    moved, seat = game.copy(), game.turn
    for action in actions:
        if seat is None or moved.turn != seat or action not in moved.legal_actions():  # a file can hold anything
            yield without_cards(action)
            continue
        yield planned(moved.view(seat), action, brief=brief)
        moved.play(action)


def done(game: Game, ply: int, action: Action) -> str:
    """Say what an action does after so many actions of a game, naming the cards that its seat knows."""
    return next(turn(game.at(ply), (action,)))


def with_open_cards(analysis: Analysis, game: Game, seat: int, *, you: bool = False) -> str:
    """Say where the points of a player came from, by a measure that knows all cards."""
    ledger = analysis.ledger(game, seat)
    said = [_("With all cards open, in game points:"), ledger.sentences(analysis.names, you=you)]
    if (worst := ledger.costliest) is not None:
        said.append(
            _("Round {round} cost most by this measure: {played}; better: {better}.").format(
                round=worst.round,
                played=done(game, worst.ply, worst.played),
                better=done(game, worst.ply, worst.better),
            )
        )
    return " ".join(said)


def why(of: Decision, game: Game) -> tuple[str, ...]:
    reasons = sentences(of.reasons, game.players[1 - of.seat].name, game.players[of.seat].name)
    return (_("The advice at the table was the same."), *reasons) if of.advised else reasons


def on_the_board(of: Decision, game: Game) -> tuple[str, ...]:
    """Say the same as `in_full` where there is little room: without how sure the loss is."""
    said = _gaps(of, game)
    said["played"] = sentence_case(said["played"])
    words = _("{played}: {verdict} ({best} to {chance}).").format(**said)
    return f"{words} {_instead(of, game)}", *why(of, game)


def better(of: Decision, game: Game) -> tuple[str, ...]:
    """Say what would have been better, and why, in a few sentences; nothing where there is no reason."""
    reasons = why(of, game)
    return (_instead(of, game), *reasons) if reasons else ()


def _instead(of: Decision, game: Game) -> str:
    return instead(done(game, of.ply, of.best), of.loss, of.loss_error, advised=of.advised)


def instead(best: str, loss: float, error: float, *, advised: bool = False) -> str:
    """Name the best action, as surely as it is known to be better than another one."""
    if loss < INACCURACY:
        said = _("About as good: {better}.")
    elif advised or loss <= BAR * error:
        said = _("Perhaps better: {better}.")
    else:
        said = _("Better: {better}.")
    return said.format(better=best)


def in_full(of: Decision, game: Game) -> tuple[str, ...]:
    return decision(of, game), *why(of, game)


def cost(of: Decision) -> str:
    return _("What you played cost {loss} ± {error} percentage points: {verdict}.").format(**_loss(of))


def _loss(of: Decision) -> dict[str, str]:
    loss, error = number(100 * of.loss, 1), number(100 * BAR * of.loss_error, 1)
    return {"verdict": verdict(of), "loss": loss, "error": error}


def _gaps(of: Decision, game: Game) -> dict[str, str]:
    played, best = done(game, of.ply, of.played), estimated(of.best_chance, of.best_error)
    return _loss(of) | {"played": played, "best": best, "chance": estimated(of.chance, of.error)}


def decision(of: Decision, game: Game) -> str:
    words = _("{played}: {verdict}, {loss} ± {error} percentage points ({best} to {chance}).")
    return f"{words.format(**_gaps(of, game))} {_instead(of, game)}"


def in_short(of: Decision, game: Game) -> str:
    words = _("Round {round}: {played} ({verdict}, {loss} ± {error} percentage points).")
    return f"{words.format(round=of.round, **_gaps(of, game))} {_instead(of, game)}"


def judged(of: Decision, game: Game) -> str:
    if of.loss >= NOTHING:
        return in_short(of, game)
    return _("Round {round}: {played} ({verdict})").format(round=of.round, **_gaps(of, game))


def change(analysis: Analysis, game: Game, ply: int) -> str:
    """Say how a player's chance changed from one of its decisions to the next, and what changed it."""
    events, truth = game.events(), analysis.truth
    seat = events[ply].seat
    known = analysis.known(seat)
    at = next((place for place, (moment, _chance) in enumerate(known) if moment == ply), None)
    if at is None:
        return ""
    (_ply, before), (end, after) = known[at : at + 2]
    decisions = {each.ply: each for each in analysis.decisions}
    played, error = max(before - decisions[ply].loss, 0.0), decisions[ply].best_error
    sign = 1 if seat == 0 else -1
    own = sum(sign * truth.changes[each] for each in range(ply, end) if events[each].seat == seat)
    others = sum(sign * truth.changes[each] for each in range(ply, end) if events[each].seat != seat)
    luck = sign * sum(truth.lucks[ply:end])
    words = (
        _(
            "Chance to win: {before} before, {played} after it, {after} at the next decision. With all cards open, in "
            "points: {luck} by luck, {own} by this turn, {others} by {opponent}'s."
        )
        if at + 2 < len(known)
        else _(
            "Chance to win: {before} before, {played} after it, {after} at the end. With all cards open, in points: "
            "{luck} by luck, {own} by this turn, {others} by {opponent}'s."
        )
    )
    return words.format(
        before=estimated(before, error),
        played=estimated(played, error),
        after=estimated(after, decisions[end].best_error if end in decisions else 0.0),
        luck=_signed(luck),
        own=_signed(own),
        others=_signed(others),
        opponent=analysis.names[1 - seat],
    )


def _signed(points: float) -> str:
    rounded = round(points, 1)
    return f"{'+' if rounded > 0 else ''}{number(rounded, 1)}" if rounded else number(0)


def turning_point(analysis: Analysis, game: Game, seat: int) -> str:
    """Say in a sentence which turn changed the chances most, with all cards open; nothing if none did."""
    if (found := analysis.turning_point(game.view(seat))) is None:
        return ""
    said = told_in_short(found, analysis.names)
    return _("{heading}, {what} ({balance}).").format(heading=heading(found), what=said, balance=bare_balance(found))


def waiting(ahead: int) -> str:
    words = ngettext("Waiting: {count} analysis before yours.", "Waiting: {count} analyses before yours.", ahead)
    return words.format(count=ahead)
