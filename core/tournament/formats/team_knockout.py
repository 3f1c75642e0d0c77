"""Team knock-out (*lagcup*): teams meet on several boards, and the team that loses a meeting is out (TK1–TK8)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from core.events import RoundPaired
from core.messages import say, sentences
from core.tournament.brackets.explanation import round_title
from core.tournament.model.explanation import BoardWhy, Explanations, Why
from core.tournament.model.new_round import new_round
from core.tournament.model.state import Format, Tournament, settings_of
from core.tournament.model.values import Pairing, Round
from core.tournament.pairing.lots import SEEDED
from core.tournament.setting_words import sentence_of
from core.tournament.teams.boards_of_rounds import missing_boards, outdated_boards
from core.tournament.teams.knock_out import (
    boards_between,
    is_between,
    knock_out_rounds,
    meetings_of_knock_out,
    rounds_of_knock_out,
    teams_of_meeting,
)
from core.tournament.teams.meetings import Board


@dataclass(frozen=True, slots=True)
class Settings:
    """The boards of a meeting."""

    boards: int = field(
        default=4,
        metadata={
            "choices": tuple(range(1, 33)),
            "sentence": sentence_of("boards", "TK3"),
        },
    )
    seeded: int = field(default=0, metadata=SEEDED)


def next_round(tournament: Tournament, _seed: str) -> RoundPaired | None:
    """The first round whose meetings are all known and of which boards are not paired yet, and those boards."""
    known = {round_.number: round_ for round_ in tournament.rounds}
    for number, meetings in enumerate(knock_out_rounds(tournament), 1):
        if any(meeting.home is None or meeting.away is None for meeting in meetings):
            return None
        if rows := missing_boards(known.get(number), _wanted(tournament, number)):
            return new_round(tournament, rows, number=number)
    return None


def _wanted(tournament: Tournament, number: int) -> Iterator[Board]:
    """The boards of a round, as far as its teams are known."""
    for place, knock_out_meeting in enumerate(knock_out_rounds(tournament)[number - 1], 1):
        if knock_out_meeting.home and knock_out_meeting.away:
            yield from boards_between(tournament, number, place, knock_out_meeting.home, knock_out_meeting.away)


def stale(tournament: Tournament) -> tuple[Pairing, ...]:
    """The boards of teams that do not, or not yet again, meet there; and those for which others are lined up now."""
    found: list[Pairing] = []
    for round_ in tournament.rounds:
        wanted = {board.slot: board[:2] for board in _wanted(tournament, round_.number)}
        stand = [pairing for pairing in round_.pairings if _is_of_meeting(tournament, round_, pairing)]
        found += [pairing for pairing in round_.pairings if pairing not in stand]
        found += outdated_boards(round_._replace(pairings=tuple(stand)), wanted, tournament.results)
    return tuple(found)


def _is_of_meeting(tournament: Tournament, round_: Round, pairing: Pairing) -> bool:
    teams = teams_of_meeting(tournament, round_.number, pairing.slot)
    return all(teams) and is_between(tournament, pairing, teams)


def is_over(tournament: Tournament) -> bool:
    """The final has its result, or no team is left for it."""
    rounds = knock_out_rounds(tournament)
    return not tournament.to_play and (not rounds or rounds[-1][0].winner is not None)


def reached(tournament: Tournament) -> Mapping[str, int]:
    """The round in which a team lost; one more than the rounds that are paired for a team that is still in."""
    paired = max((round_.number for round_ in tournament.rounds), default=0)
    came = dict.fromkeys(tournament.starters, paired + 1)
    for number, meetings in enumerate(knock_out_rounds(tournament), 1):
        for meeting in meetings:
            came |= {
                team: number for team in (meeting.home, meeting.away) if team and meeting.winner not in (None, team)
            }
    return came


def lost_by_both(tournament: Tournament) -> Mapping[str, int]:
    """The place of each team of a meeting that no team won: that of a loser of this round, in the final 2 (TK6)."""
    return {
        team: 1 + (1 << left)
        for left, meetings in enumerate(reversed(knock_out_rounds(tournament)))
        for meeting in meetings
        if meeting.home and meeting.away and meeting.winner is not None and not meeting.winner
        for team in (meeting.home, meeting.away)
    }


def still_in(tournament: Tournament) -> set[str]:
    """The teams that have not lost."""
    lost = {
        team
        for meetings in knock_out_rounds(tournament)
        for meeting in meetings
        for team in (meeting.home, meeting.away)
        if team and meeting.winner not in (None, team)
    }
    return set(tournament.starters) - lost


def explain(tournament: Tournament, round_: Round) -> Explanations:
    """The meeting and the board of each match of a round, and who goes on if the boards are equal."""
    explanations: dict[str, Why] = {}
    count = len(knock_out_rounds(tournament)[round_.number - 1])
    title = round_title({1: "final", 2: "semi_final", 4: "quarter_final"}.get(count, f"round_of_{2 * count}"))
    for pairing in round_.pairings:
        home, away = teams_of_meeting(tournament, round_.number, pairing.slot)
        if not home or not away:
            continue
        names = say("{home} against {away}", home=tournament.name_of(home), away=tournament.name_of(away))
        board = int(pairing.slot.partition("/")[2])
        text = say("{names}, board {board}; {round}.", names=names, board=board, round=title)
        if pairing.is_bye:
            missing = ({home, away} - {tournament.entry_of(pairing.white).player}).pop()
            loses = say("{team} has no player for this board, and loses it.", team=tournament.name_of(missing))
            text = sentences((text, loses))
        explanations[pairing.match] = BoardWhy(text, home, away, board)
    return explanations


def late(_tournament: Tournament) -> str:
    """No team may enter after the start."""
    return say("the bracket is drawn for the teams that started")


def rounds_of(tournament: Tournament) -> int:
    """The number of rounds."""
    return rounds_of_knock_out(len(tournament.starters))


def rounds_to_pair(tournament: Tournament, _coin: Callable[[], bool]) -> Iterable[int]:
    """The boards of each round that is not paired yet."""
    paired = {round_.number for round_ in tournament.rounds}
    for number, meetings in enumerate(knock_out_rounds(tournament), 1):
        if number not in paired:
            yield len(meetings) * settings_of(tournament).boards


FORMAT: Format = Format(
    key="team_knockout",
    name="Team knock-out",
    rule=say("Teams meet on several boards, and the team that loses a meeting is out."),
    default_tie_breaks=("round_reached",),
    next_round=next_round,
    is_over=is_over,
    settings=Settings,
    walkovers=True,
    teams=True,
    stale=stale,
    reached=reached,
    lost_by_both=lost_by_both,
    explain=explain,
    late=late,
    meetings=meetings_of_knock_out,
    teams_of=teams_of_meeting,
    rounds=rounds_of,
    rounds_to_pair=rounds_to_pair,
    still_in=still_in,
)
