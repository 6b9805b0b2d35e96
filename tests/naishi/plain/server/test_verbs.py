"""One-shot commands: answers, refusals, exit statuses."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from naishi import Action, PlayerView
from naishi.plain.server.agreeing import lines_of
from naishi.plain.server.commands import verbs
from naishi.saves import document
from naishi.server import Database, Lobby, Match, Visitor
from naishi.server.match.match import Terms
from tests.naishi.plain.server.people import PATIENCE, WRITTEN, Reader
from tests.naishi.plain.server.shared import Asked, ask, objects
from tests.naishi.server.conftest import Table, guest, player, resign
from tests.naishi.server.match.obedient_bots import ObedientBots


async def leave(table: Table) -> Match:
    """Have nobody sit at a match any more."""
    for person, seat in zip(table.people, table.seats, strict=True):
        await person.detach(seat)
    return table.match


@pytest.mark.ci
async def test_a_game_is_begun_and_played_by_verbs(lobby: Lobby) -> None:
    aiko, bruno = await player(lobby, "Aiko"), await player(lobby, "Bruno")
    assert "join " in await ask(aiko, "new")
    await lobby.public.look()
    (table,) = (await bruno.refresh()).open
    said = await ask(bruno, f"sit {table.id[:5]}")
    assert f"Game {table.id} with Aiko, round 1: " in said
    assert f"says what you can do: ssh -t play@here plain join {table.id}" in said
    (match,) = (await aiko.refresh()).mine
    one, two = (aiko, bruno) if match.seat_of(aiko.account.id) == 0 else (bruno, aiko)  # both may give now
    assert "You gave" in await ask(one, f"play {table.id} give 1")
    assert "It is your turn" not in await ask(two, f"play {table.id} give 2")
    said = await ask(one, f"play {two.account.name} develop L4 end")
    assert "You placed" in said
    assert f"It is {two.account.name}'s turn." in said
    assert "your turn" in await ask(two, "games")


async def test_a_verb_makes_no_table_that_would_end_with_its_visit(lobby: Lobby) -> None:
    aiko, _bruno = await player(lobby, "Aiko"), await player(lobby, "Bruno")
    for line in ("new clock 10+5", "challenge Bruno clock 10+5"):
        assert "open only while you are here" in await ask(aiko, line, 1)
    assert not (await aiko.refresh()).mine
    assert "join " in await ask(aiko, "private clock 10+5")


async def _is_turn(me: Visitor) -> bool:
    return any(match.is_turn_of(me.account.id) for match in (await me.refresh()).mine)


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("develop L4", ["develop L4"]),
        ("develop L4, end", ["develop L4", "end"]),
        ("develop line 4 end", ["develop line 4", "end"]),
        ("swap L1 L5;develop L4,end", ["swap L1 L5", "develop L4", "end"]),
        ("copy hand 3 advisor", ["copy hand 3 advisor"]),
        ("resign yes", ["resign yes"]),
        ("", []),
    ],
)
def test_actions_are_told_apart(words: str, lines: list[str]) -> None:
    assert lines_of(words.split()) == lines


def test_quotes_that_came_through_part_lines() -> None:
    assert lines_of(["develop L4", "end"]) == ["develop L4", "end"]


@pytest.mark.ci
async def test_what_isn_t_possible_is_said_as_in_line_mode(lobby: Lobby, table: Table) -> None:
    one, two = table.people
    match = await leave(table)
    await ask(two, f"play {match.id} give 1")  # sealed until the other has given, too
    assert await ask(two, f"play {match.id} give 1", 1) == f"naishi: It is {one.account.name}'s turn.\n"
    assert "choose which of your two cards" in await ask(one, f"play {match.id} develop L1", 1)
    assert "This loses the game." in await ask(one, f"play {match.id} resign", 1)
    assert f"show {match.id} hand" in await ask(one, f"play {match.id} hand", 1)
    assert f"play {match.id} give 1" in await ask(one, f"show {match.id} give 1", 1)
    assert "Did you mean hand?" in await ask(one, f"show {match.id} hnad", 1)
    assert not (await table.game()).actions


async def test_the_nearest_word_and_the_nearest_game_are_named(lobby: Lobby, table: Table) -> None:
    one, match = table.people[0], await leave(table)
    assert await ask(one, "gmaes", 2) == "naishi: 'gmaes' is not a command. Did you mean games?\n"
    assert "Write it like this: play k4m2" in await ask(one, "play", 2)
    assert "wait has no option --soon." in await ask(one, "wait --soon", 2)
    wrong = match.id[:-1] + ("a" if match.id[-1] != "a" else "b")
    assert f"Did you mean {match.id}?" in await ask(one, f"show {wrong}", 1)
    assert "There is no game" in await ask(one, "show nobody", 1)


async def test_letters_that_several_ids_begin_with_are_refused(lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
    aiko = await player(lobby, "Aiko")
    for letters in ("abcd2345", "abcd6789"):
        await _open_table(aiko, letters, monkeypatch)
    assert "abcd2345" in await ask(aiko, "show abcd2")
    complaint = await ask(aiko, "show abcd", 1)
    assert "'abcd' could be: " in complaint
    assert "abcd2345" in complaint
    assert "abcd6789" in complaint


async def _open_table(visitor: Visitor, id_: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a table with an id that is usually drawn."""
    drawn = iter(id_)
    with monkeypatch.context() as patch:
        patch.setattr("secrets.choice", lambda letters: next(drawn, letters[0]))
        await ask(visitor, "new")


