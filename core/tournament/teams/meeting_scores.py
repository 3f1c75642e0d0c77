"""Meetings of a round as lists show them: which teams meet, at which boards, and how it stands between them."""

from collections.abc import Sequence
from typing import NamedTuple

from core.games import game_of
from core.tournament.model.state import Tournament
from core.tournament.model.values import Pairing, Round
from core.tournament.teams.meetings import by_meeting, is_annulled


class MeetingScore(NamedTuple):
    """A meeting: the names of its teams, the home team first, and its boards from the first on.

    `won` are the boards that each of the two has won so far. It is empty before the first result.
    """

    teams: tuple[str, str]
    boards: tuple[Pairing, ...]
    won: tuple[int, ...]


class Line(NamedTuple):
    """A match of a round in a list. The first board of a meeting has the `meeting`, which stands above it.

    `teams` are the names of those that meet at a board, the home team first.
    """

    pairing: Pairing
    meeting: MeetingScore | None = None
    teams: tuple[str, ...] = ()


def in_meetings(tournament: Tournament, round_: Round, order: Sequence[Pairing]) -> list[Line]:
    """The matches of a round in that order; in an event of teams the boards of a meeting follow each other."""
    meetings = _meetings(tournament, round_, order)
    lines = [
        Line(board, meeting if place == 0 else None, meeting.teams)
        for meeting in meetings
        for place, board in enumerate(meeting.boards)
    ]
    listed = {line.pairing.match for line in lines}
    return [*lines, *(Line(pairing) for pairing in order if pairing.match not in listed)]


def _meetings(tournament: Tournament, round_: Round, order: Sequence[Pairing]) -> list[MeetingScore]:
    """The meetings in the order in which `order` comes to them; none in a format of players.

    A meeting whose teams are not known is left out: a result before it was taken back, and its boards are about to be
    voided.
    """
    teams_of = tournament.format.teams_of
    if teams_of is None:
        return []
    meetings = []
    for played in by_meeting(order).values():
        boards = tuple(sorted(played, key=_board))
        teams = teams_of(tournament, round_.number, boards[0].slot)
        if all(teams):
            home, away = map(tournament.name_of, teams)
            meetings.append(MeetingScore((home, away), boards, _boards_won(tournament, teams, boards)))
    return meetings


def _board(pairing: Pairing) -> int:
    return int(pairing.slot.partition("/")[2])


def _boards_won(tournament: Tournament, teams: tuple[str, str], boards: Sequence[Pairing]) -> tuple[int, ...]:
    if all(board.match not in tournament.results for board in boards) or is_annulled(tournament, boards):
        return ()
    won = dict.fromkeys(teams, 0)
    for pairing in boards:
        if winner := _winner(tournament, pairing):
            won[tournament.entry_of(winner).player] += 1
    return tuple(won.values())


def _winner(tournament: Tournament, pairing: Pairing) -> str | None:
    """The player id of the winner of a board, or of the player with a bye."""
    result = tournament.results.get(pairing.match)
    seats = game_of(tournament.created.game).seats[:2]
    if result is None:
        return None
    if pairing.is_bye:
        return pairing.white
    return (pairing.white, pairing.black)[seats.index(result.winner)] if result.winner in seats else None
