"""Everything that can ever have happened, in the past tense.

Every stream (a club, a tournament, a match) is opened by one event with version 0; what people record is 1, 2, 3 …
An event is immutable: a correction is a new event that names the old one. `SCHEMA` numbers the newest shape of a
type's fields, `schema` that of one event. Older ones are read by `upcasting`; what a newer version of brade recorded is
a `NewerEvent`.

An event is written once, as a class in one of the modules: the lists below follow from the classes.
"""

from collections.abc import Iterator
from types import ModuleType

from core.events import club, conduct, dice, match, members, money, rounds, series, tournament
from core.events.base import WORKERS as WORKERS
from core.events.base import Cause as Cause
from core.events.base import Event as Event
from core.events.base import Fact as Fact
from core.events.base import GameResult as GameResult
from core.events.base import MayBeWithheld as MayBeWithheld
from core.events.base import NamesPeople as NamesPeople
from core.events.base import NewerEvent as NewerEvent
from core.events.base import Older as Older
from core.events.base import Recorded as Recorded

# Every event is imported from here, and none is named twice.
from core.events.club import *  # noqa: F403
from core.events.conduct import *  # noqa: F403
from core.events.dice import *  # noqa: F403
from core.events.match import *  # noqa: F403
from core.events.members import *  # noqa: F403
from core.events.money import *  # noqa: F403
from core.events.rounds import *  # noqa: F403
from core.events.series import *  # noqa: F403
from core.events.tournament import *  # noqa: F403


def _events(module: ModuleType) -> Iterator[type[Event]]:
    """The events of a module, in the order in which they stand there."""
    for var in vars(module).values():
        if isinstance(var, type) and issubclass(var, Event) and var.__module__ == module.__name__:
            yield var


EVENTS: tuple[type[Event], ...] = tuple(
    event
    for module in (match, tournament, rounds, money, club, series, members, conduct, dice)
    for event in _events(module)
)
MATCH_FACTS: tuple[type[Fact], ...] = tuple(event for event in EVENTS if issubclass(event, Fact))
REFEREES_FACTS: frozenset[type[Event]] = frozenset(match_fact for match_fact in MATCH_FACTS if match_fact.REFEREES)
"""Facts that only a referee records."""