async def test_a_game_of_others_is_found_by_its_word_alone(lobby: Lobby) -> None:
    host, other, carol = [await player(lobby, name) for name in ("Aiko", "Bruno", "Carol")]
    private = await host.tables.open(public=False)
    match = await other.tables.join(private)
    assert "There is no game" in await ask(carol, f"show {match.id}", 1)
    said = await ask(carol, f"show {match.invite}")
    assert "River:" in said
    assert "Hand" not in said


@pytest.mark.ci
async def test_what_is_shown_of_a_game_is_what_its_viewer_may_know(lobby: Lobby) -> None:
    table = await Table.sit_down(lobby)
    await table.play("give 1", "give 1")
    one, carol, match = table.people[0], await player(lobby, "Carol"), await leave(table)
    assert "Your turn" in await ask(one, f"show {match.id}")
    assert "Hand 1" in await ask(one, f"show {match.id} hand")
    assert "Hand" not in await ask(carol, f"show {match.id}")
    assert "stays hidden" in await ask(carol, f"show {match.id} hand", 1)
    (shown, reply) = await objects(carol, f"show {match.id}")
    assert (shown["type"], shown["seat"]) == ("match", None)
    assert reply["view"]["legal_actions"] == []
    assert all(card is None for side in reply["view"]["sides"] for card in side["hand"])


async def test_programs_read_objects(lobby: Lobby, table: Table) -> None:
    one, match = table.people[0], await leave(table)
    listed, reply = await objects(one, "games")
    assert [each["id"] for each in listed["mine"]] == [match.id]
    assert reply["type"] == "reply"
    kinds = [each["type"] for each in await objects(one, f"play {match.id} give 1")]
    assert (kinds[0], kinds[-1]) == ("state", "reply")
    (error,) = await objects(one, f"play {match.id} give 1", 1)
    assert (error["type"], error["code"]) == ("error", "illegal_action")
    (error,) = await objects(one, "gmaes", 2)
    assert error["text"].startswith("'gmaes' is not a command.")


async def test_the_record_of_a_finished_game_can_be_taken_home(lobby: Lobby, table: Table) -> None:
    one, two = table.people
    assert "isn't over" in await ask(one, f"export {table.match.id}", 1)
    await table.play_to_the_end()
    match = await leave(table)
    exported = await ask(two, f"export {match.id[:6]}")
    saved = document.read(exported.encode())
    assert saved.game.record == (await table.game()).record
    assert saved.header.id == match.id
    assert saved.header.created.timestamp() == pytest.approx(await lobby.matches.begun_at(match.id), abs=0.001)
    assert await ask(two, "export all") == exported


