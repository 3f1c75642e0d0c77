"""A name that was erased from the store goes from its second copy, too, which stays whole and a backup."""

import pytest

from core.eventlog.codec import event_of
from core.eventlog.erasure import Erasure, erased
from core.eventlog.log import NEW
from core.events import ClubFounded, PlayerRated, PlayerRegistered
from service.copies import erased_names
from service.copies.copy_file import NAME
from service.store.maintenance import copies, erasures
from tests.support.logs.copies import OTHER, copy_state, is_whole, write

CLUB = "c_vasa"
ZEBULON = Erasure(frozenset({"p_zebulon000"}), frozenset({"Zebulon"}))
SALTED = PlayerRegistered("p_zebulon000", "Zebulon", salts={"name": "a1" * 16})
HASHED = event_of("PlayerRegistered.1", {"player": "p_zebulon000", "name": "Zebulon"})


def erase(store):
    log = store.log()
    written = erased(CLUB, list(log.read(CLUB)), ZEBULON, "organiser:u_1", 2, lambda: "0" * 32)
    log.rewrite(CLUB, log.head(CLUB), written)
    erasures.raise_count(store.client)


def copied(stick):
    return (stick / NAME).read_bytes()


@pytest.fixture(params=[SALTED, HASHED], ids=["salted", "hashed itself"])
def followed(request, store, follower):
    """A copy with a name in it."""
    store.log().append(CLUB, [ClubFounded("vasa", "Vasa"), request.param], by="x", at=1, expected=NEW)
    write(store, OTHER, 3)
    store.log().append(CLUB, [PlayerRated("p_zebulon000", 7)], by="x", at=1)
    follower.look()
    return follower


def test_the_copy_is_without_the_name_and_whole(run, store, followed, stick):
    assert b"Zebulon" in copied(stick)
    erase(store)
    assert copies.behind(store.client, 1) == [str(stick)]
    followed.look()
    followed.look()
    assert b"Zebulon" not in copied(stick)
    assert (copies.behind(store.client, 1), copy_state(store, stick)) == ([], "")
    assert is_whole(run, store, stick)
    before = copied(stick)
    followed.look()
    assert copied(stick) == before
    write(store, OTHER, 1)
    followed.look()
    assert is_whole(run, store, stick)


def test_a_folder_that_was_away_is_without_the_name_when_it_is_back(run, store, followed, stick, tmp_path):
    stick.rename(tmp_path / "pocket")
    followed.look()
    erase(store)
    followed.look()
    assert copies.behind(store.client, 1) == [str(stick)]
    (tmp_path / "pocket").rename(stick)
    for _ in range(3):
        followed.look()
    assert b"Zebulon" not in copied(stick)
    assert copies.behind(store.client, 1) == []
    assert is_whole(run, store, stick)


def test_a_copy_that_is_written_anew_and_killed_meanwhile_is_begun_again(run, store, followed, stick, monkeypatch):
    erase(store)

    class Killed(BaseException):
        """The process is gone."""

    def killed(*_):
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(erased_names.os, "fsync", killed)
        with pytest.raises(Killed):
            followed.look()
    for _ in range(3):
        followed.look()
    assert b"Zebulon" not in b"".join(path.read_bytes() for path in stick.iterdir())
    assert is_whole(run, store, stick)
