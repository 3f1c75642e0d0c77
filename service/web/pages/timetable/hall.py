"""The timetable of the hall: the matches of all tournaments that a club plays, in one grid."""

from flask import Response, request

from core.tournament.timetable.view import OVER, table_order
from service.auth.authorization import authorize, can_see_drafts
from service.handlers.tournament import timetable
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.timetable.cards import TONES, cards_of, clash_lines, day_of, time_of, wall_time
from service.web.pages.timetable.grid import grid
from service.web.pages.timetable.page import chosen_day, days_of, moved_beside

pages = PageBlueprint("hall_timetable", __name__)

MOST_FOLLOWED = 4
"""Tournaments whose news the page follows at once. What changes in others is seen within a minute."""


@pages.get("/clubs/<club:club>/timetable")
def show(club: str) -> Response:
    """All tables by time; `?day=` another day. Referees move matches of each tournament here."""
    principal = authorize(visitor(request), "viewer", club)
    found = timetable.hall(deps(), principal, club).tournaments
    cards = [
        card for number, timetable_view in enumerate(found) for card in cards_of(timetable_view, number % TONES + 1)
    ]
    days = days_of(cards)
    day = chosen_day(days)
    shown = sorted(
        (card for card in cards if day_of(card.starts) == day), key=lambda card: (card.starts, table_order(card.table))
    )
    moves = can_see_drafts(principal, club)
    states = [deps().repository.tournament(timetable_view.tournament) for timetable_view in found]
    tables = list(dict.fromkeys(name for state in states for name, _group in state.tables))
    here = {card.tournament for card in shown}
    return render_page(
        "timetable/hall.html",
        slug=club,
        club=deps().repository.club(club).name,
        days=days,
        day=day,
        cards=shown,
        wall=wall_time,
        grid=grid(shown, [], tables, time_of, room=moves),
        clashes=clash_lines(found, cards) if moves else [],
        moves=moves,
        beside=moved_beside(club) if moves else [],
        tournaments=[
            {
                "id": timetable_view.tournament,
                "name": timetable_view.name,
                "tone": number % TONES + 1,
                "here": timetable_view.tournament in here,
                "planned": bool(timetable_view.planned),
                "waiting": sum(match.starts is None and match.state != OVER for match in timetable_view.matches),
            }
            for number, timetable_view in enumerate(found)
        ],
        tables=tables,
        most_followed=MOST_FOLLOWED,
    )
