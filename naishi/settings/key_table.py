"""Table of every command with a key, by screen.

A command is named `screen.command`; those of a game, which several screens have, by the command alone. Bindings, key
lines, the command palette, the help, docs/keys.md and the check of keys that a person assigns are made from this table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from naishi.common.i18n import N_
from naishi.settings import fixed_keys
from naishi.settings.fixed_keys import Fixed


class Command(NamedTuple):
    """What can be asked for by a key. All words are English, translated where they are shown."""

    keys: str
    """The usual ones, comma-separated, by the names that Textual uses."""
    words: str
    """What it does; `{n}` is the number at the end of its name."""
    label: str = ""
    """What it is called in the key line, where nothing there calls it otherwise."""
    minor: bool = False
    """Whether the key line leaves it out where there is no room for all."""
    rare: bool = False
    """Whether it is looked for in the command palette less often than others, or has a key that everybody knows."""
    unlisted: bool = False
    """Whether the command palette leaves it out: it moves the cursor, or stands there on every screen."""
    found_by: str = ""
    """Other words that people type in the command palette to find it."""
    like: str = ""
    """The command of the table whose key it has, also where another one was chosen for that, but none for this."""
    ask: str = ""
    """What a participant must allow for it, as in `Ask`; while it doesn't, it says why."""
    at_times: bool = False
    """Whether there is a use for it only while that is allowed: the command palette offers it only then."""
    line: str = ""
    """The English word of line mode for it; empty where lines have none."""


_GAME = {
    "back": Command("escape", N_("one step back; at the start, leave the game (it is saved)"), N_("back"), rare=True),
    "undo": Command("u", N_("undo the last action"), N_("undo"), ask="undo", at_times=True, line="undo"),
    "redo": Command(
        "ctrl+r", N_("redo what was undone"), N_("redo"), rare=True, ask="redo", at_times=True, line="redo"
    ),
    "retry": Command("t", N_("let a failed bot try again"), N_("try again"), ask="retry", at_times=True, line="retry"),
    "replace_bot": Command(
        "o", N_("replace a failed bot"), N_("another bot"), ask="replace bot", at_times=True, line="replace"
    ),
    "explain": Command(
        "question_mark", N_("explain the card under the cursor"), N_("card"), minor=True, rare=True, line="why"
    ),
    "log": Command("g", N_("the whole log"), N_("log"), minor=True, line="log"),
    "rules": Command("f1", N_("the rules and all keys"), N_("help"), line="rules"),
    "legend": Command("f2", N_("what the marks mean"), N_("marks"), minor=True, rare=True),
}
_CURSOR = {
    "left": Command("left,h", N_("move left; in a replay, one action back"), unlisted=True),
    "right": Command("right,l", N_("move right; in a replay, one action on"), unlisted=True),
    "up": Command("up,k", N_("move up; in a replay, one turn back"), unlisted=True),
    "down": Command("down,j", N_("move down; in a replay, one turn on"), unlisted=True),
}
_COLUMNS = {f"column_{n}": Command(str(n), N_("go to column {n}"), unlisted=True) for n in range(1, 6)}
_CHOOSING = {
    "choose": Command("enter,space", N_("choose the card under the cursor"), N_("choose"), rare=True, ask="play"),
    "next": Command("tab", N_("next card that can be chosen"), unlisted=True),
    "previous": Command("shift+tab", N_("previous card that can be chosen"), unlisted=True),
}
_TURN = {
    "swap": Command("s", N_("bonus: swap two cards"), ask="play", line="swap"),
    "discard": Command("d", N_("bonus: discard two River cards"), ask="play", line="discard"),
    "bonus": Command(
        "b", N_("choose a bonus: swap or discard; or the other effect"), minor=True, rare=True, ask="play"
    ),
    "decree": Command("i", N_("impose the imperial decree"), ask="play", line="decree"),
    "recall": Command("r", N_("recall your emissaries"), ask="play", line="recall"),
    "declare": Command("f", N_("declare the end of the game"), ask="play", line="declare"),
    "end": Command("e", N_("end the turn"), minor=True, ask="play", line="end"),
    "advice": Command(
        "a",
        N_("advice: a good action, and why; press again to do it"),
        N_("advice"),
        minor=True,
        ask="advise",
        at_times=True,
        line="advice",
    ),
    "faster": Command(
        "plus", N_("bots play faster"), N_("faster"), minor=True, rare=True, ask="pace", at_times=True, line="pace"
    ),
    "slower": Command(
        "minus", N_("bots play slower"), N_("slower"), minor=True, rare=True, ask="pace", at_times=True, line="pace"
    ),
    "memory": Command("m", N_("what a perfect memory knows (memory aid)"), rare=True, line="memory"),
}
_TABLE = _CHOOSING | _CURSOR | _COLUMNS | _TURN | _GAME
_IN_ORDER = (
    *("choose", "back", *_CURSOR, *_COLUMNS, "next", "previous"),
    *("swap", "discard", "bonus", "decree", "recall", "declare", "end", "undo", "redo", "retry", "replace_bot"),
    *("explain", "advice", "faster", "slower", "memory", "log", "rules", "legend"),
)
"""How the commands of the table are listed."""

