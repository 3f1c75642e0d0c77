"""Handicap: the start of the weaker player of a match, by the announced rule (H1–H8 in docs/tournaments/terms.md).

| rule | the start |
|---|---|
| `by` rating, with a `table` | that of the last row whose `difference` of ratings is reached |
| `by` rating, with a `step` | `start` points for each whole step of the difference |
| `by` class, with `classes` | the points of the one player's class less those of the other's |

The ratings are those of the entries, which stay as they are after the start.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from core.errors import Invalid
from core.games import game_of
from core.messages import say, term
from core.rules.game import Game
from core.tournament.model.state import Format, Tournament
from core.tournament.model.values import Pairing

RATING, CLASS = "rating", "class"
NOT_RATED, AS_PLAYED, ALLOWED_FOR = "no", "as_played", "allowed_for"
RATED = (NOT_RATED, AS_PLAYED, ALLOWED_FOR)
WITH_START, PLAYED = "with_start", "played"
COUNTED = (WITH_START, PLAYED)
"""The points of such a match in the table: as it ended, or without those that were given."""
MOST_START = 99

Rule = Mapping[str, Any]


class Start(NamedTuple):
    """A start: the place of the player who has it (0 is white), its points, and the difference that they make up."""

    place: int
    points: int
    made_up: int = 0


def start_of(tournament: Tournament, pairing: Pairing, length: Mapping[str, int]) -> Start | None:
    """The start of a match of that length; `None` if both players begin with nothing.

    Without the rating of both players there is none (H3). It never decides the match before its first game (H4).
    """
    rule = tournament.created.handicap
    if not rule or pairing.is_bye:
        return None
    if rule["by"] == CLASS:
        first, second = (_of_class(tournament, rule, each) for each in (pairing.white, pairing.black))
        place, points, made_up = int(second > first), abs(first - second), 0
    else:
        ratings = [tournament.entry(each).rating for each in (pairing.white, pairing.black)]
        if ratings[0] is None or ratings[1] is None:
            return None
        difference = ratings[0] - ratings[1]
        place = int(difference > 0)
        points, made_up = _by_rating(rule, abs(difference))
    given = min(points, rule.get("most") or MOST_START, most_start(game_of(tournament.created.game), length))
    return Start(place, given, made_up * given // points) if given > 0 else None


def start_score(tournament: Tournament, pairing: Pairing, length: Mapping[str, int]) -> dict[str, int] | None:
    """The start by seat, as the match has it in its terms."""
    start = start_of(tournament, pairing, length)
    return None if start is None else {game_of(tournament.created.game).seats[start.place]: start.points}


def most_start(game: Game, length: Mapping[str, int]) -> int:
    """The largest start with which the other player can still win: H4."""
    if "points" in length:
        return length["points"] - 1
    return length["games"] * max(ending.points for ending in game.endings) - 1


def _by_rating(rule: Rule, difference: int) -> tuple[int, int]:
    """The points for a difference of ratings, and the difference that they make up."""
    if rule.get("step"):
        steps = difference // rule["step"]
        return steps * rule.get("start", 1), steps * rule["step"]
    rows = [row for row in rule["table"] if row["difference"] <= difference]
    return (rows[-1]["start"], rows[-1]["difference"]) if rows else (0, 0)


def _of_class(tournament: Tournament, rule: Rule, player_id: str) -> int:
    """The points of a player's class: of several the most, without one none."""
    of_player = tournament.money.classes.get(player_id, ())
    return max((class_["start"] for class_ in rule["classes"] if class_["name"] in of_player), default=0)


def checked_handicap(game: Game, form: Format, rule: Rule | None) -> Rule | None:
    """The rule, if that game and format can follow it. Raises `Invalid` by field."""
    if not rule:
        return None
    wrong: dict[str, list[str]] = {}
    if game.placings is not None:
        wrong["handicap"] = [say("{game} counts places and no points: there is no start", game=term(game.name))]
    if form.teams:
        wrong["handicap"] = [say("a handicap is for players, and not for teams")]
    if rule["by"] == CLASS:
        if not rule.get("classes"):
            wrong["handicap.classes"] = [say("missing: the points of each class")]
        if rule.get("rated") == ALLOWED_FOR:
            wrong["handicap.rated"] = [say("only a start by rating can be allowed for in the ratings")]
    elif bool(rule.get("table")) == bool(rule.get("step")):
        wrong["handicap"] = [say("by rating there is either a table or a step")]
    rows = [row["difference"] for row in rule.get("table") or ()]
    if rows != sorted(set(rows)):
        wrong["handicap.table"] = [say("each row has a larger difference than the row before")]
    if wrong:
        raise Invalid(wrong)
    return rule
