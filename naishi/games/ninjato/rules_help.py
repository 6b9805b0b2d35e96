"""Rules of Ninjato in our own words."""

from collections import Counter
from collections.abc import Callable

from naishi.common.i18n import N_, _, listed, sentence_case
from naishi.games.ninjato import names
from naishi.games.ninjato.components import CLANS, KINDS, SKILLS, TREASURES, components
from naishi.games.ninjato.legal import worth as honour
from naishi.games.ninjato.scoring import multiplier
from naishi.tabletop.kinds import Section


def rules() -> tuple[Section, ...]:
    return tuple(section() for section in _SECTIONS)


def _aim() -> Section:
    return Section(
        _("The game"),
        (
            _(
                "You lead a clan of ninja. Break into houses, carry off their treasures, and spend these on envoys of "
                "the three great clans and on rumours. After seven rounds, the most honour wins."
            ),
            _(
                "In each round everyone has three shuriken. In turn order, place one and do at once what the place "
                "offers; go round the table three times. A place is never taken by another player: only a cleared "
                "house is closed until the round ends."
            ),
        ),
    )


def _places() -> Section:
    box = components()
    lessons = {box.styles[tile]: card for tile, card in box.lessons.items()}
    return Section(
        _("The places"),
        (
            _(
                "Dojo: take cards, one by one, open ones or from the deck: four with an empty hand, three with one "
                "card, otherwise two. Then the open cards are refilled to three, and you discard down to seven. "
                "Whoever visited the dojo last in a round goes first in the next; then the others who were there, "
                "the latest first; then everyone else in the old order."
            ),
            _(
                "Sensei: learn an open skill. It costs a dojo card ({cards}), unless you own a tile of its style."
            ).format(
                cards=listed(
                    _("{style}: {value}").format(style=names.style(style), value=_("any") if paid == "?" else paid)
                    for style, paid in lessons.items()
                )
            ),
            _("House: raid it, by strength or by stealth."),
            _(
                "Palace: give the treasures that an open envoy asks for. You score their value and win the envoy, who "
                "is your influence in that clan."
            ),
            _(
                "Pavilion: give what an open rumour asks for and score its value too. Rumours score once more at the "
                "end. Everyone sees which one you take, but then it lies face down."
            ),
            _("Sensei, palace and pavilion are refilled only when the round ends."),
        ),
    )


def _raids() -> Section:
    return Section(
        _("Raids"),
        (
            _(
                "Choose a house, and strength or stealth. Beat the sentry with a dojo card that is higher (strength) "
                "or lower (stealth); equal isn't enough. Any number of 3s may be added to the card: each makes it one "
                "higher or one lower. Skills help, too."
            ),
            _(
                "Each beaten guard wins the cheapest neutral treasure of the house, or the cheapest red one when no "
                "neutral one is left. Then leave with everything won, or call banzai: the next guard is drawn."
            ),
            _(
                "While a neutral treasure is left, a guard of the ordinary deck comes; otherwise an elite guard, which "
                "has a number against strength and another against stealth. A card with two guards, such as 3 and 5, "
                "takes beating both, each with its own cards, for one treasure. A beaten elite card is yours."
            ),
            _(
                "A drawn guard with an alarm brings another treasure to the house at once, and then the dearest "
                "neutral treasure turns red. The alarm of a sentry does nothing."
            ),
            _(
                "Examples. Against a 4 by strength, a 5 wins; so does a 4 with an added 3, which counts 5, or any card "
                "with Kenjutsu; another 4 loses. Against a 4 by stealth, a 3 wins. A 1 with an added 3 counts 0 by "
                "stealth and beats even a 1."
            ),
            _(
                "If you can't or won't beat a guard, the raid fails: keep one treasure and lose the others. After a "
                "failure, and when you leave, a new treasure comes to the house; it can be raided again."
            ),
            _(
                "With the last treasure won, the house is cleared: take everything, and hand the house to another clan "
                "by replacing its token with one of the supply. It is closed until the round ends."
            ),
        ),
    )


def _prices() -> Section:
    worth = components().worth
    return Section(
        _("Treasures and prices"),
        (
            _("Fan {f}, scroll {s}, vase {v}, jade {j} honour. Gold stands for any kind.").format(
                **{kind: worth[kind] for kind in "fsvj"}
            ),
            _(
                "A price of 1 to 4 of one kind takes one to four alike; any one and 3 of one kind may also be four "
                "alike. Gold scores as the kind that brings most honour."
            ),
            *(
                _("Examples for {price}: {payments}.").format(
                    price=names.price(price),
                    payments="; ".join(
                        f"{names.treasures(paid.split())} ({honour(price, tuple(paid.split()))})" for paid in payments
                    ),
                )
                for price, payments in EXAMPLES.items()
            ),
        ),
    )


