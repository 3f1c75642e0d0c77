"""Dice of a club's settled matches: of each match the counts by seat, one hash for each club.

`{s07}:dice:c_<club>` is match → `<settled at> <JSON>`. Of all matches the `MOST` that were settled last stay. The pump
writes it at every settlement. A repeated write has the same result, in any order.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from redis import Redis

from core.dice.statistics import DiceCount
from core.eventlog.personal_values import erased_name
from service.store.keys import shard_of, tag
from service.store.read_models.club import latest_rows
from service.store.read_models.club.latest_rows import KEEP_LATEST, Row

MOST = 500
"""Matches of a club whose dice are kept."""


class SeatDice(NamedTuple):
    """The dice of a seat in a match: the player's id, "" of a friendly guest, their name, and the roller."""

    player_id: str
    name: str
    by_service: bool
    counts: DiceCount


class MatchDice(NamedTuple):
    """The dice of a match that was settled at a time (Unix ms), by seat."""

    at: int
    rows: Sequence[SeatDice]


def keep(client: Redis, club: str, match_id: str, found: MatchDice) -> None:
    """Write the dice of a match in place of what was kept of it; of a match without rolls nothing is kept."""
    KEEP_LATEST(client, [_key(club)], [match_id, _row(found), MOST])


def rename(client: Redis, club: str, players: Collection[str], names: Collection[str]) -> None:
    """Show these players, and guests with these names, by the names that erased players have."""
    for match_id, value in client.hscan_iter(_key(club)):
        rows = _read(value)
        seats = ("white", "black") if len(rows) < 3 else tuple(f"seat{place}" for place, _ in enumerate(rows, 1))
        after = [
            row._replace(name=erased_name(row.player_id or f"players.{seat}"))
            if row.player_id in players or (not row.player_id and row.name in names)
            else row
            for seat, row in zip(seats, rows, strict=False)
        ]
        if after != rows:
            at = int(value.partition(b" ")[0])
            client.hset(_key(club), match_id, _row(MatchDice(at, after)))


def differing(client: Redis, club: str, match_id: str, made: MatchDice | None) -> tuple[str | None, str | None] | None:
    """The dice that are kept of a match and those that its log has, where they differ, as `latest_rows.differing`."""
    different = latest_rows.differing(client, _key(club), match_id, "" if made is None else _row(made), MOST)
    return None if different is None else (_row_text(different[0]), _row_text(different[1]))


def row_of(club: str, match_id: str, made: MatchDice | None) -> Row:
    """The row of a match with these dice."""
    return Row(_key(club), match_id, "" if made is None else _row(made))


def load(client: Redis, club: str) -> Mapping[str, list[SeatDice]]:
    """The dice that are kept of a club, by match."""
    values: dict[bytes, bytes] = client.hgetall(_key(club))  # type: ignore[assignment]
    return {match.decode(): _read(value) for match, value in values.items()}


def load_match(client: Redis, club: str, match_id: str) -> list[SeatDice]:
    """The dice that are kept of a match."""
    value: bytes | None = client.hget(_key(club), match_id)  # type: ignore[assignment]
    return [] if value is None else _read(value)


def _read(value: bytes) -> list[SeatDice]:
    _at, _space, text = value.decode().partition(" ")
    return [
        SeatDice(player, name, by_service, DiceCount(tuple(faces), pairs, doubles))
        for player, name, by_service, (faces, pairs, doubles) in json.loads(text)
    ]


def _row(found: MatchDice) -> str:
    return f"{found.at} {json.dumps(found.rows, ensure_ascii=False, separators=(',', ':'))}" if found.rows else ""


def _row_text(row: str) -> str | None:
    rows = _read(row.encode()) if row else []
    return ", ".join(f"{seat_dice.name} {seat_dice.counts.dice}" for seat_dice in rows) or None


def _key(club: str) -> str:
    stream = f"c_{club}"
    return f"{tag(shard_of(stream))}:dice:{stream}"
