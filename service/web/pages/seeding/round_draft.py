"""A round drawn, looked at before others see it, two of it swapped by hand, and published."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from flask import Response, request
from flask_babel import gettext as _
from markupsafe import Markup

from core.tournament import Tournament
from core.tournament.model.state import OPEN, seed_order, settings_of
from schemas.visible_text import visible_line
from service.auth.authorization import Principal
from service.handlers.request import Request
from service.handlers.tournament import preview, rounds
from service.handlers.tournament.entries import entries
from service.web.http.context import deps
from service.web.http.form_fields import form_text, query_text
from service.web.i18n import core_messages
from service.web.pages.base import redirect_to, render_page
from service.web.pages.forms import conflict_sentences
from service.web.pages.seeding.page import (
    FIRST,
    REFUSALS,
    common,
    organiser,
    pages,
    round_number,
    seeding_page,
    visible_word,
    written,
)
from service.web.pages.seeding.round_rows import cost_sentences, group_sentences, round_rows, swapped, warnings

_PAGE = "/tournaments/<tournament:tournament>/seeding"


# ── drawn ────────────────────────────────────────────────────────────────────────────────────────────────────────────
@pages.post(f"{_PAGE}/draw")
def draw(tournament: str) -> Response:
    """Start, so that the first round is a draft; later pair the next round. A format that pairs by itself is only
    looked at here."""
    _caller, state = organiser(tournament)
    word = _word()
    if state.seed is not None:
        return written(tournament, lambda order: rounds.pair(order, tournament, round_number()))
    if state.status == OPEN and not state.format.on_command:
        lots = word or deps().secret()[:16]
        return redirect_to(f"/tournaments/{tournament}/seeding/round?{_query(lots)}")
    return written(tournament, lambda order: entries.start(order, tournament, word or None, drafts=True))


@pages.get(f"{_PAGE}/round")
def look(tournament: str) -> Response:
    """The first round as it would be with the order and the word as they are. Nothing is written."""
    return _look(tournament, word=visible_word(query_text("word")))


@pages.post(f"{_PAGE}/start")
def start(tournament: str) -> Response:
    """Start as it was looked at."""
    word = _word()

    def shown(tournament_id: str, status: int, alarm: str = "", **more: Any) -> Response:
        return _look(tournament_id, status, alarm, word=word, **more)

    return written(tournament, lambda order: entries.start(order, tournament, word or None), shown=shown)


@pages.post(f"{_PAGE}/again")
def draw_again(tournament: str) -> Response:
    """Take the draft back and draw it anew, for players who came or left since."""
    organiser(tournament)
    number = round_number()

    def again(order: Request) -> None:
        rounds.unpair(order, tournament, number, _("drawn again"))
        key = None if order.key is None else f"{order.key}-again"
        rounds.pair(order.for_other_stream(key), tournament, None)

    return written(tournament, again)


@pages.post(f"{_PAGE}/publish")
def publish(tournament: str) -> Response:
    """Show a round to everybody."""
    number = round_number()
    back = "" if number == FIRST else f"/tournaments/{tournament}/rounds/{number}/results"
    return written(tournament, lambda order: rounds.publish(order, tournament, number), back)


# ── swapped ──────────────────────────────────────────────────────────────────────────────────────────────────────────
@pages.post(f"{_PAGE}/swap")
def swap(tournament: str) -> Response:
    """Two players who are to change places: what it costs is shown first, then it is written."""
    caller, state = organiser(tournament)
    players = list(dict.fromkeys(request.form.getlist("player")))
    inside = set(seed_order(state)) if state.status == OPEN else {each.player for each in state.field}
    if len(players) != 2 or not inside.issuperset(players):
        return _shown(tournament, 422, _("Mark two players, then press again."))
    if form_text("step") != "write":
        return _swap_page(caller, state, players)
    word, back = _word(), ""
    if state.status == OPEN:
        back = f"/tournaments/{tournament}/seeding/round?{_query(word)}"
        order_ = _exchanged(state, players)
        return written(
            tournament, lambda order: entries.seed(order, tournament, "hand", order_, None), back, shown=_shown
        )
    number = round_number()
    if not any(each.number == number for each in state.rounds):
        return seeding_page(tournament, 409, conflict=state.version)
    pairs, bye = swapped(state.round(number), *players)
    reason = visible_line(form_text("reason"))[:500]
    return written(
        tournament,
        lambda order: rounds.pair_by_hand(order, tournament, number, pairs, bye, reason, force=True),
    )


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
        return _shown(state.id, 409, Markup(" ").join(core_messages.wrong(wrong)))
    old = {row.seats for row in round_rows(before, number, {})}
    new = [row for row in round_rows(after, number, {}) if row.seats not in old]
    return render_page(
        "seeding/swap.html",
        **common(state),
        players=players,
        names=[state.label_of(each) for each in players],
        rows=new,
        groups=group_sentences(before, after),
        warnings=seen,
        costs=cost_sentences(before, after, number),
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
    absent = {each.player for each in state.field if state.created.check_in and not each.checked_in}
    return [each for each in players if each not in absent]


# ── the page ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def _shown(tournament_id: str, status: int, alarm: str = "", **more: Any) -> Response:
    """The page on which the two were marked."""
    _caller, state = organiser(tournament_id)
    if state.status == OPEN and not state.format.on_command:
        return _look(tournament_id, status, alarm, word=_word(), **more)
    return seeding_page(tournament_id, status, alarm, **more)


def _look(
    tournament_id: str, status: int = 200, alarm: str = "", *, word: str, conflict: int | None = None
) -> Response:
    caller, state = organiser(tournament_id)
    if state.status != OPEN or state.format.on_command:
        return redirect_to(f"/tournaments/{tournament_id}/seeding")
    lots = word or deps().secret()[:16]
    try:
        after = preview.started(deps(), caller, tournament_id, lots).after
    except REFUSALS as wrong:
        return seeding_page(tournament_id, 409, Markup(" ").join(core_messages.wrong(wrong)))
    rows = round_rows(after, FIRST, after.seated) if after.rounds else []
    absent = [each.name for each in after.entries if each.withdrawn and each.player not in state.withdrawn]
    return render_page(
        "seeding/round.html",
        status,
        **common(state),
        number=FIRST,
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
        alarm=alarm,
        conflict=conflict is not None,
        meanwhile=conflict_sentences(deps(), state, conflict),
    )


def _word() -> str:
    return visible_word(form_text("word"))


def _query(word: str) -> str:
    return urlencode({"word": word})