async def test_why_a_game_can_t_be_taken_home_yet_speaks_of_no_one_game(lobby: Lobby) -> None:
    aiko = await player(lobby, "Aiko")
    match = await aiko.tables.play_bots(Terms(game="ninjato", places=2), "beginner")
    assert "Once it is, you can look at all of it again." in await ask(aiko, f"export {match.id}", 1)


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("play {game} hand", "play acts; to ask that: show {game} hand"),
        ("show {game} draw", "show answers questions; to do that: play {game} draw"),
        ("play {game} rules", "Write it like this: rules"),
        ("show {game} when", "Write it like this: when k4m2 decree Hand 3 play develop Hand 3, end"),
        ("play {game} analyse", "analyse is for line mode: ssh -t play@here plain join {game}"),
        ("show {game} view", "view is for line mode: ssh -t play@here plain join {game}"),
    ],
)
async def test_what_another_verb_does_is_named_and_leads_in_no_circle(table: Table, line: str, instead: str) -> None:
    match = await leave(table)
    assert await ask(table.people[0], line.format(game=match.id), 1) == f"naishi: {instead.format(game=match.id)}\n"


@pytest.mark.parametrize("line", ["play {game} draw", "play {game} develop L4", "when {game} recall play recall"])
async def test_whoever_watches_is_told_so(lobby: Lobby, table: Table, line: str) -> None:
    match = await leave(table)
    carol = await player(lobby, "Carol")
    assert "You are watching; only the players" in await ask(carol, line.format(game=match.id), 1)


async def test_a_wrong_option_names_the_nearest(lobby: Lobby, table: Table) -> None:
    one, two = table.people
    assert "Did you mean rated?" in await ask(one, f"challenge {two.account.name} ratd", 1)
    assert "Did you mean expansion?" in await ask(one, "bot strong expnsion", 1)


@pytest.mark.ci
async def test_the_clock_is_asked_about_and_paused_by_verbs(lobby: Lobby) -> None:
    table = await Table.of(lobby, await player(lobby, "Aiko"), await player(lobby, "Bruno"), control="3d")
    match, (one, two) = await leave(table), table.people
    assert "left." in await ask(one, f"show {match.id} time")
    assert "commitment" in (await ask(one, f"show {match.id} deal")).casefold()
    await ask(one, f"play {match.id} pause 3")
    agreed = await ask(two, f"play {match.id} agree")
    assert "Paused until" in agreed
    assert "no longer open" not in agreed
    assert "Paused until" in await ask(one, f"show {match.id} time")
    assert "the time decides" in await ask(one, f"play {match.id} claim", 1)
    assert "The clock starts when both are at the table" in await ask(one, f"play {match.id} continue")
    assert "Paused until" not in await ask(two, f"show {match.id} time")


async def test_a_game_to_play_in_alone_is_no_play(lobby: Lobby, table: Table) -> None:
    match = await leave(table)
    assert "play k4m2" in await ask(table.people[0], f"play {match.id}", 2)


async def test_a_table_with_the_expansion_is_taken_by_a_word_more(lobby: Lobby) -> None:
    aiko, bruno = await player(lobby, "Aiko"), await player(lobby, "Bruno")
    await ask(aiko, "private expansion")
    (table,) = (await aiko.refresh()).mine
    assert "add the word yes" in await ask(bruno, f"sit {table.invite}", 1)
    answer = await ask(bruno, f"sit {table.invite} yes")
    assert "Played with Legends & Travellers." in answer
    assert "has joined" not in answer + await ask(bruno, "games")
    assert "Bruno has joined" in await ask(aiko, "games")


async def test_finished_games_are_listed_with_their_results(lobby: Lobby, table: Table) -> None:
    one, two = table.people
    assert "no game yet" in await ask(one, "history")
    await resign(table.seats[1])
    said = await ask(one, "history")
    assert f"Game {table.match.id} with {two.account.name}" in said
    assert f"{two.account.name} has resigned" in said


async def test_waiting_ends_when_it_is_one_s_turn(lobby: Lobby, table: Table) -> None:
    one, two = table.people
    assert "your turn" in await ask(one, "wait")
    waiting = Asked(two, f"wait {table.match.id}")
    task = asyncio.create_task(waiting.visit.run())
    await asyncio.sleep(0)
    await table.play("give 1")
    assert await asyncio.wait_for(task, PATIENCE) == 0
    assert f"Game {table.match.id} with {one.account.name}, round 1: your turn" in waiting.said


