"""Player names, and lookalikes."""

import unicodedata
from collections.abc import Iterable, Mapping
from contextvars import copy_context
from functools import cache
from pathlib import Path

from naishi.common.i18n import NaishiError, _, languages, load, use
from naishi.tabletop.kinds import keys, kind_of
from naishi.tabletop.players import clean_name, typed_name

TABLE = Path(__file__).with_name("confusables.txt")
"""Each line: what characters count as, and those characters, by their hexadecimal code points."""

_LONG = (("rn", "m"), ("vv", "w"))
"""Pairs of letters that are drawn like one."""


def skeleton(name: str) -> str:
    """Return what two names have in common that people can't tell apart; there is no space in it.

    It is stored with players, so a change of it needs a migration of the database.
    """
    letters = "".join(_table().get(c, c) for c in folded(name))
    for pair, letter in _LONG:
        letters = letters.replace(pair, letter)
    return letters


def folded(text: str) -> str:
    """Return the letters, digits and vowel signs of a text, without case, accents and variants of form."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(c for c in plain if _is_distinctive(c))


def _is_distinctive(c: str) -> bool:
    """Whether a character makes another name: accents, points and strokes don't, signs for vowels and sounds do."""
    category = unicodedata.category(c)
    if category in {"Mn", "Mc"}:
        place = unicodedata.combining(c)  # 1: through the letter; 10-36: Hebrew and Arabic points; from 200: around it
        return place != 1 and (place < 10 or 36 < place < 200)
    return category[0] in "LN"


@cache
def _table() -> Mapping[str, str]:
    table: dict[str, str] = {}
    for line in TABLE.read_text("ascii").splitlines():
        if not line.startswith("#"):
            result, _, sources = line.partition(":")
            table |= dict.fromkeys(map(_decoded, sources.split()), _decoded(result))
    return table


def _decoded(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split("+") if code)


NAMELESS = "–"
"""The name that is stored of an account that was deleted, in every language."""
COLUMNS = 16

PUNCTUATION = frozenset(" -_.'’·")

_OFFICES = """
    Server Admin Administrator Operator Moderator Root System Support Help Naishi Ninjato Shogun Bot
    You Me Myself Nobody Somebody Someone Everyone Everybody Anonymous Unknown Deleted
    Serveur Administrateur Administratrice Opérateur Opératrice Modérateur Modératrice Système Aide
    Toi Vous Moi Personne Quelqu'un Anonyme Inconnu Inconnue Supprimé Supprimée
    Serwer Administratorka Operatorka Moderatorka Pomoc Ty Ja Nikt Ktoś Wszyscy Anonim
    Usunięty Usunięta Nieznany Nieznana
    Betreiber Betreiberin Administratorin Operatorin Moderatorin Hilfe
    Du Ich Mich Dich Niemand Jemand Alle Anonym Unbekannt Gelöscht
"""
"""What might be taken for the program, for whoever runs it, or for a word of a sentence about players."""

_COMMANDS = """
    abort account add agree allow analyse begin block call challenge claim close code completion continue decline
    delete draw exercises export games go history join keys learn leave lesson lessons match mix mute name new next
    pair pause play player private puzzle puzzles quit ranking recovery refuse rematch remove replay report resign
    rules say set settings show sit statistics time today tournament tv unblock undo wait watch web when who
    withdraw on off yes no
    abandonner accepter ajouter aller annuler apparier apprendre arrêter asseoir attendre aujourd'hui bloquer clés
    commencer compte dire débloquer défier enlever exercices exporter fermer historique interrompre jouer joueur
    leçon leçons libérer montrer mêler nom nommer nouvelle nulle palmarès parties privée quand qui quitter refuser
    regarder rejoindre reprendre retirer revanche revoir règles réclamer réglages régler secours signaler silence
    statistiques suivante supprimer temps tournoi télé énigme énigmes
    analiza anuluj cofnij czas czekaj dalej dobierz dodaj domieszaj dołącz dziś eksport gdy gracz graj historia idź
    imię klucze kod konto kto lekcja lekcje mecz następna nauka nazwij nowy odbierz odblokuj odmów oglądaj opuść
    partie pauza poddaj pokaż powiedz powtórka pozwól prywatny przerwij przyjmij ratunkowy remis rewanż rozpocznij
    statystyki turniej usiądź ustaw ustawienia usuń uzupełnianie wycisz wycofaj wygrana wyjdź wyzwij zablokuj
    zamknij zasady zgłoś ćwiczenia łamigłówka łamigłówki
    abbrechen ablehnen abräumen absagen aufgeben aufstehen beanspruchen Begegnung beginnen benennen blockieren
    Chronik Einstellungen entfernen freigeben herausfordern heute hingehen hinsetzen hinzufügen Lektion Lektionen
    lernen löschen melden mischen mitspielen neu nächste Partien privat Rangliste Regeln Rätsel Rätselliste
    rückgängig Rückschau sagen Schlüssel spielen Spieler Statistik stumm suchen Turnier verlassen Vervollständigung
    warten weiter wenn wer Wiederherstellung zeigen Zeit zulassen zurückziehen zuschauen zustimmen ändern Übungen
"""
"""The commands of line mode on a server, and what else is typed there after them."""

