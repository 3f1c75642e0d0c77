"""Page and file with everything that a club has of a player, for an organiser who hands it over to them."""

import json
from collections.abc import Sequence

from flask import Response, request
from flask_babel import gettext as _

from core.games import game_of
from schemas.dump import dumper
from schemas.views.clubs import PersonalData
from service.handlers import personal_data
from service.handlers.club.audit import step_entry
from service.translations.isolation import beside
from service.web.http import heavy_reads
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.i18n import accounts, labels, tournament_labels
from service.web.pages.base import PageBlueprint, finish_response, render_page
from service.web.pages.club import audit_rows
from service.web.pages.club.players import PLAYERS, with_status

pages = PageBlueprint("personal_data", __name__)

_PERSONAL_DATA = f"{PLAYERS}/<player:player>/personal-data"


@pages.get(_PERSONAL_DATA)
def personal_data_page(club: str, player: str) -> Response:
    """Everything that the club has of a player, in words and on paper."""
    with heavy_reads.place():
        person = personal_data.find(deps(), visitor(request), club, player)
        folded = deps().repository.club(club)
        return render_page(
            "club/personal_data.html",
            slug=club,
            club=folded.name,
            person=person,
            played=with_status(person.tournaments),
            role_word=accounts.role,
            kind_word=tournament_labels.labels().cell,
            round_word=tournament_labels.round_of_match,
            ratings=[(labels.game_name(game_of(rating.game)), round(rating.rating, 1)) for rating in person.ratings],
            friendly_matches=[
                (friendly_match, beside(deps().repository.match(friendly_match).players.values()))
                for friendly_match in person.friendly_matches
            ],
            asked=[
                (deps().repository.tournament(kept_request.tournament).created.name, kept_request)
                for kept_request in person.requests
            ],
            money=[_money_row(person, money_of_player) for money_of_player in person.money],
            sign_ins=[
                audit_rows.row(deps(), folded, step_entry(sign_in_attempt)) for sign_in_attempt in person.sign_ins
            ],
            mentions=[(audit_rows.row(deps(), folded, mention.entry), mention.texts) for mention in person.mentions],
        )


@pages.get(f"{_PERSONAL_DATA}.json")
def personal_data_file(club: str, player: str) -> Response:
    """The same as a file."""
    with heavy_reads.place():
        person = personal_data.find(deps(), visitor(request), club, player)
    text = json.dumps(dumper(PersonalData)(person), ensure_ascii=False, indent=2)
    response = Response(f"{text}\n", mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{person.id}.json"'
    return finish_response(response)


def _money_row(
    person: personal_data.PersonalData, money: personal_data.MoneyOfPlayer
) -> tuple[str, list[str], Sequence[str]]:
    """The name of a tournament, what was paid there of each fee, and the classes of the player."""
    name = next(tournament.name for tournament in person.tournaments if tournament.id == money.tournament)
    paid = [
        _("%(paid)s of %(fee)s", paid=payment.paid, fee=f"{payment.fee} {money.currency}")
        + (f" ({payment.pool})" if payment.pool else "")
        for payment in money.payments
    ]
    return name, paid, money.classes
