"""`brade rebuild --repair` on logs that were altered in the store: the chain comes first, right verdicts stay."""

import pytest
from click.testing import CliRunner

from core.eventlog.log import Head
from core.events import OpeningRolled
from service import cli
from service.store import keys
from tests.support.judging import new_worker_context, open_match, pump_all, record, recorded
from workers.comparison.compare import compare_batch

ALTERED, DAMAGED, WHOLE = "m_aaaaaaaaaa", "m_bbbbbbbbbb", "m_cccccccccc"


@pytest.fixture
def client(store, tmp_path):
    """A store with three judged matches."""
    worker_context, match = new_worker_context(store, tmp_path), recorded("refusals_three")
    for stream in (ALTERED, DAMAGED, WHOLE):
        open_match(worker_context, stream, match.opened())
        record(worker_context, stream, *match.facts[:300])
    pump_all(worker_context)
    return store.client


def rebuild(store, tmp_path, *arguments):
    told = {"BRADE_STORE_URL": store.url, "BRADE_DATA": str(tmp_path)}
    return CliRunner().invoke(cli.main, ["rebuild", *arguments], env=told)


def rewrite(client, stream, version, **fields):
    """Write another fact in the place of one, as a person with the store's file might."""
    entries = client.xrange(keys.log(stream))
    client.delete(keys.log(stream))
    for place, (entry, said) in enumerate(entries):
        there = said | ({name.encode(): value for name, value in fields.items()} if place == version else {})
        client.xadd(keys.log(stream), there, id=entry)


def judged(client, stream):
    return client.hgetall(keys.state(stream)), client.hgetall(keys.verdicts(stream))


def test_an_altered_log_is_named_its_verdicts_stay_and_the_others_are_repaired(store, client, tmp_path):
    before = {stream: judged(client, stream) for stream in (ALTERED, DAMAGED, WHOLE)}
    assert client.xrange(keys.log(ALTERED), "1-0", "1-0")[0][1][b"data"] != b"[1,2]"
    rewrite(client, ALTERED, 1, type="OpeningRolled.1", data="[1,2]")
    rewrite(client, DAMAGED, 7, data="\0\0")
    client.hset(keys.state(WHOLE), "json", "{}")
    said = rebuild(store, tmp_path, "--repair")
    assert said.exit_code == 1
    assert f"{ALTERED}, version 1: altered" in said.stdout
    assert f"{DAMAGED}, version 7: altered" in said.stdout
    assert "Repaired: 1 log judged again. 2 logs were left alone." in said.stdout
    assert "2 logs are not as written" in said.stdout
    assert {stream: judged(client, stream) for stream in (ALTERED, DAMAGED, WHOLE)} == before
    assert rebuild(store, tmp_path).exit_code == 1


def test_a_log_that_was_cut_behind_what_was_judged_is_named(store, client, tmp_path):
    client.xdel(keys.log(ALTERED), "300-0")
    client.hset(keys.state(ALTERED), "judged_version", 100)
    said = rebuild(store, tmp_path, "--repair")
    assert said.exit_code == 1
    assert f"{ALTERED}, version 300: altered" in said.stdout
    assert client.hget(keys.state(ALTERED), "judged_version") == b"100"


def test_a_log_that_grows_meanwhile_was_not_altered(store, client, tmp_path):
    worker_context = new_worker_context(store, tmp_path)
    heads = client.hget(keys.head(keys.shard_of(WHOLE)), WHOLE)
    record(worker_context, WHOLE, OpeningRolled(3, 1))
    # What a reader has who looked at the head before the fact came.
    version, digest = heads.decode().split()
    head = Head(int(version), digest)
    assert compare_batch(client, worker_context.deps.log, {WHOLE: head}) == [(WHOLE, 301, ())]
