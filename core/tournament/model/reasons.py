"""The reasons that brade itself gives for what follows from something else: a code, and the values of its sentence.

An event keeps both as its `cause`, and what is decided goes by the code alone. Its `reason` is the English sentence of
the time when it was recorded, for readers of the log. Its present wording, in any language, is that of the cause.
"""

from collections.abc import Callable, Mapping, Sequence

from core.events import Cause
from core.messages import say, together

CHANGED: Cause = ("players_changed",)


ABSENT: Cause = ("not_checked_in",)
"""The cause of the withdrawal of a player who was absent when a tournament with check-in started."""


LATE: Cause = ("late",)
"""The cause of a match that is lost because a player came too late."""


NOT_BY_RULE: Cause = ("byes_by_rule",)
"""The cause of byes on request that are changed at the start: the number of rounds is known from then on."""


def withdrew(names: Sequence[str]) -> Cause:
    """Players, or teams, left the tournament."""
    return ("withdrew", *names)


def replaced(name: str) -> Cause:
    """A player did not come to the first round."""
    return ("replaced", name)


def bye_plays(name: str) -> Cause:
    """A player left before a match, and another who had the bye plays it."""
    return ("bye_plays", name)


def came_late(name: str) -> Cause:
    """A player entered after the start and takes the place of a bye."""
    return ("came_late", name)


def lined_up(team: str) -> Cause:
    """A team changed who plays for it."""
    return ("lined_up", team)


def paired_again(number: int, because: str) -> Cause:
    """A round is paired again so that round `number` can be paired, as a director decided."""
    return ("paired_again", str(number), because)


_SENTENCES: Mapping[str, Callable[..., str]] = {
    "players_changed": lambda: say("its players changed with a result"),
    "not_checked_in": lambda: say("did not check in"),
    "late": lambda: say("came too late"),
    "time_up": lambda: say("the time of the round was up"),
    "byes_by_rule": lambda: say("as the announced rule has it for the rounds that are played"),
    "withdrew": lambda *names: say("{names} withdrew", names=together(names)),
    "replaced": lambda name: say("{name} did not come: an alternate plays", name=name),
    "bye_plays": lambda name: say("{name} withdrew, and the player with the bye plays", name=name),
    "came_late": lambda name: say("{row_name} came late and plays", row_name=name),
    "lined_up": lambda team: say("{entry_name} is lined up anew", entry_name=team),
    "paired_again": lambda number, because: say(
        "paired again so that round {round} can be: {because}", round=number, because=because
    ),
}


def sentence(cause: Cause) -> str:
    """The message of a cause. Raises `KeyError` for a code that this version of brade does not know."""
    code, *values = cause
    return _SENTENCES[code](*values)


def reason_of(reason: str, cause: Cause | None) -> str:
    """The message of a reason that brade gave itself; of any other, and of a cause that is unknown, the text."""
    try:
        return reason if cause is None else sentence(cause)
    except (LookupError, TypeError, ValueError):  # of a newer version of brade
        return reason


def own_reason(cause: Cause) -> tuple[str, Cause]:
    """The `reason` and the `cause` of an event, for a reason that brade gives itself."""
    return str(sentence(cause)), cause
