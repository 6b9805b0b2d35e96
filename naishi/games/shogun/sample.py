"""Sample season of Shogun for three, with comments."""

from naishi.common.i18n import _, listed
from naishi.games.shogun import words
from naishi.games.shogun.data import ACTIONS, CASTLE, RAISE5, TAX, THEATRE, board, event_indexes, indexes
from naishi.games.shogun.legal import MUST_LAY
from naishi.games.shogun.position import Happening
from naishi.games.shogun.view import ShogunView
from naishi.tabletop.game import Game
from naishi.tabletop.recorded import Sample

SEED = "6"
"""Draws the season that is told: change it, and none of the sentences is true."""
OPTIONS = {"setup": "printed"}
PLAYERS = ("Aiko", "Bruno", "Chika")
YOU, BRUNO, CHIKA = range(3)
FARMERS = -1
"""Their place among cubes."""

_BUILDINGS = "plan castle:Harima theatre:Sagami"
_GOODS = f"{_BUILDINGS} rice:Mino tax:Tamba"
_ARMIES = f"{_GOODS} raise5:Owari fightA:Suruga fightB:Musashi"
_PLAN = f"{_ARMIES} bid:2"
_OF_OTHERS = (
    "1 plan castle:Hitachi temple:Awa-Shikoku theatre:Kii rice:Shimosa tax:Ise raise5:Kaga raise3:Yamato "
    "fightA:Echizen fightB:Shimotsuke bid:1",
    "2 plan castle:Bitchu temple:Bingo theatre:Bizen rice:Hoki tax:Etchu raise5:Shinano raise1:Hida fightB:Omi "
    "bid:Settsu",
)
_NAMES = {"bruno": PLAYERS[BRUNO], "chika": PLAYERS[CHIKA]}


def sample(game: Game) -> Sample:
    """Return the first spring of a game of the seed, played and told in the language of the moment."""
    told = Sample(game, YOU)
    _begin(told)
    _plan(told)
    _order(told)
    _peace(told)
    _battles(told)
    _end(told)
    return told


def _view(told: Sample) -> ShogunView:
    """Return the game as you see it."""
    view: ShogunView = told.view
    return view


def _last(told: Sample, kind: str) -> Happening:
    """Return the newest happening of a kind after the last action."""
    happened = [Happening(*each) for each in _view(told).events[-1].facts["happened"]]
    return next(each for each in reversed(happened) if each.kind == kind)


def _begin(told: Sample) -> None:
    view = _view(told)
    told.say(
        _(
            "Welcome to Shogun! You are {you}; {bruno} and {chika} are daimyo like you. You have two years to gather "
            "the most points: with provinces, castles, temples and theatres. Here is the first spring."
        ).format(you=PLAYERS[YOU], **_NAMES)
    )
    told.say(
        _(
            "You begin with {provinces} provinces, a few armies in each, {chests} chests of gold, and more armies in "
            "reserve. On the map you are A: that letter stands where your armies are."
        ).format(provinces=view.seats[YOU].provinces, chests=view.seats[YOU].chests)
    )
    told.say(
        _(
            "Every season has ten actions, in an order drawn by chance. Five lie open: {actions}. Everyone plans all "
            "ten at once, in secret: which province does what."
        ).format(actions=listed(words.action_name(ACTIONS.index(name)) for name in view.order if name)),
    )


def _plan(told: Sample) -> None:
    box, at = board(), indexes()
    told.say(
        _(
            "You lay a province card on each action that you want. Harima shall build a castle, for {castle} chests, "
            "and Sagami a theatre, for {theatre}. Each building is a point in every winter, and whoever has most of a "
            "kind in a region gets more."
        ).format(castle=box.costs[CASTLE], theatre=box.costs[THEATRE]),
        _BUILDINGS,
    )
    told.say(
        _(
            "Mino gives {rice} rice, and Tamba pays {tax} chests of taxes. Both cost a little peace: a revolt marker "
            "comes to the province, and where one lies already, the farmers revolt."
        ).format(rice=box.provinces[at["Mino"]].rice, tax=box.provinces[at["Tamba"]].tax),
        _GOODS,
    )
    told.say(
        _(
            "Owari raises {count} armies for {cost} chests. Suruga and Musashi shall march. Where to is decided only "
            "when their action comes. Empty spaces hold a chest card: nothing happens there."
        ).format(count=5, cost=box.costs[RAISE5]),
        _ARMIES,
    )
    told.say(
        _(
            "The last space is a bid for the order of turns: you bid 2 chests. Each province can do one thing only, "
            "and at least {least} have to do something. That is your plan, and you are ready."
        ).format(least=MUST_LAY),
        _PLAN,
    )
    told.play(f"0 {_PLAN}", *_OF_OTHERS)


