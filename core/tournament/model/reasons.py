"""The reasons that brade itself gives for what follows from something else. An event keeps them as English text."""

from collections.abc import Iterable, Iterator, Sequence

from core.messages import say, together

CHANGED = say("its players changed with a result")


ABSENT = say("did not check in")
"""The reason of the withdrawal of a player who was absent when a tournament with check-in started."""


LATE = say("came too late")
"""The reason of a match that is lost because a player came too late."""


NOT_BY_RULE = say("as the announced rule has it for the rounds that are played")
"""The reason of byes on request that are changed at the start: the number of rounds is known from then on."""


def withdrew(names: Sequence[str]) -> str:
    """Players, or teams, left the tournament."""
    return say("{names} withdrew", names=together(names))


def replaced(name: str) -> str:
    """A player did not come to the first round."""
    return say("{name} did not come: an alternate plays", name=name)


def bye_plays(name: str) -> str:
    """A player left before a match, and another who had the bye plays it."""
    return say("{name} withdrew, and the player with the bye plays", name=name)


def came_late(name: str) -> str:
    """A player entered after the start and takes the place of a bye."""
    return say("{row_name} came late and plays", row_name=name)


def lined_up(team: str) -> str:
    """A team changed who plays for it."""
    return say("{entry_name} is lined up anew", entry_name=team)


def reasons(names: Iterable[str], pairs: Iterable[Sequence[str]] = ()) -> Iterator[str]:
    """Every reason about players or teams of these names, and about both of a pair."""
    yield from (CHANGED, ABSENT, LATE, NOT_BY_RULE)
    for name in names:
        yield from (withdrew([name]), came_late(name), lined_up(name), replaced(name), bye_plays(name))
    yield from map(withdrew, pairs)
