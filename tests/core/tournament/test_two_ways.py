"""A Swiss with a cut, and groups with a knock-out, beside the same two stages: who goes on is decided in one way."""

from random import Random

import pytest

from core.tournament import Tournament
from core.tournament.decisions import pair_round
from core.tournament.model.state import FINISHED
from core.tournament.model.values import Pairing
from core.tournament.standings.standings import standings
from tests.support.proving import some
from tests.support.tournament.scenario import announced, begun, entries, played_on
from tests.support.tournament.written_results import after, field

SWISS = ("swiss_then_knockout", {"cut": 4}), {"first": "swiss", "first_on": 4, "second": "single_elimination"}
GROUPS = ("groups_then_knockout", {"seeds_by": "results"}), {"first": "groups", "second": "single_elimination"}


def winner(seed: int) -> object:
    """The stronger player of a pair wins most often; the same pair always ends in the same way."""

    def wins(match: Pairing) -> str:
        pair = sorted((match.white, match.black))
        return pair[Random(f"{seed} {pair}").random() > 0.7]

    return wins


def to_the_end(form: str, settings: dict[str, object], number: int, seed: int) -> Tournament:
    tournament = begun(announced(form, settings), entries(field(number)))
    while True:
        tournament = played_on(tournament, winner(seed))  # type: ignore[arg-type]
        if tournament.status == FINISHED:
            return tournament
        tournament = after(tournament, pair_round(tournament))


def pairs(tournament: Tournament) -> list[list[tuple[str, ...]]]:
    return [
        sorted(tuple(sorted(pairing[1:3])) for pairing in round_.pairings if pairing.black)
        for round_ in tournament.rounds
    ]


@pytest.mark.parametrize("seed", some(range(8), 0, 3))
@pytest.mark.parametrize("number", some((8, 9, 12, 14, 16), 8, 14))
@pytest.mark.parametrize(("older", "stages"), [SWISS, GROUPS], ids=["swiss", "groups"])
def test_the_older_format_and_the_same_two_stages_pair_the_same_rounds_and_have_the_same_winner(
    older: tuple[str, dict[str, object]], stages: dict[str, object], number: int, seed: int
) -> None:
    one, other = to_the_end(*older, number, seed), to_the_end("stages", stages, number, seed)
    assert pairs(one) == pairs(other)
    assert standings(one)[0].player_id == standings(other)[0].player_id
