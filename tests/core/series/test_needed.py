"""The needed results of the last evening, compared with every way in which that evening can end."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.series.announcement import AVERAGE
from core.series.needed import Coming, Needed, needed
from tests.support.series.written import evening, table_of, tables

PLAYERS = "abcd"


def after_the_evening(rule, played, field, factor):
    """Every order in which the field can end the next evening, with the table that follows."""
    for order in permutations(field):
        yield (
            order,
            table_of(rule, *played, evening(len(played) + 1, " ".join(order)), factors={len(played) + 1: factor}),
        )


def level_or_before(found, player):
    """The other players with a rank who have as many points or more."""
    own = found.row(player)
    others = [row for row in found.rows if row.player != player and row.rank is not None]
    return None if own is None or own.rank is None else sum(row.points >= own.points for row in others)


rules = st.builds(
    lambda values, best, without, least, participation: replace(
        tables(*sorted(values, reverse=True)),
        best=best,
        without=without,
        least=least,
        participation=Fraction(participation),
        shared=AVERAGE,
        ties=(),
    ),
    st.lists(st.integers(0, 9), min_size=1, max_size=4),
    st.none() | st.integers(1, 3),
    st.integers(0, 1),
    st.integers(0, 2),
    st.integers(0, 2),
)


@st.composite
def seasons(draw):
    """One to three evenings."""
    found = []
    for number in range(1, draw(st.integers(1, 3)) + 1):
        order = draw(st.permutations(PLAYERS))[: draw(st.integers(1, 4))]
        found.append(evening(number, " ".join(order)))
    return found


@settings(max_examples=20)
@given(rules, seasons(), st.sampled_from((1, 2)))
def test_a_certain_place_is_the_last_with_which_nothing_the_others_do_takes_the_rank_away(rule, played, factor):
    """Four places; at most three of the others, and of players who come for the first time, have the other three."""
    some = [combination for size in range(4) for combination in combinations("bcd", size)]
    fields = [("a", *each, *("new", "newer", "newest")[: 3 - len(each)]) for each in some]
    worst = dict.fromkeys(range(1, 5), 0)
    for field in fields:
        for order, found in after_the_evening(rule, played, field, factor):
            if (number := level_or_before(found, "a")) is not None:
                place = order.index("a") + 1
                worst[place] = max(worst[place], number)
    before = table_of(rule, *played)
    answers = needed(before, "a", Coming(4, Fraction(factor)))
    assert bool(answers) == (before.row("a") is not None and before.row("a").evenings + 1 >= rule.least)
    for answer in answers:
        held = [place for place in worst if all(worst[other] < answer.rank for other in range(1, place + 1))]
        if answer.points is not None:
            assert answer.certain == max(held, default=None)


@settings(max_examples=60)
@given(rules, seasons(), st.sampled_from((1, 2)))
def test_the_points_are_the_least_that_can_do_when_the_others_gain_nothing(rule, played, factor):
    answers = needed(table_of(rule, *played), "a", Coming(4, Fraction(factor)))
    for answer in answers:
        if answer.points is None:
            continue
        for points, enough in ((answer.points, True), (answer.points - Fraction(1, 8), False)):
            if points < 0:
                continue
            alone = replace(rule, tables=(rule.tables[0]._replace(points=(points,)),), participation=Fraction(0))
            kept = table_of(rule, *played)
            final = evening(len(played) + 1, "a")
            row = _total(kept, alone, final)
            others = [row.points for row in _others(rule, played, final)]
            assert (sum(other > row for other in others) < answer.rank) == enough


def _total(kept, alone, final):
    """The total of player a with the worth of the last evening by another rule."""
    worth = [cell.points for cell in kept.row("a").cells if cell.score] if kept.row("a") else []
    worth += [score.points for score in table_of(alone, final).evenings[0].scores.values()]
    most = max(0, len(kept.evenings) + 1 - kept.announcement.without)
    most = most if kept.announcement.best is None else min(most, kept.announcement.best)
    return sum(sorted(worth, reverse=True)[:most], Fraction(0))


def _others(rule, played, final):
    found = table_of(rule, *played, final)
    return [row for row in found.rows if row.player != "a" and row.rank is not None]


def test_the_answer_in_words_of_an_evening():
    """Bo can pass Anna. Third on the evening, Bo is level with Cilla if Cilla wins it."""
    rule = tables(5, 3, 1)
    found = table_of(rule, evening(1, "anna bo cilla"), evening(2, "bo anna dag"), evening(3, "cilla=anna bo dag"))
    assert {row.player: str(row.points) for row in found.rows} == {"anna": "12", "bo": "9", "cilla": "5", "dag": "1"}
    assert needed(found, "bo", Coming(4, Fraction(1))) == [
        Needed(1, Fraction(3), 2, None),
        Needed(2, Fraction(0), 4, 2),
        Needed(3, Fraction(0), 4, 4),
    ]


def test_the_largest_field_and_a_long_table_are_answered():
    names = [f"p{number:03}" for number in range(500)]
    rule = replace(tables(*range(200, 0, -1)), best=3)
    found = table_of(rule, *(evening(number, " ".join(names[number:] + names[:number])) for number in range(1, 9)))
    answers = needed(found, found.rows[2].player, Coming(1000, Fraction(2)))
    assert [answer.rank for answer in answers] == [1, 2, 3]
    assert all(answer.place >= (answer.certain or 0) for answer in answers)


def test_without_enough_evenings_nothing_is_possible():
    rule = replace(tables(5, 3), least=3)
    found = table_of(rule, evening(1, "anna bo"))
    assert needed(found, "anna", Coming(2, Fraction(1))) == []


@pytest.mark.parametrize("extra", [{"matches": (("any", Fraction(1)),)}, {"own": Fraction(1)}])
def test_where_matches_count_the_points_are_told_and_no_place(extra):
    rule = replace(tables(5, 3), **extra)
    found = table_of(rule, evening(1, "anna bo"), evening(2, "anna bo"))
    answer = needed(found, "bo", Coming(2, Fraction(1)))[0]
    assert (answer.points, answer.place, answer.certain) == (Fraction(4), None, None)


def test_a_rank_out_of_reach_is_said_to_be():
    found = table_of(tables(5, 3), *(evening(number, "anna bo") for number in (1, 2, 3)))
    assert needed(found, "bo", Coming(2, Fraction(1)))[0] == Needed(1, None, None, None)
