"""Clashes of a timetable are exactly those that a comparison of each match with each other finds."""

from hypothesis import given, settings
from hypothesis import strategies as st

from core.tournament.model.timetable import Break
from core.tournament.timetable.clashes import BREAK, ORDER, PLAYER, REST, TABLE, Item, clashes
from tests.support.proving import examples

MINUTE = 60_000
REST_MINUTES = {"t_a": 10, "t_b": 0}
BREAKS = {"t_a": (Break(60 * MINUTE, 90 * MINUTE, "lunch"),), "t_b": ()}


@st.composite
def halls(draw):
    count = draw(st.integers(1, 9))
    items = []
    for number in range(count):
        key = (draw(st.sampled_from(sorted(REST_MINUTES))), str(number))
        starts = draw(st.integers(0, 30)) * 5 * MINUTE
        length = draw(st.integers(1, 8)) * 5 * MINUTE
        people = draw(st.frozensets(st.sampled_from("abcdef"), max_size=2))
        needs = tuple(each.key for each in draw(st.lists(st.sampled_from(items), max_size=2))) if items else ()
        items.append(Item(key, starts, starts + length, draw(st.sampled_from(["", "1", "2"])), people, needs))
    return items


def compared(items):
    """The kinds of clash of each match, by comparing each match with each other one."""
    found = set()
    for item in items:
        for each in BREAKS[item.key[0]]:
            if item.starts < each.ends and each.starts < item.ends:
                found.add((item.key, BREAK))
        for other in items:
            if other.key == item.key:
                continue
            overlap = item.starts < other.ends and other.starts < item.ends
            if overlap and item.table and item.table == other.table:
                found.add((item.key, TABLE))
            if overlap and item.people & other.people:
                found.add((item.key, PLAYER))
            first, later = sorted((item, other), key=lambda each: each.starts)
            gap = later.starts - first.ends
            if item.people & other.people and 0 <= gap < REST_MINUTES[later.key[0]] * MINUTE:
                found.add((item.key, REST))
            if other.key in item.needs and other.ends > item.starts:
                found.add((item.key, ORDER))
    return found


def marked(items):
    return {(key, clash.kind) for key, each in clashes(items, BREAKS, REST_MINUTES).items() for clash in each}


@settings(max_examples=examples(4000))
@given(halls())
def test_a_match_is_marked_with_exactly_the_kinds_of_clash_that_a_comparison_of_all_pairs_finds(items):
    assert marked(items) == compared(items)


@settings(max_examples=examples(2000))
@given(halls(), st.integers(0, 8), st.integers(0, 30))
def test_a_moved_match_changes_no_clash_of_matches_that_share_nothing_with_it(items, place, start):
    moved = items[place % len(items)]
    later = moved._replace(starts=start * 5 * MINUTE, ends=start * 5 * MINUTE + moved.ends - moved.starts)
    after = [later if item is moved else item for item in items]
    apart = {
        item.key
        for item in items
        if item is not moved
        and not item.people & moved.people
        and (not item.table or item.table != moved.table)
        and moved.key not in item.needs
    }
    assert {each for each in marked(items) if each[0] in apart} == {each for each in marked(after) if each[0] in apart}
    assert marked(after) == compared(after)


@given(halls())
def test_a_clash_at_a_table_or_of_a_player_names_another_match_that_is_in_the_way(items):
    by_key = {each.key: each for each in items}
    for key, marks in clashes(items, BREAKS, REST_MINUTES).items():
        for mark in marks:
            if mark.kind in (TABLE, PLAYER):
                item, other = by_key[key], by_key[mark.other]
                assert key != mark.other
                assert max(item.starts, other.starts) < min(item.ends, other.ends)
                assert mark.about in (
                    {item.table} & {other.table} if mark.kind == TABLE else item.people & other.people
                )
