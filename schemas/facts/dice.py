"""Facts of dice that the service rolls: see `core.events.dice`."""

from core.events import DiceCommitted, DiceSalted, DiceSeedRevealed, DiceWithdrawn
from schemas.facts.parts import SEATS, Fact, fact_schemas
from schemas.fields import Text, Word

SALT, SEED, DIGEST = 64, 100, 64


class DiceCommittedFact(Fact):
    """The hash of the seed of this match's dice. The service records it; it is never posted."""

    event = DiceCommitted
    is_posted = False
    commitment = Text(DIGEST, required=True)


class DiceSaltedFact(Fact):
    """A text of the player at a seat, which goes into every roll: chosen after the hash is published."""

    event = DiceSalted
    by = Word(SEATS, required=True)
    salt = Text(SALT, required=True)


class DiceWithdrawnFact(Fact):
    """From now on people throw the dice of this match. The service publishes its seed."""

    event = DiceWithdrawn
    reason = Text(500, required=True)


class DiceSeedRevealedFact(Fact):
    """The seed, at the end of the match. The service records it; it is never posted."""

    event = DiceSeedRevealed
    is_posted = False
    seed = Text(SEED, required=True)


OF_DICE = fact_schemas(vars())
