"""Addresses of a store of several servers, and the settings that go with them."""

import pytest

from service.config import BadSetting, from_environment
from service.store.cluster.addresses import Address, BadAddress, parse

CLUSTER, QUEUE = "redis+cluster://one:7000,two", "redis://queue:6379/0"


def test_some_servers_of_a_cluster_are_named_with_user_and_password() -> None:
    place = parse("rediss+cluster://anna:a%2Fb@one:7000,two,[::1]:7001")
    assert place.servers == (Address("one", 7000), Address("two", 6379), Address("::1", 7001))
    assert (place.user, place.password, place.secure) == ("anna", "a/b", True)


def test_sentinels_are_named_with_what_they_watch() -> None:
    place = parse("redis+sentinel://one,two:26380/brade/3")
    assert place.servers == (Address("one", 26379), Address("two", 26380))
    assert (place.service, place.database, place.user, place.secure) == ("brade", 3, None, False)


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("redis+cluster://one/0", "no databases"),
        ("redis+cluster://one,,two", "empty"),
        ("redis+cluster://one:port", "one:port"),
        ("redis+sentinel://one", "what they watch"),
        ("redis+sentinel://one/brade/first", "what they watch"),
        ("redis://one", "no store's address"),
    ],
)
def test_an_address_that_cannot_be_read_is_refused_in_words(address: str, words: str) -> None:
    with pytest.raises(BadAddress, match=words):
        parse(address)


def test_a_cluster_needs_a_queue_of_its_own_which_is_no_cluster() -> None:
    with pytest.raises(BadSetting, match="BRADE_QUEUE_URL"):
        from_environment({"BRADE_STORE_URL": CLUSTER})
    with pytest.raises(BadSetting, match="BRADE_QUEUE_URL is no store's address"):
        from_environment({"BRADE_STORE_URL": CLUSTER, "BRADE_QUEUE_URL": CLUSTER})
    settings = from_environment({"BRADE_STORE_URL": CLUSTER, "BRADE_QUEUE_URL": QUEUE})
    assert (settings.store_url, settings.queue_url) == (CLUSTER, QUEUE)


def test_a_standby_goes_on_without_its_replica_and_a_cluster_refuses_unless_told_otherwise() -> None:
    both = {"BRADE_QUEUE_URL": QUEUE, "BRADE_COPIES": "1"}
    cluster, standby = ({**both, "BRADE_STORE_URL": each} for each in (CLUSTER, "redis+sentinel://one/brade"))
    assert [from_environment(each).replicas_strict for each in (cluster, standby)] == [True, False]
    assert not from_environment({**cluster, "BRADE_COPIES_LOST": "go-on"}).replicas_strict
    for wrong in ({"BRADE_COPIES": "6"}, {"BRADE_COPIES": "one"}, {"BRADE_COPIES_LOST": "perhaps"}):
        with pytest.raises(BadSetting, match=next(iter(wrong))):
            from_environment(wrong)
