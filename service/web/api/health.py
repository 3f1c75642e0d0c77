"""For those who run the service: whether it lives, whether it is ready, its measurements."""

import os
import time
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from threading import BoundedSemaphore
from typing import Any

from flask import Blueprint, Response, current_app, jsonify
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from redis import Redis
from redis.exceptions import BusyLoadingError, RedisError
from werkzeug.exceptions import NotFound

from core.messages import say
from service.bootstrap import Dependencies, kept_secrets, read_secret
from service.checkpoint.comparison import held_missing
from service.config import MEASUREMENTS, BadSetting
from service.processes.lasting_threads import failing
from service.processes.open_files import limit_warning
from service.store import altered_log, feed, held_streams, keys, leases
from service.store.cluster import replication
from service.store.cluster.servers import Served, served
from service.store.connect import StoreVolatile, check_server, ensure_kept
from service.store.judging_delay import LATE_SECONDS, Waits
from service.store.maintenance import copies
from service.store.read_models import failed_streams
from service.store.server.health_check import loading
from service.translations import translated_json
from service.web.http.internal_access import is_internal
from service.web.i18n import locale

blueprint = Blueprint("ops", __name__)

_PUMP_SECONDS = 1.0
"""A pump that ends hands its leases to the next one; so long may that take before it is called missing."""
_WAITING = BoundedSemaphore(2)
"""The number of requests that may wait for that at once: more take no thread from others."""
_NAMED = 100
"""Logs with missing facts that are named; `brade doctor` names all."""


@blueprint.get("/healthz")
def healthz() -> Response:
    """The process is up."""
    return jsonify(status="ok")


@blueprint.get("/readyz")
def readyz() -> tuple[Response, int]:
    """Readiness: store and workers are up, and facts are judged at once. Internal callers also see each check.

    Facts that wait too long make it "not ready", even if every shard has a worker. So does a damaged key in the data
    folder, a log that the proof found altered, and a thread of this process that fails. A copy that is not written does
    not, nor does a server of a cluster that is away while more than half of the shards are served. Sentences are in the
    language of `Accept-Language`.
    """
    deps: Dependencies = current_app.extensions["brade"].deps
    report: dict[str, Any] = {"store": "ok", "disk": "ok", "warnings": [], "workers": "ok", "unjudged": 0, "failed": {}}
    report["secrets"] = _secrets(deps)
    report["threads"] = failing()
    report |= _queued(deps)
    try:
        report |= _store(deps, served(deps.client))
    except RedisError as error:
        report["store"] = _silent(deps.client, error)
        report["workers"] = say("unknown")
        report["shards_away"] = list(keys.all_shards())
    away = report["shards_away"]
    serves = report["store"] == "ok" and 2 * len(away) < keys.shard_count()
    if away and report["store"] == "ok":
        report["store"] = say("the shards {shards} do not answer, the others are served", shards=away)
    if too_few := limit_warning():
        report["warnings"] = [*report["warnings"], too_few]
    if deps.space and (warning := deps.space.warning()):
        report["disk"] = warning
    is_full = deps.space is not None and deps.space.room().is_full
    ready = serves and report["workers"] == "ok" and not report["failed"] and not report.get("facts_missing")
    ready = ready and not report.get("altered") and not is_full and report["secrets"] == "ok" and not report["threads"]
    report["status"] = "ready" if ready else "not ready"
    shown = translated_json(report, locale.asked()) if is_internal() else {"status": report["status"]}
    return locale.marked(jsonify(shown)), 200 if ready else 503


def _store(deps: Dependencies, found: Served) -> dict[str, Any]:
    """The part of the report that the servers of the store tell which answer. Raises `RedisError`."""
    client, settings, shards = deps.client, deps.settings, found.shards
    report: dict[str, Any] = {"shards_away": found.away, "workers": "ok"}
    warnings = [each for server in found.servers for each in check_server(server)]
    for server in found.servers:
        warnings += replication.replica_warnings(server, settings.replicas, strict=settings.replicas_strict)
    uncompared = held_streams.uncompared(client) if found.has_home else []
    report["warnings"] = [*dict.fromkeys(warnings), *uncompared]
    report["unjudged"] = sum(feed.waiting_logs(client, shards))
    report["failed"] = failed_streams.reasons(client, shards)
    report["store"] = _kept_whole(deps, found)
    report["facts_missing"] = _facts_missing(client, shards)
    report["altered"] = dict(islice(altered_log.noted(client).items(), _NAMED)) if found.has_home else {}
    report["copies"] = _copies(deps) if found.has_home else {}
    if missing := _unowned(client, shards):
        report["workers"] = say("no worker judges the shards {shards}", shards=missing)
    report["longest_wait_seconds"] = round(_waits().longest(client, report["failed"], shards), 1)
    if report["longest_wait_seconds"] > LATE_SECONDS:
        waited = f"{report['longest_wait_seconds']:.0f}"
        report["workers"] = say("facts wait for {seconds} seconds to be judged", seconds=waited)
    return report


def _silent(client: Redis, error: RedisError) -> str:
    """The reason why the store does not answer; after a restart its progress in loading its file."""
    if isinstance(error, BusyLoadingError):
        try:
            return loading(client)
        except RedisError as other:
            error = other
    return say("does not answer: {error}", error=type(error).__name__)


