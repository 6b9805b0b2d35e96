"""Texts about matches, and what players ask of each other there."""

import time
from collections.abc import Iterator

from naishi.common.i18n import N_, _, listed, ngettext
from naishi.server.match.clock import TimeLeft
from naishi.server.match.glicko import Rating, Standing
from naishi.server.match.match import NAISHI, Match, MatchStage, News, RatedOutcome
from naishi.server.match.session import Presence
from naishi.server.match.words import control_in_words, time_in_short
from naishi.tabletop.game import LOST
from naishi.tabletop.kinds import kind_of, options_in_words

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


def figure(rating: Rating) -> str:
    """Return a rating as it is written: `1640 ± 60`, or `1640 ± 180?` while it says little."""
    return f"{round(rating.points)} ± {round(rating.deviation)}{'?' if rating.provisional else ''}"


def of_standing(standing: Standing | None) -> str:
    """Return the rating of a player as of now; empty for whoever has none."""
    return "" if standing is None else figure(standing.at(time.time()))


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
    rating = of_seat(match, seat)
    return f"{match.names[seat]} ({rating})" if rating else match.names[seat]


def players(match: Match, names: tuple[str, str]) -> tuple[str, str]:
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
    return _(said[why]) if why in said else ""


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


TWO = 2
MOST_NAMED = 2
"""Of more who are awaited with a player, only the number is given."""
HAPPENED = {
    News.JOINED: N_("{name} has joined"),
    News.RESIGNED: N_("{name} has resigned"),
    News.ABORTED: N_("{name} has called the game off"),
    News.DRAWN: N_("a draw was agreed"),
    News.CLAIMED: N_("{name} has claimed the game"),
    News.REMATCH: N_("{name} asks for a rematch"),
    News.DRAW: N_("{name} offers a draw"),
    News.UNDO: N_("{name} asks to undo their last turn"),
    News.PAUSE: N_("{name} offers a pause"),
    News.WARNED: N_("{name} waits for you, and will claim the game"),
    News.UNDONE: N_("a turn was undone"),
    News.MOVED: N_("{name} has moved"),
    News.CALLED_OFF: N_("the game was called off"),
    News.CALL_OFF: N_("{name} offers to call the game off"),
    News.LEFT: N_("{name} has left the game"),
}
OF_SEVERAL = {
    News.JOINED: N_("the game has begun"),
    News.MOVED: N_("others have moved"),
    News.WARNED: N_("the others wait for you, and may go on without you"),
}
"""What is said instead at a table of more than two, where nobody in particular has done it."""


def begun(match: Match, player: int, now: float) -> str:
    """Describe a match that has begun to a player: who plays, how it stands now, and how much time is left."""
    people = [named(match, seat) for seat in range(len(match.seats))]
    two = len(people) == TWO
    names = _("{first} – {second}").format(first=people[0], second=people[1]) if two else " – ".join(people)
    news = standing(match, player)
    if (time := time_left(match, now)) is not None:
        *_long, left = time_in_short(time, match.names, None)
        news = _("{news}, {time}").format(news=news, time=left)
    if notes := listed(_kinds(match, in_short=True), conjunction=False):
        names = _("{what} ({note})").format(what=names, note=notes)
    words = _("{names}: {news}") if match.state is MatchStage.OVER else _("{names}, round {round}: {news}")
    if match.game != NAISHI and match.state is not MatchStage.OVER:
        return _("{names}, {when}: {news}").format(names=names, when=kind_of(match.game).when(match.round), news=news)
    return words.format(names=names, round=match.round, news=news)


def has_terms(match: Match) -> bool:
    """Return whether whoever sits down at a table should know more than that it waits: see `terms`."""
    return bool(match.game != NAISHI or match.expansion or match.rated or match.control)


def terms(match: Match, *, in_short: bool = False) -> str:
    """Say what is agreed on with a table: the game, its options, whether it is rated, and the clock.

    It is empty for the base game of Naishi. Of a larger table it says how many of its seats are taken.
    """
    said = [*_kinds(match, in_short=in_short), *filter(None, [control_in_words(match.control)])]
    if (places := len(match.seats)) > TWO and match.state is MatchStage.OPEN:
        said.append(_("{taken} of {places} seats taken").format(taken=places - len(match.empty), places=places))
    return listed(said, conjunction=False)


def table(match: Match, *, in_short: bool = False) -> str:
    """Describe a table of more than two where the game has not begun: the game, who sits there, and the terms."""
    game, *options = _kinds(match, in_short=in_short)
    sit = [name for name, player in zip(match.names, match.seats, strict=True) if player is not None]
    words = (
        _("{game}, {taken} of {places}: {names}") if in_short else _("{game}, {taken} of {places} seats taken: {names}")
    )
    said = words.format(game=game, taken=len(sit), places=len(match.seats), names=listed(sit, conjunction=False))
    agreed = listed(filter(None, [*options, control_in_words(match.control)]), conjunction=False)
    return _("{what} ({note})").format(what=said, note=agreed) if agreed else said


def played(match: Match) -> str:
    """Say which game is played, with which options and for what; empty for the base game of Naishi."""
    return listed(_kinds(match, in_short=False), conjunction=False)


