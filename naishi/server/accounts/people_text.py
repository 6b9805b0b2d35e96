"""Texts about people: presence, records, leaderboard."""

from collections.abc import Iterator, Sequence

from naishi.common.i18n import _, listed, ngettext
from naishi.server.accounts.people import Page, Person, Tally
from naishi.server.match import match_text
from naishi.server.match.match import NAISHI
from naishi.server.ratings.ratings import Ranked
from naishi.tabletop.kinds import kind_of


def person(each: Person) -> str:
    rating = match_text.of_standing(each.standing)
    name = f"{each.account.name} ({rating})" if rating else each.account.name
    return _("{name}, playing").format(name=name) if each.plays else name


def ranked(place: int, each: Ranked) -> str:
    games = ngettext("{count} game", "{count} games", each.standing.games).format(count=each.standing.games)
    return f"{place}. {each.name} {match_text.of_standing(each.standing)}, {games}"


def no_ranking() -> str:
    return _("Nobody is ranked yet: it takes some twenty rated games.")


def about(page: Page) -> Iterator[str]:
    """Say how someone has done: rating, curve, all games, and against whom."""
    profile = page.profile
    if page.here:
        yield _("{name} is here.").format(name=profile.account.name)
    if profile.standing is None:
        yield _("No rating yet.")
    else:
        games = ngettext("after {count} rated game", "after {count} rated games", profile.standing.games)
        words = _("Rating {rating}, {games}.")
        yield words.format(
            rating=match_text.of_standing(profile.standing), games=games.format(count=profile.standing.games)
        )
    if len(page.curve) > 1:
        words = _("Over the last {count} rated games: from {then} to {now}, between {least} and {most}.")
        first, last, least, most = map(round, (page.curve[0], page.curve[-1], min(page.curve), max(page.curve)))
        yield words.format(count=len(page.curve), then=first, now=last, least=least, most=most)
    if page.aborts:
        yield ngettext(
            "Called off or gave up {count} rated game before the tenth action, in the last 30 days.",
            "Called off or gave up {count} rated games before the tenth action, in the last 30 days.",
            page.aborts,
        ).format(count=page.aborts)
    if profile.all.games:
        yield _("All games: {tally}.").format(tally=tally(profile.all))
    else:
        yield _("No finished game that you could know of.")
    if [*profile.by_game] not in ([], [NAISHI]):
        for key, tally_of_game in profile.by_game.items():
            yield _("{game}: {tally}.").format(game=kind_of(key).title(), tally=tally(tally_of_game))
    for each in profile.opponents:
        yield _("Against {name}: {tally}.").format(name=each.name, tally=tally(each))


def tally(of: Tally) -> str:
    parts = [_("{count} won").format(count=of.won)]
    if of.drawn:
        parts.append(_("{count} drawn").format(count=of.drawn))
    return listed([*parts, _("{count} lost").format(count=of.lost)], conjunction=False)


def sparkline(values: Sequence[float]) -> str:
    if len(values) < 2:
        return ""
    bars, least, most = "▁▂▃▄▅▆▇█", min(values), max(values)
    return "".join(bars[round((value - least) / ((most - least) or 1) * (len(bars) - 1))] for value in values)
