"""All chance of a game, and commitments to it.

Whoever deals chooses a secret and shows its SHA-256, the commitment. Only then do the players add words of their own.
All chance follows from these; after the game the secret is shown, and everybody can work it out again.
"""

import json
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from naishi.common.i18n import NaishiError, _, quoted

T = TypeVar("T")

Outcome = Any
"""What a draw gave, as JSON: the order of a deck, the cubes that fell out of a tower."""
Tape = Sequence[tuple[str, Outcome]]
"""Recorded draws in the order in which they were made, each with its name."""


class ChanceError(NaishiError):
    """A recorded outcome that the rules can't have drawn at that point."""


class OutcomeNeededError(NaishiError):
    """A draw that is made on a real table: what it gave has to be typed in before anything can be played.

    The text says what to do there.
    """

    name: str

    def question(self, names: Sequence[str], *, aids: bool = True) -> str:
        return str(self)

    def read(self, typed: str) -> Outcome:
        """Return the outcome that a person has typed in.

        Raises ChanceError: it is impossible, or it makes no sense; the text says why.
        """
        raise NotImplementedError


class Source:
    """Random numbers that follow from a text, the same on every platform and version of Python.

    64-bit numbers come from SHA-256 in counter mode: Python's own `shuffle` may change between versions.
    """

    def __init__(self, text: str) -> None:
        self._text = f"{text}/".encode()
        self._count = 0

    def below(self, limit: int) -> int:
        """Return a number from 0 to `limit` - 1; the bias is below limit / 2**64."""
        digest = sha256(self._text + b"%d" % self._count).digest()
        self._count += 1
        return int.from_bytes(digest[:8], "big") * limit >> 64

    def shuffle(self, items: Iterable[T]) -> list[T]:
        """Return the items in random order, by Fisher and Yates."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            chosen = self.below(last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return order

    def happens(self, probability: float) -> bool:
        return self.below(1 << 53) < probability * (1 << 53)


class Chance:
    """All chance of a game: what was drawn so far, then what follows from the seed.

    An outcome follows from the seed, the name of the draw and how many of that name came before. So a turn that was
    undone meets the same luck again, and a seed that was committed to proves every later draw.

    Args:
        seed: New outcomes follow from it.
        at: How many draws of the tape have been used; by default all.
        typed: Outcomes seen on a real table; the next of a name comes before one that follows from the seed.
    """

    def __init__(self, seed: str, tape: Tape = (), at: int | None = None, typed: Tape = ()) -> None:
        self.typed: list[tuple[str, Outcome]] = [(name, outcome) for name, outcome in typed]
        """What hasn't been drawn of it yet."""
        self.seed = seed
        self.tape: list[tuple[str, Outcome]] = [(name, outcome) for name, outcome in tape]
        self.at = len(self.tape) if at is None else at

    def draw(self, name: str, make: Callable[[Source], Outcome], fits: Callable[[Outcome], bool]) -> Outcome:
        """Return the next recorded outcome; where there is none, a new one, which is recorded.

        Raises ChanceError: the record has another draw here, or an impossible outcome.
        """
        if self.at < len(self.tape):
            recorded, outcome = self.tape[self.at]
            if recorded != name:
                words = _("The record has chance for {recorded} where {name} is drawn.")
                raise ChanceError(words.format(recorded=quoted(str(recorded)), name=quoted(name)))
            if not fits(outcome):
                raise ChanceError(_("The record has an impossible outcome for {name}.").format(name=quoted(name)))
        else:
            outcome = self._new(name, make, fits)
            self.tape.append((name, outcome))
        self.at += 1
        return outcome

    def _new(self, name: str, make: Callable[[Source], Outcome], fits: Callable[[Outcome], bool]) -> Outcome:
        for number, (each, outcome) in enumerate(self.typed):
            if each == name:
                if not fits(outcome):
                    raise ChanceError(_("What was typed in for {name} is impossible.").format(name=quoted(name)))
                del self.typed[number]
                return outcome
        before = sum(1 for each, _outcome in self.tape if each == name)
        return make(Source(f"{self.seed}/{name}/{before}"))

    def shuffle(self, name: str, items: Iterable[T]) -> list[T]:
        """Return items, which JSON can hold, in a recorded order."""
        whole = list(items)

        def is_same(order: Outcome) -> bool:
            return isinstance(order, list | tuple) and sorted(map(repr, order)) == sorted(map(repr, whole))

        return list(self.draw(name, lambda source: source.shuffle(whole), is_same))


WORD_LENGTH = 60
"""The most characters of a player's word."""

_SHOWN = re.compile(r"[!-~]+(?: [!-~]+)*")


def check_word(word: str) -> str:
    """Return a player's word for a deal as it is.

    Raises NaishiError: it isn't plain ASCII, which everybody can type again, or too long.
    """
    if word and (len(word) > WORD_LENGTH or not _SHOWN.fullmatch(word)):
        words = _("A word for the deal has up to {longest} letters, digits and signs of plain ASCII.")
        raise NaishiError(words.format(longest=WORD_LENGTH))
    return word


