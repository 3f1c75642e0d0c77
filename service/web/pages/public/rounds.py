"""Rounds of a tournament, as its page lists them: matches with names and results, meetings of teams."""

from collections.abc import Sequence, Set
from typing import Any

from core.games import game_of
from core.tournament import Tournament
from core.tournament.model.byes import resting
from core.tournament.model.match_status import DISPUTED, ENDED, REPORTED, status_of
from core.tournament.model.values import Pairing, Result, Round
from core.tournament.teams.meetings import by_meeting
from service.web.i18n import labels, tournament_labels
from service.web.pages.shared.expected_ends import round_clock


def rounds_of(state: Tournament) -> list[dict[str, Any]]:
    """Every round, the last one first."""
    waiting = {pairing.match for pairing in state.to_play}
    return [_round(state, each, waiting) for each in reversed(state.rounds)]


def _round(state: Tournament, each: Round, waiting: Set[str]) -> dict[str, Any]:
    meetings = _meetings(state, each) if state.format.teams else {}
    matches = [
        {**match_row(state, pairing, waiting), "meeting": meetings.get(pairing.match)} for pairing in each.pairings
    ]
    resting_names = [
        {"name": state.name_of(player), "how": labels.resting_word(kind)} for player, kind in resting(state, each)
    ]
    open_ = any(match["open"] for match in matches)
    return {
        "number": each.number,
        "stage": tournament_labels.stage(state, each),
        "draft": each.draft,
        "matches": matches,
        "resting": resting_names,
        "open": open_,
        "clock": round_clock(state, each.number),
    }


def _meetings(state: Tournament, each: Round) -> dict[str, dict[str, Any]]:
    """By the first match of each meeting of teams who meets, and how many boards both have won so far."""
    found = {}
    for boards_played in by_meeting(each.pairings).values():
        teams = state.format.teams_of(state, each.number, boards_played[0].slot) if state.format.teams_of else ()
        if not all(teams):
            continue  # a result before it was taken back, and its boards are about to be voided
        won = dict.fromkeys(teams, 0)
        results = [state.results[pairing.match] for pairing in boards_played if pairing.match in state.results]
        for pairing in boards_played:
            if winner := _winner(state, pairing):
                won[state.entry_of(winner).player] += 1
        found[boards_played[0].match] = {
            "names": [state.name_of(team) for team in teams],
            "score": list(won.values()) if results else [],
        }
    return found


def _winner(state: Tournament, pairing: Pairing) -> str | None:
    """The player id of the winner of a match, or of the player with a bye."""
    result = state.results.get(pairing.match)
    seats = game_of(state.created.game).seats[:2]
    if result is None:
        return None
    if pairing.is_bye:
        return pairing.white
    return (pairing.white, pairing.black)[seats.index(result.winner)] if result.winner in seats else None


def match_row(state: Tournament, pairing: Pairing, waiting: Set[str]) -> dict[str, Any]:
    """A match as a line: its players, and its result or where it is played."""
    result = state.results.get(pairing.match)
    seats = game_of(state.created.game).seats[:2]
    status = status_of(state, pairing.match)
    score, text = result_words(result, seats) if result else ("", "")
    return {
        "match": pairing.match,
        "table": state.seated.get(pairing.match),
        "bye": pairing.is_bye,
        "names": [state.name_of(player) if player else "" for player in (pairing.white, pairing.black)],
        "score": score,
        "words": text,
        "winner": seats.index(result.winner) if result and result.winner in seats else None,
        "open": pairing.match in waiting and status != ENDED,
        "waits": status in (REPORTED, DISPUTED),
    }


def result_words(result: Result, seats: Sequence[str]) -> tuple[str, str]:
    """A result as printed things say it, the points or why there are none; and what there is to say beside that."""
    points = [result.score.get(seat, 0) for seat in seats]
    score = "–".join(map(str, points))
    if result.kind in ("played", "bye"):
        return score, ""
    word = tournament_labels.labels().word(result.kind)
    return (score, word) if any(points) else (word, "" if result.winner else labels.kind_word(result.kind))
