"""The draw of groups: how many, who comes where, who is kept apart."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.events import PairsAvoided
from core.tournament.decisions import publish_round
from core.tournament.groups.draw import group_names
from core.tournament.model.visibility import without_drafts
from core.tournament.standings.explanation import explain_round
from tests.support.proving import examples
from tests.support.tournament.group_cups import KEY, cup, groups
from tests.support.tournament.scenario import announced, begun, entries
from tests.support.tournament.written_results import after, field


# ── the draw ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_gk3_the_groups_are_drawn_in_the_shape_of_a_snake() -> None:
    assert groups(cup(10, groups=4)) == {
        "A": ["p01", "p08", "p09"],
        "B": ["p02", "p07", "p10"],
        "C": ["p03", "p06"],
        "D": ["p04", "p05"],
    }


@pytest.mark.parametrize(
    ("number", "chosen", "sizes"),
    [
        (24, {}, [4] * 6),
        (23, {}, [3] + [4] * 5),
        (5, {}, [3, 2]),
        (2, {}, [2]),
        (3, {}, [3]),
        (4, {}, [4]),
        (9, {"group_size": 5}, [5, 4]),
        (9, {"groups": 1}, [9]),
        (9, {"groups": 64}, [3, 2, 2, 2]),
        (12, {"groups": 5, "group_size": 2}, [3, 3, 2, 2, 2]),
    ],
)
def test_gk2_how_many_groups_there_are(number: int, chosen: dict[str, int], sizes: list[int]) -> None:
    assert [len(group) for group in groups(cup(number, **chosen)).values()] == sizes


@given(st.integers(2, 60), st.integers(0, 20), st.integers(2, 10))
def test_gk2_groups_are_as_equal_as_can_be_and_no_player_is_alone(number: int, count: int, size: int) -> None:
    sizes = sorted(len(group) for group in groups(cup(number, groups=count, group_size=size)).values())
    assert sum(sizes) == number
    assert sizes[-1] - sizes[0] <= 1
    assert sizes[0] >= 2
    assert count or sizes[-1] <= max(size, 3)


def test_gk3_players_of_one_club_are_drawn_into_different_groups() -> None:
    clubs = {"p01": "Vasa", "p08": "Vasa", "p02": "Brahe", "p07": "Brahe"}
    assert groups(cup(8, clubs, groups=4)) == {
        "A": ["p01", "p07"],
        "B": ["p02", "p08"],
        "C": ["p03", "p06"],
        "D": ["p04", "p05"],
    }


def test_gk3_two_players_change_groups_where_that_is_enough() -> None:
    clubs = dict(zip(field(6), "xayyex", strict=True))
    assert groups(cup(6, clubs, groups=3)) == {"A": ["p01", "p04"], "B": ["p02", "p05"], "C": ["p03", "p06"]}


@settings(max_examples=examples(50))
@given(st.integers(2, 4), st.data())
def test_gk3_no_other_order_of_a_row_changes_fewer_players(count: int, chance: st.DataObject) -> None:
    players = field(2 * count)
    clubs = chance.draw(st.lists(st.sampled_from("xyz"), min_size=len(players), max_size=len(players)))
    of = dict(zip(players, clubs, strict=True))
    drawn = list(groups(cup(2 * count, of, groups=count)).values())
    first, second = players[:count], players[: count - 1 : -1]  # the snake: the second row runs back

    def cost(row: Sequence[str]) -> tuple[int, int, int]:
        together = sum(of[one] == of[other] for one, other in zip(first, row, strict=True))
        moved = [abs(row.index(each) - second.index(each)) for each in second]
        return together, sum(each > 0 for each in moved), sum(moved)

    assert cost([each[1] for each in drawn]) == min(map(cost, permutations(second)))


def test_gk3_who_should_never_meet_weighs_more_than_any_club() -> None:
    clubs = dict.fromkeys(field(4), "Vasa")
    tournament = after(announced(KEY, {"groups": 2}), entries(field(4), clubs))
    never = [PairsAvoided((("p01", "p04"),), hard=True)]
    assert groups(begun(after(tournament, never), [])) == {"A": ["p01", "p03"], "B": ["p02", "p04"]}


@settings(max_examples=examples(50))
@given(st.integers(4, 40), st.integers(2, 8), st.randoms(use_true_random=False))
def test_gk3_no_club_is_more_than_once_in_a_group_if_a_row_can_be_changed_so(number: int, count: int, chance) -> None:
    count = min(count, number // 2)
    seats = [f"club {each // 2}" for each in range(number)]
    chance.shuffle(seats)
    clubs = dict(zip(field(number), seats, strict=True))
    rows = {player: place // count for place, player in enumerate(field(number))}
    for players in groups(cup(number, clubs, groups=count)).values():
        assert len({rows[player] for player in players}) == len(players)
        if count > 2:  # two of a club: one of three or more groups of the row is always free of it
            assert max(Counter(clubs[player] for player in players).values()) == 1


def test_gk3_what_was_drawn_is_never_drawn_again() -> None:
    tournament = cup(8, {"p01": "Vasa"}, groups=4)
    changed = [PairsAvoided((("p01", "p08"),), hard=True)]
    assert dict(after(tournament, changed).format.sections(after(tournament, changed))) == {
        name: tuple(players) for name, players in groups(tournament).items()
    }


def test_groups_of_drafted_rounds_are_hidden_and_never_drawn_differently() -> None:
    tournament = announced(KEY, {"groups": 2}, drafts=True)
    avoided = PairsAvoided((("p01", "p04"),), hard=True)
    tournament = begun(tournament, [*entries(field(6)), avoided])
    assert without_drafts(tournament).format.sections(without_drafts(tournament)) == ()
    shown = without_drafts(after(tournament, publish_round(tournament, 2)))
    assert [round_.number for round_ in shown.rounds] == [2]
    assert shown.format.sections(shown) == tournament.format.sections(tournament)
    assert all("Group" in said.text for said in explain_round(shown, 2).values())


def test_groups_are_named_by_letters() -> None:
    assert group_names(3) == ["A", "B", "C"]
    assert len(set(group_names(100))) == 100