def read_word(typed: str) -> str:
    """Return the word that a player has typed to add it to a deal.

    Raises NaishiError: it isn't plain ASCII, or too long, or there is none.
    """
    if not (word := typed.strip()):
        raise NaishiError(_("Type some words first."))
    return check_word(word)


Word = Annotated[str, AfterValidator(check_word)]
Commitment = Annotated[str, Field(pattern=re.compile(r"^[0-9a-f]{64}\Z"))]


def new_secret() -> str:
    """Return a secret that nobody can guess: 128 random bits."""
    return secrets.token_hex(16)


def commitment_to(secret: str) -> str:
    """Return the SHA-256 of a secret, in hexadecimal: `printf %s SECRET | sha256sum` prints the same."""
    return sha256(secret.encode()).hexdigest()


def commitment_to_all(commitments: Iterable[str]) -> str:
    """Return the SHA-256 of several commitments, written one a line, in hexadecimal."""
    return commitment_to("\n".join(commitments))


def committed(commitment: str) -> str:
    return _("Commitment to the deal (SHA-256): {hash}").format(hash=commitment)


def committed_to_rematch(commitment: str) -> str:
    return _("Commitment to the deal of the rematch (SHA-256): {hash}").format(hash=commitment)


def committed_to_round(number: int, commitment: str) -> str:
    words = _("Commitment to the deals of round {number} (SHA-256): {hash}")
    return words.format(number=number, hash=commitment)


def mixed() -> str:
    return _("Your words are added to the deal.")


def mixed_into_rematch() -> str:
    return _("Your words are added to the deal of the rematch.")


def mixed_into_round(number: int) -> str:
    return _("Your words are added to the deal of your game in round {number}.").format(number=number)


MOST_BOARDS = 16
"""Games of a tournament's round."""


class DealProof(BaseModel):
    """What a deal was drawn from."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    secret: Annotated[str, Field(pattern=re.compile(r"^[0-9a-f]{32}\Z"))]
    """Chosen by whoever deals, told when the game is over."""
    words: tuple[Word, Word]
    """Of the player at the seat `host` and of the other one; empty for a player who gave none."""
    host: Literal[0, 1]
    """The seat of whoever made the table; 0 where the seats weren't drawn."""
    seats_drawn: bool = True
    """Whether the seats follow from it, too. Else they were settled before: by the game before it, or by a pairing."""
    round: Annotated[tuple[Commitment, ...], Field(max_length=MOST_BOARDS)] = ()
    """The commitments to all secrets of the round, of which this is one; empty but for a tournament's game."""

    @classmethod
    def draw(cls, secret: str, words: tuple[str, str] = ("", "")) -> "DealProof":
        return cls(secret=secret, words=words, host=_host_of(_seed(secret, words)))

    @classmethod
    def seated(cls, secret: str, words: tuple[str, str], round_: tuple[str, ...] = ()) -> "DealProof":
        return cls(secret=secret, words=words, host=0, seats_drawn=False, round=round_)

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret in hexadecimal, or that of all commitments of a tournament's round."""
        return commitment_to_all(self.round) if self.round else commitment_to(self.secret)

    @property
    def seed(self) -> str:
        """One text for the three, which no other three have; all chance follows from it."""
        return _seed(self.secret, self.words)

    @property
    def is_sound(self) -> bool:
        seats_follow = self.host == (_host_of(self.seed) if self.seats_drawn else 0)
        return seats_follow and (not self.round or commitment_to(self.secret) in self.round)


def _seed(secret: str, words: tuple[str, str]) -> str:
    return json.dumps([secret, *words])


def _host_of(seed: str) -> Literal[0, 1]:
    return 1 if sha256(f"host of {seed}".encode()).digest()[0] & 1 else 0


def drawn_from(proof: DealProof, names: Sequence[str]) -> Iterator[str]:
    """Say what a deal was drawn from; only once nothing is hidden any more."""
    yield committed(proof.commitment)
    if proof.round:
        words = _("It is the SHA-256 of the commitments to all deals of the round, one a line: {hashes}")
        yield words.format(hashes=" ".join(proof.round))
    yield _("Secret: {secret}").format(secret=proof.secret)
    for seat, word in zip((proof.host, 1 - proof.host), proof.words, strict=True):
        added = _("{name} added: {word}") if word else _("{name} added no word.")
        yield added.format(name=names[seat], word=quoted(word))


def dealt(commitment: str | None, proof: DealProof | None, names: Sequence[str]) -> Iterator[str]:
    """Say how a deal was drawn, as far as someone may know it; nothing where nobody has committed to it.

    Args:
        proof: What it was drawn from; None while cards are hidden.
    """
    if proof is not None:
        yield from drawn_from(proof, names)
    elif commitment is not None:
        yield committed(commitment)
