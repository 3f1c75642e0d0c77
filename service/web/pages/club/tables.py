"""Tables of the hall: named, renamed and removed for a tournament, one a line; and those of all of a club's."""

from collections.abc import Sequence
from typing import Any

from flask import Response, request
from flask_babel import gettext as _

from core.tournament import Tournament
from core.tournament.decisions.seating import playing
from core.tournament.model.state import CALLED_OFF, FINISHED
from schemas.requests.matches import NAME
from schemas.requests.seating import TABLE
from service.auth.authorization import authorize, authorize_tournament
from service.handlers.tournament import lists, seating
from service.translations.isolation import beside
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import LONGEST, form_text
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import ACCEPTED, FormCall, NotWritten, Refusal, page_form
from service.web.pages.shared.tournament_head import SETTINGS, tournament_head

pages = PageBlueprint("table_names", __name__)

_TABLES = "/tournaments/<tournament:tournament>/tables"
_GROUP = "|"
"""Between a table and the stage or group for which it is kept."""
_FEWEST, _MOST_SUGGESTED = 2, 30

Rows = Sequence[tuple[str, str]]


@pages.get("/clubs/<club:club>/tables")
def of_club(club: str) -> Response:
    """The tournaments of a club that are not over, with their tables."""
    principal = authorize(visitor(request), "referee", club)
    name, found = lists.of_club(deps(), principal, club)
    coming = [each.tournament for each in found if each.tournament.status not in (FINISHED, CALLED_OFF)]
    rows = [
        {"id": tournament.id, "name": tournament.created.name, "tables": [table for table, _group in tournament.tables]}
        for tournament in coming
    ]
    return render_page(
        "club/club_tables.html",
        club=club,
        name=name,
        tournaments=rows,
        organises=principal.role in ("organiser", "operator"),
    )


@pages.get(_TABLES)
def show(tournament: str) -> Response:
    """The tables of a tournament, to be changed."""
    return _page(tournament, saved="saved" in request.args)


def _state(tournament_id: str) -> Tournament:
    authorize_tournament(deps(), visitor(request), "organiser", tournament_id)
    return deps().repository.tournament(tournament_id)


def _page(tournament: str, refused: Refusal = ACCEPTED, *, saved: bool = False) -> Response:
    """The tables; refused ones as they were typed."""
    state = _state(tournament)
    text = form_text("tables") if refused.error else _text(state.tables or _suggested(state))
    return render_page(
        "club/tables.html",
        refused.status,
        **_about(state),
        text=text,
        before=_text(state.tables),
        wrong=refused.problems,
        saved=saved,
        named=bool(state.tables),
        grouped=any(group for _name, group in state.tables),
        most=LONGEST,
        lines=max(6, min(24, text.count("\n") + 3)),
    )


@page_form(pages, _TABLES, "organiser", _page)
def save(call: FormCall, tournament: str) -> str | Response:
    """Write the list. Where a table goes at which a match is played, that is shown first (`step=write` confirms it)."""
    state, text = _state(tournament), form_text("tables")
    written = f"/tournaments/{tournament}/tables?saved=1"
    if call.request.previous_result(tournament):
        return written
    rows = _rows(text)
    if wrong := _wrong(rows):
        raise NotWritten(*wrong)
    if form_text("before").split() != _text(state.tables).split():
        changed = _("The tables were changed meanwhile. They are now: %(tables)s.", tables=_names(state.tables) or "–")
        raise NotWritten(changed, status=409)
    gone = [name for name, _group in state.tables if name not in {each for each, _group in rows}]
    if gone and form_text("step") != "write":
        return render_page(
            "club/tables_preview.html",
            **_about(state),
            text=text,
            before=_text(state.tables),
            gone=gone,
            moved=_players_at(state, gone),
            names=_names(rows),
        )
    seating.set_tables(call.request, tournament, [{"table": name, "group": group} for name, group in rows])
    return written


def _about(state: Tournament) -> dict[str, Any]:
    return {"page_head": tournament_head(state, SETTINGS), "id": state.id}


def _suggested(state: Tournament) -> Rows:
    """The tables of the club's last tournament that had some, or as many as its players need."""
    slug = state.created.club
    _name, found = lists.of_club(deps(), visitor(request), slug)
    if before := next((each.tournament.tables for each in found if each.tournament.tables), ()):
        return [(name, "") for name, _group in before]
    count = max(_FEWEST, min(_MOST_SUGGESTED, len(state.field) // 2))
    return [(str(number), "") for number in range(1, count + 1)]


def _text(rows: Rows) -> str:
    return "\n".join(f"{name} {_GROUP} {group}" if group else name for name, group in rows)


def _names(rows: Rows) -> str:
    return ", ".join(name for name, _group in rows)


def _rows(text: str) -> Rows:
    parts = [line.partition(_GROUP) for line in text.splitlines() if line.strip()]
    return [(" ".join(name.split()), " ".join(group.split())) for name, _bar, group in parts]


def _wrong(rows: Rows) -> list[str]:
    """Everything that is wrong with the lines, in sentences."""
    names = [name for name, _group in rows]
    found = []
    for place, (name, group) in enumerate(rows):
        if not name:
            found.append(_("Line %(line)s has no name of a table.", line=place + 1))
        elif len(name) > TABLE or len(group) > NAME:
            found.append(
                _("Line %(line)s is too long: a name has at most %(most)s letters.", line=place + 1, most=TABLE)
            )
        elif name in names[:place]:
            found.append(_("Line %(line)s: %(name)s is in the list before.", line=place + 1, name=name))
    return found


def _players_at(state: Tournament, tables: Sequence[str]) -> list[tuple[str, str]]:
    """The matches that are played at these tables now: the table, and who plays there."""
    return [
        (state.seated[pairing.match], beside(state.label_of(player) for player in (pairing.white, pairing.black)))
        for pairing in playing(state)
        if state.seated.get(pairing.match) in tables
    ]
