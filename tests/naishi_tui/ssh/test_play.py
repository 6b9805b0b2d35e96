"""Two people at two terminals, and what each of them sees."""

from __future__ import annotations

import asyncio

from tests.naishi_tui.ssh.conftest import Server, named, new_keys


async def test_two_people_meet_and_play(server: Server) -> None:
    keys = new_keys(2)
    for key, name in zip(keys, ("Aiko", "Bruno"), strict=True):
        await named(server, key, name)
    one, two = [await server.visit(key) for key in keys]
    await one.see("Your games")
    await two.see("Open tables")
    one.press("n")
    await one.see("Your table is waiting")
    await two.see("Aiko is waiting")
    two.press("enter")
    await two.see("Dealt to Bruno")
    await one.see("Bruno has joined your table")
    one.press("enter")
    await one.see("Dealt to Aiko")
    while "Dealt to" in one.text + two.text:
        for client in (one, two):
            if "Which of your two cards" in client.text:
                client.press("enter")
            await asyncio.sleep(0.05)
    for client in (one, two):
        await client.see("Last turn")
        await client.see("gave you")
