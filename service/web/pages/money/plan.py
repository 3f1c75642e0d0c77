"""The plan of fees and prizes: switched on and off by an organiser, with all sums, and winners that are named."""

import re
from collections.abc import Mapping
from typing import Any

from flask import Response, request
from flask_babel import gettext as _
from marshmallow import ValidationError

from core.errors import Invalid
from core.tournament import Tournament
from core.tournament.decisions.money import MOST_POOLS
from core.tournament.model.money import CURRENCIES, FIRST, KEPT, Plan, Pool, Prize
from core.tournament.money.account import Account, account
from schemas.requests.money import MoneyPlanning
from service.auth.authorization import authorize_tournament
from service.handlers.tournament import money
from service.translations.amounts import amount_in_words, typed_amount
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text
from service.web.i18n import locale
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import ACCEPTED, FormCall, NotWritten, Refusal, field_lines, page_form
from service.web.pages.shared.tournament_head import SETTINGS, tournament_head

pages = PageBlueprint("money_plan_pages", __name__)

Values = dict[str, Any]
_PAGE = "/tournaments/<tournament:tournament>/money"
_AMOUNTS = ("fee", "fee_again", "keep", "added", "unit")
_LINES = 4000
_FREE_POOLS = 2
"""Empty rows for further side pools."""
_PRIZE = re.compile(
    r"(?:(?P<cls>.+?)\s+)?(?P<place>[0-9]{1,4})\s*[.:)]\s*(?P<value>[0-9][0-9\s.,]*)(?P<share>%)?[^0-9%]*"
)
_USUAL = Plan("SEK", prizes=(Prize(1, share=5000), Prize(2, share=3000), Prize(3, share=2000)))


@pages.get(_PAGE)
def show(tournament: str) -> Response:
    """The form of the plan, and the sums."""
    return _page(tournament)


def _page(tournament: str, refused: Refusal = ACCEPTED) -> Response:
    authorize_tournament(deps(), visitor(request), "organiser", tournament)
    state = deps().repository.tournament(tournament)
    plan, found = state.money.plan, account(state)
    values = _typed() if refused.error and "fee" in request.form else _values(plan or _USUAL)
    shown = refused.shown(state)
    return render_page(
        "money/plan.html",
        refused.status,
        page_head=tournament_head(state, SETTINGS),
        tournament=state.id,
        version=state.version,
        on=plan is not None,
        value=values,
        currencies=list(CURRENCIES),
        sums=_sums(found) if found else [],
        over=found.final if found else False,
        named=_named(state, found) if found else [],
        rows=len(values["pools"]),
        **shown,
    )


@page_form(pages, _PAGE, "organiser", _page, versioned=True)
def plan(call: FormCall, tournament: str) -> str:
    """Set the plan, which switches the money on."""
    read = _read()
    try:
        money.set_plan(call.request, tournament, read)
    except Invalid as error:
        raise NotWritten(*field_lines(error, _field_names())) from None
    return f"/tournaments/{tournament}/money?done=saved"


@page_form(pages, f"{_PAGE}/off", "organiser", _page)
def switch_off(call: FormCall, tournament: str) -> str:
    """Switch the money off."""
    money.set_plan(call.request, tournament, None)
    return f"/tournaments/{tournament}/organise"


@page_form(pages, f"{_PAGE}/winners", "organiser", _page)
def winners(call: FormCall, tournament: str) -> str:
    """Name the winners of a side pool."""
    money.name_winners(call.request, tournament, form_text("pool"), request.form.getlist("player"))
    return f"/tournaments/{tournament}/money?done=saved#winners"


# ── what is shown ────────────────────────────────────────────────────────────────────────────────────────────────────
def _values(plan: Plan) -> Values:
    def typed(amount: int) -> str:
        return typed_amount(amount, plan.currency, locale.current())

    return {
        "currency": plan.currency,
        "fee": typed(plan.fee),
        "fee_again": "" if plan.fee_again is None else typed(plan.fee_again),
        "keep": typed(plan.keep),
        "added": typed(plan.added),
        "unit": typed(plan.unit) if plan.unit > 1 else "1",
        "remainder": plan.remainder,
        "prizes": "\n".join(_prize_line(prize, plan) for prize in plan.prizes),
        "pools": _with_free([_pool_row(pool, plan) for pool in plan.pools]),
    }


def _with_free(pools: list[Values]) -> list[Values]:
    free = {"name": "", "fee": "", "shares": "", "named": False}
    return [*pools, *[dict(free)] * min(_FREE_POOLS, MOST_POOLS - len(pools))]


def _pool_row(pool: Pool, plan: Plan) -> Values:
    shares = ", ".join(typed_amount(prize.share or 0, "SEK", "en") for prize in pool.prizes)
    fee = typed_amount(pool.fee, plan.currency, locale.current())
    return {"name": pool.name, "fee": fee, "shares": shares, "named": pool.named}


