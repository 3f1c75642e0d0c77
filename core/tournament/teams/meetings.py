"""Meetings of teams: the boards that are played, and what came of a meeting once all of them have a result.

The slot of a board's match is `<round>.<meeting>/<board>`: `2.1/3` is board 3 of the first meeting of round 2. In a
Scheveningen all players of a team meet all players of the other, so a meeting takes as many rounds as it has boards.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from core.games import game_of
from core.tournament.model.state import Tournament, settings_of
from core.tournament.model.values import ANNULLED, NO_PLAYER, UNPLAYED, Meeting, Pairing, Round
from core.tournament.pairing.berger import table_round
from core.tournament.standings.meetings import as_seen

BOARDS, SCHEVENINGEN = "boards", "scheveningen"
"""Board against board, or all of a team against all of the other."""


class Board(NamedTuple):
    """A match to be played: white's and black's player id (`NO_PLAYER` if black is missing), and its slot."""

    white: str
    black: str
    slot: str

    def without(self, busy: Collection[str]) -> Iterator["Board"]:
        """The board if these players sit elsewhere: as it is, without an opponent for a remaining player, or not at
        all.
        """
        here = [player for player in (self.white, self.black) if player != NO_PLAYER and player not in busy]
        if here:
            yield self if len(here) == 2 else Board(here[0], NO_PLAYER, self.slot)


def boards(home: Sequence[str], away: Sequence[str], meeting: str, number: int) -> Iterator[Board]:
    """The matches of a meeting over so many boards; the home team has white on the odd ones.

    If a team has no player for a board, the other's player has a bye. If neither has one, there is no match.

    >>> [board[:2] for board in boards(["anna", "bo"], ["cilla"], "1.1", 3)]
    [('anna', 'cilla'), ('bo', '')]
    """
    for board in range(1, number + 1):
        one, other = (team[board - 1] if board <= len(team) else NO_PLAYER for team in (home, away))
        white, black = (one, other) if board % 2 else (other, one)
        if white or black:
            yield Board(white or black, black if white else NO_PLAYER, f"{meeting}/{board}")


def turned(
    home: Sequence[str], away: Sequence[str], meeting: str, number: int, turn: int, *, swapped: bool
) -> Iterator[Board]:
    """The matches of one round of a Scheveningen over so many boards, `turn` rounds after its first.

    Player i of the home team meets player i + `turn` of the other. Over all rounds a player sits on each side as often
    as can be. `swapped`: it is a second leg, in which every two change sides.

    >>> [board[:2] for board in turned(["anna", "bo"], ["cilla", "dag"], "1.1", 2, 1, swapped=False)]
    [('dag', 'anna'), ('cilla', 'bo')]
    """
    for board in range(1, number + 1):
        against = (board + turn - 1) % number + 1
        one = home[board - 1] if board <= len(home) else NO_PLAYER
        other = away[against - 1] if against <= len(away) else NO_PLAYER
        first = against if swapped else board
        white, black = (one, other) if (board + against + (first - 1) // 2) % 2 == 0 else (other, one)
        if white or black:
            yield Board(white or black, black if white else NO_PLAYER, f"{meeting}/{board}")


class MeetingRound(NamedTuple):
    """A round of the table of the teams, from 1 on, and the rounds of its meetings that come before, 0 at first."""

    number: int
    turn: int


def rounds_of_meeting(tournament: Tournament) -> int:
    """The number of rounds that a meeting takes."""
    settings = settings_of(tournament)
    return int(settings.boards) if settings.meeting == SCHEVENINGEN else 1


def meeting_round(tournament: Tournament, number: int) -> MeetingRound:
    """The round of the teams' table that a round of the tournament is a part of."""
    before, turn = divmod(number - 1, rounds_of_meeting(tournament))
    return MeetingRound(before + 1, turn)


def meetings_of(tournament: Tournament) -> dict[str, list[Meeting]]:
    """Every team's meetings that are over, round by round.

    A meeting is won by more boards, then by more points, else it is drawn. Its `games_won` are boards, its `points`
    those of the league.
    """
    met: dict[str, list[Meeting]] = {entry.player: [] for entry in tournament.field}
    for number, rounds in _whole_rounds(tournament).items():
        played = [pairing for round_ in rounds for pairing in round_.pairings]
        for meeting in by_meeting(played).values():
            if is_over(tournament, meeting) and not is_annulled(tournament, meeting):
                teams = teams_of(tournament, number, meeting[0].slot)
                add_meeting(tournament, number, outcome(tournament, teams, meeting), met)
        begun = any(pairing.match in tournament.results and not pairing.is_bye for pairing in played)
        bye = rounds[0].bye if rounds else None
        if bye in met and begun:
            met[bye].append(Meeting(NO_PLAYER, False, 0, 0, 0, 0, 0, "bye", "", number))
    return met


