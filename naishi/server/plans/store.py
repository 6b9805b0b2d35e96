"""Stored conditional moves."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from enum import StrEnum
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, PlainSerializer, PlainValidator
from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects.postgresql import insert

from naishi.server.database.database import Database
from naishi.server.database.schema import plans
from naishi.server.match.rows import NAISHI
from naishi.tabletop.game import Action
from naishi.tabletop.kinds import kind_of


class PlanEnd(StrEnum):
    """What became of a plan."""

    PLAYED = "played"
    UNMET = "unmet"
    """The other player has done something else."""
    REFUSED = "refused"
    """An action wasn't possible; those before it were played."""
    OFFERED = "offered"
    """The other player has offered something, which an action would have declined."""
    UNDONE = "undone"
    """What came before it was undone."""


def _read(action: Any) -> Any:
    return kind_of(NAISHI).action(action) if isinstance(action, str) else action


Planned = Annotated[Action, PlainValidator(_read), PlainSerializer(str)]
"""An action, stored as its text; only Naishi has conditional moves."""


class Rule(BaseModel):
    """What to do if the other player does something in their next turn."""

    model_config = ConfigDict(frozen=True)

    when: Planned
    play: tuple[Planned, ...]


class Plan(BaseModel):
    """What the player at a seat wants to do after the other player's next turn, or what became of that."""

    model_config = ConfigDict(frozen=True)

    rules: tuple[Rule, ...] = ()
    ply: int
    """How many actions had been played when it was made."""
    mark: int
    """What these actions were: see `naishi.server.plans.plans.mark_of`."""
    end: PlanEnd | None = None
    """What became of it, until the player is told; None while it waits."""
    rule: Rule | None = None
    """The rule that applied, once there is an end."""
    refused: Planned | None = None
    """The action that wasn't possible."""


Key = tuple[str, int]
"""The id of a match, and a seat."""


class PlanStore:
    """The plans in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self) -> dict[Key, Plan]:
        """Return all plans; a damaged one is left out."""
        rows = await self._database.read(lambda db: db.execute(select(plans)).all())
        return _plans(rows)

    async def of(self, matches: Collection[str]) -> dict[Key, Plan]:
        """Return the plans for some matches."""
        some = select(plans).where(plans.c.match.in_(matches))
        return _plans(await self._database.read(lambda db: db.execute(some).all()))

    async def write(self, key: Key, plan: Plan | None) -> None:
        """Store the plan of a seat, or that there is none any more."""
        match, seat = key

        def write(db: Connection) -> None:
            if plan is None:
                db.execute(delete(plans).where(plans.c.match == match, plans.c.seat == seat))
                return
            added = insert(plans).values(match=match, seat=seat, plan=plan.model_dump_json())
            changed = {"plan": added.excluded.plan}
            db.execute(added.on_conflict_do_update(index_elements=["match", "seat"], set_=changed))

        await self._database.write(write)


def _plans(rows: Sequence[Any]) -> dict[Key, Plan]:
    found: dict[Key, Plan] = {}
    for row in rows:
        with suppress(ValueError):
            found[row.match, row.seat] = Plan.model_validate_json(row.plan)
    return found
