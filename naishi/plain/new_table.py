"""New games of any kind, in line mode."""

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple

from naishi.common.i18n import NaishiError, _, listed, naming_nearest, pgettext, quoted
from naishi.plain.console import Console, folded
from naishi.plain.table_answers import bot_of, level_of
from naishi.saves import Saves
from naishi.tabletop.chance import ChanceError, OutcomeNeededError
from naishi.tabletop.game import Game
from naishi.tabletop.kinds import GameKind, keys, kind_of
from naishi.tabletop.new_game import NewGame
from naishi.tabletop.pins import PinChoice
from naishi.tabletop.players import typed_name

NAISHI = "naishi"
"""The game that is played where none is named; it has rooms of its own."""


def game_named(word: str) -> str | None:
    """Return the key of the game that a word names; None where it names none."""
    return next((key for key in keys() if folded(word) == key), None)


def game_and_rest(words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the key of the game that the first word names, by default Naishi, and the words behind it."""
    key = game_named(words[0]) if words else None
    return (NAISHI, words) if key is None else (key, words[1:])


def games_lines() -> Iterator[str]:
    for key in keys():
        kind: GameKind = kind_of(key)
        if key != NAISHI:
            yield _("{game}, for {fewest} to {most} players: new {key} asks who plays.").format(
                game=kind.title(), fewest=kind.seats[0], most=kind.seats[-1], key=key
            )
            yield _("Levels of bots: {levels}.").format(levels=known_levels(kind))
            yield from option_lines(kind)
            if title := kind.sample_title():
                yield _("{title}: sample {key}.").format(title=title, key=key)


class _Asked(NamedTuple):
    """What the words of a line ask for."""

    names: list[str]
    options: dict[str, str]
    seed: str
    shuffle: bool
    pin: bool


async def new_table(console: Console, key: str, words: Sequence[str]) -> Game:
    """Begin a game of any kind; ask for what the line doesn't say.

    Args:
        words: Names, the level of a bot standing for a bot, and options in any order behind them: `seed WORD`,
            `shuffle` (who sits where), `noundo`, `pin` (asked for each person), and `name=value` for those of the game.

    Raises:
        NaishiError: Something is missing, unknown or can't be used.
    """
    kind: GameKind = kind_of(key)
    asked = _read(kind, words)
    if not words:
        await _ask_for_all(console, kind, asked)
    new = NewGame(kind, asked.options, asked.seed, any_order=asked.shuffle)
    for typed in asked.names:
        await seat(console, new, typed, pin=asked.pin)
    while new.missing:
        await seat(console, new, await _ask_for_player(console, kind, len(new.players) + 1), pin=asked.pin)
    return await begun(console, new)


async def seat(console: Console, new: NewGame, typed: str, *, pin: bool) -> None:
    """Seat the bot of a level, or else a person of this name, who is asked for a PIN if there are to be any.

    Raises NaishiError: the name can't be used.
    """
    if (bot := bot_of(new.kind, typed)) is not None:
        new.seat_bot(bot.kind)
        return
    check_no_level(new.kind, typed)
    name = typed_name(typed)
    new.seat_person(name)
    if pin:
        new.protect(await new_pin(name, console))


async def begun(console: Console, new: NewGame) -> Game:
    """Begin a game; ask for what comes of each draw of its set-up that is made on a real table."""
    while True:
        try:
            return new.begin()
        except OutcomeNeededError as needed:
            outcome = await ask_outcome(console, needed)
            if outcome is None:
                raise NaishiError(_("The game was not begun: an answer is missing.")) from None
            new.outcome_seen(needed, outcome)


async def ask_outcome(console: Console, needed: OutcomeNeededError, asked: str = "") -> Any:
    """Ask what a draw has given on a real table until it is possible; None where there is no answer."""
    console.write(asked or str(needed))
    while typed := (await console.ask(_("What fell out? "))):
        try:
            return needed.read(typed)
        except ChanceError as error:
            console.write(str(error))
    return None


def against_bots(saves: Saves, key: str, words: Sequence[str]) -> Game:
    """Begin a game of one person against bots.

    Args:
        words: Levels, one for each bot, the last for all that are left, and for how many players it is; by default the
            level of the last time, and as few players as can be.

    Raises:
        NaishiError: A word is none of these.
    """
    kind: GameKind = kind_of(key)
    seats, levels = 0, list[str]()
    for word in words:
        if word.isdecimal():
            seats = int(word[:3])
            NewGame(kind).check_seats(seats)
        elif level := level_of(kind, word):
            levels.append(level)
        else:
            raise NaishiError(_("Say which bots: {levels}.").format(levels=known_levels(kind)))
    new = NewGame(kind)
    saves.last_played(key).seat_against_bots(new, levels, seats=seats)
    return new.begin()


def _read(kind: GameKind, words: Sequence[str]) -> _Asked:
    names, options, seed, flags = list[str](), dict[str, str](), "", set[str]()
    known = {"seed": _("seed"), "shuffle": pgettext("an option", "shuffle"), "noundo": _("noundo"), "pin": _("pin")}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        option = next((each for each, here in known.items() if folded(word) in {each, folded(here)}), None)
        if option == "seed":
            if not rest:
                raise NaishiError(_options_help(kind))
            seed = rest.pop(0)
        elif option is not None:
            flags.add(option)
        elif "=" in word:
            name, _equals, value = word.partition("=")
            options |= option_of(kind, name, value)
        elif options or seed or flags:
            raise NaishiError(_options_help(kind))
        else:
            names.append(word)
    if "noundo" in flags:
        options["undo"] = "off"
    return _Asked(names, options, seed, "shuffle" in flags, "pin" in flags)


def _options_help(kind: GameKind) -> str:
    usual = _("Options are: seed and a deal code, shuffle (who sits where), noundo, pin.")
    return " ".join((usual, *option_lines(kind)))


def option_lines(kind: GameKind, *, far_away: bool = False) -> Iterator[str]:
    for row in kind.option_rows():
        offered = (f"{row.name}={value}" for value, _words in row.offered(at_home=not far_away).values)
        yield _("Option: {option}.").format(option=listed(offered, conjunction=False))


def option_of(kind: GameKind, name: str, typed: str, *, far_away: bool = False) -> dict[str, str]:
    """Return an option of a kind of game and its value, in English or in the language of the moment.

    Raises NaishiError: there is no such option or value; the text names those that there are.
    """
    row = next((row for row in kind.option_rows() if folded(name) in {row.name, folded(row.label)}), None)
    values = () if row is None else row.offered(at_home=not far_away).values
    value = next((value for value, words in values if folded(typed) in {folded(value), folded(words)}), None)
    if row is None or value is None:
        known = " ".join(option_lines(kind, far_away=far_away)) if far_away else _options_help(kind)
        raise NaishiError(known or _("{game} has no such option.").format(game=kind.title()))
    return {row.name: value}


async def _ask_for_all(console: Console, kind: GameKind, asked: _Asked) -> None:
    fewest, most = kind.seats[0], kind.seats[-1]
    question = _("How many players, {fewest} to {most}? ").format(fewest=fewest, most=most)
    typed = (await _answer(console, question)).strip()
    count = int(typed[:3]) if typed.isdecimal() else 0
    NewGame(kind).check_seats(count)
    for number in range(1, count + 1):
        asked.names.append(await _ask_for_player(console, kind, number))
    for row in kind.option_rows():
        values, usual = listed((words for _value, words in row.values), conjunction=False), row.values[0][1]
        question = _("{option}: {values}? Enter alone for {usual}. ")
        question = question.format(option=row.label, values=values, usual=usual)
        if typed := (await _answer(console, question)).strip():
            asked.options.update(option_of(kind, row.name, typed))


async def _ask_for_player(console: Console, kind: GameKind, number: int) -> str:
    words = _("Player {number}: a name, or for a bot its level ({levels}): ")
    question = words.format(number=number, levels=known_levels(kind))
    commands = {folded(each) for word in ("help", "what", "quit") for each in (word, _(word))}
    while folded((typed := await _answer(console, question)).strip()) in commands:
        if folded(typed.strip()) in {"quit", folded(_("quit"))}:
            raise NaishiError(_("The game was not begun."))
        instead = _("Type the name of a person, or one of {levels} for a bot; or quit.")
        console.write(instead.format(levels=known_levels(kind)))
    return typed


def known_levels(kind: GameKind) -> str:
    return listed((level.words for level in kind.levels()), conjunction=False)


def check_no_level(kind: GameKind, typed: str) -> None:
    """Check that a name isn't a mistyped level of a game, nor a level of another game, in small letters.

    Raises NaishiError: it is one; the text says which levels there are.
    """
    if typed != typed.casefold():
        return
    own = {folded(word): level.words for level in kind.levels() for word in (level.kind, level.words)}
    others = {folded(word) for key in keys() for level in kind_of(key).levels() for word in (level.kind, level.words)}
    if folded(typed) in others or get_close_matches(folded(typed), own, cutoff=0.8):
        words = _("{typed} isn't a level of {game}: {levels}. A player's name can begin with a capital letter.")
        refused = NaishiError(words.format(typed=quoted(typed), game=kind.title(), levels=known_levels(kind)))
        raise naming_nearest(refused, [folded(typed)], own)


async def _answer(console: Console, question: str) -> str:
    if (typed := await console.ask(question)) is None:
        raise NaishiError(_("The game was not begun: an answer is missing."))
    return typed


async def new_pin(name: str, console: Console) -> str:
    """Ask for a PIN, a person twice; empty for none."""
    choice, question = PinChoice(name), _("A PIN for {name}, typed unseen and unheard, or nothing: ").format(name=name)
    while True:
        typed = await console.ask_secret(_("Once more: ") if choice.once_more else question)
        try:
            if choice.typed(typed or "") or not console.interactive:
                return typed or ""
        except NaishiError as error:
            if not console.interactive:
                raise
            console.write(str(error))
        if typed is None:  # there will be no answer
            return ""
