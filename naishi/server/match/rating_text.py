"""Rating texts: figures, certainty, changes."""

from __future__ import annotations

import time
from collections.abc import Callable

from naishi.common.formats import listed
from naishi.common.i18n import N_, _, ngettext
from naishi.server.match.glicko import Rating, Standing
from naishi.server.match.match import Match, MatchStage, RatedOutcome
from naishi.server.match.rows import NAISHI
from naishi.tabletop.kinds import kind_of

NOT_COUNTED = {
    RatedOutcome.SHORT: N_("Not rated: the game was given up before the tenth action."),
    RatedOutcome.OFTEN: N_("Not rated: these two have had three rated games within a day."),
    RatedOutcome.ABORTED: N_("Not rated: the game was called off."),
}
IN_SHORT = {
    RatedOutcome.SHORT: N_("Not rated: given up too soon."),
    RatedOutcome.OFTEN: N_("Not rated: the fourth in a day."),
    RatedOutcome.ABORTED: N_("Not rated."),
}
"""The same where there is half a line for it."""

Clock = Callable[[], float]


def figure(rating: Rating) -> str:
    """Return a rating as it is written: `1640 ± 60`, or `1640 ± 180?` while it says little."""
    return f"{round(rating.points)} ± {round(rating.deviation)}{'?' if rating.provisional else ''}"


def of_standing(standing: Standing | None, clock: Clock = time.time) -> str:
    """Return the rating of a player as of now; empty for whoever has none."""
    return "" if standing is None else figure(standing.at(clock()))


def of_seat(match: Match, seat: int) -> str:
    """Return the rating of who has a seat; that of a bot never changes. Empty for whoever has none."""
    if match.game != NAISHI:
        return ""
    if match.seats[seat] is None:
        levels = kind_of(match.game).levels()
        fixed = next((level.rating for level in levels if level.player_name == match.names[seat]), None)
        return str(fixed) if fixed is not None and match.state is not MatchStage.OPEN else ""
    return of_standing(match.standings[seat])


def named(match: Match, seat: int) -> str:
    """Name who has a seat, with their rating if they have one."""
    rating = of_seat(match, seat)
    return f"{match.names[seat]} ({rating})" if rating else match.names[seat]


def players(match: Match, names: tuple[str, str]) -> tuple[str, str]:
    """Name both players of a match to whoever comes to it, with ratings if it is rated."""
    return (named(match, 0), named(match, 1)) if match.rated else names


def at_table(match: Match) -> tuple[str, str]:
    """Return what stands beside the names at a rated match: ratings, once it is over with what it has changed."""
    if not match.rated:
        return "", ""
    if (change := match.change) is None:
        return of_seat(match, 0), of_seat(match, 1)
    first, second = (
        f"{figure(after)} ({round(after.points) - round(before):+})"
        for before, after in zip(change.before, change.after, strict=True)
    )
    return first, second


def came_of(match: Match) -> str:
    """Say what a rated match that is over has changed, or why it hasn't; empty for any other one."""
    if match.change is None:
        return why_not(match)
    ratings = [f"{name} {rating}" for name, rating in zip(match.names, at_table(match), strict=True)]
    return _("Ratings: {ratings}.").format(ratings=listed(ratings, conjunction=False))


def why_not(match: Match, *, in_short: bool = False) -> str:
    """Say why a match that is over and was to be rated hasn't counted; empty for any other one."""
    said, why = IN_SHORT if in_short else NOT_COUNTED, match.rated_outcome
    if match.tournament is not None and match.tournament.rated and not match.rated:
        why = RatedOutcome.OFTEN
    words = said.get(why) if why is not None else None
    return "" if words is None else _(words)


def about(standing: Standing | None, aborts: int = 0) -> str:
    """Say to a player what their rating is and what it comes from."""
    if standing is None:
        return _("You have no rating yet: it begins with your first rated game.")
    games = ngettext("after {count} rated game", "after {count} rated games", standing.games)
    words = _("Your rating: {rating}, {games}.")
    said = [words.format(rating=of_standing(standing), games=games.format(count=standing.games))]
    if standing.at(time.time()).provisional:
        said.append(_("A ? marks one that says little yet."))
    if aborts:
        words = ngettext(
            "In the last 30 days you called off or gave up {count} rated game before the tenth action.",
            "In the last 30 days you called off or gave up {count} rated games before the tenth action.",
            aborts,
        )
        said.append(words.format(count=aborts))
    return " ".join(said)
