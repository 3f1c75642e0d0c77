"""Events of the money of a tournament, and of the classes of its players. They are for its organisers and referees."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from core.events.base import MayBeWithheld


@dataclass(frozen=True, slots=True)
class MoneyPlanned(MayBeWithheld):
    """From now on this is the plan of fees and prizes (`core.tournament.model.money.Plan`); `None`: there is none."""

    SCHEMA: ClassVar[int] = 1
    plan: Mapping[str, Any] | None
    salt: str | None = None


@dataclass(frozen=True, slots=True)
class PaymentNoted(MayBeWithheld):
    """A player has paid so much in all, in the smallest unit of the currency: the fee, or that of a side pool.

    A later one corrects it. `waived`: what is missing is not asked for.
    """

    SCHEMA: ClassVar[int] = 1
    player: str
    paid: int
    pool: str | None = None
    waived: bool = False
    salt: str | None = None


@dataclass(frozen=True, slots=True)
class PoolEntered(MayBeWithheld):
    """A player takes part in a side pool, or not `inside` any more."""

    SCHEMA: ClassVar[int] = 1
    pool: str
    player: str
    inside: bool = True
    salt: str | None = None


@dataclass(frozen=True, slots=True)
class PoolWon(MayBeWithheld):
    """These players share a side pool whose winner is named by hand; without any it is open again."""

    SCHEMA: ClassVar[int] = 1
    pool: str
    players: tuple[str, ...]
    salt: str | None = None


@dataclass(frozen=True, slots=True)
class ClassesSet(MayBeWithheld):
    """The classes of a player in this tournament, such as `junior`: all that hold from now on."""

    SCHEMA: ClassVar[int] = 1
    player: str
    classes: tuple[str, ...]
    salt: str | None = None
