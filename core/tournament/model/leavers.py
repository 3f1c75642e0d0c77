"""Players who leave early where all meet all, by the rule that a tournament announces (RR9).

With the rule `half`, a player who leaves before half of their matches are played has none of them counted, for anyone.
Else they have lost the rest. What counts follows from the results at any time: a corrected result, or a withdrawal that
is taken back, may turn it.
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
    matches = tournament.format.leavers(tournament) if tournament.format.leavers else ()
    if not matches:
        return tournament
    by_logs = {each.match: result for each in matches if (result := counted_by_logs(tournament, each.match))}
    gone = _before_half(tournament, matches, by_logs)
    results = dict(tournament.results)
    for each in matches:
        result = by_logs.get(each.match)
        if result is not None and each.match in results:
            left = [player for player in (each.white, each.black) if player in gone]
            results[each.match] = _annulled(left) if left else result
    return tournament if results == tournament.results else tournament._replace(results=results)


def annulled_players(tournament: Tournament) -> frozenset[str]:
    """The ids of players who left before half of their matches were played, by the rule."""
    matches = tournament.format.leavers(tournament) if tournament.format.leavers else ()
    if not matches or not tournament.withdrawn:
        return frozenset()
    by_logs = {each.match: result for each in matches if (result := counted_by_logs(tournament, each.match))}
    return _before_half(tournament, matches, by_logs)


def lose_the_rest(tournament: Tournament) -> frozenset[str]:
    """The ids of players who left after half of their matches: the rest of them are lost."""
    matches = tournament.format.leavers(tournament) if tournament.format.leavers else ()
    if not matches:
        return frozenset()
    inside = {player for each in matches for player in (each.white, each.black)}
    return (tournament.withdrawn & inside) - annulled_players(tournament)


def _before_half(tournament: Tournament, matches: Sequence[Pairing], by_logs: Mapping[str, Result]) -> frozenset[str]:
    """The players who left and of whose matches fewer than half were played. A match that did not begin is none."""
    played = dict.fromkeys(tournament.withdrawn, 0)
    count = dict.fromkeys(tournament.withdrawn, 0)
    for each in matches:
        result = by_logs.get(each.match)
        for player in (each.white, each.black) if not each.is_bye else ():
            if player in count:
                count[player] += 1
                played[player] += result is not None and result.kind not in UNPLAYED
    return frozenset(player for player, all_of_them in count.items() if 2 * played[player] < all_of_them)


def _annulled(players: Sequence[str]) -> Result:
    reason, cause = own_reason(withdrew(players))
    return Result(ANNULLED, None, {}, None, (), reason, cause)
