"""Decided matches as ratings need them, in the order in which they were decided."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from core.events import MatchSettled, Recorded, ResultDecided
from core.games import game_of
from core.ratings.formula import points_of
from core.tournament import Tournament
from core.tournament.brackets.round_names import names_by_slot
from core.tournament.handicap import ALLOWED_FOR, NOT_RATED, Start, start_of
from core.tournament.terms import terms_of

FRIENDLY = ""
"""The tournament of a match that is of none."""


class DecidedMatch(NamedTuple):
    """A match with a result. `at` is the time (Unix ms) at which it first had one: a correction keeps its place.

    `players` are the ids on the club's list, empty for a player who is not on it, `names` those of the match. `winner`
    is a place in them, `None` if both lost. `kind` is that of `Result`. `points` is the length that the formula takes.
    `handicap` is the announced rule for matches with a start, empty without one. `made_up` is the difference of ratings
    that the start made up, of the first player against the second. `round_name` is the key of the name
    that its round has in a bracket, such as `final`; empty for one that is merely numbered.
    """

    match: str
    tournament: str
    round: int
    at: int
    players: tuple[str, str]
    names: tuple[str, str]
    winner: int | None
    score: tuple[int, int]
    kind: str
    points: int
    by_teams: bool = False
    handicap: str = ""
    made_up: int = 0
    round_name: str = ""

    @property
    def place(self) -> tuple[int, str, int]:
        """The place in the order of all decided matches."""
        stream, _dot, number = self.match.partition(".")
        return self.at, stream, int(number or 0)


class FirstResults(NamedTuple):
    """The times at which the matches of a tournament first had a result, up to a version of its log."""

    version: int = -1
    times: Mapping[str, int] = {}


NO_RESULTS = FirstResults()


def first_results(log: Iterable[Recorded], before: FirstResults = NO_RESULTS) -> FirstResults:
    """The first results after these events of a tournament's log, which go on from `before`."""
    version, times = before.version, dict(before.times)
    for recorded in log:
        version = recorded.version
        if isinstance(recorded.event, MatchSettled | ResultDecided):
            times.setdefault(recorded.event.match, recorded.at)
    return FirstResults(version, times)


def decided_matches(tournament: Tournament, first: Mapping[str, int]) -> Iterator[DecidedMatch]:
    """The matches of a tournament whose result counts, those of drafts left out; not byes."""
    seats = game_of(tournament.created.game).seats[:2]
    round_names = names_by_slot(tournament)
    names = {entry.player: entry.name for entry in tournament.entries}
    names |= {player: name for entry in tournament.entries for player, name in entry.members}
    teams = {entry.player for entry in tournament.entries} if tournament.format.teams else set()
    for round_ in tournament.rounds:
        for pairing in round_.pairings:
            result = tournament.results.get(pairing.match)
            if result is None or round_.draft or pairing.is_bye:
                continue
            players = (pairing.white, pairing.black)
            length = terms_of(tournament, round_, pairing).length
            handicap, made_up = _handicap(tournament, start_of(tournament, pairing, length))
            yield DecidedMatch(
                pairing.match,
                tournament.id,
                round_.number,
                first.get(pairing.match, 0),
                tuple("" if player in teams else tournament.person_of(player) for player in players),  # type: ignore[arg-type]
                (names.get(players[0], ""), names.get(players[1], "")),
                None if result.winner is None else seats.index(result.winner),
                (result.score.get(seats[0], 0), result.score.get(seats[1], 0)),
                result.kind,
                points_of(length),
                tournament.format.teams,
                handicap,
                made_up,
                round_names.get(pairing.slot, ""),
            )


def _handicap(tournament: Tournament, start: Start | None) -> tuple[str, int]:
    """The announced rule of ratings for a match with this start, and the difference of ratings that it made up (H7)."""
    if start is None:
        return "", 0
    rated = (tournament.created.handicap or {}).get("rated", NOT_RATED)
    made_up = start.made_up if rated == ALLOWED_FOR else 0
    return rated, made_up if start.place == 0 else -made_up
