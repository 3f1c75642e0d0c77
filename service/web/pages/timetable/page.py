"""The timetable of a tournament: a grid of tables by time, on a phone a list by time; proposed, moved and ruled here.

Everything works by forms. The module of the page adds dragging and arrow keys.
"""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from flask import Response, request
from flask_babel import gettext as _

from core.tournament.model.state import FINISHED, OPEN, RUNNING
from core.tournament.timetable.changes import LONGEST_REST, MOST_BREAKS
from core.tournament.timetable.view import OPEN as OPEN_MATCH
from core.tournament.timetable.view import OVER
from schemas.requests.details import MOST_ROUND_MINUTES
from schemas.requests.seating import TABLE
from schemas.requests.timetable import BREAK_TEXT, KEY
from service.auth.authorization import can_see_drafts
from service.handlers.other_tournaments import planned_together
from service.handlers.tournament import timetable
from service.handlers.tournament.timetable import MovedBeside, TimetableView
from service.handlers.tournament.tournaments import may_read
from service.local_times import instant
from service.translations.timetable_words import match_title, round_title
from service.web.http import heavy_reads
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text, query_text, whole_number
from service.web.i18n.tournament_labels import labels
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import ACCEPTED, FormCall, NotWritten, Refusal, page_form
from service.web.pages.shared.tournament_head import TIMETABLE, tournament_head
from service.web.pages.timetable.cards import Card, cards_of, clash_lines, day_of, day_title, time_of, wall_time
from service.web.pages.timetable.grid import grid
from service.web.place_zone import place_zone

pages = PageBlueprint("timetable_pages", __name__)

_PAGE = "/tournaments/<tournament:tournament>/timetable"
_TIME, _CLOCK = len("2026-11-28T18:00:00"), len("18:00:00")
_MORE_BREAKS = 2
_HALL = "hall"
_IDS = 1000
"""Characters of the ids of the tournaments of a hall, in an address."""


@pages.get(_PAGE)
def show(tournament: str) -> Response:
    """The timetable of a day; `?day=` another day, `?match=` the form that moves a match."""
    return _page(tournament)


def _page(tournament: str, refused: Refusal = ACCEPTED) -> Response:
    principal = visitor(request)
    state = may_read(deps(), principal, tournament)
    with heavy_reads.place():
        timetable_view = timetable.show(deps(), principal, tournament)
    ours = can_see_drafts(principal, state.created.club)
    organises = ours and principal is not None and principal.role in ("organiser", "operator")
    open_ = state.status == RUNNING
    cards = cards_of(timetable_view)
    days = days_of(cards)
    day = chosen_day(days)
    shown = [card for card in cards if day_of(card.starts) == day]
    tables = [name for name, _group in state.tables]
    moves = ours and open_
    return render_page(
        "timetable/timetable.html",
        refused.status,
        page_head=tournament_head(state, TIMETABLE),
        tournament=tournament,
        name=state.created.name,
        slug=state.created.club,
        version=state.version,
        started=state.status != OPEN,
        over=state.status == FINISHED,
        called_off=state.called_off,
        moves=moves,
        organises=organises and open_,
        ours=ours,
        days=days,
        day=day,
        cards=shown,
        wall=wall_time,
        grid=grid(
            shown,
            [(*break_[:2], break_.text or _("Break")) for break_ in timetable_view.breaks],
            tables,
            time_of,
            room=moves,
        ),
        clashes=clash_lines([timetable_view], cards) if ours else [],
        waiting=_without_time(timetable_view) if ours else [],
        beside=moved_beside(state.created.club) if ours else [],
        tables=tables,
        move=_move(timetable_view, cards, tables) if moves else None,
        most_minutes=MOST_ROUND_MINUTES,
        most_rest=LONGEST_REST,
        **(_forms(timetable_view, cards) if organises and open_ else {}),
        rules=timetable_view,
        **refused.shown(state),
    )


