"""Match texts, true on a server: match_text, words, naishi.match, prompt_text, watches."""

from __future__ import annotations

import random
from contextvars import copy_context
from dataclasses import replace

import pytest
from rich.cells import cell_len

from naishi import Game, Phase, Position
from naishi.common import i18n
from naishi.games.naishi.game.record import Options
from naishi.server import MatchStage, OfferKind
from naishi.server.match import match_text, words
from naishi.server.match.match import MatchResult
from naishi.server.match.state import LastTurn
from naishi.settings.keymap import KEY
from naishi_tui.visit.watches import OFFERED
from tests.naishi.plain.naishi.shared import GIRL_AND_PORTER
from tests.naishi.server.match.tables import answer, propose
from tests.naishi.server.running import only_session_of
from tests.naishi_tui.ssh.conftest import Client, Server, meet, named, new_keys

pytestmark = pytest.mark.ci

SIZES = [(80, 24), (60, 20)]


async def at_table(server: Server) -> Client:
    """Two players at a table, after the gifts; the one whose turn it is is at the terminal."""
    keys = new_keys(2)
    table = await meet(server, keys)
    await table.play("give 1", "give 1")
    mine = keys[0] if table.match.names[0] == "Aiko" else keys[1]
    client = await server.visit(mine, command=f"join {table.match.id}")
    await client.see("(choose a card to replace)")
    return client


async def test_nobody_is_sent_to_a_setting_that_is_not_there(server: Server) -> None:
    client = await at_table(server)
    assert not [words for words in commands(server) if "dvice" in words]
    assert "Resign, draw, undo (x)" in commands(server)
    await client.press_and_see("a", "There is no advice on the server.")
    await client.press_and_see("m", "The memory aid is off; it can be switched on in the settings.")
    assert "memory_aid" in OFFERED
    assert "advice" not in OFFERED


async def test_the_key_that_undoes_names_the_one_that_asks_for_it(server: Server) -> None:
    client = await at_table(server)
    await client.press_and_see("u", "Against a person, undo takes an agreement.")
    await client.press_and_see("\x12", "Nothing to redo.")


async def test_whoever_has_done_nothing_is_told_that_there_is_nothing_to_undo(server: Server) -> None:
    keys = new_keys(2)
    table = await meet(server, keys)
    client = await server.visit(keys[0], command=f"join {table.match.id}")
    await client.see("Dealt to Aiko")
    await client.press_and_see("u", "You have nothing to undo yet.")
    await client.press_and_see("x", "Back to the game")
    assert "Ask to undo" not in client.text


@pytest.mark.parametrize("size", SIZES)
async def test_every_screen_of_a_match_names_the_key_of_offers(server: Server, size: tuple[int, int]) -> None:
    key, other = new_keys(2)
    one, two = [await named(server, each, name) for each, name in ((key, "Aiko"), (other, "Bruno"))]
    game = game_with_a_ninja()
    before = Game(game.record.model_copy(update={"actions": (), "cursor": 0}))
    match = await server.lobby.matches.start(one.account.id, before, (one.account.id, two.account.id), public=True)
    seats = [await each.attach(match.id) for each in (one, two)]
    client = await server.visit(key, command=f"join {match.id}", size=size)
    seen = set()
    for action in (*game.actions, None):
        phase = seats[0].view.phase
        if phase not in seen:
            seen.add(phase)
            await client.see({Phase.GIFT: "Dealt to", Phase.PLAY: "Previous turn", Phase.COPY: "ninja"}[phase])
            await client.see("x offers")
        if action is not None:
            await seats[seats[0].view.turn or 0].play(action)
    assert seen == {Phase.GIFT, Phase.PLAY, Phase.COPY}


def game_with_a_ninja() -> Game:
    """A game between people in which a ninja has something to choose."""
    for seed in range(100):
        chance = random.Random(seed)
        game = Game.new(seed, ("Aiko", "Bruno"), options=Options(undo="off"))
        while game.phase not in {Phase.COPY, Phase.OVER}:
            game.play(chance.choice(game.legal_actions()))
        if game.phase is Phase.COPY:
            return game
    raise AssertionError


def commands(server: Server) -> list[str]:
    """What the command palette offers the one visitor who is here."""
    return [command.title for command in server.app.get_system_commands(server.app.screen)]


async def test_a_bot_is_offered_nothing(server: Server) -> None:
    client = await server.visit()
    await client.press_and_see("b", "Which bot")
    await client.press_and_see("enter", "Base game")
    await client.press_and_see("enter", "River")
    await client.press_and_see("x", "Resign")
    assert not any(words in client.text for words in ("Offer a draw", "Ask to undo"))
    client.press("escape")
    await client.until(lambda: "Back to the game" not in client.text, "the game")
    assert "Resign (x)" in commands(server)


async def test_a_watcher_is_offered_nothing_of_the_players(server: Server) -> None:
    table = await meet(server, new_keys(2))
    client = await server.visit(command=f"watch {table.match.id}")
    await client.see("watching")
    assert not [words for words in commands(server) if "(x)" in words]
    assert not [words for words in commands(server) if words.startswith(("Bonus", "Impose", "Declare", "End the turn"))]
    assert "Look from the other side (v)" in commands(server)


async def test_whoever_waits_for_the_other_s_gift_is_told_so_once_and_offered_no_key(server: Server) -> None:
    keys = new_keys(2)
    table = await meet(server, keys)
    mine = keys[0] if table.match.names[0] == "Bruno" else keys[1]  # the second player's
    client = await server.visit(mine, command=f"join {table.match.id}")
    await client.see("Which of your two cards")
    first = table.match.names[0]
    await client.press_and_see("enter", f"It is {first}'s turn.")
    assert "Enter give" not in client.text
    await client.press_and_see("enter", f"It is {first}'s turn.")
    assert client.text.count(f"It is {first}'s turn.") == 1


