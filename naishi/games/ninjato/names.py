"""Names of Ninjato's components, in the current language."""

from collections import Counter

from naishi.common.i18n import N_, _, listed, ngettext, pgettext

_TREASURES = {"f": N_("fan"), "v": N_("vase"), "j": N_("jade"), "g": N_("gold")}
_CLANS = {"T": N_("Taira"), "M": N_("Minamoto"), "G": N_("Go-Shirakawa")}
_STYLES = {"snake": N_("snake"), "tiger": N_("tiger"), "crane": N_("crane")}
_MODES = {"strength": N_("strength"), "stealth": N_("stealth")}
_SKILLS = {
    "shinobi_iri": "Shinobi-iri",
    "intonjutsu": "Intonjutsu",
    "choho": "Choho",
    "distraction": N_("Distraction"),
    "kenjutsu": "Kenjutsu",
    "mind_over_body": N_("Mind over Body"),
    "open_hand": N_("Open Hand"),
    "boryaku": "Boryaku",
    "seishin_teki": "Seishin-teki",
    "hensojutsu": "Hensojutsu",
}
_EFFECTS = {
    "shinobi_iri": N_("A card counts 2 less in a raid by stealth."),
    "intonjutsu": N_("A card counts as 0 in a raid by stealth."),
    "choho": N_("At any moment of a raid, even after failing, swap a treasure that you won with one in the house."),
    "distraction": N_("A card counts 2 more in a raid by strength."),
    "kenjutsu": N_("A card counts as 6 in a raid by strength."),
    "mind_over_body": N_("Turn another used tile up again during a raid, but not Hensojutsu."),
    "open_hand": N_("A card counts 1 more by strength, 1 less by stealth."),
    "boryaku": N_("Counts as a played 2 or 4."),
    "seishin_teki": N_("Facing a guard, change from strength to stealth or back for the rest of the raid."),
    "hensojutsu": N_("At each scoring, one of your masked envoys counts twice in its clan."),
}
_EFFECTS_IN_SHORT = {
    "shinobi_iri": N_("-2 by stealth"),
    "intonjutsu": N_("0 by stealth"),
    "choho": N_("swap a treasure"),
    "distraction": N_("+2 by strength"),
    "kenjutsu": N_("6 by strength"),
    "mind_over_body": N_("a used tile again"),
    "open_hand": N_("1 better either way"),
    "boryaku": N_("a 2 or a 4"),
    "seishin_teki": N_("change the mode"),
    "hensojutsu": N_("a masked envoy twice"),
}
_KINDS = {
    "warrior": N_("Greatest Warrior"),
    "goodwill": N_("Goodwill of the People"),
    "friends": N_("Powerful Friends"),
    "master": N_("Master of the Secret Art"),
    "dishonour": N_("Dishonourable Opponents"),
}
_KINDS_IN_SHORT = {
    "warrior": N_("Warrior"),
    "goodwill": N_("Goodwill"),
    "friends": N_("Friends"),
    "master": N_("Master"),
    "dishonour": N_("Dishonour"),
}
_REWARDS = {
    "warrior": N_("beaten elite guards"),
    "goodwill": N_("rumours"),
    "friends": N_("envoys"),
    "master": N_("skill tiles"),
    "dishonour": N_("holders of such a rumour: the fewer, the better"),
}
_PARTS = {
    "dojo": N_("counts of the dojo cards"),
    "guards": N_("counts of the guards"),
    "elite": N_("the elite guards"),
    "envoys": N_("ages, prices and masks of the envoys"),
    "rumours": N_("prices of the rumours"),
    "skills": N_("counts and styles of the skill tiles"),
    "treasures": N_("counts of the treasures"),
    "scoring after round 7": N_("the order of scoring after round 7"),
}


def treasure(token: str) -> str:
    """Return the name of a treasure: "jade", or "red jade" for `j*`."""
    name = pgettext("treasure", "scroll") if token[0] == "s" else _(_TREASURES[token[0]])
    return _("red {treasure}").format(treasure=name) if token.endswith("*") else name


def treasures(tokens: tuple[str, ...] | list[str]) -> str:
    """List treasures, those of a kind counted: "2 vases and red jade"."""
    if not tokens:
        return pgettext("treasures", "none")
    return listed(treasure(token) if count == 1 else _several(token, count) for token, count in Counter(tokens).items())


