"""The command `naishi`."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner, Result

import naishi
from naishi.analysis.report import Analysis
from naishi.analysis.running import AnalysisRun
from naishi.cli import commands, playing
from naishi.cli.exit_status import CUT_OFF
from naishi.common.numpy_threads import ONE_THREAD
from naishi.game.deal_proof import DealProof, commitment_to
from naishi.game.record import GameRecord, Player
from naishi.rules.deal import Deal
from naishi.saves import Saves, document
from naishi.settings.schema import NAMES, ON_A_SERVER_ONLY
from naishi.text.rules_help import rules
from tests import forked
from tests.fuzzing import some
from tests.naishi.analysis.analysed import deficit, game, made_up
from tests.naishi.saving import play

Run = Callable[..., Result]

NOW = datetime(2026, 1, 31, 18, 30, tzinfo=UTC)

EXAMPLE = "fort sentinel advisor banner rice / fort mountain naishi rice rice"


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Path, dict[str, Any]]]:
    """An app that only writes down how it was started, and a terminal to start it in."""
    started: list[tuple[Path, dict[str, Any]]] = []

    def run(folder: Path, flags: Any, **how: Any) -> int:
        started.append((folder, how | ({"flags": flags} if flags else {})))
        return 0

    module = ModuleType("naishi_tui.local")
    module.run = run  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "naishi_tui.local", module)
    monkeypatch.setenv("XDG_CONFIG_HOME", "/nonexistent")
    monkeypatch.setattr(playing, "is_terminal", lambda _stream: True)
    return started


def one_line(result: Result, says: str, exit_code: int = 1) -> None:
    assert result.exit_code == exit_code
    assert result.stdout == ""
    assert result.stderr.startswith("naishi: ")
    assert result.stderr.count("\n") == 1
    assert says in result.stderr


def test_without_a_command_the_app_opens(run: Run, app: list[Any], saves: Saves) -> None:
    assert run().exit_code == 0
    ((where, how),) = app
    assert where == saves.folder
    assert how == {"resume": None, "replay": None, "game": None, "show": None}


def test_what_means_nothing_at_home_has_no_flag(run: Run) -> None:
    for name in ON_A_SERVER_ONLY:
        assert f"--{name}" not in run("--help").stdout


@pytest.mark.parametrize("name", sorted({*NAMES} - ON_A_SERVER_ONLY))
def test_every_setting_has_a_flag(run: Run, name: str) -> None:
    flag = "--key " if name == "keys" else f"--{name.replace('_', '-')} "
    assert flag in run("--help").stdout
    assert flag not in (own := run("resume", "--help").stdout), "twelve flags would bury what matters"
    assert "naishi --help lists them" in own


def test_flags_go_to_the_app(run: Run, app: list[Any]) -> None:
    flags = ("--no-ascii", "--theme", "light", "--pace", "instant", "--language", "pt_BR", "--key", "undo=z")
    assert run(*flags, "new", "--advice", "--key", "end=ctrl+e").exit_code == 0
    assert app[0][1]["flags"] == {
        "ascii": False,
        "theme": "light",
        "pace": "instant",
        "language": "pt_BR",
        "keys": {"undo": "z", "end": "ctrl+e"},
        "advice": True,
    }


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        (("--theme", "pink"), "Invalid value for '--theme': 'pink' is not one of"),
        (("--pace", "7"), "Invalid value for '--pace'"),
        (
            ("--language", "en; rm"),
            "Invalid value for '--language': language must be a language code, such as en or pt_BR.",
        ),
        (("--key", "undo"), "Invalid value for '--key': give a command and its key, as in undo=z"),
        (("--key", "undoo=z"), "Invalid value for '--key': There is no command called 'undoo'."),
        (("--key", "undo=zzz"), "Invalid value for '--key': There is no key called 'zzz'."),
        (("--key", "undo=,"), "Invalid value for '--key': No key was given for undo."),
    ],
)
def test_a_bad_flag_is_one_clear_line(run: Run, app: list[Any], flags: tuple[str, ...], says: str) -> None:
    result = run(*flags)
    assert result.exit_code == 2
    assert says in result.stderr.splitlines()[-1]
    assert not app


def test_new_starts_a_game_with_clean_names_and_a_seed(run: Run, app: list[Any]) -> None:
    assert run("new", "--names", " Aiko\x1b[31m ", "Bruno", "--seed", "7").exit_code == 0
    players = naishi.Player(name="Aiko[31m"), naishi.Player(name="Bruno")
    game = app[0][1]["game"]
    assert (game.players, game.deal, game.module) == (players, naishi.Game.new("7").deal, None)


def test_new_starts_a_game_with_the_expansion(run: Run, app: list[Any]) -> None:
    assert run("new", "--names", "Aiko", "Bruno", "--seed", "7", "--expansion").exit_code == 0
    assert app[0][1]["game"].module == "legends-travellers"


def test_in_lines_a_new_game_asks_for_the_players(saves: Saves) -> None:
    for flags, answers, module in (
        ((), b"Aiko\nBruno\n", None),
        (("--expansion",), b"Chiyo\nDai\n", "legends-travellers"),
    ):
        result = forked.run("--plain", "new", *flags, typed=answers)
        assert (result.returncode, result.stderr) == (0, b"")
        games = [saves.load(each.id) for each in saves.list()]
        assert (answers.decode().split(), module) in [([p.name for p in game.players], game.module) for game in games]


def test_every_level_plays_the_expansion(run: Run, app: list[Any]) -> None:
    for level in ("beginner", "intermediate", "strong", "master"):
        assert run("new", "--bot", level, "--expansion").exit_code == 0
    assert len(app) == 4


def test_new_against_a_bot(run: Run, app: list[Any], saves: Saves) -> None:
    saves.create(naishi.Game.new(1, ("Chiyo", "Emi"))).close()
    assert run("new", "--bot", "strong", "--first").exit_code == 0
    person, bot = app[0][1]["game"].players
    assert (person.name, person.kind) == ("Chiyo", "human")
    assert (bot.name, bot.kind) == ("Murasaki", "strong")


def test_new_against_a_bot_has_the_app_ask_a_stranger_for_a_name(run: Run, app: list[Any]) -> None:
    assert run("new", "--bot", "strong", "--first", "--seed", "7").exit_code == 0
    how = app[0][1]
    assert how["game"] is None
    assert (how["show"].level, how["show"].seed, how["show"].person_first) == ("strong", "7", True)


def test_new_against_a_bot_with_names(run: Run, app: list[Any]) -> None:
    assert run("new", "--bot", "strong", "--first", "--names", "Aiko", "Bruno").exit_code == 0
    person, bot = app[0][1]["game"].players
    assert ((person.name, person.kind), (bot.name, bot.kind)) == (("Aiko", "human"), ("Bruno", "strong"))


def test_the_help_of_train_calls_its_folder_as_the_usage_does(run: Run) -> None:
    usage, _gap, *text = run("train", "--help").stdout.splitlines()
    assert f"  {usage.split()[-1]} contains the run" in "\n".join(text)


def test_the_help_lists_what_most_people_need_first(run: Run) -> None:
    help_ = run("--help").stdout
    first, more = help_.index("\n  new "), help_.index("More commands")
    assert first < more < help_.index("\n  arena ") < help_.index("\nOptions:")
    assert help_.count("\n  train ") == 1
    assert help_.index("\n  learn ") < first < help_.index("\n  analyse ")
    settings = help_.index("\nSettings, for this run only:")
    assert max(help_.index(each) for each in ("--version", "--json", "--plain", "--help")) < settings
    assert settings < help_.index("--theme")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--bot", "stron"), "choose one of these: beginner, intermediate, strong, master"),
        (("--first",), "--first needs --bot"),
    ],
)
def test_new_says_what_does_not_fit(run: Run, app: list[Any], arguments: tuple[str, ...], says: str) -> None:
    result = run("new", *arguments)
    assert result.exit_code == 2
    assert says in " ".join(result.stderr.split())
    assert app == []


def test_new_refuses_a_player_without_a_name(run: Run, app: list[Any]) -> None:
    one_line(run("new", "--names", "Aiko", "\x07"), "needs a name")
    assert not app


def test_resume_opens_the_game_played_last_or_the_one_named(
    run: Run, app: list[Any], saves: Saves, save_id: str
) -> None:
    with saves.create(naishi.Game.new(seed=1)) as newer:
        pass
    assert run("resume").exit_code == run("resume", save_id[:5]).exit_code == 0
    assert [how["resume"] for _saves, how in app] == [newer.id, save_id]


def test_resume_without_a_game_says_so_before_a_screen_opens(run: Run, app: list[Any], finished_id: str) -> None:
    one_line(run("resume"), "no unfinished game")
    one_line(run("resume", "zzz"), "'zzz'")
    one_line(run("resume", "../../etc/passwd"), "no saved game")
    assert not app


def test_resume_of_a_damaged_game_says_so(run: Run, app: list[Any], saves: Saves, save_id: str) -> None:
    with saves.open(save_id) as opened:
        assert run("resume").exit_code == 0, "the app offers to look at a game that is open in another window"
    assert app.pop()[1]["resume"] == save_id
    opened.path.write_bytes(opened.path.read_bytes()[:-30])
    one_line(run("resume", save_id), "cut off")
    assert not app


@pytest.mark.parametrize("arguments", ["", "new", "resume"])
def test_without_a_terminal_the_app_does_not_open(save_id: str, arguments: str) -> None:
    result = forked.run(*arguments.split())
    assert result.returncode == 2
    assert result.stdout == b""
    assert b"needs a terminal" in result.stderr
    assert result.stderr.count(b"\n") == 1


def test_with_closed_standard_streams_the_app_does_not_open(save_id: str) -> None:
    result = subprocess.run(["sh", "-c", f"{shlex.quote(sys.executable)} -m naishi <&- >&-"], check=False, timeout=60)
    assert result.returncode == 2


def test_saves_lists_games_and_what_is_wrong_with_others(
    run: Run, saves: Saves, save_id: str, finished_id: str
) -> None:
    (saves.folder / "bad.naishi.json").write_text("")
    finished, unfinished, bad = run("saves").stdout.splitlines()
    assert re.match(rf"{finished_id}  Aiko – Bruno  (Aiko|Bruno) won \d+(–| to -)\d+  ", finished)
    assert unfinished.startswith(f"{save_id}  Aiko – Bruno  round 1, Bruno to play  ")
    assert bad == "bad: The file is empty."


def test_saves_of_an_empty_folder_says_how_to_start(run: Run, saves: Saves) -> None:
    result = run("saves")
    assert result.exit_code == 0
    assert str(saves.folder) in result.stdout
    assert "`naishi new`" in result.stdout


def test_the_folder_may_be_named_before_or_after_the_command(run: Run, save_id: str, tmp_path: Path) -> None:
    assert save_id in run("saves").stdout
    for arguments in (("--saves", tmp_path, "saves"), ("saves", "--saves", tmp_path)):
        assert save_id not in run(*arguments).stdout
    assert save_id in run("--saves", tmp_path, "saves", "--saves", tmp_path / "saves").stdout


def test_show_tells_what_everybody_sees(run: Run, save_id: str) -> None:
    shown = run("show", save_id).stdout
    assert "Aiko – Bruno, round 1: Bruno has taken a bonus and must develop" in shown
    assert "swap (Aiko, Bruno, -), discard (-, -), decree (-)." in shown
    assert "Free emissaries: Aiko 1, Bruno 1" in shown
    assert "round 1  Bruno swapped H2 and H3, face down.\n" in shown
    assert "Hand" not in shown


def test_show_is_the_same_whatever_is_hidden(run: Run, saves: Saves) -> None:
    """Cards that nobody but their owner has seen may be others, and nothing that is shown changes."""
    deal = naishi.Deal.random(7)
    (a, b), (c, d) = deal.gifts
    river = tuple((*pile[:2], *reversed(pile[2:])) for pile in deal.river)
    other = naishi.Deal(river=river, gifts=((c, b), (a, d)), shuffles=deal.shuffles)
    texts, hands = [], []
    for each in (deal, other):
        with saves.create(naishi.Game.new(deal=each)) as opened:
            for action in ("give 1", "give 1", "swap H1 H2", "develop L1", "swap H3 H4"):
                play(opened, action)
        texts.append(run("show", opened.id).stdout)
        hands.append(opened.game.view(0).mine.hand)
    assert hands[0] != hands[1]
    assert texts[0] == texts[1]


@pytest.mark.parametrize("flags", [(), ("--plain",)])
def test_show_of_a_game_with_the_expansion_hides_what_is_not_turned_up(
    run: Run, saves: Saves, flags: tuple[str, ...]
) -> None:
    text = "CFTR/SAB/KRR/OTF/HAS FMMMB/MNMAM MMMMM/SMMTM 000:000 0 - - - -"
    shown = []
    for each in (text, text.replace("CFTR", "CTFR")):
        with saves.create(naishi.Game.from_position(naishi.Position.from_text(each), ("Aiko", "Bruno"))) as opened:
            play(opened, "develop L1")
        shown.append(run("show", *flags, opened.id).stdout)
    assert shown[0] == shown[1]
    assert "Ryokan: Aiko has it, worth 4." in shown[0]
    assert "face down" in shown[0].lower()
    assert ("Aiko may use effects of Travellers" in shown[0]) == (not flags)


def test_show_of_a_finished_game_lays_the_hands_open_and_scores_them(run: Run, finished_id: str) -> None:
    shown = run("show", finished_id).stdout
    assert "finished in round" in shown
    assert "Aiko, Hand" in shown
    assert shown.count("Points: ") == 2


def test_show_takes_a_file_under_any_name(run: Run, saves: Saves, save_id: str, tmp_path: Path) -> None:
    by_id = run("show", save_id).stdout
    file = (saves.folder / f"{save_id}.naishi.json").rename(tmp_path / "a game")
    assert run("show", file).stdout == by_id
    one_line(run("show", tmp_path / "none"), "no saved game")
    one_line(run("show", tmp_path), "folder")


def test_score_tells_points_and_reasons(run: Run) -> None:
    result = run("score", EXAMPLE)
    assert result.exit_code == 0
    assert "Points: 62. Colours: 7." in result.stdout
    assert "+3 (at position 3), +4 (beside a naishi)" in result.stdout


def test_score_as_json_is_the_whole_sheet(run: Run) -> None:
    sheet = json.loads(run("score", EXAMPLE, "--json").stdout)
    assert (sheet["total"], sheet["colours"], sheet["points"]["rice"]) == (62, 7, 20)
    assert sheet == json.loads(naishi.score(EXAMPLE).model_dump_json())


def test_score_lets_ninjas_copy(run: Run) -> None:
    result = run("score", "FXABR/FMNRX", "--copy", "l2=advisor", "--copy", "H5=naishi")
    assert result.exit_code == 0
    assert "Ninja as Advisor  L2" in result.stdout
    assert "Ninja as Naishi   H5" in result.stdout


def test_score_knows_legends_and_the_ryokan(run: Run) -> None:
    result = run("score", "nFRsB/MTAXh", "--copy", "H4=advisor", "--ryokan", "7")
    assert result.exit_code == 0
    assert "Legendary Naishi    L1" in result.stdout
    assert "Ryokan                     7" in result.stdout
    assert "Points: 46. Colours: 10." in result.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("FSABR / FMNRR", "--ryokan", "5"), "worth 4 or 7, not 5"),
        (("FxABR / FMNRR",), "Say what the ninja at L2 copies"),
        (("FSABR",), "Line / Hand"),
        (("FSABR / FMNR",), "5 cards, not 4"),
        (("FSABQ / FMNRR",), "'Q' is not the letter of a card"),
        (("fort dragon fort fort fort / FMNRR",), "'dragon'"),
        (("FXABR / FMNRR",), "Say what the ninja at L2 copies"),
        (("FXABR / FMNRR", "--copy", "L2=monk"), "can't copy a monk"),
        (("FXABR / FMNRR", "--copy", "L1=advisor"), "no ninja at L1"),
        (("FXABR / FMNRR", "--copy", "Z9=advisor"), "'Z9'"),
        (("\x1b[31m / \x1b[31m",), "is not the letter of a card"),
        (("",), "Line / Hand"),
        (("TTTTT / TTTTT",), "Torii (10, not 4)"),
        (("NNSFF / nMMMM",), "Naishi (2, not 1, with its Legend)"),
        (("WWSFF / MMMMM",), "only one samurai, not 2"),
        (("nakFF / oMMMM",), "Only three Legends"),
    ],
)
def test_score_of_nonsense_is_one_line(run: Run, arguments: tuple[str, ...], says: str) -> None:
    one_line(run("score", *arguments), says)


@pytest.mark.parametrize(
    "arguments",
    ["score", "score A/B --copy L1", "dance", "show", "--frobnicate", f"saves --saves {__file__}"],
)
def test_wrong_usage_is_2_with_a_hint(run: Run, arguments: str) -> None:
    result = run(*arguments.split())
    assert result.exit_code == 2
    assert "naishi" in result.stderr
    assert "--help" in result.stderr


def test_the_rules_are_printed_in_80_columns(run: Run) -> None:
    told = run("rules").stdout
    assert all(section.title in told for section in rules())
    assert all(len(line) <= 80 for line in told.splitlines())
    assert "each card is next to the cards on its left and right" in " ".join(told.split()).lower()


def test_a_deleted_game_is_in_the_trash_until_it_is_restored(run: Run, saves: Saves, save_id: str) -> None:
    assert run("saves", "--trash").stdout == "The trash is empty.\n"
    saves.delete(save_id)
    assert run("saves", "--trash").stdout.startswith(f"{save_id}  Aiko – Bruno  round 1, Bruno to play")
    assert run("restore", save_id[:4]).stdout == f"Restored {save_id}.\n"
    assert save_id in run("saves").stdout
    one_line(run("restore", save_id), "in the trash")


def test_a_game_is_carried_to_another_machine(run: Run, saves: Saves, save_id: str, tmp_path: Path) -> None:
    exported = run("export", save_id)
    assert exported.stdout_bytes == (saves.folder / f"{save_id}.naishi.json").read_bytes()
    (file := tmp_path / "our game.json").write_bytes(exported.stdout_bytes)
    elsewhere = tmp_path / "elsewhere"
    assert run("import", file, "--saves", elsewhere).stdout.startswith(f"Imported as {save_id};")
    assert Saves(elsewhere).load(save_id).record == saves.load(save_id).record


def test_a_game_is_piped_to_another_machine(saves: Saves, save_id: str, tmp_path: Path) -> None:
    program = f"{shlex.quote(sys.executable)} -m naishi"
    pipe = f"{program} export {save_id} | {program} import - --saves {shlex.quote(str(tmp_path / 'elsewhere'))}"
    result = subprocess.run(["sh", "-c", pipe], capture_output=True, check=True, timeout=60)
    assert result.stdout.startswith(f"Imported as {save_id};".encode())
    assert Saves(tmp_path / "elsewhere").load(save_id).record == saves.load(save_id).record


@pytest.mark.parametrize(
    ("content", "says"),
    [("", "empty"), ("hello", "line 1"), ("{}", "not a saved Naishi game"), (" " * 2_000_000, "too large")],
)
def test_what_is_piped_is_checked(saves: Saves, content: str, says: str) -> None:
    result = CliRunner().invoke(commands.naishi, ["import", "-"], input=content)
    one_line(result, says)
    assert result.stderr.startswith("naishi: Standard input: ")
    assert not saves.folder.exists()


def test_what_is_no_whole_game_is_neither_exported_nor_imported(run: Run, saves: Saves, tmp_path: Path) -> None:
    (file := tmp_path / "bad").write_text("{}")
    for command in ("export", "import"):
        one_line(run(command, file), "not a saved Naishi game")
    one_line(run("import", tmp_path / "absent"), f"no file '{tmp_path / 'absent'}'")
    (loop := tmp_path / "loop").symlink_to("loop")
    one_line(run("import", loop), "link")
    one_line(run("import", tmp_path), "folder")
    assert not saves.folder.exists()


def test_check_says_what_is_wrong_and_repairs_into_a_new_game(run: Run, saves: Saves, save_id: str) -> None:
    assert run("check").stdout == f"{save_id}: intact, 5 actions\n"
    path = saves.folder / f"{save_id}.naishi.json"
    path.write_bytes(content := path.read_bytes().replace(b"swap H2 H3", b"swap H2 H9"))
    result = run("check", save_id)
    assert result.exit_code == 1
    assert result.stdout == f"{save_id}: 'bad'\n".replace("'bad'", str(saves.list()[0].error))  # type: ignore[union-attr]
    repaired = run("check", "--repair")
    assert repaired.exit_code == 1
    assert "4 actions kept. 1 action lost." in repaired.stdout
    assert path.read_bytes() == content
    latest = saves.latest()
    assert latest is not None
    assert len(saves.load(latest.id).actions) == 4


def cut_off(saves: Saves, save_id: str, after: bytes) -> None:
    path = saves.folder / f"{save_id}.naishi.json"
    content = path.read_bytes()
    path.write_bytes(content[: content.index(after) + len(after)])


@pytest.mark.parametrize("after", [b'"develop H1", ', b'"develop H1", "swap H2', b'"develop H1"'])
def test_repair_of_a_file_that_is_cut_off_does_not_claim_that_nothing_is_lost(
    run: Run, saves: Saves, save_id: str, after: bytes
) -> None:
    cut_off(saves, save_id, after)
    repaired = run("check", "--repair").stdout.splitlines()[1]
    latest = saves.latest()
    assert latest is not None
    assert repaired == (
        f"{save_id}: Repaired as {latest.id}. 4 actions kept. The rest is lost; the file doesn't say how much "
        "there was. The file no longer says which actions had been undone, so all of them count as played."
    )


def test_repair_tells_what_else_is_lost(run: Run, saves: Saves, save_id: str) -> None:
    path = saves.folder / f"{save_id}.naishi.json"
    path.write_bytes(path.read_bytes().replace(b'"players"', b'"playerz"').replace(b'"options"', b'"optionz"'))
    repaired = run("check", "--repair").stdout.splitlines()[1]
    assert repaired.endswith(
        "5 actions kept. 0 actions lost. The players' names are lost. The options are lost, so undo is allowed."
    )


def test_a_file_elsewhere_is_named_once(run: Run, tmp_path: Path) -> None:
    (file := tmp_path / "o2.json").write_text("")
    assert run("check", file).stdout == "'o2.json': The file is empty.\n"


def test_check_of_what_cannot_be_repaired_says_so(run: Run, saves: Saves) -> None:
    saves.folder.mkdir()
    (saves.folder / "bad.naishi.json").write_text("")
    result = run("check", "--repair")
    assert result.stdout == "bad: The file is empty.\nbad: Not repaired. This is not a saved Naishi game.\n"
    assert result.exit_code == 1


@pytest.mark.parametrize(
    "command",
    ["", "new", "resume", "saves", "show", "score", "rules", "restore", "export", "import", "check"],
)
def test_every_command_has_help(run: Run, command: str) -> None:
    for flag in ("-h", "--help"):
        result = run(*command.split(), flag)
        assert result.exit_code == 0
        assert "naishi" in result.stdout
        assert command == "rules" or "Example" in result.stdout
        assert all(len(line) <= 100 for line in result.stdout.splitlines())


def test_help_and_version_do_without_what_takes_long_to_import() -> None:
    code = "import sys; sys.argv[1:] = ['--help']; import naishi.cli\ntry: naishi.cli.main()\nexcept SystemExit: pass\n"
    late = ("asyncio", "filelock", "hashlib", "naishi.rules", "pydantic", "rich", "textual")
    code += f"print([name for name in {late} if name in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert result.stdout.splitlines()[-1] == "[]"
    assert forked.run("--version").stdout.split()[0] == b"naishi"


def test_a_reader_that_goes_away_is_no_traceback(save_id: str) -> None:
    rules = [sys.executable, "-m", "naishi", "rules"]
    command = f"{shlex.join(rules)} | head -1"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True, timeout=60)
    assert (result.stdout, result.stderr) == ("The game\n", "")
    reads, writes = os.pipe()
    os.close(reads)
    gone = subprocess.run(rules, stdout=writes, stderr=subprocess.PIPE, check=False, timeout=60)
    os.close(writes)
    assert (gone.returncode, gone.stderr) == (CUT_OFF, b"")


@pytest.mark.parametrize("arguments", ["saves", "--help"])
def test_a_full_disk_behind_standard_output_is_one_line(save_id: str, arguments: str) -> None:
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run(
            [sys.executable, "-m", "naishi", *arguments.split()],
            stdout=full, stderr=subprocess.PIPE, check=False, timeout=60,
        )  # fmt: skip
    assert (result.returncode, result.stderr) == (1, b"naishi: No space left on device\n")


@pytest.mark.parametrize("arguments", ["saves", "--version"])
def test_a_closed_standard_output_is_one_line(save_id: str, arguments: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m naishi {arguments} >&-"
    result = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, check=False, timeout=60)
    assert (result.returncode, result.stderr) == (1, b"naishi: Standard output is closed.\n")


@pytest.mark.parametrize(("arguments", "stream"), [("--plain", "<"), ("--json", ">")])
def test_line_mode_without_lines_to_read_or_write_is_one_line(save_id: str, arguments: str, stream: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m naishi {arguments} {stream}&-"
    result = subprocess.run(["sh", "-c", command], capture_output=True, check=False, timeout=60)
    closed = "input" if stream == "<" else "output"
    assert (result.returncode, result.stderr) == (1, f"naishi: Standard {closed} is closed.\n".encode())


@pytest.mark.parametrize(("arguments", "closed"), [("learn --plain", "stdout"), ("new --json --bot beginner", "stdin")])
def test_so_it_is_whatever_line_mode_is_for(save_id: str, arguments: str, closed: str) -> None:
    result = forked.run(*arguments.split(), before=f"import sys; sys.{closed} = None")
    said = f"naishi: Standard {closed.removeprefix('std').replace('in', 'input').replace('out', 'output')} is closed.\n"
    assert (result.returncode, result.stderr) == (1, said.encode())


def test_nowhere_to_complain_to_is_no_traceback(save_id: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m naishi saves > /dev/full 2>&1"
    assert subprocess.run(["sh", "-c", command], check=False, timeout=60).returncode == 1


def test_a_mistake_in_the_program_shows_no_hand(saves: Saves) -> None:
    result = forked.run("saves", before="import naishi.saves; naishi.saves.Saves.list = lambda self: {}['a secret']")
    assert result.returncode == 1
    assert b"Internal error (KeyError)" in result.stderr
    assert b"secret" not in result.stderr


def test_a_terminal_without_the_letters_gets_their_codes(save_id: str) -> None:
    environment = os.environ | {"PYTHONIOENCODING": "latin-1"}
    command = [sys.executable, "-m", "naishi", "saves"]
    result = subprocess.run(command, capture_output=True, check=True, env=environment, timeout=60)
    assert rb"Aiko \u2013 Bruno" in result.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_its_completion_script(run: Run, shell: str) -> None:
    script = run("completion", shell).stdout
    assert f"_NAISHI_COMPLETE={shell}_complete" in script


def test_the_shell_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"_NAISHI_COMPLETE": "bash_complete", "COMP_WORDS": "naishi res", "COMP_CWORD": "1"}.items():
        monkeypatch.setenv(name, value)
    assert forked.run().stdout.decode().splitlines() == ["plain,restore", "plain,resume"]


@pytest.mark.parametrize("command", ["resume", "show", "check x", "--saves {saves} resume", "resume --saves {saves}"])
def test_the_shell_completes_the_id_of_a_game(
    monkeypatch: pytest.MonkeyPatch, saves: Saves, save_id: str, command: str
) -> None:
    words = f"naishi {command.format(saves=saves.folder)} {save_id[:2]}"
    for name, value in {
        "_NAISHI_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    assert forked.run().stdout.decode().splitlines() == [f"plain,{save_id}"]


def test_the_shell_completes_the_id_of_a_deleted_game(
    monkeypatch: pytest.MonkeyPatch, saves: Saves, save_id: str
) -> None:
    saves.delete(save_id)
    for name, value in {
        "_NAISHI_COMPLETE": "bash_complete",
        "COMP_WORDS": "naishi restore ",
        "COMP_CWORD": "2",
    }.items():
        monkeypatch.setenv(name, value)
    assert forked.run().stdout.decode().splitlines() == [f"plain,{save_id}"]


def test_in_line_mode_a_replay_begins_at_the_first_action(run: Callable[..., Result], finished_id: str) -> None:
    result = run("replay", finished_id, "--plain")
    assert result.output.splitlines()[1] == "You see what Aiko sees."


def test_a_replay_of_nothing_says_so(run: Callable[..., Result]) -> None:
    result = run("replay", "nosuch", "--plain")
    assert (result.exit_code, result.output.count("\n")) == (1, 1)
    assert "There is no saved game" in result.output


def test_a_finished_game_is_analysed_once_and_then_found(
    run: Callable[..., Result], saves: Saves, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def steps(_run: AnalysisRun) -> AsyncIterator[float]:
        yield 1.0

    monkeypatch.setattr(AnalysisRun, "steps", steps)
    monkeypatch.setattr(AnalysisRun, "analysis", made_up(game()))
    with saves.create(game()) as opened:
        pass
    first = run("analyse", opened.id, "--json")
    assert Analysis.model_validate_json(first.stdout) == made_up(game())
    monkeypatch.setattr(AnalysisRun, "steps", None)
    plotted, table = run("analyse", opened.id).stdout, run("analyse", opened.id, "--plain").stdout
    for text in (plotted, table):
        assert "Aiko: accuracy" in text
        assert f"Aiko lost by {deficit()}" in text
    assert " 50% |" in plotted
    assert "%  |" not in table
    assert table.splitlines()[-1].startswith("Round ")


def test_an_unfinished_game_is_not_analysed(run: Callable[..., Result], save_id: str) -> None:
    result = run("analyse", save_id)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "Only a finished game can be analysed" in result.stderr


def test_numpy_is_kept_to_one_thread_unless_the_user_said_otherwise() -> None:
    code = "import atexit, os, naishi.cli\nfrom naishi.common.numpy_threads import ONE_THREAD\n"
    code += "atexit.register(lambda: print(*(os.environ[name] for name in ONE_THREAD)))\nnaishi.cli.main(['--version'])"
    result = subprocess.run(
        [sys.executable, "-c", code],
        env={name: value for name, value in os.environ.items() if name not in ONE_THREAD} | {"OMP_NUM_THREADS": "3"},
        capture_output=True, text=True, check=True, cwd=Path(naishi.__file__).parent.parent,
    )  # fmt: skip
    assert result.stdout.splitlines()[-1] == "1 3 1"


def test_statistics_are_printed_and_are_json(run: Callable[..., Result], finished_id: str) -> None:
    text, found = run("stats").stdout, json.loads(run("stats", "--name", "Bruno", "--json").stdout)
    assert text.startswith("Aiko: ")
    assert "against Bruno" in text
    assert (found["name"], found["all"]["games"]) == ("Bruno", 1)


@pytest.mark.parametrize("arguments", [[], ["--name", "Nobody"]])
def test_without_finished_games_there_are_no_statistics(run: Callable[..., Result], arguments: list[str]) -> None:
    result = run("stats", *arguments)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "finished" in result.stderr


@pytest.mark.parametrize("value", some(["garbage", "", "256"], 2))
def test_no_variable_that_textual_fails_on_reaches_it(value: str) -> None:
    code = """
        from naishi.cli import main
        try:
            main(["--version"])
        finally:
            from textual.app import App
            App()
    """
    wrong = {"TEXTUAL_COLOR_SYSTEM": value, "TEXTUAL_DRIVER": value}
    result = subprocess.run(
        [sys.executable, "-c", dedent(code)],
        env=os.environ | wrong, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize("arguments", ["show {id}", "saves", "stats", "rules", "score 'FSABR / FMNRR'", "replay {id}"])
def test_what_is_printed_is_lines_to_be_heard_where_that_is_wanted(
    run: Callable[..., Result], finished_id: str, arguments: str
) -> None:
    """No columns, no underlines, no empty lines."""
    words = shlex.split(arguments.format(id=finished_id))
    for result in (run(*words, "--plain"), run("--plain", *words)):
        assert result.exit_code == 0
        lines = result.output.splitlines()
        assert lines
        assert not [line for line in lines if "  " in line or not line.strip() or set(line) == {"-"}]


def _proved(folder: Path, **changed: Any) -> Path:
    proof = DealProof.draw("0" * 32, ("rain", ""))
    players = Player(name="Aiko"), Player(name="Bruno")
    record = GameRecord(players=players, deal=proof.deal(None), proof=proof).model_copy(update=changed)
    path = folder / "proved.naishi.json"
    path.write_bytes(document.write(record, "x", NOW, NOW))
    return path


def test_verify_says_what_a_deal_was_drawn_from(run: Run, tmp_path: Path) -> None:
    shown = run("verify", str(_proved(tmp_path))).stdout
    assert f"(SHA-256): {commitment_to('0' * 32)}\n" in shown
    assert "'rain'\n" in shown
    assert "added no word." in shown
    assert shown.endswith("Right: the cards and the seats follow from the secret and the words.\n")


def test_verify_notices_another_deal(run: Run, tmp_path: Path) -> None:
    result = run("verify", str(_proved(tmp_path, deal=Deal.random(1))))
    assert result.exit_code == 1
    assert "not those that follow from the secret and the words" in result.stderr
    assert "Right" not in result.stdout


def test_verify_says_that_a_game_has_no_proof(run: Run, save_id: str) -> None:
    one_line(run("verify", save_id), "This deal can't be checked")
