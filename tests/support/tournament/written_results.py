"""Tournaments for tests, with results as text: in `"anna-bo 3:1 5:2"` Anna won by 3 games to 1, 5 points to 2."""

from collections.abc import Iterable, Sequence

from core.events import Event, GameResult, MatchSettled, TournamentCreated
from core.tournament import Pairing, Result, Tournament, apply, opened
from core.tournament.decisions import enter, start

FIVE = ("anna", "bo", "cilla", "dag", "eva")


def created(tie_breaks: tuple[str, ...] = ()) -> TournamentCreated:
    """A round robin over five games."""
    return TournamentCreated("c_vasa", "Midsummer cup", "swedish", {"games": 5}, "round_robin", tie_breaks)


def after(tournament: Tournament, events: Iterable[Event]) -> Tournament:
    """The tournament after these events."""
    for event in events:
        tournament = apply(tournament, event, tournament.version + 1)
    return tournament


def entered(players: Iterable[str], tie_breaks: tuple[str, ...] = ()) -> Tournament:
    """A tournament that these players entered; the id of `anna` is `anna` and her name `Anna`."""
    tournament = opened("t_cup", created(tie_breaks))
    return after(tournament, enter(tournament, [(player, player.capitalize()) for player in players]))


def started(players: Iterable[str], tie_breaks: tuple[str, ...] = ()) -> Tournament:
    """A tournament that these players entered and that has started."""
    tournament = entered(players, tie_breaks)
    return after(tournament, start(tournament, "seed"))


def field(number: int) -> list[str]:
    """Players `p01`, `p02` and so on."""
    return [f"p{each:02}" for each in range(1, number + 1)]


def pairing(tournament: Tournament, one: str, other: str) -> Pairing:
    """The match of these two."""
    return next(match for match in tournament.matches if {match.white, match.black} == {one, other})


def settled(tournament: Tournament, talk: str) -> MatchSettled:
    """A result in table talk; without games and points it is 3:2 and 5:4."""
    players, games, points = [*talk.split(), "3:2", "5:4"][:3] if " " in talk else (talk, "3:2", "5:4")
    winner, loser = players.split("-")
    match = pairing(tournament, winner, loser)
    seats = ("white", "black") if match.white == winner else ("black", "white")
    won, lost = map(int, games.split(":"))
    results = (GameResult(seats[0], "single"),) * won + (GameResult(seats[1], "single"),) * lost
    score = dict(zip(seats, map(int, points.split(":")), strict=True))
    return MatchSettled(match.match, seats[0], score, "points", results)


def result_of(event: MatchSettled) -> Result:
    """The result of a settled match that counts."""
    return Result("played", event.winner, event.score, event.decided_by, event.games)


def played(tournament: Tournament, results: Sequence[str]) -> Tournament:
    """The tournament after these results in table talk."""
    return after(tournament, [settled(tournament, talk) for talk in results])
