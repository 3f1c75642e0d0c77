"""Logs as pages, as lines and as live streams: the same events in all three."""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, islice
from types import MappingProxyType
from typing import Any

from flask import Response, request
from flask_smorest import Blueprint

from core.eventlog.log import NEW
from schemas.dump import list_json
from schemas.fields import Strict
from schemas.views.matches import Facts
from schemas.views.tournaments import TournamentEvents
from service.handlers.match import matches, transcripts
from service.handlers.tournament import tournaments
from service.translations import translated_json
from service.web.http import heavy_reads
from service.web.http.query_params import AFTER, AFTER_TOLD, MOST, SINCE
from service.web.http.request_body import NDJSON
from service.web.i18n import locale
from service.web.live_streams import EVENT_STREAM, live_stream
from service.web.openapi.description import LINES, SENT
from service.web.openapi.operation import Answer, Call, address, link_next, operation
from service.web.openapi.requirements import Requirements

blueprint = Blueprint("logs", __name__, url_prefix="/v1", description="Logs: pages, lines, live streams")

_CHUNK = 128 << 10
"""The characters of a piece of an answer in lines, at least."""
_READ = Requirements("viewer", query=AFTER, published=True)
_TOLD = Requirements("viewer", query=AFTER_TOLD, published=True)
_LIVE = Requirements("viewer", query=SINCE, published=True, resumes=True)
_WHOLE = Requirements("viewer", published=True)
Json = dict[str, Any]
Reading = Callable[[int, int | None], Iterator[Json]]


@operation(
    blueprint,
    "listMatchEvents",
    "GET",
    "/matches/<match:match>/events",
    _TOLD,
    {200: Facts},
    media={200: {NDJSON: LINES}},
)
def facts(call: Call, match: str) -> Answer | Response:
    """The facts of a match with their verdicts: a page of JSON, or all of them as lines (`application/x-ndjson`).

    With `text=1` each turn of a page carries its text in the game's notation, which is no part of what is hashed.
    """

    def read(after: int, limit: int | None) -> Iterator[Json]:
        return matches.events(call.deps, call.principal, match, after, limit)

    def with_texts(rows: list[Json]) -> list[Json]:
        with heavy_reads.place():
            return transcripts.with_texts(call.deps, match, rows)

    if _wants_lines():
        return _match_lines(call, match, call.query["after"], call.query.get("limit"))
    return _shown(call, Facts, read, {"text": 1}, with_texts) if call.query["text"] else _shown(call, Facts, read)


@operation(
    blueprint,
    "listTournamentEvents",
    "GET",
    "/tournaments/<tournament:tournament>/events",
    _READ,
    {200: TournamentEvents},
    media={200: {NDJSON: LINES}},
)
def tournament_events(call: Call, tournament: str) -> Answer | Response:
    """The events of a tournament's own log: a page of JSON, or all of them as lines (`application/x-ndjson`)."""

    def read(after: int, limit: int | None) -> Iterator[Json]:
        return tournaments.events(call.deps, call.principal, tournament, after, limit)

    if _wants_lines():
        return _tournament_lines(read(call.query["after"], call.query.get("limit")))
    return _shown(call, TournamentEvents, read)


@operation(
    blueprint,
    "streamMatch",
    "GET",
    "/matches/<match:match>/stream",
    _LIVE,
    {200: None},
    media={200: {EVENT_STREAM: SENT}},
)
def match_stream(call: Call, match: str) -> Response:
    """A match live (Server-Sent Events): facts and verdicts; resume with `Last-Event-ID` or `after`.

    It begins with the log, all of it or what comes after `after`, and goes on with what happens. `event: fact` is a
    fact with its hash, as `/events` shows it; its `id` is its version and the first letters of its hash, `17-ee59a0c1`.
    `event: verdict` is a verdict with its `stream` and has no id: it says all there is to say of its version, and may
    come twice.

    A viewer who reconnects with the last id that they saw, as browsers do, is sent every fact after it, and again the
    verdicts of the hundred facts before it. A quiet stream sends an empty comment every fifteen seconds.

    Of a tournament's match each connection has, after the facts, an `event: tournament`, how far the tournament is:
    `stream`, `version` and `judged_version`; and again whenever it says something. There it stands what became of a
    result: that it was confirmed, disputed or decided.
    """
    opened = matches.may_read(call.deps, call.principal, match)
    return live_stream(call, "match", match, opened.club)


