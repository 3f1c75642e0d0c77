"""Legal plays of a position in dispute, or as it stands: their texts, and the board on which they can be pointed at."""

from typing import Any

from core.events import CheckersMoved
from core.match.state import REFUSED, Match
from core.notation.match_text import player_name
from core.notation.turn_text import canonical
from service import translations
from service.handlers.match.timeline import MatchTimeline
from service.web import boards
from service.web.boards import Diagram, LastPlay
from service.web.i18n import locale, match_events, turns

Json = dict[str, Any]
_MOST = 80


def disputed(watched: MatchTimeline) -> list[Json]:
    """The positions before the plays that need a ruling, or before the last one if it was refused."""
    asked = {fault.version for fault in watched.match.faults if fault.status == "open"}
    judged = [line for line in watched.lines if not line.pending]
    if judged and judged[-1].verdict.verdict == REFUSED and watched.match.settled is None:
        asked.add(judged[-1].recorded.version)
    return [
        {
            "version": line.recorded.version,
            "told": match_events.fact(line),
            **legal_plays(line.before, line.recorded.event),
        }
        for line in reversed(judged)
        if line.recorded.version in asked and line.before.phase == "move" and line.before.game.notation
    ]


def legal_plays(match: Match, played: Any = None) -> Json:
    """The legal plays of a position, with its board; `played` is the event that was played instead of them."""
    found, seat, dice = _legal_turns(match), match.to_move, match.dice or ()
    shown = found[:_MOST]
    last = LastPlay(played.by, dice, played.moves) if isinstance(played, CheckersMoved) else None
    diagram = Diagram(
        match.game.write(match.position),
        match.seats[0],
        boards.PHONE,
        translations.catalogue(locale.current()),
        to_move=seat,
        dice=dice,
        cube=match.cube,
        last=last,
        plays=tuple(LastPlay(seat or "", dice, moves) for _, moves in shown),
        names=match.opened.players,
    )
    return {
        "phase": match_events.phase(match),
        "moving": match.phase == "move",
        "count": len(found),
        "plays": [turns.shown(text) for text, _ in shown],
        "board": boards.draw(match.game.key, diagram),
        "numbered": player_name(match, boards.numbered_for(match.game.key, diagram)),
    }


def _legal_turns(match: Match) -> list[tuple[str, Any]]:
    """Every legal turn, as it is written and as it is carried out."""
    if match.phase != "move" or match.to_move is None or not match.dice or not match.game.notation:
        return []
    game, seat = match.game, match.to_move
    legal = game.plays(match.position, seat, match.dice, match.options)
    return [(canonical(game, turn.moves, match.position, seat, match.options), turn.moves) for turn in legal]
