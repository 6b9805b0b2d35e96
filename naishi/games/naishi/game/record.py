"""The document of a game, and checks of its deal."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Literal, Self

import pydantic

from naishi.common.documents import Document, refused_as
from naishi.common.i18n import NaishiError, _
from naishi.games.naishi.game.bot_names import player_name
from naishi.games.naishi.rules.actions import Action
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS, Deal, Module
from naishi.games.naishi.rules.position import Position
from naishi.tabletop.chance import DealProof
from naishi.tabletop.game import EarlyEnd
from naishi.tabletop.players import HUMAN, Player, clean_name


@dataclass(frozen=True, init=False)
class Options(Document):
    """What the players agreed on."""

    __pydantic_config__: ClassVar[Mapping[str, object]] = {"extra": "forbid"}

    undo: Literal["free", "off"] = "free"
    expansion: Module | None = None
    """The module that is played with; documents of base games don't mention it."""

    def __init__(self, undo: Literal["free", "off"] = "free", expansion: Module | None = None) -> None:
        with refused_as(NaishiError):
            read = self.model_validate({"undo": undo, "expansion": expansion})
        vars(self).update(vars(read))

    @pydantic.model_serializer(mode="wrap")
    def _without_none(self, serialise: pydantic.SerializerFunctionWrapHandler) -> dict[str, object]:
        fields: dict[str, object] = serialise(self)
        if self.expansion is None:
            fields.pop("expansion", None)
        return fields


def _checked(text: str) -> str:
    return Position.from_text(text).to_text()


class GameRecord(pydantic.BaseModel):
    """A game as a document. Every state of it is replayed from here (see `naishi.Game`).

    It begins with a deal, or else at a position that someone has set up.
    """

    model_config = pydantic.ConfigDict(frozen=True, extra="forbid")

    players: tuple[Player, Player]
    options: Options = Options()
    deal: Deal | None = None
    position: Annotated[str, pydantic.AfterValidator(_checked)] | None = None
    """Where the game begins, as position text."""
    proof: DealProof | None = None
    """What the deal was drawn from, where that can be checked; as secret as the deal while the game goes on."""
    actions: tuple[Action, ...] = pydantic.Field(default=(), max_length=1000)
    """All actions; those from `cursor` on are undone and can be redone."""
    cursor: int = pydantic.Field(default=0, ge=0)
    early_end: EarlyEnd | None = None
    """How the players ended the game before its end; documents of other games don't mention it."""
    sealed: Action | None = None
    """The gift that the second seat has chosen before the first; it becomes an action once that has given, too."""

    @pydantic.model_serializer(mode="wrap")
    def _without_what_is_rare(self, serialise: pydantic.SerializerFunctionWrapHandler) -> dict[str, object]:
        fields: dict[str, object] = serialise(self)
        for name in ("early_end", "sealed"):
            if getattr(self, name) is None:
                fields.pop(name, None)
        return fields

    @pydantic.model_validator(mode="after")
    def _check(self) -> Self:
        if (self.deal is None) == (self.position is None):
            raise NaishiError(_("A game begins either with a deal or at a position."))
        if self.deal is None and self.proof is not None:
            raise NaishiError(_("Only a game that begins with a deal has a proof of the deal."))
        expansion = LEGENDS_TRAVELLERS if len((self.position or "").split()) == 9 else None  # by its ninth field
        if self.deal is not None:
            expansion = self.deal.expansion
        if self.options.expansion != expansion:
            raise NaishiError(_("The options and the cards disagree on whether the game is played with the expansion."))
        if self.cursor > len(self.actions):
            raise NaishiError(_("The cursor is beyond the last action."))
        return self

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Read a record that `model_dump_json` wrote; a `Game` then checks its actions.

        Raises:
            NaishiError: It isn't one; the text says what is wrong first.
        """
        with refused_as(NaishiError):
            return cls.model_validate_json(text)

    def document(self) -> dict[str, Any]:
        """Return what a save keeps of the game, field by field in its order."""
        fields = {name: value for name, value in self.model_dump(mode="json").items() if value is not None}
        if self.proof is not None:  # a table's is written as it was when there was no other
            fields["proof"] = self.proof.model_dump(mode="json", exclude_defaults=True)
        return fields

    def start(self) -> Position:
        if self.deal is not None:
            return Position(self.deal)
        return Position.from_text(self.position or "")


def seated(seat: int, name: str, other: str, kind: str) -> tuple[Player, Player]:
    """Seat a person and an opponent, who gets another name if both have the same.

    The kind is that of the opponent: `human`, who has the `other` name, or that of a bot.
    """
    if kind != HUMAN:
        other = clean_name(player_name(kind))
    if name == other:
        other = clean_name(_("Player {number}").format(number=2 - seat))
    person, opponent = Player(name=name), Player(name=other, kind=kind)
    return (person, opponent) if seat == 0 else (opponent, person)


def holds(proof: DealProof, deal: Deal) -> bool:
    """Return whether a deal and the seats are what follows from a secret and the players' words."""
    return proof.is_sound and Deal.random(proof.seed, deal.expansion) == deal


class DealCheck(StrEnum):
    """What has come of checking a deal."""

    RIGHT = "right"
    WRONG = "wrong"
    UNPROVED = "unproved"
    NO_DEAL = "no deal"


def checked(deal: Deal | None, proof: DealProof | None) -> DealCheck:
    if deal is None:
        return DealCheck.NO_DEAL
    if proof is None:
        return DealCheck.UNPROVED
    return DealCheck.RIGHT if holds(proof, deal) else DealCheck.WRONG


def verdict(check: DealCheck) -> str:
    match check:
        case DealCheck.RIGHT:
            return _("The deal is right: it follows from the secret that was committed to and from the players' words.")
        case DealCheck.WRONG:
            return _("The deal is wrong: the cards or the seats don't follow from the secret and the words.")
        case DealCheck.UNPROVED:
            return _("This deal can't be checked: nobody had committed to it. That is so for games played at home.")
        case DealCheck.NO_DEAL:
            return _("There is no deal to check: this game began at a position that somebody had set up.")
