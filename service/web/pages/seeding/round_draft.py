"""A round drawn, looked at before others see it, two of it swapped by hand, and published."""

from collections.abc import Sequence
from urllib.parse import urlencode

from flask import Response, request
from flask_babel import gettext as _
from markupsafe import Markup

from core.errors import VersionConflict
from core.tournament import Tournament
from core.tournament.model.state import OPEN, seed_order, settings_of
from schemas.visible_text import visible_line
from service.auth.authorization import Principal
from service.handlers.tournament import preview, rounds
from service.handlers.tournament.entries import entries
from service.web.http.context import deps
from service.web.http.form_fields import form_text, form_version, query_text
from service.web.i18n import tournament_labels
from service.web.pages.base import redirect_to, render_page
from service.web.pages.forms import ACCEPTED, REFUSALS, FormCall, NotWritten, Refusal, page_form
from service.web.pages.seeding.page import (
    FIRST,
    address_of,
    common,
    organiser,
    pages,
    round_number,
    seeding_page,
    visible_word,
)
from service.web.pages.seeding.round_rows import group_sentences, round_rows, swap_cost, swapped, warnings
from service.web.pages.shared.tournament_head import PLAYERS, ROUNDS, tournament_head

_PAGE = "/tournaments/<tournament:tournament>/seeding"


# ── the page ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def _shown(tournament: str, refused: Refusal) -> Response:
    """The page on which the two were marked."""
    _caller, state = organiser(tournament)
    if state.status == OPEN and not state.format.on_command:
        return _look(tournament, refused)
    return seeding_page(tournament, refused)


def _look(tournament: str, refused: Refusal = ACCEPTED) -> Response:
    """The first round as it would be with the order and the word as they are."""
    caller, state = organiser(tournament)
    if state.status != OPEN or state.format.on_command:
        return redirect_to(f"/tournaments/{tournament}/seeding")
    word = visible_word(query_text("word")) if request.method == "GET" else _word()
    lots = word or deps().secret()[:16]
    try:
        after = preview.started(deps(), caller, tournament, lots).after
    except REFUSALS as wrong:
        return seeding_page(tournament, Refusal(wrong))
    rows = round_rows(after, FIRST, after.seated) if after.rounds else []
    absent = [entry.name for entry in after.entries if entry.withdrawn and entry.player not in state.withdrawn]
    return render_page(
        "seeding/round.html",
        refused.status,
        page_head=tournament_head(state, PLAYERS, "seeding"),
        **common(state),
        number=FIRST,
        round_title=tournament_labels.short_round(after, FIRST),
        publish_word=tournament_labels.publish(after, FIRST),
        rows=rows,
        draft=False,
        preview=True,
        missing=False,
        gone=[],
        later=[],
        swaps=not state.format.teams and not settings_of(state).seeded,
        further=len(after.rounds) > 1,
        word=lots,
        absent=absent,
        **refused.shown(state),
    )


def _word() -> str:
    return visible_word(form_text("word"))


def _query(word: str) -> str:
    return urlencode({"word": word})


# ── drawn ────────────────────────────────────────────────────────────────────────────────────────────────────────────
@pages.get(f"{_PAGE}/round")
def look(tournament: str) -> Response:
    """The first round as it would be with the order and the word as they are. Nothing is written."""
    return _look(tournament)


@page_form(pages, f"{_PAGE}/draw", "organiser", seeding_page, versioned=True)
def draw(call: FormCall, tournament: str) -> str:
    """Start, so that the first round is a draft; later pair the next round. A format that pairs by itself is only
    looked at here."""
    _caller, state = organiser(tournament)
    word = _word()
    if state.seed is not None:
        rounds.pair(call.request, tournament, round_number())
    elif state.status == OPEN and not state.format.on_command:
        return f"/tournaments/{tournament}/seeding/round?{_query(word or deps().secret()[:16])}"
    else:
        entries.start(call.request, tournament, word or None, drafts=True)
    return address_of(tournament, round_number())


