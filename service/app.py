"""The Flask application: every part of the API and the pages, put together."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, Protocol

import structlog
from flask import Flask, Request
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import MapAdapter

from service import logs
from service.bootstrap import Dependencies
from service.web import daily_number_header, routing
from service.web.api import formats, games, health, news, plans
from service.web.api.club import clubs, look, people, ratings, series, templates, webhooks
from service.web.api.match import event_logs, matches, transcripts
from service.web.api.tournament import (
    calling_off,
    corrections,
    entries,
    entry_form,
    explanations,
    exports,
    impasse,
    imports,
    money,
    prepared_files,
    result_reports,
    rounds,
    seating,
    teams,
    timetable,
    tournaments,
)
from service.web.hall_address import refuse_unknown_host
from service.web.http import problems, seen_names, sessions, telemetry, url_converters
from service.web.http.made_answers import MadeAnswers
from service.web.http.request_body import LIMIT, refuse_large_bodies_of_pages
from service.web.openapi.document import document
from service.web.pages import base
from service.web.pages.compiled_templates import CompiledTemplates
from service.web.pages.pictures import operations as pictures


class Hub(Protocol):
    """Tells when something was judged; `service.live.hub` has the real one."""

    def wait(self, stream: str, version: int, seconds: float) -> bool:
        """Wait until the stream is judged up to the version; `False` if that took longer."""


class Application(Flask):
    """Flask without the look at every function whether it is asynchronous: none is. It remembers rules of addresses."""

    url_rule_class = routing.LateRule

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._found: routing.Found = {}

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """See `flask.Flask.create_url_adapter`. Those who would serve a websocket here are told by Flask itself."""
        if request is None or "HTTP_UPGRADE" in request.environ:
            return super().create_url_adapter(request)
        return routing.RememberedAddresses(self.url_map, request, self._found)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """See `flask.Flask.ensure_sync`."""
        return func


class WebContext(NamedTuple):
    """Context of the views."""

    deps: Dependencies
    hub: Hub | None
    document: Callable[[], dict[str, Any]]
    made: MadeAnswers


API = tuple(
    room.blueprint
    for room in (
        games,
        formats,
        plans,
        clubs,
        matches,
        event_logs,
        transcripts,
        tournaments,
        calling_off,
        entries,
        entry_form,
        teams,
        rounds,
        impasse,
        imports,
        seating,
        timetable,
        money,
        corrections,
        explanations,
        exports,
        prepared_files,
        result_reports,
        people,
        look,
        news,
        webhooks,
        templates,
        ratings,
        series,
        pictures,
    )
)
"""The operations of the API."""


@cache
def published_document() -> dict[str, Any]:
    """The OpenAPI document. It takes half a second to make, so a process makes it when it is first asked for."""
    return document(API)


def create_app(deps: Dependencies, hub: Hub | None = None) -> Flask:
    """The application of one process. Without a hub, waiting for verdicts asks the store again and again."""
    app = _prepared.pop() if _prepared else _with_all_addresses()
    if not structlog.is_configured():
        logs.configure(deps.settings.log_level)
    app.config["TRACES_OF_PROXY"] = bool(deps.settings.proxies)
    if proxies := deps.settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=0)  # type: ignore[method-assign]
    app.extensions["brade"] = WebContext(deps, hub, published_document, MadeAnswers())
    return app


_prepared: list[Flask] = []


def prepare() -> None:
    """Make the part of an application that is the same whatever it depends on: the next that is created has it.

    It takes most of the memory of an application, which processes that are forked afterwards share.
    """
    if not _prepared:
        app = _with_all_addresses()
        app.url_map.update()
        _prepared.append(app)


def _with_all_addresses() -> Flask:
    app = Application("brade", static_folder=None, template_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = LIMIT
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.jinja_env.policies["json.dumps_kwargs"] = {"sort_keys": False}  # examples in the order in which people write
    app.url_map.merge_slashes = False  # an address is right or unknown: no redirect
    app.url_map.converters.update(url_converters.CONVERTERS)
    problems.register(app)
    telemetry.register(app)
    seen_names.register(app)
    daily_number_header.register(app)
    sessions.register(app)
    app.before_request(refuse_unknown_host)
    app.before_request(refuse_large_bodies_of_pages)
    for blueprint in API:
        app.register_blueprint(blueprint)
    app.register_blueprint(health.blueprint)
    base.register(app)
    app.jinja_env.bytecode_cache = CompiledTemplates(app.jinja_env)
    return app
