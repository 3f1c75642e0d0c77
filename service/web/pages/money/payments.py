"""Payments at the door: a large tick for each player, who has not paid, other amounts, side pools and classes."""

from typing import NamedTuple
from urllib.parse import urlencode

from flask import Response, request
from flask_babel import gettext as _

from core.club.similar_names import without_accents
from core.errors import NotFound
from core.tournament import Tournament
from core.tournament.model.money import Payment, Plan, read_amount
from core.tournament.model.values import Entry
from core.tournament.money.account import NOTHING_PAID, Due, account, fee_of
from schemas.requests.money import POOL, classes_of
from service.auth.authorization import authorize_tournament
from service.handlers.tournament import money
from service.translations.amounts import amount_in_words, typed_amount
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import ID_LENGTH, NAME_LENGTH, form_text, query_text
from service.web.i18n import locale
from service.web.i18n.name_order import name_order
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import ACCEPTED, FormCall, NotWritten, Refusal, page_form
from service.web.pages.shared.rights import organises_tournament
from service.web.pages.shared.tournament_head import PLAYERS, tournament_head

pages = PageBlueprint("payment_pages", __name__)

_PAGE = "/tournaments/<tournament:tournament>/payments"
_PLAYER = f"{_PAGE}/<player:player>"
_DECIMALS = 3
"""The most decimals that are read; the currency may have fewer, which its refusal says."""


class Line(NamedTuple):
    """A player of the list: if all is paid, and what is written on the right."""

    player: str
    name: str
    done: bool
    mark: str


class Kind(NamedTuple):
    """A fee of the player's page: the entry fee (`pool` is empty) or a side pool, and what of it was paid."""

    pool: str
    title: str
    fee: str
    paid: str
    waived: bool
    inside: bool
    leaves: bool


@pages.get(_PAGE)
def show(tournament: str) -> Response:
    """All players with a tick each; `?pool=` a side pool, `?find=` a part of a name, `?missing=1` who has not paid."""
    return list_page(tournament)


def list_page(tournament: str, refused: Refusal = ACCEPTED) -> Response:
    """The list as it is now, with what was refused."""
    authorize_tournament(deps(), visitor(request), "referee", tournament)
    state = deps().repository.tournament(tournament)
    plan = _plan(state)
    text = form_text if refused.error else query_text
    pool = text("pool", NAME_LENGTH)
    if plan.pool(pool) is None:
        pool = "" if plan.fee or not plan.pools else plan.pools[0].name
    find, missing = text("find", NAME_LENGTH).strip(), query_text("missing")
    dues = _dues(state, plan, pool)
    lines = [_line(state, plan, due) for due in dues]
    shown = [line for line in lines if _found(line, find) and not (missing and line.done)]
    return render_page(
        "money/payments.html",
        refused.status,
        page_head=tournament_head(state, PLAYERS, "payments"),
        tournament=state.id,
        teams=state.format.teams,
        pool=pool,
        pools=[each.name for each in plan.pools],
        fee=plan.fee,
        lines=shown,
        all=lines,
        find=find,
        missing=missing,
        done=sum(line.done for line in lines),
        sum=_words(plan, sum(due.payment.paid for due in dues)),
        left=_words(plan, sum(due.missing for due in dues)) if not pool else "",
        organises=organises_tournament(tournament),
        **refused.shown(state),
    )


@page_form(pages, _PAGE, "referee", list_page)
def toggle(call: FormCall, tournament: str) -> str:
    """Note that a player has paid all of a fee, or nothing after all; of a side pool they are out then."""
    player, pool = form_text("player", ID_LENGTH), form_text("pool", POOL) or None
    if form_text("paid") == "1":
        money.note_payment(call.request, tournament, player, None, pool)
    else:
        money.note_payment(call.request, tournament, player, "0", pool, leaves=True)
    return _list_address(tournament, f"at-{player}")


@pages.get(_PLAYER)
def show_player(tournament: str, player: str) -> Response:
    """The fees of a player: another amount, a rest that is not asked for, side pools, and classes for prizes."""
    return _player_page(tournament, player)


