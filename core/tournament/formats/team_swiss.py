"""Team Swiss (*lagschweizer*): in every round teams with equal scores meet on several boards (TS1–TS10)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from core.events import RoundPaired
from core.messages import say, sentences
from core.tournament.model.explanation import BoardWhy, Explanations, Why
from core.tournament.model.impasse import Impasse
from core.tournament.model.new_round import new_round
from core.tournament.model.state import Format, Tournament, settings_of
from core.tournament.model.values import Pairing, Round
from core.tournament.pairing.lots import SEEDED
from core.tournament.setting_words import sentence_of
from core.tournament.swiss import rounds
from core.tournament.swiss.round_input import AVOID, FOLD, NONE, PAIRING
from core.tournament.swiss.rounds import ACCELERATED, ROUNDS
from core.tournament.swiss.seats import BALANCED, SEATS
from core.tournament.teams.as_meetings import (
    as_meetings,
    boards_lined_up_anew,
    boards_of_meetings,
    meetings_as_played,
    teams_at,
    wanted_boards,
)
from core.tournament.teams.boards_of_rounds import outdated_boards

_POINTS = tuple(range(11))


@dataclass(frozen=True, slots=True)
class Settings:
    """The boards of a meeting, how the teams are paired, and the points of a meeting."""

    boards: int = field(
        default=4,
        metadata={
            "choices": tuple(range(1, 33)),
            "sentence": sentence_of("boards", "TS3"),
        },
    )
    rounds: int = field(default=0, metadata=ROUNDS)
    pairing: str = field(default=FOLD, metadata=PAIRING)
    avoid: str = field(default=NONE, metadata=AVOID)
    seats: str = field(default=BALANCED, metadata=SEATS)
    accelerated: int = field(default=0, metadata=ACCELERATED)
    won: int = field(
        default=2,
        metadata={
            "choices": _POINTS,
            "sentence": sentence_of("won", "TS4"),
        },
    )
    drawn: int = field(
        default=1,
        metadata={
            "choices": _POINTS,
            "sentence": sentence_of("drawn", "TS4"),
        },
    )
    lost: int = field(
        default=0,
        metadata={
            "choices": _POINTS,
            "sentence": sentence_of("lost", "TS4"),
        },
    )
    seeded: int = field(default=0, metadata=SEEDED)


def next_round(tournament: Tournament, seed: str) -> RoundPaired | None:
    """The boards of the round that a Swiss of the meetings pairs; `None` while a board waits for a result."""
    if tournament.to_play:
        return None
    round_paired = rounds.next_round(as_meetings(tournament), seed)
    if round_paired is None:
        return None
    meetings = [row[1:3] for row in round_paired.pairings]
    return new_round(
        tournament,
        boards_of_meetings(tournament, meetings, round_paired.round),
        round_paired.bye,
        number=round_paired.round,
    )


def stale(tournament: Tournament) -> tuple[Pairing, ...]:
    """The boards without a result for which others are lined up now, who do not sit at another board that stands."""
    outdated: list[Pairing] = []
    for round_ in tournament.rounds if any(entry.lineups for entry in tournament.entries) else ():
        wanted = {wanted_board.slot: wanted_board[:2] for wanted_board in wanted_boards(tournament, round_)}
        outdated += outdated_boards(round_, wanted, tournament.results)
    return tuple(outdated)


def is_over(tournament: Tournament) -> bool:
    """All rounds are paired, or too few teams are left, and no board waits for a result."""
    return not tournament.to_play and rounds.is_over(as_meetings(tournament))


def explain(tournament: Tournament, round_: Round) -> Explanations:
    """The reason of each meeting, and the board of each match of a round; who sits out."""
    met = as_meetings(tournament)
    reasons = rounds.explain(met, met.round(round_.number))
    explanations: dict[str, Why] = {}
    for pairing in round_.pairings:
        meeting, _, number = pairing.slot.partition("/")
        home, away = teams_at(tournament, round_.number, pairing.slot)
        names = say("{home} against {away}", home=tournament.name_of(home), away=tournament.name_of(away))
        parts = [say("{names}, board {board}.", names=names, board=int(number))]
        if pairing.is_bye:
            missing = ({home, away} - {tournament.entry_of(pairing.white).player}).pop()
            parts.append(say("{team} has no player for this board, and loses it.", team=tournament.name_of(missing)))
        parts.append(reasons[meeting].text)
        explanations[pairing.match] = BoardWhy(sentences(parts), home, away, int(number))
    if round_.bye is not None:
        explanations["bye"] = reasons["bye"]
    return explanations


def late(_tournament: Tournament) -> str:
    """No team may enter after the start."""
    return say("the rounds are those of the teams that started")


def impasse(tournament: Tournament) -> Impasse | None:
    """The next round, if by the rules it cannot be paired; the round before as its boards would be paired again."""
    found = rounds.impasse(as_meetings(tournament))
    if found is None or not found.again:
        return found
    boards = boards_of_meetings(tournament, found.again, tournament.rounds[-1].number)
    return found._replace(again=tuple(boards))


def advice(tournament: Tournament) -> tuple[str, ...]:
    """That a team league would be better, where there are nearly as many rounds as opponents."""
    teams, count = rounds.nearly_everyone(as_meetings(tournament)) or (0, 0)
    if not teams:
        return ()
    sentence = say(
        "{teams} teams, and {rounds} as the number of rounds: in a team league, with {everyone}, every team meets "
        "every team, while this Swiss may come to a round that cannot be paired",
        rounds=count,
        teams=teams,
        everyone=teams - 1 + teams % 2,
    )
    return (sentence,)


def rounds_to_pair(tournament: Tournament, coin: Callable[[], bool]) -> Iterable[int]:
    """The boards of each round that is not paired yet."""
    boards = settings_of(tournament).boards
    return [round_ * boards for round_ in rounds.rounds_to_pair(as_meetings(tournament), coin)]


def rounds_of(tournament: Tournament) -> int:
    """The number of rounds."""
    return rounds.rounds_of(as_meetings(tournament))


def planned(teams: int, settings: Settings) -> int:
    """The number of boards in a round of so many teams.

    >>> planned(9, Settings())
    16
    """
    return teams // 2 * settings.boards


FORMAT: Format = Format(
    key="team_swiss",
    name="Team Swiss",
    rule=say("In every round teams with equal scores meet on several boards, and no two teams meet twice."),
    default_tie_breaks=("points", "games_won", "buchholz_cut1", "buchholz", "point_difference"),
    next_round=next_round,
    is_over=is_over,
    settings=Settings,
    on_command=True,
    bye=1,
    walkovers=True,
    teams=True,
    stale=stale,
    explain=explain,
    late=late,
    meetings=meetings_as_played,
    impasse=impasse,
    advice=advice,
    planned=planned,
    rounds_to_pair=rounds_to_pair,
    rounds=rounds_of,
    follows=boards_lined_up_anew,
    teams_of=teams_at,
)