def moved_beside(club: str) -> list[str]:
    """Sentences on other tournaments of the hall whose matches moved with the one that was moved, or stay."""
    asked = {name: query_text(name, _IDS).split(".") for name in ("moved", "stay")}
    if not any(map(any, asked.values())):
        return []
    names = {tournament.id: tournament.created.name for tournament in planned_together(deps(), club)}
    moved, stay = ([names[each] for each in asked[name] if each in names] for name in ("moved", "stay"))
    return [
        *(_("Matches of %(name)s moved, too.", name=name) for name in moved),
        *(_("Matches of %(name)s stay at their times. Look at what clashes.", name=name) for name in stay),
    ]


def days_of(cards: Sequence[Card]) -> list[tuple[str, str]]:
    """The days on which something is played, and their names."""
    return list({day_of(card.starts): day_title(card.starts) for card in sorted(cards, key=lambda c: c.starts)}.items())


def chosen_day(days: Sequence[tuple[str, str]]) -> str:
    """The day that is asked for, else today, else the next one with matches, else the last."""
    known = [day for day, _title in days]
    asked = query_text("day") or form_text("day")
    if asked in known:
        return asked
    today = day_of(deps().clock())
    return next((day for day in known if day >= today), known[-1] if known else today)


def _without_time(found: TimetableView) -> list[dict[str, str]]:
    return [
        {"key": match.match, "title": match_title(labels(), match), "round": round_title(labels(), match)}
        for match in found.matches
        if match.starts is None and match.state != OVER
    ]


def _move(found: TimetableView, cards: Sequence[Card], tables: Sequence[str]) -> dict[str, Any] | None:
    """The form that moves the match that is asked for, filled in with its time or what was typed."""
    key = query_text("match") or form_text("match", KEY)
    planned_match = next((match for match in found.matches if match.match == key and match.state != OVER), None)
    if planned_match is None:
        return None
    state = deps().repository.tournament(found.tournament)
    card = next((card for card in cards if card.key == key), None)
    usual = timetable.usual_minutes_of(deps(), state, key)
    return {
        "key": key,
        "title": match_title(labels(), planned_match),
        "round": round_title(labels(), planned_match),
        "starts": card.wall if card else "",
        "minutes": card.minutes if card else usual,
        "table": planned_match.table,
        "planned": card is not None,
        "tables": [
            *tables,
            *([planned_match.table] if planned_match.table and planned_match.table not in tables else []),
        ],
        "back": query_text("back") or form_text("back", len(_HALL)),
        "pushes": found.pushes,
    }


def _forms(found: TimetableView, cards: Sequence[Card]) -> dict[str, Any]:
    """The forms of the proposal and of the rules, with what holds now."""
    state = deps().repository.tournament(found.tournament)
    starts, ends = timetable.proposed_frame(deps(), state)
    lines = [(wall_time(break_.starts), wall_time(break_.ends), break_.text) for break_ in found.breaks]
    return {
        "wish": {
            "starts": wall_time(starts),
            "until": wall_time(ends)[11:] if ends else "",
            "minutes": timetable.usual_minutes_of(deps(), state, ""),
        },
        "breaks": [*lines, *[("", "", "")] * min(_MORE_BREAKS, MOST_BREAKS - len(lines))],
        "planned": sum(card.state == OPEN_MATCH for card in cards),
    }


# ── changing it ──────────────────────────────────────────────────────────────────────────────────────────────────────
@page_form(pages, _PAGE, "referee", _page)
def move(call: FormCall, tournament: str) -> str:
    """Give a match its time and table, or take it out of the timetable (`step=out`)."""
    key = form_text("match", KEY)
    if form_text("step") == "out":
        timetable.schedule(call.request, tournament, [{"match": key, "starts": None}], push=False)
        return _back(tournament)
    problems: dict[str, str] = {}
    starts = _instant(form_text("starts"), "starts", problems)
    minutes = whole_number(form_text("minutes"))
    if minutes is None or not 0 < minutes <= MOST_ROUND_MINUTES:
        problems["minutes"] = _("From 1 to %(most)s minutes.", most=MOST_ROUND_MINUTES)
    if problems:
        raise NotWritten(*problems.values(), fields=problems)
    row = {"match": key, "starts": starts, "minutes": minutes, "table": form_text("table", TABLE)}
    timetable_view = timetable.schedule(call.request, tournament, [row], push=form_text("push") == "1")
    return _back(tournament, form_text("starts")[: len("2026-11-28")], timetable_view.beside)