_OVERVIEW = {
    "table.overview": Command(
        "i", N_("what everyone has, and what it is worth"), N_("overview"), minor=True, like="decree"
    )
}
_RAID = {
    "raid.banzai": Command("b", N_("in a raid of Ninjato: banzai, face the next guard"), like="bonus"),
    "raid.retreat": Command("e", N_("in a raid: leave with all that you have won"), like="end"),
    "raid.give_up": Command("f", N_("give up a raid; where treasures are lost, press it twice"), like="declare"),
}

_MAP = {
    "map.look": Command(
        "m", N_("walk on the map, or go back to what can be chosen; in a plan, show the map"), N_("map"), like="memory"
    ),
    "map.find": Command("slash", N_("find a province by its name"), N_("find")),
    "plan.again": Command(
        "r", N_("lay the plan of last season again, as far as it fits"), N_("as last season"), like="recall"
    ),
    "plan.clear": Command("delete,backspace", N_("take the card off a space of the plan"), N_("take off")),
    "plan.bid": Command("b", N_("in a plan, choose the bid"), N_("bid"), minor=True, like="bonus"),
    "plan.ready": Command("e", N_("look at the plan once more, to be ready"), N_("ready"), like="end"),
}
_LISTS = {
    "list.back": Command("q", N_("go back")),
    "list.down": Command("j", N_("go down")),
    "list.up": Command("k", N_("go up")),
}
_CHOICES = {
    "choice.previous": Command("h", N_("the choice before")),
    "choice.next": Command("l,space", N_("the next choice")),
}
_HOME = {
    "home.continue": Command("c", N_("continue the last game"), line="resume"),
    "home.new": Command("n", N_("new game"), found_by=N_("two players names PIN expansion deal code"), line="new"),
    "home.bot": Command("b", N_("play a bot"), line="bot"),
    "home.game": Command("g", N_("choose another game")),
    "home.learn": Command(
        "t", N_("learn to play"), found_by=N_("lessons tutorial puzzle of the day help"), line="learn"
    ),
    "home.saves": Command("l", N_("saved games"), found_by=N_("load open replay analyse trash delete"), line="saves"),
    "home.mistakes": Command(
        "m", N_("learn from your mistakes"), found_by=N_("exercises practise train"), line="exercises"
    ),
    "home.statistics": Command(
        "i",
        N_("statistics of all games"),
        found_by=N_("rating points won lost profile name history series"),
        line="statistics",
    ),
    "home.editor": Command("e", N_("position editor"), line="edit"),
    "home.rules": Command(
        "r,f1,question_mark", N_("the rules and all keys"), found_by=N_("help keys how to play"), line="rules"
    ),
    "home.settings": Command(
        "s",
        N_("settings"),
        found_by=N_(
            "options theme colours colors dark light language keys animations bell hints advice pace Hands ASCII"
        ),
        line="settings",
    ),
    "home.quit": Command("q", N_("quit"), unlisted=True, line="quit"),
}
_LOBBY = {
    "lobby.table": Command("n", N_("make a table that everyone sees"), N_("table"), line="new"),
    "lobby.pair": Command(
        "f", N_("find a player near your rating, or wait for one"), N_("find"), minor=True, line="pair"
    ),
    "lobby.private": Command("p", N_("make a table that only friends find"), N_("private"), minor=True, line="private"),
    "lobby.bot": Command("b", N_("play a bot"), N_("bot"), line="bot"),
    "lobby.word": Command("w", N_("join or watch a game by its word"), N_("word"), line="join"),
    "lobby.mix": Command("m", N_("add a word of yours to the deal of a table"), line="mix"),
    "lobby.tv": Command(
        "v", N_("TV: the most interesting game in progress, then the next one"), N_("TV"), minor=True, line="tv"
    ),
    "lobby.people": Command("o", N_("the players: who is here, and the ranking"), N_("players"), line="who"),
    "lobby.tournaments": Command(
        "u", N_("tournaments: join one, make one, standings"), N_("tournaments"), line="tournament"
    ),
    "lobby.account": Command(
        "c", N_("your account: keys, and codes to come back by"), N_("account"), minor=True, line="account"
    ),
    "lobby.rename": Command("e", N_("change your name"), N_("name"), minor=True, line="name"),
    "lobby.close": Command("d", N_("close your table under the cursor, or leave another one"), line="close"),
    "lobby.joined": Command("g", N_("go to the table that someone has just joined"), unlisted=True, line="go"),
    "lobby.history": Command(
        "h", N_("your finished games: replay and analyse them"), N_("finished"), minor=True, line="history"
    ),
    "lobby.learn": Command(
        "t",
        N_("lessons, puzzles and the puzzle of the day"),
        N_("learn"),
        found_by=N_("lessons tutorial puzzle of the day help"),
        line="learn",
    ),
    "lobby.settings": Command(
        "s",
        N_("settings, language and keys"),
        N_("settings"),
        found_by=N_(
            "options theme colours colors dark light language keys animations bell hints advice pace Hands ASCII"
        ),
        line="settings",
    ),
    "lobby.menu": Command("question_mark", N_("all that can be done here, to choose from"), N_("menu"), unlisted=True),
    "lobby.rules": Command(
        "r,f1", N_("the rules and all keys"), N_("rules"), found_by=N_("help keys how to play"), line="rules"
    ),
    "lobby.quit": Command("q", N_("leave; your games wait for you"), N_("quit"), unlisted=True, line="quit"),
}
_SAVES = {
    "saves.replay": Command("r", N_("replay the game"), N_("replay"), line="replay"),
    "saves.analyse": Command("a", N_("analyse the game"), N_("analyse"), line="analyse"),
    "saves.rename": Command("n", N_("rename the game"), N_("rename"), minor=True, line="rename"),
    "saves.filter": Command("slash", N_("show only games with a word in their names"), N_("filter"), line="saves"),
    "saves.learn": Command("m", N_("learn from your mistakes"), N_("mistakes"), line="exercises"),
    "saves.statistics": Command("s", N_("statistics of all games"), N_("statistics"), line="statistics"),
    "saves.delete": Command("x,delete", N_("move the game to the trash"), line="delete"),
    "saves.undelete": Command("u", N_("restore the game from the trash"), line="restore"),
    "saves.trash": Command("t", N_("show the trash, or the games again"), N_("trash"), line="trash"),
}
_ACCOUNT = {
    "account.add": Command("a", N_("let another key in"), line="add"),
    "account.recovery": Command("r", N_("make a recovery code"), line="recovery"),
    "account.code": Command("c", N_("enter a code"), line="code"),
    "account.web": Command("w", N_("open this account in a browser"), line="web"),
}
_PEOPLE = {"people.name": Command("n", N_("the page of a player, by name"), N_("by name"), line="player")}
_TOURNAMENTS = {
    "tournaments.new": Command("n", N_("make a tournament"), line="tournament"),
    "tournaments.word": Command(
        "w", N_("the tournament that you were invited to, by its word"), N_("by its word"), line="tournament"
    ),
}
_ANALYSIS = {
    "analysis.other": Command("v", N_("look from the other side"), N_("other side")),
    "analysis.open_cards": Command("o,tab", N_("the page with all cards open, or the decisions again")),
    "analysis.deeper": Command("d", N_("analyse more deeply"), N_("deeper")),
    "analysis.moves": Command("l", N_("all moves, or only those that cost most"), minor=True, line="moves"),
    "analysis.learn": Command("m", N_("learn from your mistakes"), N_("mistakes"), line="exercises"),
    "analysis.help": Command("f1,question_mark", N_("what the numbers mean")),
}
_SMALL = {
    "screen.rules": Command("f1,question_mark", N_("the rules and all keys"), N_("help"), line="rules"),
    "statistics.next": Command("v", N_("the next player"), N_("next player")),
    "statistics.rename": Command("n", N_("change the name"), N_("change the name")),
    "settings.keys": Command("t", N_("choose keys"), N_("keys")),
    "keys.usual": Command("d", N_("give the command its usual key again"), N_("usual key")),
    "confirm.yes": Command("y", N_("yes")),
    "confirm.no": Command("n", N_("no")),
    "form.begin": Command("ctrl+s", N_("begin the game")),
    "form.game": Command("g", N_("choose another game")),
}
_MATCH = {
    "match.menu": Command(
        "x", N_("resign, draw, undo, rematch: what players can agree on"), N_("offers"), ask="agreement", line="match"
    )
}
_TALK = {
    "match.talk": Command(
        "c",
        N_("say something to the other players, mute or report one"),
        N_("talk"),
        minor=True,
        ask="talk",
        line="say",
    )
}
_NEXT = {"match.next": Command("greater_than_sign", N_("go to the next game that waits for you"), line="next")}
_SCORE = {
    "score.rematch": Command("n", N_("rematch, with another player going first"), N_("rematch"), line="rematch"),
    "score.worst": Command("w", N_("the worst move of the game"), N_("worst move"), minor=True),
    "score.replay": Command("r", N_("replay the game"), N_("replay"), line="replay"),
    "score.analyse": Command("a", N_("analyse the game"), N_("analyse"), line="analyse"),
}
_BOTS_WATCHED = {
    "watch.pause": Command(
        "enter,space",
        N_("pause the bots, or have them go on; at the end, count the points"),
        N_("pause"),
        like="choose",
        line="pause",
    ),
    "watch.step": Command(
        "tab,shift+tab", N_("one action of the bots, while they are paused"), N_("step"), line="step"
    ),
    "watch.hands": Command("m", N_("open both Hands, or one only"), like="memory"),
}
_WATCHING = {"watch.other_side": Command("v", N_("look from the other side"), N_("other side"), line="side")}
_TV = {"tv.leave": Command("q", N_("on TV: back to the lobby"), line="quit")}
_REPLAY = {
    "replay.play": Command("enter,space", N_("play the game, or stop; go to the round that was typed"), like="choose"),
    "replay.faster": Command("plus", N_("play the game faster"), N_("faster"), minor=True, rare=True, like="faster"),
    "replay.slower": Command("minus", N_("play the game slower"), N_("slower"), minor=True, rare=True, like="slower"),
    "replay.hands": Command("m", N_("open both Hands, or one only"), like="memory", line="both"),
    "replay.analyse": Command("a", N_("analyse the game"), N_("analyse"), like="advice", line="analyse"),
    "replay.view_from": Command("v", N_("look from the other side"), N_("other side"), line="side"),
    "replay.play_on": Command("p", N_("play on from here"), N_("play on"), minor=True, line="play"),
    "replay.choices": Command(
        "i", N_("the best actions at this moment, and the better line"), N_("best"), minor=True, line="choices"
    ),
    "replay.edit": Command("x", N_("edit the position"), N_("edit"), minor=True, line="edit"),
    "replay.first": Command("home", N_("to the beginning"), line="start"),
    "replay.last": Command("end", N_("to the end"), line="finish"),
}
_TASKS = {
    "task.skip": Command("n", N_("skip this task"), N_("skip"), line="skip"),
    "task.again": Command("0", N_("begin this task again"), N_("again"), line="again"),
    "exercise.next_exercise": Command("n", N_("the next mistake"), N_("skip"), line="skip"),
}
_EDITOR = {
    "edit.row": Command("enter,space", N_("type the letters of the whole row or pile")),
    "edit.take_off": Command("backspace,delete", N_("take the top card off a pile; elsewhere, put a mountain")),
    "edit.higher": Command("plus,equals_sign", N_("slip a card of the box below the pile")),
    "edit.lower": Command("minus", N_("take the lowest card of the pile away")),
    "edit.swap": Command("w", N_("send an emissary of the nearer player to swap, or recall them from there")),
    "edit.discard": Command("d", N_("the same for discard")),
    "edit.decree": Command("c", N_("the same for the decree")),
    "edit.turn": Command("e", N_("let the other player act"), line="turn"),
    "edit.stage": Command("g", N_("how far the turn is: begun, developed, bonus, scoring, gifts"), line="stage"),
    "edit.last": Command("l", N_("whether this is the last turn"), line="ending"),
    "edit.ryokan": Command("q", N_("with the expansion: who has the Ryokan, and which side lies up"), line="ryokan"),
    "edit.discards": Command("j", N_("type the letters of the discard pile, oldest first"), line="discards"),
    "edit.deal": Command("z", N_("deal the face-down cards again from all that lie nowhere else"), line="deal"),
    "edit.side": Command("v", N_("look from the other side"), N_("other side")),
    "edit.analyse": Command("i", N_("the best actions from here"), N_("best"), line="choices"),
    "edit.play": Command("p", N_("play from here"), N_("play"), line="play"),
    "edit.text": Command("y", N_("the position as a text, to copy or to replace"), N_("text"), line="position"),
    "edit.undo": Command("u", N_("undo the last change"), N_("undo"), minor=True, line="undo"),
    "edit.redo": Command("ctrl+r", N_("redo what was undone"), rare=True, line="redo"),
    "edit.explain": Command("question_mark", N_("explain the card under the cursor"), rare=True),
    "edit.help": Command("f1,f2", N_("all keys and letters"), N_("help")),
    "edit.back": Command("escape", N_("leave the editor"), N_("back"), rare=True),
}

