"""Addresses of the pictures. All callers see the same: what a stranger may see, in the language of the address."""

from collections.abc import Callable, Hashable

from flask import Response, request

from schemas.facts.parts import SEATS
from service.auth.authorization import Principal, Unauthenticated, can_see_drafts
from service.exports.fonts import FAMILY, REGULAR, SEMIBOLD, font_file
from service.handlers.match import matches
from service.handlers.match.timeline import match_timeline, until_shown
from service.handlers.match_status import board
from service.handlers.series import tables
from service.handlers.tournament.tournaments import may_read
from service.store.read_models import states
from service.web.http import heavy_reads
from service.web.http.context import deps, query_int
from service.web.http.made_answers import made_once
from service.web.http.seen_names import for_everybody
from service.web.i18n import locale
from service.web.pages.base import HEADERS, VARY, PageBlueprint
from service.web.pages.pictures import match as match_picture
from service.web.pages.pictures import series as series_picture
from service.web.pages.pictures import tournament as tournament_picture
from service.web.pages.pictures.sheet import SHAPES, WIDE
from service.web.pages.shared import effective_result

pages = PageBlueprint("shared_pictures", __name__)


@pages.get("/tournaments/<tournament:tournament>/picture.png")
@made_once
@for_everybody
def of_tournament(tournament: str) -> Response:
    """A published tournament: its winners, bracket or standings, or who has entered. `?shape=tall` fills a phone."""
    return tournament_answer(tournament, request.args.get("shape", "wide"))


def _reader(read: Callable[[Principal | None], object], principal: Principal | None) -> Principal | None:
    """`None` for what a stranger may read, else the caller, if they may. Raises as `read`."""
    try:
        read(None)
    except Unauthenticated:
        if principal is None:
            raise
        read(principal)
        return principal
    return None


def tournament_answer(tournament: str, shape: str, caller: Principal | None = None) -> Response:
    """The picture of a tournament in a shape; an unknown one is wide.

    The `caller` may see one that is not published.
    """
    reader = _reader(lambda principal: may_read(deps(), principal, tournament), caller)
    state = may_read(deps(), reader, tournament)
    drafts = can_see_drafts(reader, state.created.club)
    club = deps().repository.club(state.created.club)
    size, name, look = SHAPES.get(shape, WIDE), club.name, club.look
    return _answer(
        (tournament, state.version, name, size, look.version, drafts),
        lambda: tournament_picture.drawing(state, name, size, look),
    )


@pages.get("/clubs/<club:club>/series/<series:series>/picture.png")
@made_once
@for_everybody
def of_series(club: str, series: str) -> Response:
    """A public series: its table, or who won it."""
    with heavy_reads.place():
        found = tables.of_club(deps(), None, club, series)
    versions = tuple(evening.result.version for evening in found.table.evenings)
    return _answer((series, found.club.version, versions), lambda: series_picture.drawing(found))


@pages.get("/matches/<match:match>/picture.png")
@made_once
@for_everybody
def of_match(match: str) -> Response:
    """A match of a published tournament: its players, their points, the position after the fact `?version=`.

    `?shape=tall` fills a phone.
    """
    seat = request.args.get("seat")
    return match_answer(match, query_int("version"), seat, request.args.get("shape", "wide"))


def match_answer(
    match: str, version: int | None, seat: str | None, shape: str, caller: Principal | None = None
) -> Response:
    """The picture of a match in a shape, after a fact, seen from a seat; an unknown shape is wide.

    The `caller` may see a match of a tournament that is not published.
    """
    reader = _reader(lambda principal: matches.may_read(deps(), principal, match), caller)
    opened = matches.may_read(deps(), reader, match)
    view, size = (seat if seat in SEATS else None), SHAPES.get(shape, WIDE)
    tournament = deps().repository.tournament(opened.tournament) if opened.tournament else None
    seen = (deps().log.head(match), states.judged_version(deps().client, match), tournament and tournament.version)

    look = deps().repository.club(opened.club).look

    def drawn() -> str:
        watched = match_timeline(deps(), reader, match, version, until_shown)
        at_board = effective_result.at_board(watched.match, watched.version)
        counts = effective_result.counts(board(deps(), reader, opened, match), at_board, watched.match.seats)
        return match_picture.drawing(watched, counts, tournament, view, size, look)

    return _answer((match, version, view, size, look.version, seen), drawn)


def _answer(key: Hashable, drawn: Callable[[], str]) -> Response:
    """The picture of a drawing. It is made once for everything that it follows from, in a place for long answers."""
    whole = ("picture", key, locale.current())
    content = heavy_reads.cached(deps().answers, whole, lambda: png(drawn()))
    response = Response(content, mimetype="image/png", headers=dict(HEADERS))
    response.vary.update(VARY)
    response.add_etag()
    response.make_conditional(request)
    return response


def png(svg: str) -> bytes:
    """The drawing in its own size. No other file is looked for, nor a font of the machine."""
    import resvg_py

    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        font_files=[str(font_file(weight)) for weight in (REGULAR, SEMIBOLD)],
        skip_system_fonts=True,
        sans_serif_family=FAMILY,
    )
    return bytes(drawn)