def _prize_line(prize: Prize, plan: Plan) -> str:
    place = f"{prize.player_class} {prize.place}" if prize.player_class else str(prize.place)
    if prize.share is not None:
        return f"{place}. {typed_amount(prize.share, 'SEK', locale.current())} %"
    return f"{place}. {typed_amount(prize.amount or 0, plan.currency, locale.current())}"


def _sums(found: Account) -> list[tuple[str, str, bool]]:
    """The sums: their words, the amount, and true for those that are made of the ones before."""
    rows = [
        (_("Fees that were paid"), found.fees, False),
        (_("Paid into side pools"), sum(pool.fees for pool in found.pools), False),
        (_("Added by the club"), found.plan.added, False),
        (_("Together"), found.income, True),
        (_("Prizes") if found.final else _("Prizes, as it stands now"), found.paid_out, False),
        (_("Stays with the club"), found.kept, True),
        (_("Fees that are missing"), sum(due.missing for due in found.dues), False),
    ]
    plan = found.plan
    return [(word, amount_in_words(amount, plan.currency, locale.current()), whole) for word, amount, whole in rows]


def _named(state: Tournament, found: Account) -> list[Values]:
    """The side pools whose winners are named: their players, each with true for a winner."""
    return [
        {
            "name": pool.pool.name,
            "players": [
                (player, state.label_of(player), player in state.money.winners.get(pool.pool.name, ()))
                for player in pool.players
            ],
        }
        for pool in found.pools
        if pool.pool.named
    ]


# ── what is read ─────────────────────────────────────────────────────────────────────────────────────────────────────
def _typed() -> Values:
    pools = [
        {
            "name": form_text(f"pools.{row}.name").strip(),
            "fee": form_text(f"pools.{row}.fee").strip(),
            "shares": form_text(f"pools.{row}.shares").strip(),
            "named": form_text(f"pools.{row}.named") == "1",
        }
        for row in range(MOST_POOLS)
    ]
    values: Values = {name: form_text(name).strip() for name in ("currency", "remainder", *_AMOUNTS)}
    filled = [pool for pool in pools if pool["name"] or pool["fee"] or pool["shares"]]
    return values | {"prizes": form_text("prizes", _LINES), "pools": _with_free(filled)}


def _read() -> Plan:
    """The plan of the form. Raises `NotWritten` with a line for each field that is wrong."""
    typed = _typed()
    asked: dict[str, Any] = {name: typed[name] or "0" for name in ("fee", "keep", "added")}
    asked |= {"currency": typed["currency"], "unit": typed["unit"] or "1"}
    asked |= {"remainder": typed["remainder"] if typed["remainder"] in (KEPT, FIRST) else KEPT}
    asked["fee_again"] = typed["fee_again"] or None
    asked["prizes"] = [_prize(line) for line in typed["prizes"].splitlines() if line.strip()]
    asked["pools"] = [_pool(pool) for pool in typed["pools"] if pool["name"] or pool["fee"] or pool["shares"]]
    try:
        read: Plan = MoneyPlanning().load(asked)
    except (ValidationError, Invalid) as error:
        raise NotWritten(*field_lines(error, _field_names())) from None
    return read


def _prize(line: str) -> dict[str, Any]:
    """A prize of a line such as `1. 50 %`, `2. 300` or `junior 1. 100 kr`. Raises `NotWritten`."""
    matched = _PRIZE.fullmatch(line.strip())
    if matched is None:
        raise NotWritten(_("“%(line)s” is no prize. Write the place and a sum or a share: 1. 50 %%", line=line.strip()))
    prize: dict[str, Any] = {
        "place": int(matched["place"]),
        "share" if matched["share"] else "amount": matched["value"].strip(),
    }
    return prize | ({"class": " ".join(matched["cls"].split())} if matched["cls"] else {})


def _pool(row: Mapping[str, Any]) -> dict[str, Any]:
    shares = [part.strip(" %") for part in row["shares"].replace(";", ",").split(",") if part.strip(" %")]
    prizes = [{"place": place, "share": share} for place, share in enumerate(shares, 1)]
    pool = {"name": row["name"], "fee": row["fee"] or "0", "named": row["named"]}
    return pool | ({"prizes": prizes} if prizes else {})


def _field_names() -> dict[str, str]:
    return {
        "currency": _("Currency"),
        "fee": _("Fee"),
        "fee_again": _("Fee of a re-entry or buy-back"),
        "keep": _("Of each fee the club keeps"),
        "added": _("The club adds to the prizes"),
        "unit": _("Prizes are multiples of"),
        "prizes": _("Prizes"),
        "pools": _("Side pools"),
    }
