"""The lots that ordered the players, for everybody who may see the tournament: the word, and each player's lot."""

from typing import NamedTuple

from flask import Response, request

from core.errors import NotFound
from core.tournament import Tournament
from core.tournament.brackets.explanation import exchange_sentences
from core.tournament.pairing.lots import lot, seed_of
from service.handlers.tournament.tournaments import may_read
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.i18n import core_messages
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.shared.tournament_head import PLAYERS, tournament_head

pages = PageBlueprint("lots_pages", __name__)


class Lot(NamedTuple):
    """A player, the text of which the lot is the SHA-256, and the lot."""

    name: str
    text: str
    digits: str


@pages.get("/tournaments/<tournament:tournament>/lots")
def show(tournament: str) -> Response:
    """The seeded players, the word and the lots, the lowest first, and who changed places.

    Raises `NotFound` where there are neither lots nor exchanges.
    """
    state = may_read(deps(), visitor(request), tournament)
    seeded = state.draw.seeded if state.draw.seeded and state.draw.seeded.method == "lots" else None
    if seeded is None and not state.draw.exchanges:
        raise NotFound("page", "lots")
    return render_page(
        "seeding/lots.html",
        page_head=tournament_head(state, PLAYERS),
        tournament=tournament,
        name=state.created.name,
        word=seeded.seed if seeded else "",
        words=state.draw.words if seeded and state.draw.words and seeded.seed == seed_of(state.draw.words) else (),
        exchanges=[core_messages.translate(sentence) for _exchange, sentence in exchange_sentences(state)],
        seeds=[state.name_of(each) for each in state.draw.seeding[: state.draw.seeds or 0]],
        lots=lots_of(state),
    )


def lots_of(state: Tournament) -> list[Lot]:
    """The lots by which the players were last put in order, behind the seeds; none if it was another way."""
    seeded = state.draw.seeded
    if seeded is None or seeded.method != "lots" or not seeded.seed:
        return []
    players = seeded.players[state.draw.seeds or 0 :]
    return [Lot(state.name_of(player), f"{seeded.seed}:{player}", lot(player, seeded.seed)) for player in players]
