"""Tournaments in words."""

from collections.abc import Iterator, Sequence

from naishi.common.i18n import _, listed, ngettext, number, pgettext
from naishi.server.match import match_text
from naishi.server.match.match import Match, MatchStage
from naishi.server.match.words import control_in_words
from naishi.server.tournaments.tournament import Entry, Kind, Row, Tournament, TournamentGame, TournamentPage
from naishi.tabletop.kinds import options_in_words


def line(tournament: Tournament) -> str:
    words = _("{name} ({terms}): {state}")
    return words.format(name=tournament.setup.name, terms=terms(tournament), state=state(tournament))


def terms(tournament: Tournament) -> str:
    setup = tournament.setup
    said = [_kind(tournament), control_in_words(setup.terms.control)]
    said += options_in_words(setup.terms.game, setup.terms.chosen, in_short=True)
    said += [pgettext("a tournament", "rated")] if setup.terms.rated else []
    said += [] if setup.public else [_("by invitation")]
    return listed(said, conjunction=False)


def _kind(tournament: Tournament) -> str:
    setup = tournament.setup
    if setup.kind is Kind.ROUND_ROBIN:
        return _("everyone against everyone")
    if setup.rounds is None:
        return _("Swiss")
    return ngettext("Swiss, {count} round", "Swiss, {count} rounds", setup.rounds)


def state(tournament: Tournament) -> str:
    if tournament.state is MatchStage.OVER:
        return _("over")
    if tournament.state is MatchStage.PLAYING:
        return _("round {round} of {rounds}").format(round=tournament.round, rounds=tournament.setup.rounds)
    return _("{count} of {places} have joined").format(count=tournament.count, places=tournament.setup.places)


def heading(page: TournamentPage) -> Iterator[str]:
    tournament = page.tournament
    yield _("{line}.").format(line=line(tournament))
    yield _("Made by {name}.").format(name=tournament.host_name)
    if tournament.state is MatchStage.OVER and page.standings:
        first = [page.entry(row.number).name for row in page.standings if row.place == 1]
        yield ngettext("{names} has won.", "{names} share the first place.", len(first), names=listed(first))


def named(entry: Entry, *, rating: bool = True) -> str:
    standing = match_text.of_standing(entry.standing) if rating else ""
    name = f"{entry.name} ({standing})" if standing else entry.name
    return _("{name}, has left").format(name=name) if entry.has_left else name


def points(value: float) -> str:
    return number(value, next((each for each in (0, 1) if (value * 10**each).is_integer()), 2))


def standing(page: TournamentPage, row: Row) -> str:
    words = _("{place}. {name}: {points} (Buchholz {buchholz}, Sonneborn-Berger {sonneborn_berger}, won {wins})")
    return words.format(
        place=row.place,
        name=named(page.entry(row.number), rating=False),
        points=points(row.points),
        buchholz=points(row.buchholz),
        sonneborn_berger=points(row.sonneborn_berger),
        wins=row.wins,
    )


def game(page: TournamentPage, played: TournamentGame) -> str:
    """Say who plays whom, who goes first being named first, and how it ended."""
    first, second = played.played.pairing
    one = page.entry(first).name
    if second is None:
        return _("{name} has a bye").format(name=one)
    words = _("{first} – {second}: {score}")
    return words.format(first=one, second=page.entry(second).name, score=score(played))


def score(played: TournamentGame) -> str:
    """Return how a game has ended, such as `1–0`, or that it goes on."""
    if played.played.scores is None:
        return _("playing")
    return "–".join({1.0: "1", 0.5: "½", 0.0: "0"}[each] for each in played.played.scores)


def round_title(page: TournamentPage, number_: int) -> str:
    return _("Round {round} of {rounds}").format(round=number_, rounds=page.tournament.setup.rounds)


def began(match: Match, player: int) -> str:
    part, seat = match.tournament, match.seat_of(player)
    if part is None or seat is None:
        return ""
    words = _("{tournament}, round {round}: you play {name}.")
    return words.format(tournament=part.name, round=part.round, name=match.names[1 - seat])


def at_table(match: Match) -> str:
    if (part := match.tournament) is None:
        return ""
    said = [_("{tournament}, round {round}.").format(tournament=part.name, round=part.round)]
    return " ".join(filter(None, (*said, "" if match.rated else match_text.why_not(match))))


def rules() -> Sequence[str]:
    return (
        _("In each round of a Swiss tournament, you play someone with about as many points, and nobody twice."),
        _("With an odd number of players, one of the last has a bye, which counts as a win; nobody has two."),
        _("Where everyone plays everyone, whoever sits out in a round gets nothing for it."),
        _("A win is 1 point, a draw half a point. Everyone goes first about as often as second."),
        _("Of players with equal points, the one whose opponents have more points in all is ahead (Buchholz; a bye "
          "counts as your own points)."),
        _("Then whoever beat the stronger ones (Sonneborn-Berger: the points of those you beat, half for a draw), then "
          "whoever won more games; else they share the place."),
        _("A clock in minutes starts once both players are at the table, or an hour after the round began; one in days "
          "starts at once. There are no pauses."),
        _("Before each round the server commits to its deals, and you may add a word of yours to the deal of your game "
          "(in lines: tournament mix Autumn rain on the roof)."),
        _("The next round begins when the last game of a round is over."),
        _("If you leave, delete your account, or run out of time without having played, you lose the games that are "
          "left."),
    )  # fmt: skip
