"""A shared third place: the losers of the semi-finals after groups."""

from typing import Any

import pytest

from core.errors import Invalid
from core.tournament import Pairing
from core.tournament.formats import format_of
from core.tournament.standings.standings import standings
from tests.support.tournament.group_cups import cup
from tests.support.tournament.scenario import best, played_on, reported
from tests.support.tournament.written_results import field


@pytest.mark.parametrize("seeds_by", ["letters", "results"])
def test_gk9_the_losers_of_the_semi_finals_share_the_third_place(seeds_by: str) -> None:
    def ranks(**chosen: Any) -> list[tuple[int, str]]:
        cup_ = played_on(cup(10, groups=2, seeds_by=seeds_by, **chosen), uneven)
        return [(row.rank, row.player_id) for row in standings(cup_)][:5]

    def uneven(match: Pairing) -> str:
        """The better seed wins, but p03 loses to p10, so that the semi-finalists have different points."""
        return "p10" if set(match[1:3]) == {"p03", "p10"} else min(match[1:3])

    apart, shared = ranks(), ranks(share_third=True)
    assert [rank for rank, _ in shared] == [1, 2, 3, 3, 5]
    assert [player for _, player in apart[:2]] == [player for _, player in shared[:2]]
    assert {player for _, player in apart[2:4]} == {player for _, player in shared[2:4]}
    assert [rank for rank, _ in apart][:4] == [1, 2, 3, 4]


def test_gk9_a_third_place_is_played_for_or_shared() -> None:
    with pytest.raises(Invalid) as error:
        format_of("groups_then_knockout").read_settings({"bronze": True, "share_third": True})
    assert list(error.value.problems) == ["share_third"]
    assert [row.rank for row in standings(played_on(cup(2, share_third=True), best(field(2))))] == [1, 2]


@pytest.mark.parametrize("share_third", [False, True])
def test_gk9_while_semi_finals_are_open_their_players_are_by_their_places_in_the_groups(share_third: bool) -> None:
    tournament = played_on(cup(8, groups=2, share_third=share_third), best(field(8)), 3)
    assert [(line.player_id, line.rank) for line in standings(tournament)][:4] == [
        ("p01", 1),
        ("p02", 1),
        ("p03", 3),
        ("p04", 3),
    ]
    semi = next(pairing for pairing in tournament.to_play if "p01" in pairing[1:3])
    tournament = reported(tournament, semi, "p01")
    order = [line.player_id for line in standings(tournament)][:4]
    assert order[:2] == ["p01", "p02"]
    assert order[2:] == ["p04", "p03"] or not share_third


@pytest.mark.parametrize("played", [0, 1, 2])
def test_gk9_while_a_semi_final_is_open_the_tie_breaks_of_its_players_have_values(played: int) -> None:
    state = played_on(cup(10, groups=2, share_third=True), best(field(10)), 5)
    semi_finals = [match for match in state.matches if match.slot.startswith("main.1.")]
    assert len(semi_finals) == 2
    for match in semi_finals[:played]:
        state = reported(state, match, min(match.white, match.black))
    still = {player for match in semi_finals[played:] for player in (match.white, match.black)}
    lines = standings(state)
    for line in (each for each in lines if each.player_id in still):
        assert line.tie_breaks[1].value is not None
    lost = [line for line in lines if line.player_id in {max(semi_final[1:3]) for semi_final in semi_finals[:played]}]
    assert [each.rank for each in lost] == {0: [], 1: [4], 2: [3, 3]}[played]
