"""Events of dice that the service rolls (`docs/play/dice.md`)."""

from dataclasses import dataclass

from core.events.base import Fact


@dataclass(frozen=True, slots=True)
class DiceCommitted(Fact):
    """The service has chosen the seed of this match's dice: `commitment` is its SHA-256. The service records it."""

    commitment: str


@dataclass(frozen=True, slots=True)
class DiceSalted(Fact):
    """The player at a seat added a text of their own, without which no roll can be computed."""

    by: str
    salt: str


@dataclass(frozen=True, slots=True)
class DiceWithdrawn(Fact):
    """A referee decided that this match goes on with dice that people throw."""

    REFEREES = True

    reason: str


@dataclass(frozen=True, slots=True)
class DiceSeedRevealed(Fact):
    """The service published the seed: from now on anyone can compute every roll. The service records it."""

    AFTER_THE_END = True

    seed: str
