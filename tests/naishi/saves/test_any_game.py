"""Saves of other games, in version 6, on the toy: document, open_save, listing, salvage."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import naishi
from naishi.common.i18n import DamagedSaveError, NewerSaveError, SaveError, SaveInUseError
from naishi.plain import printed, printed_spoken
from naishi.saves import Problem, Saves, Summary, document, read_file
from naishi.saves.listing import state, titles
from naishi.saves.salvage import salvage
from naishi.tabletop.game import Game
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.new_game import NewGame
from naishi.tabletop.players import Player
from tests.forked import Piped
from tests.naishi.saves.clock import set_clock
from tests.naishi.saving import redo, undo
from tests.naishi.tabletop import unison

NAMES = ("Aiko", "Bruno", "Chika", "Dana", "Emil")
NOW = datetime(2026, 1, 31, 18, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _register() -> None:
    unison.register()


def new(seats: int = 3, seed: str = "7") -> Game:
    game: Game = kind_of("unison").new(NAMES[:seats], {}, seed)
    return game


def step(game: Game, at: int = 0) -> None:
    """Play an action of the seat that is awaited last, so that the order isn't that of the seats."""
    seat = game.awaited[-1]
    actions = game.view(seat).legal_actions
    game.play(actions[at % len(actions)], seat)


def whole(seats: int = 3, steps: int = 99) -> Game:
    game = new(seats)
    while game.awaited and game.ply() < steps:
        step(game, game.ply())
    return game


def everything(game: Game) -> list[Any]:
    return [game.document(), *(game.view(seat) for seat in (None, *range(len(game.players))))]


def written(game: Game, save_id: str = "k4m") -> bytes:
    return document.write(game.document(), save_id, NOW, NOW)


def put(folder: Path, game: Game, save_id: str = "k4m") -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / f"{save_id}{document.SUFFIX}"
    path.write_bytes(written(game, save_id))
    return path


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_it_is_written_and_resumed_at_every_step(saves: Saves, seats: int) -> None:
    opened = saves.create(new(seats))
    while True:
        with pytest.raises(SaveInUseError):
            saves.open(opened.id)
        opened.close()
        before = everything(opened.game)
        assert everything(saves.load(opened.id)) == before
        opened = saves.open(opened.id)
        assert everything(opened.game) == before
        if not opened.game.awaited:
            break
        step(opened.game, opened.game.ply())
        opened.save()
    (summary,) = saves.list()
    assert isinstance(summary, Summary)
    assert (summary.finished, summary.awaited, summary.result) == (True, (), opened.game.result)
    assert saves.latest() is None
    opened.close()


def test_what_is_undone_can_be_redone_after_it_was_resumed(saves: Saves) -> None:
    with saves.create(whole(steps=5)) as opened:
        for _action in range(2):
            undo(opened)
    with saves.open(opened.id) as again:
        for _action in range(2):
            redo(again)
        assert everything(again.game) == everything(whole(steps=5))


PLAY = """
import sys
from pathlib import Path
from naishi.saves import Saves
from tests.naishi.tabletop import unison
unison.register()
opened = Saves(Path(sys.argv[1])).open(sys.argv[2])
for line in sys.stdin:
    seat = opened.game.awaited[-1]
    opened.game.play(opened.game.view(seat).legal_actions[0], seat)
    opened.save()
    print(opened.game.ply(), flush=True)
"""


def test_a_killed_process_loses_nothing_at_any_step(saves: Saves, python: Callable[..., Piped]) -> None:
    opened = saves.create(new())
    opened.close()
    for ply in range(1, 10):
        player = python(PLAY, saves.folder, opened.id)
        player.stdin.write("\n")
        player.stdin.flush()
        assert player.stdout.readline() == f"{ply}\n"
        player.kill()
        assert saves.load(opened.id).ply() == ply


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_its_document_says_which_game_it_is_and_is_written_back_byte_for_byte(seats: int) -> None:
    content = written(whole(seats))
    data = json.loads(content)
    assert list(data) == [
        *("format", "version", "id", "created", "updated", "game", "rules", "players", "options", "seed", "chance"),
        *("actions", "cursor", "checksum"),
    ]  # fmt: skip
    assert (data["version"], data["game"]) == (6, "unison")
    assert written(document.read(content).game) == content