def _player_page(tournament: str, player: str, refused: Refusal = ACCEPTED) -> Response:
    authorize_tournament(deps(), visitor(request), "referee", tournament)
    state = deps().repository.tournament(tournament)
    plan, entry = _plan(state), state.entry(player)
    kinds = [_kind(state, plan, entry, "")] if plan.fee or not plan.pools else []
    kinds += [_kind(state, plan, entry, pool.name) for pool in plan.pools]
    known = {name for class_ in state.money.classes.values() for name in class_}
    known |= {prize.player_class for prize in plan.prizes if prize.player_class}
    return render_page(
        "money/player.html",
        refused.status,
        page_head=tournament_head(state, PLAYERS, "payments"),
        tournament=state.id,
        entry=entry,
        kinds=kinds,
        currency=plan.currency,
        classes=", ".join(state.money.classes.get(player, ())),
        known=sorted(known),
        organises=organises_tournament(tournament),
        typed_pool=form_text("pool", POOL) if refused.error else None,
        **refused.shown(state),
    )


@page_form(pages, _PLAYER, "referee", _player_page)
def note(call: FormCall, tournament: str, player: str) -> str:
    """Note how much a player has paid in all, or take them out of a side pool (`step=leave`)."""
    pool = form_text("pool", POOL) or None
    if form_text("step") == "leave":
        money.note_payment(call.request, tournament, player, "0", pool, leaves=True)
    else:
        amount = form_text("amount", NAME_LENGTH).strip() or "0"
        if read_amount(amount, _DECIMALS) is None:
            raise NotWritten(_("“%(amount)s” is no amount, such as 100 or 99.50.", amount=amount))
        money.note_payment(call.request, tournament, player, amount, pool, waived=form_text("waived") == "1")
    return _list_address(tournament, f"at-{player}")


@page_form(pages, f"{_PLAYER}/classes", "organiser", _player_page)
def classes(call: FormCall, tournament: str, player: str) -> str:
    """Set the classes of a player, written with commas between them."""
    money.set_classes(call.request, tournament, player, classes_of(form_text("classes")))
    return _list_address(tournament, f"at-{player}")


def _plan(state: Tournament) -> Plan:
    if state.money.plan is None:
        raise NotFound("money of the tournament", state.id)
    return state.money.plan


def _list_address(tournament_id: str, anchor: str = "") -> str:
    query = {name: text for name in ("pool", "find", "missing") if (text := form_text(name, NAME_LENGTH))}
    address = f"/tournaments/{tournament_id}/payments" + (f"?{urlencode(query)}" if query else "")
    return f"{address}#{anchor}" if anchor else address


def _dues(state: Tournament, plan: Plan, pool: str) -> list[Due]:
    """The fees of a kind in the order of names: all players, for a side pool those who are not in it, too."""
    found = account(state)
    own = {due.entry.player: due for due in found.dues if due.pool == pool} if found else {}
    side = plan.pool(pool)
    for entry in state.entries if side else ():
        if not entry.withdrawn and entry.player not in own:
            own[entry.player] = Due(entry, pool, side.fee if side else 0, NOTHING_PAID)
    return sorted(own.values(), key=lambda due: (name_order(due.entry.name), due.entry.player))


def _line(state: Tournament, plan: Plan, due: Due) -> Line:
    paid, fee = due.payment, due.fee
    done = paid.waived or (paid.paid >= fee if fee else paid.paid > 0)
    if due.entry.withdrawn:
        mark = _("has left, paid %(amount)s", amount=_words(plan, paid.paid))
    elif paid.waived and paid.paid < fee:
        mark = _("✓ owes no more")
    elif done:
        mark = _("✓ paid %(amount)s", amount=_words(plan, paid.paid))
    elif paid.paid:
        mark = _("%(missing)s is missing", missing=_words(plan, due.missing))
    elif due.pool and due.entry.player not in state.money.pools.get(due.pool, ()):
        mark = _("not in it")
    else:
        mark = f"○ {_words(plan, fee)}"
    return Line(due.entry.player, state.label_of(due.entry.player), done, mark)


def _kind(state: Tournament, plan: Plan, entry: Entry, pool: str) -> Kind:
    side = plan.pool(pool) if pool else None
    paid: Payment = state.money.payments.get((entry.player, pool), NOTHING_PAID)
    inside = entry.player in state.money.pools.get(pool, ()) if side else True
    fee = side.fee if side else fee_of(entry, plan)
    amount = typed_amount(paid.paid, plan.currency, locale.current())
    return Kind(pool, pool or _("Fee"), _words(plan, fee), amount, paid.waived, inside, bool(side) and inside)


def _words(plan: Plan, amount: int) -> str:
    return amount_in_words(amount, plan.currency, locale.current())


def _found(line: Line, find: str) -> bool:
    return without_accents(find) in without_accents(line.name)
