"""Traces: one from a request through append, feed and judging to settlement, without names, and off by default."""

import logging
import subprocess
import sys
import time
from collections import Counter

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from service import tracing
from service.store import feed, keys
from tests.support.paths import ROOT
from tests.support.processes.receiver import receiving
from tests.support.processes.service_data import TOKEN, asked
from tests.support.processes.serving import SLOW, serving, status
from tests.support.store import eventually
from workers.context import WorkerContext
from workers.judging import Judge

EVENTS = "/v1/matches/<match:match>/events"
PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
OPENING = {"type": "OpeningRolled", "white": 6, "black": 4}
WON = [{"type": "GameResigned", "by": "black", "outcome": "jan"}] * 3


@pytest.fixture
def spans():
    """Tracing that is on, and all spans that ended."""
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    tracing.trace_by(provider)
    yield exporter.get_finished_spans
    tracing.stop()


def feed_fields(api, stream):
    """The names of the fields of all feed entries of a stream's shard."""
    return {name for _, fields in api.deps.client.xrange(keys.feed(keys.shard_of(stream))) for name in fields}


def by_id(found):
    return {span.context.span_id: span for span in found}


def path_of(span, found):
    """The names of the spans above one, from the request down to itself."""
    above = by_id(found).get(span.parent.span_id) if span.parent else None
    return [*(path_of(above, found) if above else []), span.name]


@pytest.fixture
def traced_cup(api, judge, spans):
    """A request that records a whole match of a tournament, judged: the id of its trace, and all spans."""
    tournament = api.tournament(2)
    api.post(f"/v1/tournaments/{tournament}/start", {})
    judge()
    api.post(f"/v1/matches/{tournament}.1/events", [OPENING, *WON], role="scorer")
    judge()
    found = spans()
    (recording,) = [span for span in found if span.name == f"POST {EVENTS}"]
    return recording, [span for span in found if span.context.trace_id == recording.context.trace_id]


def test_one_trace_goes_from_the_request_to_the_settlement_of_its_tournament(traced_cup):
    recording, found = traced_cup
    settled = ["append", "feed", "settle", "append"]
    paths = {tuple(path_of(span, found)) for span in found}
    assert (recording.name, "append", "feed", "judge") in paths
    assert (recording.name, "append", "feed", "commit") in paths
    assert (recording.name, *settled, "feed", "judge") in paths, "the tournament's own judging"
    assert all(span.start_time <= span.end_time for span in found)


def test_a_request_says_its_rule_and_its_status_and_nothing_of_its_address(traced_cup):
    recording, _ = traced_cup
    assert recording.kind is SpanKind.SERVER
    assert dict(recording.attributes) == {
        "http.request.method": "POST",
        "http.route": EVENTS,
        "http.response.status_code": 202,
    }


def test_no_span_holds_a_name_an_id_or_a_contact(api, judge, spans):
    tournament = api.tournament(2, published=True)
    api.send("PUT", f"/v1/tournaments/{tournament}/entry-form", "organiser", json={"open": True})
    asked = {"name": "Fabian Ängslig", "contact": "fabian@example.org"}
    api.post(f"/v1/tournaments/{tournament}/entry-requests", asked, role=None)
    api.post(f"/v1/tournaments/{tournament}/entries", {"players": ["Nobody Known"]})
    api.get(f"/v1/tournaments/{tournament}/standings?secret=word")
    judge()
    texts = "\n".join(
        f"{span.name} {dict(span.attributes)} {span.status.description} {span.events}" for span in spans()
    )
    assert len(spans()) > 10
    for word in ("Fabian", "example.org", "Known", "Player 1", "Cup", "vasa", tournament, "secret", "st_"):
        assert word not in texts, word


def test_a_log_is_the_same_whether_its_requests_are_traced_or_not(api, judge, spans):
    def recorded():
        match = api.friendly()
        api.post(f"/v1/matches/{match}/events", [OPENING], role="scorer")
        judge()
        return match, api.get(f"/v1/matches/{match}/events").json["events"][0].keys(), feed_fields(api, match)

    match, told, _ = recorded()
    lines = [fields.keys() for _, fields in api.deps.client.xrange(keys.log(match))]
    tracing.stop()
    other, untraced, _ = recorded()
    assert told == untraced
    assert lines == [fields.keys() for _, fields in api.deps.client.xrange(keys.log(other))]


