"""Parts of the match page beside the board: pip counts, clocks, games, and the comparison that decided."""

from collections.abc import Iterator, Mapping
from typing import Any

from flask_babel import gettext as _

from core.events import CheckersMoved, DiceRolled, OpeningRolled, ResultReported, TurnPassed
from core.match.state import Match
from core.notation.match_text import player_name
from core.rules.board import BAR, SEATS
from core.rules.game import COUNTED_DOWN, COUNTED_UP
from service.handlers.match.timeline import MatchTimeline
from service.web.i18n import labels, match_events

_PLAY = OpeningRolled | DiceRolled | CheckersMoved | TurnPassed
_BORNE_OFF = ("bearing_off", "single")
"""The plain ending of the games in which all checkers are borne off."""
_HOME = 25


def pips(match: Match, position: Any) -> dict[str, int]:
    """The points that each player's checkers still have to go until they are off; empty where none are borne off."""
    game = match.game
    if game.notation not in (COUNTED_UP, COUNTED_DOWN) or not {outcome.key for outcome in game.outcomes} & {
        *_BORNE_OFF
    }:
        return {}
    written, up = game.write(position), game.notation == COUNTED_UP
    return {seat: _pips(written[seat], counted_up=up) for seat in SEATS}


def _pips(side: Mapping[str, Any], *, counted_up: bool) -> int:
    left = sum(count * (_HOME - int(point) if counted_up else int(point)) for point, count in side["points"].items())
    return left + _HOME * int(side[BAR])


def results_only(watched: MatchTimeline) -> bool:
    """True if a result was reported by then, and nothing was played at a board."""
    events = [line.recorded.event for line in watched.lines if line.recorded.version <= watched.version]
    reported = any(isinstance(event, ResultReported) for event in events)
    return reported and not any(isinstance(event, _PLAY) for event in events)


def tie_break(match: Match) -> list[list[str]]:
    """The games that were compared where the points were equal, best first: a row of each player's game, in words."""
    settled = match.settled
    if settled is None or settled.decided_by != "highest_game":
        return []
    return [[_compared(row, seat) for seat in match.seats] for row in settled.comparison]


def _compared(row: Mapping[str, Any], seat: str) -> str:
    game = row.get(seat)
    if game is None:
        return _("no further game")
    return _("game %(number)s, %(ending)s", number=game.game, ending=labels.ending(game.outcome))


def clocks(watched: MatchTimeline) -> dict[str, dict[str, Any]]:
    """The display of each seat's clock then, in words; the one that runs at the last fact goes on from `since`."""
    clock = watched.match.conduct.clock
    if clock is None or watched.now is None:
        return {}
    then = clock.stopped(watched.now.recorded.at)
    runs = clock.running if watched.version == watched.head else None
    return {
        seat: {
            "said": match_events.clock(remaining),
            "fallen": remaining < 0,
            "running": seat == clock.running,
            "left": clock.remaining[seat],
            "delay": max(0, clock.delay - clock.used),
            "since": clock.since if seat == runs else None,
        }
        for seat, remaining in then.remaining.items()
    }


def results(watched: MatchTimeline) -> Iterator[dict[str, Any]]:
    """The games that were over then."""
    match = watched.match
    for number, (result, points) in enumerate(match.games, 1):
        yield {
            "number": number,
            "winner": result.winner,
            "who": player_name(match, result.winner),
            "ending": labels.ending(result.outcome),
            "points": points,
            "cube": result.cube,
            "placings": [player_name(match, seat) for seat in result.placings],
        }
