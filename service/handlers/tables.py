"""Use cases of the tables of the hall: which match sits where."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.tournament import Tournament, decisions
from core.tournament.decisions.seating import playing, waiting
from core.tournament.words import match_words
from service.access import Principal, acting
from service.bootstrap import House
from service.handlers.deciding import decide, organiser
from service.handlers.tournaments import may_read

Json = dict[str, Any]


def set_tables(
    house: House, principal: Principal | None, tournament: str, tables: Sequence[Mapping[str, Any]], *,
    expected: int | None, key: str | None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """Say which tables there are. Raises `Malformed` for one that is named twice."""
    by = organiser(house, principal, tournament)
    rows = [(each["table"], each.get("group") or "") for each in tables]
    return _words(decide(
        house, tournament, lambda state: decisions.set_tables(state, rows), by,
        expected=expected, key=key, fingerprint=fingerprint,
    ).after)  # fmt: skip


def seat(
    house: House, principal: Principal | None, tournament: str, seats: Sequence[Mapping[str, str]], *,
    expected: int | None, key: str | None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """Put matches at tables. Raises `Malformed`, `Refused` where a table is taken."""
    by = acting(house, principal, "referee", tournament).name
    rows = [(each["match"], each["table"]) for each in seats]
    return _words(decide(
        house, tournament, lambda state: decisions.seat_by_hand(state, rows), by,
        expected=expected, key=key, fingerprint=fingerprint,
    ).after)  # fmt: skip


def show(house: House, principal: Principal | None, tournament: str) -> Json:
    """Which match sits at which table, which are free, and which matches wait for one."""
    return _words(may_read(house, principal, tournament))


def _words(state: Tournament) -> Json:
    seated = {state.seated[each.match]: each for each in playing(state) if each.match in state.seated}
    return {
        "tournament": state.id, "version": state.version,
        "tables": [
            {
                "table": name, "group": group or None,
                "match": match_words(state, seated[name]) if name in seated else None,
            }
            for name, group in state.tables
        ],
        "waiting": [match_words(state, pairing) for _, pairing in waiting(state)],
    }  # fmt: skip
