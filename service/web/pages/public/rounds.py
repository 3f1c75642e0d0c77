"""Rounds of a tournament, as its page lists them: matches with names and results, meetings of teams."""

from collections.abc import Sequence, Set
from typing import Any

from flask_babel import gettext as _

from core.games import game_of
from core.tournament import Tournament
from core.tournament.model.byes import resting
from core.tournament.model.match_status import DISPUTED, ENDED, REPORTED, status_of
from core.tournament.model.values import Pairing, Result, Round
from core.tournament.teams.meeting_scores import MeetingScore, in_meetings
from service.web.http.context import deps
from service.web.i18n import labels, tournament_labels
from service.web.i18n.times import planned_time
from service.web.pages.shared.expected_ends import round_clock


def rounds_of(state: Tournament) -> list[dict[str, Any]]:
    """Every round, the last one first."""
    waiting = {pairing.match for pairing in state.to_play}
    return [_round(state, round_, waiting) for round_ in reversed(state.rounds)]


def _round(state: Tournament, each: Round, waiting: Set[str]) -> dict[str, Any]:
    matches = [
        {**match_row(state, line.pairing, waiting), "meeting": _meeting(line.meeting)}
        for line in in_meetings(state, each, each.pairings)
    ]
    resting_names = [
        {"name": state.label_of(player), "how": labels.kind_word(kind)} for player, kind in resting(state, each)
    ]
    open_ = any(match["open"] for match in matches)
    return {
        "number": each.number,
        "title": tournament_labels.round_title(state, each),
        "prints": tournament_labels.print_everything(state, each.number),
        "draft": each.draft,
        "matches": matches,
        "resting": resting_names,
        "open": open_,
        "clock": round_clock(state, each.number),
    }


def _meeting(meeting: MeetingScore | None) -> dict[str, Any] | None:
    return None if meeting is None else {"names": meeting.teams, "score": meeting.won}


def match_row(state: Tournament, pairing: Pairing, waiting: Set[str]) -> dict[str, Any]:
    """A match as a line: its players, and its result or where it is played."""
    result = state.results.get(pairing.match)
    seats = game_of(state.created.game).seats[:2]
    status = status_of(state, pairing.match)
    score, text = result_words(result, seats) if result else ("", "")
    return {
        "match": pairing.match,
        "table": state.seated.get(pairing.match),
        "planned": planned_words(state, pairing.match),
        "bye": pairing.is_bye,
        "names": [state.label_of(player) if player else "" for player in (pairing.white, pairing.black)],
        "score": score,
        "words": text,
        "winner": seats.index(result.winner) if result and result.winner in seats else None,
        "open": pairing.match in waiting and status != ENDED,
        "waits": status in (REPORTED, DISPUTED),
    }


def planned_words(state: Tournament, match_id: str) -> str:
    """The time and the table of the timetable of a match that has no result; empty without one."""
    planned = state.timetable.times.get(match_id)
    if planned is None or match_id in state.results:
        return ""
    time = planned_time(planned.starts, deps().clock(), state.created.details)
    return _("%(time)s, table %(table)s", time=time, table=planned.table) if planned.table else time


def result_words(result: Result, seats: Sequence[str]) -> tuple[str, str]:
    """A result as printed things say it, the points or why there are none; and what there is to say beside that."""
    points = [result.score.get(seat, 0) for seat in seats]
    score = "–".join(map(str, points))
    if result.kind in ("played", "bye"):
        return score, labels.decided(result.decided_by) if result.decided_by == "highest_game" else ""
    word = tournament_labels.labels().cell(result.kind)
    return (score, word) if any(points) else (word, "" if result.winner else labels.kind_word(result.kind))
