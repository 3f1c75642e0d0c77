"""Lengths of a club's own games: of each match that was settled the seconds of its games, one hash for each game.

`{s07}:lengths:c_<club>:<game>` is match → `<settled at> <seconds>,<seconds>…`. Of all matches the `MOST` that were
settled last stay. The pump writes it at every settlement. A repeated write has the same result, in any order.
"""

from typing import NamedTuple

from redis import Redis

from service.store.keys import shard_of, tag
from service.store.read_models.club import latest_rows
from service.store.read_models.club.latest_rows import KEEP_LATEST, Row

MOST, MOST_GAMES = 150, 7
"""Matches of a club and game whose lengths are kept, and games of one match."""


class MatchLengths(NamedTuple):
    """Seconds of the games of a match that was settled at a time (Unix ms)."""

    at: int
    seconds: tuple[int, ...]


def keep(client: Redis, club: str, game: str, match_id: str, found: MatchLengths) -> None:
    """Write the lengths of a match in place of what was kept of it; without a length it is taken off."""
    KEEP_LATEST(client, [_key(club, game)], [match_id, _row(found), MOST])


def load(client: Redis, club: str, game: str) -> list[MatchLengths]:
    """The lengths that are kept of a club's matches of a game, the oldest first."""
    values: list[bytes] = client.hvals(_key(club, game))  # type: ignore[assignment]
    return sorted(_read(value) for value in values)


def differing(
    client: Redis, club: str, game: str, match_id: str, made: MatchLengths | None
) -> tuple[str | None, str | None] | None:
    """The lengths that are kept of a match and those that its log has, as `latest_rows.differing`."""
    different = latest_rows.differing(client, _key(club, game), match_id, "" if made is None else _row(made), MOST)
    return None if different is None else (_row_text(different[0]), _row_text(different[1]))


def row_of(club: str, game: str, match_id: str, made: MatchLengths | None) -> Row:
    """The row of a match with these lengths."""
    return Row(_key(club, game), match_id, "" if made is None else _row(made))


def _key(club: str, game: str) -> str:
    stream = f"c_{club}"
    return f"{tag(shard_of(stream))}:lengths:{stream}:{game}"


def _read(value: bytes) -> MatchLengths:
    at, _space, seconds = value.decode().partition(" ")
    return MatchLengths(int(at), tuple(int(part) for part in seconds.split(",")))


def _row(found: MatchLengths) -> str:
    seconds = found.seconds[:MOST_GAMES]
    return f"{found.at} {','.join(map(str, seconds))}" if seconds else ""


def _row_text(row: str) -> str | None:
    return ", ".join(f"{second} s" for second in _read(row.encode()).seconds) if row else None
