"""The Flask application: every door of the API, put together."""

from typing import Any, NamedTuple, Protocol

import structlog
from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from service import logs
from service.bootstrap import House
from service.web import (
    addresses,
    clubs,
    corrections,
    entries,
    explaining,
    exports,
    formats,
    games,
    impasse,
    match_logs,
    matches,
    ops,
    people,
    problems,
    records,
    reporting,
    rounds,
    sessions,
    tables,
    teams,
    telemetry,
    tournaments,
)
from service.web.bodies import LIMIT, refuse_large_bodies_of_pages
from service.web.document import document
from service.web.pages import desk_table, door, foundation, halls, match, result, slips
from service.web.pages import people as people_pages


class Hub(Protocol):
    """Tells when something was judged; `service.live.hub` has the real one."""

    def wait(self, stream: str, version: int, seconds: float) -> bool:
        """Wait until the stream is judged up to the version; `False` if that took longer."""


class Desk(NamedTuple):
    """What the views work with."""

    house: House
    hub: Hub | None
    document: dict[str, Any]


def create_app(house: House, hub: Hub | None = None) -> Flask:
    """The application of one process. Without a hub, waiting for verdicts asks the store again and again."""
    app = Flask("brade", static_folder=None, template_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = LIMIT
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.jinja_env.policies["json.dumps_kwargs"] = {"sort_keys": False}  # examples in the order in which people write
    app.url_map.merge_slashes = False  # an address is right or unknown: nobody is sent elsewhere
    app.url_map.converters.update(addresses.CONVERTERS)
    if not structlog.is_configured():
        logs.configure(house.settings.log_level)
    problems.register(app)
    telemetry.register(app)
    sessions.register(app)
    app.before_request(refuse_large_bodies_of_pages)
    api = document(app)
    for room in (
        games, formats, clubs, matches, match_logs, records, tournaments, entries, teams, rounds, impasse, tables,
        corrections, explaining, exports, reporting, people,
    ):  # fmt: skip
        api.register_blueprint(room.blueprint)
    app.register_blueprint(ops.blueprint)
    foundation.register(app)
    for hall in (match, result, door, people_pages, slips, desk_table, halls):
        app.register_blueprint(hall.pages)
    if proxies := house.settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=0)  # type: ignore[method-assign]
    app.extensions["brade"] = Desk(house, hub, api.spec.to_dict())
    return app
