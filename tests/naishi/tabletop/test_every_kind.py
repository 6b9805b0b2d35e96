"""Contract of a kind of game, for each kind: kinds, game, recorded."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from naishi.bots.protocol import Clock
from naishi.common.i18n import IllegalActionError, InvalidActionError, NaishiError, NewerSaveError
from naishi.tabletop.game import Game
from naishi.tabletop.kinds import KINDS, kind_of, title_of
from naishi.tabletop.players import Player
from naishi.tabletop.recorded import RecordedEvent
from tests.naishi.tabletop import unison
from tests.naishi.tabletop.shared import is_a_line

NAMES = ("Aiko", "Bruno", "Chika", "Dana", "Emil")


KEYS = (*dict.fromkeys((*KINDS, "unison")),)


SEED = "7"


MOMENTS = 5
"""At so many secret choices of a game both ways are tried."""


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "unison", f"{unison.__name__}:UNISON")


def new(key: str, **options: str) -> Game:
    kind = kind_of(key)
    game: Game = kind.new(NAMES[: max(kind.seats)], options, SEED)
    return game


def moves(game: Game) -> Iterator[Any]:
    """Have the weakest bot play every seat, and yield each action after it was played."""
    kind = kind_of(game.key)
    bots = [kind.bot(kind.bots()[0], seat) for seat in range(len(game.players))]
    while awaited := game.awaited:
        action = bots[awaited[0]].choose(game.view(awaited[0]), Clock())
        game.play(action, awaited[0])
        yield action


def played(key: str) -> Game:
    game = new(key)
    for _action in moves(game):
        pass
    return game


def everything(game: Game) -> list[Any]:
    return [game.view(seat) for seat in (None, *range(len(game.players)))]


@pytest.mark.parametrize("key", KEYS)
def test_a_whole_game_is_a_record_that_brings_it_back_at_every_step(key: str) -> None:
    game, seen = new(key), list[list[Any]]()
    seen.append(everything(game))
    for _action in moves(game):
        seen.append(everything(game))
    kind = kind_of(key)
    assert game.result is not None
    assert game.is_open
    while game.can_undo:
        game.undo()
        assert everything(game) == seen[game.ply()]
    while game.can_redo:
        game.redo()
    read = kind.read(json.loads(json.dumps(game.document())))
    assert everything(read) == seen[-1]
    for ply in (1, len(seen) // 2):
        assert everything(read.at(ply)) == seen[ply]
    assert game.rematch().result is None


@pytest.mark.parametrize("key", KEYS)
def test_a_view_goes_to_another_process_and_says_what_is_legal(key: str) -> None:
    game, kind = new(key), kind_of(key)
    for number, _action in enumerate(moves(game)):
        if number % 7:
            continue
        for view in everything(game):
            again = kind.view(json.loads(json.dumps(view.model_dump(mode="json"))))
            assert again.position_text() == view.position_text()
            assert again.legal_actions == view.legal_actions
            assert not (view.public and view.legal_actions)
            for action in view.legal_actions:
                assert view.refusal(action) is None
                assert kind.action(action.text) == action


def errors(game: Game, chooser: int, chosen: Any) -> list[str]:
    """What is said where a seat chooses again, where others do what means nothing, and of a seat that isn't there."""
    said = []
    for seat, action in ((chooser, chosen), *((seat, "no such action") for seat in game.awaited), (9, chosen)):
        with pytest.raises(NaishiError) as refused:
            game.play(action, seat)
        said.append(str(refused.value))
    return said


@pytest.mark.parametrize("key", KEYS)
def test_a_seat_that_is_not_awaited_is_refused_in_one_line(key: str) -> None:
    """Also where all are awaited at first: whoever has chosen waits for the others."""
    game, met = new(key), 0
    for action in moves(game):
        others = {*range(len(game.players))} - {*game.awaited}
        if met == MOMENTS or not game.awaited:
            break
        before = game.document(), everything(game)
        for seat in others:
            with pytest.raises(IllegalActionError) as refused:
                game.play(action, seat)
            assert is_a_line(refused)
            met += 1
        with pytest.raises(IllegalActionError, match=r"no seat|turn"):
            game.play(action, len(game.players))
        assert (game.document(), everything(game)) == before
    assert met


@pytest.mark.parametrize("key", KEYS)
def test_too_few_and_too_many_players_are_refused_in_one_line(key: str) -> None:
    kind = kind_of(key)
    for count in (0, min(kind.seats) - 1, max(kind.seats) + 1):
        with pytest.raises(NaishiError, match="players") as refused:
            kind.new([f"Player {number}" for number in range(count)], {}, SEED)
        assert is_a_line(refused)


