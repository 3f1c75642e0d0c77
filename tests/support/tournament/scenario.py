"""Tournaments of any format for tests: announced with settings, started, and played through by a rule for who wins."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

from core.events import GameResult, MatchSettled, PlayerEntered, TournamentCreated, TournamentStarted
from core.tournament import Pairing, Tournament, opened
from core.tournament.decisions import pair
from tests.support.tournament.written_results import after

Winner = Callable[[Pairing], str]
"""The winner of a match, by player id."""


def announced(form: str, settings: Mapping[str, Any] | None = None, **more: Any) -> Tournament:
    """A tournament of that format over three games, without entries; its id is `t_cup`."""
    created = TournamentCreated("vasa", "Cup", "swedish", {"games": 3}, form, settings=settings, **more)
    return opened("t_cup", created)


def begun(tournament: Tournament, entered: Iterable[PlayerEntered], seed: str = "midsummer") -> Tournament:
    """The tournament after these entries and its start."""
    tournament = after(tournament, [*entered, TournamentStarted(seed, tournament.format.rules)])
    return after(tournament, pair(tournament))


def entries(names: Sequence[str], groups: Mapping[str, str] | None = None) -> list[PlayerEntered]:
    """An entry for each name, which is the id as well."""
    return [PlayerEntered(name, name.capitalize(), group=(groups or {}).get(name)) for name in names]


def won(match: Pairing, winner: str, games: str = "2:1", points: str = "3:2", ending: str = "single") -> MatchSettled:
    """The result of a match that this player won, whose games all had that ending."""
    seats = ("white", "black") if match.white == winner else ("black", "white")
    (mine, other), (made, lost) = (map(int, each.split(":")) for each in (games, points))
    results = (GameResult(seats[0], ending),) * mine + (GameResult(seats[1], ending),) * other
    return MatchSettled(match.match, seats[0], {seats[0]: made, seats[1]: lost}, "points", results)


def reported(tournament: Tournament, match: Pairing, winner: str, *score: str) -> Tournament:
    """The tournament after one more result, and all that follows from it."""
    tournament = after(tournament, [won(match, winner, *score)])
    return after(tournament, pair(tournament))


def played_on(tournament: Tournament, winner: Winner, rounds: int | None = None) -> Tournament:
    """The tournament after all matches that can be played, in the order of pairing; of the first rounds only."""
    while waiting := to_play(tournament, rounds):
        tournament = reported(tournament, waiting[0], winner(waiting[0]))
    return tournament


def to_play(tournament: Tournament, rounds: int | None = None) -> list[Pairing]:
    """The matches that wait for a result, perhaps those of the first rounds only."""
    early = {pairing.match for round_ in tournament.rounds[:rounds] for pairing in round_.pairings}
    return [pairing for pairing in tournament.to_play if pairing.match in early]


def best(order: Sequence[str]) -> Winner:
    """The player who stands first in this order wins."""
    return lambda match: min(match.white, match.black, key=order.index)


def by_chance(seed: int) -> Winner:
    """Chance decides each match."""
    chance = Random(seed)
    return lambda match: chance.choice((match.white, match.black))
