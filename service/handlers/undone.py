"""Use cases of work that failed: what of it the referees of a tournament are told, and having it done again.

Judging that failed is the pump's (`service.store.failed`), everything else a job of the queue (`service.jobs`).
"""

from collections.abc import Mapping
from typing import NamedTuple

from core.errors import Unknown
from service.access import Principal, acting
from service.bootstrap import House
from service.checkpoint.comparison import Missing, heads_of
from service.jobs import Failed
from service.store import failed, feed, held
from service.store.failed import Failure
from service.store.free_space import Room
from service.store.keys import shard_of


class Undone(NamedTuple):
    """What was not done of a tournament's work: streams that are not judged, jobs that failed.

    Jobs that belong to no stream, such as judging as a whole, are everybody's. `away`: the queue does not answer.
    `room` is what the disk has left for all, where that is known. `lost` are the streams of which acknowledged facts
    are missing from the store, each with which.
    """

    streams: dict[str, Failure]
    jobs: tuple[Failed, ...]
    away: bool
    room: Room | None = None
    lost: Mapping[str, str] = {}


def undone(house: House, tournament: str) -> Undone:
    """The work of a tournament that failed and was not done since."""
    said = failed.of_shard(house.client, shard_of(tournament))
    streams = {stream: why for stream, why in said.items() if stream.partition(".")[0] == tournament}
    jobs = house.jobs.failures() if house.jobs else []
    mine = [each for each in jobs or () if each.tournament == tournament or not each.stream]
    return Undone(
        streams, tuple(mine), jobs is None, house.space.room() if house.space else None, _lost(house, tournament)
    )


def _lost(house: House, tournament: str) -> dict[str, str]:
    shard = shard_of(tournament)
    recorded = held.of_shard(house.client, shard)
    found = heads_of(house.client, [shard]) if recorded else {}
    missing = [Missing(stream.decode(), head, found.get(stream)) for stream, head in recorded.items()]
    return {each.stream: str(each) for each in missing if each.stream.partition(".")[0] == tournament}


def job_again(house: House, principal: Principal | None, tournament: str, job: str) -> bool:
    """Have a failed job of a tournament done again, for its referees; `False` if the queue is away.

    Raises as `acting`, and `Unknown` for a job that did not fail, was done since, or is another tournament's.
    """
    acting(house, principal, "referee", tournament)
    found = next((each for each in undone(house, tournament).jobs if each.id == job), None)
    if found is None or house.jobs is None:
        raise Unknown("failed job", job)
    return house.jobs.again(found)


def judge_again(house: House, principal: Principal | None, tournament: str, stream: str) -> None:
    """Have what could not be judged tried again at once, for referees. Raises as `job_again`."""
    acting(house, principal, "referee", tournament)
    if stream not in undone(house, tournament).streams:
        raise Unknown("failed match or tournament", stream)
    feed.feed_again(house.client, stream)
