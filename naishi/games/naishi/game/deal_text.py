"""What is told of how a deal was drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from naishi.common.i18n import _, quoted
from naishi.games.naishi.game.deal_proof import DealCheck, DealProof


def committed(commitment: str) -> str:
    """Say what a deal is committed to."""
    return _("Commitment to the deal (SHA-256): {hash}").format(hash=commitment)


def committed_to_rematch(commitment: str) -> str:
    """Say what the deal of a rematch is committed to, before anybody has agreed to one."""
    return _("Commitment to the deal of the rematch (SHA-256): {hash}").format(hash=commitment)


def committed_to_round(number: int, commitment: str) -> str:
    """Say what the deals of a round of a tournament are committed to, before anybody is paired."""
    words = _("Commitment to the deals of round {number} (SHA-256): {hash}")
    return words.format(number=number, hash=commitment)


def drawn_from(proof: DealProof, names: Sequence[str]) -> Iterator[str]:
    """Say what a deal was drawn from; only once nothing is hidden any more.

    Args:
        proof: What it was drawn from.
        names: Of the players, by seat.
    """
    yield committed(proof.commitment)
    if proof.round:
        words = _("It is the SHA-256 of the commitments to all deals of the round, one a line: {hashes}")
        yield words.format(hashes=" ".join(proof.round))
    yield _("Secret: {secret}").format(secret=proof.secret)
    for seat, word in zip((proof.host, 1 - proof.host), proof.words, strict=True):
        if word:
            yield _("{name} added: {word}").format(name=names[seat], word=quoted(word))
        else:
            yield _("{name} added no word.").format(name=names[seat])


def verdict(check: DealCheck) -> str:
    """Say what has come of checking a deal, and what that means."""
    match check:
        case DealCheck.RIGHT:
            return _("The deal is right: it follows from the secret that was committed to and from the players' words.")
        case DealCheck.WRONG:
            return _("The deal is wrong: the cards or the seats don't follow from the secret and the words.")
        case DealCheck.UNPROVED:
            return _("This deal can't be checked: nobody had committed to it. That is so for games played at home.")
        case DealCheck.NO_DEAL:
            return _("There is no deal to check: this game began at a position that somebody had set up.")


def dealt(commitment: str | None, proof: DealProof | None, names: Sequence[str]) -> Iterator[str]:
    """Say how a deal was drawn, as far as somebody may know it; nothing where nobody has committed to it.

    Args:
        commitment: To its secret, if any.
        proof: What it was drawn from; None while cards are hidden.
        names: Of the players, by seat.
    """
    if proof is not None:
        yield from drawn_from(proof, names)
    elif commitment is not None:
        yield committed(commitment)
