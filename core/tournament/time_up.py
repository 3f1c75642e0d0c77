"""The worth of a match that is unfinished when the time of its round is up, as a tournament announced it.

| rule | what it says |
|---|---|
| `leader_wins` | the player with more points so far has won; where both have as many, a referee decides |
| `half_each` | each player has half of it: half of a win and a loss together, rounded down |
| `referee` | a referee decides each such match |

Games that have ended count, and the game in play does not. Nothing happens by itself: a referee presses.
"""

from collections.abc import Sequence

from core.errors import Invalid, NotAllowed
from core.events import GameResult
from core.match.state import Match
from core.messages import say
from core.tournament.decisions.corrections import Decision
from core.tournament.model.match_status import OPEN, status_of
from core.tournament.model.reasons import own_reason
from core.tournament.model.state import Format, Tournament
from core.tournament.model.values import HALF_EACH, Round

LEADER_WINS, REFEREE = "leader_wins", "referee"
RULES = (LEADER_WINS, HALF_EACH, REFEREE)
TIME_UP = ("time_up",)
"""The cause of a result that the announced rule gives."""


def checked_rule(form: Format, rule: str | None) -> str | None:
    """The rule. Raises `Invalid` where half a match each cannot be counted, since the format needs winners."""
    if rule == HALF_EACH and not form.halves:
        why = say("half each is for tables: in this format a match decides who plays on, so it needs a winner")
        raise Invalid({"time_up": [why]})
    return rule


def unfinished(tournament: Tournament, now: int) -> list[tuple[Round, tuple[str, ...]]]:
    """The rounds whose time is up at `now` (Unix ms), each with its matches that have no result."""
    found = []
    for round_ in tournament.rounds:
        time = tournament.times.get(round_.number)
        if time is None or now < time.ends or round_.draft or tournament.created.time_up is None:
            continue
        waiting = {pairing.match for pairing in tournament.to_play}
        matches = [pairing.match for pairing in round_.pairings if pairing.match in waiting]
        if open_ := tuple(match for match in matches if status_of(tournament, match) == OPEN):
            found.append((round_, open_))
    return found


def decision(tournament: Tournament, match_id: str, at_table: Match, games: Sequence[GameResult]) -> Decision:
    """The decision that the rule gives on a match with these games so far.

    Raises `NotAllowed` where the rule leaves it to a referee, and for half each in a match that needs a winner.
    """
    rule, reason = tournament.created.time_up, own_reason(TIME_UP)
    if rule == HALF_EACH:
        return Decision(match_id, HALF_EACH, reason[0], None, tuple(games), reason[1])
    points = at_table.score_after(tuple(games)) if games else {}
    first, second = (points.get(seat, 0) for seat in at_table.seats[:2])
    if rule != LEADER_WINS or first == second:
        level = say("{match}: the score is {points}–{points}: a referee decides", match=match_id, points=first)
        raise NotAllowed(level if rule == LEADER_WINS else say("{match}: a referee decides", match=match_id))
    seat = at_table.seats[0] if first > second else at_table.seats[1]
    return Decision(match_id, "adjudicated", reason[0], seat, tuple(games), reason[1])
