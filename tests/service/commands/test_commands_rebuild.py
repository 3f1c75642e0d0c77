"""`brade rebuild`, as an operator types it, on a real store with no service running."""

import json

import pytest

from service.checkpoint.heads_file import HeadsFile
from service.commands.rebuild import rebuild
from service.store import feed, keys
from service.store.keys import shard_of
from service.store.read_models import states


@pytest.fixture
def judged(run, evening, store):
    """The evening, judged by a rebuild's own pump."""
    for stream in evening.streams():
        store.client.hset(keys.state(stream), mapping={"judged_version": 0, "json": "{}"})
    assert run(rebuild, "--repair").exit_code == 0


def test_a_store_that_says_what_its_logs_say_is_left_alone(run, judged):
    result = run(rebuild)
    assert result.exit_code == 0
    assert "6 logs, 18 events folded again: every state and verdict is what the log comes to." in result.stdout


def test_before_anything_was_judged_there_is_nothing_to_compare(run, evening):
    result = run(rebuild)
    assert result.exit_code == 0
    assert "Nothing of the 6 logs was judged yet: there is nothing to compare." in result.stdout
    assert "6 logs wait to be judged, which the workers do as soon as they run." in result.stdout


def test_what_differs_is_shown_and_repaired_on_demand(run, judged, store):
    store.client.hset(
        keys.verdicts("m_aaaaaaaaaa"), "2", json.dumps({"version": 2, "verdict": "refused", "rule": "S4"})
    )
    result = run(rebuild)
    assert result.exit_code == 1
    assert "m_aaaaaaaaaa, version 2: verdict" in result.stdout
    assert '"refused"' in result.stdout
    assert "1 log differs (1 × verdict)." in result.stdout
    repaired = run(rebuild, "--repair")
    assert repaired.exit_code == 0
    assert "Repaired: 1 log judged again." in repaired.stdout
    assert run(rebuild).exit_code == 0
    assert feed.unjudged(store.client, shard_of("m_aaaaaaaaaa")) == {}
    assert states.load(store.client, "m_aaaaaaaaaa").judged_version == 4


def test_facts_that_the_checkpoint_names_and_the_store_lacks_are_named(run, judged, tmp_path, monkeypatch):
    monkeypatch.setenv("BRADE_DATA", str(tmp_path))
    (tmp_path / "checkpoint").mkdir()
    HeadsFile(tmp_path / "checkpoint").write({b"m_aaaaaaaaaa": b"9 " + bytes(32).hex().encode()})
    result = run(rebuild)
    said = " ".join(result.stdout.split())
    assert (result.exit_code, "every state and verdict is what the log comes to" in said) == (1, True)
    assert "m_aaaaaaaaaa: versions 5 to 9 missing (5 facts)" in said
    assert "brade restore" in said
