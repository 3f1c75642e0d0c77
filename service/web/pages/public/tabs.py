"""Tabs of a tournament's page: which there are, and with which it opens."""

from typing import NamedTuple

from flask_babel import gettext as _

from core.tournament import Tournament
from core.tournament.model.state import CALLED_OFF, FINISHED, RUNNING
from core.tournament.views.stages import in_brackets
from service.web.i18n.tournament_labels import Badge

NOW, ROUNDS, STANDINGS, BRACKET = "now", "rounds", "standings", "bracket"


class Tab(NamedTuple):
    """A tab by its address below the tournament's, and its word."""

    key: str
    word: str


def tabs_of(state: Tournament) -> list[Tab]:
    """The tabs of a tournament that has rounds."""
    drawn = _("Bracket") if state.format.plan is not None else _("On one sheet")
    return [Tab(NOW, _("Now")), Tab(ROUNDS, _("Rounds")), Tab(STANDINGS, _("Standings")), Tab(BRACKET, drawn)]


def first_tab(state: Tournament) -> str:
    """The tab with which the page opens: a bracket if one is played, else now, and at the end the standings."""
    if in_brackets(state):
        return BRACKET
    return STANDINGS if state.status == FINISHED else NOW


def status_badge(state: Tournament) -> Badge:
    """The status of a tournament, as an icon and a word."""
    if state.status == RUNNING:
        return Badge("playing", "▶", _("in play"))
    if state.status == FINISHED:
        return Badge("finished", "✔", _("finished"))
    if state.status == CALLED_OFF:
        return Badge("alarm", "✕", _("called off"))
    return Badge("waiting", "○", _("entries are open"))
