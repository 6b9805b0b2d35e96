"""New game of Naishi in line mode."""

from collections.abc import Sequence

from naishi.common.i18n import NaishiError, _, pgettext
from naishi.games.naishi.game.bot_names import known_levels
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS, Module
from naishi.plain.console import Console, folded
from naishi.plain.new_table import NAISHI, seat
from naishi.plain.table_answers import bot_of
from naishi.saves import Saves
from naishi.tabletop.game import Game
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.new_game import NewGame


async def new_game(console: Console, words: Sequence[str]) -> Game:
    """Deal a new game; ask who plays, unless the line says so.

    Args:
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
    undo, module = "off" if "noundo" in options else "free", LEGENDS_TRAVELLERS if "expansion" in options else ""
    agreed, seed = {"undo": undo, "expansion": module}, options.get("seed", "")
    new = NewGame(kind_of(NAISHI), agreed, seed, any_order="random" in options)
    for name in names:
        await seat(console, new, name, pin="pin" in options)
    return new.begin()


def against_bot(saves: Saves, words: Sequence[str]) -> Game:
    """Deal a new game for a person and a bot, as the last time; who goes first is drawn.

    Args:
        words: The level of the bot, by default that of the last time; and `expansion`.

    Raises:
        NaishiError: There is no such level.
    """
    module, level = expansion_among(words)
    bot = bot_of(kind_of(NAISHI), " ".join(level)) if level else None
    if level and bot is None:
        raise NaishiError(_("Say which bot, as in bot strong: {levels}.").format(levels=known_levels()))
    new = NewGame(kind_of(NAISHI), {"expansion": module or ""})
    saves.last_played().seat_against_bots(new, [bot.kind] if bot else ())
    return new.begin()


def expansion_among(words: Sequence[str]) -> tuple[Module | None, list[str]]:
    others = [word for word in words if _option(word) != "expansion"]
    return (LEGENDS_TRAVELLERS if len(others) < len(words) else None), others


def _option(typed: str) -> str | None:
    known = {
        "seed": _("seed"),
        "random": _("random"),
        "noundo": _("noundo"),
        "pin": _("pin"),
        "expansion": pgettext("an option", "expansion"),
    }
    return next((each for each, here in known.items() if folded(typed) in {each, folded(here)}), None)


def _options(words: Sequence[str]) -> dict[str, str]:
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