_GROUPS: Mapping[str, Mapping[str, Command]] = {
    N_("At the table"): {command: _TABLE[command] for command in _IN_ORDER},
    N_("In other games"): _OVERVIEW | _RAID,
    N_("On the map of Shogun"): _MAP,
    N_("When the points are counted"): _SCORE,
    N_("While you watch bots"): _BOTS_WATCHED,
    N_("In a match on a server"): _MATCH | _TALK | _NEXT | _WATCHING | _TV,
    N_("In a replay"): _REPLAY,
    N_("In lessons, puzzles and exercises"): _TASKS,
    N_("In the position editor"): _EDITOR,
    N_("At home"): _HOME,
    N_("In the lobby"): _LOBBY,
    N_("In lists, texts and settings"): _LISTS | _CHOICES | _SMALL,
    N_("In the list of saved games"): _SAVES,
    N_("In the account"): _ACCOUNT,
    N_("In the list of players"): _PEOPLE,
    N_("In the list of tournaments"): _TOURNAMENTS,
    N_("In an analysis"): _ANALYSIS,
}

COMMANDS: Mapping[str, Command] = {name: command for group in _GROUPS.values() for name, command in group.items()}
"""All of them, by their names."""

LIKE: Mapping[str, str] = {name: command.like for name, command in COMMANDS.items() if command.like}
"""By their names, those that have the key of another one."""


