"""The wall: a tournament or a series on a projector, one slide after the other; and all that a club plays.

It shows everybody what a stranger may see. A slide is made once for all walls that ask within a second.
"""

from collections.abc import Callable, Hashable, Mapping
from typing import Any, NamedTuple

from flask import Response, render_template
from markupsafe import Markup

from core.errors import NotFound
from core.tournament import Tournament
from core.tournament.model.state import RUNNING
from service.auth.authorization import Unauthenticated
from service.handlers.series.tables import ClubSeries, of_club, of_reader
from service.handlers.tournament import lists
from service.handlers.tournament.tournaments import may_read
from service.local_times import local
from service.web.hall_address import hall_addresses
from service.web.http import heavy_reads
from service.web.http.context import deps, query_int
from service.web.http.made_answers import made_once
from service.web.http.seen_names import for_everybody
from service.web.i18n import locale
from service.web.pages import assets
from service.web.pages.base import PageBlueprint, finish_response, render_page
from service.web.pages.club_look import shown_look
from service.web.pages.shared import standings_table
from service.web.pages.shared.expected_ends import expected_ends, round_clocks
from service.web.pages.wall import endings
from service.web.pages.wall import series as season
from service.web.pages.wall.slides import Slide, about, ending_slide, phone_slide, slides, wall

pages = PageBlueprint("wall_pages", __name__)

_KEPT_MS = 1000
_SLIDES, _TOURNAMENTS, _SERIES = 1000, 6, 3
"""The most that are numbered, and the most tournaments and series that take turns."""
Json = dict[str, Any]


class Shown(NamedTuple):
    """Everything that a wall shows: the versions that it follows from, and its slides, each with data for its head."""

    versions: Hashable
    slides: Callable[[], list[tuple[Json, Slide]]]


@pages.get("/tournaments/<tournament:tournament>/wall")
@made_once
@for_everybody
def tournament_wall(tournament: str) -> Response:
    """The wall of a tournament; `?slide=` begins with that slide."""
    return _page(f"tournaments/{tournament}", _of_tournaments((tournament,)))


@pages.get("/tournaments/<tournament:tournament>/wall/slide")
@made_once
@for_everybody
def tournament_slide(tournament: str) -> Response:
    """The slide `?slide=` as it is now; behind the last one follows the first."""
    return finish_response(
        Response(_slide(f"tournaments/{tournament}", _of_tournaments((tournament,))), mimetype="text/html")
    )


@pages.get("/clubs/<club:club>/wall")
@made_once
@for_everybody
def club_wall(club: str) -> Response:
    """The wall of all tournaments of a club that are played now, in turn, and of the series in which they count."""
    return _page(f"clubs/{club}", _of_club(club))


@pages.get("/clubs/<club:club>/wall/slide")
@made_once
@for_everybody
def club_slide(club: str) -> Response:
    """A slide of a club's wall."""
    return finish_response(Response(_slide(f"clubs/{club}", _of_club(club)), mimetype="text/html"))


@pages.get("/clubs/<club:club>/series/<series:series>/wall")
@made_once
def series_wall(club: str, series: str) -> Response:
    """The wall of a public series: its table, and at the end who won it."""
    return _page(f"clubs/{club}/series/{series}", _of_series(club, (series,)))


@pages.get("/clubs/<club:club>/series/<series:series>/wall/slide")
@made_once
def series_slide(club: str, series: str) -> Response:
    """A slide of the wall of a series."""
    return finish_response(
        Response(_slide(f"clubs/{club}/series/{series}", _of_series(club, (series,))), mimetype="text/html")
    )


def _of_club(slug: str) -> Shown:
    """The tournaments that are played, and the open series of the club in which one of them counts."""
    tournaments = _under_way(slug)
    known, _inside = of_reader(None, deps().repository.club(slug))
    counting = [
        series.id for series in known if series.frozen is None and not series.tournaments.keys().isdisjoint(tournaments)
    ]
    played, season = _of_tournaments(tournaments), _of_series(slug, tuple(counting[:_SERIES]))
    return Shown((played.versions, season.versions), lambda: [*played.slides(), *season.slides()])


