"""Brackets for tests: announced and started for so many, and played in any order with whatever may happen."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from core.events import ResultDecided
from core.tournament import Pairing, Tournament
from core.tournament.decisions import pair, withdraw
from tests.support.tournament.scenario import announced, begun, entries, to_play, won
from tests.support.tournament.written_results import after, field

Watch = Callable[[Tournament], None]


def bracket(form: str, players: int, settings: Mapping[str, Any] | None = None) -> Tournament:
    """A started bracket of `p01`, `p02` … in the order of their seeds."""
    return begun(announced(form, settings), entries(field(players)))


def decided(match: Pairing, winner: str | None, kind: str = "adjudicated") -> ResultDecided:
    """The director's decision that this player, or none, won."""
    seat = None if winner is None else ("white" if winner == match.white else "black")
    return ResultDecided(match.match, kind, "as it was", seat, {}, None, ())


def on(tournament: Tournament, *events: Any) -> Tournament:
    """The tournament after these events and all that follows from them."""
    tournament = after(tournament, events)
    return after(tournament, pair(tournament))


def always(tournament: Tournament) -> None:
    """Nothing to watch."""


def fair(match: Pairing, salt: int = 0) -> str:
    """The winner of a match, by its slot and players alone: at any time of play the outcome is the same."""
    return Random(f"{salt}:{match.slot}:{match.white}:{match.black}").choice(match[1:3])


def played_out(
    tournament: Tournament, rng: Random, watch: Watch = always, *, absent: float = 0, leaving: float = 0
) -> Tournament:
    """The tournament after all its matches in a random order; some end with neither coming, some players leave.

    It is watched after every event if it is small, now and then if it is large, and at the end.
    """
    salt, every, count = rng.randrange(10**9), 1 + len(tournament.starters) // 8, 0
    while waiting := to_play(tournament):
        match = rng.choice(waiting)
        chance = rng.random()
        if chance < leaving:
            tournament = after(tournament, withdraw(tournament, rng.choice(match[1:3])))
        elif chance < leaving + absent:
            tournament = on(tournament, decided(match, None, "double_no_show"))
        else:
            tournament = on(tournament, won(match, fair(match, salt)))
        count += 1
        if count % every == 0:
            watch(tournament)
    watch(tournament)
    assert tournament.status == "finished"
    return tournament


def by_slot(tournament: Tournament) -> dict[str, tuple[str, str]]:
    """The players of each slot."""
    return {match.slot: (match.white, match.black) for match in tournament.matches}
