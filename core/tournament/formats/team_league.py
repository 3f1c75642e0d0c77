"""Team league (*lagserie*): every team meets every team on several boards (TL1–TL10)."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from core.events import RoundPaired
from core.messages import say, sentences
from core.tournament.model.explanation import BoardWhy, Explanations, Why
from core.tournament.model.leavers import LEAVERS, STAND, announces_half
from core.tournament.model.new_round import new_round
from core.tournament.model.state import Format, Tournament, settings_of
from core.tournament.model.values import Pairing, Round
from core.tournament.pairing.berger import LEGS, meetings, place_in_table, rounds, table_round
from core.tournament.pairing.lots import SEEDED
from core.tournament.setting_words import sentence_of
from core.tournament.teams.boards_of_rounds import missing_boards, outdated_boards
from core.tournament.teams.meetings import (
    BOARDS,
    SCHEVENINGEN,
    Board,
    boards,
    meeting_round,
    meetings_of,
    rounds_of_meeting,
    teams_of,
    turned,
)

_LEAGUE_POINTS = tuple(range(11))


@dataclass(frozen=True, slots=True)
class Settings:
    """The boards of a meeting, the number of times that two teams meet, and the points of a meeting."""

    boards: int = field(
        default=4,
        metadata={
            "choices": tuple(range(1, 33)),
            "sentence": sentence_of("boards", "TL3"),
        },
    )
    legs: int = field(
        default=1,
        metadata={
            "choices": LEGS,
            "sentence": say("TL2: the teams meet so many times, with the home team changed in every second leg."),
        },
    )
    won: int = field(
        default=2,
        metadata={
            "choices": _LEAGUE_POINTS,
            "sentence": sentence_of("won", "TL5"),
        },
    )
    drawn: int = field(
        default=1,
        metadata={
            "choices": _LEAGUE_POINTS,
            "sentence": sentence_of("drawn", "TL5"),
        },
    )
    lost: int = field(
        default=0,
        metadata={
            "choices": _LEAGUE_POINTS,
            "sentence": sentence_of("lost", "TL5"),
        },
    )
    seeded: int = field(default=0, metadata=SEEDED)
    meeting: str = field(
        default=BOARDS,
        metadata={
            "choices": (BOARDS, SCHEVENINGEN),
            "if_chosen": True,
            "sentence": sentence_of("meeting", "TL10"),
        },
    )
    leavers: str = field(default=STAND, metadata={**LEAVERS, "sentence": sentence_of("leavers", "TL12")})


def next_round(tournament: Tournament, _seed: str) -> RoundPaired | None:
    """The first round of the table of which boards are not paired yet, and those boards."""
    known = {round_.number: round_ for round_ in tournament.rounds}
    for number in range(1, _rounds(tournament) + 1):
        if number in known and not _changed(tournament):
            continue
        rows = missing_boards(known.get(number), _wanted(tournament, number))
        bye = (
            None if number in known else table_round(tournament.starters, meeting_round(tournament, number).number).bye
        )
        if rows or bye is not None:
            return new_round(tournament, rows, bye, number=number)
    return None


def stale(tournament: Tournament) -> tuple[Pairing, ...]:
    """The boards without a result for which others are lined up now, who do not sit at another board that stands.

    And those of rounds behind the last, once the teams meet fewer times than they were paired for (TL13).
    """
    count = _rounds(tournament)
    outdated = [pairing for round_ in tournament.rounds[count:] for pairing in round_.pairings]
    for round_ in tournament.rounds[:count] if _changed(tournament) else ():
        wanted = {board.slot: board[:2] for board in _wanted(tournament, round_.number)}
        outdated += outdated_boards(round_, wanted, tournament.results)
    return tuple(outdated)


def is_over(tournament: Tournament) -> bool:
    """All rounds are paired and no board waits for a result."""
    return len(tournament.rounds) == _rounds(tournament) and not tournament.to_play


def explain(tournament: Tournament, round_: Round) -> Explanations:
    """The place of the meeting in the Berger table and the board of each match of a round; who sits out."""
    teams, explanations = tournament.starters, dict[str, Why]()
    in_table, turn = meeting_round(tournament, round_.number)
    count = rounds_of_meeting(tournament)
    for pairing in round_.pairings:
        home, away = teams_of(tournament, round_.number, pairing.slot)
        names = say("{home} against {away}", home=tournament.name_of(home), away=tournament.name_of(away))
        board = int(pairing.slot.partition("/")[2])
        text = say(
            "{names}, board {board}; {place}.",
            names=names,
            board=board,
            place=place_in_table(teams, in_table, home, away),
        )
        if count > 1:
            all_meet = say(
                "It is round {number} of {count} in which all of a team meet all of the other.",
                number=turn + 1,
                count=count,
            )
            text = sentences((text, all_meet))
        if pairing.is_bye:
            missing = ({home, away} - {tournament.entry_of(pairing.white).player}).pop()
            loses = say("{team} has no player for this board, and loses it.", team=tournament.name_of(missing))
            text = sentences((text, loses))
        explanations[pairing.match] = BoardWhy(text, home, away, board)
    if round_.bye is not None:
        explanations["bye"] = Why(say("{place}.", place=place_in_table(teams, in_table, round_.bye, None)))
    return explanations


def leavers(tournament: Tournament) -> tuple[tuple[Pairing, ...], ...]:
    """All boards, where a team that leaves before half of its boards are played has no meeting counted (TL12)."""
    return (tuple(tournament.matches),) if announces_half(tournament) else ()


def late(_tournament: Tournament) -> str:
    """No team may enter after the start: there is no place for it in the table."""
    return say("every team meets every team, and all rounds are paired by the table for those who started")


def planned(teams: int, settings: Settings) -> int:
    """The number of boards that so many teams play.

    >>> planned(8, Settings())
    112
    """
    rounds_of_each = settings.boards if settings.meeting == SCHEVENINGEN else 1
    return meetings(teams, settings.legs) * settings.boards * rounds_of_each


def _changed(tournament: Tournament) -> bool:
    """Some team was lined up anew; before that, a round that is paired stays as it is."""
    return any(entry.lineups for entry in tournament.entries)


def _wanted(tournament: Tournament, number: int) -> Iterator[Board]:
    """The boards of a round as the teams are lined up for it."""
    lineups = {entry.player: entry.lineup(number) for entry in tournament.entries}
    settings, (in_table, turn) = settings_of(tournament), meeting_round(tournament, number)
    swapped = (in_table - 1) // rounds(len(tournament.starters)) % 2 == 1
    for place, (home, away) in enumerate(table_round(tournament.starters, in_table).pairs, 1):
        players, slot = (lineups[home], lineups[away]), f"{number}.{place}"
        if settings.meeting == SCHEVENINGEN:
            yield from turned(*players, slot, settings.boards, turn, swapped=swapped)
        else:
            yield from boards(*players, slot, settings.boards)


def _rounds(tournament: Tournament) -> int:
    return rounds(len(tournament.starters), settings_of(tournament).legs) * rounds_of_meeting(tournament)


FORMAT: Format = Format(
    key="team_league",
    name="Team league",
    rule=say("Every team meets every team on several boards, and the meetings won make the table."),
    default_tie_breaks=("points", "games_won", "point_difference", "head_to_head"),
    next_round=next_round,
    is_over=is_over,
    settings=Settings,
    walkovers=True,
    teams=True,
    stale=stale,
    explain=explain,
    late=late,
    meetings=meetings_of,
    teams_of=teams_of,
    planned=planned,
    leavers=leavers,
)