def _whole_rounds(tournament: Tournament) -> dict[int, list[Round]]:
    """The rounds of each round of meetings, by the number of its last; none if one of them is missing or a draft."""
    count = rounds_of_meeting(tournament)
    found: dict[int, list[Round]] = {}
    for round_ in tournament.rounds:
        found.setdefault(meeting_round(tournament, round_.number).number * count, []).append(round_)
    there = {number: [round_ for round_ in rounds if not round_.draft] for number, rounds in found.items()}
    return {number: rounds for number, rounds in there.items() if len(rounds) == count}


def by_meeting(pairings: Iterable[Pairing]) -> dict[str, list[Pairing]]:
    """The boards of each meeting of a round, by its number there."""
    found: dict[str, list[Pairing]] = {}
    for each in pairings:
        found.setdefault(each.slot.partition("/")[0].partition(".")[2], []).append(each)
    return found


def is_over(tournament: Tournament, meeting: Iterable[Pairing]) -> bool:
    """True if all boards of a meeting have a result."""
    return all(pairing.match in tournament.results for pairing in meeting)


def is_annulled(tournament: Tournament, meeting: Iterable[Pairing]) -> bool:
    """True if a meeting counts for no team, since one of the two left before half of its boards were played (TL12)."""
    results = (tournament.results.get(pairing.match) for pairing in meeting)
    return any(result is not None and result.kind == ANNULLED for result in results)


class Side(NamedTuple):
    """The record of a team in a meeting that is over: boards and points won, and the lowest of those boards, or 0."""

    team: str
    boards: int
    points: int
    first_board: int


class Outcome(NamedTuple):
    """A meeting that is over, as the home team and the other did in it; `kind` is that of a result."""

    home: Side
    away: Side
    kind: str


def outcome(tournament: Tournament, teams: tuple[str, str], meeting: Sequence[Pairing]) -> Outcome:
    """The outcome of a meeting of two teams of which all boards have a result."""
    seats = game_of(tournament.created.game).seats[:2]
    team_of = {player: entry.player for entry in tournament.entries for player in entry.people}
    won: dict[str, list[int]] = {team: [] for team in teams}
    points = dict.fromkeys(teams, 0)
    kinds = set()
    for pairing in meeting:
        result = tournament.results[pairing.match]
        kinds.add("walkover" if pairing.is_bye else result.kind)
        for player, seat, other in zip((pairing.white, pairing.black), seats, reversed(seats), strict=True):
            if player != NO_PLAYER:
                seen, team = as_seen(result, NO_PLAYER, seat, other, 0), team_of[player]
                won[team] += [int(pairing.slot.partition("/")[2])] * seen.won
                points[team] += seen.points_won
    home, away = (Side(team, len(won[team]), points[team], min(won[team], default=0)) for team in teams)
    return Outcome(home, away, "walkover" if kinds <= UNPLAYED else "played")


def add_meeting(tournament: Tournament, number: int, found: Outcome, met: dict[str, list[Meeting]]) -> None:
    """Add a meeting that is over, of the round of that number, to those of its two teams."""
    one, other, kind = found
    settings = settings_of(tournament)
    for own, against in ((one, other), (other, one)):
        ahead = (own.boards, own.points) > (against.boards, against.points)
        drawn = (own.boards, own.points) == (against.boards, against.points)
        met[own.team].append(
            Meeting(
                against.team,
                ahead,
                own.boards,
                against.boards,
                own.points,
                against.points,
                settings.won if ahead else settings.drawn if drawn else settings.lost,
                kind,
                "",
                number,
                drawn,
            )
        )


def teams_of(tournament: Tournament, number: int, slot: str) -> tuple[str, str]:
    """The two teams of a meeting, the home team first, by the Berger table."""
    meeting = slot.partition("/")[0].partition(".")[2]
    return table_round(tournament.starters, meeting_round(tournament, number).number).pairs[int(meeting) - 1]
