"""A tournament of teams with its meetings in place of their boards, as a Swiss pairs it (TS2, TS4, TS5).

The match of a meeting has the id `<round>.<meeting>`, and the home team sits white.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.events import RoundPaired
from core.games import game_of
from core.tournament.model.memoize import memoized
from core.tournament.model.new_round import new_round
from core.tournament.model.state import Tournament, settings_of
from core.tournament.model.values import NO_PLAYER, Meeting, Pairing, Result, Round
from core.tournament.standings.scoring import DRAWN
from core.tournament.teams.boards_of_rounds import missing_boards
from core.tournament.teams.meetings import Board, Outcome, add_meeting, boards, by_meeting, outcome


def teams_at(tournament: Tournament, number: int, slot: str) -> tuple[str, str]:
    """The two teams of a meeting, the home team first, by who sits at its boards or sat there before a new line-up.

    A team of which no player is known is `NO_PLAYER`.
    """
    meeting = slot.partition("/")[0]
    there = [pairing for round_ in tournament.rounds if round_.number == number for pairing in round_.pairings]
    gone = [pairing for round_, pairing in reversed(tournament.voided.pairings) if round_ == number]
    here = [pairing for pairing in (*there, *gone) if pairing.slot.partition("/")[0] == meeting]
    for pairing in sorted(here, key=lambda one: one.is_bye):  # a stable order: a board with both players says it all
        white, black = (tournament.entry_of(player).player if player else NO_PLAYER for player in pairing[1:3])
        odd = int(pairing.slot.partition("/")[2]) % 2 == 1
        return (white, black) if odd or pairing.is_bye else (black, white)
    return NO_PLAYER, NO_PLAYER


@memoized
def as_meetings(tournament: Tournament) -> Tournament:
    """The tournament with its meetings in place of their boards; a meeting has a result once all its boards have.

    Its scoring is that of meetings. A bye counts as a meeting won.
    """
    rounds, results, begun = [], {}, {}
    for round_ in tournament.rounds:
        meetings = by_meeting(round_.pairings)
        pairings = []
        for place in sorted(meetings, key=int):
            home, away = teams_at(tournament, round_.number, meetings[place][0].slot)
            pairing = Pairing(f"{round_.number}.{place}", home, away)
            pairings.append(pairing)
            if outcome := _outcome(tournament, (home, away), meetings[place]):
                results[pairing.match] = _result(tournament, outcome)
            if any(_has_begun(tournament, each) for each in meetings[place]):
                begun[pairing.match] = Result("played", None, {}, None, ())
        rounds.append(round_._replace(pairings=tuple(pairings)))
    settings = settings_of(tournament)
    scoring = {"win": settings.won, DRAWN: settings.drawn, "loss": settings.lost, "bye": settings.won}
    return tournament._replace(
        created=replace(tournament.created, scoring=scoring),
        rounds=tuple(rounds),
        results=results,
        reported=begun,
        paired={each.match: each for round_ in rounds for each in round_.pairings},
        voided=tournament.voided._replace(pairings=()),
    )


def _has_begun(tournament: Tournament, board: Pairing) -> bool:
    return not board.is_bye and (board.match in tournament.results or board.match in tournament.reported)


def _outcome(tournament: Tournament, teams: tuple[str, str], played: Sequence[Pairing]) -> Outcome | None:
    """The outcome of a meeting, if all of its boards have a result."""
    if not all(teams) or any(pairing.match not in tournament.results for pairing in played):
        return None
    return outcome(tournament, teams, played)


def _result(tournament: Tournament, found: Outcome) -> Result:
    white, black = game_of(tournament.created.game).seats[:2]
    score = {white: found.home.boards, black: found.away.boards}
    home, away = ((side.boards, side.points) for side in (found.home, found.away))
    if home == away:
        return Result(DRAWN, None, score, None, ())
    return Result(found.kind, white if home > away else black, score, None, ())


def boards_of_meetings(tournament: Tournament, meetings: Sequence[Sequence[str]], number: int) -> list[Board]:
    """The boards of the meetings of a round, (home, away) from the first on, as the teams are lined up for it."""
    return [
        board
        for place, (home, away) in enumerate(meetings, 1)
        for board in boards_between(tournament, number, place, home, away)
    ]


def boards_between(tournament: Tournament, number: int, place: int, home: str, away: str) -> Iterator[Board]:
    """The boards of one meeting of a round."""
    one, other = (tournament.entry(team).lineup(number) for team in (home, away))
    return boards(one, other, f"{number}.{place}", settings_of(tournament).boards)


def wanted_boards(tournament: Tournament, round_: Round) -> list[Board]:
    """The boards of a round that is paired as its teams are lined up now."""
    return [
        board
        for place, home, away in _meetings_of(tournament, round_)
        for board in boards_between(tournament, round_.number, place, home, away)
    ]


def _meetings_of(tournament: Tournament, round_: Round) -> Iterator[tuple[int, str, str]]:
    """The number of each meeting of a round and its two teams.

    With a new line-up all boards of a meeting may have been voided: its teams are those that sat there, and are nowhere
    else.
    """
    live = by_meeting(round_.pairings)
    inside = {round_.bye} | tournament.withdrawn
    for place in sorted(live, key=int):
        teams = teams_at(tournament, round_.number, f"{round_.number}.{place}")
        inside |= set(teams)
        if all(teams):
            yield int(place), *teams
    voided = by_meeting(pairing for number, pairing in tournament.voided.pairings if number == round_.number)
    for place in sorted(voided.keys() - live.keys(), key=int):
        teams = teams_at(tournament, round_.number, f"{round_.number}.{place}")
        if all(teams) and not inside & set(teams):
            inside |= set(teams)
            yield int(place), *teams


def boards_lined_up_anew(tournament: Tournament) -> RoundPaired | None:
    """The boards of a round that were voided for a new line-up, as they are played now."""
    if not any(entry.lineups for entry in tournament.entries):
        return None
    for fallen in tournament.voided.rounds[::-1]:
        round_ = fallen.round
        if round_.number in tournament.voided.unpaired_rounds and fallen.by_format is None:
            rows = wanted_boards(tournament, round_)
            return new_round(tournament, rows, round_.bye, number=round_.number) if rows else None
    for round_ in tournament.rounds:
        if rows := missing_boards(round_, wanted_boards(tournament, round_)):
            return new_round(tournament, rows, number=round_.number)
    return None


def meetings_as_played(tournament: Tournament) -> dict[str, list[Meeting]]:
    """Every team's meetings that are over, round by round. A bye counts as a meeting won, without boards."""
    met: dict[str, list[Meeting]] = {entry.player: [] for entry in tournament.field}
    won: int = settings_of(tournament).won
    last = max((round_.number for round_ in tournament.rounds if _is_begun(tournament, round_)), default=0)
    for round_ in tournament.rounds:
        if round_.draft:
            continue
        for played in by_meeting(round_.pairings).values():
            teams = teams_at(tournament, round_.number, played[0].slot)
            if outcome := _outcome(tournament, teams, played):
                add_meeting(tournament, round_.number, outcome, met)
        if round_.bye in met and round_.number <= last:
            met[round_.bye].append(Meeting(NO_PLAYER, True, 0, 0, 0, 0, won, "bye", "", round_.number))
    return met


def _is_begun(tournament: Tournament, round_: Round) -> bool:
    return any(pairing.match in tournament.results and not pairing.is_bye for pairing in round_.pairings)
