"""The reasons that brade itself gives for what follows from something else: a code, and the values of its sentence.

An event keeps both as its `cause`, and what is decided goes by the code alone. Its `reason` is the English sentence of
the time when it was recorded, for readers of the log. Its present wording, in any language, is that of the cause.
Players and teams are in both by their ids: the name is found when the sentence is shown. Causes that were recorded
before have names instead.
"""

from collections.abc import Callable, Mapping, Sequence

from core.errors import NotFound
from core.events import Cause
from core.messages import say, together
from core.tournament.model.values import Result

NameOf = Callable[[str], str]
"""The name that readers see of a player or a team, by the id. Raises `NotFound` for another text."""

CHANGED: Cause = ("players_changed",)


ABSENT: Cause = ("not_checked_in",)
"""The cause of the withdrawal of a player who was absent when a tournament with check-in started."""


FEWER_ROUNDS: Cause = ("fewer_rounds",)
"""The cause of pairings that are voided, since everyone meets everyone fewer times than was announced."""


LATE: Cause = ("late",)
"""The cause of a match that is lost because a player came too late."""


NOT_BY_RULE: Cause = ("byes_by_rule",)
"""The cause of byes on request that are changed at the start: the number of rounds is known from then on."""


WITHDREW = "withdrew"
"""The code of a cause: players, or teams, left the tournament."""


def withdrew(players: Sequence[str]) -> Cause:
    """Players, or teams, left the tournament."""
    return (WITHDREW, *players)


def replaced(player_id: str) -> Cause:
    """A player did not come to the first round."""
    return ("replaced", player_id)


def bye_plays(player_id: str) -> Cause:
    """A player left before a match, and another who had the bye plays it."""
    return ("bye_plays", player_id)


def came_late(player_id: str) -> Cause:
    """A player entered after the start and takes the place of a bye."""
    return ("came_late", player_id)


def lined_up(team_id: str) -> Cause:
    """A team changed who plays for it."""
    return ("lined_up", team_id)


def paired_again(number: int, because: str) -> Cause:
    """A round is paired again so that round `number` can be paired, as a director decided."""
    return ("paired_again", str(number), because)


_SENTENCES: Mapping[str, Callable[..., str]] = {
    "players_changed": lambda: say("its players changed with a result"),
    "not_checked_in": lambda: say("did not check in"),
    "fewer_rounds": lambda: say("fewer rounds are played"),
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


_OF_PLAYERS = frozenset({"withdrew", "replaced", "bye_plays", "came_late", "lined_up"})
"""The causes whose values are the ids of players or teams."""


def reason_of(reason: str, cause: Cause | None, name_of: NameOf) -> str:
    """The message of a reason that brade gave itself; of any other, and of a cause that is unknown, the text."""
    try:
        return reason if cause is None else _sentence(cause, name_of)
    except (LookupError, TypeError, ValueError):  # of a newer version of brade
        return reason


def with_reason(result: Result | None, name_of: NameOf) -> Result | None:
    """A result as readers see it, if there is one: its reason is the message of its cause."""
    if result is None or result.cause is None:
        return result
    return result._replace(reason=reason_of(result.reason, result.cause, name_of))


def own_reason(cause: Cause) -> tuple[str, Cause]:
    """The `reason` and the `cause` of an event, for a reason that brade gives itself."""
    return str(_sentence(cause, str)), cause


def _sentence(cause: Cause, name_of: NameOf) -> str:
    code, *values = cause
    named = [_name(value, name_of) for value in values] if code in _OF_PLAYERS else values
    return _SENTENCES[code](*named)


def _name(value: str, name_of: NameOf) -> str:
    """The name behind an id. In causes that were recorded before, it is the name itself."""
    try:
        return name_of(value)
    except NotFound:
        return value
