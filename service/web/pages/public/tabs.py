"""Keys of the parts of a tournament's page that change as it is played, and the badge of its status in lists."""

from flask_babel import gettext as _

from core.tournament import Tournament
from core.tournament.model.state import CALLED_OFF, FINISHED, RUNNING
from service.web.i18n.tournament_labels import Badge

NOW, ROUNDS, STANDINGS, BRACKET = "now", "rounds", "standings", "bracket"


def status_badge(state: Tournament) -> Badge:
    """The status of a tournament, as an icon and a word."""
    if state.status == RUNNING:
        return Badge("playing", "▶", _("in play"))
    if state.status == FINISHED:
        return Badge("finished", "✔", _("finished"))
    if state.status == CALLED_OFF:
        return Badge("alarm", "✕", _("called off"))
    return Badge("waiting", "○", _("entries are open"))