async def test_whoever_follows_is_told_of_each_turn_once(lobby: Lobby, table: Table) -> None:
    await table.play("give 1", "give 1")
    waiting = Asked(table.people[1], "wait --follow")
    task = asyncio.create_task(waiting.visit.run())
    await table.play("develop L1", "end")
    await waiting.hears("your turn")
    waiting.said = ""
    await table.play("develop L2", "end", "develop L2", "end")
    await waiting.hears("your turn")
    assert waiting.said.count("\n") == 1
    await resign(table.seats[0])
    assert await asyncio.wait_for(task, PATIENCE) == 1
    assert "no game in progress" in waiting.complained


async def test_nothing_can_be_waited_for_where_no_game_goes_on(lobby: Lobby, table: Table) -> None:
    assert "no game in progress" in await ask(await player(lobby, "Carol"), "wait", 1)
    await resign(table.seats[0])
    assert "has resigned" in await ask(table.people[1], f"wait {table.match.id}", 1)


async def test_a_bot_has_acted_when_a_verb_returns(obedient: Lobby) -> None:
    aiko = await player(obedient, "Aiko")
    assert "your turn" in await ask(aiko, "bot beginner")
    (match,) = (await aiko.refresh()).mine
    assert "your turn" in await ask(aiko, "wait")
    await ask(aiko, f"play {match.id} give 1")
    said = await ask(aiko, f"play {match.id} develop L1 end")
    assert "\nKoshikibu " in said
    assert "Your turn" in said
    assert not obedient.sessions


class QuickBots(ObedientBots):
    """Bots that do the first thing that is legal at once."""

    async def choose(self, game: str, kind: str, seed: int, view: PlayerView, *, key: object = None) -> Action:
        return view.legal_actions[0]


@pytest.fixture
async def obedient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Lobby]:
    """A lobby whose bots act at once."""
    monkeypatch.setattr("naishi.server.match.session.PACE", 0.0)
    database = Database(tmp_path / "bots.sqlite")
    lobby = Lobby(database, QuickBots())
    yield lobby
    await lobby.close()
    database.close()


