"""Use cases of rounds: pairing the next one, by hand or anew, showing it; and the end of the tournament."""

from collections.abc import Sequence
from typing import Any

from core.events import Event
from core.tournament import Tournament, decisions
from service.access import Principal, acting
from service.bootstrap import House
from service.handlers.deciding import decide, organiser
from service.handlers.people import entered

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


def publish(
    house: House, principal: Principal | None, tournament: str, number: int, *,
    expected: int | None, key: str | None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """Show a drafted round to everybody, and open its matches. Raises `Unknown`, `Refused`."""
    by = organiser(house, principal, tournament)
    return decide(
        house, tournament, lambda state: decisions.publish_round(state, number), by,
        expected=expected, key=key, fingerprint=fingerprint,
    ).words  # fmt: skip


def unpair(
    house: House, principal: Principal | None, tournament: str, number: int, reason: str, *,
    expected: int | None, key: str | None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """Take the last round back, which nobody has begun. Raises `Unknown`, `Refused`."""
    by = organiser(house, principal, tournament)
    return decide(
        house, tournament, lambda state: decisions.unpair(state, number, reason), by,
        expected=expected, key=key, fingerprint=fingerprint,
    ).words  # fmt: skip


def pair_by_hand(
    house: House, principal: Principal | None, tournament: str, number: int, pairs: Sequence[Sequence[str]],
    bye: str | None, reason: str, *, force: bool, expected: int | None, key: str | None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """Pair a round that nobody has begun as the director says. Raises `Malformed`, `Unknown`, `Refused`."""
    by = organiser(house, principal, tournament)

    def pairing(state: Tournament) -> list[Event]:
        found = entered(state, named_pairs(pairs) | ({} if bye is None else {"bye": bye}))
        return decisions.pair_by_hand(state, number, of_pairs(pairs, found), found.get("bye"), reason, force=force)

    return decide(house, tournament, pairing, by, expected=expected, key=key, fingerprint=fingerprint).words


def avoid(
    house: House, principal: Principal | None, tournament: str, pairs: Sequence[Sequence[str]], reason: str, *,
    hard: bool | None, expected: int | None, key: str | None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """Keep players apart, `hard` or if it can be helped; `hard` None: let them meet again.

    Answers all who are kept apart then. Raises `Malformed`, `Refused`.
    """
    by = organiser(house, principal, tournament)

    def deciding(state: Tournament) -> list[Event]:
        rows = of_pairs(pairs, entered(state, named_pairs(pairs)))
        if hard is None:
            return decisions.allow(state, rows, reason)
        return decisions.avoid(state, rows, reason, hard=hard)

    decided = decide(house, tournament, deciding, by, expected=expected, key=key, fingerprint=fingerprint)
    return _avoided(decided.after)


def avoided(house: House, principal: Principal | None, tournament: str) -> Json:
    """Who is kept apart from whom: nothing that players see."""
    acting(house, principal, "referee", tournament)
    return _avoided(house.shelf.tournament(tournament))


def _avoided(state: Tournament) -> Json:
    rows = [
        {"players": [{"id": each, "name": state.entry(each).name} for each in pair], "hard": hard}
        for pair, hard in state.avoided.items()
    ]
    return {"tournament": state.id, "version": state.version, "avoidances": rows}


def end(
    house: House, principal: Principal | None, tournament: str, reason: str, *,
    expected: int | None, key: str | None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """End a tournament before its format does. Raises `Refused`."""
    by = organiser(house, principal, tournament)
    return decide(
        house, tournament, lambda state: decisions.end(state, reason), by,
        expected=expected, key=key, fingerprint=fingerprint,
    ).words  # fmt: skip


def show_to(
    house: House, principal: Principal | None, tournament: str, *,
    published: bool, expected: int | None, key: str | None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """Show a tournament to everybody, or to the club's people alone."""
    by = organiser(house, principal, tournament)
    return decide(
        house, tournament, lambda state: decisions.publish(state, published=published), by,
        expected=expected, key=key, fingerprint=fingerprint,
    ).words  # fmt: skip


def named_pairs(pairs: Sequence[Sequence[str]]) -> dict[str, str]:
    """The players of pairs by the paths at which they are named."""
    return {f"pairs.{place}.{seat}": who for place, pair in enumerate(pairs) for seat, who in enumerate(pair)}


def of_pairs(pairs: Sequence[Sequence[str]], found: dict[str, str]) -> list[tuple[str, str]]:
    """The pairs again, as the ids that were found."""
    return [(found[f"pairs.{place}.0"], found[f"pairs.{place}.1"]) for place in range(len(pairs))]
