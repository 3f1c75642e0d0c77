"""Expected ends of the round and of the evening, as the desk and the public page show them."""

from flask_babel import gettext as _

from core.tournament import Tournament
from service.handlers.planning.expected_end import expected_end
from service.web.http.context import deps
from service.web.i18n.times import expected_time


def expected_ends(state: Tournament) -> dict[str, str]:
    """By `round`, `all`, `early` and `late` a time to five minutes, and in `basis` the lengths of games that were used.

    Empty for a tournament that is not played.
    """
    found = expected_end(deps(), state)
    if found is None:
        return {}
    now, times = deps().clock(), {name: getattr(found, name) for name in ("round", "all", "early", "late")}
    return {name: expected_time(at, now) for name, at in times.items()} | {"basis": _basis(found.measured)}


def _basis(measured: int) -> str:
    if measured:
        return _("measured on %(count)s games of the club", count=measured)
    return _("by the usual lengths of games")
