"""Lateness of players, by the rule that a tournament announces: what an opponent is due, and when a match is lost.

| field | value |
|---|---|
| `after` | the minutes after which the opponent is due a first game, or a first point in a match to points |
| `every` | the further minutes for each of which they are due one more |
| `lost_after` | the minutes after which the match is lost |

Minutes count from the start of the round. Nothing follows by itself: a referee decides who was late.
"""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any, NamedTuple

from core.errors import Invalid
from core.messages import say

FIELDS = ("after", "every", "lost_after")


class LatenessRule(NamedTuple):
    """The rule in minutes; `None` is a part that was not announced."""

    after: int | None = None
    every: int | None = None
    lost_after: int | None = None


class Due(NamedTuple):
    """The games or points that an opponent is due, and whether it is the whole match instead."""

    awards: int = 0
    match: bool = False


def rule_of(details: Mapping[str, Any] | None) -> LatenessRule | None:
    """The announced rule, if there is one."""
    given = (details or {}).get("lateness")
    return LatenessRule(*(given.get(name) for name in FIELDS)) if given else None


def check_lateness(rule: LatenessRule) -> None:
    """Raises `Invalid` by field for a rule by which nothing is ever due, or a part of which never counts."""
    problems = {}
    if rule.after is None and rule.lost_after is None:
        problems["after"] = [say("missing: say after how many minutes a player is late, or the match lost")]
    elif rule.every is not None and rule.after is None:
        problems["after"] = [say("missing: the further penalties count from there")]
    if rule.lost_after is not None and rule.after is not None and rule.lost_after <= rule.after:
        problems["lost_after"] = [say("{minutes} is not after the first penalty", minutes=rule.lost_after)]
    if problems:
        raise Invalid(problems)


def due(rule: LatenessRule, minutes: float) -> Due:
    """The penalty for a player who comes so many minutes after the start.

    >>> english = LatenessRule(after=5, every=5, lost_after=20)
    >>> [due(english, minutes).awards for minutes in (4.9, 5, 9.9, 10)], due(english, 20)
    ([0, 1, 1, 2], Due(awards=0, match=True))
    """
    if rule.lost_after is not None and minutes >= rule.lost_after:
        return Due(match=True)
    if rule.after is None or minutes < rule.after:
        return Due()
    return Due(1 + (int(minutes - rule.after) // rule.every if rule.every else 0))


def still_due(
    wanted: Due,
    length: Mapping[str, int],
    stop: str,
    winners: Sequence[str],
    score: Mapping[str, int],
    seat: str,
    worth: int = 1,
) -> Due:
    """The rest of what a seat is due in a match that has not begun, all of whose games were awarded.

    `worth` are the points of an awarded game. No match has more games than its length holds.

    >>> still_due(Due(2), {"games": 3}, "when_decided", ["black"], {}, "black")
    Due(awards=1, match=False)
    >>> still_due(Due(4), {"points": 3}, "all_games", [], {"black": 0}, "black")
    Due(awards=3, match=False)
    """
    if wanted.match:
        return wanted
    given = winners.count(seat)
    if "points" in length:
        room = ceil((length["points"] - score[seat]) / worth)
    elif stop == "when_decided":
        room = length["games"] // 2 + 1 - given
    else:
        room = length["games"] - len(winners)
    return Due(max(0, min(wanted.awards - given, room)))
