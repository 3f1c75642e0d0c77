"""A tournament's entries: players and teams entered by name, by list or by file, changed and taken back."""

from collections.abc import Callable, Sequence
from typing import Any

from flask import Response, request
from flask_babel import gettext as _
from flask_babel import ngettext
from markupsafe import Markup
from marshmallow import ValidationError

from core.errors import Invalid, KeyReused, NotAllowed, NotFound, VersionConflict
from core.tournament import Tournament
from core.tournament.decisions.entries import closed
from core.tournament.model.state import FINISHED, OPEN, seed_order
from schemas.requests.entries import EntryChanging
from schemas.visible_text import visible_line
from service.auth.authorization import Principal, authorize_tournament
from service.handlers.registration import entry_form, entry_list
from service.handlers.registration.entry_list import ENTERED, MOST_LINES, UNCLEAR, WRITTEN, EntryLine, LineOutcome
from service.handlers.request import Request
from service.handlers.tournament import teams
from service.handlers.tournament.entries import entries
from service.web.http import form_keys
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import KEY_LENGTH, form_text, query_text, whole_number
from service.web.http.problems import Rejected
from service.web.i18n import core_messages
from service.web.pages.base import PageBlueprint, redirect_to, render_page
from service.web.pages.forms import conflict_sentences
from service.web.pages.shared import list_forms

pages = PageBlueprint("entry_pages", __name__)

ENTRIES = "/tournaments/<tournament:tournament>/entries"
_ENTRY = f"{ENTRIES}/<player:player>"
_REFUSALS = (Invalid, NotAllowed, NotFound, ValidationError)


@pages.get(ENTRIES)
def show(tournament: str) -> Response:
    """The entries, and what can be done about them."""
    return entries_page(tournament)


# ── a list: looked at, then written ──────────────────────────────────────────────────────────────────────────────────
@pages.post(f"{ENTRIES}/list")
def look(tournament: str) -> Response:
    """Show the lines that were typed, pasted, uploaded or corrected. A single name that the club knows is entered."""
    caller, state = _organiser(tournament)
    if "lines" in request.form:
        return _look(tournament, list_forms.corrected())
    if "name" in request.form:
        lines = list_forms.typed()
        if not lines:
            return entries_page(tournament, 422, alarm=_("Write a name first."))
        outcomes = entry_list.look(deps(), caller, tournament, lines, widely=True)
        if outcomes[0].state == ENTERED:
            return entries_page(tournament, 200, notice=_("%(name)s had entered already.", name=_name(outcomes[0])))
        if outcomes[0].player and outcomes[0].state in WRITTEN:
            return _enter(tournament, lines, outcomes, form_keys.new_key())
        return _look(tournament, lines)
    try:
        lines = list_forms.pasted(teams=state.format.teams)
    except Rejected as wrong:
        alarm = _("Nothing is read: %(why)s.", why=core_messages.translate(wrong.detail))
        return entries_page(tournament, 422, alarm=alarm)
    if not lines:
        return entries_page(tournament, 422, alarm=_("Paste a list first, one name a line, or choose a file."))
    if len(lines) > MOST_LINES:
        too_long = _("The list has %(count)s lines. Take at most %(most)s at once.", count=len(lines), most=MOST_LINES)
        return entries_page(tournament, 422, alarm=too_long)
    return _look(tournament, lines)


@pages.post(ENTRIES)
def enter(tournament: str) -> Response:
    """Enter the lines as they were looked at and corrected: all of them, or none while one is unclear."""
    caller, _state = _organiser(tournament)
    key = form_text("key", KEY_LENGTH) or form_keys.new_key()
    lines = list_forms.corrected()
    try:
        if Request(deps(), caller, None, key, form_keys.fingerprint({"lines": lines})).previous_result(tournament):
            return redirect_to(f"/tournaments/{tournament}/entries?entered={len(lines)}")
    except KeyReused:
        key = form_keys.new_key()  # another list, sent from a page that was gone back to
    outcomes = entry_list.look(deps(), caller, tournament, lines, widely=True)
    if any(each.state in UNCLEAR for each in outcomes):
        return _look(tournament, lines, 422, _("Correct the marked lines, or leave them out. Nothing is written yet."))
    return _enter(tournament, lines, outcomes, key)


def _enter(tournament_id: str, lines: Sequence[EntryLine], outcomes: Sequence[LineOutcome], key: str) -> Response:
    command = Request(deps(), visitor(request), None, key, form_keys.fingerprint({"lines": lines}))
    written = [each for each in outcomes if each.state in WRITTEN]
    if not written:
        return redirect_to(f"/tournaments/{tournament_id}/entries?entered=0")
    try:
        entry_list.enter(command, tournament_id, written)
    except _REFUSALS as wrong:
        return _look(tournament_id, lines, 409, Markup(" ").join(core_messages.wrong(wrong)))
    return redirect_to(f"/tournaments/{tournament_id}/entries?entered={len(written)}")


def _name(outcome: LineOutcome) -> str:
    return outcome.player.name if outcome.player else outcome.line.name


