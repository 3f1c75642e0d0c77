"""Ends of a game or a match beside play: resignations, a referee's rulings, whole results (M5, M6, S11, S12)."""

from collections.abc import Callable, Iterable

from core.events import GameReported, GameResigned, GameResult, Recorded, ResultReported, RulingMade
from core.match.results.game_results import finished_game, following, result_problems
from core.match.results.settlement import Settlement
from core.match.state import ACCEPTED, Judged, Match, Verdict
from core.match.turns import accept, game_over, is_between_games, refuse, settled_by
from core.messages import one_after_another, quoted, say, term

Earlier = Callable[[], Iterable[Recorded]]


def resigned(match: Match, event: GameResigned, version: int) -> Judged:
    """A player resigns the game at a value of their choice, times the cube (S11)."""
    if event.by not in match.seats:
        return refuse(match, version, "M3", say("no player sits at {by}", "author_sits_nowhere", by=term(event.by)))
    return award(match, following(match.seats, event.by), event.outcome, version)


def award(match: Match, winner: str, outcome: str, version: int) -> Judged:
    """The game ends so, times the cube."""
    if outcome not in {ending.key for ending in match.game.endings}:
        return refuse(
            match,
            version,
            "S11",
            say(
                "{game_name} has no ending {outcome}",
                "ending_not_of_game",
                game_name=term(match.game.name),
                outcome=quoted(outcome),
            ),
        )
    placings: tuple[str, ...] = ()
    if match.game.placings:
        if len(match.seats) > 2:
            return refuse(
                match,
                version,
                "S11",
                say(
                    "{game_name} places all of its players: play on, or settle it",
                    "game_places_all",
                    game_name=term(match.game.name),
                ),
            )
        placings = (winner, following(match.seats, winner))
    result = GameResult(winner, outcome, match.cube.value if match.cube else 1, placings)
    after = game_over(match._replace(version=version), result)
    ended = finished_game(match.game, result)
    return after, Verdict(version, ACCEPTED, game_finished=ended, match_settled=after.settled)


def game_reported(match: Match, event: GameReported, version: int) -> Judged:
    """The game under way, or the next one, ended so: the rest of its turns was not recorded (M6)."""
    cube = event.cube or (match.cube.value if match.cube else 1)
    result = GameResult(event.winner, event.outcome, cube, event.placings or ())
    if wrong := result_problems(match.game, match.seats, result):
        return refuse(match, version, "M6", one_after_another(each for one in wrong.values() for each in one))
    after = game_over(match._replace(version=version), result)
    return after, Verdict(version, ACCEPTED, None, "", finished_game(match.game, result), after.settled)


def reported(match: Match, event: ResultReported, version: int) -> Judged:
    """A whole match result without its rolls; the games that ended before it are its first ones (M6)."""
    if not is_between_games(match):
        return refuse(
            match,
            version,
            "M6",
            say("play is recorded: the result follows from it, or from a referee's award", "result_follows_from_play"),
        )
    if wrong := incomplete(match, event.results):
        return refuse(match, version, "M6", wrong)
    before = len(match.results)
    if event.results[:before] != match.results:
        why = say(
            "the whole result begins with the games that have ended ({count}), as they ended",
            "result_begins_otherwise",
            count=before,
        )
        return refuse(match, version, "M6", why)
    after = match
    for result in event.results[before:]:
        after = game_over(after, result)
    return after._replace(version=version), Verdict(version, ACCEPTED, match_settled=after.settled)


def incomplete(match: Match, results: tuple[GameResult, ...]) -> str | None:
    """The reason why these results are not a whole match (M6). `None` if they are."""
    for result in results:
        if wrong := result_problems(match.game, match.seats, result):
            all_: str = one_after_another(message for each in wrong.values() for message in each)
            return all_
    for number in range(1, len(results) + 1):
        if settled_by(match, results[:number]):
            return (
                None
                if number == len(results)
                else say("the match was over after {number} games", "match_over_earlier", number=number)
            )
    ((unit, wanted),) = match.opened.length.items()
    reached = len(results) if unit == "games" else max(match.score_after(results).values())
    return say(
        "{reached} {unit} of {wanted}: the match is not over",
        "match_not_over",
        reached=reached,
        unit=term(unit),
        wanted=wanted,
    )


# ── a referee's rulings ──────────────────────────────────────────────────────────────────────────────────────────────
def note(match: Match, _event: RulingMade, version: int) -> Judged:
    """Words for the log."""
    return accept(match._replace(version=version), version)


def let_stand(match: Match, event: RulingMade, version: int) -> Judged:
    """A fault is accepted."""
    wanted = event.from_version
    for place, fault in enumerate(match.faults):
        if fault.status == "open" and wanted in (None, fault.version):
            faults = (*match.faults[:place], fault._replace(status="accepted"), *match.faults[place + 1 :])
            return accept(match._replace(version=version, faults=faults), version)
    reason = (
        say("no play waits to be let stand", "no_fault_waits")
        if wanted is None
        else say("fact {wanted} has no open fault", "fault_not_open", wanted=wanted)
    )
    return refuse(match, version, "M5", reason)


def award_game(match: Match, event: RulingMade, version: int) -> Judged:
    """The game counts as won by this outcome, times the cube."""
    if match.settled is not None:
        return refuse(match, version, "M1", say("the match is settled: void what ended it first", "void_the_end_first"))
    if event.winner not in match.seats or event.outcome is None:
        return refuse(
            match, version, "M5", say("an awarded game names its winner's seat and an outcome", "award_incomplete")
        )
    return award(match, event.winner, event.outcome, version)


def award_match(match: Match, event: RulingMade, version: int) -> Judged:
    """The match is over as the score stands (S12)."""
    if event.winner not in match.seats:
        return refuse(match, version, "M5", say("an awarded match names its winner's seat", "match_award_incomplete"))
    return match_to(match, event.winner, version)


def match_to(match: Match, winner: str, version: int) -> Judged:
    """The match ends with its score as it stands."""
    settlement = Settlement(match.score, winner, "awarded", False, ())
    after = match._replace(version=version, phase="settled", to_move=None, dice=None, settled=settlement)
    return after, Verdict(version, ACCEPTED, match_settled=settlement)
