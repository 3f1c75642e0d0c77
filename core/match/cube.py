"""The doubling cube of a game: offers, answers, and the one game in which it rests (M7)."""

from core.events import DoubleDropped, DoubleOffered, DoubleTaken, GameResult
from core.match.results.game_results import CUBE_LIMIT, finished_game, following, smallest
from core.match.state import ACCEPTED, Judged, Match, Verdict
from core.match.turns import accept, game_over, out_of_turn, refuse
from core.messages import say, term


def offered(match: Match, event: DoubleOffered, version: int) -> Judged:
    """The player about to roll offers a double. The cube is theirs or in the middle."""
    if wrong := out_of_turn(match, event.by, "roll") or _forbidden(match, event.by):
        return refuse(match, version, *wrong)
    answers = following(match.seats, event.by)
    return accept(match._replace(version=version, phase="double_offered", to_move=answers), version)


def _forbidden(match: Match, by: str) -> tuple[str, str] | None:
    cube = match.cube
    if cube is None:
        return "M7", say("{game_name} is played without a cube", "no_cube", game_name=term(match.game.name))
    if cube.crawford:
        return "M7", say("this is the Crawford game: neither player may double in it", "crawford_game")
    if cube.owner not in (None, by):
        return "M7", say(
            "the cube is {owner}'s, and no other seat may redouble", "cube_is_owned", owner=term(cube.owner)
        )
    if cube.value >= CUBE_LIMIT:
        return "M7", say("the cube stands at {value} and goes no further", "cube_at_its_limit", value=cube.value)
    return None


def taken(match: Match, event: DoubleTaken, version: int) -> Judged:
    """The stake doubles, the cube belongs to the taker, and the player who offered rolls."""
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
    ended = finished_game(match.game, result)
    return after, Verdict(version, ACCEPTED, game_finished=ended, match_settled=after.settled)


def _unanswerable(match: Match, by: str) -> tuple[str, str] | None:
    if match.phase != "double_offered":
        return "M7", say("no double waits for an answer", "no_double_waits")
    if by != match.to_move:
        return "M3", say(
            "it is {to_move} who takes or drops, not {by}",
            "other_player_answers",
            to_move=term(match.to_move),
            by=term(by),
        )
    return None
