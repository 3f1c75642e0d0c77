"""A tournament's entries: players and teams entered by name, by list or by file, changed and taken back."""

from collections.abc import Sequence
from typing import Any

from flask import Response, request
from flask_babel import gettext as _
from flask_babel import ngettext

from core.tournament import Tournament
from core.tournament.decisions.entries import closed
from core.tournament.handicap import CLASS
from core.tournament.model.state import CALLED_OFF, FINISHED, OPEN, seed_order
from schemas.requests.entries import EntryChanging
from schemas.requests.money import classes_of
from schemas.visible_text import visible_line
from service.auth.authorization import Principal, authorize_tournament
from service.handlers.registration import entry_form, entry_list
from service.handlers.registration.entry_list import ENTERED, UNCLEAR, WRITTEN, EntryLine, LineOutcome
from service.handlers.request import Request
from service.handlers.tournament import money, teams
from service.handlers.tournament.entries import entries
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text, query_text, whole_number
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import ACCEPTED, FormCall, NotWritten, Refusal, page_form
from service.web.pages.shared import list_forms
from service.web.pages.shared.tournament_head import PLAYERS, tournament_head

pages = PageBlueprint("entry_pages", __name__)

ENTRIES = "/tournaments/<tournament:tournament>/entries"
_ENTRY = f"{ENTRIES}/<player:player>"


@pages.get(ENTRIES)
def show(tournament: str) -> Response:
    """The entries, and what can be done about them."""
    return entries_page(tournament)


# ── the page ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def _organiser(tournament_id: str) -> tuple[Principal | None, Tournament]:
    caller = visitor(request)
    authorize_tournament(deps(), caller, "organiser", tournament_id)
    return caller, deps().repository.tournament(tournament_id)


def _about(state: Tournament) -> dict[str, Any]:
    club = deps().repository.club(state.created.club)
    return {
        "tournament": state.id,
        "name": state.created.name,
        "club": club.name,
        "slug": club.slug,
        "known": sorted({player.name for player in club.players.values()}),
    }


def entries_page(tournament: str, refused: Refusal = ACCEPTED, notice: str = "", player: str = "") -> Response:
    """The page of the entries, with what was just done or refused; the entry that it is about stays open."""
    caller, state = _organiser(tournament)
    by_id = {entry.player: entry for entry in state.entries}
    order = seed_order(state) if state.seed is None else state.starters
    inside = [by_id[player] for player in order if player in by_id and not by_id[player].withdrawn]
    gone = [entry for entry in state.entries if entry.withdrawn]
    form = entry_form.show(deps(), caller, tournament)
    asked = entry_form.requests(deps(), caller, tournament) if form.waiting else []
    return render_page(
        "entries/entries.html",
        refused.status,
        page_head=tournament_head(state, PLAYERS, "entries"),
        **_about(state),
        entries=inside,
        gone=gone,
        **refused.shown(state),
        notice=notice or _notice(state),
        asked=asked,
        form=form,
        published=state.created.published,
        open=state.status == OPEN,
        started=state.seed is not None,
        closed=closed(state),
        teams=state.format.teams,
        check_in=bool(state.created.check_in),
        seeded=state.draw.seeded,
        version=state.version,
        rounds=len(state.rounds),
        next_round=_next_round(state),
        called_off=state.called_off,
        over=state.status in (FINISHED, CALLED_OFF),
        groups=sorted({entry.group for entry in state.entries if entry.group}),
        changed=player,
        classes=state.money.classes if _has_classes(state) else None,
        written=form_text("list", 40_000) if refused.error else "",
    )


def _has_classes(state: Tournament) -> bool:
    """True if classes of players are for something: a start, or prizes."""
    plan, handicap = state.money.plan, state.created.handicap or {}
    return handicap.get("by") == CLASS or bool(plan and any(prize.player_class for prize in plan.prizes))


def _notice(state: Tournament) -> str:
    """Tell the number of entries that were just written, as the address gives it."""
    count = whole_number(query_text("entered"))
    if count is None:
        return ""
    if count == 1 and state.entries:
        return _("%(name)s has entered.", name=state.entries[-1].name)
    return ngettext("%(num)s has entered.", "%(num)s have entered.", count) if count else _("All of them had entered.")


def _next_round(state: Tournament) -> int:
    """The number of the first round that has a match to play, or of the one to come."""
    waiting = {pairing.match for pairing in state.to_play}
    return next(
        (round_.number for round_ in state.rounds if any(pairing.match in waiting for pairing in round_.pairings)),
        len(state.rounds) + 1,
    )


# ── a list: looked at, then written ──────────────────────────────────────────────────────────────────────────────────
@page_form(pages, f"{ENTRIES}/list", "organiser", entries_page)
def look(call: FormCall, tournament: str) -> str | Response:
    """Show the lines that were typed, pasted, uploaded or corrected. A single name that the club knows is entered."""
    _caller, state = _organiser(tournament)
    if "lines" in request.form:
        return _look(tournament)
    if "name" in request.form:
        lines = list_forms.typed()
        if not lines:
            raise NotWritten(_("Write a name first."))
        order = call.part(lines)
        if order.previous_result(tournament):
            return f"/tournaments/{tournament}/entries?entered=1"
        outcomes = entry_list.look(deps(), call.principal, tournament, lines, widely=True)
        if outcomes[0].state == ENTERED:
            return entries_page(tournament, notice=_("%(name)s had entered already.", name=_name(outcomes[0])))
        if outcomes[0].player and outcomes[0].state in WRITTEN:
            return _enter(order, tournament, outcomes)
        return _look(tournament, lines=lines)
    return _look(tournament, lines=list_forms.pasted(teams=state.format.teams))


