"""Use cases of rounds: pairing the next one."""

from typing import Any

from core.tournament import decisions
from service.access import Principal
from service.bootstrap import House
from service.handlers.deciding import decide, organiser

Json = dict[str, Any]


def pair(
    house: House, principal: Principal | None, tournament: str, number: int | None, *,
    expected: int | None, key: str | None, fingerprint: str = "",
) -> tuple[Json, bool]:  # fmt: skip
    """Pair the next round, exactly once: the tournament, and whether anything was paired just now or by this key.

    Raises `Refused` naming the matches that are waited for.
    """
    by = organiser(house, principal, tournament)
    decided = decide(
        house, tournament, lambda state: decisions.pair_round(state, number), by,
        expected=expected, key=key, fingerprint=fingerprint,
    )  # fmt: skip
    return decided.words, decided.after.version > decided.before.version
