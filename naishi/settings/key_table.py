"""Table of every command with a key, by screen.

A command is named `screen.command`; those of a game, which several screens have, by the command alone. Bindings, key
lines, the command palette, the help, docs/keys.md and the check of keys that a person assigns are made from this table.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from naishi.common.i18n import N_, pN_

Fixed = Mapping[str, str]
"""By key, what it does, in English."""

ARROWS: Fixed = dict.fromkeys(("left", "right", "up", "down"), N_("move the cursor"))
ENDS: Fixed = dict.fromkeys(("home", "end"), N_("go to the beginning or the end"))
PAGES: Fixed = dict.fromkeys(("pageup", "pagedown"), N_("go by a page"))
ESCAPE: Fixed = {"escape": N_("go back")}
ENTER: Fixed = {"enter": N_("choose what is under the cursor")}

LIST: Fixed = {**ARROWS, **ENTER, **ESCAPE, **PAGES, **ENDS}
TEXT: Fixed = {**LIST, "enter": N_("go back")}
FIELDS: Fixed = dict.fromkeys(("tab", "shift+tab", "up", "down"), N_("go to another field"))
OPTIONS: Fixed = dict.fromkeys(("left", "right"), N_("change the choice"))
FORM: Fixed = {**FIELDS, **OPTIONS, **ESCAPE, "enter": N_("begin the game")}
SETTINGS: Fixed = {**TEXT, **FIELDS, **OPTIONS}
ANSWERS: Fixed = {
    **ENTER,
    **ESCAPE,
    **dict.fromkeys(("left", "right", "tab", "shift+tab"), N_("go to the other answer")),
}

ROUND: Fixed = dict.fromkeys((*"0123456789", "backspace"), N_("type the number of a round"))
OPTIONS_BY_NUMBER: Fixed = dict.fromkeys("0123456789", N_("choose the option of that number"))
CARDS: Fixed = dict.fromkeys("mnaskhoxftrbMNASKHOXFTRB", N_("put a card by its letter"))
COLUMNS: Fixed = dict.fromkeys("12345", N_("go to a column"))
CHAPTERS: Fixed = dict.fromkeys("abcdefghilmnoprstuvwxyz", N_("go to a chapter"))
COVER: Fixed = {"enter": N_("show the cards")}


class Line(NamedTuple):
    """What is typed in line mode for a command that has a key in the app."""

    word: str
    """The word; see `pN_`, where it has several senses."""
    help: str
    """What it does; where a room has more to say of it, that stands there."""
    usage: str = ""
    """The whole line, with what follows the word; by default the word alone."""
    whole: bool = False
    """Whether only the whole word is understood, not its beginnings."""


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
    line: Line | None = None
    """The command of line mode for it; None where lines have none."""

    def in_lines(self, word: str, help_: str, usage: str = "", *, whole: bool = False) -> "Command":
        """Return it with what is typed for it in line mode: see `Line`."""
        return self._replace(line=Line(word, help_, usage, whole))


_TO_UNDO = Line(N_("undo"), N_("Undo the last action."))
_TO_REDO = Line(N_("redo"), N_("Redo what was undone."))
_TO_PACE = Line(N_("pace"), N_("How fast bots play: instant, quick or relaxed."), N_("pace relaxed"))
_TO_RULES = Line(
    N_("rules"), N_("The rules; rules end: the chapters about that; rules ninjato: those of a game."), N_("rules end")
)
_TO_SIDE = Line(N_("side"), N_("Look from the other side, or as everybody at the table."))
_TO_QUIT = Line(N_("quit"), N_("Leave; a game is saved."))
_TO_CHOICES = Line(N_("choices"), N_("The best actions with their chances; choices deep: more exactly."))
_TO_SAVES = Line(N_("saves"), N_("The saved games; saves aiko: those with this in their line."))
_TO_EXERCISES = Line(N_("exercises"), N_("Your own mistakes that are due today, to do better."))
_TO_STATISTICS = Line(N_("statistics"), N_("How everybody has done; statistics Aiko: one person."))
_TO_SETTINGS = Line(N_("settings"), N_("The settings and their values."))
_TO_TOURNAMENT = Line(
    pN_("a command", "tournament"),
    N_(
        "Tournaments: alone, the list; tournament Autumn, one of them; tournament join Autumn, and leave, start "
        "and close; tournament rules. A new one is swiss or robin (everyone against everyone); with private, only"
        " whoever has its word finds it."
    ),
    N_("tournament new Autumn Cup swiss 3 players 8 rated clock 15+10"),
)

_FINDS_SETTINGS = N_(
    "options theme colours colors dark light language keys animations bell hints advice pace Hands ASCII"
)

_GAME = {
    "back": Command("escape", N_("one step back; at the start, leave the game (it is saved)"), N_("back"), rare=True),
    "undo": Command("u", N_("undo the last action"), N_("undo"), ask="undo", at_times=True, line=_TO_UNDO),
    "redo": Command(
        "ctrl+r", N_("redo what was undone"), N_("redo"), rare=True, ask="redo", at_times=True, line=_TO_REDO
    ),
    "retry": Command("t", N_("let a failed bot try again"), N_("try again"), ask="retry", at_times=True).in_lines(
        N_("retry"), N_("Ask a failed bot again.")
    ),
    "replace_bot": Command(
        "o", N_("replace a failed bot"), N_("another bot"), ask="replace bot", at_times=True
    ).in_lines(N_("replace"), N_("Replace a failed bot with another."), N_("replace strong")),
    "explain": Command(
        "question_mark", N_("explain the card under the cursor"), N_("card"), minor=True, rare=True
    ).in_lines(N_("why"), N_("Why a card scores what it does, and its rule; also: why line 4."), N_("why rice")),
    "log": Command("g", N_("the whole log"), N_("log"), minor=True).in_lines(
        N_("log"), N_("Everything that has happened, by rounds; log 3: the last three turns."), N_("log 3")
    ),
    "rules": Command("f1", N_("the rules and all keys"), N_("help"), line=_TO_RULES),
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
    "swap": Command("s", N_("bonus: swap two cards"), ask="play").in_lines(
        N_("swap"),
        N_("Bonus: swap two River cards, two in your Line, two in your Hand, or Line and Hand in one column."),
        N_("swap line 1 line 5"),
    ),
    "discard": Command("d", N_("bonus: discard two River cards"), ask="play").in_lines(
        N_("discard"), N_("Bonus: discard two River cards."), N_("discard river 2 river 5")
    ),
    "bonus": Command(
        "b", N_("choose a bonus: swap or discard; or the other effect"), minor=True, rare=True, ask="play"
    ),
    "decree": Command("i", N_("impose the imperial decree"), ask="play").in_lines(
        N_("decree"),
        N_("Exchange a card with the other player's at the same place; only once per game."),
        N_("decree hand 3"),
    ),
    "recall": Command("r", N_("recall your emissaries"), ask="play").in_lines(
        N_("recall"), N_("Recall your emissaries; this takes your whole turn.")
    ),
    "declare": Command("f", N_("declare the end of the game"), ask="play").in_lines(
        N_("declare"), N_("Declare the end; the other player has one last turn.")
    ),
    "end": Command("e", N_("end the turn"), minor=True, ask="play").in_lines(N_("end"), N_("End your turn.")),
    "advice": Command(
        "a",
        N_("advice: a good action, and why; press again to do it"),
        N_("advice"),
        minor=True,
        ask="advise",
        at_times=True,
    ).in_lines(N_("advice"), N_("A good action, and why.")),
    "faster": Command(
        "plus", N_("bots play faster"), N_("faster"), minor=True, rare=True, ask="pace", at_times=True, line=_TO_PACE
    ),
    "slower": Command(
        "minus", N_("bots play slower"), N_("slower"), minor=True, rare=True, ask="pace", at_times=True, line=_TO_PACE
    ),
    "memory": Command("m", N_("what a perfect memory knows (memory aid)"), rare=True).in_lines(
        N_("memory"), N_("What a perfect memory knows, if the memory aid is on.")
    ),
}
_TABLE = _CHOOSING | _CURSOR | _COLUMNS | _TURN | _GAME
_IN_ORDER = (
    *("choose", "back", *_CURSOR, *_COLUMNS, "next", "previous"),
    *("swap", "discard", "bonus", "decree", "recall", "declare", "end", "undo", "redo", "retry", "replace_bot"),
    *("explain", "advice", "faster", "slower", "memory", "log", "rules", "legend"),
)

_OVERVIEW = {
    "table.overview": Command(
        "i", N_("what everyone has, and what it is worth"), N_("overview"), minor=True, like="decree"
    )
}
_RAID = {
    "raid.banzai": Command("b", N_("in a raid of Ninjato: banzai, face the next guard"), like="bonus", ask="play"),
    "raid.retreat": Command("e", N_("in a raid: leave with all that you have won"), like="end", ask="play"),
    "raid.give_up": Command(
        "f", N_("give up a raid; where treasures are lost, press it twice"), like="declare", ask="play"
    ),
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
    "home.continue": Command("c", N_("continue the last game")).in_lines(
        N_("resume"), N_("Continue the game played last, or another one: resume k4m.")
    ),
    "home.new": Command("n", N_("new game"), found_by=N_("two players names PIN expansion deal code")).in_lines(
        N_("new"),
        N_(
            "Start a new game; a level stands for a bot. Behind both players: seed and a deal code, random, "
            "noundo, pin, expansion. Other games, for up to five: new ninjato, new shogun."
        ),
        N_("new Aiko strong"),
    ),
    "home.bot": Command("b", N_("play a bot")).in_lines(
        N_("bot"),
        N_("Play a bot at once; alone: the same as the last time; bot strong expansion: with the expansion."),
        N_("bot strong"),
    ),
    "home.game": Command("g", N_("choose another game")),
    "home.learn": Command("t", N_("learn to play"), found_by=N_("lessons tutorial puzzle of the day help")).in_lines(
        N_("learn"), N_("Learn the game in eight short lessons, and solve puzzles.")
    ),
    "home.saves": Command("l", N_("saved games"), found_by=N_("load open replay analyse trash delete"), line=_TO_SAVES),
    "home.mistakes": Command(
        "m", N_("learn from your mistakes"), found_by=N_("exercises practise train"), line=_TO_EXERCISES
    ),
    "home.statistics": Command(
        "i",
        N_("statistics of all games"),
        found_by=N_("rating points won lost profile name history series"),
        line=_TO_STATISTICS,
    ),
    "home.editor": Command("e", N_("position editor")).in_lines(
        N_("edit"), N_("Set up any position, and play or analyse from it.")
    ),
    "home.rules": Command(
        "r,f1,question_mark", N_("the rules and all keys"), found_by=N_("help keys how to play"), line=_TO_RULES
    ),
    "home.settings": Command("s", N_("settings"), found_by=_FINDS_SETTINGS, line=_TO_SETTINGS),
    "home.quit": Command("q", N_("quit"), unlisted=True, line=_TO_QUIT),
}
_LOBBY = {
    "lobby.table": Command("n", N_("make a table that everyone sees"), N_("table")).in_lines(
        pN_("a table", "new"),
        N_(
            "Make a table that everyone sees: with the expansion or, without that word, a base game; for a "
            "rated game or not; with a clock, such as 3d, three days a turn, or 15+10, minutes each and "
            "seconds more a turn, or without. Of another game: its name first, then for how many players, as "
            "in new ninjato 4 clock 3d."
        ),
        N_("new expansion rated clock 3d"),
    ),
    "lobby.pair": Command("f", N_("find a player near your rating, or wait for one"), N_("find"), minor=True).in_lines(
        pN_("with a player", "pair"),
        N_(
            "Find a player near your rating who waits now, or wait for one; a clock of minutes and the other "
            "words as with new."
        ),
        N_("pair rated clock 10+5"),
    ),
    "lobby.private": Command("p", N_("make a table that only friends find"), N_("private"), minor=True).in_lines(
        N_("private"),
        N_("Make a table that only friends find, by a word; what follows is as with new."),
        N_("private expansion rated clock 3d"),
    ),
    "lobby.bot": Command("b", N_("play a bot"), N_("bot")).in_lines(
        N_("bot"),
        N_(
            "Play a bot, with the expansion or without; bot strong 2: give it the only empty seat of your own"
            " table 2. bot ninjato strong 4: another game, with three bots."
        ),
        N_("bot strong expansion"),
    ),
    "lobby.word": Command("w", N_("join or watch a game by its word"), N_("word")).in_lines(
        N_("join"),
        N_("Sit down at a table: by its number, the name of who waits there, or a word you were given."),
        N_("join 2"),
    ),
    "lobby.mix": Command("m", N_("add a word of yours to the deal of a table")).in_lines(
        pN_("a deal", "mix"),
        N_(
            "Add words of yours to the deal of table 2, your own or one where you sit down; alone: what the "
            "deal is committed to. mix bot: the same for your next game against a bot."
        ),
        N_("mix 2 rain on the roof"),
    ),
    "lobby.tv": Command(
        "v", N_("TV: the most interesting game in progress, then the next one"), N_("TV"), minor=True
    ).in_lines(N_("tv"), N_("Watch the most interesting game in progress, then the next one; quit ends that.")),
    "lobby.people": Command("o", N_("the players: who is here, and the ranking"), N_("players")).in_lines(
        pN_("a command", "who"), N_("Who is here.")
    ),
    "lobby.tournaments": Command(
        "u", N_("tournaments: join one, make one, standings"), N_("tournaments"), line=_TO_TOURNAMENT
    ),
    "lobby.account": Command(
        "c", N_("your account: keys, and codes to come back by"), N_("account"), minor=True
    ).in_lines(N_("account"), N_("Your account: keys, and codes to come back by.")),
    "lobby.rename": Command("e", N_("change your name"), N_("name"), minor=True).in_lines(
        pN_("a command", "name"), N_("Take a name, or another one."), N_("name Aiko")
    ),
    "lobby.close": Command("d", N_("close your table under the cursor, or leave another one")).in_lines(
        pN_("a command", "close"), N_("Close a table of yours."), N_("close 2")
    ),
    "lobby.joined": Command("g", N_("go to the table that someone has just joined"), unlisted=True).in_lines(
        pN_("a command", "go"),
        N_("Go to a game of the list; alone: where somebody has joined, or where it is your turn."),
        N_("go 1"),
    ),
    "lobby.history": Command(
        "h", N_("your finished games: replay and analyse them"), N_("finished"), minor=True
    ).in_lines(N_("history"), N_("Your finished games, the newest first; history more: older ones.")),
    "lobby.learn": Command(
        "t",
        N_("lessons, puzzles and the puzzle of the day"),
        N_("learn"),
        found_by=N_("lessons tutorial puzzle of the day help"),
    ).in_lines(N_("learn"), N_("Lessons and puzzles; what you have solved is kept with your account.")),
    "lobby.settings": Command(
        "s", N_("settings, language and keys"), N_("settings"), found_by=_FINDS_SETTINGS, line=_TO_SETTINGS
    ),
    "lobby.menu": Command("question_mark", N_("all that can be done here, to choose from"), N_("menu"), unlisted=True),
    "lobby.rules": Command(
        "r,f1", N_("the rules and all keys"), N_("rules"), found_by=N_("help keys how to play"), line=_TO_RULES
    ),
    "lobby.quit": Command("q", N_("leave; your games wait for you"), N_("quit"), unlisted=True, line=_TO_QUIT),
}
_SAVES = {
    "saves.replay": Command("r", N_("replay the game"), N_("replay")).in_lines(
        N_("replay"), N_("Look at a saved game step by step."), N_("replay k4m")
    ),
    "saves.analyse": Command("a", N_("analyse the game"), N_("analyse")).in_lines(
        N_("analyse"), N_("Accuracy, luck and mistakes of a finished game."), N_("analyse k4m")
    ),
    "saves.rename": Command("n", N_("rename the game"), N_("rename"), minor=True).in_lines(
        pN_("a command", "rename"), N_("Give a saved game another ID."), N_("rename k4m final")
    ),
    "saves.filter": Command("slash", N_("show only games with a word in their names"), N_("filter"), line=_TO_SAVES),
    "saves.learn": Command("m", N_("learn from your mistakes"), N_("mistakes"), line=_TO_EXERCISES),
    "saves.statistics": Command("s", N_("statistics of all games"), N_("statistics"), line=_TO_STATISTICS),
    "saves.delete": Command("x,delete", N_("move the game to the trash")).in_lines(
        N_("delete"), N_("Move a saved game to the trash: delete k4m."), N_("delete k4m")
    ),
    "saves.undelete": Command("u", N_("restore the game from the trash")).in_lines(
        N_("restore"), N_("Restore a deleted game; alone: the one deleted last."), N_("restore k4m")
    ),
    "saves.trash": Command("t", N_("show the trash, or the games again"), N_("trash")).in_lines(
        N_("trash"), N_("The deleted games.")
    ),
}
_ACCOUNT = {
    "account.add": Command("a", N_("let another key in")).in_lines(
        pN_("a key", "add"), N_("A code to add a key, to play from another computer too.")
    ),
    "account.recovery": Command("r", N_("make a recovery code")).in_lines(
        N_("recovery"), N_("A recovery code, in case you lose your keys.")
    ),
    "account.code": Command("c", N_("enter a code")).in_lines(
        N_("code"), N_("Enter a code that you were given."), N_("code key-4821-0937-7716")
    ),
    "account.web": Command("w", N_("open this account in a browser")).in_lines(
        N_("web"), N_("A link that lets a browser in as you, once.")
    ),
}
_PEOPLE = {
    "people.name": Command("n", N_("the page of a player, by name"), N_("by name")).in_lines(
        pN_("a command", "player"),
        N_("How a player has done: rating, games, against whom; alone: how you have."),
        N_("player Aiko"),
    )
}
_TOURNAMENTS = {
    "tournaments.new": Command("n", N_("make a tournament"), line=_TO_TOURNAMENT),
    "tournaments.word": Command(
        "w", N_("the tournament that you were invited to, by its word"), N_("by its word"), line=_TO_TOURNAMENT
    ),
}
_ANALYSIS = {
    "analysis.other": Command("v", N_("look from the other side"), N_("other side")),
    "analysis.open_cards": Command("o,tab", N_("the page with all cards open, or the decisions again")),
    "analysis.deeper": Command("d", N_("analyse more deeply"), N_("deeper")),
    "analysis.moves": Command("l", N_("all moves, or only those that cost most"), minor=True).in_lines(
        N_("moves"), N_("The judgement of every decision, of both players.")
    ),
    "analysis.learn": Command("m", N_("learn from your mistakes"), N_("mistakes")).in_lines(
        N_("exercises"), N_("Your own mistakes in this game, to do better.")
    ),
    "analysis.help": Command("f1,question_mark", N_("what the numbers mean")),
}
_SMALL = {
    "screen.rules": Command("f1,question_mark", N_("the rules and all keys"), N_("help"), line=_TO_RULES),
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
        "x", N_("resign, draw, undo, rematch: what players can agree on"), N_("offers"), ask="agreement"
    ).in_lines(N_("match"), N_("Who is here and who watches, and what you can ask for or answer."))
}
_TALK = {
    "match.talk": Command(
        "c", N_("say something to the other players, mute or report one"), N_("talk"), minor=True, ask="talk"
    ).in_lines(
        pN_("a phrase", "say"),
        N_("Say a set phrase to the other player, by its number or its beginning; say alone lists them."),
        N_("say good luck"),
    )
}
_NEXT = {
    "match.next": Command("greater_than_sign", N_("go to the next game that waits for you")).in_lines(
        pN_("a game", "next"), N_("Go to the next game that waits for you."), whole=True
    )
}
_SCORE = {
    "score.rematch": Command(
        "n", N_("rematch, with another player going first"), N_("rematch"), ask="rematch", at_times=True
    ).in_lines(N_("rematch"), N_("After the game: play again; the other player goes first.")),
    "score.worst": Command("w", N_("the worst move of the game"), N_("worst move"), minor=True),
    "score.replay": Command("r", N_("replay the game"), N_("replay"), ask="replay", at_times=True).in_lines(
        N_("replay"), N_("Look at this game step by step.")
    ),
    "score.analyse": Command("a", N_("analyse the game"), N_("analyse")).in_lines(
        N_("analyse"), N_("After the game: accuracy, luck and mistakes.")
    ),
}
_BOTS_WATCHED = {
    "watch.pause": Command(
        "enter,space",
        N_("pause the bots, or have them go on; at the end, count the points"),
        N_("pause"),
        like="choose",
    ).in_lines(N_("pause"), N_("Have the bots wait; Enter alone does so, too.")),
    "watch.step": Command("tab,shift+tab", N_("one action of the bots, while they are paused"), N_("step")).in_lines(
        pN_("a command", "step"), N_("While they wait: one action.")
    ),
    "watch.hands": Command("m", N_("open both Hands, or one only"), like="memory"),
}
_WATCHING = {
    "watch.other_side": Command(
        "v", N_("look from the other side"), N_("other side"), ask="other side", at_times=True, line=_TO_SIDE
    )
}
_TV = {
    "tv.leave": Command("q", N_("on TV: back to the lobby")).in_lines(
        N_("quit"), N_("Back to the lobby; the game waits for you.")
    )
}
_REPLAY = {
    "replay.play": Command("enter,space", N_("play the game, or stop; go to the round that was typed"), like="choose"),
    "replay.faster": Command("plus", N_("play the game faster"), N_("faster"), minor=True, rare=True, like="faster"),
    "replay.slower": Command("minus", N_("play the game slower"), N_("slower"), minor=True, rare=True, like="slower"),
    "replay.hands": Command("m", N_("open both Hands, or one only"), like="memory").in_lines(
        pN_("a command", "both"), N_("Both Hands, where they may be seen.")
    ),
    "replay.analyse": Command("a", N_("analyse the game"), N_("analyse"), like="advice").in_lines(
        N_("analyse"), N_("Accuracy, luck and mistakes; analyse deep: thoroughly.")
    ),
    "replay.view_from": Command("v", N_("look from the other side"), N_("other side"), line=_TO_SIDE),
    "replay.play_on": Command("p", N_("play on from here"), N_("play on"), minor=True).in_lines(
        pN_("a command", "play"),
        N_("A new game from here against a bot or a person; play strong anew deals the hidden cards anew."),
        N_("play strong"),
    ),
    "replay.choices": Command(
        "i", N_("the best actions at this moment, and the better line"), N_("best"), minor=True, line=_TO_CHOICES
    ),
    "replay.edit": Command("x", N_("edit the position"), N_("edit"), minor=True).in_lines(
        N_("edit"), N_("Set up another position, beginning with this one.")
    ),
    "replay.first": Command("home", N_("to the beginning")).in_lines(
        pN_("a command", "start"), N_("To the beginning of the game.")
    ),
    "replay.last": Command("end", N_("to the end")).in_lines(
        N_("finish"), N_("To the end of the game, as far as it has come.")
    ),
}
_TASKS = {
    "task.skip": Command("n", N_("skip this task"), N_("skip")).in_lines(N_("skip"), N_("Go on to the next task.")),
    "task.again": Command("0", N_("begin this task again"), N_("again")).in_lines(
        N_("again"), N_("Begin this task again.")
    ),
    "exercise.next_exercise": Command("n", N_("the next mistake"), N_("skip")).in_lines(
        N_("skip"), N_("Go on to the next exercise.")
    ),
}
_EDITOR = {
    "edit.row": Command("enter,space", N_("type the letters of the whole row or pile")),
    "edit.take_off": Command("backspace,delete", N_("take the top card off a pile; elsewhere, put a mountain")),
    "edit.higher": Command("plus,equals_sign", N_("slip a card of the box below the pile")),
    "edit.lower": Command("minus", N_("take the lowest card of the pile away")),
    "edit.swap": Command("w", N_("send an emissary of the nearer player to swap, or recall them from there")),
    "edit.discard": Command("d", N_("the same for discard")),
    "edit.decree": Command("c", N_("the same for the decree")),
    "edit.turn": Command("e", N_("let the other player act")).in_lines(
        pN_("a command", "turn"), N_("Let the other player act.")
    ),
    "edit.stage": Command("g", N_("how far the turn is: begun, developed, bonus, scoring, gifts")).in_lines(
        N_("stage"), N_("How far the turn is: begun, developed, bonus, scoring, gifts.")
    ),
    "edit.last": Command("l", N_("whether this is the last turn")).in_lines(
        N_("ending"), N_("Whether this is the last turn.")
    ),
    "edit.ryokan": Command("q", N_("with the expansion: who has the Ryokan, and which side lies up")).in_lines(
        N_("ryokan"), N_("With the expansion: who has the Ryokan, and which side lies up.")
    ),
    "edit.discards": Command("j", N_("type the letters of the discard pile, oldest first")).in_lines(
        N_("discards"), N_("The discard pile, the oldest card first."), N_("discards rice fort")
    ),
    "edit.deal": Command("z", N_("deal the face-down cards again from all that lie nowhere else")).in_lines(
        N_("deal"), N_("Deal the face-down cards again from all that lie nowhere else.")
    ),
    "edit.side": Command("v", N_("look from the other side"), N_("other side")),
    "edit.analyse": Command("i", N_("the best actions from here"), N_("best"), line=_TO_CHOICES),
    "edit.play": Command("p", N_("play from here"), N_("play")).in_lines(
        pN_("a command", "play"), N_("Play from here: play strong anew, play person same."), N_("play strong")
    ),
    "edit.text": Command("y", N_("the position as a text, to copy or to replace"), N_("text")).in_lines(
        N_("position"), N_("The position as a text; with a text, take that one.")
    ),
    "edit.undo": Command("u", N_("undo the last change"), N_("undo"), minor=True, line=_TO_UNDO),
    "edit.redo": Command("ctrl+r", N_("redo what was undone"), rare=True, line=_TO_REDO),
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

LIKE: Mapping[str, str] = {name: command.like for name, command in COMMANDS.items() if command.like}
"""By their names, those that have the key of another one."""


def at_the_table(game: str) -> tuple[str, ...]:
    """Return the commands at the table of a kind of game, as the page of its rules lists them; not for Naishi."""
    return (
        *("choose", "back", "next", "undo", "redo", "explain", "table.overview", "legend", "log", "rules"),
        *("faster", "slower", *{"ninjato": _RAID, "shogun": _MAP}.get(game, ())),
    )


def groups() -> Iterator[tuple[str, tuple[str, ...]]]:
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


def _without(group: Mapping[str, Command], *names: str) -> dict[str, Command]:
    return {name: command for name, command in group.items() if name not in names}


_READING = _without(_TABLE, *_COLUMNS, "decree")
_IN_A_REPLAY = _without(_READING, "choose", "advice", "memory", "faster", "slower")
_WITHOUT_A_CHOICE = _without(_TABLE, *_CHOOSING, "memory")
_RULES = _only(_SMALL, "screen.rules")
_OF_PAST_GAMES = _only(_SAVES, "saves.replay", "saves.analyse", "saves.learn", "saves.statistics")
_COUNTED = _GAME | _CURSOR | _SCORE

_AT_A_MATCH = _MATCH | _TALK | _NEXT | _TV | _WATCHING | _only(_SCORE, "score.rematch")
_ANY_TABLE = _GAME | _CHOOSING | _CURSOR | _OVERVIEW | _AT_A_MATCH | _only(_TABLE, "faster", "slower")

SCREENS: Mapping[str, Screen] = {
    "table": _screen(_TABLE, _MATCH, _TALK, _NEXT),
    "table of another game": _screen(_ANY_TABLE, fixed=OPTIONS_BY_NUMBER),
    "table of Ninjato": _screen(_ANY_TABLE, _RAID, fixed=OPTIONS_BY_NUMBER),
    "table of Shogun": _screen(_ANY_TABLE, _MAP, fixed=OPTIONS_BY_NUMBER),
    "gift": _screen(_GAME, _CHOOSING, _MATCH, _TALK, _NEXT, _only(_TABLE, "left", "right", "column_1", "column_2")),
    "ninja": _screen(_GAME, _CHOOSING, _CURSOR, _MATCH, _TALK, _NEXT),
    "watching bots": _screen(_WITHOUT_A_CHOICE, _BOTS_WATCHED),
    "watching": _screen(_TABLE, _WATCHING, _TV, _MATCH, _TALK, _NEXT, _only(_SCORE, "score.rematch")),
    "score": _screen(_COUNTED, _OVERVIEW, _MATCH, _TALK, _NEXT, _TV, _only(_TABLE, "choose")),
    "end of a match": _screen(
        _GAME, _CURSOR, _OVERVIEW, _AT_A_MATCH, _only(_SCORE, "score.replay"), _only(_TABLE, "choose")
    ),
    "replay": _screen(_IN_A_REPLAY, _REPLAY, fixed=ROUND),
    "better line": _screen(_READING, _only(_REPLAY, "replay.first", "replay.last")),
    "task": _screen(_TABLE, _only(_TASKS, "task.skip", "task.again")),
    "exercise": _screen(_TABLE, _only(_TASKS, "exercise.next_exercise")),
    "editor": _screen(_EDITOR, fixed={**CARDS, **ARROWS, **COLUMNS}),
    "home": _screen(_HOME, _only(_LISTS, "list.down", "list.up"), fixed=LIST),
    "lobby": _screen(_LOBBY, _MATCH, _NEXT, _only(_LISTS, "list.down", "list.up"), fixed=LIST),
    "saves": _screen(_SAVES, _LISTS, _RULES, fixed={**ARROWS, **ENTER, **ESCAPE}),
    "history": _screen(_OF_PAST_GAMES, _LISTS, _RULES, fixed=LIST),
    "account": _screen(_ACCOUNT, _LISTS, fixed=LIST),
    "people": _screen(_PEOPLE, _LISTS, fixed=LIST),
    "tournaments": _screen(_TOURNAMENTS, _LISTS, fixed=LIST),
    "analysis": _screen(_ANALYSIS, _LISTS, fixed=LIST),
    "settings": _screen(_LISTS, _CHOICES, _RULES, _only(_SMALL, "settings.keys"), fixed=SETTINGS),
    "lessons": _screen(_LISTS, _RULES, fixed=LIST),
    "keys": _screen(_LISTS, _only(_SMALL, "keys.usual"), fixed=LIST),
    "text": _screen(_LISTS, _RULES, _only(_SMALL, "statistics.next", "statistics.rename"), fixed=TEXT),
    "rules": _screen(_LISTS, _RULES, fixed={**TEXT, **CHAPTERS}),
    "question": _screen(_only(_SMALL, "confirm.yes", "confirm.no"), fixed=ANSWERS),
    "form": _screen(_CHOICES, _RULES, _only(_SMALL, "form.begin", "form.game"), fixed=FORM),
    "question about a game": _screen(_LISTS, _only(_SMALL, "form.game"), fixed=LIST),
    "cover": _screen(_only(_TABLE, "choose", "back", "undo")),
    "button of a cover": _screen(_only(_TABLE, "back", "undo"), fixed=COVER),
    "match menu": _screen(_MATCH, _TALK, _only(_LISTS, "list.down", "list.up"), fixed=LIST),
}

_ONLY_AT_HOME = {"home", "saves", "editor", "watching bots"}
_ONLY_ON_A_SERVER = {"lobby", "history", "account", "people", "tournaments", "match menu", "watching", "end of a match"}
"""Kinds of screens, by their names."""


def _of_screens_but(left_out: set[str]) -> frozenset[str]:
    return frozenset().union(*(screen.commands for kind, screen in SCREENS.items() if kind not in left_out))


AT_HOME = _of_screens_but(_ONLY_ON_A_SERVER) - {*_MATCH, *_TALK, *_NEXT, *_TV, *_WATCHING}
ON_A_SERVER = _of_screens_but(_ONLY_AT_HOME)
"""The commands whose keys can be chosen at home and on a server: those of the screens that are there."""