async def test_the_table_says_what_was_undone(server: Server) -> None:
    client = await at_table(server)
    await client.press_and_see("enter", "end your turn")
    await client.press_and_see("x", "Ask to undo your last turn")
    await client.press_and_see("\x1b[B", "Ask to undo your last turn")
    client.press("\x1b[B", "enter")
    session = only_session_of(server.lobby)
    await client.see(f"Waiting for {session.match.names[1]}'s answer")
    offer = session.state.offers[OfferKind.UNDO]
    await session.actor.ask(answer(1 - offer.seat, OfferKind.UNDO, offer, agree=True))
    await client.see("Your last turn is undone.")


async def test_the_table_says_what_was_declined_and_what_still_waits(server: Server) -> None:
    client = await at_table(server)
    session = only_session_of(server.lobby)
    other = session.match.names[1]
    for kind in (OfferKind.DRAW, OfferKind.UNDO):
        await session.actor.ask(propose(0, kind))
    await client.see(f"Waiting for {other}'s answer")
    offer = session.state.offers[OfferKind.DRAW]
    await session.actor.ask(answer(1, OfferKind.DRAW, offer, agree=False))
    await client.see(f"{other} has declined the draw. Waiting for {other}'s answer.")


async def test_an_ended_game_is_over_everywhere_on_the_board(server: Server) -> None:
    client = await at_table(server)
    await client.press_and_see("x", "Resign")
    await client.press_and_see("\x1b[F", "Resign")
    await client.press_and_see("enter", "This loses the game.")
    session = only_session_of(server.lobby)
    await client.press_and_see("enter", f"resigned; {session.match.names[1]} wins.")
    await client.see("At the end")
    for untrue in ("If it ended now", "end the turn", "declare the end", " over "):
        assert untrue not in client.text.replace("game over", ""), untrue


async def test_a_refusal_that_is_on_the_screen_already_is_not_repeated(server: Server) -> None:
    client = await at_table(server)
    session = only_session_of(server.lobby)
    waiting = f"It is {session.match.names[1]}'s turn."
    await client.press_and_see("enter", "end your turn")
    for key in ("e", "enter", "d"):
        await client.press_and_see(key, waiting)
    assert client.text.count(waiting) == 1
    assert "Enter choose" not in client.text, "nothing can be chosen meanwhile"


async def test_whoever_has_asked_for_a_rematch_can_withdraw_that_and_not_ask_twice(server: Server) -> None:
    client = await at_table(server)
    await client.press_and_see("x", "Resign")
    await client.press_and_see("\x1b[F", "Resign")
    await client.press_and_see("enter", "This loses the game.")
    await client.press_and_see("enter", "resigned;")
    await client.press_and_see("n", "Waiting for")
    await client.press_and_see("n", "You have asked already; wait for the answer.")
    await client.press_and_see("x", "Withdraw your request for a rematch")


@pytest.mark.parametrize("language", ["de", "en", "fr", "pl"])
def test_what_is_asked_for_fits_the_top_line_with_the_key_that_answers(language: str) -> None:
    def note() -> str:
        i18n.use(i18n.load(language))
        asked = words.offered(OfferKind.UNDO, "Koshikibu", LastTurn(seat=0, ply=3, both=True))
        return i18n._("{news} {key:match.menu}: answer.").format(key=KEY, news=asked)

    assert cell_len(f" {copy_context().run(note)} ") <= 80


async def test_whoever_waits_for_an_effect_is_told_of_it(server: Server) -> None:
    keys = new_keys(2)
    people = [await named(server, key, name) for key, name in zip(keys, ("Aiko", "Bruno"), strict=True)]
    one, two = (person.account.id for person in people)
    game = Game.from_position(Position.from_text(GIRL_AND_PORTER), ("Aiko", "Bruno"))
    match = await server.lobby.matches.start(one, game, (one, two), public=True)
    client = await server.visit(keys[1], command=f"join {match.id}")
    await client.see("It is Aiko's turn.")
    session = only_session_of(server.lobby)
    await session.play(0, "develop L1")
    await client.see("Aiko may use an effect: Little Girl, Porter.")
    await session.play(0, "skip")
    await client.until(lambda: "an effect" not in client.text, "no effect")


async def test_a_score_below_zero_is_not_told_with_a_dash(server: Server) -> None:
    match = (await meet(server, new_keys(2))).match
    over = replace(match, state=MatchStage.OVER, stored_names=("Aiko", "Bruno"))
    words = [match_text.ended(replace(over, result=MatchResult("finished", 0, (8, lost)))) for lost in (-6, 6)]
    assert words == ["Aiko won 8 to -6", "Aiko won 8–6"]


async def test_an_offer_names_the_key_that_was_chosen_for_the_menu(server: Server) -> None:
    keys = new_keys(2)
    table = await meet(server, keys)
    await table.play("give 1", "give 1")
    seat = next(seat for seat, person in enumerate(table.people) if person.account.name == "Bruno")
    await server.lobby.players.choose(table.people[seat].account.id, "keys", {"match.menu": "y"})
    client = await server.visit(keys[1], command=f"join {table.match.id}")
    await client.see("y offers")
    await only_session_of(server.lobby).actor.ask(propose(1 - seat, OfferKind.DRAW))
    await client.see("offers a draw. y: answer.")
    await client.press_and_see("y", "Agree to a draw")
