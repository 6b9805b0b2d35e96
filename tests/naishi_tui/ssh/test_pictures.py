"""Graphics over SSH, within bounds: protocols, terminal_pictures, driver, ssh.terminal."""

from __future__ import annotations

import re
from typing import Any

import pytest

from naishi.games.naishi.rules.cards import Card
from naishi_tui.games.naishi.cards.card import CardRow
from naishi_tui.games.naishi.reading import Explain
from naishi_tui.games.naishi.score import Score
from naishi_tui.pictures.protocols import PLACEHOLDER, QUESTION
from tests.fuzzing import some
from tests.naishi_tui.desk import GRAND
from tests.naishi_tui.pictures.shared import images
from tests.naishi_tui.ssh.conftest import Client, Server, meet, named, new_keys
from tests.naishi_tui.ssh.shared import kept
from tests.naishi_tui.terminal.shared import FORGOTTEN, ITERM, KITTY, SIXEL, pictured
from tests.naishi_tui.waiting import until

pytestmark = pytest.mark.ci

ANSWERS = {"kitty": KITTY, "iterm": ITERM, "sixel": SIXEL}


def asked(client: Client) -> bool:
    return QUESTION.encode() in client.received


async def at_a_table(
    server: Server, answers: bytes | None = None, size: tuple[int, int] = (80, 24), **options: Any
) -> Client:
    """Sit down at a table, at a terminal that answers the question."""
    keys = new_keys(2)
    table = await meet(server, keys)
    await table.play("give 1", "give 1")
    client = await server.visit(keys[0], command=f"join {table.match.id}", size=size, **options)
    if answers is not None:
        await client.until(lambda: asked(client), "the question")
        client.process.stdin.write(answers)
        await until(server.app.pictures.shows, "the answer is understood")
    await client.see("River")
    await until(server.hears, "keys are heard")
    return client


async def explain(server: Server, client: Client, *keys: str) -> str:
    """Have a card explained, go on to others, and return what the client was sent meanwhile."""
    start = len(client.received)
    client.press("?")
    await client.see("Arrows or ?: other cards")
    for key in keys:
        screen = server.app.screen
        assert isinstance(screen, Explain)
        card = screen.card
        client.press(key)
        await until(lambda: screen.card is not card, "another card")  # noqa: B023 - it is waited for
        assert isinstance(screen.card, Card)
        await client.see(screen.card.noun.capitalize())
    return client.received[start:].decode()


@pytest.mark.parametrize("protocol", some(ANSWERS, 2))
async def test_an_explanation_has_a_true_picture(protocol: str, server: Server) -> None:
    client = await at_a_table(server, ANSWERS[protocol])
    assert pictured(await explain(server, client))


async def test_each_picture_is_sent_once_in_a_connection_and_forgotten_in_the_end(server: Server) -> None:
    client = await at_a_table(server, KITTY)
    sent = await explain(server, client, "up", "down", "up", "down")
    ids = [*images(sent)]
    assert sent.count("\x1b_Ga=T") == len(ids)
    assert sent.count(PLACEHOLDER) >= 23 * 7 * 5
    client.press("ctrl+q")
    await client.end()
    assert sorted(FORGOTTEN.findall(client.received.decode())) == sorted(ids)


@pytest.mark.parametrize("protocol", some(ANSWERS, 2))
async def test_a_picture_costs_a_few_kilobytes(protocol: str, server: Server) -> None:
    """Of which 64 KiB may wait for a client before frames are dropped."""
    client = await at_a_table(server, ANSWERS[protocol])
    sent = await explain(server, client)
    graphics = re.findall(r"\x1b_G[^\x1b]*\x1b\\|\x1b\]1337;[^\x07]*\x07|\x1bP0;1q[^\x1b]*\x1b\\", sent)
    assert 0 < sum(map(len, {*graphics})) < 7 * 1024
    assert len(sent.encode()) < 64 * 1024


async def test_the_score_with_all_its_pictures_is_within_what_may_wait(server: Server) -> None:
    keys = new_keys(2)
    table = await meet(server, keys)
    await table.play_to_the_end()
    client = await server.visit(keys[0], command=f"join {table.match.id}", size=GRAND)
    await client.until(lambda: asked(client), "the question")
    client.process.stdin.write(KITTY)
    await until(lambda: isinstance(server.app.screen, Score), "the score")
    rows = [*server.app.screen.query(CardRow)]
    await until(lambda: all(row.true_pictures for row in rows), "the pictures are ready")
    await client.until(lambda: client.received.decode(errors="replace").count(PLACEHOLDER) >= 20 * 23 * 7, "pictures")
    pictures = images(client.received.decode(errors="replace"))
    assert 1 < len(pictures) <= 12
    assert len(client.received) < 2 * server.lobby.limits.output


async def test_a_client_that_does_not_answer_gets_cells(server: Server) -> None:
    client = await at_a_table(server)
    sent = await explain(server, client)
    assert asked(client)
    assert not pictured(sent)


@pytest.mark.parametrize(
    "options",
    [{"env": {"NO_COLOR": "1"}}, {"term": "screen-256color"}, {"term": "tmux-256color"}],
    ids=["no colour", "screen", "tmux"],
)
async def test_a_client_is_not_asked_where_pictures_are_out_of_place(options: dict[str, Any], server: Server) -> None:
    client = await at_a_table(server, **options)
    assert not asked(client)
    client.process.stdin.write(KITTY)
    assert not pictured(await explain(server, client))


async def test_answers_that_nobody_asked_for_are_nothing(server: Server) -> None:
    """Neither keys nor pictures, however they are cut off and put together."""
    client = await at_a_table(server, env={"NO_COLOR": "1"})
    before = client.text
    client.process.stdin.write(KITTY + KITTY[:-3] + SIXEL + b"\x1b_Gi=1;" + b"x" * 1000 + b"\x1b\\" + ITERM)
    assert not pictured(await explain(server, client))
    client.press("x")
    await client.until(lambda: client.text == before, "the table as it was")


async def test_the_setting_is_kept_with_the_account(server: Server) -> None:
    (key,) = new_keys(1)
    player = (await named(server, key, "Aiko")).account.id
    client = await server.visit(key)
    await client.see("Your games")
    await client.press_and_see("s", "True pictures")
    client.press("down", "down", "left")
    await kept(server, player, {"pictures": False})
    again = await server.visit(key)
    await again.see("Your games")
    assert asked(client)
    assert not asked(again)
