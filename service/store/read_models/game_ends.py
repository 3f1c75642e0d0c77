"""Times at which matches began, were settled, and their games ended, of several matches in two round trips."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from redis import Redis

from core.events import RulingMade
from schemas.match_states import read_verdict
from service.store import keys
from service.store.archive.reader import Range, found_or_archived, ranges


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
    answers = pipeline.execute(raise_on_error=False)
    begun = [
        found_or_archived(client, Range(match, 1, most=1), entries)
        for match, entries in zip(matches, answers[::2], strict=True)
    ]
    firsts = [int(entries[0][1][b"at"]) if entries else None for entries in begun]
    versions = [_versions(verdicts) for verdicts in answers[1::2]]
    ended_at = [Range(match, each, each) for match, ended in zip(matches, versions, strict=True) for each in ended]
    facts = iter(ranges(client, ended_at))
    found = {}
    for match, first, ended in zip(matches, firsts, versions, strict=True):
        entries = [entry for _ in ended for _name, entry in next(facts)]
        by_ruling = sum(entry[b"type"].partition(b".")[0] == _RULING for entry in entries)
        found[match] = GameEnds(first, tuple(int(entry[b"at"]) for entry in entries), len(entries) - by_ruling)
    return found


def _versions(verdicts: dict[bytes, Any]) -> list[int]:
    """The facts with which games ended, in their order."""
    return sorted(int(version) for version, text in verdicts.items() if "game_finished" in json.loads(text))


def first_settled(client: Redis, matches: Sequence[str]) -> dict[str, int]:
    """By match the time (Unix ms) of the fact that settled it first; a match that was never settled is left out."""
    pipeline = client.pipeline(transaction=False)
    for match in matches:
        pipeline.hgetall(keys.verdicts(match))
    first = {}
    for match, reply in zip(matches, pipeline.execute(), strict=True):
        verdicts = (read_verdict(json.loads(text)) for text in reply.values())
        if settled := [verdict.version for verdict in verdicts if verdict.settled_match]:
            first[match] = min(settled)
    settling = ranges(client, [Range(match, version, version) for match, version in first.items()])
    return {match: int(entries[0][1][b"at"]) for match, entries in zip(first, settling, strict=True) if entries}