def _secrets(deps: Dependencies) -> str:
    """The first kept secret that cannot be read any more: processes that run know it, and the next one cannot start."""
    for path in kept_secrets(deps.settings):
        try:
            if path.exists():  # one that is not there is made at its first need
                read_secret(path)
        except BadSetting as error:
            return error.message
    return "ok"


def _kept_whole(deps: Dependencies, found: Served) -> str:
    """True if the store keeps facts, and holds those of the checkpoint. Nothing is compared while a server is away."""
    try:
        for server in found.servers:
            ensure_kept(server, volatile=deps.settings.volatile)
    except StoreVolatile as error:
        return error.message
    if found.away or held_streams.is_compared(deps.client):
        return "ok"
    return say("it started anew and is not compared with the checkpoint yet")


def _facts_missing(client: Redis, shards: Sequence[int]) -> dict[str, str]:
    """The logs of which acknowledged facts are missing, some of very many, each with how much."""
    recorded = dict(islice(held_streams.held(client, shards).items(), _NAMED))
    return {missing.stream: missing.sentence for missing in held_missing(client, recorded)}


def _copies(deps: Dependencies) -> dict[str, str]:
    """The condition of each second copy, by its folder."""
    found = copies.troubles(deps.client, map(str, deps.settings.copies))
    return {folder: fault or "ok" for folder, fault in found.items()}


def _waits() -> Waits:
    return current_app.extensions.setdefault("brade.waits", Waits())


def _queued(deps: Dependencies) -> dict[str, Any]:
    """The condition of the queue, and the failed work of each kind: nothing correct depends on either."""
    undone = deps.jobs.failures() if deps.jobs else []
    kinds = Counter(each.kind for each in undone or ())
    return {"queue": say("does not answer") if undone is None else "ok", "failed_jobs": dict(kinds)}


def _unowned(client: Redis, shards: Sequence[int]) -> list[int]:
    missing = _without_owner(client, shards)
    if missing and _WAITING.acquire(blocking=False):
        try:
            deadline = time.monotonic() + _PUMP_SECONDS
            while missing and time.monotonic() < deadline:
                time.sleep(0.02)
                missing = _without_owner(client, shards)
        finally:
            _WAITING.release()
    return missing


def _without_owner(client: Redis, shards: Sequence[int]) -> list[int]:
    owned = leases.owned(client)
    return [shard for shard in shards if not owned[shard]]


# ── measurements ─────────────────────────────────────────────────────────────────────────────────────────────────────
@blueprint.get("/metrics")
def metrics() -> Response:
    """Measurements for Prometheus: requests by rule, and how far the workers are behind. Not there for strangers."""
    if not is_internal():
        raise NotFound
    registry = CollectorRegistry()
    registry.register(_Backlog(current_app.extensions["brade"].deps))
    own = generate_latest(registry)
    if MEASUREMENTS in os.environ:  # several server processes, one page
        every = CollectorRegistry()
        MultiProcessCollector(every)
        return Response(generate_latest(every) + own, content_type=CONTENT_TYPE_LATEST)
    return Response(generate_latest(REGISTRY) + own, content_type=CONTENT_TYPE_LATEST)


class _Backlog:
    """Unjudged work, read from the store for each measurement."""

    def __init__(self, deps: Dependencies) -> None:
        self._deps, self._client = deps, deps.client

    def collect(self) -> list[GaugeMetricFamily]:
        """The gauges, of the shards that answer; those of the store alone while none does."""
        up = GaugeMetricFamily("brade_store_up", "Whether the store answers, or most of its shards do.")
        away = GaugeMetricFamily("brade_shards_away", "Shards whose server does not answer.")
        unjudged = GaugeMetricFamily("brade_unjudged_streams", "Matches and tournaments with facts not yet judged.")
        wait = GaugeMetricFamily("brade_longest_wait_seconds", "How long the oldest fact waits to be judged.")
        unowned = GaugeMetricFamily("brade_shards_without_worker", "Shards that no worker judges.")
        troubled = GaugeMetricFamily("brade_failed_streams", "Matches and tournaments that could not be judged.")
        undone = GaugeMetricFamily("brade_failed_jobs", "Work that failed and was not done since.", labels=["kind"])
        behind = GaugeMetricFamily("brade_copies_behind", "Second copies that are not up to date.")
        room = GaugeMetricFamily("brade_room_bytes", "Bytes that may be written before the disk is called full.")
        if self._deps.space:
            room.add_metric([], self._deps.space.room().bytes)
        for kind, count in _queued(self._deps)["failed_jobs"].items():
            undone.add_metric([kind], count)
        try:
            found = served(self._client)
            unjudged.add_metric([], sum(feed.waiting_logs(self._client, found.shards)))
            unowned.add_metric([], len(_without_owner(self._client, found.shards)))
            reasons = failed_streams.reasons(self._client, found.shards)
            troubled.add_metric([], len(reasons))
            wait.add_metric([], _waits().longest(self._client, reasons, found.shards))
            if found.has_home:
                behind.add_metric([], sum(fault != "ok" for fault in _copies(self._deps).values()))
            up.add_metric([], int(found.is_most))
            away.add_metric([], len(found.away))
        except RedisError:
            up.add_metric([], 0)
            away.add_metric([], keys.shard_count())
            return [up, away, undone, room]
        return [up, away, unjudged, wait, unowned, troubled, undone, behind, room]
