"""Logs of a club: its own, its tournaments with their matches, and its friendly matches."""

from redis import Redis

from core.eventlog.log import Head
from service.store.maintenance import all_streams
from service.store.read_models.club import club_index


def club_heads(client: Redis, slug: str) -> dict[str, Head]:
    """The heads of a club's logs, deleted tournaments included."""
    roots = {
        f"c_{slug}",
        *club_index.members(client, slug, "tournaments"),
        *club_index.members(client, slug, club_index.DELETED),
        *club_index.members(client, slug, "matches"),
    }
    heads = all_streams.heads(client)
    return {stream: head for stream, head in heads.items() if stream.partition(".")[0] in roots or stream in roots}
