"""The doubling cube of a game: offers, answers, and the one game in which it rests (M7)."""

from core.events import DoubleDropped, DoubleOffered, DoubleTaken, GameResult
from core.results import CUBE_LIMIT, following, smallest
from core.sheet import ACCEPTED, Judged, Match, Verdict
from core.turns import accept, game_over, out_of_turn, refuse


def offered(match: Match, event: DoubleOffered, version: int) -> Judged:
    """A double is offered by the player about to roll: he has the cube, or nobody has."""
    if wrong := out_of_turn(match, event.by, "roll") or _forbidden(match, event.by):
        return refuse(match, version, *wrong)
    answers = following(match.seats, event.by)
    return accept(match._replace(version=version, phase="double_offered", to_move=answers), version)


def _forbidden(match: Match, by: str) -> tuple[str, str] | None:
    cube = match.cube
    if cube is None:
        return "M7", f"{match.game.name} is played without a cube"
    if cube.crawford:
        return "M7", "this is the Crawford game: nobody may double in it"
    if cube.owner not in (None, by):
        return "M7", f"the cube is {cube.owner}'s: only he may redouble"
    if cube.value >= CUBE_LIMIT:
        return "M7", f"the cube stands at {cube.value} and goes no further"
    return None


def taken(match: Match, event: DoubleTaken, version: int) -> Judged:
    """The stake doubles, the cube is the taker's, and whoever offered rolls."""
    if wrong := _unanswerable(match, event.by):
        return refuse(match, version, *wrong)
    assert match.cube is not None, "a double was offered"
    cube = match.cube._replace(value=2 * match.cube.value, owner=event.by)
    offerer = following(match.seats, event.by)
    return accept(match._replace(version=version, cube=cube, phase="roll", to_move=offerer), version)


def dropped(match: Match, event: DoubleDropped, version: int) -> Judged:
    """The game is lost at the value that it had before the offer."""
    if wrong := _unanswerable(match, event.by):
        return refuse(match, version, *wrong)
    assert match.cube is not None, "a double was offered"
    result = GameResult(following(match.seats, event.by), smallest(match.game), match.cube.value)
    after = game_over(match._replace(version=version), result)
    return after, Verdict(version, ACCEPTED, game_finished=result, match_settled=after.settled)


def _unanswerable(match: Match, by: str) -> tuple[str, str] | None:
    if match.phase != "double_offered":
        return "M7", "no double waits for an answer"
    if by != match.to_move:
        return "M3", f"it is {match.to_move} who takes or drops, not {by}"
    return None
