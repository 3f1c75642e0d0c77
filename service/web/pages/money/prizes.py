"""The prizes of a tournament: what each is worth, and once it is over who has won what."""

from typing import NamedTuple

from flask import Response, request
from flask_babel import gettext as _

from core.errors import NotFound
from core.tournament.model.money import WHOLE
from core.tournament.money.account import account
from core.tournament.money.prize_tables import PrizeTable, prize_tables
from service.handlers.tournament.tournaments import may_read
from service.translations.amounts import amount_in_words, share_in_words
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.i18n import locale
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.head import role_here
from service.web.pages.shared.tournament_head import PRIZES, tournament_head

pages = PageBlueprint("prize_pages", __name__)


class ShownTable(NamedTuple):
    """A table of prizes: its heading, and its lines of place, prize and winners with their sums."""

    title: str
    about: str
    lines: list[tuple[int, str, list[tuple[str, str]]]]


@pages.get("/tournaments/<tournament:tournament>/prizes")
def show(tournament: str) -> Response:
    """The prizes, of all players, of classes and of side pools. Raises `NotFound` where no money is planned."""
    state = may_read(deps(), visitor(request), tournament)
    money = account(state)
    if money is None:
        raise NotFound("money of the tournament", tournament)
    return render_page(
        "money/prizes.html",
        page_head=tournament_head(state, PRIZES),
        tournament=state.id,
        final=money.final,
        fee=amount_in_words(money.plan.fee, money.plan.currency, locale.current()) if money.plan.fee else "",
        tables=[_shown(prize_table, money.plan.currency) for prize_table in prize_tables(state, money)],
        lang=locale.current(),
        organises=role_here(visitor(request), state.created.club) == "organiser",
    )


def _shown(table: PrizeTable, currency: str) -> ShownTable:
    language = locale.current()
    title = table.pool or table.player_class or _("All players")
    about = ""
    if table.pool:
        about = _("Side pool, %(fee)s to enter.", fee=amount_in_words(table.fee, currency, language))
    lines = []
    for line in table.lines:
        worth = amount_in_words(line.amount, currency, language)
        if line.share is not None and line.share < WHOLE:
            worth = f"{worth} ({share_in_words(line.share, language)})"
        winners = [(name, amount_in_words(amount, currency, language)) for name, amount in line.winners]
        lines.append((line.place, worth if line.has_prize else "", winners))
    return ShownTable(title, about, lines)