@page_form(pages, f"{_PAGE}/proposal", "organiser", _page)
def propose(call: FormCall, tournament: str) -> str:
    """Plan all matches that are not over; with `keep` only those that have no time yet."""
    problems: dict[str, str] = {}
    starts = _instant(form_text("starts"), "starts", problems)
    minutes = whole_number(form_text("minutes"))
    if minutes is None or not 0 < minutes <= MOST_ROUND_MINUTES:
        problems["minutes"] = _("From 1 to %(most)s minutes.", most=MOST_ROUND_MINUTES)
    until, closes = None, form_text("until", _CLOCK)
    if closes and starts is not None:
        until = _instant(f"{form_text('starts')[:10]}T{closes}", "until", problems)
        if until is not None and until <= starts:
            until += 24 * 3_600_000
    if problems:
        raise NotWritten(*problems.values(), fields=problems)
    wish = {"starts": starts, "minutes": minutes, "keep": form_text("keep") == "1"}
    timetable.propose(call.request, tournament, wish | ({} if until is None else {"until": until}))
    return f"/tournaments/{tournament}/timetable?day={form_text('starts')[:10]}"


@page_form(pages, f"{_PAGE}/rules", "organiser", _page)
def rules(call: FormCall, tournament: str) -> str:
    """Set breaks, rest, and whether late matches push others. A break without times is left out."""
    problems: dict[str, str] = {}
    breaks = []
    for number in range(MOST_BREAKS):
        first, last, text = (form_text(f"{name}.{number}") for name in ("starts", "ends", "text"))
        if not first and not last:
            continue
        starts, ends = (_instant(at, f"{name}.{number}", problems) for at, name in ((first, "starts"), (last, "ends")))
        breaks.append({"starts": starts, "ends": ends, "text": text.strip()[:BREAK_TEXT]})
    rest = whole_number(form_text("rest") or "0")
    if rest is None or rest > LONGEST_REST:
        problems["rest"] = _("From 0 to %(most)s minutes.", most=LONGEST_REST)
    if problems:
        raise NotWritten(*dict.fromkeys(problems.values()), fields=problems)
    asked = {"breaks": breaks, "rest": rest, "pushes": form_text("pushes") == "1"}
    timetable.set_rules(call.request, tournament, asked)
    return _back(tournament)


@page_form(pages, f"{_PAGE}/removal", "organiser", _page)
def remove(call: FormCall, tournament: str) -> str:
    """Take all matches that are not over out of the timetable."""
    timetable.clear(call.request, tournament)
    return _back(tournament)


def _instant(text: str, field: str, problems: dict[str, str]) -> int | None:
    """The Unix ms of a typed local time; a sentence about it where it is none."""
    try:
        if len(text) <= _TIME and text[:2] == "20":
            return instant(text, {"zone": place_zone()})
    except ValueError:
        pass
    problems[field] = _("Choose a day and a time, such as %(example)s.", example="2026-11-28 18:00")
    return None


def _back(tournament: str, day: str = "", beside: Sequence[MovedBeside] = ()) -> str:
    """The page from which the form was sent, on the day to which a match was moved; it tells what moved beside."""
    day = day or form_text("day", len("2026-11-28"))
    parameters = {
        "day": day,
        "moved": ".".join(moved_beside.tournament for moved_beside in beside if not moved_beside.reason),
        "stay": ".".join(moved_beside.tournament for moved_beside in beside if moved_beside.reason),
    }
    query = (
        f"?{urlencode({name: value for name, value in parameters.items() if value})}"
        if any(parameters.values())
        else ""
    )
    if form_text("back", len(_HALL)) == _HALL:
        return f"/clubs/{deps().repository.tournament(tournament).created.club}/timetable{query}"
    return f"/tournaments/{tournament}/timetable{query}"