@page_form(pages, f"{_PAGE}/start", "organiser", _look, versioned=True)
def start(call: FormCall, tournament: str) -> str:
    """Start as it was looked at."""
    entries.start(call.request, tournament, _word() or None)
    return address_of(tournament, round_number())


@page_form(pages, f"{_PAGE}/again", "organiser", seeding_page, versioned=True)
def draw_again(call: FormCall, tournament: str) -> str:
    """Take the draft back and draw it anew, for players who came or left since."""
    number, key = round_number(), call.request.key
    rounds.unpair(call.request, tournament, number, _("drawn again"))
    rounds.pair(call.request.for_other_stream(key and f"{key}-again"), tournament, None)
    return address_of(tournament, number)


@page_form(pages, f"{_PAGE}/publish", "organiser", seeding_page, versioned=True)
def publish(call: FormCall, tournament: str) -> str:
    """Show a round to everybody."""
    number = round_number()
    rounds.publish(call.request, tournament, number)
    return address_of(tournament, number) if number == FIRST else f"/tournaments/{tournament}/rounds/{number}/results"


# ── swapped ──────────────────────────────────────────────────────────────────────────────────────────────────────────
@page_form(pages, f"{_PAGE}/swap", "organiser", _shown, versioned=True)
def swap(call: FormCall, tournament: str) -> str | Response:
    """Two players who are to change places: what it costs is shown first, then it is written."""
    caller, state = organiser(tournament)
    players = list(dict.fromkeys(request.form.getlist("player")))
    inside = set(seed_order(state)) if state.status == OPEN else {entry.player for entry in state.field}
    if len(players) != 2 or not inside.issuperset(players):
        raise NotWritten(_("Mark two players, then press again."))
    if form_text("step") != "write":
        return _swap_page(caller, state, players)
    if state.status == OPEN:
        entries.seed(call.request, tournament, "hand", _exchanged(state, players), None)
        return f"/tournaments/{tournament}/seeding/round?{_query(_word())}"
    number = round_number()
    if not any(round_.number == number for round_ in state.rounds):
        raise VersionConflict(tournament, form_version(), state.version)
    pairs, bye = swapped(state.round(number), *players)
    reason = visible_line(form_text("reason"))[:500]
    rounds.pair_by_hand(call.request, tournament, number, pairs, bye, reason, force=True)
    return address_of(tournament, number)


def _swap_page(caller: Principal | None, state: Tournament, players: Sequence[str]) -> Response:
    one, other = players
    number = FIRST if state.status == OPEN else round_number()
    seen: list[Markup] = []
    try:
        if state.status == OPEN:
            before = preview.started(deps(), caller, state.id, _word()).after
            after = preview.started(
                deps(), caller, state.id, _word(), _present(state, _exchanged(state, players))
            ).after
        else:
            round_ = state.round(number)
            pairs, bye = swapped(round_, one, other)
            before, after = state, preview.paired_by_hand(deps(), caller, state.id, number, pairs, bye).after
            seen = warnings(state, round_, pairs, bye)
    except REFUSALS as wrong:
        return _shown(state.id, Refusal(wrong))
    old = {row.seats for row in round_rows(before, number, {})}
    new = [row for row in round_rows(after, number, {}) if row.seats not in old]
    return render_page(
        "seeding/swap.html",
        round_title=tournament_labels.short_round(before, number),
        page_head=tournament_head(state, ROUNDS, number=number),
        **common(state),
        players=players,
        names=[state.label_of(player) for player in players],
        rows=new,
        groups=group_sentences(before, after),
        warnings=seen,
        cost=swap_cost(before, after, number),
        word=_word(),
        number=number,
        before_start=state.status == OPEN,
    )


def _exchanged(state: Tournament, players: Sequence[str]) -> list[str]:
    """The order of the players with two of them in each other's place."""
    places = dict(zip(players, reversed(players), strict=True))
    return [places.get(each, each) for each in seed_order(state)]


def _present(state: Tournament, players: Sequence[str]) -> list[str]:
    """The players of a list who start."""
    absent = {entry.player for entry in state.field if state.created.check_in and not entry.checked_in}
    return [player for player in players if player not in absent]