def _order(told: Sample) -> None:
    view = _view(told)
    told.say(
        _(
            "All plans are in. The event is drawn: {event}. The bids are shown: yours is the highest and is paid, so "
            "you choose first among five special cards. {chika} bid a province, which is free."
        ).format(event=words.event_text(event_indexes()[view.event]), **_NAMES),
    )
    told.play("0 choose chest", "1 choose attack", "2 choose six")
    view = _view(told)
    told.say(
        _(
            "You took the one that brings a chest more from taxes. {bruno} throws in an army more in his attacks, and "
            "{chika} raises 6 instead of 5. Where a card lies is its taker's turn: {names}."
        ).format(names=listed((PLAYERS[seat] for seat in view.turns), conjunction=False), **_NAMES)
    )


def _peace(told: Sample) -> None:
    told.play("2 move Hida Shinano 2")
    view = _view(told)
    tax = next(
        each
        for each in (Happening(*one) for one in view.events[-1].facts["happened"])
        if each.kind == "gained" and each.seat == YOU and each.item == TAX
    )
    told.say(
        _(
            "Now the actions come, each done by all in the order of turns. Five are done. You have {rice} rice, a "
            "theatre in Sagami, and {tax} chests from Tamba, one of them by your special card. Mino and Tamba bear a "
            "revolt marker each."
        ).format(rice=view.seats[YOU].rice, tax=tax.number)
    )
    told.play("1 move Shimotsuke Kozuke 3")
    battle = _last(told, "battle")
    told.say(
        _(
            "A battle: {bruno} attacks Kozuke, which is neutral. Into the tower go his {his} armies, one of them by "
            "his special card, and {farmers} farmers; some stay inside. {fell} of his fell out and {left} farmer: he "
            "wins, loses {left} for it, and holds Kozuke with {kept}."
        ).format(
            his=battle.cubes[BRUNO],
            farmers=battle.cubes[FARMERS],
            fell=battle.fell[BRUNO],
            left=battle.fell[FARMERS],
            kept=battle.item,
            **_NAMES,
        )
    )


def _battles(told: Sample) -> None:
    told.play("2 move Omi Settsu 3")
    told.say(
        _(
            "{chika} only moved armies between her own provinces. Now your Musashi: two armies go to Kai, one has to "
            "stay. The tower here is a model of the real one, so all odds that you are shown are a model, too."
        ).format(**_NAMES),
        "move Musashi Kai 2",
    )
    told.play("0 move Musashi Kai 2")
    battle = _last(told, "battle")
    told.say(
        _(
            "Bad luck! {fell} of your cubes fell out, but {farmers} farmers as well: more than went in, for some were "
            "in the tower before. Kai stays neutral, and your armies are back in the reserve."
        ).format(fell=battle.fell[YOU], farmers=battle.fell[FARMERS]),
    )
    told.play("1 move Echizen Omi 2")
    told.say(
        _(
            "{bruno} takes Omi from {chika}. With a province its card is lost: what was planned there and is still to "
            "come doesn't happen."
        ).format(**_NAMES)
    )
    told.say(
        _("You try again: four armies of Suruga march on Totomi, against the {count} farmers of the event.").format(
            count=2
        ),
        "move Suruga Totomi 4",
    )
    told.play("0 move Suruga Totomi 4")
    battle = _last(told, "battle")
    told.say(
        _(
            "{fell} of your cubes fell out, though you threw in {thrown}: one of an earlier throw came along. Against "
            "{farmers} farmers that is enough. Totomi is yours, with {kept} armies."
        ).format(thrown=battle.cubes[YOU], fell=battle.fell[YOU], farmers=battle.fell[FARMERS], kept=battle.item)
    )


def _end(told: Sample) -> None:
    view = _view(told)
    seat = view.seats[YOU]
    told.say(
        _(
            "The other actions followed at once: five armies stand in Owari besides the two there, and Harima has its "
            "castle. After this spring you own {count} provinces, {chests} chests and {rice} rice."
        ).format(count=seat.provinces, chests=seat.chests, rice=seat.rice)
    )
    told.say(
        _(
            "After summer and autumn comes winter. First some rice is lost, as the last event says; then each province "
            "needs one rice. Where it is missing, farmers revolt. Then points are counted, in each of the two winters."
        )
    )
    told.say(
        _(
            "Now it is summer, and the next plan is up to you. While you lay one, the game tells what it would bring "
            "and what can't be done. Good luck!"
        ),
    )
