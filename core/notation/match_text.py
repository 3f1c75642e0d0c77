"""A match in words: how a game and the match ended, and what it waits for; for records, and beside it for pages."""

from collections.abc import Mapping, Sequence

from core.events import GameResult
from core.match.results.game_results import points
from core.match.state import Match
from core.messages import say
from core.notation.ending_text import ending_text, outcome_text
from core.rules.game import VOID

_DECIDED: Mapping[str, str] = {
    "points": say("on points"),
    "highest_game": say("on equal points, by the better games"),
    "awarded": say("by a referee's award"),
}


def decided_text(by: str | None) -> str:
    """The kind of decision of a match, in the middle of a sentence; empty for none."""
    return _DECIDED.get(by or "", "")


def points_text(count: int) -> str:
    """So many points."""
    return say("{points} point", points=count) if count == 1 else say("{points} points", points=count)


def game_end_text(match: Match, result: GameResult) -> str:
    """The ending of a game, for a line of a record."""
    if result.outcome == VOID:
        return say("neither player can win any more: the game is void and played again")
    if result.placings:
        names = [player_name(match, seat) for seat in result.placings]
        order = f" ({', '.join(names)})" if len(names) > 2 else ""
        return say("{first} is the first out, {last} pays{order}", first=names[0], last=names[-1], order=order)
    return say(
        "{player} wins {points}: {outcome}{cube}",
        player=player_name(match, result.winner),
        points=points_text(points(match.game, result)),
        outcome=outcome_text(result.outcome),
        cube=say(", cube at {value}", value=result.cube) if result.cube > 1 else "",
    )


def game_end_sentence(match: Match, result: GameResult) -> str:
    """The ending of a game."""
    if result.outcome == VOID:
        return say("Neither player can win any more: the game is void and played again")
    if result.placings:
        first, last = player_name(match, result.placings[0]), player_name(match, result.placings[-1])
        return say("{first} is out first, {last} pays", first=first, last=last)
    return say(
        "{who} wins the game: {ending}, {points}",
        who=player_name(match, result.winner),
        ending=ending_text(result.outcome),
        points=points_text(points(match.game, result)),
    )


def match_end_sentence(match: Match) -> str:
    """The end of the match; empty while it is open."""
    settled = match.settled
    if settled is None:
        return ""
    winner_first = sorted(match.seats, key=lambda seat: seat != settled.winner)
    return say(
        "{who} has won the match {score}, {decided}",
        who=player_name(match, settled.winner),
        score="–".join(str(settled.score[seat]) for seat in winner_first),
        decided=decided_text(settled.decided_by),
    )


def next_text(match: Match) -> str:
    """The next action of an open match, for a line of a record."""
    if match.phase == "opening":
        return say("the opening is to be rolled")
    if match.phase == "double_offered":
        return say("a double is offered")
    player = player_name(match, match.to_move or match.seats[0])
    if match.phase == "roll":
        return say("{player} rolls next", player=player)
    return say("{player} has rolled", player=player)


def next_sentence(match: Match) -> str:
    """The next action of the match, or its end."""
    player = player_name(match, match.to_move)
    if match.settled is not None:
        return match_end_sentence(match)
    if match.phase == "opening":
        return say("Each player rolls one die for the start")
    if match.phase == "double_offered" and match.cube:
        return say("{who} is offered a double to {value}", who=player, value=2 * match.cube.value)
    if match.phase == "move":
        return say("{who} has {dice} to play", who=player, dice=dice_text(match.dice or ()))
    return say("{who} is to roll", who=player)


def dice_text(dice: Sequence[int]) -> str:
    """Dice as they were thrown: `6-2`."""
    return "-".join(map(str, dice))


def player_name(match: Match, seat: str | None) -> str:
    """The player at a seat."""
    return match.opened.players.get(seat or "", seat or "")
