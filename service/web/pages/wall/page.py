"""The wall: a tournament on a projector, one slide after the other; and all tournaments of a club that are played.

It shows everybody what a stranger may see. A slide is made once for all walls that ask within a second.
"""

from flask import Response, render_template
from markupsafe import Markup

from core.errors import NotFound
from core.tournament import Tournament
from core.tournament.model.state import RUNNING
from service.auth.authorization import Unauthenticated
from service.handlers.tournament import lists
from service.handlers.tournament.tournaments import may_read
from service.local_times import local
from service.web.hall_address import hall_addresses
from service.web.http import heavy_reads
from service.web.http.context import deps, query_int
from service.web.http.made_answers import made_once
from service.web.i18n import locale
from service.web.pages import assets
from service.web.pages.base import PageBlueprint, finish_response, render_page
from service.web.pages.shared import standings_table
from service.web.pages.shared.expected_ends import expected_ends, round_clocks
from service.web.pages.shared.qr import qr
from service.web.pages.wall.slides import about, slides, wall

pages = PageBlueprint("wall_pages", __name__)

_KEPT_MS = 1000
_SLIDES, _TOURNAMENTS = 1000, 6
"""The most that are numbered, and the most tournaments that take turns."""


@pages.get("/tournaments/<tournament:tournament>/wall")
@made_once
def tournament_wall(tournament: str) -> Response:
    """The wall of a tournament; `?slide=` begins with that slide."""
    return _page(f"tournaments/{tournament}", (tournament,))


@pages.get("/tournaments/<tournament:tournament>/wall/slide")
@made_once
def tournament_slide(tournament: str) -> Response:
    """The slide `?slide=` as it is now; behind the last one follows the first."""
    return finish_response(Response(_slide((tournament,)), mimetype="text/html"))


@pages.get("/clubs/<club:club>/wall")
@made_once
def club_wall(club: str) -> Response:
    """The wall of all tournaments of a club that are played now, in turn."""
    return _page(f"clubs/{club}", _under_way(club))


@pages.get("/clubs/<club:club>/wall/slide")
@made_once
def club_slide(club: str) -> Response:
    """A slide of a club's wall."""
    return finish_response(Response(_slide(_under_way(club)), mimetype="text/html"))


def _under_way(slug: str) -> tuple[str, ...]:
    """The tournaments of a club that everybody may see and that are played; else the last announced one."""
    _name, found = lists.of_club(deps(), None, slug)
    played = [each.tournament.id for each in found if each.tournament.status == RUNNING]
    return tuple(reversed(played[:_TOURNAMENTS])) or (found[0].tournament.id,)


def _page(place: str, tournaments: tuple[str, ...]) -> Response:
    slide = Markup(_slide(tournaments))  # noqa: S704 - rendered from our template
    address = next((f"{each}{place}" for each in hall_addresses()), "")
    return render_page(
        "wall/wall.html",
        place=f"/{place}/wall",
        slide=slide,
        following=_number() + 1,
        address=address,
        code=qr(address, address) if address else "",
    )


def _number() -> int:
    number = query_int("slide") or 0
    if number >= _SLIDES:
        raise NotFound("slide", str(number))
    return number


def _slide(tournaments: tuple[str, ...]) -> str:
    """The slide that is asked for, of those of all these tournaments. Raises `NotFound`."""
    number, now = _number(), deps().clock()
    versions = tuple(_seen_by_everybody(each).version for each in tournaments)
    key = ("wall", tournaments, versions, number, locale.current(), now // _KEPT_MS)
    return heavy_reads.cached(deps().answers, key, lambda: _made(tournaments, number).encode()).decode()


def _seen_by_everybody(tournament_id: str) -> Tournament:
    try:
        return may_read(deps(), None, tournament_id)
    except Unauthenticated:  # to sign in would not help
        raise NotFound("tournament", tournament_id) from None


def _made(tournaments: tuple[str, ...], number: int) -> str:
    found = [(seen, each) for seen in (wall(deps(), tournament) for tournament in tournaments) for each in slides(seen)]
    place = number % len(found)
    seen, slide = found[place]
    offset = local(seen.now, seen.tournament.created.details).utcoffset()
    return render_template(
        "wall/parts/slide.html",
        kind=slide.kind,
        title=slide.title,
        seconds=slide.seconds,
        place=place,
        count=len(found),
        stamp=assets.stamp(),
        zone=int(offset.total_seconds() * 1000) if offset else 0,
        progress=standings_table.progress(seen.tournament),
        ends=expected_ends(seen.tournament),
        clocks=round_clocks(seen.tournament),
        **about(seen),
        **slide.data(),
    )
