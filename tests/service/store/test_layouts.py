"""The shards of a store: those of every store of one server, and even ones of a new cluster."""

import subprocess
import sys
from binascii import crc_hqx
from collections import Counter
from collections.abc import Iterator

import pytest

from service.config import BadSetting, from_environment
from service.store import keys
from service.store.maintenance.store_format import StoreTooNew, learn_layout, upgrade
from tests.support.store import Store

SLOTS = 16384


@pytest.fixture(autouse=True)
def layout() -> Iterator[None]:
    """The usual layout again after each test."""
    yield
    keys.use(keys.FIRST)


def slots(layout: keys.Layout) -> list[int]:
    return [crc_hqx(tag[1:-1].encode(), 0) % SLOTS for tag in layout.tags]


@pytest.mark.parametrize("count", [16, 32, 64, 128, 256])
@pytest.mark.parametrize("primaries", range(1, 9))
def test_even_shards_differ_by_one_between_primaries_with_equal_parts(count: int, primaries: int) -> None:
    of_each = Counter(slot * primaries // SLOTS for slot in slots(keys.even(count)))
    assert sum(of_each.values()) == len(set(slots(keys.even(count)))) == count
    assert max(of_each.values()) - min(of_each.values()) <= 1


def test_the_tags_of_stores_that_exist_never_change() -> None:
    assert keys.FIRST.tags[:2] + keys.FIRST.tags[-1:] == ("{s00}", "{s01}", "{s15}")
    assert keys.even(16).tags[:3] + keys.even(16).tags[-1:] == ("{s00.164}", "{s01.21}", "{s02.19}", "{s15.59}")
    assert keys.even(64).tags[:3] + keys.even(64).tags[-1:] == ("{s00.35}", "{s01.100}", "{s02.313}", "{s63.259}")


@pytest.mark.parametrize("store", ["one"], indirect=True)
def test_a_store_of_one_server_keeps_its_sixteen_shards(store: Store) -> None:
    learn_layout(store.client, 64)
    assert keys.tags() == keys.FIRST.tags
    assert store.client.get(keys.LAYOUT) is None


in_a_cluster = pytest.mark.parametrize("store", ["cluster"], indirect=True)
pytestmark = pytest.mark.xdist_group("cluster")


@in_a_cluster
def test_a_new_cluster_has_as_many_shards_as_the_first_process_says(store: Store) -> None:
    store.client.flushall()
    for asked in (64, 16):
        upgrade(store.client, shards=asked)
        assert keys.tags() == keys.even(64).tags


@in_a_cluster
def test_a_cluster_that_names_no_shards_has_the_sixteen_of_before(store: Store) -> None:
    store.client.delete(keys.LAYOUT)
    learn_layout(store.client, 64)
    assert keys.tags() == keys.FIRST.tags


@in_a_cluster
def test_shards_that_are_not_known_are_refused(store: Store) -> None:
    store.client.set(keys.LAYOUT, "odd 17")
    with pytest.raises(StoreTooNew, match="odd 17"):
        learn_layout(store.client)


@pytest.mark.parametrize("wrong", ["0", "17", "512", "many"])
def test_a_wrong_number_of_shards_is_refused(wrong: str) -> None:
    with pytest.raises(BadSetting, match="BRADE_SHARDS"):
        from_environment({"BRADE_SHARDS": wrong})


def test_no_module_names_a_shard_while_it_is_loaded() -> None:
    load_all = (
        "import pkgutil, importlib, service, workers\n"
        "from service.store import keys\n"
        "keys.expect_layout()\n"
        "for package in (service, workers):\n"
        "    for module in pkgutil.walk_packages(package.__path__, package.__name__ + '.'):\n"
        "        if not module.name.endswith('__main__'):\n"
        "            importlib.import_module(module.name)\n"
        "print('all loaded')\n"
    )
    loaded = subprocess.run([sys.executable, "-c", load_all], capture_output=True, text=True, check=False)
    assert loaded.stdout.endswith("all loaded\n"), loaded.stderr[-500:]
