"""The page of a tablet that stays at a table: it goes on to the table's match, and waits between two matches."""

from urllib.parse import urlencode

from flask import Response, request

from core.games import game_of
from core.tournament import Tournament
from core.tournament.model.state import FINISHED
from service.handlers.match import at_table
from service.translations.isolation import beside
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import query_text
from service.web.pages.base import PageBlueprint, redirect_to, render_page

pages = PageBlueprint("tablet", __name__)

_TABLET = "/tournaments/<tournament:tournament>/tablet"


def tablet_address(tournament_id: str, table: str) -> str:
    """The address of the tablet at a table."""
    return f"/tournaments/{tournament_id}/tablet?{urlencode({'table': table})}"


def score_address(match_id: str) -> str:
    """The address at which a match is recorded on a tablet between the players."""
    return f"/matches/{match_id}/score?layout=table"


@pages.get(_TABLET)
def tablet(tournament: str) -> Response:
    """Go on to the match at a table; between two matches wait for the next one."""
    table = query_text("table")
    found = at_table.read(deps(), visitor(request), tournament, table)
    if found.match is not None:
        return redirect_to(score_address(found.match))
    query = urlencode({"table": table})
    return render_page(
        "scoring/tablet.html",
        id=tournament,
        table=table,
        last=_last(found.tournament, found.last),
        over=found.tournament.status == FINISHED,
        next=f"/tournaments/{tournament}/tablet/next?{query}",
    )


@pages.get(f"{_TABLET}/next")
def following(tournament: str) -> Response:
    """The part of the page that names the match to be played at a table now; empty between two."""
    table = at_table.read(deps(), visitor(request), tournament, query_text("table"))
    return render_page(
        "scoring/parts/next_match.html",
        address=score_address(table.match) if table.match else "",
        names=_names(table.tournament, table.match) if table.match else "",
    )


def _names(tournament: Tournament, match_id: str) -> str:
    pairing = tournament.paired[match_id]
    return beside(tournament.label_of(each) for each in (pairing.white, pairing.black))


def _last(tournament: Tournament, match: str | None) -> tuple[str, str] | None:
    """The players of the last match at the table, and its score."""
    if match is None:
        return None
    score, seats = tournament.results[match].score, game_of(tournament.created.game).seats[:2]
    return _names(tournament, match), "–".join(str(score.get(seat, 0)) for seat in seats) if score else ""
