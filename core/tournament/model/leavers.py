"""Players who leave early where all meet all, by the rule that a tournament announces (RR9).

With the rule `half`, a player who leaves before half of their matches are played has none of them counted, for anyone.
Else they have lost the rest. Of teams the boards are counted. Where several stages have such tables, each of them is
looked at by itself. What counts follows from the results at any time: a corrected result, or a withdrawal that is taken
back, may turn it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from core.messages import say
from core.tournament.model.reasons import own_reason, withdrew
from core.tournament.model.state import Tournament
from core.tournament.model.values import ANNULLED, UNPLAYED, Pairing, Result

STAND, HALF = "stand", "half"
LEAVERS: Mapping[str, Any] = {
    "choices": (STAND, HALF),
    "if_chosen": True,
    "sentence": say(
        "RR9: what a player who leaves has played stands, and the rest counts for no one; or less than half of the "
        "matches are annulled, and else the rest are lost."
    ),
}


def announces_half(tournament: Tournament) -> bool:
    """True if the announcement has the rule `half`."""
    return (tournament.created.settings or {}).get("leavers") == HALF


def counted_by_logs(tournament: Tournament, match_id: str) -> Result | None:
    """The result of a match by the director's last decision, else by its own log; `None` while none counts."""
    if decisions := tournament.decisions.get(match_id):
        return decisions[-1][1]
    reported = tournament.reported.get(match_id)
    if reported is None:
        return None
    counts = not tournament.created.confirm or reported.kind == "bye" or match_id in tournament.confirmed
    return reported if counts else None


def with_annulled(tournament: Tournament) -> Tournament:
    """The tournament with the results that the rule annuls, and without those that it does not annul any more."""
    results = dict(tournament.results)
    left = _left(tournament)
    for table in _tables(tournament):
        by_logs = _by_logs(tournament, table)
        gone = _before_half(tournament, table, by_logs)
        for row in table:
            result = by_logs.get(row.match)
            if result is not None and row.match in results:
                sides = [side for player in (row.white, row.black) if (side := left.get(player)) in gone]
                results[row.match] = _annulled(sides) if sides else result
    return tournament if results == tournament.results else tournament._replace(results=results)


def annulled_players(tournament: Tournament) -> frozenset[str]:
    """The ids of players or teams that left a table before half of their matches there were played, by the rule."""
    if not tournament.withdrawn:
        return frozenset()
    tables = _tables(tournament)
    return frozenset().union(*(_before_half(tournament, table, _by_logs(tournament, table)) for table in tables))


def wholly_annulled_players(tournament: Tournament) -> frozenset[str]:
    """The ids of those of `annulled_players` of whom no match counts, in no stage: they are last in the standings."""
    gone, left = annulled_players(tournament), _left(tournament)
    counted = (match for match in tournament.matches if gone and match.match in tournament.results)
    counted = (pairing for pairing in counted if tournament.results[pairing.match].kind != ANNULLED)
    return gone - {left[player] for pairing in counted for player in (pairing.white, pairing.black) if player in left}


def lose_the_rest(tournament: Tournament) -> frozenset[str]:
    """The ids of players who left after half of their matches: the rest of them are lost."""
    inside = {player for table in _tables(tournament) for row in table for player in (row.white, row.black)}
    return (tournament.withdrawn & inside) - annulled_players(tournament)


def _tables(tournament: Tournament) -> Sequence[Sequence[Pairing]]:
    """The matches of each table in which all meet all; none where the rule is not announced."""
    return tournament.format.leavers(tournament) if tournament.format.leavers else ()


def _left(tournament: Tournament) -> Mapping[str, str]:
    """The id of the player or team that has left, by the ids of all who sat at a board for it."""
    return {person: entry.player for entry in tournament.entries if entry.withdrawn for person in entry.people}


def _by_logs(tournament: Tournament, table: Sequence[Pairing]) -> Mapping[str, Result]:
    return {row.match: result for row in table if (result := counted_by_logs(tournament, row.match))}


def _before_half(tournament: Tournament, table: Sequence[Pairing], by_logs: Mapping[str, Result]) -> frozenset[str]:
    """Players and teams that left and of whose matches fewer than half were played; of a team its boards.

    A match that did not begin is none that was played. A board for which a team has no player is no match.
    """
    left = _left(tournament)
    played = dict.fromkeys(left.values(), 0)
    count = dict.fromkeys(left.values(), 0)
    for row in table:
        result = by_logs.get(row.match)
        for player in (row.white, row.black) if not row.is_bye else ():
            if side := left.get(player):
                count[side] += 1
                played[side] += result is not None and result.kind not in UNPLAYED
    return frozenset(side for side, all_of_them in count.items() if 2 * played[side] < all_of_them)


def _annulled(players: Sequence[str]) -> Result:
    reason, cause = own_reason(withdrew(players))
    return Result(ANNULLED, None, {}, None, (), reason, cause)