def test_where_tracing_is_off_a_feed_entry_has_no_context_and_no_library_is_needed(api):
    match = api.friendly()
    assert feed_fields(api, match) == {b"stream", b"first", b"last"}
    code = (
        "import sys; sys.path.insert(0, '.'); sys.modules['opentelemetry'] = None;"
        "import service.app, service.server.web_process, workers.worker;"
        "from service import tracing; tracing.start('web', '1', {}); print(tracing.is_on(), repr(tracing.carried()))"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout == "False ''\n"


def test_a_strangers_trace_is_not_taken_and_a_proxys_is(api, spans, monkeypatch):
    api.get("/v1/formats", headers={"traceparent": PARENT})
    monkeypatch.setitem(api.client.application.config, "TRACES_OF_PROXY", True)
    api.get("/v1/formats", headers={"traceparent": PARENT})
    api.get("/v1/formats", headers={"traceparent": "00-no-trace"})
    alone, proxied, wrong = [span for span in spans() if span.name == "GET /v1/formats"]
    assert (alone.parent, wrong.parent) == (None, None)
    assert f"{proxied.context.trace_id:032x}" == PARENT.split("-")[1]


def test_what_fails_is_marked_with_its_type_and_without_its_message(api, worker_context, spans, monkeypatch):
    def broken(self, judged):
        raise OSError("Åsa Öberg's disk")

    match = api.friendly()
    api.post(f"/v1/matches/{match}/events", [OPENING], role="scorer")
    context = WorkerContext(worker_context.deps, worker_context.queue, worker_context.jobs)
    feed.open_feed(api.deps.client)
    due = [each for each in feed.read(api.deps.client, "pump") if each.stream == match]
    monkeypatch.setattr(Judge, "_append_consequences", broken)
    traces = {match: {each.entry: each.trace for each in due if each.trace}}
    with pytest.raises(OSError, match="disk"):
        Judge(context, "token", lambda: None).judge({match: [each.entry for each in due]}, traces=traces)
    failed = [span for span in spans() if span.status.status_code is StatusCode.ERROR]
    assert {(span.name, span.attributes["error.type"]) for span in failed} == {("settle", "OSError")}
    assert not any(span.events or span.status.description for span in failed)


def test_facts_that_are_judged_together_go_on_in_the_first_trace_and_name_the_others(api, judge, spans):
    match = api.friendly()
    api.post(f"/v1/matches/{match}/events", [OPENING], role="scorer")
    judge()
    opening, recording = [span for span in spans() if span.name.startswith("POST")]
    (waiting,) = [span for span in spans() if span.name == "feed"]
    assert waiting.context.trace_id == opening.context.trace_id
    assert [link.context.trace_id for link in waiting.links] == [recording.context.trace_id]


def test_a_job_goes_on_in_the_trace_of_the_request_that_led_to_it(api, judge, worker_context, spans):
    match = api.friendly()
    judge()
    api.post(f"/v1/matches/{match}/events", [OPENING, *WON], role="scorer")
    judge()
    (job,) = [each for each in worker_context.jobs._queues["jobs"].jobs if "export_match" in each.id]
    (recording,) = [span for span in spans() if span.name == f"POST {EVENTS}"]
    assert job.meta["trace"].split("-")[1] == f"{recording.context.trace_id:032x}"


@pytest.mark.parametrize(
    ("environment", "warned"),
    [
        ({}, ""),
        ({"OTEL_TRACES_EXPORTER": "none", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}, ""),
        ({"OTEL_SDK_DISABLED": "true", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}, ""),
        ({"OTEL_TRACES_EXPORTER": "zipkin"}, "zipkin"),
        ({"OTEL_TRACES_EXPORTER": "otlp", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, "grpc"),
    ],
)
def test_tracing_stays_off_where_the_environment_does_not_ask_for_what_there_is(caplog, environment, warned):
    with caplog.at_level(logging.WARNING):
        tracing.start("web", "1", environment)
    assert not tracing.is_on()
    assert warned in caplog.text
    assert bool(warned) == bool(caplog.text)


def test_missing_libraries_are_named_with_the_extra_that_has_them(caplog, monkeypatch):
    monkeypatch.setattr(tracing, "find_spec", lambda name: None)
    tracing.start("web", "1", {"OTEL_TRACES_EXPORTER": "otlp"})
    assert not tracing.is_on()
    assert "brade[telemetry]" in caplog.text


def received(receiver):
    """The spans that a collector was sent, each with the kind of its process."""
    for sent in list(receiver.sent):
        request = ExportTraceServiceRequest.FromString(sent.body)
        for resource in request.resource_spans:
            named = {attribute.key: attribute.value.string_value for attribute in resource.resource.attributes}
            for scope in resource.scope_spans:
                yield from ((named, span) for span in scope.spans)


def test_a_collector_gets_one_trace_from_the_processes_of_a_service(tmp_path):
    with receiving() as receiver:
        collector = receiver.url.partition("/news")[0]
        environment = {"OTEL_EXPORTER_OTLP_ENDPOINT": collector, "OTEL_BSP_SCHEDULE_DELAY": "100"}
        with serving(tmp_path, BRADE_ADMIN_TOKEN=TOKEN, **environment) as service:
            eventually(lambda: service.ready, SLOW, "the workers")
            assert asked(service.port, "POST", "/v1/clubs", {"slug": "vasa", "name": "Vasa"})[0] == 201

            def processes():
                found = Counter()
                for named, span in received(receiver):
                    if span.trace_id in founding():
                        found[named["brade.process"], span.name] += 1
                return found

            def founding():
                return {span.trace_id for _, span in received(receiver) if span.name == "POST /v1/clubs"}

            wanted = {
                ("web", "POST /v1/clubs"),
                ("web", "append"),
                ("pump", "feed"),
                ("pump", "judge"),
                ("pump", "settle"),
            }
            eventually(lambda: wanted <= processes().keys(), SLOW, "the spans")
        assert {sent.path for sent in receiver.sent} == {"/v1/traces"}
        assert {named["service.name"] for named, _ in received(receiver)} == {"brade"}


def test_a_collector_that_is_away_keeps_no_request_and_no_end_waiting(tmp_path):
    away = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9", "OTEL_BSP_SCHEDULE_DELAY": "50"}
    with serving(tmp_path, BRADE_ADMIN_TOKEN=TOKEN, **away) as service:
        eventually(lambda: service.ready, SLOW, "the workers")
        assert asked(service.port, "POST", "/v1/clubs", {"slug": "vasa", "name": "Vasa"})[0] == 201
        assert status(service.port, "/healthz") == 200
        began = time.monotonic()
        code, _ = service.end(2)
        assert code == 0
        assert time.monotonic() - began < 15
        assert service.nothing_left()
