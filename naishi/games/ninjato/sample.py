"""Sample round of Ninjato for two players, with comments."""

from naishi.common.i18n import _, percent
from naishi.games.ninjato import names as of
from naishi.games.ninjato.odds import raid_odds
from naishi.games.ninjato.position import Position
from naishi.games.ninjato.scoring import honour_of
from naishi.tabletop.recorded import RecordedGame, Sample

SEED = "sample 327"
"""With this luck a round has a guard with an alarm, an elite guard, and a cleared house."""


def sample(game: RecordedGame[Position]) -> Sample:
    """Return a commented round.

    Args:
        game: A game of two that has just begun, by the seed of the sample.
    """
    found = Sample(game)
    _begin(found)
    _first_raid(found)
    _others_raid(found)
    _end(found)
    return found


def _begin(sample: Sample) -> None:
    """Show the places and the hand."""
    sample.say(
        _(
            "You are Aiko and lead a clan of ninja against Bruno's. In each of seven rounds you place three shuriken, "
            "taking turns. Each does at once what its place offers: a house, the palace, the pavilion, the dojo or the "
            "sensei."
        )
    )
    sample.say(
        _(
            "In the houses lie treasures: f is a fan, worth 2, s a scroll (3), v a vase (4), j jade (5), and g gold, "
            "which stands for any of them. Each house is held by a clan, with its honour, and watched by a sentry."
        ),
    )
    sample.say(
        _(
            "This is your hand of dojo cards: 1, 2, 3 and 5. By strength, a card has to be higher than the guard; by "
            "stealth, lower. A 3 may be added to any other card: it makes it one better."
        ),
        "play 1",
    )


def _first_raid(sample: Sample) -> None:
    """Raid a house by stealth, call banzai, and leave in time."""
    sample.say(
        _(
            "House 5 has gold, and its sentry is a 2. Your 1 is lower, so you raid it by stealth. Bruno could raid it, "
            "too: no place is taken by the first to come."
        ),
        "raid 5",
    )
    sample.play("0 raid 5 stealth", "0 play 1")
    odds = raid_odds(sample.view.table)
    assert odds is not None  # noqa: S101 - so the game was made
    gaps = {"chance": percent(float(odds.chance)), "leave": odds.leave, "go_on": round(odds.go_on)}
    sample.say(
        _(
            "The sentry is beaten and the cheapest treasure, a vase, lies on your shuriken. Leave with it, or call "
            "banzai and face the next guard for another? With 2, 3 and 5 left you beat most guards: {chance}. Going on "
            "is worth about {go_on}, leaving {leave}."
        ).format(**gaps)
    )
    sample.play("0 banzai")
    sample.say(
        _(
            "Banzai! A 2 comes, and it rings the alarm: another vase is brought to the house, and the dearest treasure "
            "turns red. Elite guards watch red treasures. Nothing in your hand is lower than 2 alone, but a 2 with a 3 "
            "counts as 1."
        ),
        "play 2",
    )
    sample.play("0 play 2 3")
    sample.say(
        _(
            "Two vases won, and a 5 is all that is left in your hand. By stealth it beats nothing. A raider who loses "
            "to a guard keeps only one treasure, so you leave with both."
        )
    )
    sample.play("0 leave")
    sample.say(
        _("After a raid a new treasure comes to the house. The sentry stays, and the house can be raided again.")
    )


def _others_raid(sample: Sample) -> None:
    """Pay for an envoy, and watch the other player clear a house."""
    sample.play("1 dojo", "1 draw 4", "1 draw deck")
    sample.say(
        _(
            "Bruno visits the dojo and takes two cards, an open one and one from the deck. With fewer than two in hand "
            "one takes more. Those who were at the dojo go first in the next round, the last of them before all others."
        ),
        "dojo",
    )
    sample.say(
        _(
            "Now treasures become honour. In the palace, an envoy of Go-Shirakawa asks for one to four treasures of a "
            "kind. Two vases score what they are worth, 8, and the envoy is yours: that is influence in the clan."
        ),
        "bribe G31",
    )
    sample.play("0 bribe G31 v v")
    sample.play("1 raid 3 strength", "1 play 4", "1 banzai", "1 play 5", "1 banzai", "1 play 2")
    sample.say(
        _(
            "Bruno raids house 3 by strength and calls banzai twice: his 4, 5 and 2 were each higher than the guard. "
            "One treasure is left, and it is red: the next guard will be an elite one."
        )
    )
    sample.play("1 banzai", "1 play 4")
    sample.say(
        _(
            "The elite guard counts 3 by strength and 1 by stealth; a 4 beats it. Its card is Bruno's and brings "
            "honour at the end. No treasure is left: he takes all four, and hands the house to another clan."
        )
    )
    sample.play("1 claim M8")
    clan, honour = of.clan("M"), honour_of(sample.view.table, "M")
    sample.say(
        _(
            "He chose {clan}, whose houses count {honour} now. A cleared house is closed until the round ends. In a "
            "scoring, the player with most influence in a clan takes the honour of its houses, or a rumour instead."
        ).format(clan=clan, honour=honour),
        "raid 3",
    )


def _end(sample: Sample) -> None:
    """Learn a skill, end the round, and look ahead."""
    sample.say(
        _(
            "Your last shuriken goes to the sensei. Kenjutsu costs a 5, the card that you have left. Once a round it "
            "makes a card count as 6: no guard is higher. And with no card in hand, the dojo will give you four."
        ),
        "learn kenjutsu",
    )
    sample.play("0 learn kenjutsu 5", "1 bribe M37 f f")
    sample.say(
        _(
            "Bruno wins an envoy of {clan}, and the round is over. He alone was at the dojo, so he begins the next. "
            "House 3 opens again with a new sentry and three treasures, and the empty places are filled up."
        ).format(clan=of.clan("M")),
        "raid 3",
    )
    sample.say(
        _(
            "After rounds 3, 5 and 7 come the scorings. Right now Bruno would be first in {minamoto} and you in "
            "{go}. Rumours, bought in the pavilion, count once more at the very end: envoys, skills, elite guards."
        ).format(minamoto=of.clan("M"), go=of.clan("G"))
    )
    sample.say(
        _("After seven rounds the most honour wins. Your first opponent is a beginner, who doesn't look far ahead.")
    )
