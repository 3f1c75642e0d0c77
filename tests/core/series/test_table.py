"""The table of a series: what an evening is worth, which evenings count, and what separates players who are level."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.series.announcement import (
    AVERAGE,
    FORMULA,
    HIGHEST,
    NO_PLACES,
    NOTHING,
    PARTICIPATION,
    POOL,
    TABLE,
    TIES,
    Announcement,
    PlaceTable,
    read_announcement,
    stored_announcement,
)
from core.series.evening_points import score_sentence
from core.series.table import kept_results
from tests.support.series.written import PLAIN, evening, points, ranks, table_of, tables


def numbers(*pairs):
    return tuple((key, Fraction(value)) for key, value in pairs)


# ── what an evening is worth ─────────────────────────────────────────────────────────────────────────────────────────
def test_the_table_is_the_one_for_the_largest_field_that_is_not_larger():
    small, large = PlaceTable(1, (Fraction(5), Fraction(3))), PlaceTable(4, (Fraction(10), Fraction(6), Fraction(4)))
    rule = replace(PLAIN, tables=(large, small))
    assert points(table_of(rule, evening(1, "a b c")))["a"] == "5"
    assert points(table_of(rule, evening(1, "a b c d")))["a"] == "10"


def test_a_field_below_the_smallest_table_has_no_points_for_places():
    rule = replace(PLAIN, tables=(PlaceTable(4, (Fraction(5),)),))
    assert points(table_of(rule, evening(1, "a b c"))) == {"a": "0", "b": "0", "c": "0"}


def test_a_bonus_counts_each_game_won_by_its_ending():
    rule = replace(PLAIN, places=NO_PLACES, bonuses=numbers(("jan", 3), ("tower", "1.5")))
    found = points(table_of(rule, evening(1, "a b", "a-b main jan jan tower", "b-a main tower")))
    assert found == {"a": "15/2", "b": "3/2"}


@pytest.mark.parametrize(("walkovers", "won"), [(True, "2"), (False, "1")])
def test_matches_won_without_play_count_as_announced(walkovers, won):
    rule = replace(PLAIN, places=NO_PLACES, matches=numbers(("any", 1)), walkovers=walkovers)
    assert points(table_of(rule, evening(1, "a b", "a-b main", "a-b main walkover")))["a"] == won


def test_games_won_count_by_bracket():
    rule = replace(PLAIN, places=NO_PLACES, games_won=numbers(("any", 1), ("consolation", "0.5")))
    assert points(table_of(rule, evening(1, "a b", "a-b main jan jan", "b-a consolation jan")))["b"] == "1/2"


def test_the_final_counts_twice():
    assert points(table_of(tables(5, 3), evening(1, "a b"), evening(2, "b a"), factors={2: 2})) == {
        "b": "13",
        "a": "11",
    }


@pytest.mark.parametrize(
    ("move_up", "worth"), [(True, {"a": "5", "c": "3", "d": "1"}), (False, {"a": "5", "c": "1", "d": "0"})]
)
def test_guests_do_not_count_and_the_others_move_up_as_announced(move_up, worth):
    rule = replace(tables(5, 3, 1), guests=("b",), move_up=move_up)
    assert points(table_of(rule, evening(1, "a b c d"))) == worth


def test_players_of_other_groups_are_guests_where_members_alone_count():
    rule = replace(tables(5, 3), members=("Vasa",))
    assert points(table_of(rule, evening(1, "a b c"), groups={"b": "Vasa", "c": "Vasa"})) == {"b": "5", "c": "3"}


def test_a_place_shared_with_a_guest_is_shared_with_no_player_when_the_others_move_up():
    rule = replace(tables(6, 4, 2), guests=("b",))
    assert points(table_of(rule, evening(1, "a=b c")))["a"] == "6"
    assert points(table_of(replace(rule, move_up=False), evening(1, "a=b c")))["a"] == "5"


@pytest.mark.parametrize(
    ("left", "worth", "evenings"), [("placed", "4", 1), (PARTICIPATION, "1", 1), (NOTHING, None, None)]
)
@pytest.mark.parametrize("why", ["withdrawn", "no_show"])
def test_who_left_has_what_the_rule_says(left, worth, evenings, why):
    rule = replace(tables(5, 3), participation=Fraction(1), **{"withdrawn" if why == "withdrawn" else "no_shows": left})
    found = table_of(rule, evening(1, "a b", **{why: ("b",)}))
    row = found.row("b")
    assert (row and str(row.points), row and row.evenings) == (worth, evenings)
    assert str(found.row("a").points) == "6"


# ── which evenings count ─────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("best", "without", "evenings", "kept"),
    [(None, 0, 9, 9), (6, 0, 9, 6), (6, 0, 4, 4), (None, 2, 9, 7), (None, 2, 1, 0), (6, 4, 9, 5), (3, 1, 9, 3)],
)
def test_so_many_results_count(best, without, evenings, kept):
    assert kept_results(replace(PLAIN, best=best, without=without), evenings) == kept


def test_a_cell_says_if_it_counts():
    rule = replace(tables(5, 3, 1), best=2)
    row = table_of(rule, evening(1, "a b c"), evening(2, "b c a"), evening(3, "b a c")).row("a")
    assert [(str(cell.points), cell.counts) for cell in row.cells] == [("5", True), ("1", False), ("3", True)]


def test_an_evening_that_has_not_begun_takes_no_result_away():
    rule = replace(tables(5, 3), without=1)
    assert points(table_of(rule, evening(1, "a b"), evening(2, "b a"), evening(3, "", status="open"))) == {
        "a": "5",
        "b": "5",
    }


def test_below_the_least_number_of_evenings_there_is_no_rank():
    rule = replace(tables(5, 3, 1), least=2)
    assert ranks(table_of(rule, evening(1, "a b"), evening(2, "c b"))) == [(1, "b"), (None, "a"), (None, "c")]


def test_merged_players_are_one():
    found = table_of(tables(5, 3), evening(1, "a b"), evening(2, "c b"), merged={"c": "a"})
    assert points(found) == {"a": "10", "b": "6"}
    assert found.row("a").evenings == 2


# ── level players ────────────────────────────────────────────────────────────────────────────────────────────────────
LEVEL = (evening(1, "a b", "a-b main"), evening(2, "b c a", "b-a main", "b-a main"), evening(3, "c a"))


@pytest.mark.parametrize(
    ("ties", "order"),
    [
        (("evening_wins",), [(1, "a"), (1, "b")]),
        (("head_to_head",), [(1, "b"), (2, "a")]),
        (("last_evening",), [(1, "a"), (2, "b")]),
        (("evening_wins", "head_to_head"), [(1, "b"), (2, "a")]),
        ((), [(1, "a"), (1, "b")]),
    ],
)
def test_level_players_are_separated_in_the_announced_order(ties, order):
    rule = replace(tables(4, 2, 0), ties=ties, best=2, guests=("c",), move_up=False)
    assert ranks(table_of(rule, *LEVEL)) == order


def test_the_best_single_evening_separates():
    rule = replace(tables(5, 4, 3, 2), ties=("best_single",))
    found = table_of(rule, evening(1, "b x a"), evening(2, "x a c b"))
    assert [(*rank, str(found.row(rank[1]).points)) for rank in ranks(found)][:3] == [
        (1, "x", "9"),
        (2, "b", "7"),
        (3, "a", "7"),
    ]


# ── properties ───────────────────────────────────────────────────────────────────────────────────────────────────────
PLAYERS = "abcdefg"


@st.composite
def evenings(draw):
    """Evenings of some players with shared places and random matches."""
    found = []
    for number in range(1, draw(st.integers(1, 7)) + 1):
        there = draw(st.permutations(PLAYERS))[: draw(st.integers(1, len(PLAYERS)))]
        text = there[0] + "".join(draw(st.sampled_from((" ", "="))) + each for each in there[1:])
        pairs = draw(st.lists(st.sampled_from(list(combinations(there, 2)) or [("a", "b")]), max_size=5))
        brackets = st.sampled_from(("main", "consolation", ""))
        matches = [f"{one}-{other} {draw(brackets)}" for one, other in pairs if len(there) > 1]
        gone = draw(st.sets(st.sampled_from(there), max_size=2))
        found.append(
            evening(number, text, *matches, withdrawn=gone, points={each: len(each) + number for each in there})
        )
    return found


amounts = st.fractions(0, 20, max_denominator=4)
rules = st.builds(
    Announcement,
    name=st.just("Season"),
    places=st.sampled_from((NO_PLACES, TABLE, POOL, FORMULA)),
    tables=st.lists(amounts, min_size=1, max_size=8).map(
        lambda values: (PlaceTable(1, tuple(sorted(values, reverse=True))),)
    ),
    shared=st.sampled_from((AVERAGE, HIGHEST)),
    participation=amounts,
    matches=st.dictionaries(st.sampled_from(("any", "main", "consolation")), amounts).map(
        lambda each: tuple(each.items())
    ),
    own=amounts,
    best=st.none() | st.integers(1, 5),
    without=st.integers(0, 3),
    least=st.integers(0, 3),
    guests=st.sets(st.sampled_from(PLAYERS), max_size=2).map(tuple),
    move_up=st.booleans(),
    withdrawn=st.sampled_from(("placed", PARTICIPATION, NOTHING)),
    ties=st.permutations(TIES).map(lambda order: tuple(order[:2])),
)


@given(rules, evenings())
def test_a_total_is_the_sum_of_the_best_results_and_a_cell_the_sum_of_its_parts(rule, played):
    found = table_of(rule, *played, factors={1: 2})
    for row in found.rows:
        worth = sorted((cell.points for cell in row.cells if cell.score), reverse=True)
        assert row.points == sum(worth[: found.kept])
        assert sum(cell.counts for cell in row.cells) == min(found.kept, row.evenings)
        for cell in row.cells:
            if cell.score:
                assert cell.points == cell.score.factor * sum(part.number * part.each for part in cell.score.parts)


@given(rules, evenings())
def test_ranks_follow_the_points_and_leave_out_as_many_as_share(rule, played):
    ranked = [row for row in table_of(rule, *played).rows if row.rank is not None]
    assert [row.points for row in ranked] == sorted((row.points for row in ranked), reverse=True)
    sharing = Counter(row.rank for row in ranked)
    assert [row.rank for row in ranked] == [rank for rank in sorted(sharing) for _ in range(sharing[rank])]
    assert all(rank == 1 + sum(number for other, number in sharing.items() if other < rank) for rank in sharing)
    assert all(row.shared == (sharing[row.rank] > 1) for row in ranked)


@given(rules, evenings(), st.randoms(use_true_random=False))
def test_the_order_in_which_tournaments_were_added_makes_no_difference(rule, played, chance):
    mixed = list(played)
    chance.shuffle(mixed)
    assert table_of(rule, *mixed) == table_of(rule, *played)


@given(rules, evenings())
def test_averages_of_shared_places_give_away_what_the_places_are_worth(rule, played):
    """The points given for the places of an evening are the same however many share them."""
    plain = replace(
        rule, shared=AVERAGE, matches=(), own=Fraction(0), participation=Fraction(0), guests=(), withdrawn="placed"
    )
    for result in played:
        alone = [player._replace(rank=place, places=1) for place, player in enumerate(result.players, 1)]
        shared, separate = (
            sum(score.points for score in table_of(plain, each).evenings[0].scores.values())
            for each in (result, result._replace(players=tuple(alone)))
        )
        assert shared == separate


@given(rules)
def test_an_announcement_is_read_as_it_was_stored(rule):
    assert read_announcement(stored_announcement(rule)) == rule


@given(rules, evenings())
def test_each_score_has_its_reason(rule, played):
    for counted in table_of(rule, *played).evenings:
        for score in counted.scores.values():
            text = score_sentence(rule, score)
            assert text.startswith(f"Place {score.rank} of {score.players}")
            assert text.count("×") >= sum(part.kind in ("match", "own") for part in score.parts)
