"""Bracket of a team knock-out in the shape of a bracket of players: a slot for each meeting, seats for its teams."""

from collections.abc import Mapping, Sequence

from core.games import game_of
from core.tournament.brackets.placement import seeding_order
from core.tournament.brackets.view import (
    EMPTY,
    PLAYED,
    READY,
    RESTS,
    WAITING,
    BracketView,
    RoundView,
    SeatView,
    SlotView,
)
from core.tournament.model.bracket_plan import BYE, SEED, WINNER, SeatSource
from core.tournament.model.state import Tournament
from core.tournament.model.values import NO_PLAYER
from core.tournament.teams.knock_out import KnockOutMeeting, knock_out_rounds, meetings_of_knock_out
from core.tournament.teams.meeting_scores import in_meetings

_MAIN = "main"


def is_knock_out_of_teams(tournament: Tournament) -> bool:
    """True if teams meet in a bracket."""
    return tournament.format.meetings is meetings_of_knock_out


def bracket_of_teams(tournament: Tournament, *, drafts: bool = True) -> tuple[BracketView, ...]:
    """The bracket from the start on. Without `drafts` the teams of rounds that are not published are left out.

    A slot has no match, since a meeting has several. `score` are the boards won, also while the meeting is played.
    """
    if tournament.seed is None or not is_knock_out_of_teams(tournament):
        return ()
    rounds = knock_out_rounds(tournament)
    names = {1: "final", 2: "semi_final", 4: "quarter_final"}
    return (
        BracketView(
            _MAIN,
            tuple(
                RoundView(
                    number,
                    names.get(len(meetings), f"round_of_{2 * len(meetings)}"),
                    _slots(tournament, number, meetings, drafts=drafts),
                )
                for number, meetings in enumerate(rounds, 1)
            ),
        ),
    )


def _slots(
    tournament: Tournament, number: int, meetings: Sequence[KnockOutMeeting], *, drafts: bool
) -> tuple[SlotView, ...]:
    round_ = next((each for each in tournament.rounds if each.number == number), None)
    is_paired = round_ is not None and (drafts or not round_.draft)
    hidden = round_ is not None and not is_paired
    scores = _boards_won(tournament, number) if is_paired else {}
    order = seeding_order(2 * len(meetings))
    seats = game_of(tournament.created.game).seats[:2]
    found = []
    for place, meeting in enumerate(meetings, 1):
        teams = (None, None) if hidden else (meeting.home, meeting.away)
        won = scores.get(place, ())
        sources = (
            [_seed(order[2 * place - 2 + side], team) for side, team in enumerate(teams)]
            if number == 1
            else [SeatSource(WINNER, f"{_MAIN}.{number - 1}.{2 * place - 1 + side}") for side in (0, 1)]
        )
        found.append(
            SlotView(
                slot=f"{_MAIN}.{number}.{place}",
                match=None,
                table=None,
                seats=tuple(_seat(tournament, *each) for each in zip(seats, teams, sources, strict=True)),
                status=_status(teams, meeting, is_paired=is_paired),
                winner=meeting.winner or None,
                score=dict(zip(seats, won, strict=True)) if won else None,
                result=meeting.found.kind if meeting.found else None,
            )
        )
    return tuple(found)


def _boards_won(tournament: Tournament, number: int) -> Mapping[int, tuple[int, ...]]:
    """The boards that the teams of each meeting of a round have won, by the meeting's place; empty before a result."""
    round_ = tournament.round(number)
    lines = (line.meeting for line in in_meetings(tournament, round_, round_.pairings) if line.meeting)
    return {int(line.boards[0].slot.partition("/")[0].partition(".")[2]): line.won for line in lines}


def _seed(seed: int, team: str | None) -> SeatSource:
    return SeatSource(BYE, None) if team == NO_PLAYER else SeatSource(SEED, seed)


def _seat(tournament: Tournament, seat: str, team: str | None, source: SeatSource) -> SeatView:
    return SeatView(
        seat=seat,
        player=team or None,
        name=tournament.name_of(team) if team else None,
        seed=tournament.starters.index(team) + 1 if team else None,
        bye=team == NO_PLAYER,
        source=source,
    )


def _status(teams: tuple[str | None, str | None], meeting: KnockOutMeeting, *, is_paired: bool) -> str:
    if teams == (NO_PLAYER, NO_PLAYER):
        return EMPTY
    if NO_PLAYER in teams and None not in teams:
        return RESTS
    if meeting.found is not None and None not in teams:
        return PLAYED
    return READY if is_paired and None not in teams else WAITING