def _several(token: str, count: int) -> str:
    """Count treasures of a kind."""
    return {
        "f": lambda: ngettext("{count} fan", "{count} fans", count),
        "s": lambda: ngettext("{count} scroll", "{count} scrolls", count),
        "v": lambda: ngettext("{count} vase", "{count} vases", count),
        "j": lambda: ngettext("{count} jade", "{count} jade", count),
        "g": lambda: ngettext("{count} gold", "{count} gold", count),
        "f*": lambda: ngettext("{count} red fan", "{count} red fans", count),
        "s*": lambda: ngettext("{count} red scroll", "{count} red scrolls", count),
        "v*": lambda: ngettext("{count} red vase", "{count} red vases", count),
        "j*": lambda: ngettext("{count} red jade", "{count} red jade", count),
        "g*": lambda: ngettext("{count} red gold", "{count} red gold", count),
    }[token]()


def clan(letter: str) -> str:
    """Return the name of a clan by its letter or by a token or an envoy of it."""
    return _(_CLANS[letter[0]])


def token(text: str) -> str:
    """Return a clan token in words: "Taira 8"."""
    return f"{clan(text)} {text[1:]}"


def style(name: str) -> str:
    return _(_STYLES[name])


def mode(name: str) -> str:
    """Return strength or stealth."""
    return _(_MODES[name])


def skill(code: str) -> str:
    """Return the name of a skill; the three tiles of Hensojutsu share one."""
    return _(_SKILLS["hensojutsu" if code.startswith("hensojutsu") else code])


def skill_tile(code: str) -> str:
    """Return the name of a skill, with what tells its tile from others of that name: "Hensojutsu (crane)"."""
    name, _of, own = code.partition("hensojutsu_")
    return _("{skill} ({style})").format(skill=skill(code), style=style(own)) if own and not name else skill(code)


def effect(code: str) -> str:
    """Say what a skill does."""
    return _(_EFFECTS["hensojutsu" if code.startswith("hensojutsu") else code])


def effect_in_short(code: str) -> str:
    """Say what a skill does, in a few words."""
    return _(_EFFECTS_IN_SHORT["hensojutsu" if code.startswith("hensojutsu") else code])


def envoy(code: str) -> str:
    """Return an envoy in words: the clan and the age."""
    return _("{clan}, aged {age}").format(clan=clan(code), age=code[1:])


def rumour(code: str) -> str:
    """Return the name of a rumour by its code or its kind."""
    return _(_KINDS[code.partition(":")[0]])


def rumour_in_short(code: str) -> str:
    """Return what tells the kind of a rumour from the others, where there is little room."""
    return _(_KINDS_IN_SHORT[code.partition(":")[0]])


def reward(kind: str) -> str:
    """Say what a kind of rumour counts."""
    return _(_REWARDS[kind])


def price(code: str) -> str:
    """Say what an envoy or a rumour costs, by the price's text."""
    match code:
        case "same1-4":
            return _("1 to 4 of one kind")
        case "any+same3":
            return _("any one and 3 of one kind")
        case "?":
            return _("any one")
        case "??":
            return _("any two")
        case _:
            return listed(map(treasure, code.split()))


def guard(card: str) -> str:
    """Return a guard card in words: "4", "4 with an alarm", "5 by strength, 1 by stealth"."""
    if card.endswith("!"):
        return _("{guard} with an alarm").format(guard=card[:-1])
    if "/" in card:
        open_, hidden = card.split("/")
        return _("{open} by strength, {hidden} by stealth").format(open=open_, hidden=hidden)
    if "+" in card:
        return _("{first} and {second}").format(first=card[0], second=card[2])
    return card


def honour(points: int) -> str:
    """Return so much honour in words."""
    return ngettext("{count} honour", "{count} honour", points)


def part(name: str) -> str:
    """Return what a part of the components that is assumed is about."""
    return _(_PARTS[name]) if name in _PARTS else name


def envoys_left(count: int) -> str:
    """Count the envoys in the deck of the palace."""
    return ngettext("{count} envoy left", "{count} envoys left", count)


def rumours_left(count: int) -> str:
    """Count the rumours in the deck of the pavilion."""
    return ngettext("{count} rumour left", "{count} rumours left", count)
