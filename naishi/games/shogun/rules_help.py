"""Rules of Shogun for players."""

from collections.abc import Sequence

from naishi.common.i18n import N_, _
from naishi.games.shogun import words
from naishi.games.shogun.data import SPECIALS, event_indexes
from naishi.tabletop.kinds import Section

_RULES = (
    (
        N_("The aim"),
        N_(
            "You are a daimyo. Twice, in winter, provinces and buildings bring points; after the second winter the "
            "most points win, then the most chests."
        ),
    ),
    (
        N_("The draft"),
        N_(
            "In seat order, again and again, take one of the two open province cards, or the top card unseen, and put "
            "one of your groups of armies there, until all are placed. If both open cards are those you chose from "
            "last time, you may first put them under the deck and open two new ones. Provinces that are left over "
            "are neutral. As printed, everybody begins with the provinces of the rulebook instead."
        ),
    ),
    (
        N_("A year"),
        N_(
            "Spring, summer and autumn are alike: ten action cards lie in an order, five of them open; everybody "
            "plans in secret; then the actions are done one after the other, each by all players in turn order. "
            "Winter feeds the provinces and counts points."
        ),
    ),
    (
        N_("A plan"),
        N_(
            "Lay a province card on an action to do it there; each province does one thing a season. A space "
            "without a province is a chest card: nothing happens there. Lay at least six provinces, or all if you "
            "have fewer. The eleventh space is your bid: a chest card you can pay, or a province, which is free."
        ),
    ),
    (
        N_("Event and turn order"),
        N_(
            "One of the open events holds for the season. The highest bid chooses a special card first: chests from "
            "4 to 1, then provinces, then 0, then nothing; among equals chance decides. A card's place is its "
            "owner's place in the turn order."
        ),
    ),
    (
        N_("Build, gain, raise"),
        N_(
            "castle, temple and theatre cost 3, 2 and 1 chests and need a free slot without one of the kind. rice "
            "and tax bring what the province is worth; then a revolt marker is added. raise5, raise3 and raise1 "
            "cost 3, 2 and 1 chests; after raise1 armies may go on to one neighbour of your own. What can't be done "
            "whole is skipped and costs nothing."
        ),
    ),
    (
        N_("Neutral provinces"),
        N_(
            "A province that nobody holds has no armies: one farmer from the stock defends it, and farmers on the "
            "tray help. Take it like any other, by more armies on the tray than farmers."
        ),
    ),
    (
        N_("Fight"),
        N_(
            "In fightA and fightB one or more armies go to one neighbour, and one must stay. Sea routes count. In "
            "your own province they join the others; anywhere else there is a battle."
        ),
    ),
    (
        N_("The tower"),
        N_(
            "The armies of both sides and everything on the tray go into the tower; what falls out is counted. "
            "Farmers help a province without revolt markers. More for the attacker: the province changes hands with "
            "its buildings. More for the defender, with an army among them: it is held. Else nobody keeps it and "
            "its buildings are gone. Each side loses as many as the other had. Here the tower is a model, unless "
            "you type in what fell out of a real one."
        ),
    ),
    (
        N_("Revolts"),
        N_(
            "rice or tax in a province with revolt markers: one farmer for each marker is thrown in against all "
            "armies there. You keep the province only if more of your armies fall out than farmers. The gain is "
            "yours either way."
        ),
    ),
    (
        N_("Winter"),
        N_(
            "The last event takes rice. Whoever then has less rice than provinces has revolts in provinces drawn "
            "blind. Each province and each building is 1 point; most castles, temples and theatres of a region are "
            "3, 2 and 1, and one less if shared. Markers and rice go."
        ),
    ),
)


def rules() -> Sequence[Section]:
    """Return the rules in sections, and what each special card and each event does."""
    return [
        *(Section(_(title), (_(text),)) for title, text in _RULES),
        Section(_("Special cards"), tuple(explained(code, words.special_text(at)) for at, code in enumerate(SPECIALS))),
        Section(_("Events"), tuple(explained(code, words.event_text(at)) for code, at in event_indexes().items())),
    ]


def rule(title: str) -> Section:
    """Return the section of the rules with an English title."""
    return Section(_(title), (_(dict(_RULES)[title]),))


def explained(mark: str, meaning: str) -> str:
    """Say what a mark on the board, or the code of a card, means."""
    return _("{mark}: {meaning}").format(mark=mark, meaning=meaning)
