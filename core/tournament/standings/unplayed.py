"""Rounds that were not played, in Buchholz and its variants (SW17): a bye, a match decided without play, an absence.

| rule | such a round counts | it counts to the player's opponents | source |
|---|---|---|---|
| `own_score` | the player's own score | what it brought | FIDE C.07 of 2023, 16.4, simplified |
| `virtual_opponent` | the score of a virtual opponent | half a point | FIDE 2009 to 2023, C.02 13.15 |
| `zero` | 0 | half a point | US Chess 34E |

The virtual opponent has the player's score before the round, the other result in it, and half a point in each round
after it, up to the last round of which there is a result.
"""

from collections.abc import Mapping, Sequence

from core.messages import say
from core.tournament.model.state import Tournament
from core.tournament.model.values import OWN_SCORE, ZERO, Meeting
from core.tournament.standings.scoring import half_of, scoring_of
from core.tournament.standings.tie_break_input import Counted, CountedScores


def counted_scores(
    tournament: Tournament, met: Mapping[str, Sequence[Meeting]], absences: Mapping[str, Sequence[int]]
) -> CountedScores:
    """The scores that the rule of the tournament counts in place of those in the table; none by `own_score`."""
    rule = tournament.format.unplayed(tournament)
    if rule == OWN_SCORE:
        return CountedScores()
    counts = scoring_of(tournament)
    last = max((meeting.round for mine in met.values() for meeting in mine if not meeting.is_bye), default=0)
    opponents, rounds = {}, {}
    for player, mine in met.items():
        sat_out = {meeting.round: meeting.points for meeting in mine if not meeting.played}
        sat_out |= dict.fromkeys(absences.get(player, ()), 0)
        for number, points in sat_out.items():
            before = sum(meeting.points for meeting in mine if meeting.round < number)
            rounds[player, number] = (
                _nothing(number) if rule == ZERO else _virtual(counts, number, before, points, last)
            )
        if sat_out:
            score = sum(meeting.points for meeting in mine)
            counted = score_to_opponents(counts, score, list(sat_out.values()))
            opponents[player] = Counted(counted, instead_of=score if counted != score else None)
    return CountedScores(opponents, rounds)


def virtual_score(counts: Mapping[str, int], before: int, points: int, later: int) -> int:
    """The score of the virtual opponent of a player who had `before` and got `points` for the round.

    `later` rounds came after it.

    >>> virtual_score({"win": 2, "loss": 0}, 3, 0, 6)  # FIDE's example in half points: 1.5 + 1 + 3
    11
    """
    return before + _result(counts, points) + half_of(counts) * later


def score_to_opponents(counts: Mapping[str, int], score: int, unplayed: Sequence[int]) -> int:
    """The score of a player to their opponents: each round not played, with its points, counts half a point.

    >>> score_to_opponents({"win": 2, "loss": 0}, 4, [0, 0])  # US Chess in half points: 1 + 1 + 0 + ½ + ½
    6
    """
    return score - sum(unplayed) + half_of(counts) * len(unplayed)


def _result(counts: Mapping[str, int], points: int) -> int:
    """The points of the virtual opponent in the round itself: of a win and a loss together those left by the player's.

    Never more than a win, nor less than a loss.
    """
    return min(max(counts["win"] + counts["loss"] - points, counts["loss"]), counts["win"])


def _virtual(counts: Mapping[str, int], number: int, before: int, points: int, last: int) -> Counted:
    score = virtual_score(counts, before, points, last - number)
    why = say(
        "round {round}, not played, counts {score}: a virtual opponent with {before} before it, {result} in it and "
        "{later} after it",
        round=number,
        score=score,
        before=before,
        result=_result(counts, points),
        later=half_of(counts) * (last - number),
    )
    return Counted(score, why)


def _nothing(number: int) -> Counted:
    return Counted(0, say("round {round}, not played, counts 0", round=number))