_AT_ANY_TABLE = (
    *("choose", "back", "next", "undo", "redo", "explain", "table.overview", "legend", "log", "rules"),
    *("faster", "slower"),
)
_OF_ONE_GAME: Mapping[str, Mapping[str, Command]] = {"ninjato": _RAID, "shogun": _MAP}


def at_the_table(game: str) -> tuple[str, ...]:
    """Return the commands at the table of a kind of game, as the page of its rules lists them; not for Naishi."""
    return *_AT_ANY_TABLE, *_OF_ONE_GAME.get(game, ())


def groups() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Return the commands as they are listed for people: titles in English, each with its commands."""
    return ((title, tuple(commands)) for title, commands in _GROUPS.items())


class Screen(NamedTuple):
    """What stands together on one kind of screen, so that no two of it may have one key."""

    commands: frozenset[str]
    fixed: Fixed
    """Keys that mean something there that isn't a command: digits, letters of cards, what moves through a form."""


def _screen(*groups: Mapping[str, Command], fixed: Fixed | None = None) -> Screen:
    return Screen(frozenset(command for group in groups for command in group), fixed or {})


def _only(group: Mapping[str, Command], *names: str) -> dict[str, Command]:
    return {name: group[name] for name in names}


_OF_PAST_GAMES = ("saves.replay", "saves.analyse", "saves.learn", "saves.statistics")
_NO_COLUMNS = {name: command for name, command in _TABLE.items() if name not in _COLUMNS}
_READING = {name: command for name, command in _NO_COLUMNS.items() if name != "decree"}
_IN_A_REPLAY = {
    name: command
    for name, command in _READING.items()
    if name not in {"choose", "advice", "memory", "faster", "slower"}
}
_WITHOUT_A_CHOICE = {name: command for name, command in _TABLE.items() if name not in {*_CHOOSING, "memory"}}
_RULES = _only(_SMALL, "screen.rules")
_COUNTED = _GAME | _CURSOR | _SCORE

