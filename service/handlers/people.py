"""The players that a request names, by id or by name."""

from collections.abc import Iterable, Mapping, Sequence

from core.club import Club
from core.errors import Malformed
from core.events import PlayerRegistered
from core.tournament import Tournament


def entered(tournament: Tournament, named: Mapping[str, str]) -> dict[str, str]:
    """The ids of those who entered a tournament, by the path of the request at which each is named.

    Raises `Malformed` naming everybody who is not there, or of whom there are several.
    """
    ids = {entry.player for entry in tournament.entries}
    by_name = _by_name((entry.name, entry.player) for entry in tournament.entries)
    return _found(named, ids, by_name, f"nobody of this id or name has entered {tournament.created.name}")


def of_club(club: Club, named: Mapping[str, str]) -> dict[str, PlayerRegistered]:
    """The players of a club's list, as `entered`."""
    by_name = _by_name((player.name, player.player) for player in club.players.values())
    said = "the club has no player of this id or name: register the player first"
    return {path: club.players[player] for path, player in _found(named, club.players, by_name, said).items()}


def _by_name(rows: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, player in rows:
        found.setdefault(name, []).append(player)
    return found


def _found(
    named: Mapping[str, str], ids: Iterable[str], by_name: Mapping[str, Sequence[str]], unless: str
) -> dict[str, str]:
    known, found, problems = set(ids), {}, {}
    for path, who in named.items():
        players = [who] if who in known else by_name.get(who, ())
        if len(players) == 1:
            found[path] = players[0]
        else:
            problems[path] = [f"several are called {who!r}: {', '.join(players)}" if players else unless]
    if problems:
        raise Malformed(problems)
    return found