def _look(tournament_id: str, lines: Sequence[EntryLine], status: int = 200, alarm: str = "") -> Response:
    caller, state = _organiser(tournament_id)
    outcomes = entry_list.look(deps(), caller, tournament_id, lines, widely=True)
    if not outcomes:
        return entries_page(tournament_id, 422, alarm=_("No line is left."))
    ready = sum(each.state in WRITTEN for each in outcomes)
    unclear = sum(each.state in UNCLEAR for each in outcomes)
    return render_page(
        "entries/list.html",
        status,
        **_about(state),
        outcomes=outcomes,
        ready=ready,
        unclear=unclear,
        teams=state.format.teams,
        key=form_keys.new_key(),
        alarm=alarm,
        seeds=any(each.seed for each in lines),
        closed=closed(state),
    )


# ── one entry ────────────────────────────────────────────────────────────────────────────────────────────────────────
@pages.post(f"{_ENTRY}/withdrawal")
def withdraw(tournament: str, player: str) -> Response:
    """Take an entry back."""
    reason = visible_line(form_text("reason"))[:500]
    return _done(tournament, lambda command: entries.withdraw(command, tournament, player, reason))


@pages.post(f"{_ENTRY}/return")
def bring_back(tournament: str, player: str) -> Response:
    """Enter a player again who was taken back."""
    _principal, state = _organiser(tournament)
    entry = state.entry(player)
    row: dict[str, Any] = {"player": entry.player, "rating": entry.rating, "group": entry.group}
    if entry.members:
        row |= {"player": entry.name, "members": [each for each, _name in entry.members]}
    return _done(tournament, lambda command: entries.enter(command, tournament, [row]))


@pages.post(_ENTRY)
def change(tournament: str, player: str) -> Response:
    """Give an entry another name, rating or group, unless another organiser changed it meanwhile."""

    def changing(command: Request) -> object:
        rating, group = form_text("rating").strip(), " ".join(form_text("group").split())
        fields = {"name": " ".join(form_text("name").split()), "rating": _number(rating), "group": group or None}
        changes = EntryChanging().load(fields)
        seen = (form_text("seen_name"), whole_number(form_text("seen_rating")), form_text("seen_group") or None)
        return entries.change(command, tournament, player, changes, seen)

    return _done(tournament, changing)


@pages.post(f"{_ENTRY}/lineup")
def line_up(tournament: str, player: str) -> Response:
    """Set the players of a team from a round on, board by board; or swap two boards (`step=swap`)."""
    members = [name for each in form_text("members").splitlines() if (name := " ".join(each.split()))]
    number = whole_number(form_text("round")) or 1
    if form_text("step") == "swap":
        _principal, state = _organiser(tournament)
        members = list(state.entry(player).lineup(number))
        one, other = (whole_number(form_text(name)) for name in ("one", "other"))
        if not one or not other or one == other or max(one, other) > len(members):
            return entries_page(tournament, 422, alarm=_("Choose two boards."))
        members[one - 1], members[other - 1] = members[other - 1], members[one - 1]
    reason = visible_line(form_text("reason"))[:500]
    return _done(tournament, lambda command: teams.line_up(command, tournament, player, number, members[:32], reason))


def _number(text: str) -> object:
    return None if not text else text if (number := whole_number(text)) is None else number


def _done(tournament_id: str, doing: Callable[[Request], object]) -> Response:
    try:
        doing(Request(deps(), visitor(request)))
    except VersionConflict:
        alarm = _("The entries were changed meanwhile. Nothing is written: look again.")
        return entries_page(tournament_id, 409, alarm=alarm, seen=whole_number(form_text("version")))
    except _REFUSALS as wrong:
        alarm, seen = Markup(" ").join(core_messages.wrong(wrong)), whole_number(form_text("version"))
        return entries_page(tournament_id, 409, alarm=alarm, seen=seen)
    return redirect_to(f"/tournaments/{tournament_id}/entries")


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


def entries_page(
    tournament_id: str, status: int = 200, alarm: str = "", notice: str = "", seen: int | None = None
) -> Response:
    """The page of the entries, with what was just done or refused; `seen` is the version of the form that was sent."""
    caller, state = _organiser(tournament_id)
    by_id = {entry.player: entry for entry in state.entries}
    order = seed_order(state) if state.seed is None else state.starters
    inside = [by_id[player] for player in order if player in by_id and not by_id[player].withdrawn]
    gone = [entry for entry in state.entries if entry.withdrawn]
    form = entry_form.show(deps(), caller, tournament_id)
    asked = entry_form.requests(deps(), caller, tournament_id) if form.waiting else []
    return render_page(
        "entries/entries.html",
        status,
        **_about(state),
        entries=inside,
        gone=gone,
        alarm=alarm,
        notice=notice or _notice(state),
        asked=asked,
        form=form,
        published=state.created.published,
        open=state.status == OPEN,
        started=state.seed is not None,
        closed=closed(state),
        teams=state.format.teams,
        check_in=bool(state.created.check_in),
        seeded=state.seeded,
        version=state.version,
        rounds=len(state.rounds),
        next_round=_next_round(state),
        over=state.status == FINISHED,
        meanwhile=conflict_sentences(deps(), state, seen),
        groups=sorted({entry.group for entry in state.entries if entry.group}),
        written=form_text("list", 40_000) if status != 200 else "",
    )


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
        (each.number for each in state.rounds if any(pairing.match in waiting for pairing in each.pairings)),
        len(state.rounds) + 1,
    )
