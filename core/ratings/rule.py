"""A club's rule for the rating list of a game: which of its matches count, where players begin, who is provisional."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from core.messages import say
from core.ratings.decided_match import FRIENDLY, DecidedMatch
from core.tournament.handicap import NOT_RATED
from core.tournament.model.values import UNPLAYED

START, PROVISIONAL = 1500, 10
MOST_LEFT_OUT = 500
"""Tournaments that a rule may leave out."""
AWARDED = ("forfeit", "adjudicated")
"""Kinds of results that a referee or the director gave after the match had begun."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule. Matches that were not played never count.

    `tournaments`, `teams`, `friendly`: matches of tournaments, boards of matches of teams, matches outside tournaments.
    `awarded`: matches that a player gave up, or a referee awarded, after they had begun. `shortest` is in points.
    `left_out` are the ids of tournaments. `start` is the first rating of a player; with `from_list` it is that on the
    club's list of players for those who have one. `ramp`: the ratings of new players change faster. A player is
    provisional before so many counted matches. `public`: everybody may read the list.
    """

    tournaments: bool = True
    teams: bool = True
    friendly: bool = False
    awarded: bool = True
    shortest: int = 1
    start: int = START
    from_list: bool = False
    ramp: bool = True
    provisional: int = PROVISIONAL
    public: bool = False
    left_out: tuple[str, ...] = ()


def read_rule(stored: Mapping[str, Any]) -> Rule:
    """The rule of an event; a name that this version does not know is passed over."""
    known = {field.name for field in fields(Rule)}
    values = {name: value for name, value in stored.items() if name in known}
    return Rule(**{**values, "left_out": tuple(values.get("left_out", ()))})


def stored_rule(rule: Rule) -> dict[str, Any]:
    """The rule as an event holds it."""
    return {**asdict(rule), "left_out": list(rule.left_out)}


def why_not(rule: Rule, match: DecidedMatch) -> str | None:
    """The reason why a match does not count; `None` if it counts."""
    if match.kind in UNPLAYED or match.winner is None:
        return say("it was not played")
    if "" in match.players:
        return say("a player of it is not on the club's list of players")
    if match.players[0] == match.players[1]:
        return say("both players are one and the same on the club's list")
    if match.tournament == FRIENDLY:
        if not rule.friendly:
            return say("friendly matches do not count")
    elif match.tournament in rule.left_out:
        return say("the club has left this tournament out")
    elif match.by_teams and not rule.teams:
        return say("matches of teams do not count")
    elif not match.by_teams and not rule.tournaments:
        return say("matches of tournaments do not count")
    if match.handicap == NOT_RATED:
        return say("it was played with a handicap")
    if match.kind in AWARDED and not rule.awarded:
        return say("it was given up or awarded")
    if match.points < rule.shortest:
        return say(
            "it is too short: {points} of at least {shortest} points", points=match.points, shortest=rule.shortest
        )
    return None
