"""A tournament's page elsewhere: its description for a link that is shared, and if it is shown in a frame."""

from flask_babel import gettext as _

from core.tournament import Tournament
from core.tournament.model.state import RUNNING
from core.tournament.standings.standings import standings
from service.translations.isolation import isolated
from service.web.i18n import tournament_details, tournament_labels
from service.web.pages.shared import standings_table
from service.web.pages.shared.frames import may_frame
from service.web.pages.shared.winners import winners

_FIRST = 3


def is_frame(state: Tournament) -> bool:
    """True if another website shows the tournament's page in a frame, and the club allows it."""
    return state.created.published and may_frame(state.created.club)


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
    return " · ".join(str(part) for part in parts if part)