async def test_a_turn_that_comes_between_two_looks_is_told(
    lobby: Lobby, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("naishi.plain.server.verbs.PAUSE", 1.0)
    waiting = Asked(table.people[0], "wait --follow")
    task = asyncio.create_task(waiting.visit.run())
    await waiting.hears("your turn")
    waiting.said = ""
    await table.play("give 1", "give 1")  # both gifts, and it is the same player's turn in the same round
    await waiting.hears("your turn")
    task.cancel()
    await asyncio.wait({task})


async def test_to_sit_down_with_somebody_names_their_table_and_no_game_with_them(lobby: Lobby, table: Table) -> None:
    one, two = table.people
    await leave(table)
    opened = await two.tables.open(public=True)
    await lobby.public.look()
    said = await ask(one, f"sit {two.account.name}")
    assert f"Game {opened.id} with {two.account.name}" in said


@pytest.fixture
def short_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists with room for two tables."""
    monkeypatch.setattr("naishi.server.match.match_lists.LISTED", 2)


async def crowd(lobby: Lobby, bruno: Visitor) -> Match:
    """Have Bruno wait at a table, and two others at newer ones."""
    table = await bruno.tables.open(public=True)
    for name in ("Carol", "Dora"):
        await (await player(lobby, name)).tables.open(public=True)
    await lobby.public.look()
    assert table.id not in {match.id for match in lobby.public.open}
    return table


@pytest.mark.usefixtures("short_lists")
async def test_the_table_of_a_player_is_found_where_the_list_has_no_room_for_it(lobby: Lobby, table: Table) -> None:
    one, two = table.people
    match = await leave(table)
    waits = await crowd(lobby, two)
    carol = await player(lobby, "Carol")
    said = await ask(carol, f"games {two.account.name.casefold()}")
    assert waits.id in said
    assert match.id in said, "the game that goes on is listed"
    said = await ask(carol, f"sit {two.account.name}")
    assert f"Game {waits.id} with {two.account.name}" in said, "and not the game, which nobody can sit down at"
    assert "no game or table" in (await ask(one, "games nobody")).casefold()


@pytest.mark.usefixtures("short_lists")
async def test_a_table_that_the_list_has_no_room_for_is_joined_by_its_number(lobby: Lobby) -> None:
    await crowd(lobby, await player(lobby, "Bruno"))
    reader = Reader(await player(lobby, "Aiko"))
    await reader.hears("Dora is waiting")
    await reader.says("games bruno", "Table 3: Bruno is waiting")
    await reader.says("join 3", "Your game with Bruno")
    await reader.says("quit", "lobby")
    await reader.leave()


async def test_whoever_watches_a_game_that_is_over_is_not_told_of_a_rematch(lobby: Lobby, table: Table) -> None:
    await resign(table.seats[0])
    said = await ask(await player(lobby, "Carol"), f"watch {table.match.id}")
    assert said.endswith("The game is over.\n")


@pytest.mark.ci
async def test_tv_goes_from_game_to_game_with_no_card_of_a_hand(
    lobby: Lobby, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("naishi.server.lobby.tv.LOOK", 0.01)
    monkeypatch.setattr("naishi.server.lobby.tv.ENDING", 0.0)
    carol = await player(lobby, "Carol")
    await lobby.public.look()
    watching = Asked(carol, "tv --json")
    task = asyncio.create_task(watching.visit.run())
    await watching.hears('"turn": 0')
    assert '"hand": ["' not in watching.said
    await resign(table.seats[0])
    await watching.hears('"text": "No game is on.')
    other = await Table.sit_down(lobby, ("Dana", "Emil"))
    await watching.hears(f'"game": "{other.match.id}"')
    task.cancel()
    await asyncio.wait({task})
    for line in watching.said.splitlines():
        WRITTEN.validate_python(json.loads(line))
    assert not carol.participants
    await ask(carol, "tv k4m2", 2)


async def test_a_program_watches_a_game_to_its_end(lobby: Lobby, table: Table) -> None:
    carol = await player(lobby, "Carol")
    watching = Asked(carol, f"watch {table.match.id} --json")
    task = asyncio.create_task(watching.visit.run())
    await watching.hears('"type": "match"')
    await table.play("give 1")
    await watching.hears('"turn": 1')
    await resign(table.seats[0])
    assert await asyncio.wait_for(task, PATIENCE) == 0
    assert '"hand": ["' not in watching.said


@pytest.mark.ci
async def test_a_rematch_is_agreed_on_by_verbs(lobby: Lobby, table: Table) -> None:
    one, two = table.people
    await resign(table.seats[0])
    match = await leave(table)
    assert "waits for" in await ask(one, f"play {match.id} rematch")
    said = await ask(two, f"play {match.id} agree")
    (following,) = [each.id for each in (await two.refresh()).mine if each.id != match.id]
    assert f"Game {following} with " in said


@pytest.mark.ci
async def test_a_rematch_that_both_ask_for_by_verbs_is_told_with_its_id(lobby: Lobby, table: Table) -> None:
    one, two = table.people
    await resign(table.seats[0])
    match = await leave(table)
    assert "resigned" not in await ask(one, f"play {match.id} rematch"), "how the game ended is known"
    said = await ask(two, f"play {match.id} rematch")
    (following,) = [each.id for each in (await two.refresh()).mine if each.id != match.id]
    assert said.startswith(f"The rematch begins.\nGame {following} with ")
    assert "no longer open" not in said


@pytest.mark.ci
async def test_a_conditional_move_is_planned_listed_and_dropped_by_verbs(lobby: Lobby, table: Table) -> None:
    await table.play("give 1", "give 1")
    two, match = table.people[1], await leave(table)
    planned = "when decree Hand 3 play develop Hand 3, end\n"
    assert await ask(two, f"when {match.id} decree H3 play develop H3 end") == planned
    (of_match, reply) = await objects(two, f"when {match.id}")
    assert of_match["plans"] == ["decree H3 play develop H3, end"]
    assert reply["text"] == [planned.rstrip()]
    assert "Write it like this" in await ask(two, f"when {match.id} decree H3", 1)
    assert "Nothing is planned." in await ask(two, f"when {match.id} none")
    await ask(two, f"when {match.id} recall play develop H3")
    await table.people[0].refresh()
    await ask(table.people[0], f"play {match.id} develop L1 end")
    await lobby.plans.settled()
    assert "expected" not in await ask(two, "completion bash"), "what goes to a file has nothing else in it"
    assert "did something else than you had expected" in await ask(two, "games")
    assert "expected" not in await ask(two, "games")


async def test_a_setting_that_is_none_is_refused_with_the_nearest(lobby: Lobby) -> None:
    aiko = await player(lobby, "Aiko")
    for line in ("set hnts off", "set hnts"):
        assert (await ask(aiko, line, 1)).endswith("Did you mean hints?\n")
    assert "Did you mean" not in await ask(aiko, "set xyz on", 1)


@pytest.mark.ci
async def test_somebody_is_challenged_by_verbs_and_declines_or_sits_down(lobby: Lobby) -> None:
    aiko, bruno = await player(lobby, "Aiko"), await player(lobby, "Bruno")
    assert "Did you mean Bruno?" in await ask(aiko, "challenge Brumo", 1)
    for answer, heard in (("decline", "Declined."), ("sit", "with Aiko, round 1")):
        assert "it waits for Bruno" in await ask(aiko, "challenge Bruno clock 3d")
        (table,) = [match for match in (await bruno.refresh()).open if match.challenged == bruno.account.id]
        yes = " yes" if answer == "sit" else ""
        assert heard in await ask(bruno, f"{answer} {table.id[:6]}{yes}")
    assert "Write it like this: challenge Aiko" in await ask(aiko, "challenge", 2)


async def test_people_are_looked_up_and_blocked_by_verbs(lobby: Lobby) -> None:
    aiko, bruno = await player(lobby, "Aiko"), await player(lobby, "Bruno")
    assert "Bruno" in await ask(aiko, "who")
    assert "Bruno" in await ask(aiko, "player Bruno")
    assert await ask(aiko, "ranking")
    await ask(aiko, "block Bruno")
    assert "Bruno" in await ask(aiko, "block")
    await ask(bruno, "challenge Aiko", 1)
    await ask(aiko, "unblock Bruno")
    assert "it waits for Aiko" in await ask(bruno, "challenge Aiko")
    assert "Write it like this: who" in await ask(aiko, "who Bruno", 2)
    assert (await objects(aiko, "who"))[-1]["type"] == "reply"


async def test_the_setting_of_an_account_and_its_name_are_changed_by_verbs(lobby: Lobby) -> None:
    visitor = await lobby.visit("SHA256:new", "192.0.2.7", "en")
    assert "You are Dora now." in await ask(visitor, "name Dora")
    assert "Set." in await ask(visitor, "set hints off")
    assert visitor.account.name == "Dora"


async def test_a_guest_is_told_how_to_come_back(lobby: Lobby) -> None:
    assert "keep this code: " in await ask(await guest(lobby), "new")


async def test_every_verb_is_explained(lobby: Lobby) -> None:
    aiko = await player(lobby, "Aiko")
    said = await ask(aiko, "help")
    for verb in verbs().values():
        assert f"{verb.usage}: {verb.help}\n" in said
        assert await ask(aiko, f"help {verb.id}") == f"{verb.usage}: {verb.help}\n"
    assert await ask(aiko, "--help") == said
    assert "play k4m2" in await ask(aiko, "play --help")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
async def test_a_shell_completes_every_verb(lobby: Lobby, shell: str) -> None:
    aiko = await player(lobby, "Aiko")
    said = await ask(aiko, f"completion {shell}")
    assert " ".join(verbs()) in said
    assert "completion bash" in await ask(aiko, "completion cmd", 2)


async def test_verbs_are_read_and_answered_in_the_visitor_s_language(lobby: Lobby) -> None:
    async def asked() -> None:
        reader = await lobby.visit("SHA256:Ewa", "192.0.2.7", "pl")
        said = await ask(reader, "partie")
        assert "Nie masz" in said

    await asyncio.create_task(asked())


@pytest.mark.ci
async def test_a_player_with_lines_hears_what_a_verb_does(lobby: Lobby, table: Table) -> None:
    one, two = table.people
    match = await leave(table)
    reader = Reader(two, first=f"join {match.id}")
    await reader.hears("Dealt 1: ")
    await ask(one, f"play {match.id} give 1")
    await reader.hears(f"{one.account.name} has chosen a gift.")
    await reader.leave()
