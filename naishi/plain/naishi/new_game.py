"""New game of Naishi in line mode."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Literal

from naishi.common.errors import NaishiError
from naishi.common.i18n import _, pgettext
from naishi.games.naishi.game.bot_names import known_levels, player_name
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.record import Options
from naishi.games.naishi.rules.expansion import LEGENDS_TRAVELLERS, Module
from naishi.plain.console import Console
from naishi.plain.naishi.parsing import find_bot
from naishi.plain.new_table import NAISHI, check_no_level, new_pin
from naishi.plain.speech import folded
from naishi.saves import Saves
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.pins import hash_pin
from naishi.tabletop.players import HUMAN, Player, check_different, clean_name, typed_name


async def new_game(console: Console, words: Sequence[str]) -> Game:
    """Deal a new game; ask who plays, unless the line says so.

    Args:
        console: Where it is asked.
        words: Up to two names, a bot's level standing for a bot, and options in any order behind them: `seed WORD`,
            `random` (who goes first), `noundo`, `pin` (asked for each person), `expansion`.

    Raises:
        NaishiError: A name is missing or can't be used, or an option is unknown.
    """
    named = next((place for place, word in enumerate(words[:2]) if _option(word)), 2)
    names, options = list(words[:named]), _options(words[named:])
    questions = (
        _("Who goes first? A name, or for a bot {levels}: ").format(levels=known_levels()),
        _("Who plays second? A name, or a bot's level: "),
    )
    for question in questions[len(names) :]:
        answer = await console.ask(question)
        if answer is None:
            raise NaishiError(_("A game needs two players."))
        names.append(answer)
    first, second = [await _player(name, console, pin="pin" in options) for name in names]
    check_different((first, second))
    if "random" in options and secrets.randbelow(2):
        first, second = second, first
    undo: Literal["free", "off"] = "off" if "noundo" in options else "free"
    module = LEGENDS_TRAVELLERS if "expansion" in options else None
    return Game.new(options.get("seed") or None, (first, second), options=Options(undo=undo, expansion=module))


def against_bot(saves: Saves, words: Sequence[str]) -> Game:
    """Deal a new game for a person and a bot, as the last time; who goes first is drawn.

    Args:
        saves: Where it stands who played last.
        words: The level of the bot, by default that of the last time; and `expansion`.

    Raises:
        NaishiError: There is no such level.
    """
    module, level = expansion_among(words)
    kind = find_bot(" ".join(level)) if level else ""
    if kind is None:
        raise NaishiError(_("Say which bot, as in bot strong: {levels}.").format(levels=known_levels()))
    return Game.new(players=saves.last_played().against_bot(kind), options=Options(expansion=module))


def expansion_among(words: Sequence[str]) -> tuple[Module | None, list[str]]:
    """Return the expansion that some words ask for, and the other words."""
    others = [word for word in words if _option(word) != "expansion"]
    return (LEGENDS_TRAVELLERS if len(others) < len(words) else None), others


def _option(typed: str) -> str | None:
    """Return the option that a word names, in English or in the language of the moment."""
    known = {
        "seed": _("seed"),
        "random": _("random"),
        "noundo": _("noundo"),
        "pin": _("pin"),
        "expansion": pgettext("an option", "expansion"),
    }
    return next((each for each, here in known.items() if folded(typed) in {each, folded(here)}), None)


def _options(words: Sequence[str]) -> dict[str, str]:
    """Read options, and what belongs to them."""
    found: dict[str, str] = {}
    rest = list(words)
    while rest:
        option = _option(rest.pop(0))
        if option is None or (option == "seed" and not rest):
            raise NaishiError(
                _(
                    "Options are: seed and a deal code, random (who goes first), noundo, pin, expansion. Naishi is for "
                    "two players; for more: new ninjato or new shogun."
                )
            )
        found[option] = rest.pop(0) if option == "seed" else option
    return found


async def _player(answer: str, console: Console, *, pin: bool) -> Player:
    if level := find_bot(answer):
        return Player(name=clean_name(player_name(level)), kind=level)
    check_no_level(kind_of(NAISHI), answer)
    name = typed_name(answer)
    typed = await new_pin(name, console) if pin else ""
    return Player(name=name, kind=HUMAN, pin=hash_pin(typed) if typed else None)