EXAMPLES = {"any+same3": ("v j j j", "s v v v", "f v v g"), "same1-4": ("f f f f", "s s", "j")}
"""Prices, each with treasures that meet it."""


def _skills() -> Section:
    codes = [code for code in SKILLS if not code.startswith("hensojutsu_")]
    styles = components().styles
    return Section(
        _("Skills"),
        (
            _(
                "A tile works once a round and then lies face down until the round ends; two equal tiles work twice. "
                "A card can become another value only once, but takes any number of other skills."
            ),
            *(
                _("{skill} ({style}): {effect}").format(
                    skill=names.skill(code), style=names.style(styles[code]), effect=names.effect(code)
                )
                for code in codes
            ),
            _("{skill}: {effect}").format(skill=names.skill("hensojutsu"), effect=names.effect("hensojutsu")),
        ),
    )


def _round_end() -> Section:
    return Section(
        _("End of a round"),
        (
            _("The new turn order is set, and all used tiles turn up again."),
            _(
                "Skills that nobody took are out of the game. After rounds 1 to 3, as many new ones as players are "
                "opened; after rounds 4, 5 and 6 one tile of Hensojutsu."
            ),
            _(
                "Closed houses get three treasures and a new sentry. Palace and pavilion are refilled to four. After "
                "rounds 3, 5 and 7 there is a scoring."
            ),
        ),
    )


def _scoring() -> Section:
    orders = components().scoring
    return Section(
        _("Scoring"),
        (
            _(
                "First, in turn order, each tile of Hensojutsu may name one masked envoy of its owner, who then counts "
                "twice."
            ),
            _(
                "In each clan, envoys are influence; only who has an envoy of it counts. In a tie the older envoy "
                "decides. The first takes either the honour of all houses of the clan or a rumour from the pavilion, "
                "free of charge. When all clans have been through, the second of each gets what the first left: the "
                "honour, or a rumour of choice."
            ),
            *(
                _("After round {round}: {clans}.").format(round=after, clans=", ".join(map(names.clan, order)))
                for after, order in orders.items()
            ),
        ),
    )


def _marks() -> Section:
    gaps = {clan: names.clan(clan) for clan in CLANS} | {kind: names.treasure(kind) for kind in TREASURES}
    return Section(
        _("Marks on the table"),
        (
            _(
                "T, M and G stand for {T}, {M} and {G}. Of a player, T2 M0 G1 counts the envoys of each clan, r the "
                "rumours, and e the beaten elite guards. Treasures are f {f}, s {s}, v {v}, j {j} and g {g}; v3 is "
                "three of them. A guard 5/1 counts 5 against strength and 1 against stealth, 3+5 are two guards; ! is "
                "an alarm. A skill in brackets is used up for this round. In a raid marked ×, no card of your "
                "hand beats the sentry. • stands before what others have changed since your last turn, the letter of "
                "a player at a house that they have raided in this round, and +9 at a card for the honour of your "
                "best payment. Below the places stands the next scoring: its clans in order, the honour of their "
                "houses now, and who has how much influence, the first of it first."
            ).format(**gaps),
        ),
        of_screen=True,
    )


def _end() -> Section:
    return Section(
        _("The end"),
        (
            _(
                "After the scoring of round 7, rumours count: one card of a kind once, two twice, three four times the "
                "number of what it names. From the fourth card on, a new set begins, and is added."
            ),
            *(_("{rumour}: {counted}.").format(rumour=names.rumour(k), counted=names.reward(k)) for k in KINDS[:-1]),
            _("{rumour}: each card 6 if only one player holds any, 4 if two do, 2 if three or more do.").format(
                rumour=names.rumour("dishonour")
            ),
            _(
                "Example: with three cards of {rumour} and five envoys you score {points}; with four cards, {more}."
            ).format(rumour=names.rumour("friends"), points=5 * multiplier(3), more=5 * multiplier(4)),
            _("Each treasure left is 1; each beaten elite guard 1 or 2, by its flags."),
            _("The most honour wins; then the most envoys, then the oldest envoy."),
        ),
    )


FILE = "naishi/games/ninjato/data/components.json"
"""Where all components are, below the folder that the program is installed in."""


