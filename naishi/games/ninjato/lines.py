"""Ninjato in words, a row a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from naishi.common.formats import listed
from naishi.common.i18n import _, ngettext, pgettext
from naishi.games.ninjato import names as of
from naishi.games.ninjato import telling, words
from naishi.games.ninjato.actions import EXAMPLES
from naishi.games.ninjato.components import SKILLS, components
from naishi.games.ninjato.legal import best_payments, play_cost, worth
from naishi.games.ninjato.position import Cards, House, Position, Raid
from naishi.games.ninjato.scoring import LAST_ROUND
from naishi.games.ninjato.view import NinjatoView

MOST_PLAYS = 6
"""How many plays are named; `actions play` lists all."""


def lines(view: NinjatoView, question: str = "") -> Sequence[str]:
    """Describe the table as a viewer may know it, or what a word is about."""
    typed = question.casefold()
    if typed == "score":
        return [*score(view)]
    if typed == "odds":
        return telling.odds(view.table)
    if typed == "typing":
        return [*_typing(view)]
    if not question:
        return [*_table(view)]
    about = (*_table(view), *map(_skill, SKILLS), *telling.influence(view.table, view.names, _reader(view)))
    return [line for line in about if typed in line.casefold()]


def score(view: NinjatoView) -> Iterator[str]:
    """List the points of each seat as they stand, with the reasons."""
    yield from (line for line in words.outcome_lines(view.table, view.names, events=view.events) if line)
    if view.table.result is None:
        yield from telling.influence(view.table, view.names, _reader(view))


def _typing(view: NinjatoView) -> Iterator[str]:
    """Say how each kind of action is typed."""
    now = {each.verb: each.text for each in reversed(view.legal_actions)}
    if now:
        yield _("What you can type now begins so: {examples}.").format(examples=_listed(sorted(now.values())))
    yield _("All actions, each with an example: {examples}.").format(examples=_listed(EXAMPLES.values()))
    yield _("Dojo cards are typed by number, skills and treasures by their code; look names all that is there.")


def _reader(view: NinjatoView) -> int | None:
    return None if view.public or not view.able else view.seat


def _table(view: NinjatoView) -> Iterator[str]:
    table = view.table
    yield _now(view)
    for number, house in enumerate(table.houses, 1):
        yield _house(number, house)
    if table.raid is not None:
        yield from _raid(view, table.raid)
    yield _("Open dojo cards: {cards}.").format(cards=_listed(sorted(table.open)))
    for tile in sorted(table.sensei):
        yield _skill(tile)
    loot = () if view.public else table.players[view.seat].loot
    for code in sorted(table.palace):
        price = components().prices[code]
        text = _("Palace, {code}: {card}; costs {price}.")
        yield _with_payment(text.format(code=code, card=of.envoy(code), price=of.price(price)), price, loot)
    for code in sorted(table.pavilion):
        price = components().prices[code]
        text = _("Pavilion, {code}: {card}; costs {price}.")
        yield _with_payment(text.format(code=code, card=of.rumour(code), price=of.price(price)), price, loot)
    yield _("Order of turns: {names}.").format(names=_listed(view.names[seat] for seat in table.order))
    for seat in range(table.n):
        yield _seat(table, seat, view.names)
    if not view.public:
        hand = table.players[view.seat].hand
        yield _("Your hand: {cards}.").format(cards=_listed(sorted(hand)))


def _now(view: NinjatoView) -> str:
    table = view.table
    if table.seat is None:
        return words.outcome(table, view.names)
    scoring, mine = table.scoring, not view.public and table.seat == view.seat
    if scoring is not None:
        text = (
            _("Scoring after round {round}. {name}: {question}")
            if mine
            else _("Scoring after round {round}. {name} is to choose.")
        )
    else:
        text = (
            _("Round {round} of {rounds}. {name}: {question}")
            if mine
            else _("Round {round} of {rounds}. {name} is to play.")
        )
    return text.format(
        round=table.round if scoring is None else scoring.after,
        rounds=LAST_ROUND,
        name=view.names[table.seat],
        question=words.question(table),
    )


def _house(number: int, house: House) -> str:
    gaps = {"number": number, "clan": of.token(house.clan), "treasures": of.treasures(house.loot)}
    if house.sentry is None:
        return _("House {number}, {clan}: closed; {treasures}.").format(**gaps)
    return _("House {number}, {clan}: sentry {guard}; {treasures}.").format(guard=of.guard(house.sentry), **gaps)


def _with_payment(line: str, price: str, loot: Cards) -> str:
    """Add the payment that brings most honour, where there is one."""
    for paid in best_payments(price, loot)[:1]:
        could = _("You could pay {paid} for {honour}.")
        offer = could.format(paid=of.treasures(paid), honour=of.honour(worth(price, paid) or 0))
        return f"{line} {offer}"
    return line


def _raid(view: NinjatoView, raid: Raid) -> Iterator[str]:
    """Say what a raid has come to, what failing costs, and how the guard can be beaten, cheapest first."""
    gaps = {
        "number": raid.house + 1,
        "mode": of.mode(raid.mode),
        "won": of.treasures(raid.shuriken),
        "guards": listed(map(of.guard, raid.left)) if raid.left else "",
    }
    if not raid.left:
        yield _("Raid of house {number} by {mode}: won {won}.").format(**gaps)
        return
    yield _("Raid of house {number} by {mode}: facing {guards}; won {won}.").format(**gaps)
    yield _("If the raid fails, {cost}.").format(cost=telling.failure(raid))
    plays = [each for each in view.legal_actions if each.verb == "play"]
    if plays:
        cheapest = [each.text for each in sorted(plays, key=lambda each: play_cost(each, raid))[:MOST_PLAYS]]
        yield _("How to beat the guard, cheapest first: {plays}.").format(plays=", ".join(cheapest))


def _skill(tile: str) -> str:
    box = components()
    return _("Skill {code}: {skill}, {style}; costs {card}. {effect}").format(
        code=tile,
        skill=of.skill(tile),
        style=of.style(box.styles[tile]),
        card=_("any dojo card") if box.lessons[tile] == "?" else _("a {value}").format(value=box.lessons[tile]),
        effect=of.effect(tile),
    )


def _seat(table: Position, seat: int, names: Sequence[str]) -> str:
    player = table.players[seat]
    has = [
        of.honour(player.honour),
        ngettext("{count} dojo card", "{count} dojo cards", len(player.hand)),
        _("treasures: {things}").format(things=of.treasures(player.loot)) if player.loot else "",
        _("skills: {things}").format(things=_listed(player.ready)) if player.ready else "",
        _("used skills: {things}").format(things=_listed(player.used)) if player.used else "",
        _("envoys: {things}").format(things=_listed(player.envoys)) if player.envoys else "",
        _("rumours: {things}").format(things=_listed(player.rumours)) if player.rumours else "",
        _("beaten elite guards: {things}").format(things=_listed(player.elite)) if player.elite else "",
    ]
    return _("{name}: {things}.").format(name=names[seat], things="; ".join(filter(None, has)))


def _listed(things: Iterable[str]) -> str:
    return listed(things, conjunction=False) or pgettext("cards", "none")
