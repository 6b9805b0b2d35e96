"""What is told of how a deal was drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from naishi.common.i18n import _, quoted
from naishi.game.deal_proof import DealProof


def committed(commitment: str) -> str:
    """Say what a deal is committed to."""
    return _("Commitment to the deal (SHA-256): {hash}").format(hash=commitment)


def committed_to_rematch(commitment: str) -> str:
    """Say what the deal of a rematch is committed to, before anybody has agreed to one."""
    return _("Commitment to the deal of the rematch (SHA-256): {hash}").format(hash=commitment)


def drawn_from(proof: DealProof, names: Sequence[str]) -> Iterator[str]:
    """Say what a deal was drawn from; only once nothing is hidden any more.

    Args:
        proof: What it was drawn from.
        names: Of the players, by seat.
    """
    yield committed(proof.commitment)
    yield _("Secret: {secret}").format(secret=proof.secret)
    for seat, word in zip((proof.host, 1 - proof.host), proof.words, strict=True):
        if word:
            yield _("{name} added: {word}").format(name=names[seat], word=quoted(word))
        else:
            yield _("{name} added no word.").format(name=names[seat])


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