_AND = frozenset({"and", "et", "i", "oraz", "und"})
"""What stands between two names."""


def shown_name(name: str) -> str:
    return _("a deleted player") if name == NAMELESS else name


def checked_name(name: str) -> str:
    """Return a name as a person may choose it: well-formed, of one alphabet, and not reserved.

    Raises NaishiError: it can't be used; the text says why.
    """
    clean = well_formed(name)
    key = skeleton(clean)
    if not key:  # apostrophes and such, which are letters by Unicode's categories
        raise NaishiError(_("A name needs a letter."))
    if unicodedata.category(clean[0])[0] not in "LN":  # a dash would be taken for an option, a quote for a quotation
        raise NaishiError(_("A name begins with a letter or a digit."))
    if len(_narrow_scripts(clean)) > 1:
        raise NaishiError(_("A name can't mix letters of several alphabets: many of them look alike."))
    if is_reserved(clean) or key in _commands() or not _AND.isdisjoint(clean.casefold().split()[1:-1]):
        raise NaishiError(_("The name {name}, or one very like it, is reserved.").format(name=clean))
    return clean


def well_formed(name: str) -> str:
    """Return a name as it may be shown: NFC, letters with their marks, numbers, and a little punctuation.

    Raises NaishiError: it can't be; the text says why.
    """
    clean = typed_name(name)
    if _columns(clean) > COLUMNS:
        raise NaishiError(_("A name can be at most {count} columns wide.").format(count=COLUMNS))
    if any(unicodedata.category(c)[0] not in "LMN" and c not in PUNCTUATION for c in clean):
        raise NaishiError(_("A name can contain letters, digits, spaces and - _ . '"))
    if not any(unicodedata.category(c)[0] == "L" for c in clean):
        raise NaishiError(_("A name needs a letter."))
    return clean


def _narrow_scripts(name: str) -> set[str]:
    """Return the scripts of a name, less those whose letters are too wide to be taken for others.

    A script is the first word of the names of its characters, as in CYRILLIC SMALL LETTER A.
    """
    narrow = (c for c in name if unicodedata.category(c)[0] in "LM" and unicodedata.east_asian_width(c) != "W")
    plain = (unicodedata.normalize("NFKD", c)[0] for c in narrow)
    return {unicodedata.name(c, "?").replace("-", " ").split()[0] for c in plain} - {"COMBINING", "MODIFIER"}


@cache
def _commands() -> frozenset[str]:
    return frozenset(map(skeleton, _COMMANDS.split()))


def is_reserved(name: str, *, drawn: bool = False) -> bool:
    """Return whether a name, or one very like it, is no player's to have.

    Args:
        drawn: Whether it was drawn for the player: then it may be a guest's.
    """
    key, (words, guests, others) = skeleton(name), _reserved()
    if _is_numbered(key, guests):
        return not drawn
    return key in words or _is_numbered(key, others)


def _is_numbered(key: str, names: Iterable[str]) -> bool:
    digits = set(skeleton("0123456789"))
    return any(key.startswith(name) and digits.issuperset(key[len(name) :]) for name in names)


@cache
def _reserved() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Return the skeletons of reserved words, of guests' names without a number, and of others that one may follow."""
    guests, named = set[str](), set[str]()
    for code in languages():
        guest, others = copy_context().run(_names_in, code)
        guests.add(skeleton(guest))
        named.update(map(skeleton, others))
    return frozenset(map(skeleton, _OFFICES.split())), frozenset(guests), frozenset(named)


def _names_in(code: str) -> tuple[str, Iterable[str]]:
    """Return what guests are called in a language, less the number, and what the program's own players are."""
    use(load(code))
    names = [shown_name(NAMELESS)]
    for kind in map(kind_of, keys()):
        for level in kind.levels():
            names += *level.names, level.words, *level.former_names
    return _("Guest {number}").format(number=""), map(clean_name, names)  # cut to the length that is shown


def _columns(text: str) -> int:
    spacing = (c for c in text if not unicodedata.category(c).startswith("M"))
    return sum(2 if unicodedata.east_asian_width(c) in {"W", "F"} else 1 for c in spacing)