@operation(
    blueprint,
    "streamTournament",
    "GET",
    "/tournaments/<tournament:tournament>/stream",
    _LIVE,
    {200: None},
    media={200: {EVENT_STREAM: SENT}},
)
def tournament_stream(call: Call, tournament: str) -> Response:
    """A tournament live (Server-Sent Events), facts with their `id`; resume with `Last-Event-ID` or `after`.

    It is sent as a match is, together with all its matches. Only the tournament's own facts carry an `id`;
    every `fact` and `verdict` says in `stream` what it is of.

    After the tournament's own facts each connection has an `event: match` for every match: `stream`, `version` and
    `judged_version`, how far it is. A viewer who has fewer reads the rest at
    `/v1/matches/{match}/events?after=`. The stream's news of the match goes on from there.
    """
    created = tournaments.may_read(call.deps, call.principal, tournament).created
    return live_stream(call, "tournament", tournament, created.club)


@operation(
    blueprint, "exportMatch", "GET", "/matches/<match:match>.ndjson", _WHOLE, {200: None}, media={200: {NDJSON: LINES}}
)
def exported(call: Call, match: str) -> Response:
    """A match's whole log with the event that opened it, for `POST /v1/matches/import` and for anyone's own checks."""
    return _match_lines(call, match, NEW, None, f"{match}.ndjson")


@operation(
    blueprint,
    "getMatchTranscriptNdjson",
    "GET",
    "/matches/<match:match>/transcript.ndjson",
    _WHOLE,
    {200: None},
    media={200: {NDJSON: LINES}},
)
def transcript(call: Call, match: str) -> Response:
    """The same lines as `/v1/matches/{match}.ndjson`."""
    return exported(call, match)


def _shown(
    call: Call,
    schema: type[Strict],
    reading: Reading,
    extra: Mapping[str, Any] = MappingProxyType({}),
    completed: Callable[[list[Json]], list[Json]] = list,
) -> Answer | Response:
    """A page. `extra` is the query that the next page is asked for with.

    `completed` adds to the rows of a page what is no part of the log.
    """
    after, limit = call.query["after"], call.query.get("limit")
    size = min(limit or MOST, MOST)
    rows = list(reading(after, size + 1))
    more = rows[size:]
    following = address({"after": rows[size - 1]["version"], "limit": size, **extra}) if more else None
    shown = list_json(schema, completed(rows[:size]))
    return Answer(shown, headers=link_next(following), shared=call.principal is None)


def _wants_lines() -> bool:
    return NDJSON in request.headers.get("Accept", "")


def _match_lines(call: Call, match: str, after: int, limit: int | None, name: str | None = None) -> Response:
    return _lines(matches.lines(call.deps, call.principal, match, after, limit, locale.asked()), name)


def _tournament_lines(events: Iterator[Json]) -> Response:
    language = locale.asked()
    return _lines(f"{matches.as_line(translated_json(event, language))}\n" for event in events)


def _lines(lines: Iterator[str], name: str | None = None) -> Response:
    """Lines, sent while they are read. What is refused is refused before the first is sent."""
    first = list(islice(lines, 1))
    response = locale.marked(Response(_parts(chain(first, lines)), mimetype=NDJSON))
    response.headers["Cache-Control"] = "private, no-cache"
    if name:
        response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return response


def _parts(lines: Iterator[str]) -> Iterator[bytes]:
    """The lines in pieces that are worth sending."""
    waiting, size = list[str](), 0
    for line in lines:
        waiting.append(line)
        size += len(line)
        if size >= _CHUNK:
            yield "".join(waiting).encode()
            waiting, size = [], 0
    if waiting:
        yield "".join(waiting).encode()