def _kinds(match: Match, *, in_short: bool) -> Iterator[str]:
    if match.game != NAISHI:
        yield kind_of(match.game).title()
    yield from options_in_words(match.game, match.options, in_short=in_short)
    if match.rated:
        yield _("rated")
    if match.tournament is not None:
        yield match.tournament.name


def time_left(match: Match, now: float) -> TimeLeft | None:
    """Return what the players of a match that goes on have left; None where there is no clock."""
    awaited = match.awaited_people
    return TimeLeft(match.clock, awaited, now) if match.clock and match.control and awaited else None


def whereabouts(presence: Presence, name: str, time: TimeLeft | None) -> str:
    """Say where a player is, and that the game waits for one who is gone while no time counts."""
    counts = time is not None and bool(time.running)
    words = {
        Presence.HERE: _("{name} is here."),
        Presence.AWAY: _("{name} is here, not at this table."),
        Presence.GONE: _("{name} is not here.") if counts else _("{name} is not here; the game waits."),
    }
    return words[presence].format(name=name)


def standing(match: Match, player: int) -> str:
    """Say of a match that has begun what is new for a player, and whose turn it is, or how it ended."""
    news = _news(match, player)
    if match.is_turn_of(player):
        return _own_turn(match, player, news)
    if match.state is MatchStage.OVER:
        return news or ended(match)
    if match.turn is None:
        turn = _("waiting for {names}").format(names=listed(match.names[seat] for seat in match.awaited))
    else:
        turn = _("{name}'s turn").format(name=match.names[match.turn])
    if len(match.seats) != TWO and news_of(match, player) in OF_SEVERAL:
        return _("{news}; {turn}").format(news=news, turn=turn)
    return news or turn


def _own_turn(match: Match, player: int, news: str) -> str:
    others = [match.names[seat] for seat in match.awaited_people if match.seats[seat] != player]
    if not others:
        return _("your turn ({news})").format(news=news) if news else _("your turn")
    turn = _("your turn, and that of {names}").format(names=listed(others))
    if len(others) > MOST_NAMED:
        turn = _("your turn, and that of {count} others").format(count=len(others))
    return _("{what} ({note})").format(what=turn, note=news) if news else turn


def and_more(count: int) -> str:
    return ngettext("… and {count} more", "… and {count} more", count)


def ended(match: Match) -> str:
    result = match.result
    if result is not None and result.how in {"aborted", "unplayed"}:
        return _("called off")
    if len(match.seats) != TWO:
        return _ended_among_several(match)
    if result is None or result.winner is None:
        return _("a draw")
    winner, loser = match.names[result.winner], match.names[1 - result.winner]
    if result.how in LOST:
        return _(LOST[result.how]).format(name=loser)
    if result.points is None:
        return _("{name} won").format(name=winner)
    won, lost = result.points[result.winner], result.points[1 - result.winner]
    words = _("{name} won {won} to {lost}") if lost < 0 else _("{name} won {won}–{lost}")
    return words.format(name=winner, won=won, lost=lost)


def _ended_among_several(match: Match) -> str:
    ranks = () if match.result is None else match.result.ranks or ()
    first = [seat for seat, rank in enumerate(ranks) if rank == 1]
    names = listed(match.names[seat] for seat in first)
    if len(first) != 1:
        return _("a draw") if len(first) == len(ranks) else _("{names} share the first place").format(names=names)
    if match.result is None or match.result.points is None:
        return _("{name} won").format(name=names)
    won = match.result.points[first[0]]
    return ngettext("{name} won with {count} point", "{name} won with {count} points", won, name=names)


def calls(match: Match, player: int) -> bool:
    return match.is_turn_of(player) or bool(_news(match, player))


def is_current(match: Match, player: int) -> bool:
    return match.state is not MatchStage.OVER or news_of(match, player) is not None


def news_of(match: Match, player: int) -> News | None:
    """Return what others have done since this one looked last; None for nothing."""
    seat = match.seat_of(player)
    return None if seat is None else match.news[seat]


def _news(match: Match, player: int) -> str:
    news = news_of(match, player)
    if news is None:
        return ""
    if news is News.JOINED and match.tournament is not None:
        return _("a new round")
    if news in {News.FINISHED, News.TIMED_OUT}:
        return ended(match)
    who = _who(match, match.seat_of(player) or 0, news)
    return _(OF_SEVERAL[news]) if who is None else _(HAPPENED[news]).format(name=match.names[who])


def _who(match: Match, seat: int, news: News) -> int | None:
    """Return who has done what is news for a seat; None for several."""
    if len(match.seats) == TWO:
        return 1 - seat
    agreed = match.agreements
    offers = {
        News.REMATCH: agreed.rematch, News.DRAW: agreed.draw, News.UNDO: agreed.undo, News.PAUSE: agreed.pause,
        News.CALL_OFF: agreed.call_off,
    }  # fmt: skip
    if (offer := offers.get(news)) is not None:
        return offer.seat
    left = next((each for each, _how in reversed(agreed.vacated) if each != seat), seat)
    known = {
        News.RESIGNED: agreed.resigned, News.CLAIMED: agreed.claimed, News.ABORTED: agreed.aborted, News.LEFT: left,
    }  # fmt: skip
    return None if news in OF_SEVERAL else known.get(news, seat)