def _under_way(slug: str) -> tuple[str, ...]:
    """The tournaments of a club that everybody may see and that are played; else the last announced one."""
    _name, found = lists.of_club(deps(), None, slug)
    played = [each.tournament.id for each in found if each.tournament.status == RUNNING]
    return tuple(reversed(played[:_TOURNAMENTS])) or (found[0].tournament.id,)


def _of_tournaments(tournaments: tuple[str, ...]) -> Shown:
    seen = [_seen_by_everybody(tournament) for tournament in tournaments]
    looks = [deps().repository.club(tournament.created.club).look.version for tournament in seen]
    versions = tournaments, tuple(tournament.version for tournament in seen), tuple(looks)
    return Shown(versions, lambda: [slide for tournament in tournaments for slide in _slides_of(tournament)])


def _seen_by_everybody(tournament_id: str) -> Tournament:
    try:
        return may_read(deps(), None, tournament_id)
    except Unauthenticated:  # to sign in would not help
        raise NotFound("tournament", tournament_id) from None


def _slides_of(tournament: str) -> list[tuple[Json, Slide]]:
    seen = wall(deps(), tournament)
    club = deps().repository.club(seen.tournament.created.club)
    head = {
        "logo": shown_look(club).logo,
        "zone": _zone(seen.now, seen.tournament.created.details),
        "progress": standings_table.progress(seen.tournament),
        "ends": expected_ends(seen.tournament),
        "clocks": round_clocks(seen.tournament),
        **about(seen),
    }
    ended = None if seen.finding else endings.newest(seen.tables, seen.now)
    return [(head, ending_slide(deps(), seen.now, ended) if ended else slide) for slide in slides(seen)]


def _of_series(slug: str, series: tuple[str, ...]) -> Shown:
    """The public series of a club. Raises `NotFound` for one that is not there or not public."""
    found = [_series_seen_by_everybody(slug, each) for each in series]
    versions = tuple(
        (each.series.id, each.club.version, tuple(evening.result.version for evening in each.table.evenings))
        for each in found
    )
    heads = [{**season.about(each), **_time_of(each)} for each in found]

    def made() -> list[tuple[Json, Slide]]:
        return [(head, slide) for head, each in zip(heads, found, strict=True) for slide in season.slides(each)]

    return Shown(versions, made)


def _time_of(found: ClubSeries) -> Json:
    """The time, in the zone of the last evening."""
    now, evenings = deps().clock(), found.table.evenings
    last = deps().repository.tournament_opening(evenings[-1].result.tournament).details if evenings else None
    return {"now": now, "zone": _zone(now, last)}


def _zone(now: int, details: Mapping[str, Any] | None) -> int:
    """Milliseconds by which clocks at the place are ahead of UTC."""
    offset = local(now, details).utcoffset()
    return int(offset.total_seconds() * 1000) if offset else 0


def _series_seen_by_everybody(slug: str, series_id: str) -> ClubSeries:
    try:
        with heavy_reads.place():
            return of_club(deps(), None, slug, series_id)
    except Unauthenticated:  # to sign in would not help
        raise NotFound("series", series_id) from None


def _page(place: str, shown: Shown) -> Response:
    slide = Markup(_slide(place, shown))  # noqa: S704 - rendered from our template
    return render_page(
        "wall/wall.html",
        page_head=None,
        place=f"/{place}/wall",
        slide=slide,
        following=_number() + 1,
    )


def _number() -> int:
    number = query_int("slide") or 0
    if number >= _SLIDES:
        raise NotFound("slide", str(number))
    return number


def _slide(place: str, shown: Shown) -> str:
    """The slide that is asked for, of all that is shown at a place. Raises `NotFound`."""
    number, now = _number(), deps().clock()
    address = next((f"{hall_address}{place}" for hall_address in hall_addresses()), "")
    key = ("wall", address, shown.versions, number, locale.current(), now // _KEPT_MS)
    return heavy_reads.cached(deps().answers, key, lambda: _made(shown, number, address).encode()).decode()


def _made(shown: Shown, number: int, address: str) -> str:
    found = shown.slides()
    if address:
        found.append((found[0][0], phone_slide(address)))
    place = number % len(found)
    head, slide = found[place]
    return render_template(
        "wall/parts/slide.html",
        kind=slide.kind,
        title=slide.title,
        seconds=slide.seconds,
        place=place,
        count=len(found),
        stamp=assets.stamp(),
        **head,
        **slide.data(),
    )
