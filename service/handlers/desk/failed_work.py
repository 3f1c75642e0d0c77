"""Use cases of work that failed: what of it the referees of a tournament are told, and having it done again.

Judging that failed is the pump's (`service.store.read_models.failed_streams`), everything else a job of the queue
(`service.jobs`).
"""

from collections.abc import Mapping
from typing import NamedTuple

from core.club.webhooks import Webhook
from core.errors import NotFound
from service.auth.authorization import Principal, authorize_tournament
from service.bootstrap import Dependencies
from service.checkpoint.comparison import held_missing
from service.jobs import Failed
from service.store import altered_log, feed, held_streams, keys
from service.store.cluster.replication import is_copied
from service.store.keys import shard_of
from service.store.maintenance import copies
from service.store.read_models import failed_streams
from service.store.read_models.failed_streams import Failure
from service.store.server.free_space import Room


class FailedWork(NamedTuple):
    """Failed work of a tournament: streams that are not judged, jobs that failed.

    Jobs without a stream, such as judging as a whole, belong to all tournaments. `away`: the queue does not answer.
    `room` is the free space of the disk, where that is known. `lost` are the streams of which acknowledged facts are
    missing from the store, each with which. `altered` are those that are not as they were recorded. `copies` are the
    folders of second copies that are not up to date, each with the reason. `webhooks` are those of the club that were
    stopped. `uncopied`: the store's server that has the tournament has fewer replicas than are asked for; `refuses`: so
    nothing is recorded there.
    """

    streams: dict[str, Failure]
    jobs: tuple[Failed, ...]
    away: bool
    room: Room | None = None
    lost: Mapping[str, str] = {}
    altered: Mapping[str, str] = {}
    copies: Mapping[str, str] = {}
    webhooks: tuple[Webhook, ...] = ()
    uncopied: bool = False
    refuses: bool = False


def failed_work(deps: Dependencies, tournament_id: str) -> FailedWork:
    """The work of a tournament that failed and was not done since."""
    failures = failed_streams.of_shard(deps.client, shard_of(tournament_id))
    streams = {stream: why for stream, why in failures.items() if stream.partition(".")[0] == tournament_id}
    jobs = deps.jobs.failures() if deps.jobs else []
    mine = [job for job in jobs or () if job.tournament == tournament_id or not job.stream]
    room, troubles = deps.space.room() if deps.space else None, _copies(deps)
    stopped = _stopped(deps, tournament_id)
    uncopied = not is_copied(deps.client, keys.head(shard_of(tournament_id)), deps.settings.replicas)
    return FailedWork(
        streams,
        tuple(mine),
        jobs is None,
        room,
        _lost(deps, tournament_id),
        _altered(deps, tournament_id),
        troubles,
        stopped,
        uncopied,
        refuses=uncopied and deps.settings.replicas_strict,
    )


def _stopped(deps: Dependencies, tournament_id: str) -> tuple[Webhook, ...]:
    club = deps.repository.club(deps.repository.tournament_opening(tournament_id).club)
    return tuple(webhook for webhook in club.webhooks.values() if not webhook.is_active)


def _copies(deps: Dependencies) -> dict[str, str]:
    found = copies.troubles(deps.client, map(str, deps.settings.copies))
    return {folder: error for folder, error in found.items() if error}


def _lost(deps: Dependencies, tournament_id: str) -> dict[str, str]:
    shard = shard_of(tournament_id)
    missing = held_missing(deps.client, held_streams.of_shard(deps.client, shard))
    return {each.stream: each.sentence for each in missing if each.stream.partition(".")[0] == tournament_id}


def _altered(deps: Dependencies, tournament_id: str) -> dict[str, str]:
    found = altered_log.noted(deps.client)
    return {stream: which for stream, which in found.items() if stream.partition(".")[0] == tournament_id}


def retry_job(deps: Dependencies, principal: Principal | None, tournament_id: str, job: str) -> bool:
    """Have a failed job of a tournament done again, for its referees; `False` if the queue is away.

    Raises as `authorize_tournament`, and `NotFound` for a job that did not fail, was done since, or is of another
    tournament.
    """
    authorize_tournament(deps, principal, "referee", tournament_id)
    found = next((each for each in failed_work(deps, tournament_id).jobs if each.id == job), None)
    if found is None or deps.jobs is None:
        raise NotFound("failed job", job)
    return deps.jobs.again(found)


def judge_again(deps: Dependencies, principal: Principal | None, tournament_id: str, stream: str) -> None:
    """Have what could not be judged tried again at once, for referees. Raises as `retry_job`."""
    authorize_tournament(deps, principal, "referee", tournament_id)
    if stream not in failed_work(deps, tournament_id).streams:
        raise NotFound("failed match or tournament", stream)
    feed.feed_again(deps.client, stream)
