"""Late matches push what follows: the order stays, nothing begins earlier, and no clash comes of it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from core.tournament.model.timetable import Break
from core.tournament.timetable.clashes import ORDER, PLAYER, REST, TABLE, Item, clashes
from core.tournament.timetable.pushing import pushed
from tests.support.proving import examples

MINUTE = 60_000
T = "t_a"


@st.composite
def evenings(draw):
    """Matches without a clash, in the order in which they begin, and the minutes of rest."""
    rest = draw(st.sampled_from([0, 10]))
    items = []
    for number in range(draw(st.integers(1, 10))):
        starts = draw(st.integers(0, 30)) * 5 * MINUTE
        length = draw(st.integers(1, 8)) * 5 * MINUTE
        people = draw(st.frozensets(st.sampled_from("abcdefgh"), max_size=2))
        needs = tuple(each.key for each in draw(st.lists(st.sampled_from(items), max_size=1))) if items else ()
        item = Item((T, str(number)), starts, starts + length, draw(st.sampled_from(["1", "2", ""])), people, needs)
        if not clashes([*items, item], {}, {T: rest}):
            items.append(item)
    return sorted(items, key=lambda each: each.starts), rest


def moved(items, new):
    return [
        item._replace(starts=new[item.key][0], ends=new[item.key][1]) if item.key in new else item for item in items
    ]


def share(one, other):
    return one.people & other.people or (one.table and one.table == other.table) or one.key in other.needs


@settings(max_examples=examples(4000))
@given(evenings(), st.data())
def test_what_follows_a_longer_match_keeps_its_order_and_clashes_with_nothing(evening, data):
    items, rest = evening
    late = data.draw(st.sampled_from(items))
    until = late.ends + data.draw(st.integers(1, 20)) * 5 * MINUTE
    new = pushed(items, {late.key: (late.starts, until)}, {}, {T: rest})
    after = moved(items, new)
    assert new[late.key] == (late.starts, until)
    for before, now in zip(items, after, strict=True):
        assert now.starts >= before.starts
        assert now.key == late.key or now.ends - now.starts == before.ends - before.starts
    for place, item in enumerate(items):
        for other in items[place + 1 :]:
            if share(item, other):
                assert after[items.index(item)].ends <= after[items.index(other)].starts
    kinds = {mark.kind for marks in clashes(after, {}, {T: rest}).values() for mark in marks}
    assert not kinds & {TABLE, PLAYER, REST, ORDER}


@given(evenings())
def test_nothing_moves_without_a_delay_and_nothing_begins_before_now_with_one(evening):
    items, rest = evening
    assert pushed(items, {}, {}, {T: rest}) == {}
    now = max(item.starts for item in items)
    after = moved(items, pushed(items, {}, {}, {T: rest}, now))
    assert all(each.starts >= now for each in after)
    assert not clashes(after, {}, {T: rest})


def test_a_match_that_moves_leaves_a_break_free_and_one_that_does_not_stays_in_it():
    pause = Break(60 * MINUTE, 90 * MINUTE, "lunch")
    first = Item((T, "1"), 0, 30 * MINUTE, "1")
    second = Item((T, "2"), 30 * MINUTE, 60 * MINUTE, "1")
    third = Item((T, "3"), 60 * MINUTE, 70 * MINUTE, "2")
    new = pushed([first, second, third], {(T, "1"): (0, 40 * MINUTE)}, {T: [pause]}, {})
    assert new == {(T, "1"): (0, 40 * MINUTE), (T, "2"): (90 * MINUTE, 120 * MINUTE)}
