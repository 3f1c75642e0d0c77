"""Result of a tournament as a series needs it: the place of each player, and who won which match."""

from collections.abc import Container, Sequence
from typing import NamedTuple

from core.games import game_of
from core.tournament import Tournament
from core.tournament.brackets.placement import PLACES, places_of
from core.tournament.model.values import UNPLAYED, Pairing, Round
from core.tournament.standings.standings import standings


class PlayerResult(NamedTuple):
    """A player of a tournament, by the id on the club's list. `points` are those of the tournament's own table.

    Players of the same `rank` take `places` places together. `no_show`: neither player came to a match of theirs.
    """

    player: str
    name: str
    rank: int
    places: int
    points: int
    withdrawn: bool
    no_show: bool


class MatchResult(NamedTuple):
    """A match with a result. `winner` is a place in `players`, `None` if both lost; `played`: they sat down to play.

    `bracket` is the bracket or stage that it was of, if there was one. `games` are the numbers of games that each won,
    and `endings` the endings of the games, each with the place of its winner.
    """

    players: tuple[str, str]
    winner: int | None
    played: bool
    bracket: str
    games: tuple[int, int]
    endings: tuple[tuple[int, str], ...]


class TournamentResult(NamedTuple):
    """The result of a tournament for a series, as of a version of its log. `status` is that of the tournament.

    `starts` is the local date or time of the announcement, or empty. Players are in the order of the standings.
    """

    tournament: str
    version: int
    name: str
    game: str
    starts: str
    published: bool
    status: str
    players: tuple[PlayerResult, ...] = ()
    matches: tuple[MatchResult, ...] = ()


def result_of(tournament: Tournament) -> TournamentResult:
    """The result of a tournament of players as it stands; without players before its start, and if it was called off.

    A person with several entries has the best of their places. The others' places move up.
    """
    details = tournament.created.details or {}
    begun = tournament.seed is not None and tournament.called_off is None and not tournament.format.teams
    matches = tuple(_matches(tournament)) if begun else ()
    absent = {player for match in matches if match.winner is None and not match.played for player in match.players}
    return TournamentResult(
        tournament.id,
        tournament.version,
        tournament.created.name,
        tournament.created.game,
        str(details.get("starts", "")),
        tournament.created.published,
        tournament.status,
        tuple(_players(tournament, absent)) if begun else (),
        matches,
    )


def bracket_of(round_: Round, pairing: Pairing) -> str:
    """The bracket of a match, such as `main` or `consolation`, or its stage, such as `groups`; else empty.

    Slots of brackets have names of three parts, such as `main.2.1`. Brackets for places are all `placement`.
    """
    key, _dot, rest = pairing.slot.partition(".")
    bracket = key if "." in rest else round_.stage
    return PLACES if places_of(bracket) else bracket


def without(players: Sequence[PlayerResult], out: Container[str]) -> list[PlayerResult]:
    """The players without some of them; the others move up to their places."""
    removed = [player for player in players if player.player in out]
    return [
        player._replace(
            rank=player.rank - sum(gone.rank < player.rank for gone in removed),
            places=max(1, player.places - sum(gone.rank == player.rank for gone in removed)),
        )
        for player in players
        if player.player not in out
    ]


def _players(tournament: Tournament, absent: set[str]) -> list[PlayerResult]:
    found: list[PlayerResult] = []
    known: set[str] = set()
    for line in standings(tournament):
        person = tournament.person_of(line.player_id)
        own = "" if person in known else person
        known.add(person)
        found.append(
            PlayerResult(own, line.name, line.rank, line.places, line.points, line.withdrawn, person in absent)
        )
    return without(found, {""})


def _matches(tournament: Tournament) -> list[MatchResult]:
    seats = game_of(tournament.created.game).seats[:2]
    matches = []
    for round_ in tournament.rounds:
        for pairing in round_.pairings:
            result = tournament.results.get(pairing.match)
            if result is None or round_.draft or pairing.is_bye:
                continue
            endings = tuple((seats.index(game.winner), game.outcome) for game in result.games if game.winner in seats)
            won = [place for place, _ending in endings]
            matches.append(
                MatchResult(
                    (tournament.person_of(pairing.white), tournament.person_of(pairing.black)),
                    None if result.winner is None else seats.index(result.winner),
                    result.kind not in UNPLAYED,
                    bracket_of(round_, pairing),
                    (won.count(0), won.count(1)),
                    endings,
                )
            )
    return matches
