"""Rounds that a player sits out on request: set by an organiser, within the announced rule."""

from typing import NamedTuple

from flask import Response, request
from flask_babel import gettext as _
from markupsafe import Markup

from core.tournament import Tournament
from core.tournament.model.values import FULL, HALF, ZERO, ByeRule
from schemas.visible_text import visible_line
from service.auth.authorization import authorize_tournament
from service.handlers.tournament.entries import byes as byes_on_request
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text, whole_number
from service.web.i18n import labels
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.check_in.page import about
from service.web.pages.forms import ACCEPTED, FormCall, Refusal, page_form

pages = PageBlueprint("bye_pages", __name__)

_BYES = "/tournaments/<tournament:tournament>/check-in/<player:player>/byes"
PLAYS = "plays"


class RoundLine(NamedTuple):
    """A coming round: its number, and what is chosen for it (`plays`, or the worth of a bye).

    `choices` are what may be chosen, each with its word.
    """

    number: int
    chosen: str
    choices: list[tuple[str, str]]


@pages.get(_BYES)
def look_at_byes(tournament: str, player: str) -> Response:
    """The coming rounds of a player, each to be played or sat out. Nothing is written."""
    return _page(tournament, player)


def _page(tournament: str, player: str, refused: Refusal = ACCEPTED) -> Response:
    state = _state(tournament)
    entry, rule, lines = state.entry(player), state.format.byes(state), _lines(state, player)
    if refused.error:
        lines = _chosen(lines)
    shown = refused.shown(state)
    if rule is None:
        why = Markup.escape(_("In this format no player sits out rounds on request."))
        shown["problems"] = (*shown["problems"], why)
    return render_page(
        "check_in/byes.html",
        refused.status,
        **about(state),
        entry=entry,
        lines=lines,
        sentences=_rule_sentences(rule) if rule else [],
        past=labels.bye_lines([bye for bye in entry.byes if bye.round <= len(state.rounds)]),
        version=state.version,
        **shown,
    )


@page_form(pages, _BYES, "organiser", _page, versioned=True)
def set_byes(call: FormCall, tournament: str, player: str) -> str:
    """Set the rounds that are sat out, or say in which round the player is back."""
    lines = _chosen(_lines(_state(tournament), player))
    byes = [{"round": line.number, "worth": line.chosen} for line in lines if line.chosen in (ZERO, HALF, FULL)]
    back_in, reason = whole_number(form_text("back_in")), visible_line(form_text("reason"))[:500]
    byes_on_request.set_byes(call.request, tournament, player, byes, back_in, reason)
    return f"/tournaments/{tournament}/check-in#at-{player}"


def _chosen(coming: list[RoundLine]) -> list[RoundLine]:
    """The rounds with what was chosen in the form."""
    return [round_line._replace(chosen=form_text(f"round.{round_line.number}") or PLAYS) for round_line in coming]


def _state(tournament_id: str) -> Tournament:
    authorize_tournament(deps(), visitor(request), "organiser", tournament_id)
    return deps().repository.tournament(tournament_id)


def _lines(state: Tournament, player_id: str) -> list[RoundLine]:
    """The rounds that are not paired yet; before the start as many as there would be now, and those chosen already."""
    rounds, chosen = state.format.rounds, {bye.round: bye.worth for bye in state.entry(player_id).byes}
    rule = state.format.byes(state)
    if rounds is None:
        return []
    if state.seed is None:
        state = state._replace(starters=tuple(entry.player for entry in state.field))
    numbers = range(len(state.rounds) + 1, max(rounds(state), *chosen, 0) + 1)
    if rule is None:
        return []
    return [
        RoundLine(number, chosen.get(number, PLAYS), _choices(rule, number))
        for number in numbers
        if rule.allows(number)
    ]


def _choices(rule: ByeRule, number: int) -> list[tuple[str, str]]:
    words = {
        ZERO: _("sits out, no point"),
        HALF: _("sits out, half a point"),
        FULL: _("sits out, a full point"),
    }
    worths = rule.worths if rule.pays(number) else (ZERO,)
    return [(PLAYS, _("plays")), *((worth, words[worth]) for worth in worths)]


def _rule_sentences(rule: ByeRule) -> list[str]:
    """The announced rule in sentences."""
    if not rule.most:
        return [_("Any round may be sat out, without points.")]
    sentences = [_("Rounds that may be sat out for points: %(most)s. Without points any round.", most=rule.most)]
    return sentences if rule.last_round else [*sentences, _("Not for points: the last round.")]