def test_a_program_that_knows_only_the_card_game_refuses_it_as_newer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything else, version 1.0.0 looks at the format and at whether the version is above 5."""
    monkeypatch.setattr(document, "NEWEST", document.ENDED)
    with pytest.raises(NewerSaveError, match="newer version"):
        document.read(written(whole()))


def altered(change: dict[str, Any], game: Game | None = None) -> bytes:
    data = json.loads(written(game or whole(steps=5))) | change
    data = {name: value for name, value in data.items() if value is not ...}
    return json.dumps(data | {"checksum": document.checksum(data)}).encode()


@pytest.mark.parametrize(
    ("change", "kind", "says"),
    [
        ({"game": "go"}, NewerSaveError, "game of 'go', which isn't installed here"),
        ({"game": "\x1b[2J"}, NewerSaveError, "isn't installed here"),
        ({"game": 7}, NewerSaveError, "isn't installed here"),
        ({"game": ...}, DamagedSaveError, "don't fit each other"),
        ({"game": "naishi"}, DamagedSaveError, "field"),
        ({"version": 5}, DamagedSaveError, "don't fit each other"),
        ({"version": 7}, NewerSaveError, "newer version"),
        ({"rules": 2}, NewerSaveError, "newer rules"),
        ({"rules": 0}, DamagedSaveError, "rules"),
        ({"rules": ...}, DamagedSaveError, "rules"),
        ({"players": [{"name": "Aiko"}]}, DamagedSaveError, "2 to 5 players"),
        ({"players": [{"name": f"P{number}"} for number in range(6)]}, DamagedSaveError, "2 to 5 players"),
        ({"players": [{"name": "Aiko"}, {"name": ""}]}, DamagedSaveError, "needs a name"),
        ({"players": 7}, DamagedSaveError, "players"),
        ({"options": {"undo": "sometimes"}}, DamagedSaveError, "no such option"),
        ({"options": []}, DamagedSaveError, "options"),
        ({"seed": 7}, DamagedSaveError, "seed"),
        ({"seed": "7" * 1000}, DamagedSaveError, "seed"),
        ({"position": "anything"}, DamagedSaveError, "begins with its set-up"),
        ({"chance": [["cards", [1, 2, 2]]]}, DamagedSaveError, "impossible outcome"),
        ({"chance": [["cards", {"1": [2]}]]}, DamagedSaveError, "impossible outcome"),
        ({"chance": [["dice", [1, 2, 3]]]}, DamagedSaveError, "chance for 'dice' where 'cards' is drawn"),
        ({"chance": [["cards", [1, 2, 3]], ["dice", [6]]]}, DamagedSaveError, "more chance"),
        ({"chance": [["cards"]]}, DamagedSaveError, "chance"),
        ({"actions": ["2 1", "2 2"], "cursor": 2}, DamagedSaveError, "Action 2 is not allowed: You have decided"),
        ({"actions": ["9 1"], "cursor": 0}, DamagedSaveError, "no seat"),
        ({"actions": ["0 4"], "cursor": 0}, DamagedSaveError, "not a number from 1 to 3"),
        ({"actions": ["1"], "cursor": 0}, DamagedSaveError, "begins with its seat"),
        ({"actions": [7], "cursor": 0}, DamagedSaveError, "actions"),
        ({"actions": ["0 " + "1" * 1000], "cursor": 0}, DamagedSaveError, "actions"),
        ({"actions": ["0 1"] * 6000}, DamagedSaveError, "actions"),
        ({"actions": ["0 1"] * 60_000}, DamagedSaveError, "more than any"),
        ({"cursor": 6}, DamagedSaveError, "cursor is beyond"),
        ({"cursor": -1}, DamagedSaveError, "cursor"),
        ({"early_end": {"how": "eaten"}}, DamagedSaveError, "early_end"),
        ({"deal": {}}, DamagedSaveError, "deal"),
        ({"id": "../../etc"}, DamagedSaveError, "id"),
        ({"created": "yesterday"}, DamagedSaveError, "created"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_wrong_one_is_one_line_in_the_list_stays_as_it_is_and_hides_no_other(
    saves: Saves, folder: Path, change: dict[str, Any], kind: type[SaveError], says: str
) -> None:
    good = saves.create(new())
    good.close()
    (path := folder / f"k4m{document.SUFFIX}").write_bytes(content := altered(change))
    summary, problem = saves.list()
    assert isinstance(summary, Summary)
    assert isinstance(problem, Problem)
    assert says in problem.error
    assert problem.error.isprintable()
    assert len(problem.error) < 200
    for use in (saves.open, saves.load, saves.spectate):
        with pytest.raises(kind, match=r"k4m\.naishi\.json"):
            use("k4m")
    assert path.read_bytes() == content


def test_a_game_whose_package_does_not_load_is_one_line(saves: Saves, monkeypatch: pytest.MonkeyPatch) -> None:
    put(saves.folder, new())
    monkeypatch.setattr("naishi.tabletop.kinds.KINDS", {"unison": "no_such_package.kind:UNISON"})
    (problem,) = saves.list()
    assert isinstance(problem, Problem)
    assert "isn't installed here" in problem.error


def test_an_honest_long_game_of_five_is_within_the_bounds() -> None:
    """600 actions as long as a plan of Shogun, each of which has drawn 30 cubes of chance."""
    data = json.loads(written(whole(5)))
    data["actions"] = ["4 " + "x" * 150] * 600
    data["chance"] = [["tower", [["red"] * 6] * 5]] * 600
    content = json.dumps(data).encode()
    assert len(content) < document.SIZE_LIMIT
    document.check_bounds(data)


def listings(saves: Saves) -> list[str]:
    return [
        *printed.listing(saves.list()),
        *printed_spoken.listing(saves.list()),
        *map(repr, saves.list()),
        *(repr(entry) for entry in saves.trash.list()),
    ]


def test_no_list_ever_shows_what_a_seat_has_chosen_in_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, NOW)
    found = []
    for number in (1, 2, 3):
        game = new()
        for choice in (number, 4 - number):
            game.play(str(choice), game.awaited[0])
        put(tmp_path, game)
        found.append(listings(Saves(tmp_path)))
    assert found[0] == found[1] == found[2]
    assert "round 1 of 3" in found[0][0]


def test_a_record_that_is_wrong_after_a_secret_choice_does_not_show_it(saves: Saves) -> None:
    saves.folder.mkdir()
    found = []
    for number in (1, 2, 3):
        content = altered({"actions": [f"0 {number}", f"0 {number}"], "cursor": 2}, new())
        (saves.folder / f"k4m{document.SUFFIX}").write_bytes(content)
        found.append(listings(saves))
    assert found[0] == found[1] == found[2]


def test_a_mixed_list_says_which_game_each_is_and_one_of_the_card_game_alone_does_not(saves: Saves) -> None:
    put(saves.folder, naishi.Game.new(seed=7, players=NAMES[:2]), "a2")
    assert titles(saves.list()) == {}
    assert [line.split("  ")[:3] for line in printed.listing(saves.list())] == [
        ["a2", "Aiko – Bruno", "Aiko is choosing a gift"]
    ]
    put(saves.folder, new(), "k4")
    first, second = printed.listing(saves.list())
    assert first.startswith("k4  Unison  Aiko – Bruno – Chika  round 1 of 3 ")
    assert second.startswith("a2  Naishi  Aiko – Bruno          Aiko is choosing a gift ")
    assert next(printed_spoken.listing(saves.list())).startswith("k4: Unison, Aiko, Bruno and Chika, round 1 of 3, ")


def test_what_the_players_agreed_on_that_is_not_usual_is_in_the_list(saves: Saves) -> None:
    saves.create(naishi.Game.new(seed=7, options=naishi.Options(expansion="legends-travellers"))).close()
    (summary,) = saves.list()
    assert isinstance(summary, Summary)
    assert state(summary).endswith("(Legends & Travellers)")
    assert state(summary, in_short=True).endswith("(L&T)")


def test_it_is_deleted_restored_renamed_and_taken_in_like_any_other(saves: Saves, tmp_path: Path) -> None:
    with saves.create(whole(4, 6)) as opened:
        pass
    saves.delete(opened.id)
    (deleted,) = saves.trash.list()
    assert isinstance(deleted, Summary)
    assert deleted.game == "unison"
    assert saves.restore(opened.id) == opened.id
    assert saves.rename(opened.id, "final") == "final"
    assert saves.load("final").document() == opened.game.document()
    other = Saves(tmp_path / "other")
    assert [other.adopt(read_file(saves.path("final"))) for _time in range(2)] == ["final", "final"]
    assert (other.folder / "final.naishi.json").read_bytes() == saves.path("final").read_bytes()


def test_what_is_played_elsewhere_is_followed(saves: Saves) -> None:
    opened = saves.create(new())
    spectated = saves.spectate(opened.id)
    while opened.game.awaited:
        step(opened.game)
        opened.save()
        assert spectated.follow()
        assert everything(spectated.game) == everything(opened.game)


def test_bots_of_one_game_are_not_offered_in_another(saves: Saves) -> None:
    seated = [Player(name="Aiko"), Player(name="Hiro", kind="highest"), Player(name="Hana", kind="highest")]
    saves.create(kind_of("unison").new(seated)).close()
    last = saves.last_played()
    assert (last.level, last.people) == ("beginner", ("Aiko",))
    there = saves.last_played("unison")
    assert (there.level, there.opponent) == ("highest", "Aiko")
    new_game = NewGame(kind_of("unison"))
    there.seat_against_bots(new_game, person_first=True)
    assert new_game.players == [Player(name="Aiko"), Player(name="Hiro", kind="highest")]


LISTS = """
import sys
from pathlib import Path
from naishi.saves import Saves
from naishi.tabletop import kinds
kinds.register("unison", "tests.naishi.tabletop.unison:UNISON")
print([entry.id for entry in Saves(Path(sys.argv[1])).list()], "tests.naishi.tabletop.unison" in sys.modules)
"""


def test_another_game_is_imported_only_once_there_is_a_save_of_it(saves: Saves, python: Callable[..., Piped]) -> None:
    put(saves.folder, naishi.Game.new(seed=7, players=NAMES[:2]), "a")
    assert python(LISTS, saves.folder).rest() == "['a'] False\n"
    put(saves.folder, new(), "b")
    assert python(LISTS, saves.folder).rest() == "['b', 'a'] True\n"


@pytest.mark.parametrize("of", [lambda: whole(3, 7), lambda: whole(5), lambda: whole(2, 3)])
def test_a_file_cut_off_anywhere_keeps_every_whole_action(tmp_path: Path, of: Callable[[], Game]) -> None:
    game = of()
    content, lines = written(game), game.document()["actions"]
    begun, listed = content.index(b'"chance"'), content.index(b'"actions": [') + len(b'"actions": [')
    path = tmp_path / "x"
    for end in range(len(content)):
        path.write_bytes(content[:end])
        try:
            rescued = salvage(path)
        except DamagedSaveError:
            assert end < begun
            continue
        actions = rescued.game.document()["actions"]
        assert actions == lines[: len(actions)]
        assert len(actions) == rescued.kept
        assert [player.name for player in rescued.game.players] == [player.name for player in game.players]
        assert rescued.kept == min(len(lines), content[listed:end].count(b'"') // 2)
        document.read(written(rescued.game))


def test_a_salvaged_game_can_be_played_on(tmp_path: Path, saves: Saves) -> None:
    content = written(whole(3, 7))
    (path := tmp_path / "x").write_bytes(content[: content.index(b'"cursor"') - 12])
    with saves.create(salvage(path).game) as opened:
        while opened.game.awaited:
            step(opened.game)
            opened.save()
    assert saves.load(opened.id).result is not None


@pytest.mark.parametrize(
    ("change", "kept", "lost", "defaulted"),
    [
        ({"checksum": "x"}, 5, 0, ()),
        ({"actions": ["2 1", "1 2", "1 3", "0 1"]}, 2, 2, ()),
        ({"actions": ["2 1", {"a": 1}, "1 3"]}, 1, 2, ()),
        ({"players": 7}, 5, 0, ("players",)),
        ({"players": [{"name": "A"}]}, 5, 0, ("players",)),
        ({"options": []}, 5, 0, ("options",)),
        ({"options": {"dragons": "many"}}, 5, 0, ("options",)),
        ({"cursor": "two"}, 5, 0, ("cursor",)),
        ({"cursor": 3}, 5, 0, ()),
        ({"chance": 7}, 5, 0, ("chance",)),
        ({"chance": [["cards", [3, 2, 1]], ["dice", []]]}, 5, 0, ()),
        ({"seed": None}, 5, 0, ()),
        ({"rules": "one"}, 5, 0, ()),
    ],
)
def test_what_is_still_right_in_a_damaged_one_is_kept(
    tmp_path: Path, change: dict[str, Any], kept: int, lost: int, defaulted: tuple[str, ...]
) -> None:
    game = whole(steps=5)
    (path := tmp_path / "x").write_bytes(altered(change, game))
    rescued = salvage(path)
    assert (rescued.kept, rescued.lost, rescued.defaulted) == (kept, lost, defaulted)
    assert rescued.game.document()["actions"][:kept] == game.document()["actions"][:kept]
    assert rescued.game.ply() == (3 if change == {"cursor": 3} else kept)


@pytest.mark.parametrize("change", [{"seed": None, "chance": None}, {"rules": 2}, {"game": "go"}, {"game": None}])
def test_without_its_beginning_or_its_rules_nothing_is_left(tmp_path: Path, change: dict[str, Any]) -> None:
    (path := tmp_path / "x").write_bytes(altered(change))
    with pytest.raises(SaveError):
        salvage(path)


def test_a_plan_of_any_length_and_signs_is_readable_in_a_cut_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The toy takes any text for a number, as a plan of Shogun is one long text with colons and hyphens."""

    class Plan(NamedTuple):
        value: int
        text: str

    monkeypatch.setattr(unison.Unison, "action", lambda _rules, text: Plan(1, text))
    plan = "plan " + " ".join(f"Ise:recruit-{number}" for number in range(10))
    game = new()
    game.play(plan, 0)
    content = written(game)
    (path := tmp_path / "x").write_bytes(content[: content.index(b'"cursor"')])
    assert salvage(path).game.document()["actions"] == [f"0 {plan}"]
