"""Times at which matches began and their games ended, of several matches in two round trips."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from redis import Redis

from core.events import RulingMade
from service.store import keys


class GameEnds(NamedTuple):
    """Times (Unix ms) of a match: of its first fact, and of the ends of its games; `played` are those without a ruling.

    A match without facts has no first one.
    """

    began: int | None
    ends: tuple[int, ...]
    played: int


_RULING = RulingMade.__name__.encode()


def game_ends(client: Redis, matches: Sequence[str]) -> dict[str, GameEnds]:
    """By match the times of its games, as far as it was judged."""
    pipeline = client.pipeline(transaction=False)
    for match in matches:
        pipeline.xrange(keys.log(match), min="1-0", count=1)
        pipeline.hgetall(keys.verdicts(match))
    answers = pipeline.execute()
    firsts = [int(entries[0][1][b"at"]) if entries else None for entries in answers[::2]]
    versions = [_versions(verdicts) for verdicts in answers[1::2]]
    pipeline = client.pipeline(transaction=False)
    for match, ended in zip(matches, versions, strict=True):
        for version in ended:
            pipeline.xrange(keys.log(match), min=f"{version}-0", max=f"{version}-0")
    facts = iter(pipeline.execute())
    found = {}
    for match, first, ended in zip(matches, firsts, versions, strict=True):
        entries = [entry for _ in ended for _name, entry in next(facts)]
        by_ruling = sum(entry[b"type"].partition(b".")[0] == _RULING for entry in entries)
        found[match] = GameEnds(first, tuple(int(entry[b"at"]) for entry in entries), len(entries) - by_ruling)
    return found


def _versions(verdicts: dict[bytes, Any]) -> list[int]:
    """The facts with which games ended, in their order."""
    return sorted(int(version) for version, text in verdicts.items() if "game_finished" in json.loads(text))
