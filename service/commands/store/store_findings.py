"""The part of `brade doctor` that asks a store which answers: logs, checkpoint, workers, copies, jobs."""

from collections.abc import Iterator

from redis import Redis
from redis.exceptions import BusyLoadingError

from service.checkpoint.comparison import Report, report
from service.commands.store import failed_jobs, missing_facts
from service.commands.store.check_result import BAD, GOOD, NOTE, CheckResult
from service.config import Settings
from service.jobs import Jobs, connect_queue
from service.processes.listen_address import Address
from service.processes.supervisor import STORE
from service.store import altered_log, feed, held_streams, keys, leases
from service.store.archive import places, reader
from service.store.archive.places import ArchiveDamaged
from service.store.connect import StoreVolatile, check_server, ensure_kept
from service.store.judging_delay import LATE_SECONDS, Waits
from service.store.maintenance import all_streams
from service.store.maintenance.store_format import FORMAT, StoreNotUpgraded, StoreTooNew, ensure_ours, learn_layout
from service.store.read_models import failed_streams
from service.store.server.free_space import FreeSpace
from service.store.server.health_check import loading
from service.terminal import count

_NAMED = 3


def store_findings(client: Redis, settings: Settings) -> Iterator[CheckResult]:
    """The store, its logs, the workers, and what lies beside the store."""
    try:
        warnings = check_server(client)
    except BusyLoadingError:
        yield CheckResult("store", NOTE, loading(client))
        return
    try:
        learn_layout(client)
    except StoreTooNew as error:
        yield CheckResult("format", BAD, str(error))
        return
    heads = all_streams.heads(client)
    used = client.info("memory")["used_memory_human"]
    events = count(sum(head.version + 1 for head in heads.values()), "event")
    yield CheckResult("store", GOOD, f"it answers: {count(len(heads), 'log')}, {events}, {used} of memory")
    yield from format_findings(client)
    try:
        ensure_kept(client, volatile=settings.volatile)
    except StoreVolatile as error:
        yield CheckResult("store", BAD, str(error))
    for warning in warnings:
        yield CheckResult("store", NOTE, warning)
    if settings.store_url is None:
        yield from _disk(settings)
    if lost := all_streams.headless(client):
        yield CheckResult("logs", BAD, f"{', '.join(lost[:_NAMED])}: no head names them; `brade verify` says more")
    if altered := altered_log.misplaced_ends(client, heads):
        names = f"{', '.join(altered[:_NAMED])}{' and others' * (len(altered) > _NAMED)}"
        yield CheckResult(
            "logs", BAD, f"{names}: not as written, the end is not where the head says; see `brade verify`"
        )
    for sentence in list(altered_log.noted(client).values())[:_NAMED]:
        yield CheckResult("logs", BAD, f"{sentence}; `brade verify` names all")
    yield from checkpoint_findings(report(client, settings))
    for fault in held_streams.uncompared(client):
        yield CheckResult("checkpoint", NOTE, f"at the last start: {fault}")
    missing = leases.owned(client).count(False)
    if missing:
        yield CheckResult(
            "workers", BAD, f"no worker judges {count(missing, 'shard')} of {keys.shard_count()}: is a worker running?"
        )
    else:
        yield CheckResult("workers", GOOD, f"all {keys.shard_count()} shards are judged")
    waiting = sum(len(feed.unjudged(client, shard)) for shard in keys.all_shards())
    reasons = failed_streams.reasons(client)
    late = Waits().longest(client, reasons) > LATE_SECONDS
    how = BAD if late else NOTE if waiting else GOOD
    yield CheckResult(
        "judging", how, f"{count(waiting, 'log waits', 'logs wait')} to be judged{', for too long' * late}"
    )
    for stream, reason in list(reasons.items())[:_NAMED]:
        yield CheckResult("failed", BAD, f"{stream} could not be judged: {reason}")
    yield from _copies(settings)
    yield from _jobs(settings)


def format_findings(client: Redis) -> Iterator[CheckResult]:
    """Check if this version of brade works with the store's format, and if the archived logs are whole."""
    try:
        ensure_ours(client)
        yield CheckResult("format", GOOD, f"the store has the format {FORMAT}, which this version of brade writes")
    except StoreNotUpgraded as error:
        yield CheckResult("format", NOTE, str(error))
    except StoreTooNew as error:
        yield CheckResult("format", BAD, str(error))
    yield from (CheckResult("archive", GOOD if good else BAD, each) for good, each in _archived_logs(client))


def checkpoint_findings(found: Report) -> Iterator[CheckResult]:
    """Check if the store holds the facts of the checkpoint outside it."""
    for fault in found.damage:
        yield CheckResult("checkpoint", BAD, f"{fault}. The next start of brade writes it anew")
    if not found.streams and not found.damage:
        yield CheckResult("checkpoint", NOTE, "there is none yet: `brade serve` writes it")
    elif not found.missing and not found.damage:
        yield CheckResult(
            "checkpoint", GOOD, f"the store holds everything of the {count(found.streams, 'log')} that it names"
        )
    for reason in found.troubles:
        yield CheckResult("checkpoint", NOTE, reason)
    for each in found.missing:
        yield CheckResult("missing", BAD, str(each))
    if found.missing:
        yield CheckResult("missing", BAD, f"nothing is written to these logs: {missing_facts.HELP}")


def _disk(settings: Settings) -> Iterator[CheckResult]:
    """Check if the disk is full, or soon will be: a running service measures how fast it fills."""
    if lacking := FreeSpace(settings.data / STORE).lacking():
        yield CheckResult("disk", BAD, lacking)
    elif (status := Address(settings.host, settings.port).ready().get("disk", "ok")) != "ok":
        yield CheckResult("disk", NOTE, str(status))


def _copies(settings: Settings) -> Iterator[CheckResult]:
    """State of the second copies, asked of the running service."""
    for folder, status in dict(Address(settings.host, settings.port).ready().get("copies", {})).items():
        is_good = status == "ok"
        yield CheckResult("copy", GOOD if is_good else NOTE, f"{folder}: {'up to date' if is_good else status}")


def _jobs(settings: Settings) -> Iterator[CheckResult]:
    """Work that failed: nothing correct depends on it, and it can be done again."""
    url = failed_jobs.queue_url(settings)
    if url is None:
        return
    undone = Jobs(connect_queue(url)).failures()
    if undone is None:
        yield CheckResult("queue", BAD, "it does not answer: no file is written until it does")
    for each in (undone or ())[:_NAMED]:
        yield CheckResult(
            "jobs", NOTE, f"{failed_jobs.words(each)} failed: {each.error}; `brade doctor --retry` has it done again"
        )


def _archived_logs(client: Redis) -> list[tuple[bool, str]]:
    """Sentences about the archive, each with `True` if it is a good one; none where nothing is archived."""
    try:
        archived = places.every(client)
    except ArchiveDamaged as error:
        return [(False, str(error))]
    if damaged := reader.damaged(client, archived):
        return [(False, sentence) for sentence in _sentences(damaged)]
    return [(True, f"{count(len(archived), 'archived log is', 'archived logs are')} whole")] if archived else []


def _sentences(damaged: list[ArchiveDamaged]) -> Iterator[str]:
    yield from (str(archive_damaged) for archive_damaged in damaged[:_NAMED])
    if len(damaged) > _NAMED:
        yield f"{count(len(damaged) - _NAMED, 'archived log')} more: `brade verify` names them all"