_AT_A_MATCH = _MATCH | _TALK | _NEXT | _TV | _WATCHING | _only(_SCORE, "score.rematch")

SCREENS: Mapping[str, Screen] = {
    "table": _screen(_TABLE, _MATCH, _TALK, _NEXT),
    "table of another game": _screen(
        *(_GAME, _CHOOSING, _CURSOR, _OVERVIEW, _AT_A_MATCH, _only(_TABLE, "faster", "slower")),
        fixed=fixed_keys.OPTIONS_BY_NUMBER,
    ),
    "table of Ninjato": _screen(
        *(_GAME, _CHOOSING, _CURSOR, _OVERVIEW, _RAID, _AT_A_MATCH, _only(_TABLE, "faster", "slower")),
        fixed=fixed_keys.OPTIONS_BY_NUMBER,
    ),
    "table of Shogun": _screen(
        *(_GAME, _CHOOSING, _CURSOR, _OVERVIEW, _MAP, _AT_A_MATCH, _only(_TABLE, "faster", "slower")),
        fixed=fixed_keys.OPTIONS_BY_NUMBER,
    ),
    "gift": _screen(_GAME, _CHOOSING, _MATCH, _TALK, _NEXT, _only(_TABLE, "left", "right", "column_1", "column_2")),
    "ninja": _screen(_GAME, _CHOOSING, _CURSOR, _MATCH, _TALK, _NEXT),
    "watching bots": _screen(_WITHOUT_A_CHOICE, _BOTS_WATCHED),
    "watching": _screen(_TABLE, _WATCHING, _TV, _MATCH, _TALK, _NEXT, _only(_SCORE, "score.rematch")),
    "score": _screen(_COUNTED, _OVERVIEW, _MATCH, _TALK, _NEXT, _TV, _only(_TABLE, "choose")),
    "end of a match": _screen(
        _GAME, _CURSOR, _OVERVIEW, _AT_A_MATCH, _only(_SCORE, "score.replay"), _only(_TABLE, "choose")
    ),
    "replay": _screen(_IN_A_REPLAY, _REPLAY, fixed=fixed_keys.ROUND),
    "better line": _screen(_READING, _only(_REPLAY, "replay.first", "replay.last")),
    "task": _screen(_TABLE, _only(_TASKS, "task.skip", "task.again")),
    "exercise": _screen(_TABLE, _only(_TASKS, "exercise.next_exercise")),
    "editor": _screen(_EDITOR, fixed={**fixed_keys.CARDS, **fixed_keys.ARROWS, **fixed_keys.COLUMNS}),
    "home": _screen(_HOME, _only(_LISTS, "list.down", "list.up"), fixed=fixed_keys.LIST),
    "lobby": _screen(_LOBBY, _MATCH, _NEXT, _only(_LISTS, "list.down", "list.up"), fixed=fixed_keys.LIST),
    "saves": _screen(_SAVES, _LISTS, _RULES, fixed={**fixed_keys.ARROWS, **fixed_keys.ENTER, **fixed_keys.ESCAPE}),
    "history": _screen(_only(_SAVES, *_OF_PAST_GAMES), _LISTS, _RULES, fixed=fixed_keys.LIST),
    "account": _screen(_ACCOUNT, _LISTS, fixed=fixed_keys.LIST),
    "people": _screen(_PEOPLE, _LISTS, fixed=fixed_keys.LIST),
    "tournaments": _screen(_TOURNAMENTS, _LISTS, fixed=fixed_keys.LIST),
    "analysis": _screen(_ANALYSIS, _LISTS, fixed=fixed_keys.LIST),
    "settings": _screen(_LISTS, _CHOICES, _RULES, _only(_SMALL, "settings.keys"), fixed=fixed_keys.SETTINGS),
    "lessons": _screen(_LISTS, _RULES, fixed=fixed_keys.LIST),
    "keys": _screen(_LISTS, _only(_SMALL, "keys.usual"), fixed=fixed_keys.LIST),
    "text": _screen(_LISTS, _RULES, _only(_SMALL, "statistics.next", "statistics.rename"), fixed=fixed_keys.TEXT),
    "rules": _screen(_LISTS, _RULES, fixed={**fixed_keys.TEXT, **fixed_keys.CHAPTERS}),
    "question": _screen(_only(_SMALL, "confirm.yes", "confirm.no"), fixed=fixed_keys.ANSWERS),
    "form": _screen(_CHOICES, _RULES, _only(_SMALL, "form.begin", "form.game"), fixed=fixed_keys.FORM),
    "question about a game": _screen(_LISTS, _only(_SMALL, "form.game"), fixed=fixed_keys.LIST),
    "cover": _screen(_only(_TABLE, "choose", "back", "undo")),
    "button of a cover": _screen(_only(_TABLE, "back", "undo"), fixed=fixed_keys.COVER),
    "match menu": _screen(_MATCH, _TALK, _only(_LISTS, "list.down", "list.up"), fixed=fixed_keys.LIST),
}

_ONLY_AT_HOME = {"home", "saves", "editor", "watching bots"}
_ONLY_ON_A_SERVER = {"lobby", "history", "account", "people", "tournaments", "match menu", "watching", "end of a match"}
"""Kinds of screens, by their names."""


def _of_screens_but(left_out: set[str]) -> frozenset[str]:
    return frozenset().union(*(screen.commands for kind, screen in SCREENS.items() if kind not in left_out))


AT_HOME = _of_screens_but(_ONLY_ON_A_SERVER) - {*_MATCH, *_TALK, *_NEXT, *_TV, *_WATCHING}
ON_A_SERVER = _of_screens_but(_ONLY_AT_HOME)
"""The commands whose keys can be chosen at home and on a server: those of the screens that are there."""
