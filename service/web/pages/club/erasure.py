"""Page of the erasure of a player's name: what follows is read first, and then how far it is."""

from flask import Response, request

from service.handlers import erasure
from service.store.maintenance.erasures import WORKING
from service.translations.isolation import beside
from service.web.http import heavy_reads
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.club.players import PLAYERS
from service.web.pages.forms import ACCEPTED, FormCall, Refusal, page_form

pages = PageBlueprint("erasure_pages", __name__)

_ERASURE = f"{PLAYERS}/<player:player>/erasure"
_REFRESH_SECONDS = 2


@pages.get(_ERASURE)
def erasure_page(club: str, player: str) -> Response:
    """The consequences of erasing the name; of a name that is being erased, how far it is."""
    return _page(club, player)


def _page(club: str, player: str, refused: Refusal = ACCEPTED) -> Response:
    with heavy_reads.place():
        consequences = erasure.consequences(deps(), visitor(request), club, player)
    texts = [(text, _place(text.stream)) for text in consequences.texts]
    response = render_page(
        "club/erasure.html",
        refused.status,
        slug=club,
        club=deps().repository.club(club).name,
        found=consequences,
        texts=texts,
        more=consequences.text_count - len(texts),
        alarm=refused.alarm,
    )
    if consequences.erasure is not None and consequences.erasure.state == WORKING:
        response.headers["Refresh"] = str(_REFRESH_SECONDS)
    return response


def _place(stream: str) -> str:
    """The name of a tournament or of a match where a text stands; none for the club's own log."""
    if stream.startswith("c_"):
        return ""
    if stream.startswith("t_") and "." not in stream:
        return deps().repository.tournament_opening(stream).name
    return beside(deps().repository.match(stream).players.values())


@page_form(pages, _ERASURE, "organiser", _page)
def erase(call: FormCall, club: str, player: str) -> str:
    """Have the name erased."""
    seen, ticked = request.form.getlist("seen"), set(request.form.getlist("erase"))
    decided = {each: each in ticked for each in seen[: erasure.MOST_TEXTS]}
    erasure.erase(call.request, club, player, texts=True, decided=decided)
    return f"/clubs/{club}/players/{player}/erasure"
