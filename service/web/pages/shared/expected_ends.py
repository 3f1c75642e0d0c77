"""Ends of the round and of the evening, as pages show them: those that are expected, and the time that a round has."""

from typing import NamedTuple

from flask_babel import gettext as _

from core.tournament import Tournament
from core.tournament.model.state import RUNNING
from service.handlers.desk.desk import rounds_in_play
from service.handlers.planning.expected_end import expected_end
from service.web.http.context import deps
from service.web.i18n import tournament_labels
from service.web.i18n.times import expected_time, span


class RoundClock(NamedTuple):
    """The time of a round: its name, start and end (Unix ms), and both as text. `runs`: matches of it are open."""

    name: str
    starts: int
    ends: int
    text: str
    runs: bool


def round_clock(state: Tournament, number: int) -> RoundClock | None:
    """The clock of a round; `None` if no time was set for it."""
    time = state.times.get(number)
    if time is None:
        return None
    waiting = {pairing.match for pairing in state.to_play} if state.status == RUNNING else set()
    runs = any(
        pairing.match in waiting for round_ in state.rounds if round_.number == number for pairing in round_.pairings
    )
    name = tournament_labels.short_round(state, number)
    return RoundClock(name, *time, span(*time, state.created.details, deps().clock()), runs)


def round_clocks(state: Tournament) -> list[RoundClock]:
    """The clocks of the rounds that are played now."""
    found = [round_clock(state, round_.number) for round_ in rounds_in_play(state)] if state.times else []
    return [clock for clock in found if clock is not None and clock.runs]


def expected_ends(state: Tournament) -> dict[str, str]:
    """By `round`, `all`, `early` and `late` a time to five minutes, and in `basis` the lengths of games that were used.

    Empty for a tournament that is not played.
    """
    end = expected_end(deps(), state)
    if end is None:
        return {}
    now, times = deps().clock(), {name: getattr(end, name) for name in ("round", "all", "early", "late")}
    texts = {name: expected_time(at, now, state.created.details) for name, at in times.items()}
    return texts | {"basis": _basis(end.measured)}


def _basis(measured: int) -> str:
    if measured:
        return _("measured on %(count)s games of the club", count=measured)
    return _("by the usual lengths of games")
