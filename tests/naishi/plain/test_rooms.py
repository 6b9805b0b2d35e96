"""App features in line mode: lessons, replay, editor, exercises, saves."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from naishi import Game, Position
from naishi.common import i18n
from naishi.games.naishi.analysis.choices import CHOICES, Depth
from naishi.games.naishi.analysis.exercises import AnalysisStore, Exercises
from naishi.games.naishi.lessons import LESSONS, Exercise, Progress
from naishi.games.naishi.lessons.puzzles import puzzles
from naishi.games.naishi.lessons.task import split
from naishi.plain.console import Commands, Console, by_id, commands, words_beginning
from naishi.plain.home import at_home
from naishi.plain.local import StandardLines
from naishi.plain.naishi.editor import editing, replaying
from naishi.plain.naishi.facts import table_lines
from naishi.plain.naishi.game import PlainSpectating
from naishi.plain.naishi.lessons import learning
from naishi.saves import Saves
from naishi.sessions import Spectator
from naishi.tabletop.pins import check_pin, hash_pin
from tests.naishi.games.naishi.analysis import analysed
from tests.naishi.plain.hearing import context_of, hear, hear_game, kept, kept_position
from tests.naishi.saving import play

POSITION = "FTR/SM/X/-/O MMMMM/MMNMA MMMMM/SMMTM 000:000 0 - - -"


def finished(folder: Path) -> str:
    with Saves(folder).create(Game.new(7, ("Aiko", "Bruno"))) as opened:
        while opened.game.turn is not None:
            play(opened, opened.game.legal_actions()[-1])
    return opened.id


# At home


@pytest.mark.parametrize("command", ["help", "help new", "what"])
def test_whoever_is_lost_at_home_is_helped(tmp_path: Path, command: str) -> None:
    said = hear(tmp_path, command, "quit")
    assert "new" in " ".join(said[3:])


@pytest.mark.ci
def test_a_new_game_has_all_its_options(tmp_path: Path) -> None:
    hear(tmp_path, "new Aiko strong seed 7 noundo pin", "1234", "1234", "give 1", "quit", "quit")
    (entry,) = Saves(tmp_path).list()
    game = Saves(tmp_path).load(entry.id)
    assert game.options.undo == "off"
    assert check_pin("1234", game.players[0].pin or "")
    assert game.deal == Game.new("7", ("A", "B")).deal


def test_who_goes_first_can_be_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("random.SystemRandom.shuffle", lambda _self, players: players.reverse())
    hear(tmp_path, "new Aiko Bruno random", "quit", "quit")
    (entry,) = Saves(tmp_path).list()
    assert entry.names == ("Bruno", "Aiko")  # type: ignore[union-attr]


def test_an_unknown_option_is_refused_before_anything_is_dealt(tmp_path: Path) -> None:
    said = hear(tmp_path, "new Aiko Bruno fast", "quit")
    assert said[-1].startswith("Options are: ")
    assert Saves(tmp_path).list() == ()


def test_saved_games_are_filtered_renamed_deleted_and_restored(tmp_path: Path) -> None:
    id_ = kept(tmp_path)
    said = hear(
        tmp_path, f"rename {id_} final", "saves aiko", "saves nobody", "delete final", "trash", "restore", "quit"
    )
    assert f"Renamed {id_} to final." in said
    assert "No game matches 'nobody'." in said
    assert "Deleted final; restore brings it back. It stays in the trash." in said
    assert said[-1] == "Restored final."
    assert [entry.id for entry in Saves(tmp_path).list()] == ["final"]


@pytest.mark.parametrize("command", ["resume", "replay", "analyse", "watch", "delete", "restore"])
def test_a_game_that_is_not_there_is_said_with_what_can_be_typed_here(tmp_path: Path, command: str) -> None:
    said = hear(tmp_path, f"{command} zzz", "quit")
    assert said[-1].startswith("There is no ")
    assert said[-1].split("; ")[1].startswith(("'saves' lists", "'trash' lists"))
    said = hear(tmp_path, "fortsetzen zzz", "quit", language="de")
    assert "naishi saves" not in said[-1]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("set theme", "theme must be one of: dark, light, colour-blind, terminal."),
        ("set memory aid", "memory aid must be one of: on, off."),
        ("set language", "language must be a language code, such as en or pt_BR."),
    ],
)
def test_a_setting_without_a_value_is_answered_with_its_values(tmp_path: Path, typed: str, told: str) -> None:
    assert hear(tmp_path, typed, "quit")[-1] == told


@pytest.mark.parametrize(("language", "told"), [("en", "dark, light"), ("fr", "sombre, clair"), ("de", "dunkel, hell")])
def test_a_wrong_value_is_answered_with_the_values_in_the_language(tmp_path: Path, language: str, told: str) -> None:
    assert told in hear(tmp_path, "set theme zzz", "quit", language=language)[-1]


def test_the_trash_is_emptied_only_by_its_name(tmp_path: Path) -> None:
    id_ = kept(tmp_path)
    said = hear(tmp_path, f"delete {id_}", "empty", "trash", "empty trash", "trash", "quit")
    assert "Write it like this: empty trash" in said
    assert said[-2:] == ["The trash is empty.", "Nothing is here."]


def test_the_statistics_say_what_each_number_counts(tmp_path: Path) -> None:
    finished(tmp_path)
    said = hear(tmp_path, "statistics Aiko", "quit")
    assert any(line.startswith("all games: played 1, won ") for line in said)


def test_statistics_are_sentences_without_signs_and_with_dates_as_everywhere(tmp_path: Path) -> None:
    game = analysed.game()
    with Saves(tmp_path).create(game) as opened:
        AnalysisStore(tmp_path).keep(analysed.made_up(game))
    said = hear(tmp_path, "statistics Aiko", "quit")[3:]
    assert "all games: played 1, won 0, drawn 0, lost 1; won 0 percent." in said
    assert "as second player: no game yet." in said
    (accuracy,) = (line for line in said if f"game {opened.id}" in line)
    assert re.fullmatch(rf"\d+ \w+ \d{{4}}: accuracy \d+\.\d percent, game {opened.id}\.", accuracy)
    assert "%" not in " ".join(said)


@pytest.mark.parametrize("room", ["replay {id}", "lesson 1", "edit"])
def test_whoever_comes_back_to_home_hears_it(tmp_path: Path, room: str) -> None:
    said = hear(tmp_path, room.format(id=finished(tmp_path)), "quit", "quit")
    assert said[-2:] == ["Back at home.", "Type resume, new or learn; help names everything else."]


def test_whoever_comes_back_to_a_game_hears_it(tmp_path: Path) -> None:
    said = hear_game(tmp_path, kept(tmp_path), "", "replay", "quit", "quit")
    assert said[-1] == "Back in the game."


def test_after_the_end_what_says_what_is_possible(tmp_path: Path) -> None:
    said = hear_game(tmp_path, finished(tmp_path), "what", "quit")
    assert said[-2:] == ["The game is over.", "Type rematch, replay, log, score, undo or quit."]
    assert said.count(said[-1]) == 2


# Lessons and puzzles


def test_lessons_and_puzzles_are_chosen_by_number(tmp_path: Path) -> None:
    said = hear(tmp_path, "lesson 3", "puzzle 12", "quit", "quit")
    assert any(line.startswith("Lesson 3 of 8: ") for line in said)
    assert any(line.startswith("Puzzle 12 of 50") for line in said)


def test_progress_is_told(tmp_path: Path) -> None:
    Progress().add(LESSONS[1].id)
    Progress().add(puzzles()[4].id)
    said = hear(tmp_path, "lessons", "puzzles", "quit")
    assert "2: What lies beside what, solved." in said
    assert "Solved: 1 of 8." in said
    assert "Solved are 5." in said


def test_after_the_last_lesson_the_way_on_is_said(tmp_path: Path) -> None:
    answers = [action for task in LESSONS[-1].tasks for action in split(task.answer)]
    said = hear(tmp_path, "lesson 8", *answers, "quit")
    assert "That was the last lesson. Now solve puzzles: type puzzle 1." in said


def test_in_a_lesson_help_is_that_of_lessons(tmp_path: Path) -> None:
    said = hear(tmp_path, "lesson 1", "help", "help hint", "set hints off", "quit", "quit")
    assert "Learn: hint, skip, again, task, undo, lessons, lesson, puzzles, puzzle." in said
    assert "hint: A hint; again, a better one." in said
    assert "Set." in said


def test_who_has_solved_everything_is_told_so(tmp_path: Path) -> None:
    exercises: tuple[Exercise, ...] = (*LESSONS, *puzzles())
    for each in exercises:
        Progress().add(each.id)
    assert hear(tmp_path, "learn", "quit")[-1].startswith("You have solved everything;")


# Replay and analysis


def test_a_replay_goes_back_and_forth(tmp_path: Path) -> None:
    id_ = finished(tmp_path)
    said = hear(tmp_path, f"replay {id_}", "next", "finish", "next", "previous turn", "start", "quit", "quit")
    actions = len(Saves(tmp_path).load(id_).actions)
    assert f"Action 1 of {actions}." in said
    assert "This is the end." in said
    assert said[-3] == f"Action 0 of {actions}."


def test_a_replay_tells_the_rest_by_itself(tmp_path: Path) -> None:
    id_ = finished(tmp_path)
    said = hear(tmp_path, f"replay {id_}", "run", person=False)
    actions = len(Saves(tmp_path).load(id_).actions)
    assert [line for line in said if line.startswith("Action ")] == [
        f"Action {number} of {actions}." for number in range(1, actions + 1)
    ]


def test_a_replay_is_looked_at_from_every_side(tmp_path: Path) -> None:
    id_ = finished(tmp_path)
    said = hear(tmp_path, f"replay {id_}", "side", "side", "both", "quit", "quit")
    assert "You see what Bruno sees." in said
    assert "You see what everyone at the table sees." in said
    assert sum("'s Hand: " in line for line in said) == 2


def test_an_unfinished_game_keeps_its_secrets_in_a_replay(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "give 1", "give 1", pin="$none")
    said = hear(tmp_path, f"replay {id_}", "hand", "both", "position", "side", "0000", "hand", "quit", "quit")
    assert said.count("The game isn't over, so that Hand stays hidden.") == 3
    assert "That is not Aiko's PIN. Try again in 1 second." in said
    assert not [line for line in said if line.startswith("Hand ")]


@pytest.mark.ci
def test_a_moment_of_a_replay_is_weighed_and_its_better_line_gone_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CHOICES, "quick", Depth(worlds=4, rounds=1, candidates=3, trials=0))
    id_ = finished(tmp_path)
    typed = "round 2", "choices", "better", "next", "previous turn", "previous", "previous", "hand", "back", "next"
    said = hear(tmp_path, f"replay {id_}", *typed, "quit", "quit")
    name = next(line.split()[6] for line in said if line.startswith("Chances to win, as far as "))
    assert f"Chances to win, as far as {name} could know in round 2." in said
    assert sum(line.startswith("1: ") for line in said) == 1
    assert "This is a better line, not the game. Type next, previous or back." in said
    assert any(line.startswith("Better line, action 2 of ") for line in said)
    assert "The line begins here." in said
    assert "Back in the game." in said


def test_the_choices_at_a_moment_have_a_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CHOICES, "quick", Depth(worlds=4, rounds=1, candidates=3, trials=0))
    position = "SKF/ATA/RRS/AOB/BFR MMMRM/RMMMM MMMMM/MMMMM 001:000 0 - - -"
    said = hear(tmp_path, f"edit {position}", "choices", "quit", "quit")
    assert any("side by side" in line for line in said if line.startswith("1: "))


def test_advice_at_a_table_is_the_deepest_look_at_that_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CHOICES, "quick", Depth(worlds=4, rounds=1, candidates=3, trials=0))
    monkeypatch.setitem(CHOICES, "deep", Depth(worlds=9, rounds=1, candidates=3, trials=0))
    id_ = kept(tmp_path, "give 1", "give 1", kinds=("human", "beginner"))
    look = f"replay {id_}", "finish", "side", "choices", "choices deep", "choices", "quit"
    said = hear(tmp_path, *look, f"resume {id_}", "advice", "quit", "quit")
    quick, deep, again = [line for line in said if line.startswith("1: ")]
    assert "Ninja to Line 4 for Mountain" in quick
    assert deep == again == "1: Ninja to Line 1 for Mountain, 54.3 percent."
    assert said.count("Quick look, the same as advice.") == 1
    assert said.count("Deeper look, the same as advice.") == 2
    assert "Place Ninja at Line 1, discarding Mountain: 54 percent to win." in said


def test_what_an_unfinished_game_hides_is_not_weighed_in_a_replay(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "give 1", "give 1", pin="$none")
    said = hear(tmp_path, f"replay {id_}", "finish", "choices", "better", "quit", "quit")
    assert said.count("It is Aiko's turn here, and only Aiko may know more.") == 2
    assert not [line for line in said if line.startswith("1: ")]


def test_a_replay_can_be_played_on(tmp_path: Path) -> None:
    id_ = finished(tmp_path)
    said = [
        line for line in hear(tmp_path, f"replay {id_}", "play beginner anew", "quit", "quit") if "Saved" not in line
    ]
    assert said[-1].startswith("Dealt 2: ")
    assert len(Saves(tmp_path).list()) == 2


def test_an_analysis_is_told_and_its_mistakes_become_exercises(tmp_path: Path) -> None:
    game = analysed.game()
    analysis = analysed.made_up(game)
    with Saves(tmp_path).create(game) as opened:
        pass
    AnalysisStore(tmp_path).keep(analysis)
    Exercises(tmp_path).add(game, analysis, date.today())
    said = hear(tmp_path, f"analyse {opened.id}", "moves", "curve", "mistake 1", "quit", "quit")
    assert sum(line.startswith("Costliest, Aiko: Round ") for line in said) == len(analysis.costliest(0)) > 0
    judged = [line for line in said if re.match(r"(Aiko|Bruno): Round \d+: ", line)]
    assert len(judged) == len(analysis.decisions)
    assert any(line.startswith("Turning point: round ") for line in said)
    assert any("accuracy" in line for line in said)
    assert any(line.startswith("Mistake 1, ") for line in said)
    moments = [line.partition(": ")[0] for line in said if line.endswith(" true.")]
    assert moments[:4] == ["Gift, Aiko", "Gift, Bruno", "Round 1, Aiko", "Round 1, Bruno"]
    due = Exercises(tmp_path).due(date.today())[0]
    numbers = [str(1 + number) for number in range(len(analysis.mistakes()))]
    worst = max(numbers, key=lambda number: analysis.mistakes()[int(number) - 1].loss)
    assert hear(tmp_path, f"replay {opened.id}", "mistake", "quit", "quit") == hear(
        tmp_path, f"replay {opened.id}", f"mistake {worst}", "quit", "quit"
    )
    assert len({tuple(hear(tmp_path, f"replay {opened.id}", f"mistake {n}", "quit", "quit")) for n in numbers}) > 1
    said = hear(tmp_path, "exercises", due.decision.played.text, "answer", "quit", "quit")
    assert "That is what you played. Try something else." in said
    assert any(line.startswith("The answer: ") for line in said)


def test_without_exercises_it_is_said_where_they_come_from(tmp_path: Path) -> None:
    assert hear(tmp_path, "exercises", "quit")[-1].startswith("No exercise is due today.")


# The editor


def test_a_position_is_set_up_by_commands_and_played_from(tmp_path: Path) -> None:
    said = hear(
        tmp_path, f"edit {POSITION}", "put rice line 3", "put fort their hand 1", "pile 2 rice fort",
        "row line rice rice fort torii monk",
        "take river 1", "send swap", "turn", "undo", "check", "play beginner", "quit", "quit",
    )  # fmt: skip
    assert "Player 1's Line: Mountain, Mountain, Rice, Mountain, Mountain." in said
    assert "Player 2's Hand: Fort, Mountain, Mountain, Torii, Mountain." in said
    assert "River: Fort 3, Rice 2, Ninja 1, empty, Ronin 1." in said
    assert "Player 1's Line: Rice, Rice, Fort, Torii, Monk." in said
    assert "Player 2 is to act." in said
    assert "This position can be played." in said
    (entry,) = Saves(tmp_path).list()
    assert Saves(tmp_path).load(entry.id).players[1].kind == "beginner"


def test_more_cards_than_the_box_has_are_said_once_and_that_it_is_mended(tmp_path: Path) -> None:
    edits = "row line rice rice rice monk monk", "put naishi line 1", "put naishi line 2", "turn"
    said = hear(tmp_path, f"edit {POSITION}", *edits, "quit", "quit")
    assert said.count("Now a game can have these cards.") == 1
    assert said.count("More than the box holds: Naishi (3, not 2).") == 1


@pytest.mark.ci
def test_the_choices_are_told_with_their_chances_and_done(tmp_path: Path) -> None:
    said = hear(tmp_path, "edit A/A/A/-/- FXSAM/MMMMM MMMMM/MMMMM 000:000 0 - 0 -", "choices", "do 1", "quit", "quit")
    assert any(line.startswith("1: ") and line.endswith(".") for line in said)
    assert sum("Nineteen of twenty true values" in line for line in said) == 1
    assert not [line for line in said if "plus or minus" in line]


# Watching


def test_bots_are_paused_stepped_and_continued(tmp_path: Path) -> None:
    id_ = kept(tmp_path, kinds=("beginner", "beginner"))
    said = hear(tmp_path, f"resume {id_}", "pause", "step", "side", "table", "pace relaxed", "quit", person=False)
    assert "Paused. Enter alone: continue. step: one action." in said
    assert "You see what Bruno sees." in said


def test_a_game_that_is_open_elsewhere_is_watched_and_taken_over(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "give 1", "give 1")
    with Saves(tmp_path).open(id_):
        refused = hear(tmp_path, f"resume {id_}", "quit")[-1]
        assert refused.endswith(f"To watch it: watch {id_}.")
        said = hear(tmp_path, f"watch {id_}", "takeover", "table", "hand", "quit", "quit")
    assert any(line.startswith("This game is open in ") for line in said)
    assert "You are watching; this game is being played elsewhere." in said
    assert not [line for line in said if "'s Hand" in line]
    said = hear(tmp_path, f"watch {id_}", "takeover", "", "quit", "quit")
    assert "Nobody has this game open: takeover continues it here." in said
    assert "Round 1. Your turn, Aiko." in said


def test_nobody_is_addressed_in_a_replay(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "give 1", "give 1", "develop L1", "end")
    said = hear(tmp_path, f"replay {id_}", "finish", "side", "log", "quit", "quit", handover="never")
    assert any(line.startswith(("Bruno gave Aiko ", "Aiko gave Bruno ")) for line in said)
    assert not [line for line in said if " you " in line and "gave" in line]


def test_what_was_played_last_is_looked_at(tmp_path: Path) -> None:
    assert hear(tmp_path, "replay", "quit")[-1] == "Say which game: replay k4m. saves lists them."
    kept_position(tmp_path, "-/-/FTR/RR/T MMMMM/MMNMA MMMMM/SMMTM 200:000 0 d 0 -", "end")
    assert any(line.startswith("Aiko and Bruno, ") for line in hear(tmp_path, "replay", "quit", "quit"))


def test_who_stops_watching_is_back_at_home(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "give 1", "give 1")
    with Saves(tmp_path).open(id_):
        assert "Back at home." in hear(tmp_path, f"watch {id_}", "quit", "quit")


async def test_what_happens_elsewhere_is_told(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "give 1", "give 1")
    out = io.StringIO()
    with Saves(tmp_path).open(id_) as opened:
        context = context_of(Console(StandardLines(io.StringIO(""), out)), tmp_path)
        watched = Saves(tmp_path).spectate(id_)
        room = PlainSpectating(context, Spectator(watched, interval=0), watched.game)
        watching = asyncio.ensure_future(room.watch())
        while "This game is open" not in out.getvalue():
            await asyncio.sleep(0)
        play(opened, "develop L4")
        while "Aiko placed Ninja at Line 4" not in out.getvalue():
            await asyncio.sleep(0)
    await watching
    assert "Nobody has this game open" in out.getvalue()


# Completion and languages


@pytest.mark.parametrize(
    ("language", "typed", "words"), [("fr", "dev", ["développer"]), ("fr", "undo", ["undo"]), ("en", "sav", ["saves"])]
)
def test_tab_completes_words_of_the_language_and_english_ones(language: str, typed: str, words: list[str]) -> None:
    i18n.use(i18n.load(language))
    try:
        assert words_beginning(typed, by_id(commands().values(), at_home().values())) == words
    finally:
        i18n.use(i18n.load("en"))


@pytest.mark.parametrize(
    ("language", "typed", "said"),
    [
        ("fr", "régler indications non", "C'est regle."),
        ("pl", "ustaw wskazówki nie", "Ustawione."),
        ("de", "ändern kartenwerte aus", "Eingestellt."),
    ],
)
def test_settings_have_names_in_each_language(tmp_path: Path, language: str, typed: str, said: str) -> None:
    assert said in hear(tmp_path, typed, "quit", language=language)
    assert (tmp_path / "settings.toml").read_text() == "hints = false\n"


def test_a_position_of_the_end_is_heard_whole(tmp_path: Path) -> None:
    id_ = kept_position(
        tmp_path, "A/A/A/-/- FXSAM/MMMMM MMMMM/MMMMM 000:000 0 - 0 -", "develop L1", "end", "copy L2 advisor"
    )
    said = hear_game(tmp_path, id_, "score", "quit")
    assert sum(line.startswith("Aiko: ") for line in said) == 2


# One keyboard


@pytest.mark.ci
def test_a_forgotten_pin_is_dropped_if_the_other_player_agrees(tmp_path: Path) -> None:
    id_ = kept(tmp_path, pin=hash_pin("1234"))
    said = hear(tmp_path, f"resume {id_}", "", "0000", "forgotten", "no", "", "forgotten", "yes", "", "quit", "quit")
    assert "The PIN stays." in said
    assert said[-4].startswith("Aiko, give one of your two dealt cards")
    assert Saves(tmp_path).load(id_).players[0].pin is None


def test_a_bot_is_played_at_once(tmp_path: Path) -> None:
    said = hear(tmp_path, "bot intermediate", "quit", "bot tree", "quit")
    (entry,) = Saves(tmp_path).list()
    assert {"human", "intermediate"} == {*entry.kinds}  # type: ignore[union-attr]
    assert said[-1] == "Say which bot, as in bot strong: beginner, apprentice, improver, intermediate, strong, master."


def test_a_first_visit_names_nothing_that_is_not_there(tmp_path: Path) -> None:
    said = hear(tmp_path, "new Aiko beginner", "what river", "quit", "quit")
    assert "Type learn or new; help names everything else." in said
    assert "That is neither an action nor a place: type what, what swap or what line 3." in said


def test_after_a_rematch_the_games_won_are_said(tmp_path: Path) -> None:
    id_ = kept_position(tmp_path, "A/A/A/-/- FSSAM/MMMMM FMMMM/MMMMM 000:000 0 - 0 -")
    said = hear(tmp_path, f"resume {id_}", "", "develop line 1", "end", "rematch", "quit", "quit")
    assert any(line.startswith("Games won: ") for line in said)


def test_both_who_pass_the_keyboard_on_read_the_open_hands_once_and_how_to_undo(tmp_path: Path) -> None:
    id_ = kept_position(tmp_path, "A/AA/A/-/A FSSAM/MMXMM FMMMS/MMXMM 000:000 0 - - -")
    turns = ("", "develop line 1", "end", "", "develop line 2", "end", "copy advisor", "copy sentinel")
    said = hear(tmp_path, f"resume {id_}", *turns, "undo", "undo", "quit", "quit")
    opened = next(number for number, line in enumerate(said) if "both Hands are open" in line)
    assert sum("'s Hand: " in line for line in said[opened:]) == 2
    assert sum(line.startswith("Aiko, say what your ninja") for line in said) == 2, "asked again after the undo"
    assert "Type rematch, replay, log, score, undo or quit." in said
    assert "Undone: Your ninja at Hand 3 copies a sentinel." in said


def test_who_leaves_a_rematch_goes_on_with_the_series(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "A/A/A/-/- FSSAM/MMMMM FMMMM/MMMMM 000:000 0 - 0 -"
    id_ = kept_position(tmp_path, text)
    monkeypatch.setattr(Game, "rematch", lambda _over: Game.from_position(Position.from_text(text), ("Aiko", "Bruno")))
    played = ("", "develop line 1", "end", "rematch", "quit")
    said = hear(tmp_path, f"resume {id_}", *played, "resume", *played, "quit")
    assert [line for line in said if line.startswith("Games won: ")] == ["Games won: Aiko 1.", "Games won: Aiko 2."]


# Help


@pytest.mark.parametrize(
    ("way", "room"),
    [
        ((), at_home),
        (("new Aiko Bruno", ""), commands),
        (("lesson 1",), learning),
        ((f"edit {POSITION}",), editing),
        (("replay {id}",), replaying),
    ],
)
def test_help_names_every_command_where_it_works(
    tmp_path: Path, way: tuple[str, ...], room: Callable[[], Commands]
) -> None:
    id_ = finished(tmp_path)
    said = hear(tmp_path, *(each.format(id=id_) for each in way), "help", "quit", "quit")
    named = {word.strip(" .") for line in said for word in line.partition(":")[2].split(",")}
    for_programs = {"view"}
    assert room().keys() - for_programs <= named


# Other languages


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("fr", ["Le dernier tour est fini : les deux Mains sont ouvertes.", "Annule : ", "Main 2", "l'emporte"]),
        ("pl", ["Ostatnia tura minela i obie rece sa odkryte.", "Cofniete: ", "Rzad 2", "wygrywa"]),
        ("de", ["Der letzte Zug ist vorbei, und beide Haende sind offen.", "Zurueckgenommen: ", "Hand 2", "gewinnt"]),
    ],
)
def test_the_end_is_heard_whole_in_each_language(tmp_path: Path, language: str, sentences: list[str]) -> None:
    """Without accents: the standard output of this test has ASCII only."""
    id_ = kept_position(tmp_path, "A/A/A/-/- FXSAM/MMMMM MMMMM/MMMMM 000:000 0 - 0 -")
    typed = [
        "",
        "swap h2 h3",
        "undo",
        "develop l1",
        "swap h1 h2",
        "undo",
        "end",
        "table",
        "copy advisor",
        "quit",
        "quit",
    ]
    said = " ".join(hear(tmp_path, f"resume {id_}", *typed, language=language)).replace("\xa0", " ")
    for sentence in sentences:
        assert sentence in said


@pytest.mark.parametrize("seat", [0, 1])
def test_the_table_of_a_lesson_is_yours_and_that_of_a_person_has_a_name(seat: int) -> None:
    view = Game.new(7, ("You", "Bruno")).view(seat)
    assert any(line.startswith("Your Line: ") for line in table_lines(view)) == (seat == 0)
