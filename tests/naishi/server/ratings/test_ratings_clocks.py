"""Rated games with clocks, claims, rematches, exports."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi.server import Database, Lobby, Request, Verb
from naishi.server.history import past_games
from naishi.server.maintenance.export_format import read
from naishi.server.maintenance.transfer import export, import_
from naishi.server.match import match_text
from naishi.server.match.clock import DAY
from naishi.server.match.match import RatedOutcome
from naishi.server.naishi.studies import own_statistics
from tests.naishi.server.conftest import Now, Table
from tests.naishi.server.fresh import fresh
from tests.naishi.server.ratings.shared import abort, person

pytestmark = pytest.mark.usefixtures("now")


async def with_clock(lobby: Lobby, control: str) -> Table:
    return await Table.of(lobby, await person(lobby, "Aiko"), await person(lobby, "Bruno"), control=control, rated=True)


async def test_a_rated_game_that_is_lost_on_time_is_a_loss_however_short_it_was(lobby: Lobby, now: Now) -> None:
    table = await with_clock(lobby, "1d")
    await table.play("give 1")
    now.wait(DAY)
    await lobby.settle_clocks()
    match = await lobby.matches.get(table.match.id)
    assert (match.result and match.result.how, match.rated_outcome) == ("timed out", RatedOutcome.COUNTED)
    change = match.change
    assert change is not None
    assert change.after[0].points > 1500 > change.after[1].points
    assert lobby.matches.check() == (1, [])


async def test_a_rated_game_that_is_claimed_is_a_loss_for_who_stayed_away(lobby: Lobby, now: Now) -> None:
    table = await with_clock(lobby, "")
    await table.play("give 1")
    waiting = table.seats[0]
    for days in (13, 1):  # a warning first
        now.wait(days * DAY)
        await waiting.request(Request(Verb.CLAIM))
    match = await lobby.matches.get(table.match.id)
    assert (match.result and match.result.how, match.rated_outcome) == ("claimed", RatedOutcome.COUNTED)
    change = match.change
    assert change is not None
    assert change.after[0].points > 1500 > change.after[1].points


@pytest.mark.ci
async def test_a_rematch_keeps_the_clock_and_is_rated(lobby: Lobby) -> None:
    table = await with_clock(lobby, "3d")
    await table.play_to_the_end()
    for seat in table.seats:
        await seat.rematch()
    following = await lobby.matches.get(table.seats[0].agreements.next or "")
    assert (following.control, following.rated) == ("3d", True)
    assert match_text.terms(following) == "rated, 3 days a turn"


async def test_a_game_that_was_called_off_is_told_as_that_and_counts_in_no_statistics(lobby: Lobby) -> None:
    table = await with_clock(lobby, "3d")
    await abort(table.seats[1])
    assert (await lobby.matches.load(table.match.id)).clock is not None
    for place, words in ((0, "the other player called it off"), (1, "you called it off")):
        visitor = table.people[place]
        (past,) = await lobby.matches.lists.past(visitor.account.id, None, 9)
        assert past_games.outcome(past) == words
        assert await own_statistics(visitor) is None


async def test_an_export_has_the_clock_and_the_rating_of_a_match(
    lobby: Lobby, database: Database, now: Now, tmp_path: Path
) -> None:
    table = await with_clock(lobby, "3d")
    other = Database(fresh(tmp_path / "other.sqlite"))
    try:
        import_(other, read([line.encode() for line in export(database, [], now)]), now)
        match = await Lobby(other).matches.get(table.match.id)
    finally:
        other.close()
    assert (match.control, match.rated, match.rated_outcome) == ("3d", True, None)
