"""A log that was written anew without a name: the checkpoint goes on from it, and a proof of it says so."""

import pytest
from click.testing import CliRunner

from core.eventlog.codec import event_of
from core.eventlog.erasure import Erasure, erased
from core.eventlog.hash_chain import recorded_hash
from core.eventlog.log import NEW, Head
from core.events import ClubFounded, PlayerErased, PlayerRated, Recorded
from service.checkpoint.checkpointer import Checkpointer
from service.checkpoint.comparison import differing, report
from service.commands.anchor import anchor
from service.commands.verify import verify
from service.config import Settings
from service.store import held_streams

CLUB = "c_vasa"
ZEBULON = Erasure(frozenset({"p_zebulon000"}), frozenset({"Zebulon"}))


def founded(log):
    """A club with a player as an earlier version recorded them: the name itself is hashed."""
    old = event_of("PlayerRegistered.1", {"player": "p_zebulon000", "name": "Zebulon"})
    log.append(CLUB, [ClubFounded("vasa", "Vasa"), old, PlayerRated("p_zebulon000", 7)], by="x", at=1, expected=NEW)


def erase(log) -> Head:
    """The head that the log had before."""
    head = log.head(CLUB)
    written = erased(CLUB, list(log.read(CLUB)), ZEBULON, "organiser:u_1", 2, lambda: "0" * 32)
    log.rewrite(CLUB, head, written)
    return head


@pytest.fixture
def settings(store, tmp_path):
    return Settings(data=tmp_path, store_url=store.url)


@pytest.mark.parametrize("looks", [True, False])
def test_a_checkpoint_goes_on_from_a_log_that_was_written_anew(store, tmp_path, settings, said, checkpointer, looks):
    log = store.log()
    founded(log)
    checkpointer.look()
    checkpointer.anchor(anew=True)
    log.append(CLUB, [PlayerRated("p_zebulon000", 8)], by="x", at=1)
    if looks:
        checkpointer.look()
    erase(log)
    checkpointer.look()
    log.append(CLUB, [PlayerRated("p_zebulon000", 9)], by="x", at=3)
    checkpointer.look()
    checkpointer.anchor(anew=True)
    assert (said, held_streams.held(store.client), checkpointer.missing) == ([], {}, {})
    assert report(store.client, settings).missing == []
    assert differing(store.client, settings) == []


def test_a_proof_of_it_names_the_head_that_it_had(store, tmp_path, monkeypatch, checkpointer):
    log = store.log()
    founded(log)
    checkpointer.look()
    before = erase(log)
    checkpointer.look()
    checkpointer.stop()
    monkeypatch.setenv("BRADE_STORE_URL", store.url)
    monkeypatch.setenv("BRADE_DATA", str(tmp_path))
    done = CliRunner().invoke(verify, [], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    assert f"{CLUB} was written anew from version 1 on" in done.output
    assert before.hash in done.output.replace("\n", "")


def test_a_log_that_names_another_head_is_not_believed(store, checkpointer, settings):
    log = store.log()
    founded(log)
    checkpointer.look()
    head, events = log.head(CLUB), list(log.read(CLUB))
    other = [events[0], Recorded(1, PlayerRated("p_zebulon000", 3), 1, "x", events[1].prev_hash)]
    other.append(Recorded(2, PlayerRated("p_zebulon000", 4), 1, "x", recorded_hash(CLUB, other[1])))
    said = PlayerErased("p_zebulon000", first=1, head="0" * 64)
    other.append(Recorded(3, said, 1, "x", recorded_hash(CLUB, other[2])))
    log.rewrite(CLUB, head, other)
    checkpointer.look()
    assert [each.stream for each in report(store.client, settings).missing] == [CLUB]
    assert held_streams.held(store.client)


def test_a_checkpoint_of_a_service_that_rested_meanwhile_goes_on_too(store, tmp_path, checkpointer, said):
    log = store.log()
    founded(log)
    checkpointer.look()
    checkpointer.stop()
    erase(log)
    again = Checkpointer(store.url, [tmp_path / "checkpoint"], said.append)
    again.begin()
    again.stop()
    assert (said, held_streams.held(store.client)) == ([], {})


def test_the_number_of_an_earlier_day_is_proved_but_for_the_log_that_was_written_anew(
    store, tmp_path, monkeypatch, checkpointer
):
    log = store.log()
    founded(log)
    checkpointer.look()
    number = checkpointer.anchor(anew=True).number
    checkpointer.stop()
    monkeypatch.setenv("BRADE_STORE_URL", store.url)
    monkeypatch.setenv("BRADE_DATA", str(tmp_path))
    before = CliRunner().invoke(anchor, [number], catch_exceptions=False)
    assert (before.exit_code, "written anew" in before.output) == (0, False), before.output
    erase(log)
    after = CliRunner().invoke(anchor, [number], catch_exceptions=False)
    assert after.exit_code == 0, after.output
    assert f"{CLUB} was written anew since" in after.output
