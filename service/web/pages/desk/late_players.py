"""Players who are late, on the desk: a button for each says what their opponent is due, and writes it."""

from typing import NamedTuple

from flask_babel import gettext as _
from flask_babel import ngettext

from core.match.results.game_results import following
from core.tournament.lateness import Due
from schemas.match_states import StoredMatch
from service.handlers.desk.desk import MatchCard
from service.handlers.desk.lateness import Late
from service.web.http.form_fields import whole_number

_MATCH = "match"
"""The value of a button, instead of a number, where the whole match is due."""


class LateRuling(NamedTuple):
    """A button: `value` is the seat of the missing player and what is due, in `words`; `version` is the match's."""

    value: str
    words: str
    version: int


def rulings(table: MatchCard, found: Late) -> list[LateRuling]:
    """The buttons of a match that has not begun in time, one for each player whose opponent is due something."""
    return [
        LateRuling(
            f"{seat}.{_MATCH if due.match else due.awards}", _words(table.state, seat, found.unit, due), table.head
        )
        for seat, due in found.due.items()
        if due.match or due.awards
    ]


def _words(state: StoredMatch, seat: str, unit: str, due: Due) -> str:
    names = {"who": state.players[seat], "opponent": state.players[following(state.seats, seat)]}
    if due.match:
        return _("%(who)s is missing: the match to %(opponent)s", **names)
    if unit == "points":
        return ngettext(
            "%(who)s is missing: %(num)s point to %(opponent)s",
            "%(who)s is missing: %(num)s points to %(opponent)s",
            due.awards,
            **names,
        )
    return ngettext(
        "%(who)s is missing: %(num)s game to %(opponent)s",
        "%(who)s is missing: %(num)s games to %(opponent)s",
        due.awards,
        **names,
    )


def chosen(button: str) -> tuple[str, Due]:
    """The seat and what was due, from the value of a button; nothing due for any other text."""
    seat, _dot, count = button.partition(".")
    return seat, Due(match=True) if count == _MATCH else Due(whole_number(count) or 0)


def reason(minutes: int) -> str:
    """The reason that is written with a ruling on lateness."""
    return ngettext(
        "%(num)s minute late, by the announced rule", "%(num)s minutes late, by the announced rule", minutes
    )
