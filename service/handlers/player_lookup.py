"""The players that a request names, by id or by name."""

from collections.abc import Iterable, Mapping

from core.club.club import Club
from core.errors import Invalid, NotFound
from core.events import PlayerRegistered
from core.messages import quoted, say
from core.names.name_index import NameIndex
from core.names.names import name_key
from core.tournament import Tournament


def entered(tournament: Tournament, named: Mapping[str, str]) -> dict[str, str]:
    """The ids of those who entered a tournament, by the path of the request at which each is named.

    Raises `Invalid` naming everybody who is not there, or of whom there are several.
    """
    ids = {entry.player for entry in tournament.entries}
    by_name = NameIndex((entry.player, entry.name) for entry in tournament.entries)
    unless = say("no player of this id or name has entered {tournament}", tournament=tournament.created.name)
    return _found(named, ids, by_name, unless)


def one_entered(tournament: Tournament, kind: str, id_or_name: str) -> str:
    """The id of the one player, or team, of this id or name who entered a tournament.

    Raises `NotFound` if there is none, and `Invalid` under `kind` if there are several.
    """
    key = name_key(id_or_name)
    if not any(id_or_name == entry.player or key == name_key(entry.name) for entry in tournament.entries):
        raise NotFound(kind, id_or_name)
    return entered(tournament, {kind: id_or_name})[kind]


def of_club(club: Club, named: Mapping[str, str]) -> dict[str, PlayerRegistered]:
    """The players of a club's list, as `entered`."""
    by_name = NameIndex((player.player, player.name) for player in club.players.values())
    message = say("the club has no player of this id or name: register the player first")
    ids = {*club.players, *(old for old, present in club.merged.items() if present in club.players)}
    return {path: club.player(player_id) for path, player_id in _found(named, ids, by_name, message).items()}


def _found(named: Mapping[str, str], ids: Iterable[str], by_name: NameIndex, unless: str) -> dict[str, str]:
    known, found, problems = set(ids), {}, {}
    for path, id_or_name in named.items():
        players = (id_or_name,) if id_or_name in known else by_name.meant(id_or_name)
        if len(players) == 1:
            found[path] = players[0]
        else:
            several = say("several are called {name}: {players}", name=quoted(id_or_name), players=players)
            problems[path] = [several if players else unless]
    if problems:
        raise Invalid(problems)
    return found
