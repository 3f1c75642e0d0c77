"""The values that were used last, within a bound."""

from hypothesis import given
from hypothesis import strategies as st

from service.lru_cache import LruCache

KEYS = st.integers(0, 6)
STEPS = st.lists(st.tuples(st.sampled_from(["get", "put", "drop", "drop_where", "clear"]), KEYS, st.integers(0, 9)))


def test_the_value_that_was_not_used_for_longest_goes_first():
    cache = LruCache[str, str](2)
    for name in "abacd":
        cache.put(name, name)
    assert [name for name in "abcd" if cache.get(name)] == ["c", "d"]
    cache.get("c")
    cache.put("e", "e")
    assert [name for name in "cde" if cache.get(name)] == ["c", "e"]


def test_the_newest_value_stays_whatever_its_size():
    cache = LruCache[str, str](3, len)
    cache.put("a", "aa")
    cache.put("b", "bbbbbbb")
    assert (cache.get("a"), cache.get("b")) == (None, "bbbbbbb")


@given(STEPS)
def test_no_more_is_kept_than_there_is_room_for_and_never_another_value_than_was_put(steps):
    cache, put = LruCache[int, int](12, lambda value: value), dict[int, int]()
    for step, key, value in steps:
        if step == "put":
            cache.put(key, value)
            put[key] = value
        elif step == "get":
            assert cache.get(key) in (None, put.get(key))
        elif step == "drop":
            cache.drop(key)
            put.pop(key, None)
        elif step == "drop_where":
            cache.drop_where(lambda each, key=key: each < key)
            put = {each: kept for each, kept in put.items() if each >= key}
        else:
            cache.clear()
            put.clear()
        kept = {number: found for number in range(7) if (found := cache.get(number)) is not None}
        assert kept.items() <= put.items()
        assert sum(max(1, each) for each in kept.values()) <= 12
        if step == "put":
            assert kept[key] == value