def _look(tournament: str, refused: Refusal = ACCEPTED, *, lines: Sequence[EntryLine] | None = None) -> Response:
    """The lines as they would be written; without others those of the form."""
    caller, state = _organiser(tournament)
    lines = list_forms.corrected() if lines is None else lines
    outcomes = entry_list.look(deps(), caller, tournament, lines, widely=True)
    if not outcomes:
        return entries_page(tournament, Refusal(NotWritten(_("No line is left."))))
    ready = sum(outcome.state in WRITTEN for outcome in outcomes)
    unclear = sum(outcome.state in UNCLEAR for outcome in outcomes)
    return render_page(
        "entries/list.html",
        refused.status,
        page_head=tournament_head(state, PLAYERS, "entries"),
        **_about(state),
        outcomes=outcomes,
        ready=ready,
        unclear=unclear,
        teams=state.format.teams,
        alarm=refused.alarm,
        seeds=any(line.seed for line in lines),
        closed=closed(state),
    )


@page_form(pages, ENTRIES, "organiser", _look)
def enter(call: FormCall, tournament: str) -> str:
    """Enter the lines as they were looked at and corrected: all of them, or none while one is unclear."""
    lines = list_forms.corrected()
    if call.request.previous_result(tournament):
        return f"/tournaments/{tournament}/entries?entered={len(lines)}"
    outcomes = entry_list.look(deps(), call.principal, tournament, lines, widely=True)
    if any(outcome.state in UNCLEAR for outcome in outcomes):
        raise NotWritten(_("Correct the marked lines, or leave them out. Nothing is written yet."))
    return _enter(call.request, tournament, outcomes)


def _enter(order: Request, tournament_id: str, outcomes: Sequence[LineOutcome]) -> str:
    written = [outcome for outcome in outcomes if outcome.state in WRITTEN]
    if written:
        entry_list.enter(order, tournament_id, written)
    return f"/tournaments/{tournament_id}/entries?entered={len(written)}"


def _name(outcome: LineOutcome) -> str:
    return outcome.player.name if outcome.player else outcome.line.name


# ── one entry ────────────────────────────────────────────────────────────────────────────────────────────────────────
@page_form(pages, f"{_ENTRY}/withdrawal", "organiser", entries_page)
def withdraw(call: FormCall, tournament: str, player: str) -> str:
    """Take an entry back."""
    entries.withdraw(call.request, tournament, player, visible_line(form_text("reason"))[:500])
    return f"/tournaments/{tournament}/entries"


@page_form(pages, f"{_ENTRY}/return", "organiser", entries_page)
def bring_back(call: FormCall, tournament: str, player: str) -> str:
    """Enter a player again who was taken back."""
    _principal, state = _organiser(tournament)
    entry = state.entry(player)
    row: dict[str, Any] = {"player": entry.player, "rating": entry.rating, "group": entry.group}
    if entry.members:
        row |= {"player": entry.name, "members": [each for each, _name in entry.members]}
    entries.enter(call.request, tournament, [row])
    return f"/tournaments/{tournament}/entries"


@page_form(pages, _ENTRY, "organiser", entries_page)
def change(call: FormCall, tournament: str, player: str) -> str:
    """Give an entry another name, rating or group, unless another organiser changed it meanwhile."""
    rating, group = form_text("rating").strip(), " ".join(form_text("group").split())
    fields = {"name": " ".join(form_text("name").split()), "rating": _number(rating), "group": group or None}
    changes = EntryChanging().load(fields)
    seen = (form_text("seen_name"), whole_number(form_text("seen_rating")), form_text("seen_group") or None)
    entries.change(call.request, tournament, player, changes, seen)
    if "classes" in request.form:
        names = classes_of(form_text("classes"))
        money.set_classes(call.part("classes", names), tournament, player, names)
    return f"/tournaments/{tournament}/entries"


@page_form(pages, f"{_ENTRY}/lineup", "organiser", entries_page)
def line_up(call: FormCall, tournament: str, player: str) -> str:
    """Set the players of a team from a round on, board by board; or swap two boards (`step=swap`)."""
    members = [name for line in form_text("members").splitlines() if (name := " ".join(line.split()))]
    number = whole_number(form_text("round")) or 1
    if form_text("step") == "swap":
        _principal, state = _organiser(tournament)
        members = list(state.entry(player).lineup(number))
        one, other = (whole_number(form_text(name)) for name in ("one", "other"))
        if not one or not other or one == other or max(one, other) > len(members):
            raise NotWritten(_("Choose two boards."))
        members[one - 1], members[other - 1] = members[other - 1], members[one - 1]
    reason = visible_line(form_text("reason"))[:500]
    teams.line_up(call.request, tournament, player, number, members[:32], reason)
    return f"/tournaments/{tournament}/entries"


def _number(text: str) -> object:
    return None if not text else text if (number := whole_number(text)) is None else number