def _in_the_box() -> Section:
    """List all cards; those parts that are assumed say so."""
    box = components()
    counted = {deck: _counted(box.decks[deck]) for deck in ("dojo", "guards", "elite", "bag")}
    envoys = ", ".join(
        f"{code}{'m' if code in box.masked else ''} ({names.price(box.prices[code])})" for code in box.decks["envoys"]
    )
    rumours = "; ".join(
        f"{names.rumour(kind)}: "
        + ", ".join(names.price(box.prices[code]) for code in box.decks["rumours"] if code.startswith(f"{kind}:"))
        for kind in KINDS
    )
    tiles = Counter(map(names.skill, (*box.decks["skills"], *box.decks["hensojutsu"])))
    flags = "; ".join(f"{names.guard(card)} ({flag})" for card, flag in box.flags.items())
    return Section(
        _("What is in the box"),
        (
            _("What is assumed is shown in no public source: the printed cards may differ."),
            _marked(_("Dojo cards: {cards}.").format(cards=counted["dojo"]), "dojo"),
            _marked(_("Guards: {cards}.").format(cards=counted["guards"]), "guards"),
            _marked(_("Elite guards: {cards}.").format(cards=counted["elite"]), "elite"),
            _marked(_("Flags of elite guards: {cards}.").format(cards=flags), "elite"),
            _marked(
                _("Treasures: {cards}.").format(
                    cards=", ".join(f"{names.treasure(kind)} ×{box.decks['bag'].count(kind)}" for kind in TREASURES)
                ),
                "treasures",
            ),
            _marked(_("Envoys by clan and age, m with a mask: {cards}.").format(cards=envoys), "envoys"),
            _marked(_("Rumours and what they cost: {cards}.").format(cards=rumours), "rumours"),
            _marked(
                _("Skill tiles: {cards}.").format(cards=", ".join(f"{name} ×{n}" for name, n in tiles.items())),
                "skills",
            ),
        ),
        on_request=True,
    )


def _counted(cards: tuple[str, ...]) -> str:
    return "; ".join(f"{names.guard(card)}: {count}" for card, count in Counter(cards).items())


def _marked(text: str, part: str) -> str:
    return _("{text} (assumed)").format(text=text) if part in components().assumed else text


REASONS = (
    N_(
        "52 cards: ten of each value, and two more of 3, the only one with a second use. With 1 for 5 and 2 for 4 "
        "it would be the same deck, so strength and stealth are equally hard: the rulebook favours neither"
    ),
    N_(
        "40 cards, eight of each value. A quarter ring the alarm, two of each value, so that an alarm says "
        "nothing about the value"
    ),
    N_(
        "how many there are of each, and their flags, but for the values that are known. With 1 for 5 and 2 for 4 "
        "it would be the same deck, so strength and stealth are equally hard"
    ),
    N_(
        "seven in a clan, of 21 different ages, so that ages never tie. In each clan two ask for a pair of "
        "different treasures, together one of each kind but gold; three ask for 1 to 4 alike, two for one of any "
        "kind and 3 alike. Three wear a mask, one for each kind of price"
    ),
    N_(
        "30 cards: five kinds, each once with every price, which is one or two of any treasure, or one of a given "
        "kind. That is enough for the second set of which the rulebook speaks"
    ),
    N_(
        "16 tiles for nine effects: two of each, but one of the two that act on something other than the value of "
        "a card. A tile has the style that its effect speaks of. A crane takes any card: the rulebook explains a "
        "? on tiles, and the balanced style is the one left for it"
    ),
    N_(
        "90 tokens of five kinds: twenty of each with a fixed value and ten of gold, the simplest split in which "
        "gold is rarer"
    ),
    N_("the two known rows, turned on by one: each clan is first once, second once and third once"),
)
"""Why the file of components assumes what it does, to be translated; whoever edits it has reasons of their own."""


def _assumed() -> Section:
    box = components()
    reasons = (
        _("{part} (assumed): {reason}.").format(part=sentence_case(names.part(part)), reason=_(reason).rstrip("."))
        for part, reason in box.assumed.items()
    )
    return Section(
        _("What is assumed"),
        (
            _(
                "Some tables of the game are shown nowhere in public; these are ours. The printed cards may differ: "
                "edit {file}, and a game begun then has your cards. The reasons:"
            ).format(file=FILE),
            *reasons,
        ),
        on_request=True,
    )


_SECTIONS: tuple[Callable[[], Section], ...] = (
    _aim,
    _places,
    _raids,
    _prices,
    _skills,
    _round_end,
    _scoring,
    _end,
    _marks,
    _in_the_box,
    _assumed,
)
