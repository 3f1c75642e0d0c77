"""Teams in a knock-out: which two meet in a round, and who goes on (TK2–TK5).

Round r has the meetings 1, 2, … from the top of the bracket down. Everything follows from the results of the boards.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.tournament.brackets.placement import seeding_order
from core.tournament.model.memoize import memoized
from core.tournament.model.state import Tournament, settings_of
from core.tournament.model.values import NO_PLAYER, Meeting, Pairing
from core.tournament.teams.boards_of_rounds import missing_boards
from core.tournament.teams.meetings import Board, Outcome, Side, boards, by_meeting, outcome


class KnockOutMeeting(NamedTuple):
    """A place for two teams in the bracket: a team's id, `NO_PLAYER` without one, `None` while it is not known.

    `winner` and `loser` are `None` until the meeting is over; `found` is how it ended, where it was played.
    """

    home: str | None
    away: str | None
    winner: str | None = None
    loser: str | None = None
    found: Outcome | None = None


Rounds = Sequence[Sequence[KnockOutMeeting]]


def rounds_of_knock_out(teams: int) -> int:
    """The rounds for so many teams.

    >>> rounds_of_knock_out(5)
    3
    """
    return max(teams - 1, 0).bit_length()


@memoized
def knock_out_rounds(tournament: Tournament) -> Rounds:
    """The meetings of every round, as far as the results say who meets."""
    teams = tournament.starters
    order = seeding_order(1 << rounds_of_knock_out(len(teams)))
    entrants: list[str | None] = [teams[seed - 1] if seed <= len(teams) else NO_PLAYER for seed in order]
    played = {round_.number: by_meeting(round_.pairings) for round_ in tournament.rounds if not round_.draft}
    rounds: list[list[KnockOutMeeting]] = []
    while len(entrants) > 1:
        number = len(rounds) + 1
        met = played.get(number, {})
        meetings = [
            _meeting(
                tournament, number, place, (entrants[2 * place - 2], entrants[2 * place - 1]), met.get(str(place), ())
            )
            for place in range(1, len(entrants) // 2 + 1)
        ]
        rounds.append(meetings)
        entrants = [meeting.winner for meeting in meetings]
    return rounds


def _meeting(
    tournament: Tournament, number: int, place: int, teams: tuple[str | None, str | None], played: Sequence[Pairing]
) -> KnockOutMeeting:
    home, away = teams
    if home is None or away is None:
        return KnockOutMeeting(home, away)
    if not home or not away:
        return KnockOutMeeting(home, away, home or away, NO_PLAYER)
    live = [pairing for pairing in played if is_between(tournament, pairing, (home, away))]
    wanted = boards_between(tournament, number, place, home, away)
    missing = missing_boards(tournament.round(number), wanted) if live else ()
    if not live or missing or any(pairing.match not in tournament.results for pairing in live):
        return KnockOutMeeting(home, away)
    found = outcome(tournament, (home, away), live)
    winner = _ahead(found.home, found.away)
    loser = away if winner == home else home if winner == away else NO_PLAYER
    return KnockOutMeeting(home, away, winner, loser, found)


def _ahead(home: Side, away: Side) -> str:
    """The team that goes on: by boards, then by points, then by the lowest board that only one of the two won."""
    one, other = ((side.boards, side.points, -side.first_board if side.first_board else -1000) for side in (home, away))
    if one == other:
        return NO_PLAYER
    return home.team if one > other else away.team


def is_between(tournament: Tournament, pairing: Pairing, teams: Sequence[str]) -> bool:
    """True if the players at a board are of these teams."""
    players = (player for player in (pairing.white, pairing.black) if player)
    return all(tournament.entry_of(player).player in teams for player in players)


def boards_between(tournament: Tournament, number: int, place: int, home: str, away: str) -> Iterator[Board]:
    """The boards of a meeting as the teams are lined up for that round."""
    one, other = (tournament.entry(team).lineup(number) for team in (home, away))
    return boards(one, other, f"{number}.{place}", settings_of(tournament).boards)


def teams_of_meeting(tournament: Tournament, number: int, slot: str) -> tuple[str, str]:
    """The two teams of a meeting, the home team first."""
    place = int(slot.partition("/")[0].partition(".")[2])
    meeting = knock_out_rounds(tournament)[number - 1][place - 1]
    return meeting.home or NO_PLAYER, meeting.away or NO_PLAYER


def meetings_of_knock_out(tournament: Tournament) -> dict[str, list[Meeting]]:
    """Every team's meetings that are over, round by round. A meeting won counts 1."""
    met: dict[str, list[Meeting]] = {entry.player: [] for entry in tournament.field}
    for number, meetings in enumerate(knock_out_rounds(tournament) if tournament.seed is not None else (), 1):
        for meeting in meetings:
            for own, against in _sides(meeting):
                won = own.team == meeting.winner
                met[own.team].append(
                    Meeting(
                        against.team,
                        won,
                        own.boards,
                        against.boards,
                        own.points,
                        against.points,
                        int(won),
                        meeting.found.kind if meeting.found else "played",
                        "",
                        number,
                    )
                )
    return met


def _sides(meeting: KnockOutMeeting) -> list[tuple[Side, Side]]:
    if meeting.found is None:
        return []
    home, away, _kind = meeting.found
    return [(home, away), (away, home)]
