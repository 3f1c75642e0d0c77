"""JSON of the summaries of tournaments and clubs, which the workers store for lists: written and read here alone."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from core.club.club import Club
from core.tournament import Tournament

Json = dict[str, Any]


class StoredTournament(NamedTuple):
    """The part of a stored summary that others read."""

    name: str
    status: str


def tournament_json(tournament: Tournament) -> Json:
    """Counts and no rounds: what grows with the tournament would be written whole after every result."""
    return {
        "id": tournament.id,
        "version": tournament.version,
        "club": tournament.created.club,
        "name": tournament.created.name,
        "game": tournament.created.game,
        "format": tournament.created.format,
        "status": tournament.status,
        "players": len(tournament.field),
        "rounds": len(tournament.rounds),
        "results": len(tournament.results),
    }


def club_json(club: Club) -> Json:
    """The number of players, and what names the club."""
    return {"slug": club.slug, "name": club.name, "version": club.version, "players": len(club.players)}


def read_tournament(summary: Mapping[str, Any]) -> StoredTournament:
    """The name and the status in a stored summary; empty where an earlier version of the service did not say it."""
    return StoredTournament(str(summary.get("name", "")), str(summary.get("status", "")))
