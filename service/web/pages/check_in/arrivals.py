"""Late entries and withdrawals at the door: what would follow is shown first, then it is written."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from flask import Response, request
from flask_babel import gettext as _
from flask_babel import ngettext
from markupsafe import Markup

from core.errors import Invalid, NotAllowed, NotFound, VersionConflict
from core.tournament import Tournament
from core.tournament.decisions import Entrant, place_is_kept
from core.tournament.model.state import OPEN
from core.tournament.swiss.round_input import sitting
from schemas.visible_text import visible_line
from service.auth.authorization import Principal, authorize_tournament
from service.bootstrap import Dependencies
from service.handlers.registration import entry_list
from service.handlers.registration.entry_list import CHOOSE, ENTERED, WRITTEN, WRONG, EntryLine, LineOutcome
from service.handlers.request import Request
from service.handlers.tournament import corrections, preview
from service.handlers.tournament.entries import entries
from service.web.http import idempotency
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import ID_LENGTH, KEY_LENGTH, form_text, form_version
from service.web.i18n import core_errors
from service.web.pages.base import redirect_to, render_page
from service.web.pages.check_in.page import about, known_names, pages
from service.web.pages.shared.conflict_sentences import conflict_sentences
from service.web.pages.shared.consequences import consequence_sentences

_PAGE = "/tournaments/<tournament:tournament>/check-in"
_LEAVING = f"{_PAGE}/<player:player>/withdrawal"
_RETURN = f"{_PAGE}/<player:player>/return"
_NEW = "p_new"
_REFUSALS = (Invalid, NotAllowed, NotFound)


class Way(NamedTuple):
    """A way in which a late player can be entered: if at once, what follows, or why it is not possible."""

    into_bye: bool
    title: str
    sentences: tuple[str, ...] = ()
    problems: tuple[Markup, ...] = ()


class Decision(NamedTuple):
    """A decision about a player of the list: how its consequences are found, said and shown, and how it is written.

    `mark` distinguishes the requests of one kind from those of another; `place` is where the list is shown afterwards.
    """

    mark: str
    template: str
    preview: Callable[[Dependencies, Principal | None, str, str], preview.DecisionPreview]
    sentences: Callable[[preview.DecisionPreview], list[str]]
    write: Callable[[Request, str, str, str], object]
    place: str = ""


# ── withdrawals, and withdrawals taken back ───────────────────────────────────────────────────────────────────────────
@pages.get(_LEAVING)
def look_at_withdrawal(tournament: str, player: str) -> Response:
    """Show what would follow if a player left now. Nothing is written."""
    return look_at(_WITHDRAWAL, tournament, player)


@pages.post(_LEAVING)
def withdraw(tournament: str, player: str) -> Response:
    """Take a player out, as it was looked at."""
    return decide(_WITHDRAWAL, tournament, player)


@pages.get(_RETURN)
def look_at_return(tournament: str, player: str) -> Response:
    """Show what would be restored if a player who left came back now. Nothing is written."""
    return look_at(_READMISSION, tournament, player)


@pages.post(_RETURN)
def readmit(tournament: str, player: str) -> Response:
    """Take a withdrawal back, as it was looked at."""
    return decide(_READMISSION, tournament, player)


def look_at(
    decision: Decision, tournament_id: str, player_id: str, status: int = 200, version: int | None = None,
    problems: tuple[Markup, ...] = (),
) -> Response:  # fmt: skip
    """The page on which a decision about a player is looked at: what follows from it, or why it is not possible."""
    caller, state = _organiser(tournament_id)
    entry = state.entry(player_id)
    sentences: list[str] = []
    try:
        sentences = decision.sentences(decision.preview(deps(), caller, tournament_id, entry.player))
    except _REFUSALS as wrong:
        problems = problems or core_errors.wrong(wrong)
    return render_page(
        decision.template, status, **about(state), entry=entry, sentences=sentences, problems=problems,
        meanwhile=conflict_sentences(deps(), state, version), conflict=version is not None,
        version=state.version, key=idempotency.new_key(), may_be_replaced=place_is_kept(state, entry.player) is None,
        details=state.created.details or {},
    )  # fmt: skip


def decide(decision: Decision, tournament_id: str, player_id: str) -> Response:
    """Write a decision about a player as it was looked at; the answer is the list, or what is wrong."""
    version, reason = form_version(), visible_line(form_text("reason"))[:500]
    fingerprint = idempotency.fingerprint({decision.mark: player_id, "why": reason})
    order = Request(deps(), visitor(request), version, form_text("key", KEY_LENGTH) or None, fingerprint)
    try:
        decision.write(order, tournament_id, player_id, reason)
    except VersionConflict:
        return look_at(decision, tournament_id, player_id, 409, version)
    except NotAllowed as wrong:
        return look_at(decision, tournament_id, player_id, 409, None, core_errors.wrong(wrong))
    return redirect_to(f"/tournaments/{tournament_id}/check-in{decision.place.format(player=player_id)}")


def _of_withdrawal(found: preview.DecisionPreview) -> list[str]:
    before, after = found.before, found.after
    if before.status == OPEN:
        left = len(after.field)
        return [ngettext("%(num)s player is left. They can come back until the start.",
                         "%(num)s players are left. They can come back until the start.", left)]  # fmt: skip
    sentences = [_("What was played stands."), *consequence_sentences(found)]
    gone = after.withdrawn - before.withdrawn
    drafts = [each for each in after.rounds if each.draft and gone & sitting(each)]
    sentences += [
        _("They stay in round %(number)s, which is not shown yet: draw it again.", number=each.number)
        for each in drafts
    ]
    if len(sentences) == 1:
        sentences.append(_("No other player is affected now. They are not paired any more."))
    return sentences


def _of_return(found: preview.DecisionPreview) -> list[str]:
    return [*consequence_sentences(found), *_awaited(found)] or [_("They are paired from the next round on.")]


def _awaited(found: preview.DecisionPreview) -> list[str]:
    """The matches that are to be played again, a sentence each."""
    before = {each.match for each in found.before.to_play}
    return [
        _("To be played: %(pair)s", pair=" – ".join(found.after.name_of(player) for player in each[1:3] if player))
        for each in found.after.to_play
        if each.match not in before and each.match in found.before.paired
    ]


_WITHDRAWAL = Decision("out", "pages/check_in/leaving.html", preview.withdrawn, _of_withdrawal, entries.withdraw)
_READMISSION = Decision(
    "back", "pages/check_in/returning.html", preview.readmitted, _of_return,
    partial(corrections.readmit, dry_run=False), "#at-{player}",
)  # fmt: skip


# ── late entries ─────────────────────────────────────────────────────────────────────────────────────────────────────
@pages.post(f"{_PAGE}/late")
def look_at_late_entry(tournament: str) -> Response:
    """Show what would follow if this player were entered now. Nothing is written."""
    return _arriving(tournament)


@pages.post(f"{_PAGE}/entry")
def enter(tournament: str) -> Response:
    """Enter the player who was looked at, and before the start say that they are here."""
    caller, state = _organiser(tournament)
    key, version = form_text("key", KEY_LENGTH) or idempotency.new_key(), form_version()
    line, into_bye = _typed(), form_text("into_bye") == "1"
    order = Request(deps(), caller, version, key, idempotency.fingerprint({"line": line, "into_bye": into_bye}))
    if order.previous_result(tournament):
        return redirect_to(f"/tournaments/{tournament}/check-in")
    outcome = entry_list.look(deps(), caller, tournament, [line])[0]
    if outcome.state not in WRITTEN:
        return _arriving(tournament, 422)
    if version != state.version:  # before the player is put on the club's list
        return _arriving(tournament, 409, version)
    try:
        entry_list.enter(order, tournament, [outcome], into_bye=into_bye)
        if state.status == OPEN:
            here = Request(deps(), caller, None, f"{key}-here", order.fingerprint)
            entries.check_in(here, tournament, [_name(outcome)], present=True)
    except VersionConflict:
        return _arriving(tournament, 409, version)
    except _REFUSALS as wrong:
        return _arriving(tournament, 409, None, core_errors.wrong(wrong))
    return redirect_to(f"/tournaments/{tournament}/check-in")


def _arriving(
    tournament_id: str, status: int = 200, version: int | None = None, problems: tuple[Markup, ...] = ()
) -> Response:
    caller, state = _organiser(tournament_id)
    outcome = entry_list.look(deps(), caller, tournament_id, [_typed()])[0]
    problems += tuple(core_errors.translate(each) for each in outcome.wrong)
    if outcome.state == ENTERED:
        problems += (Markup.escape(_("%(name)s had entered already.", name=_name(outcome))),)
    ready = outcome.state in WRITTEN
    return render_page(
        "pages/check_in/arriving.html", status, **about(state), line=outcome.line, outcome=outcome,
        comer=_name(outcome), ways=_ways(caller, state, outcome) if ready else [], problems=problems,
        choose=outcome.state == CHOOSE or (outcome.state == WRONG and bool(outcome.choices)),
        open=state.status == OPEN, known=known_names(state), conflict=version is not None,
        meanwhile=conflict_sentences(deps(), state, version), version=state.version, key=idempotency.new_key(),
    )  # fmt: skip


def _typed() -> EntryLine:
    name = " ".join(form_text("name").split())
    return EntryLine(1, name, form_text("rating").strip(), choice=form_text("choice", ID_LENGTH))


def _name(outcome: LineOutcome) -> str:
    return outcome.player.name if outcome.player else outcome.line.name


def _ways(caller: Principal | None, state: Tournament, outcome: LineOutcome) -> list[Way]:
    """The ways in which the player can come in; the first that is possible is the usual one."""
    if state.status == OPEN:
        return [Way(False, _("Enter, and is here"), (_("They come last in the order of the entries."),))]
    if not state.format.on_command:
        return [_way(caller, state, outcome, Way(False, _("Enter")))]
    number = len(state.rounds) + 1
    at_once = Way(True, _("Plays at once, against the one who sits out"))
    later = Way(False, _("Plays from round %(number)s on", number=number))
    return [_way(caller, state, outcome, each) for each in (at_once, later)]


def _way(caller: Principal | None, state: Tournament, outcome: LineOutcome, way: Way) -> Way:
    entrant = Entrant(outcome.player.player if outcome.player else _NEW, _name(outcome))
    try:
        found = preview.entered(deps(), caller, state.id, entrant, into_bye=way.into_bye)
    except _REFUSALS as wrong:
        return way._replace(problems=core_errors.wrong(wrong))
    sentences = consequence_sentences(found)
    return way._replace(sentences=tuple(sentences or [_("What is paired stays as it is.")]))


def _organiser(tournament_id: str) -> tuple[Principal | None, Tournament]:
    caller = visitor(request)
    authorize_tournament(deps(), caller, "organiser", tournament_id)
    return caller, deps().repository.tournament(tournament_id)
