"""Operator orders: parsed, or refused before sending."""

from __future__ import annotations

import pytest

from naishi.server.moderation.sanctions import BanKind
from naishi.server.operating.orders import VERBS, OrderError, Target, parse


@pytest.mark.parametrize(
    ("text", "kind", "subject"),
    [
        ("192.0.2.7", BanKind.NETWORK, "192.0.2.7"),
        ("::ffff:192.0.2.7", BanKind.NETWORK, "192.0.2.7"),
        ("192.0.2.9/24", BanKind.NETWORK, "192.0.2.0/24"),
        ("2001:db8::7", BanKind.NETWORK, "2001:db8::/64"),
        ("2001:db8:1:2::/48", BanKind.NETWORK, "2001:db8:1::/48"),
        ("::ffff:192.0.2.9/120", BanKind.NETWORK, "192.0.2.0/24"),
        ("0:0:0:0:0:ffff:c000:207/128", BanKind.NETWORK, "192.0.2.7"),
        ("192.0.2.9/255.255.255.0", BanKind.NETWORK, "192.0.2.0/24"),
        ("2001:db8::7/128", BanKind.NETWORK, "2001:db8::/64"),
        ("2001:db8:0:0:1::/80", BanKind.NETWORK, "2001:db8::/64"),
        ("SHA256:abc", BanKind.KEY, "SHA256:abc"),
        ("web:abc", BanKind.KEY, "web:abc"),
        ("Bruno", BanKind.PLAYER, "Bruno"),
        ("O'Brien 2.0", BanKind.PLAYER, "O'Brien 2.0"),
    ],
)
def test_whom_a_ban_is_for_follows_from_how_it_is_written(text: str, kind: BanKind, subject: str) -> None:
    order = parse(["ban", text, "7d"])
    assert (order.target, order.seconds) == (Target(kind, subject), 7 * 86_400)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("bann x", "There is no 'bann' for operators. Did you mean ban?"),
        ("kick x", "There is no 'kick' for operators. naishi serve --admin lists all."),
        ("ban", "Write it so: naishi serve --admin ban WHOM TIME"),
        ("ban x 7d more", "Write it so: naishi serve --admin ban WHOM TIME"),
        ("bans now", "Write it so: naishi serve --admin bans"),
        ("mute x 7", "'7' is no time; give one such as 30m"),
        ("mute x 0m", "'0m' is no time"),
        ("mute x 11y", "'11y' is no time"),
        ("mute x 999999w", "'999999w' is no time"),
        ("ban 0.0.0.0/0 7d", "0.0.0.0/0 is too large a network to keep out; IPv4 needs /8 at least."),
        ("ban ::/0 7d", "::/0 is too large a network to keep out; IPv6 needs /16 at least."),
        ("ban ::ffff:0:0/96 7d", "0.0.0.0/0 is too large a network to keep out; IPv4 needs /8 at least."),
        ("audit some", "'some' is no count"),
        ("say \x07", "A message needs words that can be shown."),
        (f"say {'a' * 91}", "A message can be at most 90 columns wide"),
        (f"say {'字' * 46}", "A message can be at most 90 columns wide"),
    ],
)
def test_what_is_no_order_is_refused_in_a_line(line: str, why: str) -> None:
    with pytest.raises(OrderError) as refused:
        parse(line.split(" "))
    assert str(refused.value).startswith(why)
    assert len(str(refused.value).splitlines()) == 1


def test_a_message_is_all_that_follows_and_every_verb_can_be_written_as_its_usage_says() -> None:
    assert parse(["say", "Please", "be kind"]).text == "Please be kind"
    given = {"TIME": "5m", "[COUNT]": "3", "TEXT": "hello"}
    for name, verb in VERBS.items():
        assert parse([name, *(given.get(each, "Aiko") for each in verb.follows.split())]).verb == name
