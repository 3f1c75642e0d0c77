"""The front page, and tournaments in a list."""

from typing import Any

from flask import Response, request

from core.games import game_of
from core.tournament.model.state import FINISHED
from service import translations
from service.auth.authorization import can_see_drafts
from service.checkpoint.anchors import spaced
from service.handlers import known_clubs
from service.handlers.tournament import lists
from service.store.maintenance import daily_number
from service.web import boards
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.made_answers import made_once
from service.web.i18n import locale, tournament_details, tournament_labels
from service.web.i18n.times import clock_time
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.public.tabs import status_badge
from service.web.pages.shared import standings_table

pages = PageBlueprint("front_page", __name__)


@pages.get("/")
@made_once
def front_page() -> Response:
    """The tournaments that are shown to everybody, and the way to everything else."""
    principal = visitor(request)
    mine: list[dict[str, Any]] = []
    if principal is not None and principal.club and principal.scope is None:
        _name, found = lists.of_club(deps(), principal, principal.club)
        mine = [listed(each) for each in found if lists.phase(deps(), each.tournament) != FINISHED]
    shown = [listed(each) for each in lists.everywhere(deps())]
    game = game_of("swedish")
    start = game.write(game.start(game.read_options({}), game.seats))
    diagram = boards.Diagram(start, size=boards.CARD, catalogue=translations.catalogue(locale.current()))
    desk = principal is not None and can_see_drafts(principal, principal.club or "")
    return render_page(
        "public/front_page.html",
        tournaments=shown,
        mine=mine,
        desk=desk,
        board=boards.draw(game.key, diagram),
        day_number=day_number(),
        founded=bool(known_clubs.names(deps())),
    )


def day_number() -> dict[str, str] | None:
    """The number over everything recorded, as people write it down, and when it was made."""
    number = daily_number.latest(deps().client)
    return {"digits": spaced(number.root), "time": clock_time(number.at)} if number else None


def listed(each: lists.Listed) -> dict[str, Any]:
    """A tournament as `shared/parts/listed.html` shows it in a list."""
    state = each.tournament
    return {
        "id": state.id,
        "name": state.created.name,
        "club": each.club,
        "slug": state.created.club,
        "status": status_badge(state),
        "format": tournament_labels.format_name(state),
        "entered": tournament_labels.entered(state),
        "when": tournament_details.when(state.created.details),
        "place": (state.created.details or {}).get("place", ""),
        "published": state.created.published,
        "progress": standings_table.progress(state),
    }
