"""One JSON object a line on standard error, from brade and from the libraries alike; never a secret in it.

Tracebacks come without the values of variables, which may hold tokens.
"""

import json
import logging
import sys
from contextvars import ContextVar
from typing import Any

import structlog
from structlog.processors import ExceptionRenderer
from structlog.tracebacks import ExceptionDictTransformer

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the request that is answered here; empty outside of requests."""


def _of_request(_logger: Any, _method: str, line: Any) -> Any:
    if name := REQUEST_ID.get():
        line.setdefault("request_id", name)
    return line


_SHARED: tuple[Any, ...] = (
    _of_request,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
)


_ENCODE = json.JSONEncoder(ensure_ascii=False, default=str).encode


def _as_json(line: Any, **_: Any) -> str:
    return _ENCODE(line)


def configure(name: str = "INFO") -> None:
    """Set this process's logs up, ours and the standard library's, from a level on."""
    level = logging.getLevelNamesMapping()[name]
    render = structlog.processors.JSONRenderer(_as_json)
    structlog.configure(
        processors=[*_SHARED, render],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*_SHARED, structlog.stdlib.add_logger_name],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, render],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    logging.getLogger("werkzeug").setLevel(logging.WARNING)  # requests are logged once, by service.web.http.telemetry
