"""Times at which matches were settled first, of several matches in two round trips."""

import json
from collections.abc import Sequence

from redis import Redis

from schemas.match_states import read_verdict
from service.store import keys
from service.store.archive.reader import Range, ranges


def first_settled(client: Redis, matches: Sequence[str]) -> dict[str, int]:
    """By match the time (Unix ms) of the fact that settled it first; a match that was never settled is left out."""
    pipeline = client.pipeline(transaction=False)
    for match in matches:
        pipeline.hgetall(keys.verdicts(match))
    first = {}
    for match, found in zip(matches, pipeline.execute(), strict=True):
        verdicts = (read_verdict(json.loads(text)) for text in found.values())
        if settled := [each.version for each in verdicts if each.settled_match]:
            first[match] = min(settled)
    settling = ranges(client, [Range(match, version, version) for match, version in first.items()])
    return {match: int(entries[0][1][b"at"]) for match, entries in zip(first, settling, strict=True) if entries}
