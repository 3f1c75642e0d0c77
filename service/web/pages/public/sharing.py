"""A tournament's page elsewhere: its description for a link that is shared, and as a frame on another website."""

from flask import Response, request
from flask_babel import gettext as _

from core.tournament import Tournament
from core.tournament.model.state import RUNNING
from core.tournament.standings.standings import standings
from service.auth.authorization import Principal
from service.translations.isolation import isolated
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.i18n import tournament_details, tournament_labels
from service.web.pages.base import HEADERS
from service.web.pages.shared import standings_table
from service.web.pages.shared.winners import winners

_POLICY = "Content-Security-Policy"
_FIRST, _EMBED = 3, "embed"


def reader() -> Principal | None:
    """The visitor; in a frame it is a stranger, also where the browser is signed in here."""
    return None if request.args.get(_EMBED) == "1" else visitor(request)


def is_frame(state: Tournament) -> bool:
    """True if another website shows the page in a frame, and the club allows it."""
    asked = request.args.get(_EMBED) == "1" and state.created.published
    return asked and deps().repository.club(state.created.club, fresh=False).embedding


def allow_frame(response: Response) -> Response:
    """The page for a frame on any website; it has no form and nothing of a signed-in person."""
    response.headers[_POLICY] = HEADERS[_POLICY].replace("frame-ancestors 'none'", "frame-ancestors http: https:")
    return response


def description(state: Tournament) -> str:
    """One line about a tournament: format, date and place, and how it stands."""
    details = state.created.details or {}
    parts = [tournament_labels.format_name(state), tournament_details.when(details), details.get("place", "")]
    if state.called_off is not None:
        parts = [_("Called off: %(reason)s", reason=state.called_off), *parts]
    elif over := winners(state):
        parts += [f"{place.word}: {', '.join(place.names)}" for place in over.places]
    elif state.status == RUNNING:
        first = [f"{line.rank}. {isolated(line.name)}" for line in standings(state)[:_FIRST] if line.played]
        parts += [standings_table.progress(state)["title"], *first]
    elif state.field:
        parts.append(_("%(count)s have entered", count=len(state.field)))
    return " · ".join(str(each) for each in parts if each)
