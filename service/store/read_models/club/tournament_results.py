"""Results of a club's tournaments for its series: a cache on the club's shard.

`{s07}:results:c_<slug>` is a hash from a tournament and a version of its log, `<tournament>@<version>`, to `<form>
<JSON>`: the values of a `TournamentResult`, each tuple a list. A log never changes up to a version, so what is kept
holds for good. It can be dropped at any time.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from redis import Redis

from core.series.result import MatchResult, PlayerResult, TournamentResult
from service.store import keys

_FORM = b"1"
"""The form of the values: another one has another number, and what was stored in an older form is made anew."""
Version = tuple[str, int]
"""A tournament and a version of its log."""


def load(client: Redis, slug: str, wanted: Sequence[Version]) -> dict[Version, TournamentResult]:
    """The results of these versions, as far as they are kept."""
    names = [_field(each) for each in wanted]
    found: list[bytes | None] = client.hmget(_key(slug), names) if names else []  # type: ignore[assignment]
    kept = {}
    for version, value in zip(wanted, found, strict=True):
        if value is not None and value.startswith(_FORM + b" "):
            kept[version] = _read(json.loads(value.split(b" ", 1)[1]))
    return kept


def keep(client: Redis, slug: str, results: Iterable[TournamentResult]) -> None:
    """Keep these, each for the version of its log."""
    values: dict[Any, Any] = {
        _field((result.tournament, result.version)): f"{_FORM.decode()} {json.dumps(result, ensure_ascii=False)}"
        for result in results
    }
    if values:
        client.hset(_key(slug), mapping=values)


def _read(row: list[Any]) -> TournamentResult:
    *about, players, matches = row
    return TournamentResult(*about)._replace(
        players=tuple(PlayerResult(*player) for player in players),
        matches=tuple(
            MatchResult((one, other), winner, played, bracket, (won, lost), tuple((seat, end) for seat, end in endings))
            for (one, other), winner, played, bracket, (won, lost), endings in matches
        ),
    )


def _field(version: Version) -> str:
    return "@".join(map(str, version))


def _key(slug: str) -> str:
    stream = f"c_{slug}"
    return f"{keys.tag(keys.shard_of(stream))}:results:{stream}"


def forget(client: Redis, slug: str) -> None:
    """Drop all of a club's."""
    client.unlink(_key(slug))
