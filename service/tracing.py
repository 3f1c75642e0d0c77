"""Traces by OpenTelemetry: a request through append, feed, judging and settlement. Off unless the environment asks.

The standard variables `OTEL_…` choose the exporter. A request's context travels in the feed entries of its facts and in
the jobs that follow, never in an event. A span names rules of addresses, kinds and numbers. It has no id of a log, no
name, no text of a message: a collector is another place than the log, and keeps things for another time.
"""

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SpanExporter
    from opentelemetry.trace import Span, Tracer

Attributes = Mapping[str, str | int]

_NOTHING: Attributes = {}
_NO_SPAN: AbstractContextManager[None] = nullcontext()
_ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
_PROTOCOLS = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")
_HTTP = "http/protobuf"
_HEADER = "traceparent"
_log = logging.getLogger(__name__)
_tracer: "Tracer | None" = None
_stop: Callable[[], None] | None = None


def start(process: str, version: str, environment: Mapping[str, str]) -> None:
    """Trace in this process from now on, if the environment asks for it. `process` is its kind, such as `web`.

    Where the libraries are missing, or the exporter is one that brade does not have, a warning says so.
    """
    exporter = _exporter(environment)
    if exporter is None:
        return
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    named = {"service.version": version, "brade.process": process}
    if "OTEL_SERVICE_NAME" not in environment:
        named["service.name"] = "brade"
    provider = TracerProvider(resource=Resource.create(named))
    provider.add_span_processor(BatchSpanProcessor(exporter))
    trace_by(provider)


def trace_by(provider: "TracerProvider") -> None:
    """Trace by a provider, which is shut down by `stop`."""
    global _tracer, _stop
    _tracer, _stop = provider.get_tracer("brade"), provider.shutdown


def stop() -> None:
    """End the tracing of this process. What was not exported yet is, if the collector answers."""
    global _tracer, _stop
    end, _tracer, _stop = _stop, None, None
    if end:
        end()


def is_on() -> bool:
    """True if this process traces."""
    return _tracer is not None


def begin_request(traceparent: str) -> "tuple[Span, Any]":
    """The span of a request that begins here, which is the current one of this thread; for `end_request`.

    `traceparent` is the context that a proxy sent; empty without one.
    """
    from opentelemetry.context import attach
    from opentelemetry.trace import SpanKind, set_span_in_context

    assert _tracer is not None
    span = _tracer.start_span("request", context=_context(traceparent), kind=SpanKind.SERVER)
    return span, attach(set_span_in_context(span))


def end_request(begun: "tuple[Span, Any]", method: str, rule: str, status: int) -> None:
    """End the span of a request with what came of it."""
    from opentelemetry.context import detach
    from opentelemetry.trace import StatusCode

    span, token = begun
    span.update_name(f"{method} {rule}")
    span.set_attributes({"http.request.method": method, "http.route": rule, "http.response.status_code": status})
    if status >= 500:
        span.set_status(StatusCode.ERROR)
    detach(token)
    span.end()


def child(name: str, attributes: Attributes = _NOTHING) -> AbstractContextManager[None]:
    """A span within the current one; none where nothing is traced. What is raised in it is noted by its type alone."""
    if _tracer is None or not carried():
        return _NO_SPAN
    return _span(_tracer, name, None, attributes)


def continued(
    name: str, trace: str, attributes: Attributes = _NOTHING, began_ns: int | None = None
) -> AbstractContextManager[None]:
    """A span that goes on in a trace of another process (`carried`); none where that is empty.

    `began_ns` is the Unix time at which the work began, if that was before.
    """
    if _tracer is None or not trace:
        return _NO_SPAN
    return _span(_tracer, name, _context(trace), attributes, began_ns)


def carried() -> str:
    """The current context as the text that goes with work to another process; empty where nothing is traced."""
    if _tracer is None:
        return ""
    from opentelemetry.trace import get_current_span

    return _text(get_current_span())


def waited(entries: Mapping[str, str]) -> str:
    """The context in which work goes on that waited in a feed, by entry: its traces, of which the others are linked.

    The waiting is a span from the moment that is in the entry's id until now. Empty where nothing is traced.
    """
    if _tracer is None or not entries:
        return ""
    from opentelemetry.trace import Link, SpanKind, get_current_span

    (entry, first), *others = entries.items()
    links = [Link(get_current_span(_context(each)).get_span_context()) for _, each in others if each != first]
    began = min(int(entry.partition("-")[0]) * 1_000_000, time.time_ns())
    span = _tracer.start_span("feed", _context(first), SpanKind.CONSUMER, links=links, start_time=began)
    span.end()
    return _text(span)


def note_error(error: BaseException) -> None:
    """Mark the current span as failed. Its type is noted, and never its message, in which names may be."""
    if _tracer is None:
        return
    from opentelemetry.trace import get_current_span

    _mark(get_current_span(), error)


@contextmanager
def _span(
    tracer: "Tracer", name: str, context: "Context | None", attributes: Attributes, began_ns: int | None = None
) -> Iterator[None]:
    with tracer.start_as_current_span(
        name,
        context,
        attributes=dict(attributes),
        start_time=began_ns,
        record_exception=False,
        set_status_on_exception=False,
    ) as span:
        try:
            yield
        except BaseException as error:
            _mark(span, error)
            raise


def _mark(span: "Span", error: BaseException) -> None:
    from opentelemetry.trace import StatusCode

    span.set_attribute("error.type", type(error).__name__)
    span.set_status(StatusCode.ERROR)


def _context(trace: str) -> "Context":
    """The context of a text; the empty one, in which a trace begins, for any other text."""
    from opentelemetry.context import Context
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    return TraceContextTextMapPropagator().extract({_HEADER: trace}, Context())


def _text(span: "Span") -> str:
    context = span.get_span_context()
    if not (context.is_valid and context.trace_flags.sampled):
        return ""
    return f"00-{context.trace_id:032x}-{context.span_id:016x}-01"


def _exporter(environment: Mapping[str, str]) -> "SpanExporter | None":
    """The exporter that the environment asks for; `None` for none."""
    kind = environment.get("OTEL_TRACES_EXPORTER", "otlp" if any(map(environment.get, _ENDPOINTS)) else "none")
    if kind == "none" or environment.get("OTEL_SDK_DISABLED", "").lower() == "true":
        return None
    if find_spec("opentelemetry") is None or find_spec("opentelemetry.sdk") is None:
        _log.warning("OTEL_ variables ask for traces: install brade with its extra, brade[telemetry], to have them")
        return None
    if kind == "console":
        from opentelemetry.sdk.trace.export import ConsoleSpanExporter

        return ConsoleSpanExporter()
    protocol = next(filter(None, map(environment.get, _PROTOCOLS)), _HTTP)
    if kind != "otlp" or protocol != _HTTP:
        _log.warning("no traces are exported by %s and %s: otlp by %s works, and console", kind, protocol, _HTTP)
        return None
    exporter = import_module("opentelemetry.exporter.otlp.proto.http.trace_exporter")
    made: SpanExporter = exporter.OTLPSpanExporter()
    return made
