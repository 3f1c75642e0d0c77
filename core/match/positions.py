"""A position that is laid out by hand, and the match that goes on from it (M14)."""

from core.events import PositionAgreed, PositionSet
from core.match.conduct import OPEN
from core.match.fact_validation import field_errors
from core.match.state import Cube, Judged, Match
from core.match.turns import accept, fresh_cube, refuse, settled_by
from core.messages import one_after_another, say, term, terms

RULE = "M14"


def position_set(match: Match, event: PositionSet, version: int) -> Judged:
    """The board as it was laid out. An illegal play that stood on the board before is accepted with it."""
    if wrong := field_errors(match.game, match.opened, event):
        return refuse(match, version, RULE, one_after_another(message for each in wrong.values() for message in each))
    position, results = match.game.read(event.position), match.results if event.results is None else event.results
    if outcome := match.game.ended(position, match.options):
        why = say(
            "this position ends the game ({outcome}): report or award the game",
            "position_ends_the_game",
            outcome=term(outcome),
        )
        return refuse(match, version, RULE, why)
    if any(settled_by(match, results[:count]) for count in range(1, len(results) + 1)):
        return refuse(
            match,
            version,
            RULE,
            say("with these results the match is over: report the result", "results_end_the_match"),
        )
    if event.dice and match.service_dice is not None and not match.service_dice.is_over:
        return refuse(
            match,
            version,
            RULE,
            say("the service rolls the dice of this match: leave them out here", "service_rolls_laid_out"),
        )
    faults = tuple(fault._replace(status="accepted") if fault.status == OPEN else fault for fault in match.faults)
    begun = match._replace(results=results)
    after = begun._replace(
        version=version,
        position=position,
        phase="move" if event.dice else "roll",
        to_move=event.to_move,
        dice=event.dice,
        cube=_cube(begun, event),
        faults=faults,
    )
    return accept(after, version)


def position_agreed(match: Match, event: PositionAgreed, version: int) -> Judged:
    """The board on which all players agree. The service has asked the tournament if they may do so."""
    if missing := [seat for seat in match.seats if seat not in event.agreed_by]:
        return refuse(
            match,
            version,
            RULE,
            say("not all players agree: without {seats}", "players_disagree", seats=terms(missing)),
        )
    return position_set(match, event, version)


def _cube(match: Match, event: PositionSet) -> Cube | None:
    """The cube as it was laid out. It rests in a Crawford game, whatever stood before (M7)."""
    fresh = fresh_cube(match)
    if fresh is None or fresh.crawford:
        return fresh
    if event.cube is not None:
        return Cube(event.cube["value"], event.cube.get("owner"))
    return match.cube if event.results is None else fresh
