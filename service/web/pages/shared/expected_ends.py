"""Expected ends of the round and of the evening, as the desk and the public page show them."""

from core.tournament import Tournament
from service.handlers.planning.expected_end import expected_end
from service.web.http.context import deps
from service.web.i18n.times import expected_time


def expected_ends(state: Tournament) -> dict[str, str]:
    """By `round`, `all`, `early` and `late` a time to five minutes; nothing for a tournament that is not played."""
    found = expected_end(deps(), state)
    now = deps().clock()
    return {name: expected_time(at, now) for name, at in found._asdict().items()} if found else {}
