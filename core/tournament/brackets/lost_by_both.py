"""Places of players of a match of a bracket that both lost, such as a final to which neither came (SE8, DE8)."""

from collections.abc import Iterator, Mapping

from core.tournament.brackets.placement import places_of
from core.tournament.model.bracket_plan import Bracket, Plan
from core.tournament.model.state import Tournament

FINAL = "final"
"""The bracket in which a double elimination ends."""


def lost_by_both(tournament: Tournament) -> Mapping[str, int]:
    """The place of each player of a match that both lost, by player id: that of a loser of this match.

    Only matches of brackets in which each round is for places: the main one of a single elimination, the bronze match,
    placement, and the final of a double elimination. If no player is left in a double elimination before its final,
    those who came furthest are second (DE8).
    """
    lost = {
        match.slot: match for match in tournament.matches if match.slot and _is_lost_by_both(tournament, match.match)
    }
    if not lost or tournament.format.plan is None:
        return {}
    plan = tournament.format.plan(tournament)
    return _out_before_the_final(tournament, plan) | {
        player: place
        for slot, place in _places(plan)
        if slot in lost
        for player in (lost[slot].white, lost[slot].black)
    }


def _out_before_the_final(tournament: Tournament, plan: Plan) -> dict[str, int]:
    """The second place for those who came furthest in a double elimination that is over without a final."""
    has_final = FINAL in {bracket.key for bracket in plan.brackets}
    reached = tournament.format.reached
    if not has_final or reached is None or not tournament.format.is_over(tournament):
        return {}
    if any(match.slot.partition(".")[0] == FINAL for match in tournament.matches):
        return {}
    came = reached(tournament)
    furthest = max(came.values())
    return {player: 2 for player, number in came.items() if number == furthest}


def _is_lost_by_both(tournament: Tournament, match_id: str) -> bool:
    result = tournament.results.get(match_id)
    return result is not None and result.winner is None


def _places(plan: Plan) -> Iterator[tuple[str, int]]:
    """The place of the loser of each slot that is for places, such as 2 of the final and 4 of the bronze match."""
    keys = {bracket.key for bracket in plan.brackets}
    for bracket in plan.brackets:
        first = _first_place(bracket, after_lower=FINAL in keys)
        for to_come, round_ in enumerate(reversed(bracket.rounds)):
            left = 0 if bracket.key == FINAL else to_come  # its second match is for the same places
            for slot in round_.slots if first else ():
                yield slot.key, first + (1 << left)


def _first_place(bracket: Bracket, *, after_lower: bool) -> int:
    """The place that the winner of a bracket has; 0 for a bracket that is for no place of its own."""
    if places := places_of(bracket.key):
        return places.first
    return {"main": 0 if after_lower else 1, FINAL: 1, "bronze": 3}.get(bracket.key, 0)