@pytest.mark.parametrize("key", KEYS)
def test_a_game_of_newer_rules_is_refused_in_one_line(key: str) -> None:
    """Records of Naishi don't say by which rules they were played: the version of a save does, and a server's row."""
    kind = kind_of(key)
    with pytest.raises(NaishiError if key == "naishi" else NewerSaveError) as refused:
        kind.read({**new(key).document(), "rules": kind.rules_version + 1})
    assert is_a_line(refused)


@pytest.mark.parametrize("key", KEYS)
def test_chance_that_does_not_fit_the_rules_is_refused_in_one_line(key: str) -> None:
    wrong = [*with_wrong_chance(json.loads(json.dumps(new(key).document())))]
    assert wrong
    for document in wrong:
        with pytest.raises(NaishiError) as refused:
            kind_of(key).read(document)
        assert is_a_line(refused)


def with_wrong_chance(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a record with one outcome after the other cut short, or of another sort."""
    if "deal" in document:
        yield from (
            {**document, "deal": {**document["deal"], name: cards[1:]}} for name, cards in document["deal"].items()
        )
        return
    for place, (name, outcome) in enumerate(document["chance"]):
        cut = outcome[1:] if isinstance(outcome, list) else [outcome]
        yield {**document, "chance": [*document["chance"][:place], [name, cut], *document["chance"][place + 1 :]]}


@pytest.mark.parametrize("key", KEYS)
def test_what_is_refused_changes_nothing(key: str) -> None:
    game = new(key)
    before, seat = everything(game), game.awaited[0]
    with pytest.raises(InvalidActionError):
        game.play("no such action", seat)
    others = [each for each in range(len(game.players)) if each not in game.awaited]
    for other in others:
        with pytest.raises(IllegalActionError):
            game.play(kind_of(key).bot(kind_of(key).bots()[0], 1).choose(game.view(seat), Clock()), other)
    assert everything(game) == before


@pytest.mark.parametrize("key", KEYS)
def test_a_choice_that_nobody_has_seen_shows_no_other_seat_what_it_was(key: str) -> None:
    """Where several are awaited, the first chooses in two ways: the views of all others are equal."""
    game, kind, met, differed = new(key), kind_of(key), 0, 0
    for _action in moves(game):
        if len(game.awaited) < 2 or differed == MOMENTS:
            continue
        met += 1
        seat, view = game.awaited[0], game.view(game.awaited[0])
        one, other = game.copy(), game.copy()
        chosen = kind.bot(kind.bots()[0], 1).choose(view, Clock())
        different = [each for each in view.legal_actions if each != chosen] or [
            kind.bot("absent", 2).choose(view, Clock())
        ]
        one.play(chosen, seat)
        other.play(different[0], seat)
        differed += different[0].text != chosen.text
        for each in (None, *(each for each in range(len(game.players)) if each != seat)):
            assert one.view(each) == other.view(each)
        assert kind.progress(one) == kind.progress(other)
        assert errors(one, seat, chosen) == errors(other, seat, chosen)
        assert one.can_withdraw(seat)
        one.withdraw(seat)
        assert everything(one) == everything(game)
    if not met:
        pytest.skip("its seats decide in turn")
    assert differed


@pytest.mark.parametrize("key", KEYS)
def test_everything_has_words(key: str) -> None:
    game, kind = played(key), kind_of(key)
    assert kind.title() == title_of(key) != ""
    assert all(row.values for row in kind.option_rows())
    assert [level.kind for level in kind.levels() if level.kind not in kind.bots()] == []
    secret: set[int] = set()
    for ply in range(0, game.ply() + 1, 7):
        now = game.at(ply)
        secret |= {number for number, event in enumerate(now.events()) if event.action is None}
        assert kind.progress(now)
        assert kind.when(now.round)
        for seat, view in zip((None, *range(len(now.players))), everything(now), strict=True):
            names = [player.name for player in now.players]
            assert all(kind.sentence(event, names, seat) for event in view.events)
            assert kind.lines(view)[0]
    # A choice that was secret is told once more without its facts when it is open.
    events = [event for number, event in enumerate(game.events()) if number in secret]
    opened = [event._replace(facts={}) for event in events if isinstance(event, RecordedEvent)]
    assert all(kind.sentences(event, NAMES, None) for event in opened if event.action is not None)
    assert all(kind.lines(view, "score") and kind.outcome(view, None) for view in everything(game))
    assert all(section.title and section.paragraphs for section in kind.rules())


@pytest.mark.parametrize("key", KEYS)
def test_a_seat_may_be_a_bot_and_undo_may_be_off(key: str) -> None:
    kind = kind_of(key)
    bots = [Player(name=level.player_name, kind=level.kind) for level in kind.levels()][:1]
    players = [*map(Player, NAMES[: min(kind.seats) - 1]), *bots]
    assert kind.new(players, {"undo": "off"}, SEED).options.undo == "off"
    assert kind.new(players, {}, SEED).options.undo != "off"
